import { gapMaxOf, median } from '../motion/hygiene';
import { doorOf, doorState, type TrackPoint } from '../point';
import type { SettingsAt } from '../settings';
import { temperature, timeWeightedMean } from '../temperature/figures';
import { trackFacts } from './facts';

/** Figures of an hour's own points (K1-K9): what lies between the last point of one hour and the first of the next is in neither. */
export interface HourFigures {
  fixes: number;
  firstFixTime: number | null;
  lastFixTime: number | null;
  /** degrees, around every report with a fix */
  box: { west: number; south: number; east: number; north: number } | null;
  alarmBits: number;
  /** before the vehicle's coefficient */
  mileageM: number;
  maxSpeedKmh: number;
  drivingS: number;
  doorOpenS: number;
  /** longest stand, however short */
  stood: { seconds: number; lng: number; lat: number } | null;
  /** by channel: lowest, highest, mean over time; null without a reading */
  temps: Array<[number, number, number] | null>;
  hums: Array<[number, number, number] | null>;
}

const doors = [1, 2, 3, 4, 5, 6, 7];
const anyOpen = (point: TrackPoint): boolean => doors.some((door) => doorOf(point.doors, door) === doorState.open);

/** Pure: the same points give the same figures, whatever order they came in. `points` are in order of time, the constants those of the time. */
export function hourFigures(points: readonly TrackPoint[], settings: SettingsAt): HourFigures {
  const range = { from: points[0]?.t ?? 0, to: points.at(-1)?.t ?? 0 };
  const facts = trackFacts(points, range, settings, { parkingMs: 1 });
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
    temps: statistics(points, (point) => point.tempC.map(temperature), gapMaxMs, lastMs),
    hums: statistics(points, (point) => point.humPct, gapMaxMs, lastMs),
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

/** Time from each report with an open door to the next one, silences cut short. */
function openMs(points: readonly TrackPoint[], gapMaxMs: number): number {
  return points.reduce((sum, point, i) => {
    const next = points[i + 1];
    return next && anyOpen(point) ? sum + Math.min(next.t - point.t, gapMaxMs) : sum;
  }, 0);
}

function statistics(
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
