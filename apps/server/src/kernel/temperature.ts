import type { TrackPoint } from './point';

/** ℃; a reading beyond these is none (K7). */
export const coldestC = -60;
export const hottestC = 80;

/** A probe's reading without sentinels (0x7FFF, -327.68, 85.0 at power-on …): outside -60 … +80 ℃ it is no reading (K7). */
export const temperature = (value: number | null | undefined): number | null =>
  value === null || value === undefined || !(value >= coldestC && value <= hottestC) ? null : value;

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

/** Figures of one probe over a time (K7); ℃, ms. */
export interface QualityStats {
  count: number;
  min: number | null;
  max: number | null;
  avg: number | null;
  /** mean kinetic temperature */
  mktC: number | null;
  monitoredMs: number;
  /** of the monitored time, within both bounds */
  inRangeMs: number;
  /** between samples, beyond what a sample may stand for */
  unmonitoredMs: number;
}

/** Activation energy of the mean kinetic temperature by the gas constant, K. */
const activationK = 10_000;
const zeroCelsiusK = 273.15;

/** K7 statistics of samples in order; a sample stands for the time to the next one, `gapMaxMs` at most, the last one for `lastMs`. */
export function qualityStats(
  samples: readonly Sample[],
  options: { gapMaxMs: number; lastMs: number; lower: number | null; upper: number | null },
): QualityStats {
  const sum = { value: 0, exp: 0, monitoredMs: 0, inRangeMs: 0, unmonitoredMs: 0 };
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  samples.forEach(({ t, value }, i) => {
    const next = samples[i + 1];
    const holdMs = next ? Math.min(next.t - t, options.gapMaxMs) : options.lastMs;
    if (next) sum.unmonitoredMs += next.t - t - holdMs;
    sum.value += value * holdMs;
    sum.exp += holdMs * Math.exp(-activationK / (value + zeroCelsiusK));
    sum.monitoredMs += holdMs;
    const inside =
      (options.lower === null || value >= options.lower) && (options.upper === null || value <= options.upper);
    if (inside) sum.inRangeMs += holdMs;
    min = Math.min(min, value);
    max = Math.max(max, value);
  });
  const { monitoredMs, inRangeMs, unmonitoredMs } = sum;
  const any = samples.length > 0;
  const timed = monitoredMs > 0;
  return {
    count: samples.length,
    min: any ? min : null,
    max: any ? max : null,
    avg: timed ? sum.value / monitoredMs : null,
    mktC: timed ? activationK / -Math.log(sum.exp / monitoredMs) - zeroCelsiusK : null,
    monitoredMs,
    inRangeMs,
    unmonitoredMs,
  };
}

/** Dew point of air in ℃ (Magnus formula). */
export function dewPointC(tempC: number, humPct: number): number {
  const gamma = Math.log(humPct / 100) + (17.62 * tempC) / (243.12 + tempC);
  return (243.12 * gamma) / (17.62 - gamma);
}
