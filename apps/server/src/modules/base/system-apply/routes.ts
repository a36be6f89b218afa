import { clientInfo, manualView, trialApply, trialList } from '@tongda/contract/system-apply/system-apply';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { DB } from '../../core/db-types';
import { publicRoute, route } from '../../core/route';
import { manualOf } from './manual';
import { applyForTrial, listTrials, readClientInfo } from './system-apply.service';

/** Trial of a system: what a company has, the application, and the list of applications for provider staff. */
export function systemApplyRoutes(app: FastifyInstance, db: Kysely<DB>): void {
  route(app, clientInfo, (ctx, { clientId = ctx.clientId }) => readClientInfo(ctx, clientId));
  route(app, trialApply, async (ctx, input) => {
    await applyForTrial(ctx, db, input);
    return null;
  });
  publicRoute(app, manualView, async ({ reply }, { system }) => {
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .header('cache-control', 'public, max-age=3600');
    return manualOf(system);
  });
  route(app, trialList, (ctx, query) => listTrials(ctx, query));
}
