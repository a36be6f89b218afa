import { enableStatus } from '@tongda/contract/resources/enums';
import * as fleet from '@tongda/contract/resources/fleet/calls';
import { fleetFigures } from '@tongda/contract/resources/fleet/figures';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { found } from '../../../core/db/rows';
import { type ExportDeps, enqueueExport, inChunks, registerExport } from '../../../core/export/definition';
import { conditionWords } from '../../../core/export/words';
import { route } from '../../../core/http/route';
import { importRoutes } from '../../../core/import/routes';
import { knownPhones } from '../../../core/masks/known-phones';
import { historyPage } from '../../../core/record/history';
import { containing, optionLimit } from '../../../core/record/options';
import { orgOrNone } from '../../base/org/door';
import { fleetFiguresOf } from './figures';
import { fleetImportDefinition } from './import';
import { countFleets, findFleet, fleetDrivers, fleetVehicles, leadersOf, listFleets } from './repo';
import { addFleet, assignableVehicles, assignVehicles, deleteFleets, setFleetStatus, updateFleet } from './service';
import { fleetTreeOf } from './tree';

knownPhones.add({ table: 'fleet', phone: sql.ref('t.phone') });

const fleetFile = registerExport<typeof fleet.fleetExport, fleet.FleetRow>({
  endpoint: fleet.fleetExport,
  module: '车队管理',
  name: '车队',
  columns: fleet.fleetColumns,
  condition: (ctx, q) =>
    conditionWords(ctx, q, '个', {
      name: '车队名称',
      orgId: ['org', '所属组织'],
      leaderName: '负责人',
      status: ['code', '状态', enableStatus.typeCode],
    }),
  count: (ctx, q) => ctx.db((trx) => countFleets(trx, ctx, q)),
  rows: (ctx, q) => inChunks((limit, offset) => ctx.db((trx) => listFleets(trx, ctx, { ...q, limit, offset }))),
});

/** The register of fleets. */
export function fleetRoutes(app: FastifyInstance, deps: ExportDeps): void {
  route(app, fleet.fleetPage, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listFleets(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
      total: await countFleets(trx, ctx, q),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, fleetFigures, (ctx, { id }) => fleetFiguresOf(ctx, id));
  route(app, fleet.fleetDetail, (ctx, { id }) =>
    ctx.db(async (trx) => {
      const one = found(await findFleet(trx, ctx, id), '车队');
      const vehicles = await fleetVehicles(trx, ctx, id);
      return {
        ...one,
        vehicles: vehicles.map(({ todayMileageKm: _km, ...v }) => v),
        drivers: await fleetDrivers(trx, ctx, id),
        todayMileageKm: Math.round(vehicles.reduce((sum, v) => sum + v.todayMileageKm, 0) * 10) / 10,
      };
    }),
  );
  route(app, fleet.fleetAdd, (ctx, input) => addFleet(ctx, input));
  route(app, fleet.fleetUpdate, (ctx, input) => updateFleet(ctx, input));
  route(app, fleet.fleetDel, (ctx, { ids }) => deleteFleets(ctx, ids));
  route(app, fleet.fleetSetStatus, (ctx, input) => setFleetStatus(ctx, input));
  route(app, fleet.fleetAssignable, (ctx, { id }) =>
    ctx.db(async (trx) => {
      found(await findFleet(trx, ctx, id), '车队');
      return assignableVehicles(trx, ctx);
    }),
  );
  route(app, fleet.fleetAssign, (ctx, input) => assignVehicles(ctx, input));
  route(app, fleet.fleetExport, (ctx, input) => enqueueExport(deps, ctx, fleetFile, input));
  route(app, fleet.fleetChangeHis, (ctx, q) =>
    ctx.db(async (trx) => {
      found(await findFleet(trx, ctx, q.id), '车队');
      return historyPage(trx, ctx, 'fleet', q);
    }),
  );
  importRoutes(app, fleetImportDefinition);
  route(app, fleet.fleetLeaders, (ctx, { keyword }) => ctx.db((trx) => leadersOf(trx, ctx, keyword)));
  route(app, fleet.fleetTree, fleetTreeOf);
  route(app, fleet.fleetOptions, (ctx, { keyword }) =>
    ctx.db((trx) => {
      let rows = trx
        .selectFrom('fleet')
        .select(['id', 'name'])
        .where('deleted_at', 'is', null)
        .where('status', '=', enableStatus.enabled)
        .where(orgOrNone(ctx, 'fleet.org_id'));
      if (keyword) rows = rows.where('name', 'ilike', containing(keyword));
      return rows.orderBy('sort').orderBy('name').limit(optionLimit).execute();
    }),
  );
}
