import * as arrivals from '@tongda/contract/resources/store/arrivals';
import * as store from '@tongda/contract/resources/store/calls';
import { storeQrcode } from '@tongda/contract/resources/store/qrcode';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { ExportDeps } from '../../../core/export/definition';
import { route } from '../../../core/http/route';
import { knownPhones } from '../../../core/masks/known-phones';
import { plainNameSql, serveDuplicates } from '../../../core/record/duplicates';
import { serveRecycle } from '../../../core/record/recycle';
import { serveRegister } from '../../../core/record/serve';
import { wireShapeOf } from '../../../kernel/ground/place-shape';
import { visibleStores } from '../../base/org/door';
import { findOverlaps, listArrivals, listStoreRoutes } from './arrivals';
import { storeImportDefinition } from './import';
import { loadQrcodes } from './qrcode';
import { findStore, listStoreChoices, loadStoreMap, siteRows, storeRows } from './repo';
import { addSite, correctStores, deleteStores, modifyStores, storeRegister, storeWrites } from './service';
import { nearPairsSql, restoreSite } from './sites';

knownPhones.add({ table: 'store', phone: sql.ref('t.phone') });

const siteFields = new Set<string>(['storeCode', 'storeName', 'nodeType', 'area', 'address', 'lng', 'lat', 'fence']);

const bindRegister = serveRegister({
  of: { ...store.storeRegister, del: store.storeBatchDel },
  entity: storeRegister.entity,
  module: '门店管理',
  columns: store.storeColumns,
  rows: storeRows,
  files: [
    {
      call: store.stationExport,
      name: '门店站点',
      columns: store.storeColumns
        .filter(({ value }) => siteFields.has(value))
        .map(({ hidden: _hidden, ...column }) => column),
      rows: siteRows,
    },
  ],
  detail: {
    call: store.storeDetail,
    read: async (trx, ctx, id) => {
      const store = await findStore(trx, ctx, id);
      if (!store) return undefined;
      const { ground, placeId: _site, ...row } = store;
      return { ...row, shape: ground && wireShapeOf(ground) };
    },
  },
  options: { call: store.storeOptions, read: listStoreChoices },
  add: storeWrites.add,
  update: storeWrites.update,
  del: (ctx, { ids }) => deleteStores(ctx, ids),
  imports: storeImportDefinition,
});

/** Routes of 门店管理: the register of stores and warehouses, their sites, codes and arrivals. */
export function storeRoutes(app: FastifyInstance, deps: ExportDeps): void {
  bindRegister(app, deps);
  serveDuplicates(app, {
    call: store.storeDuplicates,
    from: (ctx) =>
      sql`store t where t.client_id = ${ctx.clientId} and t.deleted_at is null and ${visibleStores(ctx, 't')}`,
    name: sql`t.name`,
    detail: sql`concat_ws(' · ', t.code, (select k.name from customer k where k.id = t.customer_id), t.address)`,
    same: [
      { why: '名称相近', key: plainNameSql(sql`t.name`) },
      // words such as 待定 are no address
      {
        why: '地址相同',
        key: sql`case when length(t.address) > 4 then regexp_replace(t.address, '[[:space:]]', '', 'g') end`,
      },
    ],
    pairs: nearPairsSql,
  });
  serveRecycle(app, {
    calls: store.storeRegister.recycle,
    of: storeRegister,
    name: sql`t.name`,
    detail: sql`concat_ws(' · ', t.code, (select k.name from customer k where k.id = t.customer_id), t.address)`,
    see: (ctx) => visibleStores(ctx, 't', 'edit'),
    refs: { org_id: 'org', customer_id: 'customer' },
    also: restoreSite,
  });
  route(app, store.storeSiteAdd, (ctx, { id, shape }) => addSite(ctx, id, shape));
  route(app, store.storeCorrect, (ctx, { ids }) => correctStores(ctx, ids));
  route(app, store.storeDel, async (ctx, { id }) => {
    await deleteStores(ctx, [id]);
    return null;
  });
  route(app, store.storeBatchModify, (ctx, input) => modifyStores(ctx, input));
  route(app, store.storeMap, (ctx, q) => ctx.db((trx) => loadStoreMap(trx, ctx, q)));
  route(app, storeQrcode, (ctx, { ids }) => loadQrcodes(ctx, deps.secrets, ids));
  route(app, arrivals.storeArrivals, (ctx, q) => listArrivals(ctx, q));
  route(app, arrivals.storeOverlaps, (ctx, input) => findOverlaps(ctx, input));
  route(app, arrivals.storeRoutes, (ctx) => listStoreRoutes(ctx));
}
