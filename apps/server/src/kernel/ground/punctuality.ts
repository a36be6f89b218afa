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
}
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

/** K14: finds for each call the first unused visit of its place within ±12 h, keeping the plan's order, and judges it. One result per call, in the order given. */
export function matchCalls(calls: readonly PlannedCall[], visits: readonly RealVisit[], now: number): CallResult[] {
  const sorted = [...visits].sort((a, b) => a.inAt - b.inAt);
  let after = Number.NEGATIVE_INFINITY;
  return calls.map((call) => {
    const visit = call.cancelled
      ? undefined
      : sorted.find((v) => v.placeId === call.placeId && v.inAt > after && Math.abs(v.inAt - call.arriveAt) <= matchMs);
    if (!visit)
      return {
        call,
        visit: null,
        diffMs: null,
        result: !call.cancelled && now - call.arriveAt >= missedMs ? 'missed' : null,
      };
    after = visit.inAt;
    const diffMs = visit.inAt - call.arriveAt;
    return { call, visit, diffMs, result: punctualityOf(diffMs, call) };
  });
}
