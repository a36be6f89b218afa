import * as arrivals from '@tongda/contract/store/arrivals';
import { storeQrcode } from '@tongda/contract/store/qrcode';
import * as store from '@tongda/contract/store/store';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../../core/errors';
import { type ExportDeps, enqueueExport } from '../../core/export';
import { historyPage } from '../../core/history';
import { importRoutes } from '../../core/import/routes';
import { route } from '../../core/route';
import { wireOf } from '../../kernel/place-shape';
import { arrivalsOf, overlapsOf, routesOfStores } from './store.arrivals';
import { stationFile, storeFile } from './store.export';
import { storeImportDefinition } from './store.import';
import { qrcodesOf } from './store.qrcode.service';
import { countStores, findStore, listStores, storeChoices, storePins } from './store.repo';
import { addSite, addStore, correctStores, deleteStores, entity, modifyStores, updateStore } from './store.service';

/** Stores and warehouses that goods are brought to; each located one is a site too. */
export function storeRoutes(app: FastifyInstance, deps: ExportDeps): void {
  route(app, store.storePage, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listStores(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
      total: await countStores(trx, ctx, q),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, store.storeDetail, (ctx, { id }) =>
    ctx.db(async (trx) => {
      const found = await findStore(trx, ctx, id);
      if (!found) throw notFound('门店');
      const { ground, placeId: _site, ...row } = found;
      return { ...row, shape: ground && wireOf(ground) };
    }),
  );
  route(app, store.storeAdd, (ctx, input) => addStore(ctx, input));
  route(app, store.storeUpdate, (ctx, input) => updateStore(ctx, input));
  route(app, store.storeSiteAdd, (ctx, { id, shape }) => addSite(ctx, id, shape));
  route(app, store.storeCorrect, (ctx, { ids }) => correctStores(ctx, ids));
  route(app, store.storeDel, async (ctx, { id }) => {
    await deleteStores(ctx, [id]);
    return null;
  });
  route(app, store.storeBatchDel, (ctx, { ids }) => deleteStores(ctx, ids));
  route(app, store.storeBatchModify, (ctx, input) => modifyStores(ctx, input));
  route(app, store.storeExport, (ctx, input) => enqueueExport(deps, ctx, storeFile, input));
  route(app, store.stationExport, (ctx, input) =>
    enqueueExport(deps, ctx, stationFile, { ...input, fields: undefined }),
  );
  route(app, store.storeMap, (ctx, q) =>
    ctx.db(async (trx) => ({
      pins: await storePins(trx, ctx, q),
      total: await countStores(trx, ctx, q),
      missing: await countStores(trx, ctx, { ...q, hasSite: false }),
    })),
  );
  route(app, store.storeOptions, (ctx, q) => ctx.db((trx) => storeChoices(trx, ctx, q)));
  route(app, storeQrcode, (ctx, { ids }) => qrcodesOf(ctx, deps.secrets, ids));
  route(app, arrivals.storeArrivals, (ctx, q) => arrivalsOf(ctx, q));
  route(app, arrivals.storeOverlaps, (ctx, input) => overlapsOf(ctx, input));
  route(app, arrivals.storeRoutes, (ctx) => routesOfStores(ctx));
  importRoutes(app, storeImportDefinition);
  route(app, store.storeChangeHis, (ctx, q) =>
    ctx.db(async (trx) => {
      if (!(await findStore(trx, ctx, q.id))) throw notFound('门店');
      return historyPage(trx, ctx, entity, q);
    }),
  );
}
