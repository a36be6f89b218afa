import type { Kysely } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import type { PointColumns } from '../../../core/telemetry/pack';
import { readPointsAs, type Shape } from '../../../core/telemetry/read';
import type { StoredPoint } from '../../../core/telemetry/stored-point';
import { type PointExtra, pointFlag, type TrackPoint } from '../../../kernel/point';
import { applyWiresToAll } from '../../../kernel/temperature/wiring';

export interface TrackWish {
  vehicleId: string;
  /** epoch ms, both ends included */
  from: number;
  to: number;
  /** also the last valid fix before and the first after, which make the edges of the range exact */
  neighbours?: boolean;
  /** also the channels without a column of their own */
  extra?: boolean;
}

/**
 * The one reading interface of stored positions: points of a vehicle in order of device time, whether they are hot or packed. Bindings were
 * resolved when they were stored (`position.vehicle_id`), so a changed terminal does not break a track. Readings are those of the wires at the
 * time of a point: certified corrections added, inverted contacts turned (docs/decisions/049).
 */
export async function readTrack(db: Kysely<DB>, { vehicleId, ...wish }: TrackWish): Promise<TrackPoint[]> {
  return (await readTracks(db, { ...wish, vehicleIds: [vehicleId] })).get(vehicleId) ?? [];
}

/** The same for several vehicles in one statement; a vehicle that may not be read has no points. */
export async function readTracks(
  db: Kysely<DB>,
  wish: Omit<TrackWish, 'vehicleId'> & { vehicleIds: readonly string[] },
): Promise<Map<string, TrackPoint[]>> {
  return readPointsAs(db, { ...wish, wanted: wish.extra ? 'extra' : 'track' }, wish.extra ? withExtra : plain);
}

const none: ReadonlyArray<number | null> = [];
/** A 4-byte float carries 7 digits: what was stored as 36.6 comes back as 36.6. */
const round2 = (value: number): number => Math.round(value * 100) / 100;
/** `own`: the readings come fresh from the database and nobody else holds them, so they are rounded where they stand. */
function readings(values: StoredPoint['tempC'], own = false): ReadonlyArray<number | null> {
  if (values === null || values.length === 0) return none;
  const out = own ? (values as Array<number | null>) : new Array<number | null>(values.length);
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? null;
    out[i] = value === null ? null : round2(value);
  }
  return out;
}

/** A stored row as the kernel sees it, with the readings as they came in. */
export const trackPoint = (p: StoredPoint): TrackPoint => pointOf(p, false);

/** Few points are of a base station: the others stay of one shape. */
function ofStation(flags: number, point: TrackPoint): TrackPoint {
  if ((flags & pointFlag.station) !== 0) point.station = true;
  return point;
}

/** `own`: nobody else holds the row. */
function pointOf(p: StoredPoint, own: boolean): TrackPoint {
  return ofStation(p.flags, {
    t: p.t,
    receiveTime: p.receiveTime,
    lng: p.lng,
    lat: p.lat,
    speedKmh: round2(p.speedKmh),
    directionDeg: p.directionDeg,
    acc: (p.flags & pointFlag.acc) !== 0,
    located: (p.flags & pointFlag.located) !== 0,
    late: (p.flags & pointFlag.late) !== 0,
    odometerM: p.odometerM,
    alarmBits: p.alarmBits,
    doors: p.doors ?? 0,
    tempC: readings(p.tempC, own),
    humPct: readings(p.humPct, own),
    fuelL: readings(p.fuelL, own),
  });
}

/** The same from opened columns: a day has thousands of points, a second object each would double the work. */
function trackColumn(c: PointColumns, i: number): TrackPoint {
  const flags = c.flags[i] ?? 0;
  return ofStation(flags, {
    t: c.t[i] ?? 0,
    receiveTime: c.receiveTime[i] ?? 0,
    lng: c.lng[i] ?? 0,
    lat: c.lat[i] ?? 0,
    speedKmh: round2(c.speedKmh[i] ?? 0),
    directionDeg: c.directionDeg[i] ?? 0,
    acc: (flags & pointFlag.acc) !== 0,
    located: (flags & pointFlag.located) !== 0,
    late: (flags & pointFlag.late) !== 0,
    odometerM: c.odometerM[i] ?? null,
    alarmBits: c.alarmBits[i] ?? 0,
    doors: c.doors[i] ?? 0,
    tempC: readings(c.tempC[i] ?? null, true),
    humPct: readings(c.humPct[i] ?? null, true),
    fuelL: readings(c.fuelL[i] ?? null, true),
  });
}

const unread: ReadonlySet<keyof StoredPoint> = new Set(['deviceId', 'clientId']);
const plain: Shape<TrackPoint> = {
  point: (p) => pointOf(p, true),
  column: trackColumn,
  unread,
  rewire: applyWiresToAll,
};
/** Written onto the point itself: a copy of each would be a third of the reading's time. */
function extended(point: TrackPoint, extra: StoredPoint['extra']): TrackPoint {
  (point as { extra?: PointExtra | null }).extra = extra as PointExtra | null;
  return point;
}
const withExtra: Shape<TrackPoint> = {
  point: (p) => extended(pointOf(p, true), p.extra),
  column: (c, i) => extended(trackColumn(c, i), c.extra[i] ?? null),
  unread,
  rewire: applyWiresToAll,
};
