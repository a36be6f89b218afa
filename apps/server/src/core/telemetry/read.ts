import type { Hash } from 'node:crypto';
import { dayMs, hourMs } from '@tongda/contract/core/durations';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { planOnce } from '../db/statements';
import type { DB } from '../generated/db-types';
import { hourOf } from './hours/ages';
import { type PointColumns, pointAt, unpackColumns } from './hours/pack';
import { type PointBytes, pointColumns, readPointBytes, type Wanted } from './rows';
import { cameLate, isLocated, type StoredPoint } from './stored-point';
import { mergePoints } from './unique';
import { type StoredWiring, wiringOf } from './wiring';

/** How far outside a range its neighbours are looked for, ms: far enough that a truck that stood over the weekend still has a known state. */
export const neighbourMs = 3 * dayMs;

export interface ReadWish {
  vehicleIds: readonly string[];
  /** epoch ms, both ends included */
  from: number;
  to: number;
  /** also give the last fix before and the first one after the range, which make its edges exact */
  neighbours?: boolean;
  /** which of the rarer columns to read; by default none */
  wanted?: Wanted;
}

interface Row extends PointBytes {
  vehicle_id: string;
  /** packed hours in a row, each as int4 length and body */
  bodies: Buffer | null;
  /** only when the reader's shape can convert readings */
  wiring?: StoredWiring[] | null;
}

/** How a reader wants its points: made from a stored point, or directly from opened columns where nothing has to be merged. */
export interface Shape<T> {
  point(point: StoredPoint): T;
  /** columns that `column` does not use and that need not be opened */
  unread?: ReadonlySet<keyof StoredPoint>;
  column(columns: PointColumns, i: number, vehicleId: string): T;
  /** converts a vehicle's readings; called only for vehicles whose readings must be converted */
  rewire?(points: T[], wiring: readonly StoredWiring[]): void;
}
const asStored: Shape<StoredPoint> = { point: (point) => point, column: pointAt };

/**
 * Reads the stored points of vehicles in order of device time, whether they are packed or not, by vehicle. It is one statement, so that an hour that is
 * being packed is seen in exactly one place. `db` may be a tenant's transaction; row-level security applies.
 */
export const readPoints = (db: Kysely<DB>, wish: ReadWish): Promise<Map<string, StoredPoint[]>> =>
  readPointsAs(db, wish, asStored);

/** The same in the shape that a reader wants. */
export const readPointsAs = async <T>(db: Kysely<DB>, wish: ReadWish, shape: Shape<T>): Promise<Map<string, T[]>> =>
  (await fetchPoints(db, wish, shape)).open();

/** Stored points as they came from the database, not opened yet: opening a day of them takes longer than fetching it. */
export class ClosedPoints<T> {
  constructor(
    private readonly rows: readonly Row[],
    private readonly wish: ReadWish,
    private readonly shape: Shape<T>,
  ) {}

  /** The points in order of device time, by vehicle. */
  open(): Map<string, T[]> {
    const { wish, shape } = this;
    return new Map(
      this.rows.map((row) => {
        const points = pointsOf(row, wish, shape);
        if (row.wiring) shape.rewire?.(points, row.wiring);
        return [row.vehicle_id, points];
      }),
    );
  }

  /** Adds to a hash all that decides which points there are and what they say. */
  digest(hash: Hash): void {
    const { from, to, neighbours, wanted } = this.wish;
    hash.update(JSON.stringify([from, to, neighbours, wanted]));
    for (const row of this.rows)
      for (const [name, value] of Object.entries(row)) {
        const bytes = Buffer.isBuffer(value) ? value : JSON.stringify(value ?? null);
        hash.update(`\n${name} ${bytes.length} `).update(bytes);
      }
  }
}

