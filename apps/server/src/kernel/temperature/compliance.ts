import { minuteMs } from '@tongda/contract/core/durations';
import { percentOf } from '@tongda/contract/core/round';
import { tempFreshMin } from '@tongda/contract/transport/figures';
import { doorOf, doorState, type TrackPoint } from '../point';
import { qualityStatsOf, validTempC } from './figures';

/** How well the temperature of the goods was kept on a trip, in minutes and ℃; times are epoch ms. */
export interface Compliance {
  inMin: number;
  outMin: number;
  noneMin: number;
  /** share of the known time that was in range, %; null when nothing is known */
  rate: number | null;
  /** share of the whole time that is known, %; null for a trip without duration */
  coverage: number | null;
  longestMin: number;
  min: number | null;
  max: number | null;
  avg: number | null;
  /** mean kinetic temperature (ΔH 83.144 kJ/mol) */
  mktC: number | null;
  /** the last reading before the end, of the probe farthest outside the bounds or, with all inside, their mean; null when it is older than half an hour */
  endC: number | null;
  overs: Array<{ from: number; until: number; peakC: number }>;
  /** times that do not count: doors open at a stop, and the grace after that */
  excluded: Array<{ from: number; until: number }>;
}
export interface ComplianceInput {
  points: ReadonlyArray<Pick<TrackPoint, 't' | 'tempC' | 'doors'>>;
  from: number;
  until: number;
  /** channels of the compartment, 1 …; empty: every channel */
  channels: readonly number[];
  lower: number | null;
  upper: number | null;
  /** when the truck stood at a stop: a door opened there is for loading or unloading */
  atStop: ReadonlyArray<{ from: number; until: number }>;
  graceMin: number;
}

/** A sample stands for the time to the next one, but for this long at most, ms. */
const holdMs = 10 * minuteMs;
const maxDoors = 7;

interface Span {
  from: number;
  until: number;
}

/** What a report says of the compartment: the probe farthest outside the bounds, whether it is outside, and the mean of all its probes. Null without a reading. */
function readingOf(point: ComplianceInput['points'][number], { channels, lower, upper }: ComplianceInput) {
  const values = point.tempC
    .map((value, i) => (channels.length === 0 || channels.includes(i + 1) ? validTempC(value) : null))
    .filter((value) => value !== null);
  if (values.length === 0) return null;
  const off = (value: number): number =>
    Math.max(upper === null ? 0 : value - upper, lower === null ? 0 : lower - value, 0);
  const worst = values.reduce((a, b) => (off(b) > off(a) ? b : a));
  return { worst, out: off(worst) > 0, mean: values.reduce((a, b) => a + b, 0) / values.length };
}

const doorOpen = (doors: number): boolean =>
  Array.from({ length: maxDoors }, (_, i) => i + 1).some((no) => doorOf(doors, no) === doorState.open);

/** The times that do not count: from each opening of a door at a stop until `graceMin` after it was closed again. */
function graceOf({ points, atStop, graceMin, until }: ComplianceInput): Span[] {
  const spans: Span[] = [];
  let open: number | null = null;
  for (const { t, doors } of points) {
    const isOpen = doorOpen(doors);
    if (isOpen && open === null && atStop.some((stop) => t >= stop.from && t <= stop.until)) open = t;
    if (!isOpen && open !== null) {
      spans.push({ from: open, until: t + graceMin * minuteMs });
      open = null;
    }
  }
  if (open !== null) spans.push({ from: open, until });
  return graceMin === 0 ? [] : mergeSpans(spans);
}

function mergeSpans(spans: readonly Span[]): Span[] {
  const out: Span[] = [];
  for (const span of spans) {
    const last = out.at(-1);
    if (last && span.from <= last.until) last.until = Math.max(last.until, span.until);
    else out.push({ ...span });
  }
  return out;
}

/** Parts of a span outside all of `without` (which are in order and apart). */
function cutSpan(span: Span, without: readonly Span[]): Span[] {
  const parts: Span[] = [];
  let { from } = span;
  for (const hole of without) {
    if (hole.until <= from || hole.from >= span.until) continue;
    if (hole.from > from) parts.push({ from, until: hole.from });
    from = Math.max(from, hole.until);
  }
  if (from < span.until) parts.push({ from, until: span.until });
  return parts;
}
const lengthOf = (spans: readonly Span[]): number => spans.reduce((sum, { from, until }) => sum + until - from, 0);
const toMinutes = (ms: number): number => Math.round((ms / minuteMs) * 100) / 100;

/** Measures the time in range, out of range and unknown between `from` and `until`, and the excursions. A sample holds until the next one, for ten minutes at most. */
export function complianceOf(input: ComplianceInput): Compliance {
  const { from, until } = input;
  const grace = graceOf(input).flatMap((span) =>
    cutSpan({ from: Math.max(span.from, from), until: Math.min(span.until, until) }, []),
  );
  const samples = input.points.flatMap((point) => {
    const reading = readingOf(point, input);
    return reading ? [{ t: point.t, ...reading }] : [];
  });
  let [inMs, outMs, longestMs] = [0, 0, 0];
  const overs: Compliance['overs'] = [];
  let run: { from: number; until: number; peakC: number; ms: number } | null = null;
  const inside: Array<{ t: number; value: number }> = [];
  samples.forEach((sample, i) => {
    const end = Math.min(samples[i + 1]?.t ?? until, sample.t + holdMs, until);
    const held = { from: Math.max(sample.t, from), until: end };
    if (held.until <= held.from) return;
    const known = lengthOf(cutSpan(held, grace));
    if (known > 0) inside.push({ t: held.from, value: sample.mean });
    if (!sample.out) {
      inMs += known;
      run = null;
      return;
    }
    outMs += known;
    if (known === 0) return;
    // an excursion goes on over a silence only as long as the samples reach
    if (run && run.until === held.from) {
      run.until = held.until;
      run.ms += known;
      if (Math.abs(sample.worst - middleOfBounds(input)) > Math.abs(run.peakC - middleOfBounds(input)))
        run.peakC = sample.worst;
    } else {
      run = { from: held.from, until: held.until, peakC: sample.worst, ms: known };
      overs.push(run);
    }
    longestMs = Math.max(longestMs, run.ms);
  });
  const whole = Math.max(0, until - from) - lengthOf(grace);
  const stats = qualityStatsOf(inside, {
    gapMaxMs: holdMs,
    lastMs: Math.min(holdMs, Math.max(0, until - (inside.at(-1)?.t ?? until))),
    lower: null,
    upper: null,
  });
  return {
    inMin: toMinutes(inMs),
    outMin: toMinutes(outMs),
    noneMin: toMinutes(Math.max(0, whole - inMs - outMs)),
    rate: percentOf(inMs, inMs + outMs, 2),
    coverage: percentOf(inMs + outMs, whole, 2),
    longestMin: toMinutes(longestMs),
    min: stats.min,
    max: stats.max,
    avg: stats.avg,
    mktC: stats.mktC,
    endC: endOf(samples, until),
    overs: overs.map(({ from: start, until: end, peakC }) => ({ from: start, until: end, peakC })),
    excluded: grace,
  };
}

function endOf(
  samples: ReadonlyArray<{ t: number; worst: number; mean: number; out: boolean }>,
  until: number,
): number | null {
  const last = samples.findLast(({ t }) => t <= until);
  if (!last || until - last.t > tempFreshMin * minuteMs) return null;
  return last.out ? last.worst : last.mean;
}

const middleOfBounds = ({ lower, upper }: ComplianceInput): number =>
  lower !== null && upper !== null ? (lower + upper) / 2 : (lower ?? upper ?? 0);
