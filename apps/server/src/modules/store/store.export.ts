import type { Parsed } from '@tongda/contract/core/endpoint';
import { locateStatus, useStatus } from '@tongda/contract/enums/place';
import { nodeTypeList } from '@tongda/contract/enums/transport';
import { type StoreRow, stationExport, storeColumns, storeExport } from '@tongda/contract/store/store';
import type { Ctx } from '../../core/ctx';
import { inChunks, registerExport } from '../../core/export';
import { routesOfStores } from './store.arrivals';
import { countStores, listStores, type StoreQuery } from './store.repo';

function conditionOf(q: Parsed<typeof storeExport>): string {
  return [
    ...(q.ids ? [`勾选的${q.ids.length}个`] : []),
    ...(q.storeName ? [`门店名称：${q.storeName}`] : []),
    ...(q.storeCode ? [`门店编码：${q.storeCode}`] : []),
    ...(q.address ? [`地址：${q.address}`] : []),
    ...(q.nodeType ? [`类型：${nodeTypeList.label(q.nodeType)}`] : []),
    ...(q.locateStatus === undefined ? [] : [`定位状态：${locateStatus.label(q.locateStatus)}`]),
    ...(q.status === undefined ? [] : [`状态：${useStatus.label(q.status)}`]),
  ].join('；');
}

async function routeWords(ctx: Ctx, routeId: string | undefined): Promise<string> {
  const route = (await routesOfStores(ctx)).find(({ id }) => id === routeId);
  return route ? `线路：${route.name}` : '';
}

const file = (endpoint: typeof storeExport, name: string, columns: typeof storeColumns, narrow: StoreQuery) =>
  registerExport<typeof storeExport, StoreRow>({
    endpoint,
    module: '门店管理',
    name,
    columns,
    condition: async (ctx, q) => [conditionOf(q), await routeWords(ctx, q.routeId)].filter(Boolean).join('；'),
    count: (ctx, q) => ctx.db((trx) => countStores(trx, ctx, { ...q, ...narrow })),
    rows: (ctx, q) =>
      inChunks((limit, offset) => ctx.db((trx) => listStores(trx, ctx, { ...q, ...narrow, limit, offset }))),
  });

/** The register as a file. */
export const storeFile = file(storeExport, '门店', storeColumns, {});

const stationFields = new Set<string>(['storeCode', 'storeName', 'nodeType', 'area', 'address', 'lng', 'lat', 'fence']);
/** Sites of located stores: where they are and how large. */
export const stationFile = file(
  stationExport,
  '门店站点',
  storeColumns.filter(({ value }) => stationFields.has(value)).map(({ hidden: _hidden, ...column }) => column),
  { locateStatus: 1 },
);