/** Fetches the stored points of vehicles as {@link readPoints} does, without opening them. */
export async function fetchPoints<T>(db: Kysely<DB>, wish: ReadWish, shape: Shape<T>): Promise<ClosedPoints<T>> {
  const { wanted = 'track' } = wish;
  const ids = [...new Set(wish.vehicleIds)];
  const { rows } =
    await sql<Row>`select ${sql.raw(planOnce)} v.id::text as vehicle_id, hot.*, packed.bodies${shape.rewire ? sql`, ${wiringOf('v.id')} as wiring` : sql``} from unnest(${ids}::bigint[]) v(id)
    cross join lateral (select ${pointColumns(wanted)} from (${wish.neighbours ? hotPointsAround(wish) : hotPointsInside(wish)}) p) hot
    cross join lateral (select string_agg(int4send(length(body)) || body, '') as bodies from (${packedHoursQuery(wish)}) h) packed`.execute(
      db,
    );
  return new ClosedPoints(rows, wish, shape);
}

/** A part of a vehicle's track: epoch ms, both ends included. */
export interface TrackSpan {
  vehicleId: string;
  from: number;
  to: number;
}

/** Counts a vehicle's points in a range. Hours are opened only at the edges of the range, and where there are both packed and unpacked points. */
export const countPoints = async (db: Kysely<DB>, span: TrackSpan): Promise<number> =>
  (await countHours(db, span, false)).points;

/** Counts a vehicle's points in a range, and those of them that came late, as {@link countPoints} does. */
export const countLate = (db: Kysely<DB>, span: TrackSpan): Promise<{ points: number; late: number }> =>
  countHours(db, span, true);

async function countHours(
  db: Kysely<DB>,
  { vehicleId, from, to }: TrackSpan,
  lateToo: boolean,
): Promise<{ points: number; late: number }> {
  const { rows } = await sql<{
    hour: Date;
    hot: number;
    packed: number;
    late: number;
    /** the hour was packed before late points were counted */
    uncounted: boolean;
  }>`select hour, sum(hot)::int as hot, sum(packed)::int as packed, sum(late)::int as late, bool_or(uncounted) as uncounted from (
      select date_trunc('hour', device_time, 'UTC') as hour, count(*) as hot, 0 as packed, count(*) filter (where (flags & 4) <> 0) as late, false as uncounted from position
        where vehicle_id = ${vehicleId} and device_time >= ${dateAt(from)} and device_time <= ${dateAt(to)} group by 1
      union all select hour, 0, n, coalesce(late, 0), late is null from position_hour where vehicle_id = ${vehicleId} and hour >= ${dateAt(hourOf(from))} and hour <= ${dateAt(to)}
    ) h group by hour`.execute(db);
  const sum = { points: 0, late: 0 };
  for (const { hour, hot: fresh, packed: old, late, uncounted } of rows) {
    const start = Math.max(from, hour.getTime());
    const end = Math.min(to, hour.getTime() + hourMs - 1);
    const whole = end - start === hourMs - 1;
    if (old === 0 || (fresh === 0 && whole && !(lateToo && uncounted))) {
      sum.points += old === 0 ? fresh : old;
      sum.late += late;
      continue;
    }
    const points = (await readPoints(db, { vehicleIds: [vehicleId], from: start, to: end })).get(vehicleId) ?? [];
    sum.points += points.length;
    sum.late += points.filter(cameLate).length;
  }
  return sum;
}

function pointsOf<T>(row: Row, wish: ReadWish, shape: Shape<T>): T[] {
  const hot = readPointBytes(row, row.vehicle_id);
  const whole = wish.wanted !== undefined && wish.wanted !== 'track';
  const bodies = splitBodies(row.bodies);
  if (bodies.length === 0) return hot.map(shape.point);
  const open = (unread?: Shape<T>['unread']) => bodies.map((body) => unpackColumns(body, whole, unread));
  if (hot.length === 0) return clipColumns(open(shape.unread), wish, (c, i) => shape.column(c, i, row.vehicle_id));
  const opened = open();
  const old = opened.flatMap((columns) => columns.t.map((_, i) => pointAt(columns, i, row.vehicle_id)));
  return clipPoints(mergePoints(old, hot, wish.wanted === 'all'), wish).map(shape.point);
}

