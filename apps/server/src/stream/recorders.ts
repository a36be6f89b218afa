import type { PortableReadingMessage } from '@tongda/contract/core/topics';
import { sql } from 'kysely';
import type { Bus } from '../core/bus/topics';
import type { Database } from '../core/db/database';

export interface RecordersOptions {
  bus: Bus;
  database: Pick<Database, 'systemDb'>;
}

/**
 * Takes the readings of portable recorders from the bus and stores them with the newest state of each recorder, in one statement: a frame is
 * acknowledged when it is stored, and a repetition changes nothing. The answer ends the subscription.
 */
export const startRecorders = ({ bus, database }: RecordersOptions): (() => void) =>
  bus.subscribe('portable', (readings) => storeReadings(database, readings));

/** A row of the statement below; times are epoch ms. */
const rowOf = (m: PortableReadingMessage) => ({
  portable_id: m.portableId,
  client_id: m.clientId,
  t: m.deviceTime,
  received: m.receiveTime,
  loc_type: m.place?.locType ?? null,
  lng: m.place?.lng ?? null,
  lat: m.place?.lat ?? null,
  temp_c: m.tempC,
  hum_pct: m.humPct,
  batt_pct: m.battPct === null ? null : Math.min(100, Math.max(0, Math.round(m.battPct))),
  batt_v: m.battV,
  charging: m.charging,
  signal: m.signal,
  late: m.late,
  raw: m.rawItems,
});

const isNews = sql`(d.reading_at is null or l.t >= d.reading_at)`;
const isMove = sql`(f.t is not null and (d.fix_at is null or f.t >= d.fix_at))`;

/** Stores readings. What is older than the newest one of its recorder is kept and does not change what is shown of it. */
async function storeReadings(
  { systemDb }: RecordersOptions['database'],
  readings: readonly PortableReadingMessage[],
): Promise<void> {
  await sql`with told as (
      select portable_id, client_id, to_timestamp(t / 1000) as t, to_timestamp(received / 1000) as received, loc_type, lng, lat, temp_c, hum_pct, batt_pct,
        batt_v, charging, signal, late, decode(raw, 'hex') as raw
      from jsonb_to_recordset(${JSON.stringify(readings.map(rowOf))}::jsonb) as r(portable_id bigint, client_id bigint, t float8, received float8,
        loc_type smallint, lng float8, lat float8, temp_c real[], hum_pct real[], batt_pct smallint, batt_v real, charging boolean, signal smallint,
        late boolean, raw text)),
    kept as (
      insert into portable_reading (portable_id, client_id, device_time, receive_time, loc_type, lng, lat, temp_c, hum_pct, batt_pct, batt_v, charging,
        signal, late, raw_items)
      select distinct on (portable_id, t) portable_id, client_id, t, received, loc_type, lng, lat, temp_c, hum_pct, batt_pct, batt_v, charging, signal, late, raw
      from told order by portable_id, t
      on conflict do nothing),
    last as (select distinct on (portable_id) * from told order by portable_id, t desc),
    fix as (select distinct on (portable_id) portable_id, t, loc_type, lng, lat from told where loc_type is not null order by portable_id, t desc)
    update portable_device d set last_seen_at = greatest(d.last_seen_at, l.received), reading_at = greatest(d.reading_at, l.t),
      temp_c = case when ${isNews} then coalesce(l.temp_c, d.temp_c) else d.temp_c end,
      hum_pct = case when ${isNews} then coalesce(l.hum_pct, d.hum_pct) else d.hum_pct end,
      battery_pct = case when ${isNews} then coalesce(l.batt_pct, d.battery_pct) else d.battery_pct end,
      voltage_v = case when ${isNews} then coalesce(l.batt_v::numeric(4, 2), d.voltage_v) else d.voltage_v end,
      charging = case when ${isNews} then coalesce(l.charging, d.charging) else d.charging end,
      signal = case when ${isNews} then coalesce(l.signal, d.signal) else d.signal end,
      fix_at = case when ${isMove} then f.t else d.fix_at end, loc_type = case when ${isMove} then f.loc_type else d.loc_type end,
      lng = case when ${isMove} then f.lng else d.lng end, lat = case when ${isMove} then f.lat else d.lat end
    from last l left join fix f on f.portable_id = l.portable_id
    where d.id = l.portable_id`.execute(systemDb);
}
