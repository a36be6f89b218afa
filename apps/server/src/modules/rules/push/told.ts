import {
  type PushChannel,
  type PushOccasion,
  type PushResult,
  pushChannel,
  pushResult,
} from '@tongda/contract/rules/push/enums';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { visibleVehicles } from '../../base/org/door';
import { maskRecipient } from './setting/mask';

/** One notice about an alarm as the alarm's page shows it: receiver, channel, text, times and result. */
export interface AlarmSend {
  id: string;
  occasion: PushOccasion;
  channel: PushChannel;
  receiver: string;
  /** phone, mail address: masked; '' for users and robots */
  address: string;
  status: PushResult;
  cause: string;
  /** when it was queued, in the company's time */
  createTime: string;
  /** when it left; null while it waits, or when it never left */
  sendTime: string | null;
}

/** Notices about an alarm in the order in which they were queued; none when the caller does not see the vehicle. */
export async function listSendsOfAlarm(trx: Kysely<DB>, ctx: Ctx, episodeId: string): Promise<AlarmSend[]> {
  const rows = await trx
    .selectFrom('push_send as s')
    .select(['s.id', 's.receiver_name as receiver', 's.recipient', 's.status', 's.cause', 's.occasion', 's.channel'])
    .select(wireTimeSql(sql<Date>`s.created_at`, ctx.timeZone).as('createTime'))
    .select(sql<string | null>`${wireTimeSql(sql<Date | null>`s.sent_at`, ctx.timeZone)}`.as('sendTime'))
    .where('s.client_id', '=', ctx.clientId)
    .where('s.episode_id', '=', episodeId)
    .where(visibleVehicles(ctx, 's.vehicle_id'))
    .orderBy('s.created_at')
    .orderBy('s.id')
    .execute();
  return rows.map(({ recipient, occasion, channel, status, ...row }) => ({
    ...row,
    // the planner writes these codes
    occasion: occasion as PushOccasion,
    // the planner writes these codes
    channel: channel as PushChannel,
    // the planner and the worker write these codes
    status: status as PushResult,
    address: maskRecipient(recipient),
  }));
}

interface SendCount {
  episodeId: string;
  channel: number;
  status: number;
  /** people, or addresses of robots */
  receivers: number;
}

/**
 * What became of the notices about alarms, by the alarm's id: `站内 2人 成功、短信 1人 失败`, ways in the order of their codes, of each what most of its receivers got first.
 * Alarms without a notice are absent, as are those of vehicles that the caller does not see.
 */
export async function describeSends(
  trx: Kysely<DB>,
  ctx: Ctx,
  episodeIds: readonly string[],
): Promise<Map<string, string>> {
  if (episodeIds.length === 0) return new Map();
  const { rows } = await sql<SendCount>`
    select s.episode_id::text as "episodeId", s.channel, s.status, count(distinct (s.receiver_name, s.recipient))::int as receivers
    from push_send s where s.client_id = ${ctx.clientId} and s.episode_id = any(${[...episodeIds]}::bigint[]) and ${visibleVehicles(ctx, 's.vehicle_id')}
    group by 1, 2, 3 order by s.channel, receivers desc, s.status`.execute(trx);
  const words = new Map<string, string>();
  for (const { episodeId, channel, status, receivers } of rows) {
    const known = words.get(episodeId);
    const one = `${pushChannel.label(channel)} ${receivers}人 ${pushResult.label(status)}`;
    words.set(episodeId, known ? `${known}、${one}` : one);
  }
  return words;
}
