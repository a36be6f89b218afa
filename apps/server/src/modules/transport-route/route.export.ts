import { routeType, useStatus } from '@tongda/contract/enums/place';
import { type RouteRow, routeColumns, routeExport } from '@tongda/contract/transport-route/route';
import { inChunks, registerExport } from '../../core/export';
import { countRoutes, listRoutes } from './route.repo';

/** The register of routes as a file. */
export const routeFile = registerExport<typeof routeExport, RouteRow>({
  endpoint: routeExport,
  module: '线路管理',
  name: '线路',
  columns: routeColumns,
  condition: async (_ctx, q) =>
    [
      ...(q.ids ? [`勾选的${q.ids.length}条`] : []),
      ...(q.keyword ? [`名称/编码：${q.keyword}`] : []),
      ...(q.stop ? [`停靠点：${q.stop}`] : []),
      ...(q.plateNo ? [`绑定车辆：${q.plateNo}`] : []),
      ...(q.routeType ? [`类型：${routeType.label(q.routeType)}`] : []),
      ...(q.status === undefined ? [] : [`状态：${useStatus.label(q.status)}`]),
    ].join('；'),
  count: (ctx, q) => ctx.db((trx) => countRoutes(trx, ctx, q)),
  rows: (ctx, q) => inChunks((limit, offset) => ctx.db((trx) => listRoutes(trx, ctx, { ...q, limit, offset }))),
});
