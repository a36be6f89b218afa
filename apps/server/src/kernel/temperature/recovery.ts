import type { TrackPoint } from '../point';

interface RecoveryProbe {
  reading: (point: TrackPoint) => number | null;
  boundsAt: (t: number) => { lower: number | null; upper: number | null };
}

const isOut = (value: number, { lower, upper }: ReturnType<RecoveryProbe['boundsAt']>): boolean =>
  (lower !== null && value < lower) || (upper !== null && value > upper);

/**
 * How long after a moment (epoch ms; a door closed) all probes were within their bounds again, ms: the time of the first report at which none is
 * outside any more. 0: none was outside at that moment. Null: no probe has bounds and readings, or they have not come back in these points.
 */
export function recoveryMs(
  points: readonly TrackPoint[],
  probes: readonly RecoveryProbe[],
  since: number,
): number | null {
  const out = new Map<RecoveryProbe, boolean>();
  const isCalm = (): boolean => out.size > 0 && ![...out.values()].includes(true);
  const take = (point: TrackPoint): void => {
    for (const probe of probes) {
      const bounds = probe.boundsAt(point.t);
      const value = bounds.lower === null && bounds.upper === null ? null : probe.reading(point);
      if (value !== null) out.set(probe, isOut(value, bounds));
    }
  };
  for (const point of points) if (point.t <= since) take(point);
  if (isCalm()) return 0;
  for (const point of points) {
    if (point.t <= since) continue;
    take(point);
    if (isCalm()) return point.t - since;
  }
  return null;
}
