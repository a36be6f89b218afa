import { msgCategory, msgType } from '@tongda/contract/base/system-enums';
import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../core/generated/db-types';
import { wireTime } from '../../core/http/answer/wire-time';
import { defineJob, type JobDefinition } from '../../core/run/jobs';
import { type Cooled, followCoolingTask } from '../../kernel/temperature/pre-cooled';
import { tellUsers } from '../../modules/base/message/door';
import { readTrack } from '../../modules/watch/track/door';
import { loadProbeVersions, probesOf } from '../kit/probes';
import { channelsOf } from './cooling-tasks';

/*
 * Who gave a pre-cooling, or was named to be told, hears of it while there is time to act: that it will be late by the last quarter of an hour (report.md 3.5), that it has
 * stopped, that nobody has begun half an hour before loading, and that the box is cold.
 */

export const preCoolingNewsName = 'pre-cooling-news';
/** Tasks of one round, and how long before and after its planned loading one is looked at. */
const atOnce = 300;
const [beforeMs, afterMs] = [12 * hourMs, 2 * hourMs];
/** Nobody has begun so long before loading. */
const beginMs = 30 * minuteMs;
/** What happened longer ago is told to nobody any more (K2). */
const newsMs = 30 * minuteMs;

interface Watched {
  id: string;
  clientId: string;
  timeZone: string;
  vehicleId: string;
  plateNo: string;
  createdAt: number;
  planLoadAt: number;
  targetC: number;
  channels: number[];
  people: string[];
}

async function listOpen(db: Kysely<DB>, now: number): Promise<Watched[]> {
  const { rows } =
    await sql<Watched>`select t.id::text, t.client_id::text as "clientId", c.time_zone as "timeZone", t.vehicle_id::text as "vehicleId",
      v.plate_no as "plateNo", (extract(epoch from t.created_at) * 1000)::float8 as "createdAt", (extract(epoch from t.plan_load_at) * 1000)::float8 as "planLoadAt",
      t.target_c::float8 as "targetC", t.channels,
      array(select u::text from unnest(case when t.notify_ids = '{}' then array_remove(array[t.created_by], null) else t.notify_ids end) u) as people
    from pre_cooling t join vehicle v on v.id = t.vehicle_id and v.deleted_at is null join client c on c.id = t.client_id
    where t.stopped_at is null
      -- of a box that is cold everything has been said: its readings are not read again every minute
      and not exists (select from message m where m.client_id = t.client_id and m.once_key = 'pre-cooling-' || t.id || '-done')
      and t.plan_load_at between ${new Date(now - afterMs)} and ${new Date(now + beforeMs)}
    order by t.plan_load_at limit ${atOnce}`.execute(db);
  return rows;
}

/** How a task stands, by the readings of its box so far. */
async function follow(db: Kysely<DB>, task: Watched, now: number): Promise<Cooled> {
  const from = Math.max(task.planLoadAt - beforeMs, task.createdAt);
  const until = Math.min(now, task.planLoadAt + afterMs);
  const channels = channelsOf(task, probesOf(await loadProbeVersions(db, task.vehicleId, { from, until }), {}));
  const points = until > from ? await readTrack(db, { vehicleId: task.vehicleId, from, to: until, extra: true }) : [];
  return followCoolingTask(points, { ...task, from, channels, stoppedAt: null, now });
}

interface News {
  key: string;
  text: string;
}

const whys: Readonly<Record<string, string>> = { off: '冷机停机', door: '开门过久', silence: '数据中断' };

/** What is to be told of a task now; null: nothing, or it is too late for it to be news. */
export function newsOf(
  { start, status, reachAt, end, why, predictedAt }: Cooled,
  { planLoadAt, timeZone }: Pick<Watched, 'planLoadAt' | 'timeZone'>,
  now: number,
): News | null {
  const clock = (t: number): string => wireTime(t, timeZone).slice(11, 16);
  const isNew = (t: number | null): boolean => t !== null && now - t <= newsMs;
  if (status === 1)
    return isNew(end) && reachAt !== null ? { key: 'done', text: `预冷已达标（${clock(reachAt)}）` } : null;
  if (status === 2) {
    const reason = whys[why];
    return reason && isNew(end) && now < planLoadAt ? { key: `stop${end}`, text: `预冷中断：${reason}` } : null;
  }
  if (now >= planLoadAt) return null;
  if (start === null)
    return planLoadAt - now <= beginMs ? { key: 'begin', text: `尚未开始预冷，计划${clock(planLoadAt)}装货` } : null;
  return predictedAt !== null && predictedAt > planLoadAt
    ? { key: 'late', text: `预计${clock(predictedAt)}才达标，晚于计划装货${clock(planLoadAt)}` }
    : null;
}

/** Looks at the open tasks and tells what is new, each thing once. */
export async function tellPreCoolings(db: Kysely<DB>, now = Date.now()): Promise<void> {
  for (const task of await listOpen(db, now)) {
    if (task.people.length === 0) continue;
    const news = newsOf(await follow(db, task, now), task, now);
    if (!news) continue;
    await db.transaction().execute((trx) =>
      tellUsers(
        trx,
        {
          clientId: task.clientId,
          category: msgCategory.vehicleAffairs,
          type: msgType.preCooling,
          objTag: `vehicle:${task.vehicleId}`,
          objName: task.plateNo,
          title: news.text,
          content: `预冷任务YL${task.id}：${task.plateNo} ${news.text}。`,
          vehicleId: task.vehicleId,
          menu: 'preCooling',
          onceKey: `pre-cooling-${task.id}-${news.key}`,
        },
        task.people,
        true,
      ),
    );
  }
}

/** The job of every minute. */
export const preCoolingJobs = (db: Kysely<DB>): Array<JobDefinition<never>> => [
  defineJob<object>(preCoolingNewsName, () => tellPreCoolings(db)),
];
