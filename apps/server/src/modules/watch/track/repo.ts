import type { Kysely } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import type { PointColumns } from '../../../core/telemetry/hours/pack';
import { type ClosedPoints, fetchPoints, readPointsAs, type Shape } from '../../../core/telemetry/read';
import type { StoredPoint } from '../../../core/telemetry/stored-point';
import { type PlainPoint, type PointExtra, pointFlag, type TrackPoint, type WholePoint } from '../../../kernel/point';
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

/** The points of a wish: with the rarer channels only where it asks for them. */
export type PointOf<W extends Pick<TrackWish, 'extra'>> = W extends { extra: true } ? WholePoint : PlainPoint;

/**
 * The one way to read stored positions: points of a vehicle in order of device time, from hot rows and packed hours alike. Bindings were
 * resolved when the points were stored (`position.vehicle_id`), so a changed terminal does not break a track. Readings follow the wiring at the
 * time of each point: corrections of certified sensors are added, inverted contacts are turned round (docs/decisions/049).
 */
export async function readTrack<const W extends TrackWish>(db: Kysely<DB>, wish: W): Promise<Array<PointOf<W>>> {
  return (await readTracks(db, { ...wish, vehicleIds: [wish.vehicleId] })).get(wish.vehicleId) ?? [];
}

/** The same for several vehicles in one statement; the map has an empty list for a vehicle without points. */
export async function readTracks<const W extends Omit<TrackWish, 'vehicleId'> & { vehicleIds: readonly string[] }>(
  db: Kysely<DB>,
  wish: W,
): Promise<Map<string, Array<PointOf<W>>>> {
  const points = wish.extra
    ? await readPointsAs(db, { ...wish, wanted: 'extra' }, withExtra)
    : await readPointsAs(db, { ...wish, wanted: 'track' }, plain);
  // which of the two it is follows from the wish, which the compiler does not see
  return points as Map<string, Array<PointOf<W>>>;
}

/** The points of one vehicle, fetched and not opened yet. */
export const fetchTrack = (
  db: Kysely<DB>,
  { vehicleId, ...wish }: Omit<TrackWish, 'extra'>,
): Promise<ClosedPoints<PlainPoint>> => fetchPoints(db, { ...wish, vehicleIds: [vehicleId], wanted: 'track' }, plain);

const none: ReadonlyArray<number | null> = [];
/** A 4-byte float carries 7 digits: what was stored as 36.6 comes back as 36.6. */
const round2 = (value: number): number => Math.round(value * 100) / 100;
/** Rounds readings. With `own` nobody else holds the array, so that it is changed in place and not copied. */
function roundReadings(values: StoredPoint['tempC'], own = false): ReadonlyArray<number | null> {
  if (values === null || values.length === 0) return none;
  // with `own` nobody else holds the array, so it may be changed
  const out = own ? (values as Array<number | null>) : new Array<number | null>(values.length);
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? null;
    out[i] = value === null ? null : round2(value);
  }
  return out;
}

/** A stored row as a point of the kernel, with uncorrected readings. */
export const trackPointOf = (p: StoredPoint): TrackPoint => pointOf(p, false);

const odd = pointFlag.station | pointFlag.noSpeed | pointFlag.noDirection;
/** Marks a point whose position came from a base station (only these few get the extra property, so that all others keep one shape in memory), and empties what it does not know. */
function markOdd<P extends TrackPoint>(flags: number, point: P): P {
  if ((flags & odd) === 0) return point;
  if ((flags & pointFlag.station) !== 0) point.station = true;
  if ((flags & pointFlag.noSpeed) !== 0) point.speedKmh = null;
  if ((flags & pointFlag.noDirection) !== 0) point.directionDeg = null;
  return point;
}

/** With `own` nobody else holds the row, so that its arrays are used and changed. */
function pointOf(p: StoredPoint, own: boolean): PlainPoint {
  return markOdd<PlainPoint>(p.flags, {
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
    deviceId: p.deviceId,
    alarmBits: p.alarmBits,
    doors: p.doors ?? 0,
    tempC: roundReadings(p.tempC, own),
    humPct: roundReadings(p.humPct, own),
    fuelL: roundReadings(p.fuelL, own),
  });
}

/**
 * The same from unpacked columns without a row object in between: a day has thousands of points, and a second object for each would double the
 * work.
 */
function trackColumn(c: PointColumns, i: number): PlainPoint {
  const flags = c.flags[i] ?? 0;
  return markOdd<PlainPoint>(flags, {
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
    deviceId: c.deviceId[i] ?? '',
    alarmBits: c.alarmBits[i] ?? 0,
    doors: c.doors[i] ?? 0,
    tempC: roundReadings(c.tempC[i] ?? null, true),
    humPct: roundReadings(c.humPct[i] ?? null, true),
    fuelL: roundReadings(c.fuelL[i] ?? null, true),
  });
}

const unread: ReadonlySet<keyof StoredPoint> = new Set(['clientId']);
const plain: Shape<PlainPoint> = {
  point: (p) => pointOf(p, true),
  column: trackColumn,
  unread,
  rewire: applyWiresToAll,
};
/** Adds the channels without a column of their own to the point itself: copying each point would cost a third of the reading time. */
function addChannels(point: TrackPoint, extra: StoredPoint['extra']): WholePoint {
  // the point was made by the caller and nobody else holds it yet; `extra` is the JSON that the gateway stored
  return Object.assign(point, { extra: extra as PointExtra | null });
}
const withExtra: Shape<WholePoint> = {
  point: (p) => addChannels(pointOf(p, true), p.extra),
  column: (c, i) => addChannels(trackColumn(c, i), c.extra[i] ?? null),
  unread,
  rewire: applyWiresToAll,
};
