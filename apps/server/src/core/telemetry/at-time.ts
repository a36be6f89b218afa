import { distanceM } from '@tongda/geo/distance';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../generated/db-types';
import { hourOf } from './hours/ages';
import { unpackPoints } from './hours/pack';
import { isLocated, motionOf } from './stored-point';

/** Where a vehicle was at a moment: its last fix up to then. */
export interface FixAt {
  vehicleId: string;
  t: number;
  lng: number;
  lat: number;
  /** null, also of the direction: the report does not know it */
  speedKmh: number | null;
  directionDeg: number | null;
}

export interface AtWish {
  /** the vehicles to look for: the caller's scope */
  vehicleIds: readonly string[];
  /** epoch ms */
  at: number;
  /** an older fix does not count */
  maxAgeMs: number;
}

export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** A vehicle and a moment (epoch ms) at which it is looked for. */
export interface Moment {
  vehicleId: string;
  at: number;
}

/** What is known of a vehicle without opening packed hours. `i`: of which moment. */
interface Candidate extends Moment {
  i: number;
  hot: FixAt | null;
  /** packed hour that holds its last packed fix, and the box around all fixes of the hour */
  packed: { hour: Date; box: Box } | null;
}

/**
 * Finds the vehicles that were nearest to a place at a moment, nearest first, within `radiusM`. Packed hours are opened only while they may hold a nearer
 * vehicle than those found.
 */
export async function findNearestAt(
  db: Kysely<DB>,
  wish: AtWish & { lng: number; lat: number; limit: number; radiusM?: number },
): Promise<Array<FixAt & { distanceM: number }>> {
  const { lng, lat, limit, radiusM = Number.POSITIVE_INFINITY } = wish;
  const far = (fix: { lng: number; lat: number }): number => distanceM(lng, lat, fix.lng, fix.lat);
  const waiting = (await candidatesAt(db, momentsOf(wish), wish.maxAgeMs))
    .map((candidate) => ({ candidate, least: leastDistanceM(candidate, lng, lat) }))
    .filter(({ least }) => least <= radiusM)
    .sort((a, b) => a.least - b.least);
  const found: Array<FixAt & { distanceM: number }> = [];
  while (waiting.length > 0) {
    const worst = found.length >= limit ? (found[limit - 1]?.distanceM ?? 0) : Number.POSITIVE_INFINITY;
    if ((waiting[0]?.least ?? 0) > worst) break;
    const fixes = await openCandidates(
      db,
      waiting.splice(0, Math.max(16, limit)).map(({ candidate }) => candidate),
      wish.maxAgeMs,
    );
    found.push(
      ...fixes
        .flatMap((fix) => (fix ? [{ ...fix, distanceM: far(fix) }] : []))
        .filter((one) => one.distanceM <= radiusM),
    );
    found.sort((a, b) => a.distanceM - b.distanceM || Number(a.vehicleId) - Number(b.vehicleId));
  }
  return found.slice(0, limit);
}

/** Finds the vehicles that were inside an area at a moment. `box` encloses the area and `inside` decides. */
export async function findInsideAt(
  db: Kysely<DB>,
  wish: AtWish & { box: Box; inside: (lng: number, lat: number) => boolean },
): Promise<FixAt[]> {
  const { box } = wish;
  const touches = ({ hot, packed }: Candidate) => hot !== null || (packed !== null && boxesMeet(packed.box, box));
  const candidates = (await candidatesAt(db, momentsOf(wish), wish.maxAgeMs)).filter(touches);
  const fixes = await openCandidates(db, candidates, wish.maxAgeMs);
  return fixes.filter(
    (fix): fix is FixAt =>
      fix !== null &&
      fix.lng >= box.west &&
      fix.lng <= box.east &&
      fix.lat >= box.south &&
      fix.lat <= box.north &&
      wish.inside(fix.lng, fix.lat),
  );
}

/** Where vehicles were at moments of their own, in the order of the moments; null where no fix of the last `maxAgeMs` is known. */
export async function findFixesAt(
  db: Kysely<DB>,
  moments: readonly Moment[],
  maxAgeMs: number,
): Promise<Array<FixAt | null>> {
  const candidates = await candidatesAt(db, moments, maxAgeMs);
  const fixes = await openCandidates(db, candidates, maxAgeMs);
  const byMoment = new Map(candidates.map(({ i }, k) => [i, fixes[k] ?? null]));
  return moments.map((_, i) => byMoment.get(i) ?? null);
}

const momentsOf = ({ vehicleIds, at }: AtWish): Moment[] => vehicleIds.map((vehicleId) => ({ vehicleId, at }));

