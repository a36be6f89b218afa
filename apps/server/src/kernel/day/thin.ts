import { simplifyIndices } from '@tongda/geo/simplify';
import type { LngLat } from '@tongda/geo/types';
import type { TrackPoint } from '../point';
import { validTempC } from '../temperature/figures';

/** so many points are kept at even steps whatever the line's shape, so that the curves below the map stay right */
const evenPoints = 2000;
const firstToleranceM = 5;

/**
 * Indices (ascending) of at most `limit` points that keep the line's shape, both ends, extremes of speed and temperature, changes of ACC,
 * doors, fix and alarm, and the points at `times` (edges of stops and gaps).
 */
export function thinTrack(points: readonly TrackPoint[], limit: number, times: ReadonlySet<number>): number[] {
  if (points.length <= limit) return points.map((_, i) => i);
  const line = points.map((point): LngLat => [point.lng, point.lat]);
  const needed = neededIndices(points, times);
  const stride = Math.ceil(points.length / Math.min(evenPoints, limit / 2));
  const keep = new Set(needed.size < limit / 2 ? needed : spreadEvenly([...needed], Math.floor(limit / 2)));
  for (let i = 0; i < points.length; i += stride) keep.add(i);
  for (let tolerance = firstToleranceM; tolerance < 1e7; tolerance *= 2) {
    const kept = simplifyIndices(line, tolerance, keep);
    if (kept.length <= limit) return kept;
  }
  return spreadEvenly(simplifyIndices(line, 1e7, keep), limit);
}

/** `count` of the values at even steps, with the first and the last among them. */
function spreadEvenly(values: readonly number[], count: number): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  if (sorted.length <= count) return sorted;
  const step = (sorted.length - 1) / (count - 1);
  return Array.from({ length: count }, (_, i) => sorted[Math.round(i * step)] ?? 0);
}

function neededIndices(points: readonly TrackPoint[], times: ReadonlySet<number>): Set<number> {
  const keep = new Set<number>([0, points.length - 1]);
  points.forEach((point, i) => {
    const before = points[i - 1];
    if (times.has(point.t) || (before && statesDiffer(before, point))) {
      keep.add(Math.max(0, i - 1));
      keep.add(i);
    }
  });
  for (const index of indexesOfExtremes(points, (point) => point.speedKmh)) keep.add(index);
  for (let channel = 0; channel < 8; channel++) {
    for (const index of indexesOfExtremes(points, (point) => validTempC(point.tempC[channel]))) keep.add(index);
  }
  return keep;
}

const statesDiffer = (a: TrackPoint, b: TrackPoint): boolean =>
  a.acc !== b.acc || a.located !== b.located || a.late !== b.late || a.doors !== b.doors || a.alarmBits !== b.alarmBits;

function indexesOfExtremes(points: readonly TrackPoint[], value: (point: TrackPoint) => number | null): number[] {
  let low = -1;
  let high = -1;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  points.forEach((point, i) => {
    const v = value(point);
    if (v === null) return;
    if (v < min) [min, low] = [v, i];
    if (v > max) [max, high] = [v, i];
  });
  return [low, high].filter((index) => index >= 0);
}
