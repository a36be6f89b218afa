/** One planned call at a place (K14). Times epoch ms. */
export interface PlannedCall {
  placeId: string;
  arriveAt: number;
  earlyMs: number;
  lateMs: number;
  cancelled?: boolean;
}
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

const matchMs = 12 * 3_600_000;
const missedMs = 24 * 3_600_000;

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

/** Share of planned calls that were on time, cancelled ones left out; null without any. */
export function onTimeRate(results: readonly CallResult[]): number | null {
  const counted = results.filter(({ call }) => !call.cancelled);
  return counted.length === 0 ? null : counted.filter(({ result }) => result === 'onTime').length / counted.length;
}
