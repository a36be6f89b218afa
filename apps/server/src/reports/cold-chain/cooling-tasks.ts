import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import type { preCoolingReport } from '@tongda/contract/reports/cold-chain/pre-cooling';
import type { ReportQuery } from '@tongda/contract/reports/kit/report';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../core/http/ctx';
import { invalidField } from '../../core/http/errors';
import { likePattern } from '../../core/record/options';
import { mapFew } from '../../core/run/few-at-once';
import { type Cooled, followCoolingTask, verdictOf } from '../../kernel/temperature/pre-cooled';
import { readPermitted } from '../../modules/watch/track/door';
import { findReportVehicle } from '../kit/lent';
import { loadProbeVersions, type Probe, probesOf } from '../kit/probes';
import { chosenVehicles, mayReadFact, ofVehicle, readsAtOnce, type Wish } from '../kit/query';

type Query = ReportQuery<typeof preCoolingReport> & Pick<Wish, 'from' | 'until' | 'ids'>;
type TaskWish = Pick<Query, 'from' | 'until' | 'vehicleIds'> & Partial<Query>;

/** A cooling begins at most so long before the planned loading. */
const beforeMs = 12 * hourMs;
/** So many tasks are followed in their readings at once. */
const mostTasks = 300;
/** Minutes before loading that a waybill's box has to be cold. */
const waybillMinutes = 30;

interface Task {
  id: string;
  taskId: string | null;
  vehicleId: string;
  vehicleColor: number;
  plateNo: string;
  fleetName: string;
  code: string;
  siteName: string;
  planLoadAt: number;
  from: number;
  targetC: number;
  minutes: number;
  channels: number[];
  stoppedAt: number | null;
  creator: string;
  remark: string;
}

/** Tasks, and waybills whose driver was asked to cool the box, with their planned loading in the range. */
export async function listTasks(ctx: Ctx, q: TaskWish): Promise<Task[]> {
  const ms = (moment: RawBuilder<unknown>) => sql`(extract(epoch from ${moment}) * 1000)::float8`;
  const site = q.site ? sql`and x.site ilike ${likePattern(q.site)}` : sql``;
  const { rows } = await ctx.db((trx) =>
    sql<Task>`select x.id, x.task_id as "taskId", v.id::text as "vehicleId", v.vehicle_color as "vehicleColor", plate_at(v.id, x.plan) as "plateNo",
      coalesce(f.name, '') as "fleetName", x.code, x.site as "siteName", ${ms(sql`x.plan`)} as "planLoadAt",
      greatest(${ms(sql`x.plan`)} - ${beforeMs}, ${ms(sql`x.begin`)}) as from, x.target as "targetC", x.minutes, x.channels, ${ms(sql`x.stopped_at`)} as "stoppedAt", x.creator, x.remark
    from (select 't' || t.id as id, t.id::text as task_id, t.vehicle_id, 'YL' || t.id as code, t.site_name as site, t.plan_load_at as plan, t.created_at as begin,
        t.target_c::float8 as target, t.minutes, t.channels, t.stopped_at, t.creator_name as creator, t.remark from pre_cooling t
      union all select 'w' || w.id, null, w.vehicle_id, w.waybill_code, w.from_name, coalesce(w.load_started_at, w.plan_depart_at), w.precool_asked_at, w.set_temp_c::float8,
        ${waybillMinutes}, '{}'::smallint[], null, coalesce(w.precool_asked_by, ''), '' from waybill w
        where w.voided_at is null and w.set_temp_c is not null and w.precool_asked_at is not null) x
    join vehicle v on v.id = x.vehicle_id left join fleet f on f.id = v.fleet_id
    where x.plan >= ${new Date(q.from)} and x.plan < ${new Date(q.until)} ${site} and ${chosenVehicles(ctx, { ...q, ids: undefined })}
      and ${mayReadFact(ctx, ofVehicle('v'), sql`x.plan`, 'temperature')} order by x.plan desc limit ${mostTasks + 1}`.execute(
      trx,
    ),
  );
  if (rows.length > mostTasks)
    throw invalidField('endTime', `一次最多查询${mostTasks}条预冷任务，请缩短日期或选择车辆`);
  return rows;
}

const isAmbient = ({ name }: Pick<Probe, 'name'>): boolean => name.includes('环境');

/** The temperature channels that have to get cold, from 1: those of the task, else all in the box. The air outside does not have to. */
export const channelsOf = (
  task: { channels: number[] },
  probes: readonly Pick<Probe, 'name' | 'key' | 'kind'>[],
): number[] =>
  task.channels.length > 0
    ? task.channels
    : probes.filter((probe) => probe.kind === 'tem' && !isAmbient(probe)).map(({ key }) => Number(key.slice(3)));

/** What a row of the list says. */
export type CoolingRow = Awaited<ReturnType<typeof followTask>>;

