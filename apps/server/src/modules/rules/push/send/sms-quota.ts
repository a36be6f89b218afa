import { pushChannel } from '@tongda/contract/rules/push/enums';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../../core/generated/db-types';

/** Parts of text messages that a company's alarms have taken since the month began on its own clock. */
export async function countSmsParts(db: Kysely<DB>, clientId: string, now: number): Promise<number> {
  const { rows } = await sql<{ parts: number }>`select coalesce(sum(s.parts), 0)::int as parts
    from push_send s join client c on c.id = s.client_id
    where s.client_id = ${clientId} and s.channel = ${pushChannel.sms} and s.status in (1, 4)
      and s.sent_at >= date_trunc('month', ${new Date(now)}::timestamptz at time zone c.time_zone) at time zone c.time_zone`.execute(
    db,
  );
  return rows[0]?.parts ?? 0;
}
