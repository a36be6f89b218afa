import * as arrivals from '@tongda/contract/resources/store/arrivals';
import * as store from '@tongda/contract/resources/store/calls';
import { storeQrcode } from '@tongda/contract/resources/store/qrcode';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type ExportDeps, enqueueExport } from '../../../core/export/definition';
import { notFound } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { bindImportRoutes } from '../../../core/import/routes';
import { knownPhones } from '../../../core/masks/known-phones';
import { historyPage } from '../../../core/record/history';
import { wireShapeOf } from '../../../kernel/ground/place-shape';
import { arrivalsOf, overlapsOf, routesOfStores } from './arrivals';
import { stationFile, storeFile } from './export';
import { storeImportDefinition } from './import';
import { qrcodesOf } from './qrcode';
import { countStores, findStore, listStores, storeChoices, storePins } from './repo';
import { addSite, addStore, correctStores, deleteStores, entity, modifyStores, updateStore } from './service';

knownPhones.add({ table: 'store', phone: sql.ref('t.phone') });

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
      return { ...row, shape: ground && wireShapeOf(ground) };
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
  bindImportRoutes(app, storeImportDefinition);
  route(app, store.storeChangeHis, (ctx, q) =>
    ctx.db(async (trx) => {
      if (!(await findStore(trx, ctx, q.id))) throw notFound('门店');
      return historyPage(trx, ctx, entity, q);
    }),
  );
}
