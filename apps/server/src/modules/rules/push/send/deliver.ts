import { minuteMs } from '@tongda/contract/core/durations';
import { type PushResult, pushChannel, pushResult } from '@tongda/contract/rules/push/enums';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Trx } from '../../../../core/db/trx';
import type { DB } from '../../../../core/generated/db-types';
import type { MailSender } from '../../../../core/notify/mail';
import type { Outbound } from '../../../../core/notify/outbound';
import type { SmsSender } from '../../../../core/notify/sms';
import type { VoiceCaller } from '../../../../core/notify/voice';
import type { WechatSender } from '../../../../core/notify/wechat-notice';
import { closeStale } from '../plan/stale';
import { countToTake, laneWindowMs, retryAt, smsParts } from '../plan/timing';
import { type NoticeItem, type Outgoing, type Send, SendFailure, textOf, titleOf } from './channel';
import { deliverInApp } from './in-app';
import { sendDingtalk, sendFeishu, sendWebhook, sendWecom } from './robots';
import { whyNoSms } from './sms-quota';
import { sendWechat } from './wechat';

export interface DeliverDeps {
  db: Kysely<DB>;
  log: Logger;
  now: () => number;
  sms: SmsSender;
  /** parts of text messages that a company without a contract or plan for more may use in a month; 0: as many as it takes */
  smsQuota: number;
  voice: VoiceCaller;
  mail: MailSender;
  wechat: WechatSender;
  net: Outbound;
  publicUrl?: string | undefined;
}

/** A lane is one robot, phone or mail box of a company: its notices leave one after another and share its limit. */
interface Lane {
  clientId: string;
  channel: number;
  recipient: string;
}

const laneKey = ({ clientId, channel, recipient }: Lane): string => `${clientId} ${channel} ${recipient}`;
/** Messages a minute to one phone or mail box; robots have a setting of their own. */
const perMinute: Readonly<Record<number, number>> = { [pushChannel.sms]: 6, [pushChannel.phone]: 2 };
const perMinuteOf = (channel: number): number => perMinute[channel] ?? 20;
/** Channels that are messages inside the product. */
const inside: ReadonlySet<number> = new Set([pushChannel.inApp, pushChannel.popup, pushChannel.sound, pushChannel.app]);
/** A process that claimed a message this long ago and did not finish it has died: the message is sent again under the same key. */
const claimMs = minuteMs;
/** Lanes that are served at the same time. */
const abreast = 4;

/** Sends all notices that are due and answers how many left. Several processes may run it at the same time. */
export async function deliverDue(deps: DeliverDeps): Promise<number> {
  await closeStale(deps.db, deps.now());
  const lanes = await listDueLanes(deps);
  let sent = 0;
  const next = async (): Promise<void> => {
    for (let lane = lanes.shift(); lane; lane = lanes.shift()) sent += await deliverLane(deps, lane);
  };
  await Promise.all(Array.from({ length: abreast }, next));
  return sent;
}

async function listDueLanes({ db, now }: DeliverDeps): Promise<Lane[]> {
  const at = new Date(now());
  const { rows } = await sql<Lane>`
    select client_id::text as "clientId", channel, recipient from push_send
    where status = 0 and due_at <= ${at} and (claimed_until is null or claimed_until < ${at})
    group by 1, 2, 3 order by min(id) limit 500`.execute(db);
  return rows;
}

/** Sends the notices of one lane until none is left or the limit is reached. Answers how many left. */
export async function deliverLane(deps: DeliverDeps, lane: Lane): Promise<number> {
  if (inside.has(lane.channel)) return deliverInApp(deps.db, lane, deps.now);
  let sent = 0;
  for (;;) {
    const claimed = await deps.db.transaction().execute((trx) => claimMessage(trx, lane, deps.now()));
    if (!claimed) return sent;
    const count = await sendClaimed(deps, lane, claimed);
    if (count === 0) return sent;
    sent += count;
  }
}

interface Claimed {
  message: Outgoing;
  attempts: number;
  target: Endpoint | null;
}
interface Endpoint {
  id: string;
  url: string;
  secret: string;
  perMinute: number;
  pausedUntil: number;
}
type Waiting = NoticeItem & { batch: string | null; attempts: number };

/**
 * Claims the next message of a lane: its notices, its key and its place in the limit are stored before anything leaves. A
 * message that was claimed by a process that died keeps its notices and its key.
 */
