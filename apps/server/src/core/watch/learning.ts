import { minuteMs } from '@tongda/contract/core/durations';
import { type RawBuilder, sql } from 'kysely';

/**
 * An SQL condition: whether something that is learnt from a company's past (row `l` with `learned_at` and, in the column `count`, how many examples it
 * was learnt from; company `c`) should be learnt again. Normally that is after a day, and sooner while there are fewer than `enough` examples; a
 * company that was created today is looked at every minute, because its history may still be arriving.
 */
export function isLearningDue(count: string, enough: number): RawBuilder<boolean> {
  const n = sql.ref(`l.${count}`);
  return sql<boolean>`(l.client_id is null or l.learned_at < now() - case
    when c.created_at > now() - interval '1 day' then case when ${n} < ${sql.lit(enough)} then interval '50 seconds' else interval '14 minutes' end
    when ${n} < ${sql.lit(enough)} then interval '1 hour' else interval '1 day' end)`;
}

/** How often to look for companies that are due, ms. */
export const learningEveryMs = minuteMs;
