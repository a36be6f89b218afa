import { dayMs, hourMs } from '@tongda/contract/core/durations';

/** One planned visit of a place (K14), with its tolerances. Times are epoch ms. */
export interface PlannedCall {
  /** names the call in its plan */
  id: string;
  placeId: string;
  /** plan that it belongs to; absent = all calls are of one */
  plan?: string;
  arriveAt: number;
  /** when it is to go on from there */
  leaveAt?: number | null;
  earlyMs: number;
  lateMs: number;
  cancelled?: boolean;
  /** when its plan can begin, as `withBeginnings` says; visits before are of an earlier drive. Absent = any visit near the planned time counts */
  notBefore?: number;
  /** its plan begins with it */
  isStart?: boolean;
}
/** A drive may begin so long before its plan, ms. */
export const earlyStartMs = 2 * hourMs;
/** A visit matches a planned call up to `before` away from it; a call without a visit counts as missed `after` its planned time. ms. */
export const planSpanMs = { before: 12 * hourMs, after: dayMs } as const;
/** A visit that really took place. */
export interface RealVisit {
  placeId: string;
  inAt: number;
  outAt: number | null;
}
/** 早到, 准点, 晚点, 未到; null while it may still come. */
export type Punctuality = 'early' | 'onTime' | 'late' | 'missed' | null;

export interface CallResult {
  call: PlannedCall;
  visit: RealVisit | null;
  diffMs: number | null;
  result: Punctuality;
}

const matchMs = planSpanMs.before;
const missedMs = planSpanMs.after;

/** Judges real minus planned arrival (ms): early, on time or late by the call's tolerances. */
export function punctualityOf(
  diffMs: number,
  { earlyMs, lateMs }: Pick<PlannedCall, 'earlyMs' | 'lateMs'>,
): Exclude<Punctuality, null> {
  if (diffMs < -earlyMs) return 'early';
  return diffMs <= lateMs ? 'onTime' : 'late';
}

/** The calls with what they know of their plans' beginnings, from the first call of each that is not cancelled. Calls without a plan stay as they are. */
export function withBeginnings<C extends Pick<PlannedCall, 'plan' | 'arriveAt' | 'cancelled'>>(
  calls: readonly C[],
): Array<C & Pick<PlannedCall, 'notBefore' | 'isStart'>> {
  const starts = new Map<string, C>();
  for (const call of calls)
    if (call.plan !== undefined && !call.cancelled && !starts.has(call.plan)) starts.set(call.plan, call);
  return calls.map((call) => {
    const start = call.plan === undefined ? undefined : starts.get(call.plan);
    return start ? { ...call, notBefore: start.arriveAt - earlyStartMs, isStart: call === start } : call;
  });
}

/**
 * K14: finds for each call the first unused visit of its place within ±12 h, keeping the plan's order, and judges it. One result per call, in the order given. Where a
 * plan begins, a vehicle that stood there from before (its yard overnight, the last call of the drive before) has arrived in time.
 */
export function matchCalls(calls: readonly PlannedCall[], visits: readonly RealVisit[], now: number): CallResult[] {
  const sorted = [...visits].sort((a, b) => a.inAt - b.inAt);
  let after = Number.NEGATIVE_INFINITY;
  return calls.map((call) => {
    const { notBefore = Number.NEGATIVE_INFINITY } = call;
    const there = call.cancelled ? undefined : standingAt(call, sorted, now);
    const visit =
      there ??
      (call.cancelled
        ? undefined
        : sorted.find(
            ({ placeId, inAt }) =>
              placeId === call.placeId &&
              inAt > after &&
              inAt >= notBefore &&
              Math.abs(inAt - call.arriveAt) <= matchMs,
          ));
    if (!visit)
      return {
        call,
        visit: null,
        diffMs: null,
        result: !call.cancelled && now - call.arriveAt >= missedMs ? 'missed' : null,
      };
    after = Math.max(after, visit.inAt);
    const diffMs = visit.inAt - call.arriveAt;
    return { call, visit, diffMs, result: there ? 'onTime' : punctualityOf(diffMs, call) };
  });
}

/** The visit in which a plan finds its vehicle at the first call: it came before the plan could begin and stayed until then. */
function standingAt(
  { placeId, isStart, notBefore }: PlannedCall,
  sorted: readonly RealVisit[],
  now: number,
): RealVisit | undefined {
  if (!isStart || notBefore === undefined) return undefined;
  return sorted.findLast(
    (visit) => visit.placeId === placeId && visit.inAt < notBefore && (visit.outAt ?? now) >= notBefore,
  );
}
