import { smsRefusal } from '@tongda/contract/base/allowance/bounds';
import { pushChannel } from '@tongda/contract/rules/push/enums';
import type { SmsUse } from '@tongda/contract/rules/push/send-log';
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { DB } from '../../../../core/generated/db-types';
import { loadAllowance, quotaCounts } from '../../../base/allowance/door';

/** Parts of text messages that a company's alarms have taken since the month began on its own clock. */
export async function countSmsParts(db: Trx | Kysely<DB>, clientId: string, now: number): Promise<number> {
  const { rows } = await sql<{ parts: number }>`select coalesce(sum(s.parts), 0)::int as parts
    from push_send s join client c on c.id = s.client_id
    where s.client_id = ${clientId} and s.channel = ${pushChannel.sms} and s.status in (1, 4)
      and s.sent_at >= date_trunc('month', ${new Date(now)}::timestamptz at time zone c.time_zone) at time zone c.time_zone`.execute(
    db,
  );
  return rows[0]?.parts ?? 0;
}
quotaCounts.add({ key: 'smsPerMonth', count: countSmsParts });

interface SmsAsk {
  /** epoch ms */
  now: number;
  /** SMS_MONTHLY_QUOTA */
  smsQuota: number;
}

/** How many parts a company has used this month, how many it may, and what gives them. */
export async function loadSmsUse(db: Trx | Kysely<DB>, clientId: string, ask: SmsAsk): Promise<SmsUse> {
  const { smsPerMonth } = await loadAllowance(db, clientId, ask);
  return { ...smsPerMonth, used: await countSmsParts(db, clientId, ask.now) };
}

/** Why a company may not send so many further parts this month; null when it may. */
export async function whyNoSms(db: Kysely<DB>, clientId: string, parts: number, ask: SmsAsk): Promise<string | null> {
  const { smsPerMonth: bound } = await loadAllowance(db, clientId, ask);
  const { most } = bound;
  if (most === null) return null;
  const used = await countSmsParts(db, clientId, ask.now);
  return used + parts > most ? smsRefusal({ ...bound, most }, used) : null;
}
