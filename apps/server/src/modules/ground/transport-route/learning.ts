import { dayMs } from '@tongda/contract/core/durations';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { defineJob, type JobDefinition, type JobQueue } from '../../../core/run/jobs';
import { isLearningDue, learningEveryMs } from '../../../core/watch/learning';
import { dayStart, localDay, wallToMs } from '../../../kernel/day/edges';
import type { RealVisit } from '../../../kernel/ground/punctuality';
import { findRouteRuns, type RouteRun, type RunStop } from '../../../kernel/ground/route-runs';

const name = 'route-runs';
/** Runs are looked for in the visits of so many days; runs from before stay as they are. */
const days = 31;
/** At most so many runs of a route are kept. */
const enough = 200;
/** Vehicles whose visits are read in one statement. */
const atOnce = 200;

/** Companies whose runs are to be found again, with their time zone. */
async function listDueCompanies(db: Kysely<DB>): Promise<Array<{ id: string; zone: string }>> {
  const { rows } = await sql<{ id: string; zone: string }>`
    select c.id::text as id, c.time_zone as zone from client c left join route_learning l on l.client_id = c.id
    where c.status = 1 and exists (select from route_vehicle b where b.client_id = c.id) and ${isLearningDue('runs', enough)}`.execute(
    db,
  );
  return rows;
}

interface KnownRoute {
  id: string;
  weekdays: number[];
  departTimes: string[];
  stops: RunStop[];
  vehicles: string[];
}

async function loadRoutes(db: Kysely<DB>, clientId: string): Promise<KnownRoute[]> {
  const { rows } = await sql<KnownRoute>`
    select r.id::text, r.weekdays, r.depart_times as "departTimes",
      (select coalesce(jsonb_agg(jsonb_build_object('placeId', s.place_id::text, 'driveMin', s.drive_min, 'stayMin', s.stay_min,
        'earlyMin', s.early_min, 'lateMin', s.late_min, 'assess', s.assess) order by s.seq), '[]') from route_stop s where s.route_id = r.id) as stops,
      array(select b.vehicle_id::text from route_vehicle b where b.route_id = r.id) as vehicles
    from transport_route r where r.client_id = ${clientId} and r.deleted_at is null`.execute(db);
  return rows.filter(({ vehicles }) => vehicles.length > 0);
}

async function loadVisits(
  db: Kysely<DB>,
  clientId: string,
  vehicles: readonly string[],
  places: readonly string[],
): Promise<Map<string, RealVisit[]>> {
  const { rows } = await sql<RealVisit & { vehicleId: string }>`
    select e.vehicle_id::text as "vehicleId", e.place_id::text as "placeId",
      (extract(epoch from e.start_time) * 1000)::float8 as "inAt", (extract(epoch from e.end_time) * 1000)::float8 as "outAt"
    from episode e where e.client_id = ${clientId} and e.vehicle_id = any(${[...vehicles]}::bigint[]) and e.kind = 'visit' and e.status <> 2
      and e.start_time >= now() - make_interval(days => ${sql.lit(days)}) and e.place_id = any(${[...places]}::bigint[])
    order by e.start_time`.execute(db);
  const found = new Map<string, RealVisit[]>();
  for (const { vehicleId, ...visit } of rows) {
    const list = found.get(vehicleId);
    if (list) list.push(visit);
    else found.set(vehicleId, [visit]);
  }
  return found;
}

/** Departures of a timetable (epoch ms) on the day of a moment and on the days before and after it; no weekdays means every day. */
export function departuresAround(
  { weekdays, departTimes }: Pick<KnownRoute, 'weekdays' | 'departTimes'>,
  zone: string,
): (at: number) => number[] {
  return (at) =>
    [-1, 0, 1].flatMap((step) => {
      const day = localDay(dayStart(at, zone) + step * dayMs + dayMs / 2, zone);
      const weekday = ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
      if (weekdays.length > 0 && !weekdays.includes(weekday)) return [];
      return departTimes.flatMap((clock) => wallToMs(`${day} ${clock}:00`, zone) ?? []);
    });
}

/** Finds the runs of a company's routes again in the visits of the bound vehicles; those of vehicles that were bound before stay. */
export async function learnRuns(db: Kysely<DB>, clientId: string, zone: string): Promise<void> {
  const routes = await loadRoutes(db, clientId);
  const vehicles = [...new Set(routes.flatMap((r) => r.vehicles))];
  const places = [...new Set(routes.flatMap((r) => r.stops.map(({ placeId }) => placeId)))];
  const found: Array<RouteRun & { routeId: string; vehicleId: string }> = [];
  for (let i = 0; i < vehicles.length; i += atOnce) {
    const visits = await loadVisits(db, clientId, vehicles.slice(i, i + atOnce), places);
    for (const route of routes) {
      const departures = departuresAround(route, zone);
      for (const vehicleId of route.vehicles)
        for (const run of findRouteRuns(route.stops, visits.get(vehicleId) ?? [], departures))
          found.push({ ...run, routeId: route.id, vehicleId });
    }
  }
  await db.transaction().execute(async (trx) => {
    // a vehicle that drives the route no longer has driven it all the same
    await sql`delete from route_run x where x.client_id = ${clientId} and x.depart_at >= now() - make_interval(days => ${sql.lit(days)})
      and exists (select from route_vehicle b where b.route_id = x.route_id and b.vehicle_id = x.vehicle_id)`.execute(
      trx,
    );
    await sql`insert into route_run (client_id, route_id, vehicle_id, depart_at, arrive_at, plan_at, stops, assessed, on_time)
      select ${clientId}, r."routeId", r."vehicleId", to_timestamp(r."departAt" / 1000), to_timestamp(r."arriveAt" / 1000), to_timestamp(r."planAt" / 1000),
        r.calls, r.assessed, r."onTime"
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) r("routeId" bigint, "vehicleId" bigint, "departAt" float8, "arriveAt" float8,
        "planAt" float8, calls jsonb, assessed smallint, "onTime" smallint)
      on conflict (route_id, vehicle_id, depart_at) do nothing`.execute(trx);
    await sql`insert into route_learning (client_id, learned_at, runs) values (${clientId}, now(), ${found.length})
      on conflict (client_id) do update set learned_at = excluded.learned_at, runs = excluded.runs`.execute(trx);
  });
}

/** The job that runs every minute: finds the runs of companies that are due, and queues its next run. */
export function routeJobs(db: Kysely<DB>, jobs: Pick<JobQueue, 'add'>): Array<JobDefinition<never>> {
  const regular = defineJob<object>(name, async () => {
    for (const { id, zone } of await listDueCompanies(db)) await learnRuns(db, id, zone);
    await jobs.add({ name }, {}, { key: `${name}-next`, runAt: new Date(Date.now() + learningEveryMs) });
  });
  return [regular];
}

export const beginRouteJobs = (jobs: Pick<JobQueue, 'add'>): Promise<void> => jobs.add({ name }, {}, { key: name });
