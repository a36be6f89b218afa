import { minuteMs } from '@tongda/contract/core/durations';
import { roundTo } from '@tongda/contract/core/round';
import type { TrackPoint } from '../../../kernel/point';
import type { Bounds, Probe } from '../../kit/probes';
import type { Readings } from '../../kit/readings';
import type { Deviation } from './printed';

/** On which side of its bounds a reading lies, and how far outside. */
export function outsideOf(
  value: number | null,
  { lower, upper }: Bounds,
): { side: Deviation['side']; by: number } | null {
  if (value === null) return null;
  if (upper !== null && value > upper) return { side: 'above', by: value - upper };
  if (lower !== null && value < lower) return { side: 'below', by: lower - value };
  return null;
}

/**
 * The times outside of the bounds of each probe, in order. A sample holds until the next one, at most for the longest silence that statistics bridge, as in
 * the figures (K7): the pieces of a probe add up to its 超限时长. No delay and no hysteresis: a record of medicine shows every sample (K16).
 */
export const deviationsOf = (readings: Readings): Deviation[] =>
  readings.probes
    .flatMap((probe, i) => deviationsOfProbe(readings, probe, i))
    .sort((a, b) => a.from - b.from || a.probe - b.probe);

function deviationsOfProbe({ points, gapMaxMs, intervalMs }: Readings, probe: Probe, index: number): Deviation[] {
  const samples = points.filter((point) => probe.reading(point) !== null);
  const pieces: Deviation[] = [];
  let open: Deviation | null = null;
  samples.forEach((point: TrackPoint, i) => {
    const value = probe.reading(point);
    const outside = outsideOf(value, probe.boundsAt(point.t));
    const until = point.t + Math.min((samples[i + 1]?.t ?? point.t + intervalMs) - point.t, gapMaxMs);
    if (!outside || value === null) {
      open = null;
      return;
    }
    const { side, by } = outside;
    if (!open || open.side !== side || open.until < point.t) {
      open = { from: point.t, until: point.t, probe: index, side, extreme: value, excess: by, degreeMin: 0 };
      pieces.push(open);
    }
    open.until = until;
    open.degreeMin += (by * (until - point.t)) / minuteMs;
    if (by > open.excess) [open.excess, open.extreme] = [by, value];
  });
  return pieces.map((one) => ({
    ...one,
    excess: roundTo(one.excess, 1) ?? 0,
    degreeMin: roundTo(one.degreeMin, 1) ?? 0,
  }));
}
