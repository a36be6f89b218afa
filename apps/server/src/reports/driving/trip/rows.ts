import type { tripReport } from '@tongda/contract/reports/driving/trip';
import type { ReportQuery } from '@tongda/contract/reports/kit/report';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { mapFew } from '../../../core/run/few-at-once';
import { computeWayFacts } from '../../../kernel/day/facts';
import { totalLitresOf } from '../../../kernel/motion/fuel-level';
import { validTempC } from '../../../kernel/temperature/figures';
import { readPermitted } from '../../../modules/watch/track/door';
import { reachOf, waybillCodeAt } from '../../kit/facts-sql';
import { findReportVehicle } from '../../kit/lent';
import { chosenVehicles, mayReadFact, ofVehicle, readsAtOnce, type Wish } from '../../kit/query';

export type TripQuery = ReportQuery<typeof tripReport> & Wish;

const seconds = (from: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`extract(epoch from ${to} - ${from})`;
/** SQL condition: the span `f0` to `f1` lies in the span of the edit `x` for more than half of its time. */
export const mostlyWithin = (f0: RawBuilder<unknown>, f1: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`x.from_time < ${f1} and x.until_time > ${f0} and 2 * ${seconds(sql`greatest(x.from_time, ${f0})`, sql`least(x.until_time, ${f1})`)} > ${seconds(f0, f1)}`;

/** A trip as somebody gave it its ends. */
interface FixedTrip {
  id: string;
  vehicleId: string;
  fromMs: number;
  untilMs: number;
}

/** What the points say of a trip whose ends somebody gave: the figures that a found trip has from its detector. */
async function computeTrip(trx: Trx, ctx: Ctx, { id, vehicleId, fromMs: from, untilMs: to }: FixedTrip) {
  const vehicle = await findReportVehicle(trx, ctx, vehicleId, 'track', from);
  const points = await readPermitted(trx, vehicle, { from, to, neighbours: true });
  const facts = computeWayFacts(points, { from, to }, vehicle.settingsAt);
  const fixes = facts.clean.fixes.filter(({ t }) => t >= from && t <= to);
  const temps = facts.inRange.flatMap(({ tempC }) => tempC.flatMap((one) => validTempC(one) ?? []));
  const levels = facts.inRange.flatMap(({ fuelL }) => totalLitresOf(fuelL) ?? []);
  const [first, last] = [levels[0], levels.at(-1)];
  return {
    id,
    lng: fixes[0]?.lng ?? null,
    lat: fixes[0]?.lat ?? null,
    end_lng: fixes.at(-1)?.lng ?? null,
    end_lat: fixes.at(-1)?.lat ?? null,
    mileage_m: facts.mileageM,
    gap_m: facts.gapMileageM,
    driving_ms: facts.timeMs.moving,
    idle_ms: facts.timeMs.idle,
    avg_kmh: facts.avgSpeedKmh,
    max_kmh: facts.maxSpeedKmh,
    level_l: first === undefined || last === undefined ? null : first - last,
    min_c: temps.length > 0 ? Math.min(...temps) : null,
    max_c: temps.length > 0 ? Math.max(...temps) : null,
  };
}

/** The trips of the range whose ends somebody gave, with their figures. */
async function loadFixed(ctx: Ctx, q: TripQuery) {
  const { rows } = await ctx.db((trx) =>
    sql<FixedTrip>`select x.id::text, x.vehicle_id::text as "vehicleId", (extract(epoch from x.from_time) * 1000)::float8 as "fromMs",
        (extract(epoch from x.until_time) * 1000)::float8 as "untilMs"
      from vehicle v join trip_edit x on x.vehicle_id = v.id and x.client_id = ${ctx.clientId} and x.locked and x.deleted_at is null
      where ${chosenVehicles(ctx, { ...q, ids: undefined })} and x.from_time >= ${new Date(q.from)} and x.from_time < ${new Date(q.until)}`.execute(
      trx,
    ),
  );
  return mapFew(rows, readsAtOnce, (trip) => ctx.db((trx) => computeTrip(trx, ctx, trip)));
}

/** Litres that were filled in less those that were lost between the ends of the row `t` (K10). */
const fuelledBetween = sql`coalesce((select sum(case when e.kind = 'refuel' then 1 else -1 end * (e.values ->> 'litres')::float8) from episode e
  where e.vehicle_id = t.vehicle_id and e.kind in ('refuel', 'fuelDrop', 'fuelWaste') and e.status <> 2 and e.start_time >= t.start_time and e.start_time < t.reach), 0)`;

/** Trips that were found and not hidden behind an edit, and those whose ends somebody gave: a row each, by the columns that `selectTrips` names. */
async function tripsOf(ctx: Ctx, q: TripQuery): Promise<RawBuilder<unknown>> {
  const fixed = await loadFixed(ctx, q);
  const [f0, f1] = [sql`e.start_time`, sql`w.reach`];
  const value = (name: string): RawBuilder<number> => sql<number>`(e.values ->> ${sql.lit(name)})::float8`;
  const hidden = sql`exists (select from trip_edit x where x.vehicle_id = e.vehicle_id and x.client_id = ${ctx.clientId} and x.locked and x.deleted_at is null
    and ${mostlyWithin(f0, f1)})`;
  return sql`select e.id::text as id, 'XC' || e.id as trip_no, e.vehicle_id, e.start_time, e.end_time, w.reach, e.lng, e.lat, ${value('endLng')} as end_lng,
      ${value('endLat')} as end_lat, ${value('mileageM')} as mileage_m, ${value('gapMileageM')} as gap_m, ${value('drivingMs')} as driving_ms, ${value('idleMs')} as idle_ms,
      ${value('avgSpeedKmh')} as avg_kmh, e.peak as max_kmh, ${value('oilL')} as oil_l, null::float8 as level_l, ${value('tempMinC')} as min_c, ${value('tempMaxC')} as max_c,
      case e.values ->> 'by' when 'site' then 'site' when 'power' then 'power' else 'pause' end as mode, e.driver_id, false as locked, e.end_time is not null as counted, e.door_opens, e.alarms,
      e.stops, e.stop_seconds, e.too_warm
    from vehicle v join episode e on e.vehicle_id = v.id and e.kind = 'trip' and e.status <> 2 and e.start_time >= ${new Date(q.from)} and e.start_time < ${new Date(q.until)}
    cross join lateral (select coalesce(e.end_time, greatest(e.start_time + interval '1 second', ${reachOf})) as reach) w
    where ${chosenVehicles(ctx, { ...q, ids: undefined })} and ${mayReadFact(ctx, ofVehicle('v'), sql`e.start_time`)} and not ${hidden}
    union all
    select '9' || lpad(x.id::text, 18, '0'), 'XCS' || x.id, x.vehicle_id, x.from_time, x.until_time, x.until_time, f.lng, f.lat, f.end_lng, f.end_lat, f.mileage_m, f.gap_m,
      f.driving_ms, f.idle_ms, f.avg_kmh, f.max_kmh, null, f.level_l, f.min_c, f.max_c, 'hand',
      (select e.driver_id from episode e where e.vehicle_id = x.vehicle_id and e.kind = 'trip' and e.status <> 2 and e.start_time < x.until_time
        and coalesce(e.end_time, 'infinity') > x.from_time order by e.start_time limit 1), true, false, null, null, null, null, null
    from jsonb_to_recordset(${JSON.stringify(fixed)}::jsonb) f(id bigint, lng float8, lat float8, end_lng float8, end_lat float8, mileage_m float8, gap_m float8,
      driving_ms float8, idle_ms float8, avg_kmh float8, max_kmh float8, level_l float8, min_c float8, max_c float8) join trip_edit x on x.id = f.id`;
}

/** What happened during the row `t`: stored with a found trip that has ended, counted anew for one that goes on or whose ends somebody gave. */
const during = (
  stored: 'door_opens' | 'alarms' | 'stops' | 'stop_seconds' | 'too_warm',
  found: 'doors' | 'alarms' | 'stops' | 'stop_seconds' | 'too_warm' = stored === 'door_opens' ? 'doors' : stored,
) =>
  sql`case when t.counted then ${sql.ref(`t.${stored}`)} else (select ${sql.ref(`w.${found}`)} from events_within(t.vehicle_id, t.start_time, t.reach) w) end`;
/** Whether an alarm of over-temperature ran during the row `t`. */
const warm = sql`(${during('too_warm')})`;

/** Something of the remark that was written about the row `t`. */
const remarkOf = (
  ctx: Ctx,
  what: 'remark' | 'version',
): RawBuilder<unknown> => sql`(select ${sql.ref(`x.${what}`)} from trip_edit x
  where x.vehicle_id = t.vehicle_id and x.client_id = ${ctx.clientId} and not x.locked and x.deleted_at is null
    and ${mostlyWithin(sql`t.start_time`, sql`t.reach`)} order by x.id desc limit 1)`;

/** The rows of 行程报表. */
export async function selectTrips(ctx: Ctx, q: TripQuery): Promise<RawBuilder<unknown>> {
  const modes = q.modes ?? [];
  const temperature = { all: sql`true`, bad: warm, good: sql`t.min_c is not null and not ${warm}` }[q.temperature];
  const rows = sql`select t.id, t.vehicle_id as "vehicleId", t.start_time as at, t.trip_no as "tripNo", coalesce(dr.name, '') as driver, t.start_time as "startTime",
      t.end_time as "endTime", case when t.end_time is null then 'running' else 'over' end as state, t.mode, ${seconds(sql`t.start_time`, sql`t.reach`)}::float8 / 3600 as hours,
      t.mileage_m / 1000 as km, t.gap_m / 1000 as "gapKm", t.driving_ms / 60000 as "drivingMin", t.idle_ms / 60000 as "idleMin", ${during('stops')} as stops, (${during('stop_seconds')}) / 60 as "stopMin",
      t.avg_kmh as "avgSpeed", t.max_kmh as "maxSpeed", coalesce(t.oil_l, t.level_l + ${fuelledBetween}) as "oilL", t.max_c as "temMax", t.min_c as "temMin",
      null::float8 as "temAvg", null::float8 as "passRate", ${during('door_opens')} as doors, ${during('alarms')} as alarms,
      ${waybillCodeAt(sql`t.vehicle_id`, sql`t.start_time + (t.reach - t.start_time) / 2`)} as waybill, coalesce(${remarkOf(ctx, 'remark')}, '') as remark, coalesce(${remarkOf(ctx, 'version')}, 0) as "remarkVersion",
      t.lng, t.lat, t.end_lng as "endLng", t.end_lat as "endLat", (extract(epoch from t.start_time) * 1000)::float8 as "fromMs",
      (extract(epoch from t.reach) * 1000)::float8 as "untilMs", t.locked
    from (${await tripsOf(ctx, q)}) t left join driver dr on dr.id = t.driver_id
    where ${temperature}`;
  return sql`select r.* from (${rows}) r where coalesce(r.km, 0) >= ${q.minKm} and ${modes.length > 0 ? sql`r.mode = any(${[...modes]}::text[])` : sql`true`}
    and ${q.driver ? sql`r.driver ilike ${`%${q.driver}%`}` : sql`true`}`;
}
