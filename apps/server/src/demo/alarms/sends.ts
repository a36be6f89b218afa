import { pushChannel, pushOccasion, pushResult } from '@tongda/contract/rules/push/enums';
import { type EpisodeKind, type EpisodeValues, episodeLevel } from '@tongda/contract/watch/alarm/episode';
import { alarmTitle, alarmValue } from '@tongda/contract/watch/alarm/words';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../core/generated/db-types';
import { wireTime } from '../../core/http/answer/wire-time';
import { demoClients, demoUsers } from '../people/users';

const clientId = demoClients.cold.id;
const zone = 'Asia/Shanghai';
/** How many notices of the past the send log gets (report.md 7.3). */
const count = 60;

interface Told {
  id: string;
  vehicleId: string;
  plateNo: string;
  kind: EpisodeKind;
  subject: string;
  level: 1 | 2 | 3;
  peak: number | null;
  values: EpisodeValues;
  start: number;
  at: Date;
}

const demoUserOf = (id: string) => demoUsers.find((user) => user.id === id);
const { inApp, popup, sms, wechat } = pushChannel;

/** Channel, receiver and result of the n-th notice: most were sent, a few failed. */
function fateOf(n: number): { channel: number; userId: string; status: number; cause: string } {
  if (n % 9 === 5)
    return {
      channel: sms,
      userId: '154',
      status: pushResult.failed,
      cause: '短信网关拒绝：号码在黑名单中（已尝试5次）',
    };
  if (n % 11 === 7)
    return { channel: sms, userId: '154', status: pushResult.suppressed, cause: '免打扰时段，只记录不发送' };
  const channel = [popup, inApp, sms, wechat][n % 4] ?? popup;
  const outbox: Partial<Record<number, string>> = {
    [sms]: '未接入短信网关，已存入发件箱',
    [wechat]: '未接入公众号模板消息，已存入发件箱',
  };
  return {
    channel,
    userId: channel === popup ? '153' : '154',
    status: outbox[channel] ? pushResult.kept : pushResult.sent,
    cause: outbox[channel] ?? '',
  };
}

/** Writes notices about alarms of the demo's past. They are too old to be sent, so that the log would otherwise begin empty. */
export async function seedSends(db: Kysely<DB>): Promise<void> {
  const { rows } =
    await sql<Told>`select e.id::text, e.vehicle_id::text as "vehicleId", v.plate_no as "plateNo", e.kind, e.subject, e.level, e.peak,
      e.values, (extract(epoch from e.start_time) * 1000)::float8 as start, e.confirmed_at as at
    from episode e join vehicle v on v.id = e.vehicle_id
    where e.client_id = ${clientId} and e.alarm and e.level >= 2 and e.status = 1 and e.confirmed_at < now() - interval '1 hour'
      and not exists (select from push_send s where s.episode_id = e.id)
    order by e.confirmed_at desc limit ${count}`.execute(db);
  for (const [n, told] of rows.entries()) {
    const { channel, userId, status, cause } = fateOf(n);
    const user = demoUserOf(userId);
    const title = alarmTitle(told);
    const figures = alarmValue(told);
    const at = new Date(told.at.getTime() + 2_000);
    await db
      .insertInto('push_send')
      .values({
        client_id: clientId,
        vehicle_id: told.vehicleId,
        episode_id: told.id,
        occasion: pushOccasion.opened,
        channel,
        recipient: channel === sms ? (user?.phone ?? '') : `user:${userId}`,
        receiver_name: user?.name ?? '',
        user_id: userId,
        kind: told.kind,
        level: told.level,
        title,
        content: `【${title}·${episodeLevel.label(told.level)}】${told.plateNo} ${[figures, `${wireTime(told.start, zone).slice(5, 16)}起`].filter(Boolean).join('，')}`,
        status,
        cause,
        attempts: status === pushResult.failed ? 5 : status === pushResult.suppressed ? 0 : 1,
        due_at: at,
        created_at: at,
        sent_at: status === pushResult.sent || status === pushResult.kept ? at : null,
      })
      .onConflict((c) => c.doNothing())
      .execute();
  }
}
