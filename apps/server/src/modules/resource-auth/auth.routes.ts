import * as auth from '@tongda/contract/resource-auth/resource-auth';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../../core/errors';
import { type ExportDeps, enqueueExport } from '../../core/export';
import { route } from '../../core/route';
import { authFile } from './auth.export';
import { countGrants, findGrant, listGrantees, listGrants } from './auth.repo';
import { copyGrants, extendGrants, revokeGrants, saveGrants, updateGrant } from './auth.service';
import { choicesOf, effectiveOf, historyOf, resourcesOf } from './auth.views';
import { explainButtonTo, explainVehicleTo } from './explain';

/** 资源授权: who was given which vehicles and devices, and why somebody sees something. */
export function resourceAuthRoutes(app: FastifyInstance, exports: ExportDeps): void {
  route(app, auth.authPage, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listGrants(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
      total: await countGrants(trx, ctx, q),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, auth.authGrantees, (ctx, q) => ctx.db((trx) => listGrantees(trx, ctx, q)));
  route(app, auth.authDetail, (ctx, { id }) =>
    ctx.db(async (trx) => {
      const grant = await findGrant(trx, ctx, id);
      if (!grant) throw notFound('授权');
      return grant;
    }),
  );
  route(app, auth.authResources, resourcesOf);
  route(app, auth.authSave, saveGrants);
  route(app, auth.authUpdate, updateGrant);
  route(app, auth.authRevoke, (ctx, { authIds }) => revokeGrants(ctx, authIds));
  route(app, auth.authExtend, (ctx, { authIds, endTime }) => extendGrants(ctx, authIds, endTime));
  route(app, auth.authCopy, (ctx, { fromUserId, toUserId }) => copyGrants(ctx, fromUserId, toUserId));
  route(app, auth.authExport, (ctx, input) => enqueueExport(exports, ctx, authFile, input));
  route(app, auth.authEffective, effectiveOf);
  route(app, auth.authHistory, historyOf);
  route(app, auth.explainChoices, (ctx, { keyword }) => choicesOf(ctx, keyword));
  route(app, auth.explainVehicle, (ctx, { userId, vehicleId }) => explainVehicleTo(ctx, userId, vehicleId));
  route(app, auth.explainButton, (ctx, { userId, menuId, path }) => explainButtonTo(ctx, userId, menuId, path));
}
