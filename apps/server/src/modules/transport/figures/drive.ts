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
    from device_state where vehicle_id = ${vehicleId} and fix_time is not null`.execute(db);
  const [now] = rows;
  if (!now) return null;
  if (now.until <= at) return Math.round(now.metres);
  const since = await loadMileage(db, vehicleId, { from: at.getTime(), to: now.until.getTime() });
  return Math.max(0, Math.round(now.metres - since));
}

/**
 * Trips on the road, or over for three days at most, that left before their truck had told its total: what it reported since says what the total was at
 * the departure. While days of the truck wait to be computed again its total lacks what has come late, so nothing is learned from it. `failed` hears of
 * trips that cannot be reckoned; the others go on.
 */
export async function learnDepartMileage(
  db: Kysely<DB>,
  failed: (error: unknown, waybillId: string) => void,
): Promise<void> {
  const { rows } = await sql<{
    id: string;
    vehicleId: string;
    at: Date;
  }>`select w.id::text, w.vehicle_id::text as "vehicleId", w.actual_depart_at as at
    from waybill w join client c on c.id = w.client_id join device_state s on s.vehicle_id = w.vehicle_id
    where w.voided_at is null and w.depart_mileage_m is null and s.fix_time > w.actual_depart_at
      and (w.transport_status = 2 or (w.transport_status = 3 and w.arrive_mileage_m is not null and w.actual_arrive_at > now() - interval '3 days'))
      and not exists (select from dirty_day d where d.vehicle_id = w.vehicle_id and d.day >= (w.actual_depart_at at time zone c.time_zone)::date)
    order by w.id`.execute(db);
  for (const { id, vehicleId, at } of rows)
    try {
      await sql`update waybill set depart_mileage_m = ${await odometerAt(db, vehicleId, at)}
        where id = ${id} and transport_status in (2, 3) and actual_depart_at = ${at} and depart_mileage_m is null`.execute(
        db,
      );
    } catch (error) {
      failed(error, id);
    }
}
