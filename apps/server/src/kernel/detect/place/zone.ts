import { minuteMs } from '@tongda/contract/core/durations';
import type { RuleParams } from '@tongda/contract/rules/alarm-rule/codes';
import { inShape } from '@tongda/geo/shape';
import { type AbsentState, absentRunning, stepAbsent } from '../device/absent';
import { makeFact, noFacts } from '../fact';
import { type Spell, spellFact, stepSpell } from '../spell';
import type { Detector, Fact, Sample } from '../types';

/**
 * Alarm rules on places (区域): entering, leaving, staying too long in, speeding in, or not reaching one of the rule's places. Which of these a rule
 * is about is its `trigger`; each uses its own part of the state.
 */
export interface ZoneState {
  /** trigger speed: by place, since when the vehicle is too fast in it */
  fast?: Readonly<Record<string, Spell>>;
  /** trigger absent: the places that are to be reached today */
  /** triggers enter, leave and stay: by place, since when the vehicle is in it, and when that was announced (epoch ms; null = not yet) */
  absent?: AbsentState;
  at: Readonly<Record<string, { inAt: number; lng: number | null; lat: number | null; told: number | null }>>;
}
type Params = RuleParams['zone'];

function inZone(placeId: string, one: ZoneState['at'][string], params: Params, end: number | null): Fact {
  const place = one.lng === null || one.lat === null ? null : { lng: one.lng, lat: one.lat };
  const limit = params.trigger === 'stay' ? params.minutes : null;
  return makeFact('zoneAlarm', `place:${placeId}`, { start: one.inAt, end, confirmedAt: one.told ?? one.inAt }, place, {
    placeId,
    limit,
    values: { trigger: params.trigger },
  });
}

export const zoneRule: Detector<ZoneState, Params> = {
  start: { at: {} },
  step(before, sample, params, around) {
    if (params.trigger === 'absent') {
      const { state, facts } = stepAbsent(before.absent, sample, params, around.zone);
      return { state: state === before.absent ? before : { ...before, absent: state }, facts };
    }
    if (params.trigger === 'speed') return stepTooFast(before, sample, params);
    const visits = sample.facts.filter((f) => f.kind === 'visit' && f.placeId && params.placeIds.includes(f.placeId));
    if (visits.length === 0 && Object.keys(before.at).length === 0) return { state: before, facts: noFacts };
    const at: Record<string, ZoneState['at'][string]> = { ...before.at };
    const facts: Fact[] = [];
    for (const visit of visits) followVisit(at, visit, sample, params, facts);
    if (params.trigger === 'stay') {
      for (const [placeId, one] of Object.entries(at)) {
        if (one.told !== null || sample.point.t - one.inAt < params.minutes * minuteMs) continue;
        at[placeId] = { ...one, told: sample.point.t };
        facts.push(inZone(placeId, at[placeId], params, null));
      }
    }
    return { state: { at }, facts };
  },
  running: ({ at, fast, absent }, params) => [
    ...(absent ? absentRunning(absent) : noFacts),
    ...Object.entries(fast ?? {})
      .filter(([, spell]) => spell.told !== null)
      .map(([placeId, spell]) => fastFact(placeId, spellFact(fastWish(placeId, params), spell, null))),
    ...Object.entries(at)
      .filter(([, one]) => one.told !== null)
      .map(([placeId, one]) => inZone(placeId, one, params, null)),
  ],
};

const fastWish = (placeId: string, { limitKmh }: Params) =>
  ({ kind: 'zoneAlarm', subject: `place:${placeId}`, limit: limitKmh }) as const;
const fastFact = (placeId: string, f: Fact): Fact => ({ ...f, placeId, values: { ...f.values, trigger: 'speed' } });

