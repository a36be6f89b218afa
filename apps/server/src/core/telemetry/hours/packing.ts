import { hourMs } from '@tongda/contract/core/durations';
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../../db/trx';
import type { DB } from '../../generated/db-types';
import { type PointBytes, pointColumns, readPointBytes } from '../rows';
import { cameLate, type StoredPoint } from '../stored-point';
import { mergePoints } from '../unique';
import { hourOf, packAfterMs } from './ages';
import { packPoints, unpackPoints } from './pack';

/** Figures that are stored beside a packed hour (see kernel/day/hour.ts for their units). Core does not calculate them: whoever starts the packing hands the calculation in. */
export interface PackedFigures {
  fixes: number;
  firstFixTime: number | null;
  lastFixTime: number | null;
  box: { west: number; south: number; east: number; north: number } | null;
  alarmBits: number;
  mileageM: number;
  maxSpeedKmh: number | null;
  drivingS: number;
  doorOpenS: number;
  stood: { seconds: number; lng: number; lat: number } | null;
  temps: Array<[number, number, number] | null>;
  hums: Array<[number, number, number] | null>;
}
/** Makes the calculation for some vehicles; called once in a transaction, so that the constants of all of them are read together. */
export type FiguresOf = (
  trx: Kysely<DB>,
  vehicleIds: readonly string[],
) => Promise<(vehicleId: string, points: readonly StoredPoint[]) => PackedFigures>;

export interface VehicleHour {
  vehicleId: string;
  /** epoch ms, full hour */
  hour: number;
}

const dateAt = (ms: number) => new Date(ms);

/** Moves the points of these hours from `position` into packed rows of `position_hour`, inside the caller's transaction. Answers how many points moved. */
export async function packHours(trx: Trx, items: readonly VehicleHour[], figuresOf: FiguresOf): Promise<number> {
  if (items.length === 0) return 0;
  const hours = items.map(({ hour }) => hour);
  const months = [...new Set(hours.map((hour) => new Date(hour).toISOString().slice(0, 7)))].map(
    (m) => `${m}-01T00:00:00Z`,
  );
  await sql`select ensure_hour_partition(m) from unnest(${months}::timestamptz[]) m`.execute(trx);
  const taken = await takeHot(trx, items);
  const packed = await lockPacked(trx, items);
  const figures = await figuresOf(trx, [...new Set(items.map(({ vehicleId }) => vehicleId))]);
  let moved = 0;
  for (const { vehicleId, hour } of items) {
    const key = `${vehicleId} ${hour}`;
    const hot = taken.get(key);
    if (!hot) continue;
    moved += hot.length;
    await savePacked(trx, { vehicleId, hour }, mergePoints(packed.get(key) ?? [], hot), figures);
  }
  return moved;
}

interface Taken extends PointBytes {
  vehicle_id: string;
  hour: Date;
}

async function takeHot(trx: Trx, items: readonly VehicleHour[]): Promise<Map<string, StoredPoint[]>> {
  const hours = items.map(({ hour }) => hour);
  const first = dateAt(Math.min(...hours));
  const end = dateAt(Math.max(...hours) + hourMs);
  const { rows } = await sql<Taken>`with gone as (
      delete from position p using unnest(${items.map((item) => item.vehicleId)}::bigint[], ${hours.map(dateAt)}::timestamptz[]) x(vehicle_id, hour)
      where p.vehicle_id = x.vehicle_id and p.device_time >= x.hour and p.device_time < x.hour + interval '1 hour'
        and p.device_time >= ${first} and p.device_time < ${end}
      returning p.*, x.hour)
    select g.vehicle_id::text, g.hour, ${pointColumns('all')}
    from (select * from gone order by vehicle_id, hour, device_time, device_id) g group by g.vehicle_id, g.hour`.execute(
    trx,
  );
  return new Map(rows.map((row) => [`${row.vehicle_id} ${row.hour.getTime()}`, readPointBytes(row, row.vehicle_id)]));
}

async function lockPacked(trx: Trx, items: readonly VehicleHour[]): Promise<Map<string, StoredPoint[]>> {
  const rows = await trx
    .selectFrom('position_hour')
    .select(['vehicle_id', 'hour', 'body'])
    .where((eb) =>
      eb.or(
        items.map(({ vehicleId, hour }) => eb.and([eb('vehicle_id', '=', vehicleId), eb('hour', '=', dateAt(hour))])),
      ),
    )
    .forUpdate()
    .execute();
  return new Map(
    rows.map((row) => [`${row.vehicle_id} ${row.hour.getTime()}`, unpackPoints(row.body, row.vehicle_id)]),
  );
}

/** The value as a 4-byte float; smaller ones than the smallest that PostgreSQL takes become 0. */
const toFloat4 = (value: number): number => (Math.abs(value) < 1.2e-38 ? 0 : Math.fround(value));
const toFloat4OrNull = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : toFloat4(value);
/** Boxes are stored as float4, which rounds, so they are made a little wider: nothing may fall out of them. Degrees. */
const widerDeg = 3e-5;
/** The figures of all channels as the text of a two-dimensional PostgreSQL array; null when no channel had a reading. */
function channelsText(stats: PackedFigures['temps']): string | null {
  if (stats.every((stat) => stat === null)) return null;
  return `{${stats.map((stat) => (stat ? `{${stat.map(toFloat4).join(',')}}` : '{NULL,NULL,NULL}')).join(',')}}`;
}

