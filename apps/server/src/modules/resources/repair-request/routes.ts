import * as repair from '@tongda/contract/resources/repair-request/calls';
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { declareGone, requireRow } from '../../../core/db/rows';
import type { ExportDeps } from '../../../core/export/definition';
import type { DB } from '../../../core/generated/db-types';
import { route } from '../../../core/http/route';
import { knownPhones } from '../../../core/masks/known-phones';
import { serveRegister } from '../../../core/record/serve';
import { countOwnStates, listReportable, loadMore, requestRows } from './repo';
import { addRequest, cancelRequest, listSlots, rateRequest, rescheduleRequest } from './service';
import { entity } from './step';

const bindRegister = serveRegister({
  of: {
    noun: '报修单',
    unit: '单',
    filters: repair.repairRequestFilters.table,
    page: repair.repairRequestPage,
    changeHis: repair.repairRequestChangeHis,
  },
  entity,
  module: '报修预约',
  columns: repair.repairRequestColumns,
  rows: requestRows,
});

declareGone('repair_request', null);
knownPhones.add({ table: 'repair_request', phone: sql.ref('t.phone') });
knownPhones.add({ table: 'repair_request', phone: sql.ref('t.engineer_phone') });

/** 报修预约: visits that a company books for its terminals. */
export function repairRequestRoutes(
  app: FastifyInstance,
  { db, exports }: { db: Kysely<DB>; exports: ExportDeps },
): void {
  bindRegister(app, exports);
  route(app, repair.repairRequestCount, (ctx) => ctx.db((trx) => countOwnStates(trx, ctx)));
  route(app, repair.repairRequestDetail, (ctx, { id }) =>
    ctx.db(async (trx) => ({
      ...requireRow(await requestRows.find(trx, ctx, id), '报修单'),
      ...(await loadMore(trx, exports.secrets, id)),
    })),
  );
  route(app, repair.repairRequestDevices, (ctx, q) =>
    ctx.db(async (trx) => (await listReportable(trx, ctx, q)).map(({ vehicleId: _vehicle, ...row }) => row)),
  );
  route(app, repair.repairRequestSlots, listSlots);
  route(app, repair.repairRequestAdd, (ctx, input) => addRequest(db, ctx, input));
  route(app, repair.repairRequestUpdate, rescheduleRequest);
  route(app, repair.repairRequestCancel, cancelRequest);
  route(app, repair.repairRequestRate, rateRequest);
}