async function claimMessage(trx: Trx, lane: Lane, now: number): Promise<Claimed | null> {
  await sql`select pg_advisory_xact_lock(hashtext('push lane'), hashtext(${laneKey(lane)}))`.execute(trx);
  const target = await findEndpoint(trx, lane);
  if (target && target.pausedUntil > now) return null;
  const waiting = await loadWaiting(trx, lane, now);
  const again = waiting.find(({ batch }) => batch !== null)?.batch;
  const state = await loadLaneState(trx, lane, target?.perMinute ?? perMinuteOf(lane.channel), now);
  const group = again
    ? waiting.filter(({ batch }) => batch === again)
    : waiting.slice(0, countToTake(state, waiting.length, now));
  const [first] = group;
  if (!first || (again && state.used >= state.perMinute)) return null;
  const key = again ?? `push-${first.id}-${first.attempts + 1}`;
  await trx
    .updateTable('push_send')
    .set({ batch: key, claimed_until: new Date(now + claimMs), attempts: sql<number>`attempts + 1` })
    .where(
      'id',
      'in',
      group.map(({ id }) => id),
    )
    .execute();
  await trx
    .insertInto('push_call')
    .values({ client_id: lane.clientId, lane: laneKey(lane), at: new Date(now) })
    .execute();
  return { message: { key, items: group }, attempts: first.attempts + 1, target };
}

async function findEndpoint(trx: Trx, { recipient }: Lane): Promise<Endpoint | null> {
  if (!recipient.startsWith('endpoint:')) return null;
  const { rows } = await sql<Endpoint>`
    select id::text, url, secret, per_minute as "perMinute", coalesce(extract(epoch from paused_until) * 1000, 0)::float8 as "pausedUntil"
    from push_endpoint where id = ${recipient.slice('endpoint:'.length)}::bigint`.execute(trx);
  return rows[0] ?? null;
}

async function loadWaiting(trx: Trx, { clientId, channel, recipient }: Lane, now: number): Promise<Waiting[]> {
  const at = new Date(now);
  const { rows } = await sql<Waiting>`
    select s.id::text, s.title, s.content, s.occasion, s.level, s.kind, coalesce(v.plate_no, '') as "plateNo", s.vehicle_id::text as "vehicleId",
      s.episode_id::text as "episodeId", (extract(epoch from e.start_time) * 1000)::float8 as "startedAt", s.batch, s.attempts
    from push_send s left join vehicle v on v.id = s.vehicle_id left join episode e on e.id = s.episode_id
    where s.status = 0 and s.client_id = ${clientId} and s.channel = ${channel} and s.recipient = ${recipient}
      and s.due_at <= ${at} and (s.claimed_until is null or s.claimed_until < ${at})
    order by s.id limit 200 for update of s skip locked`.execute(trx);
  return rows;
}

async function loadLaneState(trx: Trx, lane: Lane, perMinute: number, now: number) {
  const { rows } = await sql<{ used: number; lastAt: number | null }>`
    select count(*)::int as used, (extract(epoch from max(at)) * 1000)::float8 as "lastAt" from push_call
    where lane = ${laneKey(lane)} and at > ${new Date(now - laneWindowMs)}`.execute(trx);
  return { perMinute, used: rows[0]?.used ?? 0, lastAt: rows[0]?.lastAt ?? null };
}

/** Sends a claimed message and stores the result. Answers how many notices left. */
async function sendClaimed(deps: DeliverDeps, lane: Lane, claimed: Claimed): Promise<number> {
  const { message } = claimed;
  try {
    const kept = await handOver(deps, lane, claimed);
    const status = kept ? pushResult.kept : pushResult.sent;
    await storeResult(deps, message, { status, cause: kept || mergedWords(message) });
    return message.items.length;
  } catch (error) {
    const failure = error instanceof SendFailure ? error : new SendFailure('retry', failedWords(lane.channel));
    if (!(error instanceof SendFailure)) deps.log.warn({ err: error, channel: lane.channel }, 'push failed');
    await storeFailure(deps, claimed, failure);
    return 0;
  }
}

const mergedWords = ({ items }: Outgoing): string => (items.length > 1 ? `与其他${items.length - 1}条合并发送` : '');
const failedWords = (channel: number): string =>
  channel === pushChannel.email ? '邮件服务器没有接收' : `${pushChannel.label(channel)}发送失败`;

const robotSenders = (net: Outbound): Readonly<Record<number, Send<{ url: string; secret: string }>>> => ({
  [pushChannel.wecom]: sendWecom(net),
  [pushChannel.dingtalk]: sendDingtalk(net),
  [pushChannel.feishu]: sendFeishu(net),
  [pushChannel.webhook]: sendWebhook(net),
});

