import { minuteMs } from '@tongda/contract/core/durations';
import { earlyStartMs, matchCalls, type Punctuality, planSpanMs, punctualityOf, type RealVisit } from './punctuality';

/** A stop of a plan that a real drive is compared with; times are epoch ms. Coming home is a stop too. */
export interface PlannedStop {
  placeId: string;
  arriveAt: number;
  leaveAt: number;
  stayMin: number;
  /** window for the arrival; null = open on that side */
  opensAt: number | null;
  closesAt: number | null;
}
export interface PlanVisit extends RealVisit {
  /** the fence was crossed without a stay */
  passing: boolean;
}
/** How a stop was driven: real times, difference to the plan, verdict. */
export interface StopRun {
  arriveAt: number | null;
  leaveAt: number | null;
  diffMs: number | null;
  result: Punctuality;
  /** number of the call in the order that was driven, from 1; null: not called at */
  order: number | null;
}
export type PlanState = 'waiting' | 'running' | 'done';
export interface PlanRun {
  state: PlanState;
  /** when the vehicle left its first stop, or was first seen at a later one */
  startAt: number | null;
  /** last arrival of a drive that is over; null while it goes on */
  endAt: number | null;
  stops: StopRun[];
}

export const planRunRules = {
  earlyStartMs,
  /** tolerances of an arrival without a window, as routes have them by default */
  earlyMs: 30 * minuteMs,
  lateMs: 15 * minuteMs,
} as const;

/** Visits that can belong to a plan end after this and begin before that. */
export const planWindowOf = (stops: ReadonlyArray<Pick<PlannedStop, 'arriveAt'>>): { from: number; to: number } => ({
  from: (stops[0]?.arriveAt ?? 0) - planRunRules.earlyStartMs,
  to: (stops.at(-1)?.arriveAt ?? 0) + planSpanMs.after,
});

/**
 * Compares a plan with the visits that the vehicle really made. The plan is under way when the vehicle has left its first stop or is seen at a later
 * one. It is done when every stop was visited, when the last one was after at least half of those between, or 24 hours after the planned end.
 * Visits are matched in the plan's order (K14); a stop that was visited out of turn is found as well, and its `order` tells when.
 */
export function matchPlanRun(stops: readonly PlannedStop[], visits: readonly PlanVisit[], now: number): PlanRun {
  const first = stops[0];
  const none: PlanRun = { state: 'waiting', startAt: null, endAt: null, stops: stops.map(() => unseen) };
  if (!first || stops.length < 2) return none;
  const sorted = [...visits].sort((a, b) => a.inAt - b.inAt);
  const begin = findStart(first, sorted);
  const leftAt = begin?.outAt ?? null;
  const earliest = leftAt ?? first.arriveAt - planRunRules.earlyStartMs;
  const later = matchStops(
    stops.slice(1),
    sorted.filter(({ inAt }) => inAt >= earliest),
    now,
  );
  const arrivals = later.flatMap(({ arriveAt }) => arriveAt ?? []);
  const startAt = leftAt ?? (arrivals.length > 0 ? Math.min(first.arriveAt, ...arrivals) : null);
  if (startAt === null) return none;
  const run = [begin ? { ...unseen, arriveAt: begin.inAt, leaveAt: leftAt } : unseen, ...later];
  const over = isOver(later) || now >= planWindowOf(stops).to;
  const endAt = over ? (arrivals.length > 0 ? Math.max(...arrivals) : startAt) : null;
  return { state: over ? 'done' : 'running', startAt, endAt, stops: numberCalls(run) };
}

const unseen: StopRun = { arriveAt: null, leaveAt: null, diffMs: null, result: null, order: null };

/** The visit of the first stop from which the drive began: the one that ended nearest to the planned departure, else one that still goes on. */
function findStart(first: PlannedStop, visits: readonly PlanVisit[]): PlanVisit | null {
  let best: PlanVisit | null = null;
  const off = ({ outAt }: PlanVisit): number =>
    outAt === null ? Number.POSITIVE_INFINITY : Math.abs(outAt - first.leaveAt);
  for (const visit of visits) {
    if (visit.placeId !== first.placeId || visit.inAt > first.leaveAt + planSpanMs.before) continue;
    if (visit.outAt !== null && visit.outAt < first.leaveAt - planRunRules.earlyStartMs) continue;
    if (visit.outAt !== null && visit.outAt > first.leaveAt + planSpanMs.before) continue;
    if (!best || off(visit) < off(best)) best = visit;
  }
  return best;
}

function matchStops(stops: readonly PlannedStop[], visits: readonly PlanVisit[], now: number): StopRun[] {
  const calls = stops.map((stop, i) => ({
    id: String(i),
    placeId: stop.placeId,
    arriveAt: stop.arriveAt,
    earlyMs: planRunRules.earlyMs,
    lateMs: planRunRules.lateMs,
  }));
  const real = visits.filter(
    ({ passing, placeId }) => !passing || stops.some((stop) => stop.placeId === placeId && stop.stayMin === 0),
  );
  const inOrder = matchCalls(calls, real, now);
  const used = new Set(inOrder.flatMap(({ visit }) => visit ?? []));
  return inOrder.map(({ visit, result }, i) => {
    const stop = stops[i];
    if (!stop) return unseen;
    const near = ({ inAt }: RealVisit): boolean => Math.abs(inAt - stop.arriveAt) <= planSpanMs.before;
    const other = visit ?? real.find((one) => one.placeId === stop.placeId && !used.has(one) && near(one)) ?? null;
    if (!other) return { ...unseen, result };
    used.add(other);
    return {
      arriveAt: other.inAt,
      leaveAt: other.outAt,
      diffMs: other.inAt - stop.arriveAt,
      result: judgeArrival(stop, other.inAt),
      order: null,
    };
  });
}

/** Early, on time or late: by the stop's window where it has one, else by the default tolerances around the planned arrival. */
function judgeArrival({ arriveAt, opensAt, closesAt }: PlannedStop, at: number): Punctuality {
  if (opensAt === null && closesAt === null) return punctualityOf(at - arriveAt, planRunRules);
  if (closesAt !== null && at > closesAt) return 'late';
  return opensAt !== null && at < opensAt - planRunRules.earlyMs ? 'early' : 'onTime';
}

/** Whether the drive is over by the stops that were visited; `later` are the stops after the first. */
function isOver(later: readonly StopRun[]): boolean {
  if (later.every(({ arriveAt }) => arriveAt !== null)) return true;
  const last = later.at(-1)?.arriveAt ?? null;
  if (last === null) return false;
  const before = later.slice(0, -1).filter(({ arriveAt }) => arriveAt !== null && arriveAt <= last);
  return before.length >= Math.ceil((later.length - 1) / 2);
}

/** Numbers the visited stops in the order they were driven, from 1; the first stop, where the drive begins, gets no number. */
function numberCalls(stops: StopRun[]): StopRun[] {
  const arrivals = stops.slice(1).flatMap(({ arriveAt }) => arriveAt ?? []);
  return stops.map((stop, i) =>
    i === 0 || stop.arriveAt === null
      ? stop
      : { ...stop, order: 1 + arrivals.filter((at) => at < (stop.arriveAt ?? 0)).length },
  );
}
