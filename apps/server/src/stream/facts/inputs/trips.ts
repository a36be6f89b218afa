import { dayMs } from '@tongda/contract/core/durations';
import { eventSource } from '@tongda/contract/transport/waybill/enums';
import type { Shape } from '@tongda/geo/shape';
import { sql } from 'kysely';
import type { EnteredCall, StopFence } from '../../../kernel/detect/trip/types';
import type { Db } from '../spans';
import type { Period } from '../timeline';
import { boxOf, type Geometry, shapeOf } from './shapes';

/** Waybills that ended longer ago are read only when a day of that time is computed again. */
const recentDays = 10;
export const recentTripsSince = (now: number): number => now - recentDays * dayMs;
/** Radius of the circle around a stop without a drawn ground, unless the company set another one, m. */
const defaultFenceM = 300;

/** The stops of a vehicle's waybills, and the departures and arrivals that users entered for them. */
export interface VehicleTrips {
  stops: Period<StopFence>[];
  entered: Period<EnteredCall>[];
}

interface Row {
  vehicle_id: string;
  from: number;
  to: number;
  stop_id: string;
  trip_id: string;
  last: boolean;
  /** the departure (at the last stop, the arrival) that a user entered, epoch ms */
  entered_at: number | null;
  lng: number | null;
  lat: number | null;
  circle_m: number;
  kind: string | null;
  geometry: Geometry | null;
  radius_m: number | null;
  /** when the ground had this form, epoch ms; null without a drawn ground */
  drawn_from: number | null;
  drawn_to: number | null;
}

/**
 * Adds to `vehicles` the stops of their waybills, valid from half a day before the plan to two days after it, and the departures and arrivals that users
 * entered. The ground of a stop is that of its site as it was drawn at the time (the first drawing also counts for the time before it), else a
 * circle around its address. Waybills planned to end before `since` are left out; `vehicleId` null = all vehicles of the company.
 */
export async function readTripsOf(
  db: Db,
  clientId: string,
  vehicles: ReadonlyMap<string, VehicleTrips>,
  { since: endsAfter, vehicleId }: { since: number; vehicleId: string | null },
): Promise<void> {
  const { rows } = await sql<Row>`select w.vehicle_id::text, w.id::text as trip_id, p.id::text as stop_id,
      p.seq = max(p.seq) over (partition by w.id) as last, p.lng, p.lat, s.kind, s.geometry, s.radius_m, s.drawn_from, s.drawn_to,
      extract(epoch from case when p.seq = max(p.seq) over (partition by w.id)
        then case when p.arrive_source <> ${eventSource.fence} then p.arrive_at end
        else case when p.leave_source <> ${eventSource.fence} then p.leave_at end end)::float8 * 1000 as entered_at,
      coalesce(t.fence_radius_m, ${defaultFenceM}) as circle_m,
      (extract(epoch from least(w.plan_depart_at - interval '12 hours', w.actual_depart_at)) * 1000)::float8 as from,
      (extract(epoch from w.plan_arrive_at + interval '48 hours') * 1000)::float8 as to
    from waybill w join waybill_stop p on p.waybill_id = w.id
    left join lateral (select kind, geometry, radius_m,
        case when lag(during) over by_time is null then '-infinity' else extract(epoch from lower(during)) * 1000 end::float8 as drawn_from,
        case when lead(during) over by_time is null then 'infinity' else extract(epoch from upper(during)) * 1000 end::float8 as drawn_to
      from place_shape where place_id = p.place_id and not isempty(during) window by_time as (order by during)) s on true
    left join tms_settings t on t.client_id = w.client_id
    where w.client_id = ${clientId} and w.voided_at is null and w.vehicle_id is not null
      and (${vehicleId}::bigint is null or w.vehicle_id = ${vehicleId})
      and w.plan_arrive_at > ${new Date(endsAfter)} order by p.id`.execute(db);
  for (const row of rows) {
    const vehicle = vehicles.get(row.vehicle_id);
    const { from, to, drawn_from: drawnFrom, drawn_to: drawnTo } = row;
    // a stop has a row for each form of its ground; the entry counts once
    if (row.entered_at !== null && (drawnFrom ?? Number.NEGATIVE_INFINITY) === Number.NEGATIVE_INFINITY)
      vehicle?.entered.push({ from, to, value: { tripId: row.trip_id, at: row.entered_at, departs: !row.last } });
    const shape = groundOf(row);
    const [since, until] = [Math.max(from, drawnFrom ?? from), Math.min(to, drawnTo ?? to)];
    if (!shape || until <= since) continue;
    const value = { stopId: row.stop_id, tripId: row.trip_id, last: row.last, shape };
    vehicle?.stops.push({ from: since, to: until, value });
  }
  for (const vehicle of vehicles.values()) vehicle.entered.sort((a, b) => a.value.at - b.value.at);
}

function groundOf(row: Row): Shape | null {
  const drawn =
    row.kind && row.geometry ? shapeOf(row.kind, row.geometry, row.radius_m ?? 0, boxOf(row.geometry)) : null;
  if (drawn) return drawn;
  return row.lng === null || row.lat === null
    ? null
    : { kind: 'circle', centre: [row.lng, row.lat], radiusM: row.circle_m };
}
