import type { Kysely } from 'kysely';
import type { DB } from '../../core/db-types';
import { readPoints } from '../../core/telemetry/read';
import type { StoredPoint } from '../../core/telemetry/stored-point';
import { type PointExtra, pointFlag, type TrackPoint } from '../../kernel/point';

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
 * resolved when they were stored (`position.vehicle_id`), so a changed terminal does not break a track.
 */
export async function readTrack(db: Kysely<DB>, { vehicleId, ...wish }: TrackWish): Promise<TrackPoint[]> {
  return (await readTracks(db, { ...wish, vehicleIds: [vehicleId] })).get(vehicleId) ?? [];
}

/** The same for several vehicles in one statement; a vehicle that may not be read has no points. */
export async function readTracks(
  db: Kysely<DB>,
  wish: Omit<TrackWish, 'vehicleId'> & { vehicleIds: readonly string[] },
): Promise<Map<string, TrackPoint[]>> {
  const points = await readPoints(db, { ...wish, wanted: wish.extra ? 'extra' : 'track' });
  return new Map([...points].map(([id, list]) => [id, list.map((point) => trackPoint(point, wish.extra ?? false))]));
}

const none: ReadonlyArray<number | null> = [];
/** A 4-byte float carries 7 digits: what was stored as 36.6 comes back as 36.6. */
const round2 = (value: number): number => Math.round(value * 100) / 100;
const readings = (values: StoredPoint['tempC']): ReadonlyArray<number | null> =>
  values === null || values.length === 0 ? none : values.map((value) => (value === null ? null : round2(value)));

/** A stored row as the kernel sees it. */
export function trackPoint(p: StoredPoint, withExtra: boolean): TrackPoint {
  return {
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
    tempC: readings(p.tempC),
    humPct: readings(p.humPct),
    fuelL: readings(p.fuelL),
    ...(withExtra ? { extra: p.extra as PointExtra | null } : {}),
  };
}
