import type { RuleParams } from '@tongda/contract/rules/alarm-rule/codes';
import type { Segment } from '../../motion/segments';
import type { Fix } from '../../point';
import { isWithinSpan, wallMinuteOf } from '../clock';
import { makeFact, noFacts } from '../fact';
import { placeLimitAt } from '../place/line-pieces';
import type { Detector, Fact, Sample, Surroundings } from '../types';

/** A stretch of driving above the limit (K15). Times are epoch ms, speeds km/h. */
interface Speeding {
  start: number;
  /** last fix above */
  t: number;
  lng: number;
  lat: number;
  told: number | null;
  peakKmh: number;
  limitKmh: number;
  /** the place whose limit it is; absent = the rule's own limit */
  placeId?: string;
  /** class of the road whose limit it is (speedingRoad); absent = no road's */
  road?: number;
  /** km/h x ms, and metres, driven above the limit */
  sum: number;
  metres: number;
  belowSince: number | null;
  /** since the last fix above, only fixes came that do not know their speed: the speed before them, and the way since */
  unsure?: { kmh: number; metres: number };
}
export interface SpeedState {
  run: Speeding | null;
  /** a stretch near the limit (预警差值); absent when the rule does not warn */
  near?: Speeding | null;
  /** the warning was given: the next one may come when the speed has been clearly below again */
  warned?: boolean;
}
type Params = RuleParams['speed'];

/** Speeding ends when the speed has been below the limit for this long, ms. */
const endMs = 10_000;

/** A fix that knows its speed. */
type Known = Fix & { speedKmh: number };
const knowsSpeed = (fix: Fix): fix is Known => fix.speedKmh !== null;

/** Time and place that a limit is asked for. */
type At = Pick<Fix, 't' | 'lng' | 'lat'>;

/** The limit at a fix, km/h: the lowest of the rule's, of the places the vehicle is in and of the class of road there; at night the rule's percentage of that. */
export function limitAt(at: At, params: Params, inside: readonly string[], around: Surroundings): number {
  let limit = params.limitKmh;
  if (params.placeLimits) {
    for (const id of inside) limit = Math.min(limit, placeLimitAt(around.shapes.get(id), at) ?? limit);
  }
  for (const { placeIds, limitKmh } of params.roads) {
    if (limitKmh < limit && inside.some((id) => placeIds.includes(id))) limit = limitKmh;
  }
  if (params.nightPercent >= 100) return limit;
  const night = isWithinSpan(wallMinuteOf(at.t, around.zone), params.nightFrom, params.nightTo);
  return night ? (limit * params.nightPercent) / 100 : limit;
}

/** The place that the limit at a fix comes from, by its own limit or as a road of a class, which is told too; empty when it is the rule's own limit. */
export function limitPlace(
  at: At,
  params: Params,
  inside: readonly string[],
  around: Surroundings,
): { placeId?: string; road?: number } {
  let [limit, found]: [number, { placeId?: string; road?: number }] = [params.limitKmh, {}];
  const take = (kmh: number | null | undefined, from: typeof found): void => {
    if (kmh !== null && kmh !== undefined && kmh < limit) [limit, found] = [kmh, from];
  };
  for (const id of inside) {
    if (params.placeLimits) take(placeLimitAt(around.shapes.get(id), at), { placeId: id });
    for (const { road, placeIds, limitKmh } of params.roads)
      if (placeIds.includes(id)) take(limitKmh, { placeId: id, road });
  }
  return found;
}

/** The warning that the limit is near. It is a fact of its own, so that the speeding itself begins where it really began. */
const soonFact = (run: Speeding, end: number | null): Fact =>
  makeFact('speedAlarm', 'soon', { start: run.start, end, confirmedAt: run.told ?? run.t }, run, {
    level: 1,
    peak: run.peakKmh,
    limit: run.limitKmh,
    placeId: run.placeId ?? null,
    ...(run.road === undefined ? {} : { values: { road: run.road } }),
  });

function toFact(run: Speeding, end: number | null, dataGap = false): Fact {
  const ms = run.t - run.start;
  const meanKmh = ms > 0 ? run.sum / ms : run.peakKmh;
  return makeFact('speedAlarm', '', { start: run.start, end, confirmedAt: run.told ?? run.t }, run, {
    peak: run.peakKmh,
    limit: run.limitKmh,
    placeId: run.placeId ?? null,
    dataGap,
    values: {
      meanKmh: Math.round(meanKmh * 10) / 10,
      distanceM: Math.round(run.metres),
      overPercent: Math.round((run.peakKmh / run.limitKmh - 1) * 1000) / 10,
      ...(run.road === undefined ? {} : { road: run.road }),
    },
  });
}

/** Alarm rule 超速: above the limit for the rule's time, and a warning near it where the rule wants one. */
export const speedRule: Detector<SpeedState, Params> = {
  start: { run: null },
  step(before, sample, params, around) {
    let state = before;
    let facts = noFacts;
    for (const segment of sample.segments) {
      const next = segmentStep(state.run, segment, sample, params, around);
      if (next.run !== state.run) state = { ...state, run: next.run };
      if (next.fact) facts = [...facts, next.fact];
      if (params.warnKmh === 0) continue;
      const soon = nearStep(state, segment, sample, params, around);
      state = soon.state;
      if (soon.fact) facts = [soon.fact, ...facts];
    }
    return { state, facts };
  },
  running: ({ run, near }) => [
    ...(near && near.told !== null ? [soonFact(near, null)] : noFacts),
    ...(run && run.told !== null ? [toFact(run, null)] : noFacts),
  ],
};

