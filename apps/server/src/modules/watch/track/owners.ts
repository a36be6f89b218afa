import { sql } from 'kysely';
import type { VehicleOwners } from '../../../core/telemetry/owners';

const dateOf = (ms: number) => new Date(ms);

/** The company and vehicle that stored positions belong to, by the registers as they are now. */
export const vehicleOwners: VehicleOwners = {
  vehiclesOf: (clientIds) => sql`select id from vehicle where client_id = any(${[...clientIds]}::bigint[])`,

  bindingsOf: async (trx, deviceId, from, until) => {
    const { rows } = await sql<{ vehicleId: string; from: number | null; until: number | null }>`
      select vehicle_id::text as "vehicleId", (extract(epoch from nullif(lower(during), '-infinity')) * 1000)::float8 as "from",
        (extract(epoch from nullif(upper(during), 'infinity')) * 1000)::float8 as "until"
      from device_binding where device_id = ${deviceId} and during && tstzrange(${dateOf(from)}, ${dateOf(until)})`.execute(
      trx,
    );
    return rows;
  },

  recompute: async (trx, vehicleIds, times) => {
    await sql`insert into dirty_day (vehicle_id, day, client_id, due_at)
      select distinct v.id, (t at time zone c.time_zone)::date, v.client_id, now()
      from unnest(${[...vehicleIds]}::bigint[]) x(id) join vehicle v on v.id = x.id join client c on c.id = v.client_id, unnest(${times.map(dateOf)}::timestamptz[]) t
      on conflict (vehicle_id, day) do update set due_at = least(dirty_day.due_at, excluded.due_at)`.execute(trx);
  },
};
