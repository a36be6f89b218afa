import type pg from 'pg';
import { asError } from '../../core/run/error-code';
import { appendAlone, appendHot, type KnownDays } from '../../core/telemetry/hot';
import { liveVehicleOf, totalMileageOf, type VehicleState } from '../../kernel/live/state';
import { type PositionRow, storedPoint } from './position-row';

export interface Batch {
  rows: PositionRow[];
  /** newest state of each vehicle */
  states: VehicleState[];
  /** company days to compute again because of this batch */
  marks: DayMark[];
}

/** A vehicle's company day that is to be computed again (K2). */
export interface DayMark {
  vehicleId: string;
  day: string;
}

/**
 * Stores a batch in one transaction: positions (with their partitions), states and marks of days. Points that are already stored stay as they are, except
 * that a located one replaces one without a fix. So a batch may be written again after its answer was lost. `now` is epoch ms, `quietMs` how
 * long a marked day waits for more late data; `sent` is called when only the database has work left. Throws what the database throws.
 */
export async function writeBatch(
  pool: pg.Pool,
  batch: Batch,
  zoneOf: (vehicleId: string) => string,
  now: number,
  quietMs: number,
  days: KnownDays,
  sent: () => void,
): Promise<void> {
  const client = await pool.connect();
  let failed: Error | undefined;
  try {
    const points = batch.rows.map(storedPoint);
    const alone = points.length > 0 && batch.states.length === 0 && batch.marks.length === 0;
    if (alone && (await appendAlone(client, points, now, days, sent))) return;
    if (points.length === 0 && batch.marks.length === 0) {
      await upsertStates(client, batch.states, zoneOf, now);
      return;
    }
    await client.query('begin');
    await appendHot(client, points, now);
    if (batch.states.length > 0) await upsertStates(client, batch.states, zoneOf, now);
    if (batch.marks.length > 0) await markDays(client, batch.marks, quietMs);
    await client.query('commit');
    days.learn(points);
  } catch (error) {
    failed = asError(error);
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    // A connection that failed is thrown away: it may have died half way.
    client.release(failed);
  }
}

/** Writes states, never replacing a newer one; vehicles that were deleted meanwhile are left out. */
async function upsertStates(
  client: pg.PoolClient,
  states: readonly VehicleState[],
  zoneOf: (vehicleId: string) => string,
  now: number,
): Promise<void> {
  const rows = states.map((state) => stateRow(state, now, zoneOf(state.vehicleId)));
  await client.query(
    `insert into device_state (vehicle_id, client_id, device_id, last_packet_at, device_time, receive_time, fix_time, lng, lat, live, stream,
       total_mileage_m, today, today_mileage_m, updated_at)
     select x.vehicle_id, x.client_id, x.device_id, x.last_packet_at, x.device_time, x.receive_time, x.fix_time, x.lng, x.lat, x.live, x.stream,
       x.total_mileage_m, x.today, x.today_mileage_m, now()
     from jsonb_to_recordset($1::jsonb) as x(vehicle_id bigint, client_id bigint, device_id bigint, last_packet_at timestamptz,
       device_time timestamptz, receive_time timestamptz, fix_time timestamptz, lng float8, lat float8, live jsonb, stream jsonb,
       total_mileage_m bigint, today date, today_mileage_m bigint)
     join vehicle v on v.id = x.vehicle_id
     on conflict (vehicle_id) do update set client_id = excluded.client_id, device_id = excluded.device_id,
       last_packet_at = excluded.last_packet_at, device_time = excluded.device_time, receive_time = excluded.receive_time,
       fix_time = excluded.fix_time, lng = excluded.lng, lat = excluded.lat, live = excluded.live, stream = excluded.stream,
       total_mileage_m = excluded.total_mileage_m, today = excluded.today, today_mileage_m = excluded.today_mileage_m, updated_at = now()
     where device_state.device_time is null or excluded.device_time >= device_state.device_time`,
    [JSON.stringify(rows)],
  );
}

const isoOrNull = (ms: number | null | undefined): string | null => (ms ? new Date(ms).toISOString() : null);

function stateRow(state: VehicleState, now: number, zone: string) {
  return {
    vehicle_id: state.vehicleId,
    client_id: state.clientId,
    device_id: state.deviceId,
    last_packet_at: isoOrNull(state.lastPacketAt),
    device_time: isoOrNull(state.reportTime),
    receive_time: isoOrNull(state.receiveTime),
    fix_time: isoOrNull(state.fix?.t),
    lng: state.fix?.lng ?? null,
    lat: state.fix?.lat ?? null,
    live: liveVehicleOf(state, now, zone),
    stream: state,
    total_mileage_m: Math.round(totalMileageOf(state)),
    today: state.day === '' ? null : state.day,
    today_mileage_m: Math.round(state.todayM),
  };
}

/** late data that keeps coming delays the recompute of its day for this long at most, ms */
const longestWaitMs = 600_000;

/** Marks days to be computed again, in the transaction of the points, so that a crash forgets none. More late data moves the due time, within limits. */
async function markDays(client: pg.PoolClient, marks: readonly DayMark[], quietMs: number): Promise<void> {
  const days = new Map(marks.map((mark) => [`${mark.vehicleId} ${mark.day}`, mark]));
  // always in the same order, so that two writers cannot deadlock
  const rows = [...days.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, mark]) => mark);
  await client.query(
    `insert into dirty_day (vehicle_id, day, client_id, due_at)
     select v.id, x.day, v.client_id, now() + $3 * interval '1 ms'
     from unnest($1::bigint[], $2::date[]) as x(vehicle, day) join vehicle v on v.id = x.vehicle
     on conflict (vehicle_id, day) do update set
       due_at = least(greatest(excluded.due_at, dirty_day.due_at), dirty_day.first_at + ($3 + ${longestWaitMs}) * interval '1 ms')`,
    [rows.map(({ vehicleId }) => vehicleId), rows.map(({ day }) => day), quietMs],
  );
}
