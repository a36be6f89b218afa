import type { TrackPoint } from '../point';
import { validTempC } from '../temperature/figures';

/** The readings whose highest and lowest values a chart must still show after thinning. */
const readings: ReadonlyArray<(point: TrackPoint) => ReadonlyArray<number | null>> = [
  (point) => [point.speedKmh],
  (point) => point.tempC.map(validTempC),
  (point) => point.humPct,
  (point) => point.fuelL,
];

const statesDiffer = (a: TrackPoint, b: TrackPoint): boolean =>
  a.acc !== b.acc || a.located !== b.located || a.doors !== b.doors || a.alarmBits !== b.alarmBits;

/**
 * Thins a long series for a chart. The time is cut into `buckets` equal parts; of each the first and last point and the lowest and highest of
 * every reading stay, and besides both sides of each change of ignition, fix, doors or alarm word. So a chart shows the same extremes and states
 * as it would with all points.
 */
export function thinSeries(points: readonly TrackPoint[], buckets: number): TrackPoint[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length <= buckets) return [...points];
  const width = Math.max(1, (last.t - first.t + 1) / buckets);
  const keep = new Set<number>();
  for (let from = 0; from < points.length; ) {
    const bucket = Math.floor(((points[from]?.t ?? 0) - first.t) / width);
    let to = from;
    while (to < points.length && Math.floor(((points[to]?.t ?? 0) - first.t) / width) === bucket) to++;
    keep.add(from).add(to - 1);
    keepExtremes(points, from, to, keep);
    from = to;
  }
  points.forEach((point, i) => {
    const before = points[i - 1];
    if (before && statesDiffer(before, point)) keep.add(i - 1).add(i);
  });
  return points.filter((_, i) => keep.has(i));
}

function keepExtremes(points: readonly TrackPoint[], from: number, to: number, keep: Set<number>): void {
  for (const of of readings) {
    const low: Array<{ i: number; value: number } | undefined> = [];
    const high: Array<{ i: number; value: number } | undefined> = [];
    for (let i = from; i < to; i++) {
      const point = points[i];
      if (!point) continue;
      of(point).forEach((value, channel) => {
        if (value === null) return;
        if (value < (low[channel]?.value ?? Number.POSITIVE_INFINITY)) low[channel] = { i, value };
        if (value > (high[channel]?.value ?? Number.NEGATIVE_INFINITY)) high[channel] = { i, value };
      });
    }
    for (const found of [...low, ...high]) if (found) keep.add(found.i);
  }
}
