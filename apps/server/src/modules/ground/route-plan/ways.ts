import type { Parsed } from '@tongda/contract/core/endpoint';
import {
  learnedWays,
  lineReachKm,
  type PlanStop,
  type planCalc,
  planSpeedKmh,
} from '@tongda/contract/ground/route-plan/calls';
import { estimateLeg } from '@tongda/geo/estimate';
import type { LngLat } from '@tongda/geo/types';
import { cutWay, locateOnWay, wayOf } from '@tongda/geo/way';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { invalid } from '../../../core/http/errors';
import { wallToMs } from '../../../kernel/day/edges';
import type { RoutingEngine } from '../../base/map/door';
import { loadLine } from '../place/door';
import { type CalcRules, type CalcStop, type Leg, timeBestOrder, timeStops } from './calc';
import { loadRoads, type Roads } from './engine';
import { type Asked, loadAreas, loadStopPlaces, type Place, type PlanLine, roundedPath } from './places';
import { crossedAreasOf, plannedWayOf } from './roads';
import { scheduleOf } from './schedule';

const calcStops = (stops: readonly PlanStop[], places: readonly Place[]): CalcStop[] =>
  stops.map((stop, i) => ({ ...stop, lng: places[i]?.lng ?? 0, lat: places[i]?.lat ?? 0 }));

export function departureOf(ctx: Ctx, departTime: string): number {
  const at = wallToMs(departTime, ctx.timeZone);
  if (at === null) throw invalid({ field: 'departTime', msg: '计划发车时间不存在' });
  return at;
}

/** Loads all that a plan is calculated from: its stops, what is known of the ways between them, its line. */
export async function loadWays(
  trx: Trx,
  ctx: Ctx,
  plan: Asked,
  places: readonly Place[],
  roads: Roads | null,
): Promise<{ stops: CalcStop[]; rules: CalcRules; line: PlanLine | null }> {
  const stops = calcStops(plan.stops, places);
  const found = plan.lineId ? await followLine(trx, ctx, plan.lineId, places) : null;
  const learned = await loadLearnedMinutes(trx, ctx, places);
  const rules: CalcRules = {
    departClock: Number(plan.departTime.slice(11, 13)) * 60 + Number(plan.departTime.slice(14, 16)),
    speedKmh: planSpeedKmh,
    keepLast: plan.keepLast,
    returnToStart: plan.returnToStart,
    way: (from, to): Partial<Leg> => {
      const road = roads?.between(from, to);
      const driveMin = learned.get(`${places[from]?.id} ${places[to]?.id}`) ?? road?.driveMin;
      const distanceM = found?.between(from, to) ?? road?.distanceM;
      return { ...(driveMin === undefined ? {} : { driveMin }), ...(distanceM === undefined ? {} : { distanceM }) };
    },
  };
  return { stops, rules, line: found?.line ?? roads?.line ?? null };
}

async function followLine(trx: Trx, ctx: Ctx, lineId: string, places: readonly Place[]) {
  const line = await loadLine(trx, ctx, lineId);
  if (!line) throw invalid({ field: 'lineId', msg: '所选电子线路不存在' });
  const along = measureAlongLine(line, places);
  for (const i of [0, places.length - 1]) {
    const offKm = (along.offM[i] ?? 0) / 1000;
    if (offKm > lineReachKm)
      throw invalid({
        field: 'lineId',
        msg: `规划失败：起终点距离道路过远（${places[i]?.name}距电子线路“${line.name}”${offKm.toFixed(1)}公里，最多${lineReachKm}公里）`,
      });
  }
  return along;
}

/** The part of a line that a drive over these places takes, and the lengths between stops along it: to the line, on it, and from it to the stop. */
export function measureAlongLine(
  line: { name: string; points: readonly LngLat[]; halfWidthM: number },
  places: ReadonlyArray<Pick<Place, 'lng' | 'lat'>>,
): { line: PlanLine; between: (from: number, to: number) => number | undefined; offM: number[] } {
  const way = wayOf(line.points);
  const hits = places.map(({ lng, lat }) => locateOnWay(way, lng, lat) ?? { offM: 0, atM: 0 });
  const near = hits.filter(({ offM }) => offM <= lineReachKm * 1000).map(({ atM }) => atM);
  const [low, high] = [Math.min(...near), Math.max(...near)];
  const forward = (hits.at(-1)?.atM ?? 0) >= (hits[0]?.atM ?? 0);
  const between = (from: number, to: number): number | undefined => {
    const [a, b] = [hits[from], hits[to]];
    // nothing is known of the way to a stop far from the line
    if (!a || !b || Math.max(a.offM, b.offM) > lineReachKm * 1000) return undefined;
    return Math.round((a.offM + Math.abs(b.atM - a.atM) + b.offM) / 100) * 100;
  };
  const path = forward ? cutWay(way, low, high) : cutWay(way, high, low);
  return { line: { name: line.name, path, halfWidthM: line.halfWidthM }, between, offM: hits.map(({ offM }) => offM) };
}

