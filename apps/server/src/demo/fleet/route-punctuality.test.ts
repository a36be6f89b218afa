import { dayMs, hourMs } from '@tongda/contract/core/durations';
import { distanceM } from '@tongda/geo/distance';
import { demoVehicles } from '@tongda/simulator/fleet/demo';
import { simulateMoves } from '@tongda/simulator/world/simulate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDb, testDb } from '../../../test/test-db';
import { findRouteRuns, type RouteRun, type RunStop } from '../../kernel/ground/route-runs';
import { timetableCalls } from '../../kernel/ground/timetable-calls';
import { departuresAround } from '../../modules/ground/transport-route/door';
import { seedDemo } from '../seed';
import { vehicleId } from './vehicle/rows';

let db: TestDb;
const zone = 'Asia/Shanghai';
const last = Date.parse('2026-11-30T00:00:00+08:00');
const poor = 'SS-01';

beforeAll(async () => {
  db = await testDb();
  await seedDemo(db.systemDb, { now: new Date(last), hashPassword: async () => 'hash' });
}, 120_000);
afterAll(() => db.close());

interface Route {
  code: string;
  weekdays: number[];
  departTimes: string[];
  /** a truck so near to the middle of the stop is inside of its fence */
  stops: Array<RunStop & { lng: number; lat: number; fenceM: number }>;
  vehicles: string[];
}

async function listRoutes(): Promise<Route[]> {
  const { rows } = await db.pool.query<Route>(`select r.code, r.weekdays, r.depart_times as "departTimes",
      (select jsonb_agg(jsonb_build_object('placeId', s.place_id::text, 'driveMin', s.drive_min, 'stayMin', s.stay_min, 'earlyMin', s.early_min,
        'lateMin', s.late_min, 'assess', s.assess, 'lng', g.lng, 'lat', g.lat,
        'fenceM', coalesce(g.radius_m, (g.north - g.south) / 2 * 111000) + g.buffer_m) order by s.seq)
        from route_stop s join place_shape g on g.place_id = s.place_id and upper_inf(g.during) where s.route_id = r.id) as stops,
      array(select v.vehicle_id::text from route_vehicle v where v.route_id = r.id) as vehicles
    from transport_route r where r.client_id = 101 order by r.code`);
  return rows.filter(({ vehicles }) => vehicles.length > 0);
}

/** When a truck was inside of the fences of a route's stops from `from` on, also where it only drives through, as the platform's visits of these places are. */
function visitsOf(id: string, stops: Route['stops'], from: number) {
  const truck = demoVehicles.find(({ no }) => vehicleId(no) === id);
  if (!truck) throw new Error(`no vehicle ${id}`);
  const visits: Array<{ placeId: string; inAt: number; outAt: number }> = [];
  let here: string | undefined;
  for (const event of simulateMoves(truck, from - 6 * hourMs, last)) {
    if (event.kind !== 'point' || !event.point.located) continue;
    const { timeMs, lng, lat } = event.point;
    const placeId = stops.find((one) => distanceM(one.lng, one.lat, lng, lat) < one.fenceM)?.placeId;
    const open = visits.at(-1);
    if (placeId !== undefined && placeId === here && open) open.outAt = timeMs;
    else if (placeId !== undefined) visits.push({ placeId, inAt: timeMs, outAt: timeMs });
    here = placeId;
  }
  return visits;
}

/** Every drive of a route since `from`. */
const runsSince = (route: Route, from: number): RouteRun[] =>
  route.vehicles
    .flatMap((id) => findRouteRuns(route.stops, visitsOf(id, route.stops, from), departuresAround(route, zone)))
    .filter(({ departAt }) => departAt >= from);

/** Percents of a span: 准点率 of the list of routes, and 到达准点率 of the punctuality report, which is what the timetable promises, driven or not. */
function ratesOf(route: Route, all: readonly RouteRun[], from: number, until: number) {
  const departures = departuresAround(route, zone);
  const within = (at: number | null): boolean => at !== null && at >= from && at < until;
  const runs = all.filter(({ departAt }) => within(departAt));
  const sum = (of: 'onTime' | 'assessed') => runs.reduce((n, run) => n + run[of], 0);
  const days = Math.round((until - from) / dayMs);
  const planned = [
    ...new Set(Array.from({ length: days }, (_, i) => departures(from + (i + 0.5) * dayMs)).flat()),
  ].filter((at) => within(at) && at < until - dayMs / 2);
  const calls = planned.flatMap((planAt) => {
    const driven = all.filter((run) => run.planAt === planAt);
    return (driven.length > 0 ? driven : [null]).flatMap((run) =>
      timetableCalls(route.stops, planAt, run?.calls ?? null, until + 2 * dayMs).filter(
        ({ stop, arriveResult }) => route.stops[stop]?.assess && arriveResult !== null,
      ),
    );
  });
  return {
    enough: runs.length > 20 && planned.length > 10,
    listed: (100 * sum('onTime')) / sum('assessed'),
    reported: (100 * calls.filter(({ arriveResult }) => arriveResult === 'onTime').length) / calls.length,
  };
}

it('has one route of about 62 % in time, which plans too little time, and all others at 90 % and more, also after a week', async () => {
  const routes = await listRoutes();
  expect(routes.map(({ code }) => code)).toEqual(['CG-01', 'GZ-LOOP', 'HH-01', 'HN-01', 'JZ-01', 'SS-01']);
  for (const route of routes.filter(({ code }) => code !== poor)) {
    const from = last - 14 * dayMs;
    const runs = runsSince(route, from);
    const { enough, listed, reported } = ratesOf(route, runs, from, last);
    expect([route.code, enough, listed >= 90, reported >= 90]).toEqual([route.code, true, true, true]);
    // a start with a week of the past, on whichever day
    const weeks = Array.from({ length: 8 }, (_, back) => last - back * dayMs);
    const rates = weeks.map((until) => ratesOf(route, runs, until - 7 * dayMs, until).listed);
    expect([route.code, rates.filter((rate) => !(rate >= 90))]).toEqual([route.code, []]);
  }
}, 60_000);

// each day of the week ends another set of drives, also when live days have come after those of the seed
it('the poor route is at 60 to 64 % over 30 days, whichever day it is', async () => {
  const days = 30;
  const route = (await listRoutes()).find(({ code }) => code === poor);
  if (!route) throw new Error('no poor route');
  const ends = Array.from({ length: 10 }, (_, back) => last - back * dayMs);
  const runs = runsSince(route, (ends.at(-1) ?? last) - days * dayMs);
  const rates = ends.map((until) => ratesOf(route, runs, until - days * dayMs, until));
  const outside = rates.flatMap(({ listed, reported }) => [listed, reported]).filter((rate) => rate < 60 || rate > 64);
  expect([rates.every(({ enough }) => enough), outside]).toEqual([true, []]);
}, 60_000);
