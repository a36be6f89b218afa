import { question } from '@tongda/contract/company/survey/question';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { DB } from '../../../core/generated/db-types';

const questions = z.array(question);

/** A stored survey with its questions parsed, found by id or by the id of its address; undefined when there is none. */
export async function findSurvey(db: Kysely<DB>, by: { id: string } | { decodeId: string }) {
  let rows = db
    .selectFrom('survey')
    .selectAll()
    .select([sql<boolean>`starts_at <= now()`.as('begun'), sql<boolean>`coalesce(ends_at <= now(), false)`.as('over')]);
  rows = 'id' in by ? rows.where('id', '=', by.id) : rows.where('decode_id', '=', by.decodeId);
  const row = await rows.executeTakeFirst();
  return row && { ...row, questions: questions.parse(row.questions) };
}
export type StoredSurvey = NonNullable<Awaited<ReturnType<typeof findSurvey>>>;

/** Surveys in one of the states that have begun and are meant for the company, newest first. */
export async function listSurveysFor(db: Kysely<DB>, clientId: string, status: number[], limit: number) {
  const rows = await db
    .selectFrom('survey as s')
    .selectAll('s')
    .select(sql<boolean>`coalesce(s.ends_at <= now(), false)`.as('over'))
    .where('s.status', 'in', status)
    .where('s.starts_at', '<=', sql<Date>`now()`)
    // A tenant sees its own rows of survey_client only: whether others are named, the provider's function says.
    .where(sql<boolean>`survey_is_for(s.id, ${clientId})`)
    .orderBy('s.starts_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, questions: questions.parse(row.questions) }));
}
