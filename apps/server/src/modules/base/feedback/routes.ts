import { addInformation, browseInformation } from '@tongda/contract/base/feedback/calls';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import type { Ctx } from '../../../core/http/ctx';
import { publicRoute, route } from '../../../core/http/route';
import { listOwnFeedback, writeFeedback } from './service';

export interface FeedbackDeps {
  db: Kysely<DB>;
  /** context of a request's Bearer token; 401 with a bad one */
  ctxOf: (req: FastifyRequest) => Promise<Ctx>;
  /** uses a proof of work up; whether it was one */
  takeProof: (key: string | undefined, code: string | undefined) => boolean;
}

/** 我要反馈, 留下联系方式, and what one handed in oneself. */
export function feedbackRoutes(app: FastifyInstance, deps: FeedbackDeps): void {
  publicRoute(app, addInformation, async ({ ip, req }, input) => {
    const ctx = req.headers.authorization?.startsWith('Bearer ') ? await deps.ctxOf(req) : null;
    const solved = (): boolean => deps.takeProof(input.captchaKey, input.captchaCode);
    await writeFeedback(deps.db, ctx, input, { ip, solved });
    return null;
  });
  route(app, browseInformation, (ctx, input) => listOwnFeedback(deps.db, ctx, input));
}
