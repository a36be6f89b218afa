import { pointReachM } from '@tongda/contract/ground/route-plan/calls';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { computeWayFacts } from '../../../kernel/day/facts';
import { type PlannedStop, type PlanVisit, planWindowOf } from '../../../kernel/ground/plan-run';
import { type Deviation, deviationsOf, type PlanWay } from '../../../kernel/ground/plan-way';
import type { Range } from '../../../kernel/motion/segments';
import type { TrackPoint } from '../../../kernel/point';
import type { SettingsAt } from '../../../kernel/settings';

/** A plan as its drive is compared with it. Times are epoch ms. */
export interface DrivenPlan {
  id: string;
  clientId: string;
  vehicleId: string;
  name: string;
  status: number;
  mileageM: number;
  figuredAt: number | null;
  /** in order, the way home last when there is one; a point that is no site has its position for an id */
  stops: Stop[];
  way: PlanWay;
}

type Stop = PlannedStop & { lng: number; lat: number };
interface Row extends Omit<DrivenPlan, 'stops' | 'way'> {
  endAt: number;
  home: boolean;
  path: Array<[number, number]> | null;
  corridorM: number | null;
  stops: Stop[];
}

/** Plans with a vehicle of their own company and their stops; `where` is a condition on `r` (route_plan). */
export async function loadDrivenPlans(db: Kysely<DB>, where: RawBuilder<boolean>): Promise<DrivenPlan[]> {
  const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
  const { rows } =
    await sql<Row>`select r.id::text, r.client_id::text as "clientId", r.vehicle_id::text as "vehicleId", r.name, r.status,
      r.plan_mileage_m as "mileageM", ${ms('r.figured_at')} as "figuredAt", ${ms('r.depart_at')} + r.plan_duration_min * 60000.0::float8 as "endAt",
      r.return_to_start as home, r.path, r.corridor_m as "corridorM",
      (select coalesce(jsonb_agg(jsonb_build_object('placeId', coalesce(s.place_id::text, '@' || s.lng || ',' || s.lat), 'lng', s.lng, 'lat', s.lat, 'stayMin', s.stay_min,
        'arriveAt', ${ms('s.arrive_at')}, 'leaveAt', ${ms('s.leave_at')}, 'opensAt', ${ms('s.window_from')}, 'closesAt', ${ms('s.window_to')}) order by s.seq), '[]')
        from route_plan_stop s where s.plan_id = r.id) as stops
    from route_plan r join vehicle v on v.id = r.vehicle_id and v.client_id = r.client_id and v.deleted_at is null
    where r.deleted_at is null and ${where} order by r.depart_at, r.id`.execute(db);
  return rows.map(({ endAt, home, path, corridorM, stops, ...plan }) => {
    const [first] = stops;
    const back =
      home && first ? [{ ...first, arriveAt: endAt, leaveAt: endAt, stayMin: 0, opensAt: null, closesAt: null }] : [];
    const all = [...stops, ...back];
    return {
      ...plan,
      stops: all,
      way: {
        stops: all.map(({ lng, lat }) => [lng, lat] as const),
        line: path && { path, halfWidthM: corridorM ?? 0 },
      },
    };
  });
}

/** Visits of the plans' vehicles at the plans' places in the time of each plan, by plan id; for a point that is not a site, stays near it. */
export async function loadPlanVisits(db: Kysely<DB>, plans: readonly DrivenPlan[]): Promise<Map<string, PlanVisit[]>> {
  const asked = plans.map(({ id, clientId, vehicleId, stops }) => {
    const { from, to } = planWindowOf(stops);
    const at = new Map(stops.map(({ placeId, lng, lat }) => [placeId, { placeId, lng, lat }]));
    const points = [...at.values()].filter(({ placeId }) => placeId.startsWith('@'));
    return { id, clientId, vehicleId, from, to, places: [...at.keys()], points };
  });
  const span = sql`e.vehicle_id = a."vehicleId" and e.client_id = a."clientId" and e.status <> 2
      and e.start_time < to_timestamp(a."to" / 1000) and (e.end_time is null or e.end_time >= to_timestamp(a."from" / 1000))`;
  const { rows } = await sql<PlanVisit & { planId: string }>`
    with a as materialized (select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      a(id bigint, "clientId" bigint, "vehicleId" bigint, "from" float8, "to" float8, places jsonb, points jsonb))
    select a.id::text as "planId", e.place_id::text as "placeId", (extract(epoch from e.start_time) * 1000)::float8 as "inAt",
      (extract(epoch from e.end_time) * 1000)::float8 as "outAt", coalesce((e.values ->> 'passing')::boolean, false) as passing
    from a join episode e on ${span} and e.kind = 'visit' and a.places ? e.place_id::text
    union all
    select a.id::text, p."placeId", (extract(epoch from e.start_time) * 1000)::float8, (extract(epoch from e.end_time) * 1000)::float8, false
    from a cross join jsonb_to_recordset(a.points) p("placeId" text, lng float8, lat float8)
    join episode e on ${span} and e.kind = 'stay'
      and sqrt(power(e.lat - p.lat, 2) + power((e.lng - p.lng) * cos(radians(p.lat)), 2)) * 111320 <= ${pointReachM}
    order by "inAt"`.execute(db);
  const found = new Map<string, PlanVisit[]>(plans.map(({ id }) => [id, []]));
  for (const { planId, ...visit } of rows) found.get(planId)?.push(visit);
  return found;
}

export interface DriveFigures {
  mileageM: number;
  deviations: Deviation[];
}
/** Figures of what was driven between two moments, compared with the planned way. `points` should include the neighbours outside of the time. */
export function figuresOfDrive(
  way: PlanWay,
  points: readonly TrackPoint[],
  range: Range,
  settingsAt: SettingsAt,
): DriveFigures {
  const { mileageM, segments } = computeWayFacts(points, range, settingsAt);
  return { mileageM, deviations: deviationsOf(way, segments) };
}
