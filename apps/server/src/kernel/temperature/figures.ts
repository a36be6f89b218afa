import type { TrackPoint } from '../point';

/** ℃; values beyond these are not readings but codes for "no probe" (K7). */
export const coldestC = -60;
export const hottestC = 80;

/** A probe's reading, or null for sentinels (0x7FFF, -327.68, 85.0 at power-on …): whatever lies outside -60 … +80 ℃ is no reading (K7). */
export const validTempC = (value: number | null | undefined): number | null =>
  value === null || value === undefined || !(value >= coldestC && value <= hottestC) ? null : value;

type Readings = Array<number | null>;
/** The readings of a report with null in place of sentinels. A list without sentinels, which is nearly every one, is given back as it is. */
export function withoutSentinels(values: Readings, low?: number, high?: number): Readings;
export function withoutSentinels(
  values: ReadonlyArray<number | null>,
  low?: number,
  high?: number,
): ReadonlyArray<number | null>;
export function withoutSentinels(
  values: ReadonlyArray<number | null>,
  low = coldestC,
  high = hottestC,
): ReadonlyArray<number | null> {
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? null;
    if (value === null || (value >= low && value <= high)) continue;
    const kept = values.slice();
    for (let j = i; j < kept.length; j++) {
      const one = kept[j] ?? null;
      kept[j] = one !== null && one >= low && one <= high ? one : null;
    }
    return kept;
  }
  return values;
}

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
  return meanOf(samples, (sample) => sample.value, gapMaxMs, lastMs);
}

/** {@link timeWeightedMean} directly over points, without making a list of samples; a point whose reading is null is passed over. */
function meanOf<P extends { t: number }>(
  points: readonly P[],
  reading: (point: P) => number | null,
  gapMaxMs: number,
  lastMs: number,
): number | null {
  let [sum, time] = [0, 0];
  let known: number | null = null;
  let since = 0;
  for (const point of points) {
    const value = reading(point);
    if (value === null) continue;
    if (known !== null) {
      const holdMs = Math.min(point.t - since, gapMaxMs);
      sum += known * holdMs;
      time += holdMs;
    }
    known = value;
    since = point.t;
  }
  if (known !== null) {
    sum += known * lastMs;
    time += lastMs;
  }
  return time > 0 ? sum / time : null;
}

/** Minimum, maximum and mean of every temperature channel that ever reported. */
export function temperatureStatsOf(points: readonly TrackPoint[], gapMaxMs: number, intervalMs: number): ChannelStat[] {
  const channels = points.reduce((max, point) => Math.max(max, point.tempC.length), 0);
  return Array.from({ length: channels }, (_, index) => {
    const reading = (point: TrackPoint): number | null => validTempC(point.tempC[index]);
    let min: number | null = null;
    let max: number | null = null;
    for (const point of points) {
      const value = reading(point);
      if (value === null) continue;
      min = min === null ? value : Math.min(min, value);
      max = max === null ? value : Math.max(max, value);
    }
    return { channel: index + 1, min, max, avg: meanOf(points, reading, gapMaxMs, intervalMs) };
  });
}

/** Figures of one probe over a period (K7), in ℃ and ms. */
export interface QualityStats {
  count: number;
  min: number | null;
  max: number | null;
  avg: number | null;
  /** mean kinetic temperature */
  mktC: number | null;
  monitoredMs: number;
  /** part of the monitored time within both bounds */
  inRangeMs: number;
  /** time between samples beyond what one sample may stand for */
  unmonitoredMs: number;
}

/** Activation energy divided by the gas constant, for the mean kinetic temperature (83.144 kJ/mol / 8.3144 J/(mol·K)), K. */
const activationK = 10_000;
const zeroCelsiusK = 273.15;

/** K7 statistics of samples in order of time: each stands for the time to the next one but `gapMaxMs` at most, the last one for `lastMs`. */
export const qualityStatsOf = (samples: readonly Sample[], options: QualityOptions): QualityStats =>
  qualityStatsOfPoints(samples, ({ value }) => value, options);

interface Bounds {
  lower: number | null;
  upper: number | null;
}
export interface QualityOptions extends Bounds {
  gapMaxMs: number;
  lastMs: number;
  /** bounds by the time of a sample, where they changed within the period; replaces `lower` and `upper` */
  boundsAt?: (t: number) => Bounds;
}

/** {@link qualityStatsOf} directly over points; a point whose reading is null is passed over. */
export function qualityStatsOfPoints<P extends { t: number }>(
  points: readonly P[],
  reading: (point: P) => number | null,
  options: QualityOptions,
): QualityStats {
  const { gapMaxMs, lastMs, boundsAt } = options;
  const sum = { value: 0, exp: 0, monitoredMs: 0, inRangeMs: 0, unmonitoredMs: 0 };
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let count = 0;
  let [known, since] = [0, 0];
  const held = (holdMs: number): void => {
    sum.value += known * holdMs;
    sum.exp += holdMs * Math.exp(-activationK / (known + zeroCelsiusK));
    sum.monitoredMs += holdMs;
    const { lower, upper } = boundsAt ? boundsAt(since) : options;
    if ((lower === null || known >= lower) && (upper === null || known <= upper)) sum.inRangeMs += holdMs;
  };
  for (const point of points) {
    const value = reading(point);
    if (value === null) continue;
    if (count > 0) {
      const holdMs = Math.min(point.t - since, gapMaxMs);
      sum.unmonitoredMs += point.t - since - holdMs;
      held(holdMs);
    }
    count++;
    known = value;
    since = point.t;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  if (count > 0) held(lastMs);
  const { monitoredMs, inRangeMs, unmonitoredMs } = sum;
  const any = count > 0;
  const timed = monitoredMs > 0;
  return {
    count,
    min: any ? min : null,
    max: any ? max : null,
    avg: timed ? sum.value / monitoredMs : null,
    mktC: timed ? activationK / -Math.log(sum.exp / monitoredMs) - zeroCelsiusK : null,
    monitoredMs,
    inRangeMs,
    unmonitoredMs,
  };
}

/** Dew point of air, ℃, from its temperature in ℃ and relative humidity in % (Magnus formula, 17.62 / 243.12 ℃). */
export function dewPointC(tempC: number, humPct: number): number {
  const gamma = Math.log(humPct / 100) + (17.62 * tempC) / (243.12 + tempC);
  return (243.12 * gamma) / (17.62 - gamma);
}