/** {@link clipPoints} over hours in their order, which makes only the points that are asked for. */
function clipColumns<T>(
  opened: readonly PointColumns[],
  { from, to, neighbours }: ReadWish,
  make: (columns: PointColumns, i: number) => T,
): T[] {
  const out: T[] = [];
  let before: (() => T) | null = null;
  let after: (() => T) | null = null;
  for (const columns of opened) {
    const { t: times } = columns;
    for (let i = 0; i < times.length; i++) {
      const t = times[i] ?? 0;
      if (t >= from && t <= to) out.push(make(columns, i));
      else if (neighbours && isLocated({ flags: columns.flags[i] ?? 0 })) {
        if (t < from && t >= from - neighbourMs) before = () => make(columns, i);
        if (t > to && t <= to + neighbourMs) after ??= () => make(columns, i);
      }
    }
  }
  if (before) out.unshift(before());
  if (after) out.push(after());
  return out;
}

function splitBodies(bodies: Buffer | null): Buffer[] {
  const out: Buffer[] = [];
  for (let at = 0; bodies && at < bodies.length; ) {
    const end = at + 4 + bodies.readInt32BE(at);
    out.push(bodies.subarray(at + 4, end));
    at = end;
  }
  return out;
}

/** Cuts points of whole hours to the range, with its two neighbours if asked for. */
function clipPoints(points: readonly StoredPoint[], { from, to, neighbours }: ReadWish): StoredPoint[] {
  const inside = points.filter(({ t }) => t >= from && t <= to);
  if (!neighbours) return inside;
  const before = points.findLast((p) => p.t < from && p.t >= from - neighbourMs && isLocated(p));
  const after = points.find((p) => p.t > to && p.t <= to + neighbourMs && isLocated(p));
  return [...(before ? [before] : []), ...inside, ...(after ? [after] : [])];
}

const dateAt = (ms: number) => new Date(ms);
const hot = sql`select * from position where vehicle_id = v.id`;
const fix = sql`(flags & 2) <> 0`;

const hotPointsInside = ({ from, to }: ReadWish): RawBuilder<unknown> =>
  sql`${hot} and device_time >= ${dateAt(from)} and device_time <= ${dateAt(to)} order by device_time, device_id`;

/** Query for unpacked points with neighbours; its three parts are in order of time, so nothing is sorted again. */
function hotPointsAround(wish: ReadWish): RawBuilder<unknown> {
  const { from, to } = wish;
  return sql`(${hot} and device_time < ${dateAt(from)} and device_time >= ${dateAt(from - neighbourMs)} and ${fix} order by device_time desc, device_id desc limit 1)
    union all (${hotPointsInside(wish)})
    union all (${hot} and device_time > ${dateAt(to)} and device_time <= ${dateAt(to + neighbourMs)} and ${fix} order by device_time, device_id limit 1)`;
}

/** Query for the packed hours that touch the range, and the nearest ones with a fix on either side if asked for. */
function packedHoursQuery({ from, to, neighbours }: ReadWish): RawBuilder<unknown> {
  const first = hourOf(from);
  const hours = sql`select hour, body from position_hour where vehicle_id = v.id`;
  const inside = sql`${hours} and hour >= ${dateAt(first)} and hour <= ${dateAt(to)} order by hour`;
  if (!neighbours) return inside;
  return sql`(${hours} and hour < ${dateAt(first)} and last_fix_time >= ${dateAt(from - neighbourMs)} and hour >= ${dateAt(hourOf(from - neighbourMs))} order by hour desc limit 1)
    union all (${inside})
    union all (${hours} and hour > ${dateAt(to)} and hour <= ${dateAt(to + neighbourMs)} and fixes > 0 order by hour limit 1)`;
}
