import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { learnedLeast, type RouteRuns, type routeAdopt } from '@tongda/contract/ground/transport-route/calls';
import { sql } from 'kysely';
import { requireRow, updateRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule } from '../../../core/http/errors';
import { changesBetween, recordChanges } from '../../../core/record/audit';
import { zoneOffsetMs } from '../../../kernel/day/edges';
import { punctualityOf } from '../../../kernel/ground/punctuality';
import { type LearnedTimes, learnTimes, plannedArrivalsOf, type RunCall } from '../../../kernel/ground/route-runs';
import { visibleVehicles } from '../../base/org/door';
import { type FoundRoute, findRoute } from './repo';
import { entity, markRunsDue, writeStops } from './service';

const shown = 30;

interface StoredRun {
  id: string;
  vehicleId: string;
  plateNo: string;
  vehicleColor: number;
  departAt: number;
  arriveAt: number;
  planAt: number | null;
  calls: RunCall[];
  assessed: number;
  onTime: number;
}

/** Runs of the last 30 days by vehicles that the caller may see, newest first. */
async function loadRuns(trx: Trx, ctx: Ctx, routeId: string): Promise<StoredRun[]> {
  const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
  const { rows } = await sql<StoredRun>`
    select x.id::text, x.vehicle_id::text as "vehicleId", v.plate_no as "plateNo", v.vehicle_color as "vehicleColor",
      ${ms('x.depart_at')} as "departAt", ${ms('x.arrive_at')} as "arriveAt", ${ms('x.plan_at')} as "planAt", x.stops as calls, x.assessed, x.on_time as "onTime"
    from route_run x join vehicle v on v.id = x.vehicle_id
    where x.route_id = ${routeId} and x.depart_at >= now() - interval '30 days' and ${visibleVehicles(ctx, 'x.vehicle_id')}
    order by x.depart_at desc, x.id desc`.execute(trx);
  return rows;
}

const hourIn = (zone: string) => (at: number) => Math.floor(((at + zoneOffsetMs(at, zone)) / hourMs) % 24);

/** Median times of the runs that went over the route's present stops. */
const learnRouteTimes = (ctx: Ctx, route: FoundRoute, runs: readonly StoredRun[]): LearnedTimes =>
  learnTimes(
    runs.filter(({ calls }) => calls.length === route.stops.length),
    hourIn(ctx.timeZone),
  );

export function listRuns(ctx: Ctx, id: string): Promise<RouteRuns> {
  return ctx.db(async (trx) => {
    const route = requireRow(await findRoute(trx, ctx, id), '线路');
    const runs = await loadRuns(trx, ctx, id);
    return {
      list: runs.slice(0, shown).map((run) => runLineOf(ctx, route, run)),
      learned: { runs: runs.length, ...learnRouteTimes(ctx, route, runs) },
    };
  });
}

function runLineOf(ctx: Ctx, route: FoundRoute, run: StoredRun): RouteRuns['list'][number] {
  const time = (at: number | null): string | null => (at === null ? null : wireTime(at, ctx.timeZone));
  const plan = plannedArrivalsOf(route.stops);
  const from = run.planAt ?? run.departAt;
  const call = ({ arrive, leave }: RunCall, i: number): RouteRuns['list'][number]['calls'][number] => {
    const stop = route.stops[i];
    const planned = i === 0 ? run.planAt : from + (plan[i] ?? 0);
    const late = i === 0 || arrive === null || planned === null ? null : arrive - planned;
    const judged = i > 0 && stop?.assess === true;
    const tolerance = { earlyMs: (stop?.earlyMin ?? 0) * minuteMs, lateMs: (stop?.lateMin ?? 0) * minuteMs };
    return {
      planTime: time(planned),
      arriveTime: time(arrive),
      leaveTime: time(leave),
      lateMin: late === null ? null : Math.round(late / minuteMs),
      result: judged ? (late === null ? 'missed' : punctualityOf(late, tolerance)) : null,
    };
  };
  return {
    id: run.id,
    vehicleId: run.vehicleId,
    plateNo: run.plateNo,
    vehicleColor: run.vehicleColor,
    departTime: wireTime(run.departAt, ctx.timeZone),
    arriveTime: wireTime(run.arriveAt, ctx.timeZone),
    planTime: time(run.planAt),
    minutes: Math.round((run.arriveAt - run.departAt) / minuteMs),
    assessed: run.assessed,
    onTime: run.onTime,
    // of a run over other stops than the route has now only the ends are shown
    calls: run.calls.length === route.stops.length ? run.calls.map(call) : [],
  };
}

/** Takes the median driving times and stays of the runs as the planned ones. 4009 when the route was changed since `version` was read. */
export function adoptLearned(ctx: Ctx, { id, version }: Parsed<typeof routeAdopt>): Promise<{ version: number }> {
  return ctx.db(async (trx) => {
    const route = requireRow(await findRoute(trx, ctx, id), '线路');
    const runs = await loadRuns(trx, ctx, id);
    const learned = learnRouteTimes(ctx, route, runs);
    const next = route.stops.map((stop, i) => ({
      ...stop,
      driveMin: learned.stops[i]?.driveMin ?? stop.driveMin,
      stayMin: learned.stops[i]?.stayMin ?? stop.stayMin,
    }));
    const minutes = next.reduce(
      (sum, stop, i) => sum + (i === 0 ? 0 : stop.driveMin) + (i > 0 && i < next.length - 1 ? stop.stayMin : 0),
      0,
    );
    const updated = await updateRow(trx, ctx, 'transport_route', {
      id,
      version,
      values: { plan_duration_min: minutes },
    });
    // checked after the version, so that somebody with an old version hears that first
    if (runs.length < learnedLeast)
      throw blockedByRule(`近30天只有${runs.length}次执行，至少${learnedLeast}次后才有建议时效`);
    await writeStops(trx, ctx, [{ id, stops: next }]);
    await markRunsDue(trx, ctx);
    const words = (stops: ReadonlyArray<{ name: string; driveMin: number; stayMin: number }>): string =>
      stops.map(({ name, driveMin, stayMin }) => `${name} 行驶${driveMin}分 停${stayMin}分`).join(' → ');
    const changes = changesBetween({ stops: words(route.stops) }, { stops: words(next) }, { stops: '停靠点' });
    if (changes.length > 0) await recordChanges(trx, ctx, [{ entity, entityId: id, action: '采用建议时效', changes }]);
    return { version: updated };
  });
}
