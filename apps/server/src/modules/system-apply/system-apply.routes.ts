import { clientInfo, trialApply, trialList } from '@tongda/contract/system-apply/system-apply';
import type { FastifyInstance } from 'fastify';
import { route } from '../../core/route';
import { applyForTrial, listTrials, readClientInfo } from './system-apply.service';

/** Trial of a system: what a company has, the application, and the list of applications for provider staff. */
export function systemApplyRoutes(app: FastifyInstance): void {
  route(app, clientInfo, (ctx, { clientId = ctx.clientId }) => readClientInfo(ctx, clientId));
  route(app, trialApply, async (ctx, input) => {
    await applyForTrial(ctx, input);
    return null;
  });
  route(app, trialList, (ctx, query) => listTrials(ctx, query));
}
