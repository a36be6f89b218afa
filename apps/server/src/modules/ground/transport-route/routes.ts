import * as transport from '@tongda/contract/ground/transport-route/calls';
import type { FastifyInstance } from 'fastify';
import { type ExportDeps, enqueueExport } from '../../../core/export/definition';
import { notFound } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { bindImportRoutes } from '../../../core/import/routes';
import { historyPage } from '../../../core/record/history';
import { loadLinePath } from '../place/door';
import { routeFile } from './export';
import { routeImportDefinition } from './import';
import { countRoutes, findRoute, listRoutes } from './repo';
import { adoptLearned, listRuns } from './runs';
import { addRoute, bindVehicles, deleteRoutes, entity, setRouteStatus, updateRoute } from './service';

/** 线路管理: transport routes, which are ordered stops with planned times. */
export function transportRouteRoutes(app: FastifyInstance, deps: ExportDeps): void {
  route(app, transport.routePage, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listRoutes(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
      total: await countRoutes(trx, ctx, q),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, transport.routeDetail, (ctx, { id }) =>
    ctx.db(async (trx) => {
      const found = await findRoute(trx, ctx, id);
      if (!found) throw notFound('线路');
      const stops = found.stops.map((s) => ({ ...s, pointType: s.pointType as 1 | 2 | 3 | 4 }));
      return { ...found, stops, line: found.lineId ? await loadLinePath(trx, ctx, found.lineId) : null };
    }),
  );
  route(app, transport.routeRunList, (ctx, { id }) => listRuns(ctx, id));
  route(app, transport.routeAdopt, (ctx, input) => adoptLearned(ctx, input));
  route(app, transport.routeAdd, (ctx, input) => addRoute(ctx, input));
  route(app, transport.routeUpdate, (ctx, input) => updateRoute(ctx, input));
  route(app, transport.routeDelete, async (ctx, { id }) => {
    await deleteRoutes(ctx, [id]);
    return null;
  });
  route(app, transport.routeBatchDel, (ctx, { ids }) => deleteRoutes(ctx, ids));
  route(app, transport.routeSetStatus, (ctx, input) => setRouteStatus(ctx, input));
  route(app, transport.routeBindVehicle, (ctx, input) => bindVehicles(ctx, input));
  bindImportRoutes(app, routeImportDefinition);
  route(app, transport.routeExport, (ctx, input) => enqueueExport(deps, ctx, routeFile, input));
  route(app, transport.routeChangeHis, (ctx, q) =>
    ctx.db(async (trx) => {
      if (!(await findRoute(trx, ctx, q.id))) throw notFound('线路');
      return historyPage(trx, ctx, entity, q);
    }),
  );
}
