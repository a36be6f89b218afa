import { longStopMin } from '@tongda/contract/transport/figures';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { loadMileage } from '../../watch/track/door';

/** Joins as `stay.since` from when the truck of waybill `w` on the road has stood, which is never before it left. */
export const standing = sql`left join lateral (select greatest(e.start_time, w.actual_depart_at) as since from episode e
    where e.vehicle_id = w.vehicle_id and w.transport_status = 2 and e.kind = 'stay' and e.end_time is null
    order by e.start_time desc limit 1) stay on true`;
export const standsLong = sql<boolean>`coalesce(stay.since < now() - interval '1 minute' * ${sql.lit(longStopMin)}, false)`;

/**
 * Kilometres that the truck (`s`: its device_state) has driven on waybill `w`, until the arrival of a trip that is over; null when its mileage at the
 * departure or at the arrival is unknown.
 */
export const drivenKm: RawBuilder<number | null> = sql<
  number | null
>`(select greatest(0, round((t.until - w.depart_mileage_m) / 1000.0, 1))::float8
    from (select case w.transport_status when 2 then s.total_mileage_m when 3 then w.arrive_mileage_m end as until) t
    where t.until is not null and w.depart_mileage_m is not null)`;

/** Total mileage of a vehicle at a moment, m: what it shows now without what it has driven since. Null before its first fix: no total is known until then. */
export async function odometerAt(db: Kysely<DB>, vehicleId: string | null, at: Date): Promise<number | null> {
  if (vehicleId === null) return null;
  const { rows } = await sql<{
    metres: number;
    until: Date;
  }>`select total_mileage_m::float8 as metres, fix_time as until
    from device_state where vehicle_id = ${vehicleId} and fix_time is not null and total_mileage_m is not null`.execute(
    db,
  );
  const [now] = rows;
  if (!now) return null;
  if (now.until <= at) return Math.round(now.metres);
  const since = await loadMileage(db, vehicleId, { from: at.getTime(), to: now.until.getTime() });
  return Math.max(0, Math.round(now.metres - since));
}

/** Hears of a trip whose mileage cannot be reckoned; the others go on. */
type Failed = (error: unknown, waybillId: string) => void;
/** Condition: a stored moment is still the one that was read. JavaScript knows no microseconds, which what was written as `now()` has. */
const isStill = (column: RawBuilder<unknown>, read: Date | null): RawBuilder<boolean> =>
  sql<boolean>`date_trunc('milliseconds', ${column}) = ${read}`;
/** Trips `w` whose mileages may still change: those on the road, and those that ended within three days. */
const mayMove = sql<boolean>`(w.voided_at is null and (w.transport_status = 2
  or (w.transport_status = 3 and w.arrive_mileage_m is not null and w.actual_arrive_at > now() - interval '3 days')))`;
/**
 * A day `d` that will be computed soon. One that fails again and again, or waits for hours, keeps nobody from learning: the trip learns from what is known,
 * and again should the day ever be computed.
 */
const waitsShortly = sql<boolean>`(d.attempts < 3 and d.first_at > now() - interval '2 hours')`;

/**
 * Whether the total of truck `s` (its device_state) has what the points say: late points of today are in it once the stream has computed today again, those of
 * earlier days once it has taken over their new sum, a moment after they were computed. Until then the total lacks km that the points have.
 */
const totalIsCurrent = sql<boolean>`(not coalesce((s.stream->>'dirty')::boolean, false) and not exists (select from facts_state f
  where f.vehicle_id = s.vehicle_id and f.past_until is not null and row(f.past_until::text, f.past_m, f.first_odometer_m::float8)
    is distinct from row(s.stream->'past'->>'until', (s.stream->'past'->>'m')::float8, (s.stream->'past'->>'odometerM')::float8)))`;

/** Nothing that is waited for keeps a trip without its mileages for longer. */
const longestWait = sql`interval '2 hours'`;
/** How often days of the truck of trip `w` were computed again (`waybill.mileage_recomputes` is that of its mileages). */
const recomputes = sql<string>`coalesce((select f.recomputes from facts_state f where f.vehicle_id = w.vehicle_id), 0)`;
const anyDayWaits = sql<boolean>`exists (select from dirty_day d where d.vehicle_id = w.vehicle_id)`;

