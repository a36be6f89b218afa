import { dayMs } from '@tongda/contract/core/durations';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { likePattern } from '../../core/record/options';
import type { RunCall, RunStop } from '../../kernel/ground/route-runs';
import { type TimetableCall, timetableCalls } from '../../kernel/ground/timetable-calls';
import { orgOrNone, type ScopeOf, visibleVehicles } from '../../modules/base/org/door';
import { departuresAround } from '../../modules/ground/transport-route/door';
import { dataWord, doubtMin, driverName } from '../kit/facts-sql';

/** Whose routes and vehicles are read, and in whose calendar. */
export interface Sight {
  clientId: string;
  timeZone: string;
  /** condition on the column of a route's department */
  ofOrg: (column: string) => RawBuilder<boolean>;
  /** condition on a column with a vehicle's id */
  ofVehicle: (column: string) => RawBuilder<boolean>;
}
/** What a caller may see. */
export const sightOf = (who: ScopeOf & { timeZone: string }): Sight => ({
  clientId: who.clientId,
  timeZone: who.timeZone,
  ofOrg: (column) => orgOrNone(who, column),
  ofVehicle: (column) => visibleVehicles(who, column),
});
/** The whole company, for work that nobody asked for. */
export const wholeCompany = (clientId: string, timeZone: string): Sight => {
  const all = (): RawBuilder<boolean> => sql<boolean>`true`;
  return { clientId, timeZone, ofOrg: all, ofVehicle: all };
};

/** Moments from `from` to before `until`, epoch ms. */
export interface Span {
  from: number;
  until: number;
}

/** Who drove a departure, and what the visits of its stops say. */
interface Driven {
  vehicleId: string;
  plateNo: string;
  vehicleColor: number;
  departAt: number;
  arriveAt: number;
  /** one a call: what the visit says that it was read from */
  visits: Array<{ driver: string; data: 'real' | 'late' | 'gap' | ''; doubtMin: number | null }>;
}
/** A departure of a timetable and how its stops were served (K14). Times are epoch ms. */
export interface Drive {
  routeId: string;
  routeName: string;
  planAt: number;
  /** null: nobody drove it */
  run: Driven | null;
  /** vehicles of the route, of those that are seen; one of them could have driven it */
  bound: string[];
  stops: Array<{ placeId: string; name: string; assess: boolean }>;
  /** one a stop */
  calls: TimetableCall[];
}

interface KnownRoute {
  id: string;
  name: string;
  weekdays: number[];
  departTimes: string[];
  /** epoch ms: departures before it was made are nobody's */
  since: number;
  stops: Array<RunStop & { name: string }>;
  vehicles: string[];
}
interface FoundRun extends Driven {
  routeId: string;
  /** whether the vehicle is one of those that are seen */
  seen: boolean;
  planAt: number;
  calls: RunCall[];
}

const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

async function readRoutes(trx: Trx, { clientId, ofOrg, ofVehicle }: Sight, search: string): Promise<KnownRoute[]> {
  const like = likePattern(search);
  const { rows } = await sql<KnownRoute>`
    select r.id::text, r.name, r.weekdays, r.depart_times as "departTimes", ${ms('r.created_at')} as since,
      (select coalesce(jsonb_agg(jsonb_build_object('placeId', s.place_id::text, 'name', p.name, 'driveMin', s.drive_min, 'stayMin', s.stay_min,
        'earlyMin', s.early_min, 'lateMin', s.late_min, 'assess', s.assess) order by s.seq), '[]')
        from route_stop s join place p on p.id = s.place_id where s.route_id = r.id) as stops,
      array(select b.vehicle_id::text from route_vehicle b where b.route_id = r.id and ${ofVehicle('b.vehicle_id')}) as vehicles
    from transport_route r where r.client_id = ${clientId} and r.deleted_at is null and ${ofOrg('r.org_id')}
      and (r.name ilike ${like} or r.code ilike ${like}) order by r.name, r.id`.execute(trx);
  return rows;
}

async function readRuns(trx: Trx, { clientId, ofVehicle }: Sight, { from, until }: Span): Promise<FoundRun[]> {
  const { rows } = await sql<FoundRun>`
    select x.route_id::text as "routeId", x.vehicle_id::text as "vehicleId", plate_at(v.id, x.depart_at) as "plateNo", ${ofVehicle('x.vehicle_id')} as seen, v.vehicle_color as "vehicleColor",
      ${ms('x.plan_at')} as "planAt", ${ms('x.depart_at')} as "departAt", ${ms('x.arrive_at')} as "arriveAt", x.stops as calls,
      (select jsonb_agg(jsonb_build_object('driver', coalesce(i.driver, ''), 'data', coalesce(i.data, ''), 'doubtMin', i.doubt) order by s.n)
        from jsonb_array_elements(x.stops) with ordinality s(call, n) left join lateral (select ${driverName(sql`e.driver_id`)} as driver, ${dataWord('e')} as data,
            ${doubtMin('e')} as doubt
          from episode e where e.vehicle_id = x.vehicle_id and e.kind = 'visit' and e.status <> 2
            and e.start_time = to_timestamp((s.call ->> 'arrive')::float8 / 1000) limit 1) i on true) as visits
    from route_run x join vehicle v on v.id = x.vehicle_id
    where x.client_id = ${clientId} and x.plan_at >= ${new Date(from)} and x.plan_at < ${new Date(until)} order by x.plan_at, x.depart_at`.execute(
    trx,
  );
  return rows;
}

/** Departures of a timetable within the span, in order. */
function departuresIn(of: KnownRoute, { from, until }: Span, timeZone: string): number[] {
  const around = departuresAround(of, timeZone);
  const found = new Set<number>();
  for (let t = from; t < until + dayMs; t += dayMs)
    for (const at of around(t)) if (at >= from && at < until && at >= of.since) found.add(at);
  return [...found].sort((a, b) => a - b);
}

const drivenOf = ({ vehicleId, plateNo, vehicleColor, departAt, arriveAt, visits }: FoundRun): Driven => ({
  ...{ vehicleId, plateNo, vehicleColor, departAt, arriveAt },
  visits,
});

/**
 * Reads every departure of the span by the timetables, stops and tolerances of now: each drive that served it, or nobody's. A departure that nobody drove is missed by
 * the route's vehicles; who sees none of them has nothing to do with it. `search` is part of a route's name or code.
 */
export async function readDrives(trx: Trx, sight: Sight, span: Span, search: string, now: number): Promise<Drive[]> {
  const routes = await readRoutes(trx, sight, search);
  const runs = await readRuns(trx, sight, span);
  return routes.flatMap((of) => {
    const ofRoute = runs.filter(({ routeId }) => routeId === of.id);
    // a departure was driven whoever drove it, and over whatever stops the route had then
    const driven = new Set(ofRoute.map(({ planAt }) => planAt));
    const own = ofRoute.filter(({ seen, calls }) => seen && calls.length === of.stops.length);
    const missed = of.vehicles.length > 0 ? departuresIn(of, span, sight.timeZone).filter((at) => !driven.has(at)) : [];
    const stops = of.stops.map(({ placeId, name, assess }) => ({ placeId, name, assess }));
    const drive = (planAt: number, found: FoundRun | null): Drive => ({
      ...{ routeId: of.id, routeName: of.name, planAt, bound: of.vehicles, stops },
      run: found ? drivenOf(found) : null,
      calls: timetableCalls(of.stops, planAt, found?.calls ?? null, now),
    });
    return [...own.map((run) => drive(run.planAt, run)), ...missed.map((at) => drive(at, null))];
  });
}
