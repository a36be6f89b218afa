import { hourMs } from '@tongda/contract/core/durations';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../generated/db-types';
import { hourOf } from './hours/ages';
import { readPoints } from './read';
import { isAfterPlace, type Place, type StoredPoint } from './stored-point';

export interface PageWish {
  vehicleId: string;
  /** epoch ms, both ends included */
  from: number;
  to: number;
  /** the last point of the page before */
  after?: Place;
  limit: number;
}

export interface PointPage {
  points: StoredPoint[];
  /** `after` for the next page; null at the end */
  next: Place | null;
}

/** Reads the next points of a range, at most `limit`. Only the time that holds them is read, however long the range is. */
export async function readPage(db: Kysely<DB>, wish: PageWish): Promise<PointPage> {
  const { vehicleId, to, limit } = wish;
  const points: StoredPoint[] = [];
  let from = wish.after ? wish.after.t : wish.from;
  while (points.length <= limit && from <= to) {
    const until = Math.min(to, (await enoughUntil(db, vehicleId, from, to, limit - points.length + 1)) ?? to);
    const more =
      (await readPoints(db, { vehicleIds: [vehicleId], from, to: until, wanted: 'all' })).get(vehicleId) ?? [];
    const { after } = wish;
    points.push(...(after ? more.filter((point) => isAfterPlace(point, after)) : more));
    from = until + 1;
  }
  const page = points.slice(0, limit);
  const last = page.at(-1);
  return { points: page, next: points.length > limit && last ? { t: last.t, deviceId: last.deviceId } : null };
}

/** A moment (epoch ms) up to which there are about `count` points; null when the whole range has fewer. */
async function enoughUntil(
  db: Kysely<DB>,
  vehicleId: string,
  from: number,
  to: number,
  count: number,
): Promise<number | null> {
  const [start, end] = [new Date(from), new Date(to)];
  const { rows } = await sql<{ hot: Date | null; packed: Date | null }>`select
    (select device_time from position where vehicle_id = ${vehicleId} and device_time >= ${start} and device_time <= ${end}
      order by device_time offset ${count} limit 1) as hot,
    (select hour from (select hour, sum(n) filter (where hour > ${new Date(hourOf(from))}) over (order by hour) as points from position_hour
      where vehicle_id = ${vehicleId} and hour >= ${new Date(hourOf(from))} and hour <= ${end}) h where points >= ${count} order by hour limit 1) as packed`.execute(
    db,
  );
  const bounds = [rows[0]?.hot?.getTime(), rows[0]?.packed && rows[0].packed.getTime() + hourMs - 1];
  const known = bounds.filter((bound): bound is number => typeof bound === 'number');
  return known.length > 0 ? Math.min(...known) : null;
}
