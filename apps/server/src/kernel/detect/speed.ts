import type { RuleParams } from '@tongda/contract/alarm/rules';
import type { Fix } from '../point';
import type { Segment } from '../segments';
import { wallMinute, withinSpan } from './clock';
import { type Detector, type Fact, fact, noFacts, type Sample, type Surroundings } from './detector';

/** Driving above the limit (K15). */
interface Speeding {
  start: number;
  /** last fix above */
  t: number;
  lng: number;
  lat: number;
  told: number | null;
  peakKmh: number;
  limitKmh: number;
  /** km/h x ms and metres while above */
  sum: number;
  metres: number;
  belowSince: number | null;
}
export interface SpeedState {
  run: Speeding | null;
}
type Params = RuleParams['speed'];

/** Below for so long: it is over. */
const endMs = 10_000;

/** Limit at a moment: the rule's, that of the places the vehicle is in, that of the class of road there, the night's share of it. */
export function limitAt(t: number, params: Params, inside: readonly string[], around: Surroundings): number {
  let limit = params.limitKmh;
  if (params.placeLimits) {
    for (const id of inside) limit = Math.min(limit, around.shapes.get(id)?.speedLimitKmh ?? limit);
  }
  for (const { placeIds, limitKmh } of params.roads) {
    if (limitKmh < limit && inside.some((id) => placeIds.includes(id))) limit = limitKmh;
  }
  if (params.nightPercent >= 100) return limit;
  const night = withinSpan(wallMinute(t, around.zone), params.nightFrom, params.nightTo);
  return night ? (limit * params.nightPercent) / 100 : limit;
}

function toFact(run: Speeding, end: number | null, dataGap = false): Fact {
  const ms = run.t - run.start;
  const meanKmh = ms > 0 ? run.sum / ms : run.peakKmh;
  return fact('speedAlarm', '', { start: run.start, end, confirmedAt: run.told ?? run.t }, run, {
    peak: run.peakKmh,
    limit: run.limitKmh,
    dataGap,
    values: {
      meanKmh: Math.round(meanKmh * 10) / 10,
      distanceM: Math.round(run.metres),
      overPercent: Math.round((run.peakKmh / run.limitKmh - 1) * 1000) / 10,
    },
  });
}

/** 超速. */
export const speed: Detector<SpeedState, Params> = {
  start: { run: null },
  step(before, sample, params, around) {
    let { run } = before;
    let facts = noFacts;
    for (const segment of sample.segments) {
      const next = segmentStep(run, segment, sample, params, around);
      run = next.run;
      if (next.fact) facts = [...facts, next.fact];
    }
    return run === before.run ? { state: before, facts } : { state: { run }, facts };
  },
  running: ({ run }) => (run?.told === null || run === null ? noFacts : [toFact(run, null)]),
};

function segmentStep(
  before: Speeding | null,
  segment: Segment<Fix>,
  sample: Sample,
  params: Params,
  around: Surroundings,
): { run: Speeding | null; fact?: Fact } {
  const { to } = segment;
  if (!to) return { run: before };
  const limitKmh = limitAt(to.t, params, sample.inside, around);
  const above = to.speedKmh > limitKmh;
  if (before && segment.gap) {
    const ended = before.told === null ? undefined : toFact(before, before.t, true);
    return { run: above ? begun(to, limitKmh) : null, ...(ended ? { fact: ended } : {}) };
  }
  if (!before) return above ? told(begun(to, limitKmh), params) : { run: null };
  if (!above) {
    const belowSince = before.belowSince ?? to.t;
    if (to.t - belowSince < endMs) return { run: { ...before, belowSince } };
    return before.told === null ? { run: null } : { run: null, fact: toFact(before, belowSince) };
  }
  const ms = to.t - before.t;
  const run: Speeding = {
    ...before,
    t: to.t,
    sum: before.sum + (((segment.from?.speedKmh ?? to.speedKmh) + to.speedKmh) / 2) * ms,
    metres: before.metres + segment.mileageM,
    belowSince: null,
  };
  // the worst moment is the one farthest above its own limit
  if (to.speedKmh / limitKmh > run.peakKmh / run.limitKmh) {
    run.peakKmh = to.speedKmh;
    run.limitKmh = limitKmh;
  }
  return told(run, params);
}

const begun = (to: Fix, limitKmh: number): Speeding => ({
  start: to.t,
  t: to.t,
  lng: to.lng,
  lat: to.lat,
  told: null,
  peakKmh: to.speedKmh,
  limitKmh,
  sum: 0,
  metres: 0,
  belowSince: null,
});

function told(run: Speeding, params: Params): { run: Speeding; fact?: Fact } {
  if (run.told !== null || run.t - run.start < params.durationS * 1000) return { run };
  const next = { ...run, told: run.t };
  return { run: next, fact: toFact(next, null) };
}
