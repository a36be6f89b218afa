import { hourMs } from '@tongda/contract/core/durations';

/** One planned call at a place (K14). Times epoch ms. */
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
/** Visits are looked for this long around the plan, and a call without one counts as missed after so long. */
export const planSpanMs = { before: 12 * hourMs, after: 24 * hourMs } as const;
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

/** Verdict on a difference of real and planned time. */
export function punctualityOf(
  diffMs: number,
  { earlyMs, lateMs }: Pick<PlannedCall, 'earlyMs' | 'lateMs'>,
): Exclude<Punctuality, null> {
  if (diffMs < -earlyMs) return 'early';
  return diffMs <= lateMs ? 'onTime' : 'late';
}

/** K14: the visits of the plan's places within ±12 h, in the plan's order, none used twice. */
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
