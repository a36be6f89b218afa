import { enableStatus } from '@tongda/contract/resources/enums';
import * as fleet from '@tongda/contract/resources/fleet/calls';
import { fleetFigures } from '@tongda/contract/resources/fleet/figures';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { ExportDeps } from '../../../core/export/definition';
import { route } from '../../../core/http/route';
import { knownPhones } from '../../../core/masks/known-phones';
import { likePattern, optionLimit } from '../../../core/record/options';
import { serveRecycle } from '../../../core/record/recycle';
import { serveRegister } from '../../../core/record/serve';
import { orgOrNone, scopeName } from '../../base/org/door';
import { loadFleetFigures } from './figures';
import { fleetImportDefinition } from './import';
import { findFleet, fleetRows, listFleetDrivers, listFleetVehicles, listLeaders } from './repo';
import {
  assignVehicles,
  deleteFleets,
  fleetRegister,
  fleetWrites,
  listAssignableVehicles,
  setFleetStatus,
} from './service';
import { loadFleetTree } from './tree';

knownPhones.add({ table: 'fleet', phone: sql.ref('t.phone') });

const bindRegister = serveRegister({
  of: fleet.fleetRegister,
  entity: 'fleet',
  module: '车队管理',
  columns: fleet.fleetColumns,
  rows: fleetRows,
  add: fleetWrites.add,
  update: fleetWrites.update,
  del: (ctx, { ids }) => deleteFleets(ctx, ids),
  imports: fleetImportDefinition,
});

/** Routes of the register of fleets. */
export function fleetRoutes(app: FastifyInstance, deps: ExportDeps): void {
  bindRegister(app, deps);
  serveRecycle(app, {
    calls: fleet.fleetRegister.recycle,
    of: fleetRegister,
    name: sql`t.name`,
    detail: sql`concat_ws(' · ', t.code, (select o.name from org o where o.id = t.org_id))`,
    see: (ctx) => orgOrNone(ctx, 't.org_id'),
    refs: { org_id: 'org', parent_id: 'fleet', leader_driver_id: 'driver' },
  });
  route(app, fleetFigures, (ctx, { id }) => loadFleetFigures(ctx, id));
  route(app, fleet.fleetDetail, (ctx, { id }) =>
    ctx.db(async (trx) => {
      const one = requireRow(await findFleet(trx, ctx, id), '车队');
      const vehicles = await listFleetVehicles(trx, ctx, id);
      return {
        ...one,
        vehicles: vehicles.map(({ todayMileageKm: _km, ...v }) => v),
        drivers: await listFleetDrivers(trx, ctx, id),
        todayMileageKm: Math.round(vehicles.reduce((sum, v) => sum + v.todayMileageKm, 0) * 10) / 10,
      };
    }),
  );
  route(app, fleet.fleetSetStatus, (ctx, input) => setFleetStatus(ctx, input));
  route(app, fleet.fleetAssignable, (ctx, { id }) =>
    ctx.db(async (trx) => {
      requireRow(await findFleet(trx, ctx, id), '车队');
      return listAssignableVehicles(trx, ctx);
    }),
  );
  route(app, fleet.fleetAssign, (ctx, input) => assignVehicles(ctx, input));
  route(app, fleet.fleetLeaders, (ctx, { keyword }) => ctx.db((trx) => listLeaders(trx, ctx, keyword)));
  route(app, fleet.fleetTree, loadFleetTree, { sameFor: scopeName });
  route(app, fleet.fleetOptions, (ctx, { keyword }) =>
    ctx.db((trx) => {
      let rows = trx
        .selectFrom('fleet')
        .select(['id', 'name'])
        .where('deleted_at', 'is', null)
        .where('status', '=', enableStatus.enabled)
        .where(orgOrNone(ctx, 'fleet.org_id'));
      if (keyword) rows = rows.where('name', 'ilike', likePattern(keyword));
      return rows.orderBy('sort').orderBy('name').limit(optionLimit).execute();
    }),
  );
}
