import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { routePlanStatus } from '@tongda/contract/ground/place/enums';
import type { ComparedStop, PlanComparison } from '@tongda/contract/ground/route-plan/compare';
import { alarmTitle } from '@tongda/contract/watch/alarm/words';
import { simplifyLine } from '@tongda/geo/simplify';
import type { LngLat } from '@tongda/geo/types';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { AppError } from '../../../core/http/errors';
import { matchPlanRun, type PlanRun } from '../../../kernel/ground/plan-run';
import { type Deviation, deviationM, deviationsOf } from '../../../kernel/ground/plan-way';
import { mileageOf, type Segment, segmentsOf } from '../../../kernel/motion/segments';
import { findAddress, listPlatformAlarms, loadTrack, type Track } from '../../watch/track/door';
import { type DrivenPlan, loadDrivenPlans, loadPlanVisits } from './drive';
import { roundedPath } from './places';
import { type FoundPlan, findPlan } from './repo';

type Alarm = Awaited<ReturnType<typeof listPlatformAlarms>>[number];

/** The drawn line may lie this far from the fixes, metres. */
const drawnM = 10;

/** Compares a plan with what its vehicle drove. When the caller may not read the vehicle or its track, the answer says so in `reason`. */
export async function comparePlan(ctx: Ctx, id: string, now = Date.now()): Promise<PlanComparison> {
  const read = await ctx.db(async (trx) => {
    const plan = requireRow(await findPlan(trx, ctx, id), '线路规划');
    const [driven] = plan.vehicleId && plan.plateNo ? await loadDrivenPlans(trx, sql<boolean>`r.id = ${id}`) : [];
    const why = reasonOf(plan, driven, now);
    if (why || !driven) return { plan, why };
    const visits = (await loadPlanVisits(trx, [driven])).get(id) ?? [];
    const run = matchPlanRun(driven.stops, visits, now);
    if (run.startAt === null) return { plan, driven, run, why: '车辆还没有离开起点，也没有到达任何途经点' };
    const range = { from: run.startAt, to: run.endAt ?? now };
    return { plan, driven, run, ...(await loadDrivenTrack(trx, ctx, driven.vehicleId, range, now)) };
  });
  return comparisonOf(ctx, read);
}

/** Why there is nothing to compare yet; '' when there is something. */
function reasonOf(plan: FoundPlan, driven: DrivenPlan | undefined, now: number): string {
  if (plan.status === routePlanStatus.draft) return '规划还是草稿，下发给车辆后才能对比';
  if (plan.status === routePlanStatus.void) return '规划已作废';
  if (!plan.vehicleId) return '规划没有车辆';
  if (!plan.plateNo) return '您没有该车辆的查看权限';
  if (!driven) return '共享车辆的行驶不与规划对比';
  return plan.departAt.getTime() - now > 2 * hourMs ? '未到计划发车时间' : '';
}

async function loadDrivenTrack(
  trx: Trx,
  ctx: Ctx,
  vehicleId: string,
  range: { from: number; to: number },
  now: number,
) {
  try {
    const track = await loadTrack(trx, ctx, { vehicleId, range }, now);
    return { why: '', track, alarms: await listPlatformAlarms(trx, ctx, vehicleId, track.range) };
  } catch (error) {
    // the caller sees the vehicle but may not read its history
    if (error instanceof AppError) return { why: '您没有该车辆轨迹的查看权限' };
    throw error;
  }
}

interface Read {
  plan: FoundPlan;
  why: string;
  driven?: DrivenPlan;
  run?: PlanRun;
  track?: Track;
  alarms?: Alarm[];
}

async function comparisonOf(ctx: Ctx, { plan, why, driven, run, track, alarms = [] }: Read): Promise<PlanComparison> {
  const time = (at: number | null): string | null => (at === null ? null : wireTime(at, ctx.timeZone));
  const segments = track ? track.facts.segments : [];
  const actualKm = track ? oneDigit(track.facts.mileageM / 1000) : null;
  const planKm = oneDigit(plan.mileageM / 1000);
  const over = run?.state === 'done';
  const deviations = driven && track ? deviationsOf(driven.way, segments) : [];
  const until = run?.endAt ?? track?.range.to ?? null;
  return {
    state: run?.state ?? 'waiting',
    reason: why,
    vehicleId: plan.plateNo ? plan.vehicleId : null,
    plateNo: plan.plateNo,
    startTime: time(run?.startAt ?? null),
    endTime: time(run?.endAt ?? null),
    planKm,
    actualKm,
    deviationRate: over && actualKm !== null && planKm > 0 ? oneDigit((100 * (actualKm - planKm)) / planKm) : null,
    planMinutes: plan.durationMin,
    actualMinutes: run?.startAt && until ? Math.round((until - run.startAt) / minuteMs) : null,
    estimated: plan.path === null,
    corridorM: plan.path === null ? null : Math.max(deviationM, plan.corridorM ?? 0),
    planPath:
      plan.path ?? (driven?.way.stops ?? plan.stops.map(({ lng, lat }) => [lng, lat] as const)).map(([x, y]) => [x, y]),
    track: splitAtSilences(segments),
    stops: driven && run ? stopsOf(ctx, plan, driven, run, track) : [],
    deviations: await Promise.all(deviations.map((one) => deviationOf(ctx, one, until))),
    alarms: alarms.map(({ id, level, start, end, ...alarm }) => {
      return { id, name: alarmTitle(alarm), level, startTime: wireTime(start, ctx.timeZone), endTime: time(end) };
    }),
    temperatures: (track?.facts.temps ?? []).map(({ channel, min, max, avg }) => {
      const probe = track?.probes.find((one) => one.kind === 'tem' && one.channel === channel);
      return { name: probe?.name || `温度${channel}`, min, max, avg: avg === null ? null : oneDigit(avg) };
    }),
  };
}

