import * as transport from '@tongda/contract/ground/transport-route/calls';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type ExportDeps, enqueueExport } from '../../../core/export/definition';
import { route } from '../../../core/http/route';
import { serveRecycle } from '../../../core/record/recycle';
import { serveRegister } from '../../../core/record/serve';
import { orgOrNone } from '../../base/org/door';
import { loadLinePath } from '../place/door';
import { routeFile } from './export';
import { routeImportDefinition } from './import';
import { findRoute, routeRows } from './repo';
import { adoptLearned, listRuns } from './runs';
import { bindVehicles, deleteRoutes, refuseLostStops, routeRegister, routeWrites, setRouteStatus } from './service';

// the file is bound below: it has the list's columns or those of the stops
const { exports: _list, ...calls } = transport.routeRegister;
const bindRegister = serveRegister({
  of: calls,
  entity: routeRegister.entity,
  module: '线路管理',
  columns: transport.routeColumns,
  rows: routeRows,
  detail: {
    call: transport.routeDetail,
    read: async (trx, ctx, id) => {
      const found = await findRoute(trx, ctx, id);
      return found && { ...found, line: found.lineId ? await loadLinePath(trx, ctx, found.lineId) : null };
    },
  },
  add: routeWrites.add,
  update: routeWrites.update,
  del: (ctx, { ids }) => deleteRoutes(ctx, ids),
  imports: routeImportDefinition,
});

/** 线路管理: transport routes, which are ordered stops with planned times. */
export function transportRouteRoutes(app: FastifyInstance, deps: ExportDeps): void {
  bindRegister(app, deps);
  serveRecycle(app, {
    calls: calls.recycle,
    of: routeRegister,
    name: sql`t.name`,
    detail: sql`t.code`,
    see: (ctx) => orgOrNone(ctx, 't.org_id'),
    refs: { org_id: 'org', line_id: 'place' },
    refuse: refuseLostStops,
  });
  route(app, transport.routeExport, (ctx, input) => enqueueExport(deps, ctx, routeFile, input));
  route(app, transport.routeRunList, (ctx, { id }) => listRuns(ctx, id));
  route(app, transport.routeAdopt, (ctx, input) => adoptLearned(ctx, input));
  route(app, transport.routeDelete, async (ctx, { id }) => {
    await deleteRoutes(ctx, [id]);
    return null;
  });
  route(app, transport.routeSetStatus, (ctx, input) => setRouteStatus(ctx, input));
  route(app, transport.routeBindVehicle, (ctx, input) => bindVehicles(ctx, input));
}
