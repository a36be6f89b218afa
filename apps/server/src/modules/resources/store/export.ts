import type { Parsed } from '@tongda/contract/core/endpoint';
import { locateStatus, useStatus } from '@tongda/contract/ground/place/enums';
import { type StoreRow, stationExport, storeColumns, storeExport } from '@tongda/contract/resources/store/calls';
import { nodeTypeList } from '@tongda/contract/transport/enums';
import { readInChunks, registerExport } from '../../../core/export/definition';
import { describeConditions } from '../../../core/export/words';
import type { Ctx } from '../../../core/http/ctx';
import { routesOfStores } from './arrivals';
import { countStores, listStores, type StoreQuery } from './repo';

const conditionOf = (ctx: Ctx, q: Parsed<typeof storeExport>): Promise<string> =>
  describeConditions(ctx, q, '家', {
    storeName: '门店名称',
    storeCode: '门店编码',
    customerId: ['customer', '客户'],
    nodeType: ['code', '类型', nodeTypeList.typeCode],
    address: '地区/地址',
    orgId: ['org', '所属组织'],
    locateStatus: ['code', '定位状态', locateStatus.typeCode],
    status: ['code', '状态', useStatus.typeCode],
  });

async function routeWords(ctx: Ctx, routeId: string | undefined): Promise<string> {
  const route = (await routesOfStores(ctx)).find(({ id }) => id === routeId);
  return route ? `线路：${route.name}` : '';
}

const file = (
  endpoint: typeof storeExport,
  name: string,
  columns: typeof storeColumns,
  narrow: (q: StoreQuery) => StoreQuery,
) =>
  registerExport<typeof storeExport, StoreRow>({
    endpoint,
    module: '门店管理',
    name,
    columns,
    condition: async (ctx, q) =>
      [await conditionOf(ctx, q), await routeWords(ctx, q.routeId)].filter(Boolean).join('；'),
    count: (ctx, q) => ctx.db((trx) => countStores(trx, ctx, narrow(q))),
    rows: (ctx, q) =>
      readInChunks((limit, offset) =>
        ctx.db((trx) => listStores(trx, ctx, { ...narrow(q), sort: q.sort, limit, offset })),
      ),
  });

/** The register as a file. */
export const storeFile = file(storeExport, '门店', storeColumns, (q) => q);

const stationFields = new Set<string>(['storeCode', 'storeName', 'nodeType', 'area', 'address', 'lng', 'lat', 'fence']);
/** Sites of located stores: where they are and how large. */
export const stationFile = file(
  stationExport,
  '门店站点',
  storeColumns.filter(({ value }) => stationFields.has(value)).map(({ hidden: _hidden, ...column }) => column),
  // whatever else was asked for, a store without a place is no site
  (q) => ({ ...q, hasSite: true }),
);