const oneDigit = (value: number): number => Math.round(value * 10) / 10;

/** The driven way in pieces: it is split where there was no data and the vehicle was elsewhere afterwards. */
function splitAtSilences(segments: readonly Segment[]): Array<Array<[number, number]>> {
  const found: LngLat[][] = [];
  let open: LngLat[] = [];
  for (const { from, to, gap, displaced } of segments) {
    if (!from || !to) continue;
    if (gap && displaced) {
      found.push(open);
      open = [];
      continue;
    }
    if (open.length === 0) open.push([from.lng, from.lat]);
    open.push([to.lng, to.lat]);
  }
  return [...found, open].filter((piece) => piece.length > 1).map((piece) => roundedPath(simplifyLine(piece, drawnM)));
}

async function deviationOf(ctx: Ctx, { start, end, mileageM, maxM, path }: Deviation, until: number | null) {
  const middle = path[Math.floor(path.length / 2)];
  return {
    startTime: wireTime(start, ctx.timeZone),
    endTime: end === null ? null : wireTime(end, ctx.timeZone),
    minutes: Math.max(1, Math.round(((end ?? until ?? start) - start) / minuteMs)),
    km: oneDigit(mileageM / 1000),
    maxM: Math.round(maxM),
    address: middle ? await findAddress(middle[0], middle[1]) : '',
    path: roundedPath(simplifyLine(path, drawnM)),
  };
}

function stopsOf(
  ctx: Ctx,
  plan: FoundPlan,
  driven: DrivenPlan,
  run: PlanRun,
  track: Track | undefined,
): ComparedStop[] {
  const time = (at: number | null): string | null => (at === null ? null : wireTime(at, ctx.timeZone));
  const ways = drivenKmToStops(run, track);
  const stopsM = plan.stops.reduce((sum, { distanceM }) => sum + distanceM, 0);
  return driven.stops.map((planned, i) => {
    const home = i >= plan.stops.length;
    const stop = plan.stops[home ? 0 : i];
    const real = run.stops[i];
    const { arriveAt = null, leaveAt = null, diffMs = null } = real ?? {};
    return {
      name: stop?.name ?? '',
      lng: stop?.lng ?? 0,
      lat: stop?.lat ?? 0,
      home,
      planArrive: wireTime(planned.arriveAt, ctx.timeZone),
      planLeave: wireTime(planned.leaveAt, ctx.timeZone),
      windowFrom: home ? null : (stop?.windowFrom ?? null),
      windowTo: home ? null : (stop?.windowTo ?? null),
      planStayMin: planned.stayMin,
      planKm: oneDigit((home ? plan.mileageM - stopsM : (stop?.distanceM ?? 0)) / 1000),
      arriveTime: time(arriveAt),
      leaveTime: time(leaveAt),
      stayMin: i === 0 || arriveAt === null || leaveAt === null ? null : Math.round((leaveAt - arriveAt) / minuteMs),
      actualKm: ways[i] ?? null,
      diffMin: diffMs === null ? null : Math.round(diffMs / minuteMs),
      result: real?.result ?? null,
      order: real?.order ?? null,
    };
  });
}

/** Driven km to each stop from the stop that was called at before it, in the driven order; null where one of the two was not called at. */
function drivenKmToStops(run: PlanRun, track: Track | undefined): Array<number | null> {
  if (!track || run.startAt === null) return run.stops.map(() => null);
  const { clean, gapMaxMs } = track.facts;
  const called = run.stops
    .map(({ arriveAt, leaveAt }, i) => ({ i, arriveAt, leaveAt }))
    .filter(({ i, arriveAt }) => i > 0 && arriveAt !== null)
    .sort((a, b) => (a.arriveAt ?? 0) - (b.arriveAt ?? 0));
  const ways: Array<number | null> = run.stops.map(() => null);
  let from = run.startAt;
  for (const { i, arriveAt, leaveAt } of called) {
    const range = { from, to: Math.max(from, arriveAt ?? from) };
    const way = segmentsOf(clean.fixes, range, (t) => ({ ...track.vehicle.settingsAt(t), gapMaxMs }));
    ways[i] = oneDigit(mileageOf(way).mileageM / 1000);
    from = leaveAt ?? arriveAt ?? from;
  }
  return ways;
}