/** A task with what its readings say of it. */
export async function followTask(ctx: Ctx, task: Task, now: number) {
  const until = Math.min(now, task.planLoadAt + 2 * hourMs);
  const { points, probes } = await ctx.db(async (trx) => {
    const vehicle = await findReportVehicle(trx, ctx, task.vehicleId, 'temperature', until);
    const versions = await loadProbeVersions(trx, task.vehicleId, { from: task.from, until });
    return {
      probes: probesOf(versions, {}).filter(({ kind }) => kind === 'tem'),
      points: until > task.from ? await readPermitted(trx, vehicle, { from: task.from, to: until, extra: true }) : [],
    };
  });
  const ambient = probes.find(isAmbient);
  const channels = channelsOf(task, probes);
  const wanted = { ...task, channels, now };
  const cooled = followCoolingTask(points, wanted);
  const verdict = verdictOf(cooled, wanted, task.minutes);
  const nameOf = (channel: number): string =>
    probes.find(({ key }) => key === `tem${channel}`)?.name ?? `温度${channel}`;
  const { planLoadAt, stoppedAt, channels: _channels, from: _from, ...words } = task;
  return {
    ...words,
    planLoadTime: planLoadAt,
    ...timesOf(cooled, planLoadAt),
    startC: cooled.startC,
    rate: cooled.rateCPerH,
    endTemps: channels
      .flatMap((channel, i) => {
        const value = cooled.lastTemps[i];
        return value === null || value === undefined ? [] : [`${nameOf(channel)} ${value}`.replace('-', '\u2212')];
      })
      .join('、'),
    ambientC: ambient ? (points.map(ambient.reading).findLast((value) => value !== null) ?? null) : null,
    doorOpens: cooled.start === null ? null : cooled.doorOpens,
    status: cooled.status ?? 'none',
    why: cooled.why,
    verdict,
    stoppable:
      task.taskId !== null &&
      stoppedAt === null &&
      (cooled.status === 0 || (cooled.status === null && now < planLoadAt)),
  };
}

const timesOf = ({ start, reachAt, end, predictedAt }: Cooled, planLoadAt: number) => ({
  startTime: start,
  reachTime: reachAt,
  endTime: end,
  usedMin: start === null || reachAt === null ? null : (reachAt - start) / minuteMs,
  leadMin: reachAt === null ? null : (planLoadAt - reachAt) / minuteMs,
  predictedTime: predictedAt,
});

/** The task of a trip (`t5`, `w12`) with what its readings say of it; null: there is none, or the caller may not read it. */
export async function coolingTaskOf(
  ctx: Ctx,
  { coolingId, vehicleId, planLoadAt }: { coolingId: string | null; vehicleId: string; planLoadAt: number },
): Promise<CoolingRow | null> {
  if (coolingId === null) return null;
  const tasks = await listTasks(ctx, { from: planLoadAt, until: planLoadAt + 1, vehicleIds: [vehicleId] });
  const task = tasks.find(({ id }) => id === coolingId);
  return task ? followTask(ctx, task, Date.now()) : null;
}

/**
 * How far the boxes of shipments are cooled, by the shipment's id: 达标, 进行中 or 未达标 as this report says it; absent without a task. Only of those
 * whose vehicle the caller may read.
 */
export async function coolingOf(
  ctx: Ctx,
  shipmentIds: readonly string[],
): Promise<Map<string, 'reached' | 'running' | 'missed'>> {
  const { rows } = await ctx.db((trx) =>
    sql<{
      id: string;
      taskId: string;
      vehicleId: string;
      plan: number;
    }>`select s.id::text, t.id::text as "taskId", t.vehicle_id::text as "vehicleId",
        (extract(epoch from t.plan_load_at) * 1000)::float8 as plan
      from shipment s join pre_cooling t on t.id = s.pre_cooling_id where s.id = any(${[...shipmentIds]}::bigint[])`.execute(
      trx,
    ),
  );
  if (rows.length === 0) return new Map();
  const plans = rows.map(({ plan }) => plan);
  const [from, until] = [Math.min(...plans), Math.max(...plans) + 1];
  const wish = { from, until, vehicleIds: rows.map(({ vehicleId }) => vehicleId) };
  const wanted = new Map(rows.map(({ id, taskId }) => [taskId, id]));
  const tasks = (await listTasks(ctx, wish)).filter(({ taskId }) => taskId !== null && wanted.has(taskId));
  const now = Date.now();
  const followed = await mapFew(tasks, readsAtOnce, (task) => followTask(ctx, task, now));
  return new Map(
    followed.map(({ taskId, verdict }) => [
      wanted.get(taskId ?? '') ?? '',
      verdict === 'reached' || verdict === 'tight' ? 'reached' : verdict === 'running' ? 'running' : 'missed',
    ]),
  );
}
