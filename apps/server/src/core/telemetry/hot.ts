import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { gatherLateMs, hourMs, hourOf, maybePackedMs } from './hours';
import { type StoredPoint, uniquePoints } from './stored-point';

/** Columns of `position` in the order of {@link copyLine}. */
const columns =
  'device_id, device_time, receive_time, client_id, vehicle_id, lng, lat, altitude_m, speed_kmh, direction_deg, flags, odometer_m, alarm_bits, status_bits, temp_c, hum_pct, fuel_l, doors, extra, raw_items';
const uniqueViolation = '23505';
const sqlState = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

/**
 * Puts points into the hot table, inside the caller's transaction. Points already there stay as they are (a located one replaces one
 * without a fix), so writing the same ones again changes nothing. Hours that may be packed already are noted for packing again.
 */
export async function appendHot(client: pg.PoolClient, points: readonly StoredPoint[], now: number): Promise<void> {
  if (points.length === 0) return;
  await ensureDays(client, points, now);
  await noteLate(client, points, now);
  const text = uniquePoints(points).map(copyLine).join('');
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

async function ensureDays(client: pg.PoolClient, points: readonly StoredPoint[], now: number): Promise<void> {
  const days = new Set<number>();
  for (const { t } of points) {
    if (t - now < partitionAheadMs && t - now > -partitionPastMs) days.add(Math.floor(t / dayMs) * dayMs);
  }
  const list = [...days].sort((a, b) => a - b).map((day) => new Date(day).toISOString());
  await client.query('select ensure_position_partition(d) from unnest($1::timestamptz[]) d', [list]);
}

/** The row stays locked until the points are there: packing does not take it away before. */
async function noteLate(client: pg.PoolClient, points: readonly StoredPoint[], now: number): Promise<void> {
  const late = new Map<string, { vehicleId: string; hour: string }>();
  for (const { vehicleId, t } of points) {
    if (vehicleId === null || hourOf(t) + hourMs > now - maybePackedMs) continue;
    late.set(`${vehicleId} ${hourOf(t)}`, { vehicleId, hour: new Date(hourOf(t)).toISOString() });
  }
  if (late.size === 0) return;
  const rows = [...late.keys()].sort().flatMap((key) => late.get(key) ?? []);
  await client.query(
    `insert into position_late (vehicle_id, hour, due_at) select v, h, $3 from unnest($1::bigint[], $2::timestamptz[]) x(v, h)
     on conflict (vehicle_id, hour) do update set due_at = position_late.due_at`,
    [rows.map((row) => row.vehicleId), rows.map((row) => row.hour), new Date(now + gatherLateMs)],
  );
}

async function copy(client: pg.PoolClient, table: 'position' | 'position_staging', text: string): Promise<void> {
  const stream = client.query(copyFrom(`copy ${table} (${columns}) from stdin`));
  const finished = once(stream, 'finish');
  stream.end(text);
  await finished;
}

const updated = columns
  .split(', ')
  .filter((column) => column !== 'device_id' && column !== 'device_time')
  .map((column) => `${column} = excluded.${column}`)
  .join(', ');

/** The slow way, when some of the points are already there. */
async function copyAround(client: pg.PoolClient, text: string): Promise<void> {
  await client.query('create temp table if not exists position_staging (like position) on commit delete rows');
  await copy(client, 'position_staging', text);
  await client.query(
    `insert into position (${columns}) select ${columns} from position_staging
     on conflict (device_id, device_time) do update set ${updated}
     where (excluded.flags & 2) <> 0 and (position.flags & 2) = 0`,
  );
  await client.query('delete from position_staging');
}

const nothing = '\\N';
const time = (ms: number): string => new Date(ms).toISOString();

function reals(values: StoredPoint['tempC']): string {
  if (values === null) return nothing;
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/** One line of COPY's text format, with its line end. */
function copyLine(p: StoredPoint): string {
  const fields = [
    p.deviceId,
    time(p.t),
    time(p.receiveTime),
    p.clientId,
    p.vehicleId ?? nothing,
    p.lng,
    p.lat,
    p.altitudeM,
    p.speedKmh,
    p.directionDeg,
    p.flags,
    p.odometerM ?? nothing,
    p.alarmBits,
    p.statusBits,
    reals(p.tempC),
    reals(p.humPct),
    reals(p.fuelL),
    p.doors ?? nothing,
    p.extra === null ? nothing : JSON.stringify(p.extra).replaceAll('\\', '\\\\'),
    p.rawItems === null ? nothing : `\\\\x${p.rawItems}`,
  ];
  return `${fields.join('\t')}\n`;
}