/** 预警差值: warns when the speed stays within the margin below the limit for the rule's time, once until it has been below that again. */
function nearStep(
  before: SpeedState,
  { to, gap }: Segment<Fix>,
  sample: Sample,
  params: Params,
  around: Surroundings,
): { state: SpeedState; fact?: Fact } {
  if (!to) return { state: before };
  const { near = null, warned = false, run } = before;
  const limitKmh = limitAt(to, params, sample.inside, around);
  // the warning is over: the limit was passed, or a silence hides how it went on
  const over = run !== null && run.told !== null;
  if (over || gap) {
    const ended = near !== null && near.told !== null ? { fact: soonFact(near, over ? run.start : near.t) } : {};
    return { state: { run, near: null, warned: over }, ...ended };
  }
  if (!knowsSpeed(to)) return { state: before };
  if (to.speedKmh <= limitKmh - params.warnKmh) return endWarning(before, to.t);
  const above = to.speedKmh > limitKmh;
  if (warned || (above && near === null)) return { state: before };
  const faster = near !== null && !above && to.speedKmh > near.peakKmh;
  const from = near && !faster ? {} : limitPlace(to, params, sample.inside, around);
  const next: Speeding = near
    ? { ...(faster ? takePeak(near, to, limitKmh, from) : near), t: to.t, belowSince: null }
    : beginRun(to, limitKmh, from);
  if (next.told !== null || next.t - next.start < params.durationS * 1000)
    return { state: { run, near: next, warned } };
  next.told = next.t;
  return { state: { run, near: next, warned }, fact: soonFact(next, null) };
}

/** The speed is clearly below the limit: after ten seconds the warning is over, and another one may come. */
function endWarning(before: SpeedState, t: number): { state: SpeedState; fact?: Fact } {
  const { run, near = null, warned = false } = before;
  if (near === null) return { state: warned ? { run, near, warned: false } : before };
  const belowSince = near.belowSince ?? t;
  if (t - belowSince < endMs) return { state: { run, near: { ...near, belowSince }, warned } };
  return {
    state: { run, near: null, warned: false },
    ...(near.told === null ? {} : { fact: soonFact(near, belowSince) }),
  };
}

function segmentStep(
  before: Speeding | null,
  segment: Segment<Fix>,
  sample: Sample,
  params: Params,
  around: Surroundings,
): { run: Speeding | null; fact?: Fact } {
  const { to } = segment;
  if (!to) return { run: before };
  // a report that does not know its speed says nothing about it; after a silence nobody knows how it went on either
  if (!knowsSpeed(to)) {
    if (!before) return { run: null };
    if (!segment.gap) return { run: { ...before, unsure: stayUnsure(before, segment) } };
    return before.told === null ? { run: null } : { run: null, fact: toFact(before, before.t, true) };
  }
  const limitKmh = limitAt(to, params, sample.inside, around);
  const above = to.speedKmh > limitKmh;
  if (before && segment.gap) {
    const ended = before.told === null ? undefined : toFact(before, before.t, true);
    return {
      run: above ? beginRun(to, limitKmh, limitPlace(to, params, sample.inside, around)) : null,
      ...(ended ? { fact: ended } : {}),
    };
  }
  if (!before)
    return above
      ? confirmRun(beginRun(to, limitKmh, limitPlace(to, params, sample.inside, around)), params)
      : { run: null };
  if (!above) {
    const belowSince = before.belowSince ?? to.t;
    const { unsure: _over, ...run } = before;
    if (to.t - belowSince < endMs) return { run: { ...run, belowSince } };
    return before.told === null ? { run: null } : { run: null, fact: toFact(before, belowSince) };
  }
  const ms = to.t - before.t;
  const { unsure, ...known } = before;
  const run: Speeding = {
    ...known,
    t: to.t,
    sum: before.sum + (((unsure?.kmh ?? segment.from?.speedKmh ?? to.speedKmh) + to.speedKmh) / 2) * ms,
    metres: before.metres + (unsure?.metres ?? 0) + segment.mileageM,
    belowSince: null,
  };
  // the peak is the moment with the highest share above its own limit, which may differ from place to place
  const worst = to.speedKmh / limitKmh > run.peakKmh / run.limitKmh;
  return confirmRun(worst ? takePeak(run, to, limitKmh, limitPlace(to, params, sample.inside, around)) : run, params);
}

const stayUnsure = ({ unsure, peakKmh }: Speeding, { from, mileageM }: Segment<Fix>) => ({
  kmh: unsure?.kmh ?? from?.speedKmh ?? peakKmh,
  metres: (unsure?.metres ?? 0) + mileageM,
});

type Source = ReturnType<typeof limitPlace>;
/** Takes over a new peak with the limit that holds there. */
function takePeak(
  { placeId: _place, road: _road, ...run }: Speeding,
  to: Known,
  limitKmh: number,
  from: Source,
): Speeding {
  return { ...run, peakKmh: to.speedKmh, limitKmh, ...from };
}

const beginRun = (to: Known, limitKmh: number, from: Source): Speeding => ({
  start: to.t,
  t: to.t,
  lng: to.lng,
  lat: to.lat,
  told: null,
  peakKmh: to.speedKmh,
  limitKmh,
  ...from,
  sum: 0,
  metres: 0,
  belowSince: null,
});

function confirmRun(run: Speeding, params: Params): { run: Speeding; fact?: Fact } {
  if (run.told !== null || run.t - run.start < params.durationS * 1000) return { run };
  const next = { ...run, told: run.t };
  return { run: next, fact: toFact(next, null) };
}
