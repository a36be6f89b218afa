import type { TrackPoint } from './point';

/** A probe's reading without sentinels (0x7FFF, -327.68, 85.0 at power-on …): outside -60 … +80 ℃ it is no reading (K7). */
export const temperature = (value: number | null | undefined): number | null =>
  value === null || value === undefined || !(value >= -60 && value <= 80) ? null : value;

export interface ChannelStat {
  channel: number;
  min: number | null;
  max: number | null;
  /** weighted by time (K7) */
  avg: number | null;
}

interface Sample {
  t: number;
  value: number;
}

/**
 * K7 mean: sum of value x time / time, where a sample holds until the next one but not longer than `gapMaxMs`, and the last one for
 * `lastMs`. Null without samples.
 */
export function timeWeightedMean(samples: readonly Sample[], gapMaxMs: number, lastMs: number): number | null {
  let sum = 0;
  let time = 0;
  samples.forEach((sample, i) => {
    const next = samples[i + 1];
    const holdMs = next ? Math.min(next.t - sample.t, gapMaxMs) : lastMs;
    sum += sample.value * holdMs;
    time += holdMs;
  });
  return time > 0 ? sum / time : null;
}

/** Minimum, maximum and mean of every temperature channel that ever reported. */
export function temperatureStats(points: readonly TrackPoint[], gapMaxMs: number, intervalMs: number): ChannelStat[] {
  const channels = points.reduce((max, point) => Math.max(max, point.tempC.length), 0);
  return Array.from({ length: channels }, (_, index) => {
    const samples: Sample[] = [];
    let min: number | null = null;
    let max: number | null = null;
    for (const point of points) {
      const value = temperature(point.tempC[index]);
      if (value === null) continue;
      samples.push({ t: point.t, value });
      min = min === null ? value : Math.min(min, value);
      max = max === null ? value : Math.max(max, value);
    }
    return { channel: index + 1, min, max, avg: timeWeightedMean(samples, gapMaxMs, intervalMs) };
  });
}
