import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { liveOf, type VehicleState } from '../../kernel/live-state';
import { copyLine, type PositionRow, positionColumns, rowKey } from './position-row';

export interface Batch {
  rows: PositionRow[];
  /** newest state of each vehicle */
  states: VehicleState[];
}

const uniqueViolation = '23505';
const sqlState = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

/**
 * Stores a batch in one transaction: partitions, positions, states. Points already stored stay as they are (a located one replaces a
 * not-located one), so writing the same batch again after a lost answer changes nothing.
 */
export async function writeBatch(
  pool: pg.Pool,
  batch: Batch,
  zoneOf: (vehicleId: string) => string,
  now: number,
): Promise<void> {
  const client = await pool.connect();
  let failed: Error | undefined;
  try {
    await client.query('begin');
    if (batch.rows.length > 0) await writeRows(client, distinct(batch.rows));
    if (batch.states.length > 0) await upsertStates(client, batch.states, zoneOf, now);
    await client.query('commit');
  } catch (error) {
    failed = error as Error;
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    // A connection that failed is thrown away: it may have died half way.
    client.release(failed);
  }
}

/** One row a point: the located one wins, then the one that came first. */
function distinct(rows: readonly PositionRow[]): PositionRow[] {
  const byKey = new Map<string, PositionRow>();
  for (const row of rows) {
    const known = byKey.get(rowKey(row));
    if (!known || (row.message.located && !known.message.located)) byKey.set(rowKey(row), row);
  }
  return [...byKey.values()];
}

async function writeRows(client: pg.PoolClient, rows: readonly PositionRow[]): Promise<void> {
  await ensurePartitions(client, rows);
  const text = rows.map(copyLine).join('');
  await client.query('savepoint plain');
  try {
    await copy(client, 'position', text);
  } catch (error) {
    if (sqlState(error) !== uniqueViolation) throw error;
    await client.query('rollback to savepoint plain');
    await copyAround(client, text);
  }
}

const dayMs = 86_400_000;
/** Days this far around now get a partition of their own; points with wilder clocks go to the default partition. */
const partitionPastMs = 400 * dayMs;
const partitionAheadMs = 2 * dayMs;

async function ensurePartitions(client: pg.PoolClient, rows: readonly PositionRow[]): Promise<void> {
  const now = Date.now();
  const days = new Set<number>();
  for (const { message } of rows) {
    const ahead = message.deviceTime - now;
    if (ahead < partitionAheadMs && ahead > -partitionPastMs) days.add(Math.floor(message.deviceTime / dayMs) * dayMs);
  }
  const list = [...days].sort((a, b) => a - b).map((day) => new Date(day).toISOString());
  await client.query('select ensure_position_partition(d) from unnest($1::timestamptz[]) d', [list]);
}

async function copy(client: pg.PoolClient, table: 'position' | 'position_staging', text: string): Promise<void> {
  const stream = client.query(copyFrom(`copy ${table} (${positionColumns}) from stdin`));
  const finished = once(stream, 'finish');
  stream.end(text);
  await finished;
}

const updated = positionColumns
  .split(', ')
  .filter((column) => column !== 'device_id' && column !== 'device_time')
  .map((column) => `${column} = excluded.${column}`)
  .join(', ');

/** The slow way, when some of the points are already there. */
async function copyAround(client: pg.PoolClient, text: string): Promise<void> {
  await client.query('create temp table if not exists position_staging (like position) on commit delete rows');
  await copy(client, 'position_staging', text);
  await client.query(
    `insert into position (${positionColumns}) select ${positionColumns} from position_staging
     on conflict (device_id, device_time) do update set ${updated}
     where (excluded.flags & 2) <> 0 and (position.flags & 2) = 0`,
  );
}

/** device_state moves forward only; a vehicle that was deleted meanwhile is left out. */
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
    live: liveOf(state, now, zone),
    stream: state,
    total_mileage_m: Math.round(state.totalM),
    today: state.day === '' ? null : state.day,
    today_mileage_m: Math.round(state.todayM),
  };
}
