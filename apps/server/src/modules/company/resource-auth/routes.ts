import { orgJurisdiction } from '@tongda/contract/base/org/calls';
import type { GrantCalls } from '@tongda/contract/company/resource-auth/calls';
import { lockGrants, lockOpenLog } from '@tongda/contract/company/resource-auth/lock-grants';
import { mapGrants } from '@tongda/contract/company/resource-auth/map-grants';
import type { GrantFamily } from '@tongda/contract/company/resource-auth/rights';
import * as auth from '@tongda/contract/company/resource-auth/shapes';
import type { FastifyInstance } from 'fastify';
import { type ExportDeps, enqueueExport } from '../../../core/export/definition';
import { notFound } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { bindImportRoutes } from '../../../core/import/routes';
import { holdTotal } from '../../../core/record/totals';
import { grantsBeyond, saveJurisdiction } from '../../base/org/door';
import { listDepartmentGrantsBeyond, listHoldersBeyond, listReached } from './beyond';
import { copyGrants } from './copy';
import { explainButtonTo, explainResourceTo } from './explain/answer';
import { granteeFiles, grantFiles } from './export';
import { grantImports } from './import/grants';
import { changeJurisdiction, listJurisdiction } from './jurisdiction';
import { listLockOpenings } from './lock/log';
import { countGrantees, countGrants, findGrant, listGrantees, listGrants } from './repo';
import { extendGrants, revokeGrants, saveGrants, updateGrant } from './service';
import { listEffective, listExplainChoices, listGivableResources, listGrantHistory } from './views';
import { findUselessGrants } from './warnings';

grantsBeyond.add({ ofDepartments: listDepartmentGrantsBeyond, holders: listHoldersBeyond, reached: listReached });
saveJurisdiction.add((trx, ctx, orgId, change) => changeJurisdiction(trx, ctx, 'org', orgId, change));

/** 资源授权: grants of vehicles, places and locks, and 权限诊断, which tells why somebody sees something. */
export function resourceAuthRoutes(app: FastifyInstance, exports: ExportDeps): void {
  const families: Array<[GrantFamily, GrantCalls]> = [
    ['vehicle', auth.vehicleGrants],
    ['map', mapGrants],
    ['lock', lockGrants],
  ];
  for (const [family, calls] of families) bindFamily(app, exports, family, calls);
  route(app, orgJurisdiction, (ctx, q) => listJurisdiction(ctx, 'org', q));
  route(app, lockOpenLog, listLockOpenings);
  route(app, auth.explainChoices, listExplainChoices);
  route(app, auth.explainVehicle, (ctx, { userId, vehicleId }) => explainResourceTo(ctx, userId, 'vehicle', vehicleId));
  route(app, auth.explainResource, (ctx, { userId, kind, id }) => explainResourceTo(ctx, userId, kind, id));
  route(app, auth.explainButton, (ctx, { userId, menuId, path }) => explainButtonTo(ctx, userId, menuId, path));
}

function bindFamily(app: FastifyInstance, exports: ExportDeps, family: GrantFamily, calls: GrantCalls): void {
  route(app, calls.page, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listGrants(trx, ctx, family, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
      total: await holdTotal(ctx, calls.page, q, () => countGrants(trx, ctx, family, q)),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, calls.grantees, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listGrantees(trx, ctx, family, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
      total: await holdTotal(ctx, calls.grantees, q, () => countGrantees(trx, ctx, family, q)),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, calls.granteesExport, (ctx, input) => enqueueExport(exports, ctx, granteeFiles[family], input));
  route(app, calls.detail, (ctx, { id }) =>
    ctx.db(async (trx) => {
      const grant = await findGrant(trx, ctx, family, id);
      if (!grant) throw notFound('授权');
      return grant;
    }),
  );
  route(app, calls.resources, listGivableResources);
  route(app, calls.save, saveGrants);
  route(app, calls.check, findUselessGrants);
  route(app, calls.update, (ctx, input) => updateGrant(ctx, family, input));
  route(app, calls.revoke, (ctx, { authIds }) => revokeGrants(ctx, family, authIds));
  route(app, calls.extend, (ctx, { authIds, endTime }) => extendGrants(ctx, family, authIds, endTime));
  route(app, calls.copy, (ctx, { fromUserId, toUserId }) => copyGrants(ctx, family, fromUserId, toUserId));
  route(app, calls.export, (ctx, input) => enqueueExport(exports, ctx, grantFiles[family], input));
  route(app, calls.effective, (ctx, q) => listEffective(ctx, family, q));
  bindImportRoutes(app, grantImports[family]);
  route(app, calls.history, (ctx, q) => listGrantHistory(ctx, family, q));
}