/** A drive that took longer than this compared with its estimate is taken to have stopped on its way. */
const straight = { share: 2, moreMin: 15 } as const;

/** Median minutes between places, of the company's drives that went straight from one to the other; key `<from> <to>`. */
async function loadLearnedMinutes(trx: Trx, ctx: Ctx, places: readonly Place[]): Promise<Map<string, number>> {
  const ids = [...new Set(places.flatMap(({ id }) => id ?? []))];
  if (ids.length < 2) return new Map();
  const { rows } = await sql<{ a: string; b: string; minutes: number[] }>`
    select place_id::text as a, next::text as b, array_agg(extract(epoch from next_at - end_time)::float8 / 60) as minutes
    from (select e.place_id, e.end_time, lead(e.place_id) over w as next, lead(e.start_time) over w as next_at from episode e
      where e.client_id = ${ctx.clientId} and e.kind = 'visit' and e.status <> 2 and e.place_id = any(${ids}::bigint[])
        and e.start_time >= now() - make_interval(days => ${sql.lit(learnedWays.days)})
      window w as (partition by e.vehicle_id order by e.start_time)) v
    where next <> place_id and next_at > end_time and next_at < end_time + interval '1 day' group by 1, 2`.execute(trx);
  const at = new Map(places.map((place) => [place.id, place]));
  const found = new Map<string, number>();
  for (const { a, b, minutes } of rows) {
    const [from, to] = [at.get(a), at.get(b)];
    if (!from || !to) continue;
    const estimate = estimateLeg([from.lng, from.lat], [to.lng, to.lat], planSpeedKmh).driveMin;
    const drives = minutes.filter((one) => one <= estimate * straight.share + straight.moreMin).sort((x, y) => x - y);
    if (drives.length < learnedWays.least) continue;
    const middle = Math.floor(drives.length / 2);
    const upper = drives[middle] ?? 0;
    const median = drives.length % 2 === 1 ? upper : ((drives[middle - 1] ?? upper) + upper) / 2;
    found.set(`${a} ${b}`, Math.max(1, Math.round(median)));
  }
  return found;
}

/** Straight legs from stop to stop, and back to the first where the plan returns. */
export const straightPath = (stops: ReadonlyArray<{ lng: number; lat: number }>, home: boolean): LngLat[] =>
  [...stops, ...(home ? stops.slice(0, 1) : [])].map(({ lng, lat }) => [lng, lat]);

/** Times of the order given and, when asked, of the best one; nothing is kept. */
export async function calculatePlan(ctx: Ctx, engine: RoutingEngine | null, input: Parsed<typeof planCalc>) {
  const roads = await loadRoads(ctx, engine, input, input.optimise);
  return ctx.db(async (trx) => {
    const places = await loadStopPlaces(trx, ctx, input.stops);
    const departAt = departureOf(ctx, input.departTime);
    const { stops, rules, line } = await loadWays(trx, ctx, input, places, roads);
    const shown = input.stops.map((stop, i) => ({
      ...stop,
      name: places[i]?.name ?? '',
      address: '',
      lng: places[i]?.lng ?? 0,
      lat: places[i]?.lat ?? 0,
    }));
    return {
      given: scheduleOf(ctx, timeStops(stops, rules), departAt, shown),
      best: input.optimise ? scheduleOf(ctx, timeBestOrder(stops, rules), departAt, shown) : null,
      path: line && roundedPath(line.path),
      ways: roads?.choices.map(plannedWayOf) ?? [],
      crossed: crossedAreasOf(
        line?.path ?? straightPath(places, input.returnToStart),
        await loadAreas(trx, ctx, input),
      ),
      note: roads?.note ?? '',
    };
  });
}
