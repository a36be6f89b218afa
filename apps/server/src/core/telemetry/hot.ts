import { once } from 'node:events';
import { dayMs, hourMs } from '@tongda/contract/core/durations';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { brokenIndex } from '../db/unique';
import { copyColumns, copyRows } from './copy-rows';
import { gatherLateMs, hourOf, maybePackedMs } from './hours/ages';
import { type PointBytes, readPointBytes, wholePointSql } from './rows';
import { mergeSecond } from './same-second';
import { pointKey, type StoredPoint } from './stored-point';
import { uniquePoints } from './unique';

/**
 * Stores points in the table `position`, inside the caller's transaction, and makes the day partitions they need. A point that is already there stays as it
 * is; other reports of its second are merged into it. So the same points may be stored again. Hours that may be packed already are noted
 * to be packed again. `now` is epoch ms. Throws a RangeError for a value outside its column, and what the database throws.
 */
export async function appendHot(client: pg.PoolClient, points: readonly StoredPoint[], now: number): Promise<void> {
  if (points.length === 0) return;
  await ensureDays(client, points, now);
  await noteLate(client, points, now);
  let rest = uniquePoints(points);
  for (let attempt = 0; rest.length > 0; attempt++) {
    await client.query('savepoint plain');
    try {
      await copyBinary(client, copyRows(rest));
      return;
    } catch (error) {
      if (brokenIndex(error) === null || attempt >= mostAttempts) throw error;
      await client.query('rollback to savepoint plain');
    }
    rest = await withoutKnown(client, rest);
  }
}

/** Another process may store one of the points between looking and writing; so often it is tried again. */
const mostAttempts = 5;

/** The points to write when some are already there: new ones, and those that add to what is stored, which is taken out to be written anew. */
async function withoutKnown(client: pg.PoolClient, points: readonly StoredPoint[]): Promise<readonly StoredPoint[]> {
  const stored = new Map((await lockStored(client, points)).map((point) => [pointKey(point), point]));
  const rest: StoredPoint[] = [];
  const replaced: StoredPoint[] = [];
  for (const point of points) {
    const known = stored.get(pointKey(point));
    const merged = known ? mergeSecond(known, point) : point;
    if (merged === known) continue;
    rest.push(merged);
    if (known) replaced.push(known);
  }
  if (replaced.length > 0)
    await client.query(
      `delete from position p using unnest($1::bigint[], $2::timestamptz[]) k(d, t) where ${matching}`,
      keyValues(replaced),
    );
  return rest;
}

interface Stored extends PointBytes {
  vehicle_id: string | null;
}

async function lockStored(client: pg.PoolClient, points: readonly StoredPoint[]): Promise<StoredPoint[]> {
  const { rows } = await client.query<Stored>(
    `with mine as materialized (select p.* from unnest($1::bigint[], $2::timestamptz[]) k(d, t) join position p on ${matching} for update of p)
     select m.vehicle_id::text, ${wholePointSql} from (select * from mine order by vehicle_id, device_time, device_id) m group by m.vehicle_id`,
    keyValues(points),
  );
  return rows.flatMap((row) => readPointBytes(row, row.vehicle_id));
}

/** The bounds let PostgreSQL leave out the partitions of other days. */
const matching = 'p.device_id = k.d and p.device_time = k.t and p.device_time between $3 and $4';
function keyValues(points: readonly StoredPoint[]): unknown[] {
  const dates = points.map(({ t }) => new Date(t));
  const times = points.map(({ t }) => t).sort((a, b) => a - b);
  return [
    points.map(({ deviceId }) => deviceId),
    dates,
    new Date(times[0] ?? 0),
    new Date(times[times.length - 1] ?? 0),
  ];
}

/** Remembers which days have a partition. It forgets them every day, because old partitions are dropped. */
export class KnownDays {
  private readonly days = new Set<number>();
  private today = 0;

  knows(t: number, now: number): boolean {
    if (dayOf(now) !== this.today) this.days.clear();
    this.today = dayOf(now);
    return this.days.has(dayOf(t));
  }

  learn(points: readonly StoredPoint[]): void {
    for (const { t } of points) this.days.add(dayOf(t));
  }
}

/**
 * Stores points with a single COPY, which is a transaction of its own: this saves begin, savepoint and commit, whose answers would wait behind everything
 * that terminals send. `sent` is called when the rows are on their way. Answers false, with nothing stored, when the points need more than that
 * (a new partition, a packed hour, a point that is already there): then use {@link appendHot}.
 */
export async function appendAlone(
  client: pg.PoolClient,
  points: readonly StoredPoint[],
  now: number,
  known: KnownDays,
  sent?: () => void,
): Promise<boolean> {
  for (const { t, vehicleId } of points)
    if (!known.knows(t, now) || (vehicleId !== null && mayBePacked(t, now))) return false;
  try {
    await copyBinary(client, copyRows(uniquePoints(points)), sent);
    return true;
  } catch (error) {
    if (brokenIndex(error) === null) throw error;
    return false;
  }
}

const dayOf = (t: number): number => Math.floor(t / dayMs);
const mayBePacked = (t: number, now: number): boolean => hourOf(t) <= now - maybePackedMs - hourMs;
/** Days this far around now get a partition of their own, ms; points with stranger clocks go to the default partition. */
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

/** Notes hours to be packed again. The rows stay locked until the points are committed, so that packing does not remove them before. */
async function noteLate(client: pg.PoolClient, points: readonly StoredPoint[], now: number): Promise<void> {
  const late = new Map<string, { vehicleId: string; hour: string }>();
  for (const { vehicleId, t } of points) {
    if (vehicleId === null || !mayBePacked(t, now)) continue;
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

async function copyBinary(client: pg.PoolClient, rows: Buffer, sent?: () => void): Promise<void> {
  const stream = client.query(copyFrom(`copy position (${copyColumns}) from stdin (format binary)`));
  const finished = once(stream, 'finish');
  stream.write(rows, () => sent?.());
  stream.end();
  await finished;
}
