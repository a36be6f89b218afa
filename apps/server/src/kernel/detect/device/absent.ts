import { minuteMs } from '@tongda/contract/core/durations';
import type { RuleParams } from '@tongda/contract/rules/alarm-rule/codes';
import { dayStart, nextDayStart } from '../../day/edges';
import { minuteOf } from '../clock';
import { makeFact, noFacts } from '../fact';
import type { Fact, Sample } from '../types';

/** 未到: the rule's places that a vehicle must have reached by a certain time of every company day. Times are epoch ms. */
export interface AbsentState {
  /** on the watched day: from when a visit counts, by when it must have begun, and when the next day begins */
  from: number;
  by: number;
  until: number;
  /** places that were reached in time */
  seen: readonly string[];
  /** places given as not reached, with the position of the vehicle then; they stay until reached or the day is over */
  told: Readonly<Record<string, { lng: number; lat: number } | null>>;
  /** places that were reached too late */
  late: readonly string[];
}
type Params = Pick<RuleParams['zone'], 'placeIds' | 'arriveFrom' | 'arriveBy'>;

/** A visit that began in time becomes certain only a little later (K13), so nothing is said before this has passed. */
const sureMs = 3 * minuteMs;

const toFact = (placeId: string, { by }: AbsentState, at: AbsentState['told'][string], end: number | null): Fact =>
  makeFact('zoneAlarm', `place:${placeId}`, { start: by, end, confirmedAt: by }, at ?? null, {
    placeId,
    values: { trigger: 'absent' },
  });

function watchedDay(t: number, { arriveFrom, arriveBy }: Params, zone: string): AbsentState {
  const midnight = dayStart(t, zone);
  const at = (wall: string): number => midnight + minuteOf(wall) * minuteMs;
  return { from: at(arriveFrom), by: at(arriveBy), until: nextDayStart(t, zone), seen: [], told: {}, late: [] };
}

export const absentRunning = (state: AbsentState): readonly Fact[] =>
  Object.entries(state.told).map(([placeId, at]) => toFact(placeId, state, at, null));

/** Takes one report. A rule that begins after the time has passed says nothing about that day, as it has not seen it. */
export function stepAbsent(
  before: AbsentState | undefined,
  sample: Sample,
  params: Params,
  zone: string,
): { state: AbsentState; facts: readonly Fact[] } {
  const { t } = sample.point;
  const facts: Fact[] = [];
  let state = before;
  if (!state || t >= state.until) {
    const old = state;
    if (old) for (const [placeId, at] of Object.entries(old.told)) facts.push(toFact(placeId, old, at, old.until));
    state = watchedDay(t, params, zone);
    if (!old && t > state.by) state = { ...state, seen: params.placeIds };
  }
  const came = arrivalsOf(state, sample, params);
  if (came.length > 0) state = markReached(state, came, facts);
  if (t >= state.by + sureMs) state = markMissing(state, sample, params, facts);
  return { state, facts: facts.length > 0 ? facts : noFacts };
}

/** The places that the vehicle is or was in by this report, with the time it came. */
function arrivalsOf(
  state: AbsentState,
  { point, facts, inside }: Sample,
  { placeIds }: Params,
): Array<[string, number]> {
  if (point.t < state.from) return [];
  const open = placeIds.filter((id) => !state.seen.includes(id) && !state.late.includes(id));
  return open.flatMap((id): Array<[string, number]> => {
    const visit = facts.findLast((f) => f.kind === 'visit' && f.placeId === id && (f.end ?? point.t) >= state.from);
    if (visit) return [[id, visit.start]];
    // it is inside and was so before the watched time began
    return inside.includes(id) ? [[id, state.told[id] === undefined ? state.from : point.t]] : [];
  });
}

function markReached(before: AbsentState, came: ReadonlyArray<readonly [string, number]>, facts: Fact[]): AbsentState {
  const told = { ...before.told };
  const seen = [...before.seen];
  const late = [...before.late];
  for (const [placeId, at] of came) {
    const where = told[placeId];
    if (where !== undefined) {
      delete told[placeId];
      facts.push(toFact(placeId, before, where, Math.max(before.by, at)));
      late.push(placeId);
    } else if (at <= before.by) seen.push(placeId);
    else {
      // it came too late, but before the alarm was given
      facts.push(toFact(placeId, before, null, at));
      late.push(placeId);
    }
  }
  return { ...before, seen, told, late };
}

function markMissing(before: AbsentState, { fix }: Sample, { placeIds }: Params, facts: Fact[]): AbsentState {
  const open = placeIds.filter(
    (id) => !before.seen.includes(id) && !before.late.includes(id) && before.told[id] === undefined,
  );
  if (open.length === 0) return before;
  const where = fix ? { lng: fix.lng, lat: fix.lat } : null;
  for (const placeId of open) facts.push(toFact(placeId, before, where, null));
  return { ...before, told: { ...before.told, ...Object.fromEntries(open.map((id) => [id, where])) } };
}
