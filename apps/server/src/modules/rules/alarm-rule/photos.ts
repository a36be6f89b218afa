import { minuteMs } from '@tongda/contract/core/durations';
import { instructionSending } from '@tongda/contract/resources/device/enums';
import type { AlarmTrace } from '@tongda/contract/watch/alarm/calls';
import { cameraName } from '@tongda/contract/watch/command/kind';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { listenTo } from '../../../core/db/listener';
import type { Trx } from '../../../core/db/trx';
import type { DB } from '../../../core/generated/db-types';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { alarmTraces } from '../../watch/alarm/door';
import { photoOrder, storeCommands } from '../../watch/command/door';

/** A photo shows what happens now: none is taken of an alarm that began longer ago, and an order does not wait longer for its terminal, ms. */
const freshMs = 2 * minuteMs;
/** 640×480 */
const resolution = 2;

interface Wish {
  episodeId: string;
  channel: number;
  clientId: string;
  vehicleId: string;
  deviceId: string | null;
  ruleName: string;
  userId: string;
  userName: string;
  timeZone: string;
}

/**
 * Orders a photo (0x8801) of each alarm whose rule asks for one, in the name of whoever changed the rule last. An alarm gets one photo, however many
 * processes look. Answers how many were ordered.
 */
export async function takeAlarmPhotos(db: Kysely<DB>, now: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<Wish>`
      with asked as (
        insert into alarm_photo (episode_id, client_id, channel)
        select distinct p.id, p.client_id, (r.params ->> 'photoChannel')::smallint
        from episode_event e join episode p on p.id = e.episode_id join alarm_rule r on r.id = p.rule_id
        where e.event = 'opened' and e.push and e.at > ${new Date(now - freshMs)} and p.kind = 'doorAlarm' and r.params ->> 'photoChannel' is not null
        on conflict do nothing returning episode_id, client_id, channel)
      select a.episode_id::text as "episodeId", a.channel::int, a.client_id::text as "clientId", p.vehicle_id::text as "vehicleId", b.device_id::text as "deviceId",
        r.name as "ruleName", u.id::text as "userId", u.name as "userName", c.time_zone as "timeZone"
      from asked a join episode p on p.id = a.episode_id join alarm_rule r on r.id = p.rule_id join client c on c.id = a.client_id
        join app_user u on u.id = coalesce(r.updated_by, r.created_by)
        left join device_binding b on b.vehicle_id = p.vehicle_id and b.during @> now()`.execute(trx);
    for (const wish of rows) await orderPhoto(trx, wish);
    return rows.length;
  });
}

async function orderPhoto(trx: Trx, { deviceId, channel, ...wish }: Wish): Promise<void> {
  if (deviceId === null) return;
  const taker = { id: wish.vehicleId, clientId: wish.clientId, deviceId };
  const reason = `规则“${wish.ruleName}”报警抓拍`;
  const order = { ...photoOrder({ vehicleIds: [wish.vehicleId], reason, channel, resolution }), reason };
  const made = await storeCommands(trx, wish, [taker], order, new Map(), { waitMin: freshMs / minuteMs });
  await sql`update alarm_photo set command_id = ${made.get(deviceId) ?? null} where episode_id = ${wish.episodeId}`.execute(
    trx,
  );
}

/** Takes photos when alarms begin, until stopped. */
export function watchForPhotos(pool: pg.Pool, db: Kysely<DB>, log: Logger): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  let waits = false;
  const look = (): void => {
    if (waits) return;
    waits = true;
    running = running.then(async () => {
      waits = false;
      await takeAlarmPhotos(db, Date.now()).catch((error: unknown) => log.warn({ err: error }, 'photos of alarms'));
    });
  };
  const { stop } = listenTo(pool, 'tongda photos', { episode_event: look }, look);
  look();
  return async () => {
    await stop();
    await running;
  };
}

/** The line of an alarm's trace about its photo. */
async function tracePhoto(trx: Trx, ctx: Ctx, alarmId: string): Promise<AlarmTrace[]> {
  const { rows } = await sql<{ at: number; channel: number; state: number | null; summary: string | null }>`
    select (extract(epoch from a.created_at) * 1000)::float8 as at, a.channel::int, c.state::int, c.summary from alarm_photo a left join device_command c on c.id = a.command_id
    where a.episode_id = ${alarmId}`.execute(trx);
  return rows.map(({ at, channel, state, summary }) => {
    const text =
      state === null
        ? `${cameraName(channel)}抓拍：车辆没有终端，未下发`
        : `规则抓拍 ${summary ?? cameraName(channel)}：${instructionSending.label(state)}${state === instructionSending.done ? '，照片见本报警的附件' : ''}`;
    return { time: wireTime(at, ctx.timeZone), what: 'told', who: '', text, remark: '', files: [] };
  });
}

alarmTraces.add(tracePhoto);
