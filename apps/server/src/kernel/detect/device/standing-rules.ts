import { minuteMs } from '@tongda/contract/core/durations';
import type { RuleParams } from '@tongda/contract/rules/alarm-rule/codes';
import { noFacts } from '../fact';
import { type Spell, spellFact } from '../spell';
import type { Detector, Fact, Sample, Surroundings } from '../types';

export interface LongStandState {
  spell: Spell | null;
}

/** Follows how long the vehicle stands, whatever ACC does (parking) or only with ACC on (idle); after `minutes` it is an alarm. */
function standingSpell(
  before: Spell | null,
  sample: Sample,
  /** ACC must be on */
  engine: boolean,
  kind: 'parkingAlarm' | 'idleAlarm',
  minutes: number,
  places: Places | null,
): { spell: Spell | null; facts: readonly Fact[] } {
  let spell = before;
  let facts = noFacts;
  for (const { state, start, end, from } of sample.segments) {
    const holds = state === 'idle' || (state === 'parked' && !engine);
    if (!holds) {
      if (spell && spell.told !== null)
        facts = [...facts, spellFact({ kind, subject: '', limit: minutes }, spell, spell.t)];
      spell = null;
      continue;
    }
    const known: Spell = spell ?? {
      start,
      t: start,
      told: null,
      lng: from?.lng ?? null,
      lat: from?.lat ?? null,
      peak: null,
    };
    spell = { ...known, t: end, peak: Math.round((end - known.start) / minuteMs) };
    if (spell.told === null && end - spell.start >= minutes * minuteMs && !(places && inAllowedSite(spell, places))) {
      spell.told = end;
      facts = [...facts, spellFact({ kind, subject: '', limit: minutes }, spell, null)];
    }
  }
  return { spell, facts };
}

const runningFacts =
  (kind: 'parkingAlarm' | 'idleAlarm') =>
  ({ spell }: LongStandState, { minutes }: { minutes: number }): readonly Fact[] =>
    spell && spell.told !== null ? [spellFact({ kind, subject: '', limit: minutes }, spell, null)] : noFacts;

const stepResult = (before: LongStandState, next: { spell: Spell | null; facts: readonly Fact[] }) =>
  next.spell === before.spell
    ? { state: before, facts: next.facts }
    : { state: { spell: next.spell }, facts: next.facts };

/** Alarm rule 停车超时: parked for too long outside of the allowed sites (K15). */
export const parkingRule: Detector<LongStandState, RuleParams['parking']> = {
  start: { spell: null },
  step(before, sample, params, around) {
    const places = { params, around };
    return stepResult(before, standingSpell(before.spell, sample, false, 'parkingAlarm', params.minutes, places));
  },
  running: runningFacts('parkingAlarm'),
};

/** Needed to tell whether the vehicle stands where it may. */
interface Places {
  params: RuleParams['parking'];
  around: Surroundings;
}
function inAllowedSite(spell: Spell, { params, around: { shapes } }: Places): boolean {
  const { lng, lat } = spell;
  if (lng === null || lat === null) return false;
  if (params.anySite && shapes.inSite(lng, lat, [], 0)) return true;
  return params.placeIds.length > 0 && shapes.inSite(lng, lat, params.placeIds, 0);
}

/** Alarm rule 怠速超时: ignition on without moving for too long (K15). */
export const idleRule: Detector<LongStandState, RuleParams['idle']> = {
  start: { spell: null },
  step: (before, sample, params) =>
    stepResult(before, standingSpell(before.spell, sample, true, 'idleAlarm', params.minutes, null)),
  running: runningFacts('idleAlarm'),
};
