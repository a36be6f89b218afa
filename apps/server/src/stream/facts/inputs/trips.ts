import { dayMs } from '@tongda/contract/core/durations';
import { eventSource } from '@tongda/contract/transport/waybill/enums';
import type { Shape } from '@tongda/geo/shape';
import { sql } from 'kysely';
import type { EnteredCall, StopFence } from '../../../kernel/detect/trip/types';
import type { Db } from '../spans';
import type { Period } from '../timeline';
import { boxOf, type Geometry, shapeOf } from './shapes';

/** Trips that ended longer ago are read only for a vehicle whose day of then is computed again. */
const recentDays = 10;
export const recentTrips = (now: number): number => now - recentDays * dayMs;
/** Circle around a stop without a drawn ground, unless the company says otherwise, m. */
const defaultFenceM = 300;

/** Stops of a vehicle's trips, and the departures and arrivals of these trips that people entered. */
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
  /** departure or, of the last stop, arrival that somebody entered, epoch ms */
  entered_at: number | null;
  lng: number | null;
  lat: number | null;
  circle_m: number;
  kind: string | null;
  geometry: Geometry | null;
  radius_m: number | null;
  /** when that ground was drawn so, epoch ms; null without one */
  drawn_from: number | null;
  drawn_to: number | null;
}

/**
 * Stops of trips, from half a day before a trip's plan to two days after it: the ground of a site as it was drawn at the time (before the first
 * drawing, that one), a circle around an address (transport.md 6); and the departures and arrivals that people entered. `vehicleId` null = all
 * of the company.
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
    // once for a stop whose ground was drawn several times
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
