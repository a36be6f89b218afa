import { surveyNotify, surveyUrl } from '@tongda/contract/survey/survey';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { route } from '../../core/route';

const published = 1;

/** The newest questionnaire that runs now and is meant for the caller's company. */
export function surveyRoutes(app: FastifyInstance): void {
  route(app, surveyNotify, (ctx) =>
    ctx.db(async (trx) => {
      const now = sql<Date>`now()`;
      const running = await trx
        .selectFrom('survey as s')
        .select(['s.title', 's.decode_id'])
        .where('s.status', '=', published)
        .where('s.starts_at', '<=', now)
        .where((eb) => eb.or([eb('s.ends_at', 'is', null), eb('s.ends_at', '>', now)]))
        // A tenant sees its own rows of survey_client only: whether others are named, the provider's function says.
        .where(sql<boolean>`survey_is_for(s.id, ${ctx.clientId})`)
        .orderBy('s.starts_at', 'desc')
        .orderBy('s.id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return running
        ? { surveyUrl, decodeId: running.decode_id, title: running.title }
        : { surveyUrl: null, decodeId: null, title: null };
    }),
  );
}
