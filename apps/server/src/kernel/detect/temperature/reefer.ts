import { minuteMs } from '@tongda/contract/core/durations';
import type { TrackPoint } from '../../point';
import { makeFact, noFacts } from '../fact';
import type { Detector, Fact, Sample, Surroundings } from '../types';
import { addModeTime, isCold, type ModeTimes, mainMode, noTimes, supplyColderBy } from './reefer-mode';

/** One session of the refrigeration unit running (K11). Times are epoch ms. */
interface Session {
  start: number;
  /** last moment it was seen running */
  t: number;
  /** running time without pauses, ms, and by mode */
  onMs: number;
  times: ModeTimes;
  inferred: boolean;
  lng: number | null;
  lat: number | null;
}
export interface ReeferState {
  session: Session | null;
  /** it ran at the last report */
  on: boolean;
  /** since when the supply air has been colder than the return air; after five minutes the unit is taken to run */
  coldSince: number | null;
}

/** a shorter pause belongs to the session, ms */
const pauseMs = 3 * minuteMs;
const inferAfterMs = 5 * minuteMs;

function toFact(session: Session, end: number | null): Fact {
  const { inferred, onMs, times, lng, lat } = session;
  const { known, cooling, heating, defrost, standby } = times;
  const byMode = known
    ? { coolingMs: cooling, heatingMs: heating, defrostMs: defrost, standbyMs: standby, mode: mainMode(times) }
    : { coolingMs: null, heatingMs: null, defrostMs: null, standbyMs: null, mode: null };
  // 占空比: share of the running time spent cooling
  const duty = known && onMs > 0 ? Math.round((cooling / onMs) * 1000) / 1000 : null;
  return makeFact('reefer', '', { start: session.start, end }, lng === null || lat === null ? null : { lng, lat }, {
    values: { inferred, onMs, ...byMode, duty },
  });
}

type Seen = Pick<Sample, 'gap' | 'gapMaxMs'> & {
  point: Pick<TrackPoint, 't' | 'tempC' | 'extra'>;
  lastT: number | null;
  fix: { lng: number; lat: number } | null;
};

export const reeferDetector: Detector<ReeferState> = {
  start: { session: null, on: false, coldSince: null },
  step: (before, sample, _params, { air }) => reeferStep(before, sample, air),
  running: ({ session }) => (session ? [toFact(session, null)] : noFacts),
};

function reeferStep(
  before: ReeferState,
  sample: Seen,
  air: Surroundings['air'],
): { state: ReeferState; facts: readonly Fact[] } {
  const { point, fix, lastT } = sample;
  const said = point.extra?.reeferOn;
  if (said === undefined && !air && before.session === null) return { state: before, facts: noFacts };
  const by = supplyColderBy(point.tempC, air);
  const cold = said === undefined && isCold(by);
  const coldSince = cold ? (before.coldSince ?? point.t) : null;
  const on = said ?? (coldSince !== null && point.t - coldSince >= inferAfterMs);
  const { session } = before;
  if (!on) {
    if (session && point.t - session.t > pauseMs)
      return { state: { session: null, on: false, coldSince }, facts: [toFact(session, session.t)] };
    if (coldSince === before.coldSince && !before.on) return { state: before, facts: noFacts };
    return { state: { session, on: false, coldSince }, facts: noFacts };
  }
  // a parked truck reports seldom: a unit that ran then and runs now has run between, unless nobody knows what was in a silence
  if (session && (point.t - session.t <= pauseMs || (before.on && !sample.gap))) {
    const ms = before.on && lastT !== null ? Math.min(point.t - lastT, sample.gapMaxMs) : 0;
    const next = { ...session, t: point.t, onMs: session.onMs + ms, times: addModeTime(session.times, by, ms) };
    return { state: { session: next, on, coldSince }, facts: noFacts };
  }
  const start = said === undefined ? (coldSince ?? point.t) : point.t;
  const place = { lng: fix?.lng ?? null, lat: fix?.lat ?? null };
  const onMs = point.t - start;
  const times = addModeTime(noTimes, by, onMs);
  const next: Session = { start, t: point.t, onMs, times, inferred: said === undefined, ...place };
  const begun = toFact(next, null);
  return {
    state: { session: next, on, coldSince },
    facts: session ? [toFact(session, session.t), begun] : [begun],
  };
}

/** Running time of the unit over a day, ms; a mode is null when the air temperatures do not tell. */
export interface ReeferHours {
  onMs: number;
  coolingMs: number | null;
  heatingMs: number | null;
  defrostMs: number | null;
  standbyMs: number | null;
  inferred: boolean;
}

const perMode = ['coolingMs', 'heatingMs', 'defrostMs', 'standbyMs'] as const;

/** Sessions of the unit in points of a range (K11), as they stand at its end; null when neither the terminal nor the air temperatures tell anything about the unit. */
export function reeferSessionsOf(
  points: readonly TrackPoint[],
  air: Surroundings['air'],
  { gapMaxMs }: Pick<Sample, 'gapMaxMs'>,
): { told: boolean; sessions: Fact[] } | null {
  const told = points.some((point) => point.extra?.reeferOn !== undefined);
  if (!told && !air) return null;
  let state = reeferDetector.start;
  let lastT: number | null = null;
  const sessions = new Map<number, Fact>();
  for (const point of points) {
    const gap = lastT !== null && point.t - lastT > gapMaxMs;
    const step = reeferStep(state, { point, lastT, gap, gapMaxMs, fix: null }, air);
    state = step.state;
    lastT = point.t;
    for (const one of step.facts) sessions.set(one.start, one);
  }
  if (state.session) sessions.set(state.session.start, toFact(state.session, null));
  return { told, sessions: [...sessions.values()] };
}

/** Sums the running time over a day's points; null when neither the terminal nor the air temperatures tell anything about the unit. */
export function sumReeferHours(
  points: readonly TrackPoint[],
  air: Surroundings['air'],
  given: Pick<Sample, 'gapMaxMs'>,
): ReeferHours | null {
  const found = reeferSessionsOf(points, air, given);
  if (!found) return null;
  const { told, sessions } = found;
  const hours: ReeferHours = {
    onMs: 0,
    coolingMs: null,
    heatingMs: null,
    defrostMs: null,
    standbyMs: null,
    inferred: !told && sessions.length > 0,
  };
  for (const { values } of sessions) {
    hours.onMs += Number(values.onMs);
    for (const key of perMode) if (values[key] !== null) hours[key] = (hours[key] ?? 0) + Number(values[key]);
  }
  return told || sessions.length > 0 ? hours : null;
}
