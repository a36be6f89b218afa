import { minuteMs } from '@tongda/contract/core/durations';
import type { RuleParams } from '@tongda/contract/rules/alarm-rule/codes';
import { type CallResult, planSpanMs } from '../../ground/punctuality';
import { makeFact } from '../fact';
import type { Fact, Sample } from '../types';

/** 单段用时: a leg, from leaving a planned call to arriving at the next one of the same plan, that took too long. Times are epoch ms. */
interface Leg {
  leftAt: number;
  placeId: string;
  lng: number | null;
  lat: number | null;
  /** null while the leg goes on; afterwards it is remembered until its plan is over, so that it is given only once */
  end: number | null;
  /** when its plan is over */
  until: number;
}
export type LegState = Readonly<Record<string, Leg>>;

const none: LegState = {};

function toFact(callId: string, leg: Leg, limit: number, t: number): Fact {
  const place = leg.lng === null || leg.lat === null ? null : { lng: leg.lng, lat: leg.lat };
  const when = { start: leg.leftAt, end: leg.end, confirmedAt: leg.leftAt + limit * minuteMs };
  return makeFact('punctualityAlarm', `leg:${callId}`, when, place, {
    placeId: leg.placeId,
    peak: Math.round(((leg.end ?? Math.max(t, when.confirmedAt)) - leg.leftAt) / minuteMs),
    limit,
    values: { result: '单段用时超限' },
  });
}

export const legRunning = (state: LegState, { legMaxMin }: RuleParams['timeliness']): Fact[] =>
  Object.entries(state)
    .filter(([, { end }]) => end === null)
    .map(([callId, leg]) => toFact(callId, leg, legMaxMin ?? 0, leg.leftAt));

/** Finds legs that exceed `limitMin` minutes: given when the time is exceeded and again with the arrival. The leg to a call that is never reached ends when the call counts as missed. */
export function stepLegs(
  before: LegState = none,
  results: readonly CallResult[],
  { point, fix }: Pick<Sample, 'point' | 'fix'>,
  limitMin: number,
): { state: LegState; facts: Fact[] } {
  const { t } = point;
  const facts: Fact[] = [];
  let state = before;
  const put = (callId: string, leg: Leg): void => {
    state = { ...state, [callId]: leg };
    facts.push(toFact(callId, leg, limitMin, t));
  };
  for (const { from, to } of legsOf(results)) {
    const { id } = to.call;
    const known = state[id];
    const leftAt = from.visit?.outAt ?? null;
    const until = to.call.arriveAt + planSpanMs.after;
    if (leftAt === null || known?.end) continue;
    const arrivedAt = to.visit?.inAt ?? (t >= until ? until : null);
    if (known) {
      if (arrivedAt !== null) put(id, { ...known, end: Math.max(arrivedAt, known.leftAt) });
    } else if ((arrivedAt ?? t) - leftAt > limitMin * minuteMs) {
      const where = { lng: fix?.lng ?? null, lat: fix?.lat ?? null };
      put(id, { leftAt, placeId: to.call.placeId, ...where, end: arrivedAt, until: until + planSpanMs.after });
    }
  }
  for (const [id, leg] of Object.entries(state))
    if (leg.end === null && !results.some(({ call }) => call.id === id)) put(id, { ...leg, end: t });
  const over = Object.entries(state).filter(([, { until }]) => until < t);
  if (over.length > 0) state = Object.fromEntries(Object.entries(state).filter(([, { until }]) => until >= t));
  return { state, facts };
}

/** The pairs of neighbouring calls of a plan, without cancelled calls. */
function legsOf(results: readonly CallResult[]): Array<{ from: CallResult; to: CallResult }> {
  const live = results.filter(({ call }) => !call.cancelled);
  return live.flatMap((to, i) => {
    const from = live[i - 1];
    return from && from.call.plan === to.call.plan ? [{ from, to }] : [];
  });
}
