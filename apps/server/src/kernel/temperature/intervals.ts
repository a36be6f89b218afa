/** One row of a report with a fixed interval: the last point within the interval that ends at `t`. Null = 缺失; an older value is never carried forward. */
export interface Slot<P> {
  t: number;
  point: P | null;
}

/**
 * K7 interval rows: slots every `intervalMs` after `from` up to `until`, each with the last point in (slot - interval, slot]. Points in order of time.
 */
export function intervalRowsOf<P extends { t: number }>(
  points: readonly P[],
  { from, until, intervalMs }: { from: number; until: number; intervalMs: number },
): Array<Slot<P>> {
  const slots: Array<Slot<P>> = [];
  let i = 0;
  for (let t = from + intervalMs; t <= until; t += intervalMs) {
    let point: P | null = null;
    for (let next = points[i]; next !== undefined && next.t <= t; next = points[++i])
      if (next.t > t - intervalMs) point = next;
    slots.push({ t, point });
  }
  return slots;
}

/** How a reading came: 0 when it was taken, 1 late (补传), 2 so late that it is unproven. */
export const arrival = { live: 0, late: 1, unproven: 2 } as const;
export type Arrival = (typeof arrival)[keyof typeof arrival];

/** How the reading of a report came, by the company's limit (`unprovenMs` of the kernel's settings). */
export const arrivalOf = (point: { t: number; receiveTime: number; late: boolean }, unprovenMs: number): Arrival => {
  if (point.receiveTime - point.t > unprovenMs) return arrival.unproven;
  return point.late ? arrival.late : arrival.live;
};

/** A point of a curve: epoch ms, value (null breaks the line), and how it came. */
export type CurvePoint = [t: number, value: number | null, came: Arrival];

/**
 * A curve of at most 2 points a bucket, the lowest and the highest of each, broken where nothing was read for longer than `gapMaxMs`: a gap is
 * never joined.
 */
export function curveWithBreaks(
  samples: ReadonlyArray<{ t: number; value: number; came: Arrival }>,
  { from, until, gapMaxMs, buckets }: { from: number; until: number; gapMaxMs: number; buckets: number },
): CurvePoint[] {
  const width = Math.max(1, (until - from) / buckets);
  const curve: CurvePoint[] = [];
  let before: number | null = null;
  for (let i = 0; i < samples.length; ) {
    const bucket = Math.floor(((samples[i]?.t ?? 0) - from) / width);
    let [low, high] = [samples[i], samples[i]];
    const first = samples[i]?.t ?? 0;
    if (before !== null && first - before > gapMaxMs) curve.push([before + 1, null, arrival.live]);
    // a bucket ends where it ends, or before a silence inside of it
    for (let one = samples[i]; one !== undefined; one = samples[++i]) {
      if (
        Math.floor((one.t - from) / width) !== bucket ||
        (before !== null && one.t > first && one.t - before > gapMaxMs)
      )
        break;
      if (low === undefined || one.value < low.value) low = one;
      if (high === undefined || one.value > high.value) high = one;
      before = one.t;
    }
    if (!low || !high) continue;
    const pair = low.t === high.t ? [low] : low.t < high.t ? [low, high] : [high, low];
    for (const { t, value, came } of pair) curve.push([t, value, came]);
  }
  return curve;
}

/** Times longer than `gapMaxMs` without a sample, from `from` to `until`, both edges counted. */
export function silencesOf(
  samples: ReadonlyArray<{ t: number }>,
  { from, until, gapMaxMs }: { from: number; until: number; gapMaxMs: number },
): Array<{ from: number; until: number }> {
  const moments = [from, ...samples.map(({ t }) => t), until];
  return moments.slice(1).flatMap((t, i) => {
    const since = moments[i] ?? from;
    return t - since > gapMaxMs ? [{ from: since, until: t }] : [];
  });
}