/** Hands a message to its channel; answers a remark for the log when it was only kept in the outbox, else ''. Rejects as {@link Send} does. */
async function handOver(deps: DeliverDeps, lane: Lane, { message, target }: Claimed): Promise<string> {
  const { sms, voice, mail, net, now } = deps;
  if (lane.channel === pushChannel.sms) {
    await refuseOverQuota(deps, lane, message);
    await sms.send({ phone: lane.recipient, purpose: 'alarm', text: textOf(message, 1000), id: message.key });
    return sms.real ? '' : '未接入短信网关，已存入发件箱';
  }
  if (lane.channel === pushChannel.phone) {
    if (!voice.real) throw new SendFailure('permanent', '未接入语音电话网关，请联系平台运维开通');
    await voice.call({ id: message.key, phone: lane.recipient, text: textOf(message, 600) });
    return '';
  }
  if (lane.channel === pushChannel.email) {
    await mail.send({ id: message.key, to: lane.recipient, subject: titleOf(message), text: textOf(message, 100_000) });
    return mail.real ? '' : '未接入邮件服务器，已存入发件箱';
  }
  if (lane.channel === pushChannel.wechat) return sendWechat(deps)(lane.recipient, message, now());
  const robot = robotSenders(net)[lane.channel];
  if (!robot || !target) throw new SendFailure('permanent', '机器人或Webhook已删除');
  return robot({ url: target.url, secret: target.secret }, message, now());
}

/** A company that has used up its month's text messages sends none; its people are told inside the product. */
async function refuseOverQuota({ db, smsQuota, now }: DeliverDeps, lane: Lane, message: Outgoing): Promise<void> {
  const parts = smsParts(textOf(message, 1000));
  const why = await whyNoSms(db, lane.clientId, parts, { now: now(), smsQuota });
  if (why !== null) throw new SendFailure('permanent', why);
}

async function storeResult(
  { db, now }: DeliverDeps,
  { key }: Outgoing,
  { status, cause }: { status: Exclude<PushResult, 0 | 3>; cause: string },
): Promise<void> {
  await db
    .updateTable('push_send')
    .set({ status, cause, claimed_until: null, sent_at: status === pushResult.failed ? null : new Date(now()) })
    .where('batch', '=', key)
    .where('status', '=', 0)
    .execute();
}

/**
 * Stores a failure: the message is tried again later, given up, or waits for the limit. After a refusal by the limit its notices are free to be
 * merged anew.
 */
async function storeFailure(deps: DeliverDeps, claimed: Claimed, failure: SendFailure): Promise<void> {
  const { db, now } = deps;
  const { message, target, attempts } = claimed;
  const waiting = db.updateTable('push_send').where('batch', '=', message.key).where('status', '=', 0);
  if (failure.kind === 'limit') {
    const until = new Date(now() + Math.min(failure.afterS, 600) * 1000);
    if (target)
      await db.updateTable('push_endpoint').set({ paused_until: until }).where('id', '=', target.id).execute();
    await waiting
      .set({
        batch: null,
        claimed_until: null,
        due_at: until,
        cause: failure.message,
        attempts: sql<number>`attempts - 1`,
      })
      .execute();
    return;
  }
  const again = failure.kind === 'permanent' ? null : retryAt(attempts, now());
  if (again === null) {
    const tried = attempts > 1 ? `（已尝试${attempts}次）` : '';
    await storeResult(deps, message, { status: 2, cause: `${failure.message}${tried}` });
    await queueInApp(db, message, now());
    return;
  }
  await waiting.set({ claimed_until: null, due_at: new Date(again), cause: `${failure.message}，稍后重试` }).execute();
}

/** Queues in-app notices for users who could not be reached by SMS, phone, WeChat or mail. */
async function queueInApp(db: Kysely<DB>, { items }: Outgoing, now: number): Promise<void> {
  await sql`insert into push_send (client_id, vehicle_id, episode_id, setting_id, occasion, step, channel, recipient, receiver_name, user_id, kind, level,
      title, content, due_at, created_at)
    select client_id, vehicle_id, episode_id, setting_id, occasion, step, ${pushChannel.inApp}, 'user:' || user_id, receiver_name, user_id, kind, level,
      title, content, ${new Date(now)}, ${new Date(now)}
    from push_send where id = any(${items.map(({ id }) => id)}::bigint[]) and user_id is not null and episode_id is not null
      and channel in (${pushChannel.sms}, ${pushChannel.phone}, ${pushChannel.wechat}, ${pushChannel.email})
    on conflict (episode_id, occasion, step, channel, recipient) do nothing`.execute(db);
}
