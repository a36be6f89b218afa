import * as pickUp from '@tongda/contract/transport/pick-up/calls';
import type { FastifyInstance } from 'fastify';
import { requireRow } from '../../../core/db/rows';
import { type ExportDeps, enqueueExport, readInChunks, registerExport } from '../../../core/export/definition';
import { describeFilters } from '../../../core/export/words';
import { route } from '../../../core/http/route';
import { holdTotal } from '../../../core/record/totals';
import type { Secrets } from '../../../core/run/secrets';
import { listShownFiles } from '../../base/file/door';
import { failPick, pick, voidPick } from '../waybill/door';
import { countPickUps, countPickUpsByStatus, findPickUp, listPickUps } from './repo';
import { addPickUp, listSources, splitPickUp, updatePickUp, voidPickUp } from './service';

const pickUpFile = registerExport<typeof pickUp.pickUpExport, pickUp.PickUpRow>({
  endpoint: pickUp.pickUpExport,
  module: '提货单',
  name: '提货单',
  columns: pickUp.pickUpColumns,
  condition: (ctx, q) => describeFilters(ctx, q, '单', pickUp.pickUpFilters.table),
  count: (ctx, q) => ctx.db((trx) => countPickUps(trx, ctx, q)),
  rows: (ctx, q) => readInChunks((limit, offset) => ctx.db((trx) => listPickUps(trx, ctx, { ...q, limit, offset }))),
  cells: {
    shipAddress: (row) => `${row.shipArea}${row.shipAddress}`,
    shipper: (row) => `${row.shipper} ${row.shipPhone}`,
    totalPieces: (row) => `${row.totalPieces} / ${row.actualPieces ?? ''}`,
    plateNo: (row) => [row.plateNo, row.driverName].filter(Boolean).join(' '),
  },
});

/** Binds the calls of pick-up orders. */
export function pickUpRoutes(app: FastifyInstance, secrets: Secrets, deps: ExportDeps): void {
  route(app, pickUp.pickUpPictures, (ctx, { id }) =>
    ctx.db(async (trx) => {
      const { fileIds } = requireRow(await findPickUp(trx, ctx, id), '提货单');
      return [...(await listShownFiles(trx, ctx, secrets, fileIds)).values()];
    }),
  );
  route(app, pickUp.pickUpPage, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listPickUps(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
      total: await holdTotal(ctx, pickUp.pickUpPage, q, () => countPickUps(trx, ctx, q)),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, pickUp.pickUpStatusCount, (ctx, q) => ctx.db((trx) => countPickUpsByStatus(trx, ctx, q)));
  route(app, pickUp.pickUpDetail, (ctx, { id }) =>
    ctx.db(async (trx) => requireRow(await findPickUp(trx, ctx, id), '提货单')),
  );
  route(app, pickUp.pickUpOrders, (ctx, q) => listSources(ctx, q));
  route(app, pickUp.pickUpAdd, (ctx, input) => addPickUp(ctx, input));
  route(app, pickUp.pickUpUpdate, (ctx, input) => updatePickUp(ctx, input));
  route(app, pickUp.pickUpVoid, async (ctx, input) => (await voidPickUp(ctx, input)) ?? voidPick(ctx, input));
  route(app, pickUp.pickUpSplit, (ctx, input) => splitPickUp(ctx, input));
  route(app, pickUp.pickUpPick, (ctx, input) => pick(ctx, input));
  route(app, pickUp.pickUpFail, (ctx, input) => failPick(ctx, input));
  route(app, pickUp.pickUpExport, (ctx, input) => enqueueExport(deps, ctx, pickUpFile, input));
}
