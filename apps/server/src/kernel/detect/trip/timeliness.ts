import { minuteMs } from '@tongda/contract/core/durations';
import type { RuleParams } from '@tongda/contract/rules/alarm-rule/codes';
import { type CallResult, matchCalls, planSpanMs, type RealVisit, withBeginnings } from '../../ground/punctuality';
import { makeFact, noFacts } from '../fact';
import type { Detector, Fact, Sample, Surroundings } from '../types';
import { type EtaState, etaRunning, stepEta } from './eta-warning';
import { type LegState, legRunning, stepLegs } from './leg-time';

/** Alarm rule 运输时效: planned calls that were early, late or missed (K14), stays and legs that took too long, and arrivals that will be late. */
export interface TimelinessState {
  /** visits of planned places that may still be matched */
  visits: readonly RealVisit[];
  /** calls that were judged already, with the time until which that is remembered (epoch ms) */
  told: Readonly<Record<string, number>>;
  /** visits that lasted too long, by place and beginning, and whether they go on or have ended */
  stays?: Readonly<Record<string, 'running' | 'ended'>>;
  /** legs between two calls that took too long */
  legs?: LegState;
  /** expected delays, and how fast the vehicle went lately */
  eta?: EtaState;
}
type Params = RuleParams['timeliness'];

const words = { early: '早到', late: '晚点', missed: '未到' } as const;

export const timelinessRule: Detector<TimelinessState, Params> = {
  start: { visits: [], told: {} },
  step(before, sample, params, around) {
    const known = checkCalls(before, sample, params, around.calls);
    const watched = params.legMaxMin !== null || params.etaWarnMin !== null;
    const any = around.calls.length > 0 || before.legs !== undefined || before.eta !== undefined;
    return watched && any ? checkAhead(known, sample, params, around) : known;
  },
  running: ({ visits, stays = noStays, legs, eta }, params) => [
    ...visits
      .filter((visit) => stays[stayKey(visit)] === 'running')
      .map((visit) => stayFact(visit, null, visit.inAt, params)),
    ...(legs ? legRunning(legs, params) : noFacts),
    ...(eta ? etaRunning(eta) : noFacts),
  ],
};

const callsWithMargins = (around: Surroundings['calls'], params: Params) =>
  withBeginnings(around).map((call) => ({
    ...call,
    earlyMs: params.earlyMin * minuteMs,
    lateMs: params.lateMin * minuteMs,
  }));

/** What can be said before a call is reached: the leg takes too long, or the call cannot be reached in time. */
function checkAhead(
  { state: before, facts: known }: { state: TimelinessState; facts: readonly Fact[] },
  sample: Sample,
  params: Params,
  around: Surroundings,
): { state: TimelinessState; facts: readonly Fact[] } {
  const results = matchCalls(callsWithMargins(around.calls, params), before.visits, sample.point.t);
  let state = before;
  let facts = known;
  if (params.legMaxMin !== null) {
    const legs = stepLegs(state.legs, results, sample, params.legMaxMin);
    if (legs.state !== state.legs) state = { ...state, legs: legs.state };
    facts = [...facts, ...legs.facts];
  }
  if (params.etaWarnMin !== null) {
    const eta = stepEta(state.eta, results, sample, params, around.shapes);
    if (eta.state !== state.eta) state = { ...state, eta: eta.state };
    facts = [...facts, ...eta.facts];
  }
  return { state, facts };
}

/** Calls that were early, late or missed, left too late, or stayed at for too long. */
function checkCalls(
  before: TimelinessState,
  sample: Sample,
  params: Params,
  around: Surroundings['calls'],
): { state: TimelinessState; facts: readonly Fact[] } {
  const { t } = sample.point;
  if (around.length === 0) return { state: before, facts: noFacts };
  const came = sample.facts.filter((f) => f.kind === 'visit' && around.some((call) => call.placeId === f.placeId));
  const visits = came.length > 0 ? withVisits(before.visits, came, t) : before.visits;
  const missed = around.some((call) => before.told[call.id] === undefined && t - call.arriveAt >= planSpanMs.after);
  const long = longStays(visits, before.stays ?? noStays, t, params);
  if (visits === before.visits && !missed && long.facts.length === 0) return { state: before, facts: noFacts };
  const told: Record<string, number> = Object.fromEntries(Object.entries(before.told).filter(([, until]) => until > t));
  const facts: Fact[] = [...long.facts];
  for (const result of matchCalls(callsWithMargins(around, params), visits, t)) {
    const late = lateLeaving(result, params);
    const leaving = `leave ${result.call.id}`;
    if (late && told[leaving] === undefined) {
      told[leaving] = result.call.arriveAt + 2 * planSpanMs.after;
      facts.push(late);
    }
    if (result.result === null || told[result.call.id] !== undefined) continue;
    told[result.call.id] = result.call.arriveAt + 2 * planSpanMs.after;
    if (result.result !== 'onTime') facts.push(toFact(result, result.result, t, sample.fix));
  }
  const { stays: _before, ...rest } = before;
  return { state: { ...rest, visits, told, ...(long.stays === noStays ? {} : { stays: long.stays }) }, facts };
}

