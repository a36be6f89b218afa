import { sql } from 'kysely';
import type { Trx } from '../db/trx';
import type { Ctx } from '../http/ctx';

/** First letters of document numbers (transport.md 0); WX: 维修保养 of a vehicle; ZL: commands to terminals; BX: 报修. */
export type CodePrefix = 'DD' | 'TD' | 'PZ' | 'YS' | 'YC' | 'HD' | 'TH' | 'SH' | 'WX' | 'ZL' | 'BX';

/**
 * The next `count` numbers of a prefix: `DD26112100001`, counted by company and day. Two people who ask at once wait for each other, so that no
 * number is given twice; a transaction that fails gives its numbers back.
 */
export async function nextCodes(
  trx: Trx,
  ctx: Pick<Ctx, 'clientId' | 'timeZone'>,
  prefix: CodePrefix,
  count = 1,
): Promise<string[]> {
  const { rows } = await sql<{ day: string; last: number }>`
    insert into code_counter as c (client_id, prefix, day, last)
    values (${ctx.clientId}, ${prefix}, (now() at time zone ${ctx.timeZone})::date, ${count})
    on conflict (client_id, prefix, day) do update set last = c.last + ${count}
    returning to_char(c.day, 'YYMMDD') as day, c.last`.execute(trx);
  const { day = '', last = 0 } = rows[0] ?? {};
  return Array.from({ length: count }, (_, i) => `${prefix}${day}${String(last - count + 1 + i).padStart(5, '0')}`);
}
