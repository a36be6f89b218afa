import type { KernelSettings } from '../settings';
import { mileageOf, type Segment, timeByState } from './segments';
import { staysOf } from './stays';

/** One trip (K6): from the first movement after a parking to the last movement before the next parking. Times are epoch ms. */
export interface Trip {
  start: number;
  end: number;
  from: { lng: number; lat: number };
  to: { lng: number; lat: number };
  mileageM: number;
  drivingMs: number;
  idleMs: number;
  /** null when no report knew its speed */
  maxSpeedKmh: number | null;
  /** mileage / moving time; null when it never moved */
  avgSpeedKmh: number | null;
}

const isTravelling = (segment: Segment): boolean =>
  segment.state === 'moving' || (segment.state === 'noData' && segment.displaced);

/** The trips between parkings of at least `tripGapMs` (K6). A trip that is too short in time or distance is left out: it belongs to the parking. */
export function tripsOf(segments: readonly Segment[], settings: KernelSettings): Trip[] {
  const parkings = staysOf(segments, { parkingMs: settings.tripGapMs, parkingFine: settings.parkingFine });
  const bounds = [
    Number.NEGATIVE_INFINITY,
    ...parkings.flatMap((stay) => [stay.start, stay.end]),
    Number.POSITIVE_INFINITY,
  ];
  const trips: Trip[] = [];
  for (let i = 0; i + 1 < bounds.length; i += 2) {
    const from = bounds[i] ?? 0;
    const to = bounds[i + 1] ?? 0;
    const between = segments.filter((segment) => segment.start >= from && segment.end <= to);
    const trip = toTrip(between.slice(between.findIndex(isTravelling), between.findLastIndex(isTravelling) + 1));
    if (trip && trip.mileageM >= settings.tripMinMileageM && trip.end - trip.start >= settings.tripMinMs)
      trips.push(trip);
  }
  return trips;
}

function toTrip(segments: readonly Segment[]): Trip | null {
  const first = segments[0];
  const last = segments[segments.length - 1];
  if (!first || !last) return null;
  const from = first.from ?? first.to;
  const to = last.to ?? last.from;
  if (!from || !to) return null;
  const time = timeByState(segments);
  const { mileageM, gapMileageM } = mileageOf(segments);
  return {
    start: first.start,
    end: last.end,
    from: { lng: from.lng, lat: from.lat },
    to: { lng: to.lng, lat: to.lat },
    mileageM,
    drivingMs: time.moving,
    idleMs: time.idle,
    maxSpeedKmh: maxSpeedOf(segments),
    avgSpeedKmh: avgSpeedOf(mileageM - gapMileageM, time.moving),
  };
}

/** The higher of two readings of which either may not be known. */
export const higherOf = (a: number | null, b: number | null | undefined): number | null =>
  b === null || b === undefined || (a !== null && a >= b) ? a : b;

/** Highest speed of the fixes at the ends of segments, km/h; null when none of them is known. */
export const maxSpeedOf = (segments: readonly Segment[]): number | null =>
  segments.reduce<number | null>((max, { from, to }) => higherOf(higherOf(max, from?.speedKmh), to?.speedKmh), null);

/** When that was, epoch ms; the first of several. */
export function maxSpeedTimeOf(segments: readonly Segment[]): number | null {
  const max = maxSpeedOf(segments);
  if (max === null) return null;
  for (const { from, to } of segments) {
    if (from?.speedKmh === max) return from.t;
    if (to?.speedKmh === max) return to.t;
  }
  return null;
}

/** Average speed while moving, km/h; `metres` without those bridged over silences. Null without movement. */
export const avgSpeedOf = (metres: number, movingMs: number): number | null =>
  movingMs > 0 ? (metres / movingMs) * 3600 : null;
