/** `[epoch ms, value]`; null = no reading, the line is broken there. */
export type CurvePoint = [number, number | null];

/**
 * A curve of at most 2 points a bucket that keeps the lowest and the highest reading of each, in the order of time. A bucket without a
 * reading breaks the line once.
 */
export function resampleCurve(
  samples: ReadonlyArray<{ t: number; value: number }>,
  from: number,
  to: number,
  buckets: number,
): CurvePoint[] {
  const width = Math.max(1, (to - from) / buckets);
  const low: Array<{ t: number; value: number } | undefined> = [];
  const high: Array<{ t: number; value: number } | undefined> = [];
  for (const sample of samples) {
    const bucket = Math.floor((sample.t - from) / width);
    if (bucket < 0 || bucket >= buckets) continue;
    const min = low[bucket];
    const max = high[bucket];
    if (!min || sample.value < min.value) low[bucket] = sample;
    if (!max || sample.value > max.value) high[bucket] = sample;
  }
  const curve: CurvePoint[] = [];
  for (let bucket = 0; bucket < buckets; bucket++) {
    const a = low[bucket];
    const b = high[bucket];
    if (a && b) {
      const pair = a.t === b.t ? [a] : a.t < b.t ? [a, b] : [b, a];
      for (const { t, value } of pair) curve.push([t, value]);
    } else if (curve.length > 0 && curve[curve.length - 1]?.[1] !== null) {
      curve.push([Math.round(from + bucket * width), null]);
    }
  }
  if (curve[curve.length - 1]?.[1] === null) curve.pop();
  return curve;
}