/** 区域内超速: driving faster than the rule allows inside one of its places. */
function stepTooFast(before: ZoneState, sample: Sample, params: Params): { state: ZoneState; facts: readonly Fact[] } {
  const { fix } = sample;
  if (!fix || fix.t !== sample.point.t) return { state: before, facts: noFacts };
  const known = before.fast ?? {};
  const spells: Record<string, Spell> = {};
  const facts: Fact[] = [];
  let changed = false;
  for (const placeId of params.placeIds) {
    const spell = known[placeId] ?? null;
    // who does not know his speed says nothing about it, but that he is elsewhere
    const fast = fix.speedKmh === null ? null : fix.speedKmh > params.limitKmh;
    const holds = sample.inside.includes(placeId) && fast;
    if (!spell && !holds) continue;
    const wish = { ...fastWish(placeId, params), holds, afterMs: params.durationS * 1000, gapEnds: true };
    const next = stepSpell(spell, { ...wish, value: fix.speedKmh }, sample);
    for (const f of next.facts) facts.push(fastFact(placeId, f));
    if (next.spell) spells[placeId] = next.spell;
    if (next.spell !== spell) changed = true;
  }
  return { state: changed ? { ...before, fast: spells } : before, facts };
}

/** Takes over a visit of a place that began, went on or ended with this report; changes `at` and adds to `facts`. */
function followVisit(
  at: Record<string, ZoneState['at'][string]>,
  visit: Fact,
  sample: Sample,
  params: Params,
  facts: Fact[],
): void {
  const placeId = visit.placeId ?? '';
  const known = at[placeId];
  const now = sample.point.t;
  if (visit.end === null) {
    const told = params.trigger === 'enter' ? (known?.told ?? now) : (known?.told ?? null);
    const one = { inAt: visit.start, lng: visit.lng, lat: visit.lat, told };
    at[placeId] = one;
    if (params.trigger === 'enter' && known === undefined) facts.push(inZone(placeId, one, params, null));
    return;
  }
  delete at[placeId];
  if (params.trigger === 'leave') {
    const place = sample.fix ? { lng: sample.fix.lng, lat: sample.fix.lat } : null;
    const when = { start: visit.end, end: visit.end, confirmedAt: now };
    facts.push(makeFact('zoneAlarm', visit.subject, when, place, { placeId, values: { trigger: 'leave' } }));
  } else if (known && known.told !== null) facts.push(inZone(placeId, known, params, visit.end));
}

/** 线路偏离: the vehicle has left all of the rule's lines after having been on one of them. */
export interface LineState {
  /** id of the line it was last on */
  on: string | null;
  spell: Spell | null;
}
type LineParams = RuleParams['line'];
const lineWish = (state: LineState, params: LineParams) =>
  ({ kind: 'lineAlarm', subject: `place:${state.on ?? ''}`, limit: params.awayM }) as const;
const withLine = (facts: readonly Fact[], placeId: string | null): readonly Fact[] =>
  facts.map((f) => ({ ...f, placeId }));

export const lineRule: Detector<LineState, LineParams> = {
  start: { on: null, spell: null },
  step(before, sample, params, { shapes }) {
    const { fix } = sample;
    if (!fix || fix.t !== sample.point.t) return { state: before, facts: noFacts };
    const on = params.placeIds.find((id) => {
      const line = shapes.get(id);
      return line?.kind === 'line' && inShape(fix.lng, fix.lat, line.shape, params.awayM);
    });
    if (on === undefined && before.on === null) return { state: before, facts: noFacts };
    const wish = {
      ...lineWish(before, params),
      holds: on === undefined,
      afterMs: params.durationS * 1000,
      gapEnds: true,
    };
    const { spell, facts } = stepSpell(before.spell, wish, sample);
    const state = { on: on ?? before.on, spell };
    if (state.on === before.on && spell === before.spell) return { state: before, facts };
    return { state, facts: withLine(facts, before.on) };
  },
  running: (state, params) =>
    state.spell && state.spell.told !== null
      ? withLine([spellFact(lineWish(state, params), state.spell, null)], state.on)
      : noFacts,
};