const boxesMeet = (a: Box, b: Box): boolean =>
  a.west <= b.east && a.east >= b.west && a.south <= b.north && a.north >= b.south;
const clampBetween = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** The least distance that the vehicle can have had, m. */
function leastDistanceM({ hot, packed }: Candidate, lng: number, lat: number): number {
  const byHot = hot ? distanceM(lng, lat, hot.lng, hot.lat) : Number.POSITIVE_INFINITY;
  if (!packed) return byHot;
  const { west, east, south, north } = packed.box;
  // on the sphere the nearest point of a box is not exactly its nearest edge in degrees
  const byBox = distanceM(lng, lat, clampBetween(lng, west, east), clampBetween(lat, south, north)) * 0.98;
  return Math.min(byHot, byBox);
}

interface CandidateRow {
  i: number;
  vehicle_id: string;
  at: Date;
  t: Date | null;
  lng: number;
  lat: number;
  speed: number;
  direction: number;
  flags: number;
  hour: Date | null;
  west: number;
  south: number;
  east: number;
  north: number;
}

async function candidatesAt(db: Kysely<DB>, moments: readonly Moment[], maxAgeMs: number): Promise<Candidate[]> {
  if (moments.length === 0) return [];
  const since = (at: number) => new Date(at - maxAgeMs);
  const { rows } =
    await sql<CandidateRow>`select v.i::int - 1 as i, v.id::text as vehicle_id, v.at, hot.*, packed.* from unnest(${moments.map(({ vehicleId }) => vehicleId)}::bigint[],
      ${moments.map(({ at }) => new Date(at))}::timestamptz[], ${moments.map(({ at }) => since(at))}::timestamptz[],
      ${moments.map(({ at }) => new Date(hourOf(at - maxAgeMs)))}::timestamptz[]) with ordinality v(id, at, since, first_hour, i)
    left join lateral (select device_time as t, lng, lat, speed_kmh as speed, direction_deg as direction, flags from position
      where vehicle_id = v.id and device_time <= v.at and device_time > v.since and (flags & 2) <> 0 order by device_time desc limit 1) hot on true
    left join lateral (select hour, west, south, east, north from position_hour
      where vehicle_id = v.id and hour <= v.at and hour >= v.first_hour and first_fix_time <= v.at and last_fix_time > v.since
      order by hour desc limit 1) packed on true
    where hot.t is not null or packed.hour is not null`.execute(db);
  return rows.map((r) => ({
    i: r.i,
    vehicleId: r.vehicle_id,
    at: r.at.getTime(),
    hot: r.t && {
      vehicleId: r.vehicle_id,
      t: r.t.getTime(),
      lng: r.lng,
      lat: r.lat,
      ...motionOf({ speedKmh: r.speed, directionDeg: r.direction, flags: r.flags }),
    },
    packed: r.hour && { hour: r.hour, box: { west: r.west, south: r.south, east: r.east, north: r.north } },
  }));
}

/** Opens the packed hours of candidates and takes the newer of the packed and the unpacked fix of each, in their order. */
async function openCandidates(
  db: Kysely<DB>,
  candidates: readonly Candidate[],
  maxAgeMs: number,
): Promise<Array<FixAt | null>> {
  const open = candidates.flatMap(({ i, vehicleId, packed }) => (packed ? [{ i, vehicleId, hour: packed.hour }] : []));
  const bodies = new Map<number, Buffer>();
  if (open.length > 0) {
    const { rows } = await sql<{ i: number; body: Buffer }>`select x.i, h.body
      from unnest(${open.map((o) => o.i)}::int[], ${open.map((o) => o.vehicleId)}::bigint[], ${open.map((o) => o.hour)}::timestamptz[]) x(i, vehicle_id, hour)
      join position_hour h on h.vehicle_id = x.vehicle_id and h.hour = x.hour`.execute(db);
    for (const row of rows) bodies.set(row.i, row.body);
  }
  return candidates.map(({ i, hot, ...moment }) => {
    const packed = lastFix(bodies.get(i), moment, maxAgeMs);
    if (packed && hot) return packed.t >= hot.t ? packed : hot;
    return packed ?? hot;
  });
}

function lastFix(body: Buffer | undefined, { vehicleId, at }: Moment, maxAgeMs: number): FixAt | null {
  if (!body) return null;
  const point = unpackPoints(body, vehicleId, false).findLast((p) => p.t <= at && p.t > at - maxAgeMs && isLocated(p));
  if (!point) return null;
  const { t, lng, lat } = point;
  return { vehicleId, t, lng, lat, ...motionOf(point) };
}
