import { dayMs, hourMs, minuteMs } from '@tongda/contract/core/durations';
import type { RuleParams } from '@tongda/contract/rules/alarm-rule/codes';
import { zoneOffsetMs } from '../../day/edges';
import type { Segment } from '../../motion/segments';
import type { Fix } from '../../point';
import { makeFact, noFacts } from '../fact';
import type { Detector, Fact } from '../types';

type Limit = 'day' | 'night' | 'total';
/** A limit of driving time, or the warning some minutes before it. */
type Told = Limit | `${Limit}Soon`;

/** Driving time by hour (number since 1970): of the current one, of those of the 23 before with any driving, and the sum of these. ms */
interface Hours {
  hour: number;
  ms: number;
  older: ReadonlyArray<readonly [hour: number, ms: number]>;
  olderMs: number;
}

/** Driving without a sufficient rest (K15). Times are epoch ms. */
export interface FatigueState {
  start: number | null;
  lng: number;
  lat: number;
  /** end of the last movement */
  movedUntil: number;
  drivingMs: number;
  /** part of it in the night window */
  nightMs: number;
  /** standing since the last movement, ms; a short stop counts as driving if the vehicle then drives on */
  standMs: number;
  /** driving time by full hour, for the sum over 24 h */
  hours: Hours;
  /** when each limit was passed, or its warning given */
  told: Partial<Record<Told, number>>;
  /** the driver; absent = not known */
  driverId?: string;
}
type Params = RuleParams['fatigue'];

/** a shorter halt is traffic and counts as driving */
const stopMs = 3 * minuteMs;
/** 22:00-06:00, hours of the company's day */
const night = { from: 22, to: 6 } as const;

