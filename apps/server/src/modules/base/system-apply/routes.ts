import {
  clientInfo,
  loginCompanyGet,
  loginCompanyPost,
  manualView,
  trialApply,
  trialList,
} from '@tongda/contract/base/system-apply/calls';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { publicRoute, route } from '../../../core/http/route';
import { renderManual } from './manual';
import { applyForTrial, listTrials, readClientInfo, readLoginCompany } from './service';

/** Trial of a system: what a company has, the application, and the list of applications for provider staff. */
export function systemApplyRoutes(app: FastifyInstance, db: Kysely<DB>): void {
  route(app, clientInfo, (ctx, { clientId = ctx.clientId }) => readClientInfo(ctx, clientId));
  route(app, trialApply, async (ctx, input) => {
    await applyForTrial(ctx, db, input);
    return null;
  });
  publicRoute(app, manualView, async ({ reply }, { system }) => {
    reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `inline; filename="${system}.pdf"`)
      .header('cache-control', 'public, max-age=3600');
    return renderManual(system);
  });
  for (const e of [loginCompanyGet, loginCompanyPost]) route(app, e, (ctx) => readLoginCompany(ctx));
  route(app, trialList, (ctx, query) => listTrials(ctx, query));
}
