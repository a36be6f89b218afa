import type { RuleParams } from '@tongda/contract/alarm/rules';
import { zoneOffsetMs } from '../day';
import type { Fix } from '../point';
import type { Segment } from '../segments';
import { type Detector, type Fact, fact, noFacts } from './detector';

type Limit = 'day' | 'night' | 'total';

/** Driving time of the hour that runs (since 1970), of the 23 before that had any, and the sum of those. */
interface Hours {
  hour: number;
  ms: number;
  older: ReadonlyArray<readonly [hour: number, ms: number]>;
  olderMs: number;
}

/** A run of driving without a rest (K15, monitor.md 0.7). Times ms. */
export interface FatigueState {
  start: number | null;
  lng: number;
  lat: number;
  /** end of the last movement */
  movedUntil: number;
  drivingMs: number;
  /** part of it in the night window */
  nightMs: number;
  /** standing since the last movement; short stops count as driving when it goes on */
  standMs: number;
  /** driving time by full hour, for the sum over 24 h */
  hours: Hours;
  /** when each limit was passed */
  told: Partial<Record<Limit, number>>;
}
type Params = RuleParams['fatigue'];

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** a shorter halt is traffic, not a stop */
const stopMs = 3 * minuteMs;
/** 22:00-06:00, hours of the company's day */
const night = { from: 22, to: 6 } as const;

const noHours: Hours = { hour: 0, ms: 0, older: [], olderMs: 0 };
const rest = (hours: Hours): FatigueState => ({
  start: null,
  lng: 0,
  lat: 0,
  movedUntil: 0,
  drivingMs: 0,
  nightMs: 0,
  standMs: 0,
  hours,
  told: {},
});

/** 疲劳驾驶: by day, by night and in 24 hours. */
export const fatigue: Detector<FatigueState, Params> = {
  start: rest(noHours),
  step(before, sample, params, { zone }) {
    let state = before;
    const facts: Fact[] = [];
    for (const segment of sample.segments) state = segmentStep(state, segment, params, zone, facts);
    return { state, facts: facts.length > 0 ? facts : noFacts };
  },
  running: (state, params) => told(state, params, null),
};

function segmentStep(
  before: FatigueState,
  segment: Segment<Fix>,
  params: Params,
  zone: string,
  facts: Fact[],
): FatigueState {
  const ms = segment.end - segment.start;
  if (segment.state === 'moving') return limits(driven(before, segment, zone), segment.end, params, facts);
  if (before.start === null) return before;
  // a silence is no rest that anybody saw, and no driving either: the run ends unjudged
  const standMs = before.standMs + ms;
  if (segment.state !== 'noData' && standMs < params.restMin * minuteMs) return { ...before, standMs };
  const dataGap = segment.state === 'noData';
  for (const ended of told(before, params, before.movedUntil)) facts.push({ ...ended, dataGap });
  return rest(before.hours);
}

/** Adds a movement, and a halt in traffic before it. */
function driven(before: FatigueState, segment: Segment<Fix>, zone: string): FatigueState {
  const halt = before.start !== null && before.standMs > 0 && before.standMs < stopMs ? before.standMs : 0;
  const from = segment.start - halt;
  const ms = segment.end - from;
  return {
    ...before,
    start: before.start ?? segment.start,
    lng: before.start === null ? (segment.from?.lng ?? 0) : before.lng,
    lat: before.start === null ? (segment.from?.lat ?? 0) : before.lat,
    movedUntil: segment.end,
    standMs: 0,
    drivingMs: before.drivingMs + ms,
    nightMs: before.nightMs + nightMsOf(from, segment.end, zone),
    hours: withHours(before.hours, from, segment.end),
  };
}

/** ms of a span that lie between 22:00 and 06:00. */
function nightMsOf(from: number, to: number, zone: string): number {
  const offset = zoneOffsetMs(from, zone);
  const dayMs = 24 * hourMs;
  const wall = (from + offset) % dayMs;
  // the usual case: a short piece by day
  if (wall >= night.to * hourMs && wall + to - from <= night.from * hourMs) return 0;
  let sum = 0;
  for (let day = Math.floor((from + offset) / dayMs) - 1; day * dayMs <= to + offset; day++) {
    const start = day * dayMs + night.from * hourMs;
    const end = (day + 1) * dayMs + night.to * hourMs;
    sum += Math.max(0, Math.min(end, to + offset) - Math.max(start, from + offset));
  }
  return sum;
}

function withHours(before: Hours, from: number, to: number): Hours {
  let hours = before;
  for (let at = from; at < to; ) {
    const hour = Math.floor(at / hourMs);
    const end = Math.min(to, (hour + 1) * hourMs);
    hours = hour === hours.hour ? { ...hours, ms: hours.ms + end - at } : nextHour(hours, hour, end - at);
    at = end;
  }
  return hours;
}

function nextHour(before: Hours, hour: number, ms: number): Hours {
  const all = before.ms > 0 ? [...before.older, [before.hour, before.ms] as const] : before.older;
  const older = all.filter(([known]) => known > hour - 24);
  return { hour, ms, older, olderMs: older.reduce((sum, [, part]) => sum + part, 0) };
}

const totalMs = ({ hours }: FatigueState): number => hours.ms + hours.olderMs;

function measures(state: FatigueState, params: Params): ReadonlyArray<readonly [Limit, number, number]> {
  return [
    ['day', state.drivingMs, params.dayMin],
    ['night', state.nightMs, params.nightMin],
    ['total', totalMs(state), params.totalMin],
  ];
}

function limits(before: FatigueState, now: number, params: Params, facts: Fact[]): FatigueState {
  const below =
    before.drivingMs <= params.dayMin * minuteMs &&
    before.nightMs <= params.nightMin * minuteMs &&
    totalMs(before) <= params.totalMin * minuteMs;
  if (below) return before;
  let state = before;
  for (const [limit, ms, minutes] of measures(before, params)) {
    if (before.told[limit] !== undefined || ms <= minutes * minuteMs) continue;
    state = { ...state, told: { ...state.told, [limit]: now } };
    facts.push(toFact(state, limit, ms, minutes, now, null));
  }
  return state;
}

const told = (state: FatigueState, params: Params, end: number | null): Fact[] =>
  measures(state, params).flatMap(([limit, ms, minutes]) => {
    const at = state.told[limit];
    return at === undefined ? [] : [toFact(state, limit, ms, minutes, at, end)];
  });

function toFact(state: FatigueState, limit: Limit, ms: number, minutes: number, at: number, end: number | null): Fact {
  const drivenMin = Math.round(ms / minuteMs);
  return fact('fatigueAlarm', limit, { start: state.start ?? at, end, confirmedAt: at }, state, {
    peak: drivenMin,
    limit: minutes,
    values: { overMin: drivenMin - minutes },
  });
}
