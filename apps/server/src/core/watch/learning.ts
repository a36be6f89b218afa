import { minuteMs } from '@tongda/contract/core/durations';
import { type RawBuilder, sql } from 'kysely';

/**
 * Whether what was learned from a company's past is due to be learned again: row `l` (learned_at, and how many things it was learned from) of the
 * company `c`. A day old is old. While there is little to learn from it is looked at sooner; a company of today is looked at every minute, because its
 * past may still be arriving.
 */
export function learningDue(count: string, enough: number): RawBuilder<boolean> {
  const n = sql.ref(`l.${count}`);
  return sql<boolean>`(l.client_id is null or l.learned_at < now() - case
    when c.created_at > now() - interval '1 day' then case when ${n} < ${sql.lit(enough)} then interval '50 seconds' else interval '14 minutes' end
    when ${n} < ${sql.lit(enough)} then interval '1 hour' else interval '1 day' end)`;
}

/** How often is looked for companies that are due. */
export const learningEveryMs = minuteMs;
