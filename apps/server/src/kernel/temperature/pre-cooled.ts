import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { doorOf, doorState, type TrackPoint } from '../point';
import { validTempC } from './figures';

/** What a pre-cooling before loading is to reach (K12); times are epoch ms. */
export interface CoolingTask {
  /** it may begin from here on */
  from: number;
  planLoadAt: number;
  /** ℃ of goods; frozen ones leave two degrees (−18 → −16) */
  targetC: number;
  /** temperature channels that must reach it, from 1; empty: all */
  channels: readonly number[];
  /** somebody ended it */
  stoppedAt: number | null;
  now: number;
}

export interface Cooled {
  /** null: it has not begun */
  start: number | null;
  /** coolerStatus: 0 running, 1 done, 2 stopped; null: not begun */
  status: 0 | 1 | 2 | null;
  /** done: since when all probes were cold enough */
  reachAt: number | null;
  end: number | null;
  /** warmest probe at the start and at the end (or now), ℃ */
  startC: number | null;
  lastC: number | null;
  /** readings of the chosen probes at the end (or now), by channel */
  lastTemps: Array<number | null>;
  rateCPerH: number | null;
  doorOpens: number;
  /** why it stopped */
  why: '' | 'off' | 'door' | 'person' | 'silence' | 'late';
  /** while it runs: when the probes will be cold enough, by the last quarter of an hour; null: they do not get colder */
  predictedAt: number | null;
}

/** Sure that it has begun · cold for so long is done · off, open for longer stops it · what the forecast looks back on, ms. */
const [sureMs, doneMs, offMs, openMs, lookBackMs] = [
  5 * minuteMs,
  10 * minuteMs,
  10 * minuteMs,
  5 * minuteMs,
  15 * minuteMs,
] as const;
/** ℃ that frozen goods leave: their target −18 is reached at −16. */
const frozenToleranceC = 2;
/** A silence is longer than this, ms: what happened in it is not known. */
const silenceMs = 30 * minuteMs;
/** After the planned loading nothing is waited for any more than this, ms. */
const afterPlanMs = 2 * hourMs;

/** The reading that every probe has to be at or below, ℃. */
export const coldEnoughC = (targetC: number): number => (targetC < 0 ? targetC + frozenToleranceC : targetC);

const anyOpen = (doors: number): boolean => [1, 2, 3, 4, 5, 6, 7].some((no) => doorOf(doors, no) === doorState.open);
const isOn = ({ extra, acc }: TrackPoint): boolean => extra?.reeferOn ?? acc;
const round1 = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10);

/**
 * Follows one pre-cooling in the reports from `from` on, oldest first: begun when the unit has run for five minutes with the box closed, done when all
 * probes have been cold enough for ten, stopped when before that the unit is off for more than ten minutes, a door open for more than five, a
 * person ended it, nothing came for half an hour, or loading was to be two hours ago. Of a unit that is not wired the ignition tells whether it runs.
 */
export function followCoolingTask(points: readonly TrackPoint[], task: CoolingTask): Cooled {
  const limitC = coldEnoughC(task.targetC);
  const used = points.filter(({ t }) => t >= task.from && t <= task.planLoadAt + afterPlanMs);
  const start = startOf(used);
  const none: Cooled = {
    ...{ start: null, status: null, reachAt: null, end: null, startC: null, lastC: null, lastTemps: [] },
    ...{ rateCPerH: null, doorOpens: 0, why: '', predictedAt: null },
  };
  if (start === null || (task.stoppedAt !== null && task.stoppedAt <= start)) return none;
  const run = used.filter(({ t }) => t >= start);
  const temps = ({ tempC }: TrackPoint): Array<number | null> =>
    (task.channels.length > 0 ? task.channels : tempC.map((_, i) => i + 1)).map((no) => validTempC(tempC[no - 1]));
  const warmest = (point: TrackPoint): number | null => {
    const known = temps(point).filter((value) => value !== null);
    return known.length === 0 ? null : Math.max(...known);
  };
  const ended = endOf(run, task, (point) => {
    const value = warmest(point);
    return value !== null && value <= limitC;
  });
  const inside = run.filter(({ t }) => t <= (ended.end ?? task.now));
  const known = inside.filter((point) => warmest(point) !== null);
  const [first, last] = [known[0], known.at(-1)];
  const [startC, lastC] = [first ? warmest(first) : null, last ? warmest(last) : null];
  const untilMs = ended.reachAt ?? last?.t ?? start;
  const reached = ended.reachAt === null ? last : (known.find(({ t }) => t >= untilMs) ?? last);
  const reachedC = reached ? warmest(reached) : null;
  const rate =
    startC === null || reachedC === null || untilMs <= start
      ? null
      : (startC - reachedC) / ((untilMs - start) / hourMs);
  return {
    start,
    ...ended,
    startC: round1(startC),
    lastC: round1(lastC),
    lastTemps: last ? temps(last) : [],
    rateCPerH: round1(rate),
    doorOpens: inside.filter((point, i) => i > 0 && anyOpen(point.doors) && !anyOpen(inside[i - 1]?.doors ?? 0)).length,
    predictedAt: ended.status === 0 && last ? predictedAt(known, last, warmest, limitC) : null,
  };
}