/** Writes the packed row of an hour; without points the row is deleted. */
export async function savePacked(
  trx: Trx,
  { vehicleId, hour }: VehicleHour,
  points: readonly StoredPoint[],
  figures: Awaited<ReturnType<FiguresOf>>,
): Promise<void> {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) {
    await trx
      .deleteFrom('position_hour')
      .where('vehicle_id', '=', vehicleId)
      .where('hour', '=', dateAt(hour))
      .execute();
    return;
  }
  const f = figures(vehicleId, points);
  const devices = [...new Set(points.map((point) => point.deviceId))];
  const row = {
    client_id: last.clientId,
    n: points.length,
    late: points.filter(cameLate).length,
    fixes: f.fixes,
    first_time: dateAt(first.t),
    last_time: dateAt(last.t),
    first_fix_time: f.firstFixTime === null ? null : dateAt(f.firstFixTime),
    last_fix_time: f.lastFixTime === null ? null : dateAt(f.lastFixTime),
    alarm_bits: String(f.alarmBits),
    west: toFloat4OrNull(f.box && f.box.west - widerDeg),
    south: toFloat4OrNull(f.box && f.box.south - widerDeg),
    east: toFloat4OrNull(f.box && f.box.east + widerDeg),
    north: toFloat4OrNull(f.box && f.box.north + widerDeg),
    mileage_m: toFloat4(f.mileageM),
    max_speed_kmh: toFloat4OrNull(f.maxSpeedKmh),
    driving_s: f.drivingS,
    door_open_s: f.doorOpenS,
    stood_s: f.stood?.seconds ?? 0,
    stood_lng: toFloat4OrNull(f.stood?.lng),
    stood_lat: toFloat4OrNull(f.stood?.lat),
    temps: sql<number[] | null>`${channelsText(f.temps)}::real[]`,
    hums: sql<number[] | null>`${channelsText(f.hums)}::real[]`,
    device_ids: sql<string[]>`${devices}::bigint[]`,
    packed_at: sql<Date>`now()`,
    body: packPoints(points),
  };
  await trx
    .insertInto('position_hour')
    .values({ vehicle_id: vehicleId, hour: dateAt(hour), ...row })
    .onConflict((c) => c.columns(['vehicle_id', 'hour']).doUpdateSet(row))
    .execute();
  await sql`insert into packed_device (device_id, vehicle_id, first_hour, last_hour)
    select d, ${vehicleId}, ${dateAt(hour)}, ${dateAt(hour)} from unnest(${devices}::bigint[]) d
    on conflict (device_id, vehicle_id) do update set first_hour = least(packed_device.first_hour, excluded.first_hour),
      last_hour = greatest(packed_device.last_hour, excluded.last_hour)
    where packed_device.first_hour > excluded.first_hour or packed_device.last_hour < excluded.last_hour`.execute(trx);
}

/** How many vehicle hours are packed in one transaction, which has to wait for the disk only once. */
const chunk = 20;

export interface PackingDone {
  points: number;
  hours: number;
  /** there was more to do than the time allowed */
  more: boolean;
}

/** Packs everything that is due: first hours that got late points, then hours that ended long enough ago. Stops after `budgetMs`; may be repeated at any time. */
export async function packDue(
  db: Kysely<DB>,
  figuresOf: FiguresOf,
  now: number,
  budgetMs: number,
): Promise<PackingDone> {
  const until = performance.now() + budgetMs;
  const done: PackingDone = { points: 0, hours: 0, more: false };
  const spent = () => {
    done.more = performance.now() > until;
    return done.more;
  };
  while (await packLate(db, figuresOf, now, done)) if (spent()) return done;
  const closed = hourOf(now - packAfterMs);
  for (let hour = await packedUntil(db, closed); hour < closed; hour += hourMs) {
    const ids = await vehiclesOf(db, hour);
    for (let i = 0; i < ids.length; i += chunk) {
      const items = ids.slice(i, i + chunk).map((vehicleId) => ({ vehicleId, hour }));
      done.points += await db.transaction().execute((trx) => packHours(trx, items, figuresOf));
      done.hours += items.length;
      if (spent()) return done;
    }
    await sql`update position_packing set packed_until = ${dateAt(hour + hourMs)}`.execute(db);
  }
  return done;
}

/** Packs one chunk of hours with late points; false when none is due. */
async function packLate(db: Kysely<DB>, figuresOf: FiguresOf, now: number, done: PackingDone): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ vehicle_id: string; hour: Date }>`delete from position_late l using (
        select vehicle_id, hour from position_late where due_at <= ${dateAt(now)} and hour < ${dateAt(hourOf(now - packAfterMs))}
        order by due_at limit ${chunk} for update skip locked) x
      where l.vehicle_id = x.vehicle_id and l.hour = x.hour returning l.vehicle_id::text, l.hour`.execute(trx);
    const items = rows.map((row) => ({ vehicleId: row.vehicle_id, hour: row.hour.getTime() }));
    done.points += await packHours(trx, items, figuresOf);
    done.hours += items.length;
    return items.length > 0;
  });
}

/** The hour (epoch ms) from which packing goes on; a new installation begins at its oldest day. */
async function packedUntil(db: Kysely<DB>, closed: number): Promise<number> {
  const { rows } = await sql<{ packed_until: Date }>`insert into position_packing (packed_until)
    select coalesce(min(to_date(right(c.relname, 8), 'YYYYMMDD')::timestamp at time zone 'UTC'), ${dateAt(closed)})
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'position'::regclass and c.relname ~ '^position_[0-9]{8}$'
    on conflict (one) do update set one = true returning packed_until`.execute(db);
  return Math.min(closed, rows[0]?.packed_until.getTime() ?? closed);
}

/** Ids of the vehicles with unpacked points in an hour. */
async function vehiclesOf(db: Kysely<DB>, hour: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct vehicle_id::text as id from position
    where device_time >= ${dateAt(hour)} and device_time < ${dateAt(hour + hourMs)} and vehicle_id is not null`.execute(
    db,
  );
  return rows.map((row) => row.id).sort();
}
