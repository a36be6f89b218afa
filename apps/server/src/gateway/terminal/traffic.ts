import type { Pool } from 'pg';

/** When a device was heard of last (epoch ms), and how many bytes it sent since this was stored. */
export interface Heard {
  at: number;
  bytes: number;
}

/** Portable recorders have ids of their own, which no device has: they are left out. */
const markHeardSql = `
  with heard as (select * from unnest($1::bigint[], $2::timestamptz[], $3::bigint[]) as h(id, at, bytes)),
  seen as (update device set last_seen_at = greatest(last_seen_at, h.at) from heard h where device.id = h.id)
  insert into device_traffic (client_id, device_id, day, bytes)
  select d.client_id, d.id, (h.at at time zone c.time_zone)::date, h.bytes
  from heard h join device d on d.id = h.id join client c on c.id = d.client_id where h.bytes > 0 order by d.id
  on conflict (device_id, day) do update set bytes = device_traffic.bytes + excluded.bytes`;

/** Stores when devices were heard of last, and adds what they sent to the day of their company on which it came. */
export async function markHeard(pool: Pool, heard: ReadonlyMap<string, Heard>): Promise<void> {
  const all = [...heard.values()];
  await pool.query(markHeardSql, [[...heard.keys()], all.map(({ at }) => new Date(at)), all.map(({ bytes }) => bytes)]);
}

/** Adds what a terminal sent beside its frames to its data flow of today. */
export async function addTraffic(pool: Pool, deviceId: string, bytes: number): Promise<void> {
  await pool.query(
    `insert into device_traffic (client_id, device_id, day, bytes)
     select d.client_id, d.id, (now() at time zone c.time_zone)::date, $2
     from device d join client c on c.id = d.client_id where d.id = $1 and $2::bigint > 0
     on conflict (device_id, day) do update set bytes = device_traffic.bytes + excluded.bytes`,
    [deviceId, bytes],
  );
}