/** Since when the unit ran with the box closed, once it had for five minutes. */
function startOf(points: readonly TrackPoint[]): number | null {
  let since: number | null = null;
  for (const point of points) {
    if (!isOn(point) || anyOpen(point.doors)) since = null;
    else since ??= point.t;
    if (since !== null && point.t - since >= sureMs) return since;
  }
  return null;
}

function endOf(
  run: readonly TrackPoint[],
  { stoppedAt, now, planLoadAt }: CoolingTask,
  isCold: (point: TrackPoint) => boolean,
): Pick<Cooled, 'status' | 'reachAt' | 'end' | 'why'> {
  let [cold, off, open, before]: Array<number | null> = [null, null, null, null];
  const stop = (end: number, why: Cooled['why']) => ({ status: 2 as const, reachAt: null, end, why });
  for (const point of run) {
    const { t } = point;
    if (before !== null && before !== undefined && t - before > silenceMs) return stop(before, 'silence');
    if (stoppedAt !== null && t >= stoppedAt) return stop(stoppedAt, 'person');
    cold = isCold(point) ? (cold ?? t) : null;
    off = isOn(point) ? null : (off ?? t);
    open = anyOpen(point.doors) ? (open ?? t) : null;
    if (cold !== null && t - cold >= doneMs) return { status: 1, reachAt: cold, end: t, why: '' };
    if (off !== null && t - off > offMs) return stop(off, 'off');
    if (open !== null && t - open > openMs) return stop(open, 'door');
    before = t;
  }
  if (stoppedAt !== null && stoppedAt <= now) return stop(stoppedAt, 'person');
  const last = before ?? now;
  if (now > planLoadAt + afterPlanMs)
    return stop(last, last < planLoadAt + afterPlanMs - silenceMs ? 'silence' : 'late');
  return now - last > silenceMs ? stop(last, 'silence') : { status: 0, reachAt: null, end: null, why: '' };
}

/** When the warmest probe will be cold enough if it goes on as in the last quarter of an hour; null when it does not get colder. */
function predictedAt(
  known: readonly TrackPoint[],
  last: TrackPoint,
  warmest: (point: TrackPoint) => number | null,
  limitC: number,
): number | null {
  const earlier = known.find(({ t }) => t >= last.t - lookBackMs);
  const [from, to] = [earlier ? warmest(earlier) : null, warmest(last)];
  if (!earlier || from === null || to === null) return null;
  if (to <= limitC) return last.t;
  const perMs = (from - to) / (last.t - earlier.t);
  return perMs > 0 ? Math.round(last.t + (to - limitC) / perMs) : null;
}

/** 是否达标: cold enough so many minutes before loading as was asked for. */
export type CoolingVerdict = 'reached' | 'tight' | 'missed' | 'never' | 'running';

/**
 * 达标: cold by the planned loading, `minutes` before it; 提前不足: cold, but less than that before; 未达标: later or not at all; 未预冷: never begun by
 * then. While it runs and the plan is ahead nothing is decided.
 */
export function verdictOf({ start, status, reachAt }: Cooled, task: CoolingTask, minutes: number): CoolingVerdict {
  const { planLoadAt, now } = task;
  if (status === 1 && reachAt !== null && reachAt <= planLoadAt)
    return planLoadAt - reachAt >= minutes * minuteMs ? 'reached' : 'tight';
  if (now < planLoadAt && (status === null || status === 0)) return 'running';
  return start === null ? 'never' : 'missed';
}
