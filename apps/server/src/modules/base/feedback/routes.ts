import { addInformation } from '@tongda/contract/feedback/feedback';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Ctx } from '../../core/ctx';
import type { DB } from '../../core/db-types';
import { publicRoute } from '../../core/route';
import { writeFeedback } from './feedback.service';

export interface FeedbackDeps {
  db: Kysely<DB>;
  /** context of a request's Bearer token; 401 with a bad one */
  ctxOf: (req: FastifyRequest) => Promise<Ctx>;
  /** uses a captcha up; whether it was solved */
  solveCaptcha: (key: string | undefined, code: string | undefined) => boolean;
}

/** 我要反馈, 留下联系方式. */
export function feedbackRoutes(app: FastifyInstance, deps: FeedbackDeps): void {
  publicRoute(app, addInformation, async ({ ip, req }, input) => {
    const ctx = req.headers.authorization?.startsWith('Bearer ') ? await deps.ctxOf(req) : null;
    const solved = (): boolean => deps.solveCaptcha(input.captchaKey, input.captchaCode);
    await writeFeedback(deps.db, ctx, input, { ip, solved });
    return null;
  });
}