const noStays: Readonly<Record<string, 'running' | 'ended'>> = {};
const stayKey = ({ placeId, inAt }: RealVisit): string => `${placeId} ${inAt}`;
function stayFact({ placeId, inAt, outAt }: RealVisit, end: number | null, t: number, { stayMin }: Params): Fact {
  const limit = stayMin ?? 0;
  const when = { start: inAt, end, confirmedAt: inAt + limit * minuteMs };
  return makeFact('punctualityAlarm', `stay:${placeId}`, when, null, {
    placeId,
    peak: Math.round(((outAt ?? Math.max(t, when.confirmedAt)) - inAt) / minuteMs),
    limit,
    values: { result: '停留超时' },
  });
}

/** 停留上限: visits of planned places that last longer than the rule allows; given when the time is exceeded and again with the end. */
function longStays(
  visits: readonly RealVisit[],
  before: NonNullable<TimelinessState['stays']>,
  t: number,
  params: Params,
): { stays: NonNullable<TimelinessState['stays']>; facts: Fact[] } {
  const { stayMin } = params;
  if (stayMin === null) return { stays: noStays, facts: [] };
  const stays: Record<string, 'running' | 'ended'> = {};
  const facts: Fact[] = [];
  for (const visit of visits) {
    const key = stayKey(visit);
    const known = before[key];
    if ((visit.outAt ?? t) - visit.inAt < stayMin * minuteMs) continue;
    stays[key] = visit.outAt === null ? 'running' : 'ended';
    if (known !== stays[key]) facts.push(stayFact(visit, visit.outAt, t, params));
  }
  return { stays: Object.keys(stays).length > 0 ? stays : noStays, facts };
}

/** 延迟离开: the vehicle left a planned call later than the rule allows; null when it did not, or the plan has no departure. */
function lateLeaving({ call, visit }: CallResult, { leaveLateMin }: Params): Fact | null {
  const { leaveAt } = call;
  const outAt = visit?.outAt ?? null;
  if (leaveLateMin === null || outAt === null || leaveAt === null || leaveAt === undefined) return null;
  const diffMin = Math.round((outAt - leaveAt) / minuteMs);
  if (outAt - leaveAt <= leaveLateMin * minuteMs) return null;
  return makeFact('punctualityAlarm', `leave:${call.id}`, { start: leaveAt, end: outAt, confirmedAt: outAt }, null, {
    placeId: call.placeId,
    peak: diffMin,
    limit: leaveLateMin,
    values: { result: '延迟离开', planned: leaveAt, diffMin },
  });
}

function toFact(
  { call, visit, diffMs }: CallResult,
  result: keyof typeof words,
  t: number,
  place: { lng: number; lat: number } | null,
): Fact {
  const start = Math.min(call.arriveAt, visit?.inAt ?? call.arriveAt);
  // an early arrival is a moment: if it lasted until the planned time, it would end in the future
  const end = result === 'early' ? start : Math.max(call.arriveAt, visit?.inAt ?? call.arriveAt + planSpanMs.after);
  const diffMin = diffMs === null ? null : Math.round(diffMs / minuteMs);
  return makeFact('punctualityAlarm', `call:${call.id}`, { start, end, confirmedAt: t }, visit ? place : null, {
    placeId: call.placeId,
    peak: diffMin,
    values: { result: words[result], planned: call.arriveAt, diffMin },
  });
}

/** The known visits with the new ones, each once by place and beginning; those too old to match a call are dropped. */
function withVisits(known: readonly RealVisit[], came: readonly Fact[], t: number): readonly RealVisit[] {
  const byStart = new Map(known.map((visit) => [`${visit.placeId} ${visit.inAt}`, visit]));
  for (const { placeId, start, end } of came) {
    if (placeId) byStart.set(`${placeId} ${start}`, { placeId, inAt: start, outAt: end });
  }
  // a vehicle may have stood where its plan begins for days: a visit is too old when its end is
  return [...byStart.values()].filter(({ outAt }) => (outAt ?? t) > t - planSpanMs.before - planSpanMs.after);
}