const noHours: Hours = { hour: 0, ms: 0, older: [], olderMs: 0 };
const restedState = (hours: Hours): FatigueState => ({
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

/** Alarm rule 疲劳驾驶: driving for too long without a rest, at night, or in all within 24 hours, each with a warning before. */
export const fatigueRule: Detector<FatigueState, Params> = {
  start: restedState(noHours),
  step(before, sample, params, { zone, driverId }) {
    const facts: Fact[] = [];
    let state = changeDriver(before, driverId, params, facts);
    for (const segment of sample.segments) state = segmentStep(state, segment, params, zone, facts);
    return { state, facts: facts.length > 0 ? facts : noFacts };
  },
  running: (state, params) => factsOfRun(state, params, null),
};

/** Driving time belongs to a driver: when another one takes over, it begins at zero (K15). */
function changeDriver(before: FatigueState, driverId: string | null, params: Params, facts: Fact[]): FatigueState {
  if (driverId === null || driverId === before.driverId) return before;
  if (before.driverId === undefined) return { ...before, driverId };
  facts.push(...factsOfRun(before, params, before.movedUntil));
  return { ...restedState(noHours), driverId };
}

function segmentStep(
  before: FatigueState,
  segment: Segment<Fix>,
  params: Params,
  zone: string,
  facts: Fact[],
): FatigueState {
  const ms = segment.end - segment.start;
  if (segment.state === 'moving') return checkLimits(addDriving(before, segment, zone), segment.end, params, facts);
  if (before.start === null) return before;
  // during a silence nobody knows whether the driver rested, so the run ends there and is marked as a data gap
  const standMs = before.standMs + ms;
  if (segment.state !== 'noData' && standMs < params.restMin * minuteMs) return { ...before, standMs };
  const dataGap = segment.state === 'noData';
  for (const ended of factsOfRun(before, params, before.movedUntil)) facts.push({ ...ended, dataGap });
  return withDriver(restedState(before.hours), before.driverId);
}

const withDriver = (state: FatigueState, driverId: string | undefined): FatigueState =>
  driverId === undefined ? state : { ...state, driverId };

/** Adds a movement, and a halt in traffic before it. */
function addDriving(before: FatigueState, segment: Segment<Fix>, zone: string): FatigueState {
  const halt = before.start !== null && before.standMs > 0 && before.standMs < stopMs ? before.standMs : 0;
  const from = segment.start - halt;
  const ms = segment.end - from;
  return {
    start: before.start ?? segment.start,
    lng: before.start === null ? (segment.from?.lng ?? 0) : before.lng,
    lat: before.start === null ? (segment.from?.lat ?? 0) : before.lat,
    movedUntil: segment.end,
    drivingMs: before.drivingMs + ms,
    nightMs: before.nightMs + nightMsOf(from, segment.end, zone),
    standMs: 0,
    hours: withHours(before.hours, from, segment.end),
    told: before.told,
    ...(before.driverId === undefined ? {} : { driverId: before.driverId }),
  };
}

/** ms of a span that lie between 22:00 and 06:00. */
function nightMsOf(from: number, to: number, zone: string): number {
  const offset = zoneOffsetMs(from, zone);
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
    hours =
      hour === hours.hour
        ? { hour, ms: hours.ms + end - at, older: hours.older, olderMs: hours.olderMs }
        : nextHour(hours, hour, end - at);
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

function limitMeasures(state: FatigueState, params: Params): ReadonlyArray<readonly [Limit, number, number]> {
  return [
    ['day', state.drivingMs, params.dayMin],
    ['night', state.nightMs, params.nightMin],
    ['total', totalMs(state), params.totalMin],
  ];
}

function checkLimits(before: FatigueState, now: number, params: Params, facts: Fact[]): FatigueState {
  const { warnMin } = params;
  const below =
    before.drivingMs <= (params.dayMin - warnMin) * minuteMs &&
    before.nightMs <= (params.nightMin - warnMin) * minuteMs &&
    totalMs(before) <= (params.totalMin - warnMin) * minuteMs;
  if (below) return before;
  let state = before;
  for (const [limit, ms, minutes] of limitMeasures(before, params)) {
    const soon = `${limit}Soon` as const;
    const near = state.told[soon];
    if (state.told[limit] === undefined && ms > minutes * minuteMs) {
      // the warning ends where the limit begins
      if (near !== undefined) facts.push(toFact(state, soon, ms, minutes, near, now));
      const { [soon]: _over, ...others } = state.told;
      state = { ...state, told: { ...others, [limit]: now } };
      facts.push(toFact(state, limit, ms, minutes, now, null));
    } else if (
      warnMin > 0 &&
      near === undefined &&
      state.told[limit] === undefined &&
      ms > (minutes - warnMin) * minuteMs
    ) {
      state = { ...state, told: { ...state.told, [soon]: now } };
      facts.push(toFact(state, soon, ms, minutes, now, null));
    }
  }
  return state;
}

const factsOfRun = (state: FatigueState, params: Params, end: number | null): Fact[] =>
  limitMeasures(state, params).flatMap(([limit, ms, minutes]) =>
    ([limit, `${limit}Soon`] as const).flatMap((what) => {
      const at = state.told[what];
      return at === undefined ? [] : [toFact(state, what, ms, minutes, at, end)];
    }),
  );

function toFact(state: FatigueState, what: Told, ms: number, minutes: number, at: number, end: number | null): Fact {
  const drivenMin = Math.round(ms / minuteMs);
  const soon = what.endsWith('Soon');
  return makeFact('fatigueAlarm', what, { start: state.start ?? at, end, confirmedAt: at }, state, {
    level: soon ? 1 : 0,
    peak: drivenMin,
    limit: minutes,
    values: {
      overMin: Math.max(0, drivenMin - minutes),
      totalMin: Math.round(totalMs(state) / minuteMs),
      nightPercent: state.drivingMs > 0 ? Math.round((100 * state.nightMs) / state.drivingMs) : 0,
    },
    ...(state.driverId === undefined ? {} : { driverId: state.driverId }),
  });
}
