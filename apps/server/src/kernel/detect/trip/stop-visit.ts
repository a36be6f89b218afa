import { minuteMs } from '@tongda/contract/core/durations';
import { inShape, type Shape } from '@tongda/geo/shape';
import type { Fix } from '../../point';
import { makeFact, noFacts } from '../fact';
import type { Detector, Fact } from '../types';
import type { StopFence } from './types';

/** A stop of a waybill that the vehicle is at, or may be at. Times are epoch ms. */
interface AtStop {
  /** first of the fixes in a row inside */
  since: number;
  lng: number;
  lat: number;
  /** when the arrival became certain; null = so far it is a single fix */
  sureAt: number | null;
  /** last fix inside */
  lastIn: number;
  /** first of the fixes in a row outside, and how many there are */
  outAt: number | null;
  outs: number;
}
export interface StopVisitState {
  fixT: number | null;
  at: Readonly<Record<string, AtStop>>;
}

/** Arrived: two fixes inside that are at least this far apart, or a single one with the ignition off. */
const sureMs = minuteMs;
/** Departed: two fixes farther outside than this, and faster than `leaveKmh`. */
const leaveM = 100;
const leaveKmh = 5;

const toFact = (stopId: string, stop: AtStop, end: number | null): Fact =>
  makeFact('stopVisit', `stop:${stopId}`, { start: stop.since, end, confirmedAt: stop.sureAt ?? stop.since }, stop);

/** Arrivals at and departures from the stops of waybills. The time of each is that of the first fix in a row inside or outside. */
export const stopVisitDetector: Detector<StopVisitState> = {
  start: { fixT: null, at: {} },
  step(before, sample, _params, { stops }) {
    const known = Object.keys(before.at);
    const { fix } = sample;
    if (!fix || (stops.length === 0 && known.length === 0)) return { state: before, facts: noFacts };
    if (fix.t === before.fixT) return { state: before, facts: noFacts };
    const facts: Fact[] = [];
    let { at } = before;
    for (const to of fixesOf(sample.segments, fix)) at = fixStep(at, to, stops, facts);
    const same = at === before.at && facts.length === 0 && known.length === 0;
    return { state: same ? before : { fixT: fix.t, at }, facts };
  },
  running: ({ at }) =>
    Object.entries(at)
      .filter(([, stop]) => stop.sureAt !== null)
      .map(([stopId, stop]) => toFact(stopId, stop, null)),
};

/** The fixes that this report confirmed, or its own when it completed no segment. */
const fixesOf = (segments: ReadonlyArray<{ to: Fix | null }>, fix: Fix): Fix[] =>
  segments.length > 0 ? segments.flatMap(({ to }) => to ?? []) : [fix];

function fixStep(
  before: StopVisitState['at'],
  fix: Fix,
  stops: readonly StopFence[],
  facts: Fact[],
): StopVisitState['at'] {
  let at = before;
  for (const { stopId, shape } of stops) {
    const stop = before[stopId];
    const next = stop ? stayStep(stopId, stop, fix, shape, facts) : enterStop(stopId, fix, shape, facts);
    if (next === stop) continue;
    const { [stopId]: _old, ...others } = at;
    at = next ? { ...others, [stopId]: next } : others;
  }
  // the stop is not planned any more: its visit ends with the last fix there
  for (const [stopId, stop] of Object.entries(before)) {
    if (stops.some((fence) => fence.stopId === stopId)) continue;
    const { [stopId]: _old, ...others } = at;
    at = others;
    if (stop.sureAt !== null) facts.push(toFact(stopId, stop, stop.lastIn));
  }
  return at;
}

function enterStop(stopId: string, { t, lng, lat, acc }: Fix, shape: Shape, facts: Fact[]): AtStop | undefined {
  if (!inShape(lng, lat, shape)) return undefined;
  const stop: AtStop = { since: t, lng, lat, sureAt: acc ? null : t, lastIn: t, outAt: null, outs: 0 };
  if (stop.sureAt !== null) facts.push(toFact(stopId, stop, null));
  return stop;
}

function stayStep(stopId: string, stop: AtStop, fix: Fix, shape: Shape, facts: Fact[]): AtStop | undefined {
  const { t, lng, lat } = fix;
  if (stop.sureAt === null) {
    if (!inShape(lng, lat, shape)) return undefined;
    const sure = !fix.acc || t - stop.since >= sureMs;
    const next = { ...stop, lastIn: t, sureAt: sure ? t : null };
    if (sure) facts.push(toFact(stopId, next, null));
    return next;
  }
  if (inShape(lng, lat, shape, leaveM)) return { ...stop, lastIn: t, outAt: null, outs: 0 };
  const outAt = stop.outAt ?? t;
  const outs = stop.outs + 1;
  // the place alone decides where the speed is not known
  if (outs < 2 || (fix.speedKmh !== null && fix.speedKmh <= leaveKmh)) return { ...stop, outAt, outs };
  facts.push(toFact(stopId, stop, outAt));
  return undefined;
}
