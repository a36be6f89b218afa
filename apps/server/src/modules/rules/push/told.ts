import type { PushChannel, PushOccasion, PushResult } from '@tongda/contract/rules/push/enums';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import type { Ctx } from '../../../core/http/ctx';
import { wireTimeSql } from '../../../core/http/wire-time';
import { visibleVehicles } from '../../base/org/door';
import { maskedRecipient } from './setting/mask';

/** One notice about an alarm, as its page shows it: who was told what, when, by which way, and what came of it. */
export interface Told {
  id: string;
  occasion: PushOccasion;
  channel: PushChannel;
  receiver: string;
  /** phone, mail address: masked; '' for users and robots */
  address: string;
  status: PushResult;
  cause: string;
  /** written down; company time */
  createTime: string;
  /** left; null while it waits or never did */
  sendTime: string | null;
}

/** Everybody who was told of an alarm, in the order of telling. Empty for vehicles that the caller does not see. */
export async function sendsOf(trx: Kysely<DB>, ctx: Ctx, episodeId: string): Promise<Told[]> {
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
    occasion: occasion as PushOccasion,
    channel: channel as PushChannel,
    status: status as PushResult,
    address: maskedRecipient(recipient),
  }));
}