interface Moved {
  id: string;
  vehicleId: string;
  departAt: Date;
  arriveAt: Date | null;
  recomputes: string;
  /** its total has all that came late */
  current: boolean;
}

/**
 * Keeps the mileages of trips as what is known of their trucks. One that left before its truck had told a total learns it from what was reported since. While
 * days of a truck wait to be computed again, its total lacks what has come late: then nothing is learned, and what was written down is marked to be reckoned
 * again once no such day is left and the total has what these days brought. A day that was marked and computed between two rounds marks it too. What takes
 * more than two hours is not waited for: kilometres are reckoned from what is known, and again when it has come.
 */
export async function followMileages(db: Kysely<DB>, failed: Failed): Promise<void> {
  await sql`update waybill w set mileage_due = true, mileage_due_at = now() where ${mayMove} and not w.mileage_due and w.depart_mileage_m is not null
    and (${anyDayWaits} or w.mileage_recomputes <> ${recomputes})`.execute(db);
  await learnDepartures(db, failed);
  await correctMileages(db, failed);
}

const columns = sql`w.id::text, w.vehicle_id::text as "vehicleId", w.actual_depart_at as "departAt",
  case when w.transport_status = 3 then w.actual_arrive_at end as "arriveAt", ${recomputes}::text as recomputes`;
/** What is written beside mileages that were reckoned: those that lack something (`whole` false) stay marked. */
const reckoned = ({ recomputes: counted }: Moved, whole: boolean) =>
  sql`mileage_recomputes = ${counted}, mileage_due = ${!whole}, mileage_due_at = ${whole ? null : sql`now()`}`;

async function learnDepartures(db: Kysely<DB>, failed: Failed): Promise<void> {
  const { rows } = await sql<Moved>`select ${columns}, ${totalIsCurrent} and not ${anyDayWaits} as current
    from waybill w join client c on c.id = w.client_id join device_state s on s.vehicle_id = w.vehicle_id
    where ${mayMove} and w.depart_mileage_m is null and s.total_mileage_m is not null and s.fix_time > w.actual_depart_at
      and (w.actual_depart_at < now() - ${longestWait} or (${totalIsCurrent}
        and not exists (select from dirty_day d where d.vehicle_id = w.vehicle_id and ${waitsShortly}
          and d.day >= (w.actual_depart_at at time zone c.time_zone)::date)))
    order by w.id`.execute(db);
  for (const trip of rows)
    try {
      const { id, vehicleId, departAt, arriveAt, current } = trip;
      // of a trip that is over the arrival is still as it was reckoned then: both are due again
      const whole = current && arriveAt === null;
      await sql`update waybill set depart_mileage_m = ${await odometerAt(db, vehicleId, departAt)}, ${reckoned(trip, whole)}
        where id = ${id} and transport_status in (2, 3) and ${isStill(sql`actual_depart_at`, departAt)} and depart_mileage_m is null`.execute(
        db,
      );
    } catch (error) {
      failed(error, trip.id);
    }
}

async function correctMileages(db: Kysely<DB>, failed: Failed): Promise<void> {
  const settled = sql<boolean>`(${totalIsCurrent} and not ${anyDayWaits})`;
  const { rows } =
    await sql<Moved>`select ${columns}, ${settled} as current from waybill w left join device_state s on s.vehicle_id = w.vehicle_id
    where w.mileage_due and ${mayMove} and w.depart_mileage_m is not null
      and (${settled} or w.mileage_due_at < now() - ${longestWait}) order by w.id`.execute(db);
  for (const trip of rows)
    try {
      const { id, vehicleId, departAt, arriveAt } = trip;
      const [depart, arrive] = [
        await odometerAt(db, vehicleId, departAt),
        arriveAt === null ? null : await odometerAt(db, vehicleId, arriveAt),
      ];
      // a departure or arrival that was changed meanwhile has reckoned its own
      await sql`update waybill set ${reckoned(trip, trip.current)}, depart_mileage_m = coalesce(${depart}::bigint, depart_mileage_m),
          arrive_mileage_m = case when transport_status = 3 then coalesce(${arrive}::bigint, arrive_mileage_m) else arrive_mileage_m end
        where id = ${id} and ${isStill(sql`actual_depart_at`, departAt)} and (transport_status = 2 or ${isStill(sql`actual_arrive_at`, arriveAt)})`.execute(
        db,
      );
    } catch (error) {
      failed(error, trip.id);
    }
}
