import { minuteMs } from '@tongda/contract/core/durations';
import type { RuleParams } from '@tongda/contract/rules/alarm-rule/codes';
import { doorOf, doorState } from '../../point';
import { isWithinSpan, wallMinuteOf } from '../clock';
import { noFacts } from '../fact';
import { type Spell, spellFact, stepSpell } from '../spell';
import type { Detector, Sample, Surroundings } from '../types';

/** Alarm rule 门磁: a door is open for too long, while driving, away from sites, at a time when it must be closed, or although its lock is closed. There is one spell for each door and cause. */
export interface DoorRuleState {
  spells: Readonly<Record<string, Spell>>;
}
type Params = RuleParams['door'];
type Cause = 'open' | 'moving' | 'outside' | 'closed' | 'locked';

export const allDoors = [1, 2, 3, 4, 5, 6, 7];
/** K9: an open door counts as open while driving after 30 s of movement; shorter openings than 10 s are contact bounce. ms */
const movingMs = 30_000;
const bounceMs = 10_000;
const wishOf = (subject: string) => ({ kind: 'doorAlarm', subject }) as const;
const atRest: DoorRuleState = { spells: {} };

export const doorRule: Detector<DoorRuleState, Params> = {
  start: atRest,
  step(before, sample, params, around) {
    const closed = (sample.point.doors & 0x2aaa) === 0;
    if (closed && (before === atRest || Object.keys(before.spells).length === 0))
      return { state: atRest, facts: noFacts };
    let spells: Record<string, Spell> | null = null;
    let facts = noFacts;
    for (const { no, subject, afterMs, applies } of causesOf(params)) {
      const state = doorOf(sample.point.doors, no);
      const known = before.spells[subject] ?? null;
      if (!known && state !== doorState.open) continue;
      // a report that says nothing of the door leaves it open, but the cause is judged anew
      const holds = state !== doorState.closed && applies(sample, around, no);
      if (!known && !holds) continue;
      const step = stepSpell(known, { kind: 'doorAlarm', subject, holds, afterMs, gapEnds: true }, sample);
      if (step.facts.length > 0) facts = [...facts, ...step.facts];
      if (step.spell === known) continue;
      spells ??= { ...before.spells };
      if (step.spell) spells[subject] = step.spell;
      else delete spells[subject];
    }
    return { state: spells ? { spells } : before, facts };
  },
  running: ({ spells }) =>
    Object.entries(spells)
      .filter(([, spell]) => spell.told !== null)
      .map(([subject, spell]) => spellFact(wishOf(subject), spell, null)),
};

/** null: this report does not say */
type Test = (sample: Sample, around: Surroundings, door: number) => boolean | null;
const isAtLeast = (speedKmh: number | null, kmh: number): boolean | null =>
  speedKmh === null ? null : speedKmh >= kmh;

/** The checks of a rule, made once: the parameters of a rule's version never change. */
const known = new WeakMap<Params, ReturnType<typeof watchedCauses>>();
function causesOf(params: Params): ReturnType<typeof watchedCauses> {
  const made = known.get(params) ?? watchedCauses(params);
  known.set(params, made);
  return made;
}

/** One door, one cause, and how to tell whether it applies. */
interface Look {
  no: number;
  subject: string;
  afterMs: number;
  applies: Test;
}
const watchedCauses = (params: Params): Look[] =>
  (params.doors.length > 0 ? params.doors : allDoors).flatMap((no) =>
    causeTests(params).map(([cause, afterMs, applies]) => ({ no, subject: `door${no}:${cause}`, afterMs, applies })),
  );

function causeTests(params: Params): Array<readonly [Cause, number, Test]> {
  const { openMin, movingKmh, closedFrom, closedTo, locked } = params;
  const out: Array<readonly [Cause, number, Test]> = [];
  if (openMin !== null) out.push(['open', openMin * minuteMs, () => true]);
  if (movingKmh !== null)
    out.push([
      'moving',
      movingMs,
      // without a fix of its own a report does not say whether the truck drives on or stands at a dock
      ({ moving, fix, point }) => (fix?.t === point.t ? moving && isAtLeast(fix.speedKmh, movingKmh) : null),
    ]);
  if (params.outside) {
    out.push([
      'outside',
      bounceMs,
      ({ fix }, { shapes }) => fix !== null && !shapes.inSite(fix.lng, fix.lat, params.placeIds, params.outsideM),
    ]);
  }
  if (closedFrom !== null && closedTo !== null) {
    out.push([
      'closed',
      bounceMs,
      ({ point }, { zone }) => isWithinSpan(wallMinuteOf(point.t, zone), closedFrom, closedTo),
    ]);
  }
  if (locked) out.push(['locked', bounceMs, (_, { lockedDoors }, door) => lockedDoors.has(door)]);
  return out;
}
