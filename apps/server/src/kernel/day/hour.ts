import { gapMaxOf, median } from '../motion/hygiene';
import { doorOf, doorState, type TrackPoint } from '../point';
import type { SettingsAt } from '../settings';
import { timeWeightedMean, validTempC } from '../temperature/figures';
import { computeTrackFacts } from './facts';

/**
 * Figures of the points within one hour (K1-K9). The stretch between the last point of an hour and the first of the next belongs to neither, so
 * hours do not add up to the day exactly; they are for lists and searches, not for bills.
 */
export interface HourFigures {
  fixes: number;
  firstFixTime: number | null;
  lastFixTime: number | null;
  /** degrees, around every report with a fix */
  box: { west: number; south: number; east: number; north: number } | null;
  alarmBits: number;
  /** metres, before the vehicle's mileage coefficient is applied */
  mileageM: number;
  /** null when no report knew its speed */
  maxSpeedKmh: number | null;
  drivingS: number;
  doorOpenS: number;
  /** the longest stay and where it was, however short it is; null when the vehicle never stood */
  stood: { seconds: number; lng: number; lat: number } | null;
  /** by channel: lowest, highest and time-weighted mean; null for a channel without a reading */
  temps: Array<[number, number, number] | null>;
  hums: Array<[number, number, number] | null>;
}

const doors = [1, 2, 3, 4, 5, 6, 7];
const anyOpen = (point: TrackPoint): boolean => doors.some((door) => doorOf(point.doors, door) === doorState.open);

/** Computes the figures of one hour. `points` must be in order of their device time; `settings` gives the constants that held at each moment. */
export function hourFiguresOf(points: readonly TrackPoint[], settings: SettingsAt): HourFigures {
  const range = { from: points[0]?.t ?? 0, to: points.at(-1)?.t ?? 0 };
  const facts = computeTrackFacts(points, range, settings, { parkingMs: 1 });
  const located = points.filter((point) => point.located);
  const gapMaxMs = gapMaxOf(points, settings(range.to).gapFloorMs);
  const lastMs = median(points.slice(1).map((point, i) => point.t - (points[i]?.t ?? point.t)));
  const longest = facts.stays.reduce<(typeof facts.stays)[number] | null>(
    (best, stay) => (best && best.end - best.start >= stay.end - stay.start ? best : stay),
    null,
  );
  return {
    fixes: located.length,
    firstFixTime: located[0]?.t ?? null,
    lastFixTime: located.at(-1)?.t ?? null,
    box: boxOf(located),
    alarmBits: points.reduce((word, point) => (word | point.alarmBits) >>> 0, 0),
    mileageM: facts.mileageM,
    maxSpeedKmh: facts.maxSpeedKmh,
    drivingS: Math.round(facts.timeMs.moving / 1000),
    doorOpenS: Math.round(openMs(points, gapMaxMs) / 1000),
    stood: longest && { seconds: Math.round((longest.end - longest.start) / 1000), lng: longest.lng, lat: longest.lat },
    temps: channelStatistics(points, (point) => point.tempC.map(validTempC), gapMaxMs, lastMs),
    hums: channelStatistics(points, (point) => point.humPct, gapMaxMs, lastMs),
  };
}

function boxOf(points: readonly TrackPoint[]): HourFigures['box'] {
  const [first] = points;
  if (!first) return null;
  const box = { west: first.lng, east: first.lng, south: first.lat, north: first.lat };
  for (const { lng, lat } of points) {
    box.west = Math.min(box.west, lng);
    box.east = Math.max(box.east, lng);
    box.south = Math.min(box.south, lat);
    box.north = Math.max(box.north, lat);
  }
  return box;
}

/** Milliseconds with at least one open door: from each report that says so to the next one, but `gapMaxMs` at most. */
function openMs(points: readonly TrackPoint[], gapMaxMs: number): number {
  return points.reduce((sum, point, i) => {
    const next = points[i + 1];
    return next && anyOpen(point) ? sum + Math.min(next.t - point.t, gapMaxMs) : sum;
  }, 0);
}

function channelStatistics(
  points: readonly TrackPoint[],
  of: (point: TrackPoint) => ReadonlyArray<number | null>,
  gapMaxMs: number,
  lastMs: number,
): Array<[number, number, number] | null> {
  const read = points.map((point) => ({ t: point.t, values: of(point) }));
  const channels = read.reduce((max, { values }) => Math.max(max, values.length), 0);
  return Array.from({ length: channels }, (_, channel) => {
    const samples = read.flatMap(({ t, values }) => {
      const value = values[channel];
      return value === null || value === undefined ? [] : [{ t, value }];
    });
    const [first] = samples;
    if (!first) return null;
    const low = samples.reduce((min, { value }) => Math.min(min, value), first.value);
    const high = samples.reduce((max, { value }) => Math.max(max, value), first.value);
    return [low, high, timeWeightedMean(samples, gapMaxMs, lastMs) ?? first.value];
  });
}
