import { minuteMs } from '@tongda/contract/core/durations';
import type { SafetyEvent } from '@tongda/contract/core/topics';
import type { RuleParams } from '@tongda/contract/rules/alarm-rule/codes';
import type { EpisodeKind, EpisodeValues } from '@tongda/contract/watch/alarm/episode';
import { isFast } from '../../point';
import { makeFact, noFacts } from '../fact';
import type { Detector, Fact, Sample } from '../types';

/** Active-safety alarms of one type that follow each other within a minute are one incident. Times are epoch ms. */
interface Group {
  fact: Fact;
  /** end of the newest alarm; its start as long as the end is not known */
  lastT: number;
  /** alarms that the terminal began and has not ended yet: their start by identifier */
  running: Readonly<Record<string, number>>;
  /** identifiers of the newest alarms, so that an alarm that is sent twice counts once */
  seen: readonly string[];
}
export interface SafetyState {
  open: Readonly<Record<string, Group>>;
}

/** An alarm whose end does not come within this time counts as a moment. */
const endWithinMs = 10 * minuteMs;
/** Longest time between two alarms of one incident; it is measured from the last alarm, not from the first. */
const mergeMs = minuteMs;
const keptIdentifiers = 20;
/** The contract's alarmType by item (0x64-0x67 in decimal; those of 0x70 and the rest of these have none of their own) and the type within it. */
const types: Record<number, Record<number, number>> = {
  100: { 1: 180, 2: 181, 3: 182 },
  101: { 1: 186, 2: 187, 3: 188, 4: 189 },
  102: {},
  103: { 3: 184 },
};
const eventTypes = new Set([0x10, 0x11]);

/** The contract's alarmType of an event; -1 (其他) for an unknown one, null for events that are no alarms (0x10 and 0x11: pictures and road signs). */
export function alarmTypeOf({ item, type }: Pick<SafetyEvent, 'item' | 'type'>): number | null {
  if ((item === 0x64 || item === 0x65) && eventTypes.has(type)) return null;
  return types[item]?.[type] ?? -1;
}

const atRest: SafetyState = { open: {} };

/** Makes a detector of safety events. `levelOf` decides which events count and at which level: null = not at all, 0 = the rule's own level. */
function eventDetector<P>(
  kind: EpisodeKind,
  levelOf: (event: SafetyEvent, params: P) => Fact['level'] | null,
): Detector<SafetyState, P> {
  return {
    start: atRest,
    step(before, sample, params) {
      const came = sample.point.extra?.safety;
      if (!came && before === atRest) return { state: before, facts: noFacts };
      const open: Record<string, Group> = { ...before.open };
      const facts: Fact[] = [];
      for (const [subject, group] of Object.entries(open)) {
        const expired = expireAlarms(group, sample.point.t);
        if (expired === group) continue;
        open[subject] = expired;
        facts.push(expired.fact);
      }
      for (const event of came ?? []) {
        const level = levelOf(event, params);
        if (level === null) continue;
        const subject = `${event.item.toString(16)}:${event.type}`;
        const next = takeEvent(open[subject], event, sample, { kind, subject, level });
        if (next === open[subject]) continue;
        open[subject] = next;
        facts.push(next.fact);
      }
      return facts.length === 0 ? { state: before, facts: noFacts } : { state: { open }, facts };
    },
    running: ({ open }) => Object.values(open).flatMap((group) => (group.fact.end === null ? [group.fact] : [])),
  };
}

/** Stops waiting for the ends of alarms that are overdue. */
function expireAlarms(group: Group, t: number): Group {
  const over = Object.entries(group.running).filter(([, since]) => t - since > endWithinMs);
  if (over.length === 0) return group;
  const gone = new Set(over.map(([identifier]) => identifier));
  const running = Object.fromEntries(Object.entries(group.running).filter(([identifier]) => !gone.has(identifier)));
  const end = Object.keys(running).length > 0 ? null : group.lastT;
  return { ...group, running, fact: { ...group.fact, end } };
}

/** Kind, subject and level that a fact about an event gets. */
interface As {
  kind: EpisodeKind;
  subject: string;
  level: Fact['level'];
}

function takeEvent(group: Group | undefined, event: SafetyEvent, sample: Sample, as: As): Group {
  const { identifier, flag } = event;
  const began = group?.running[identifier];
  if (group && began !== undefined && flag === 2) {
    const { [identifier]: _ended, ...running } = group.running;
    const lastT = Math.max(group.lastT, event.t);
    const end = Object.keys(running).length > 0 ? null : lastT;
    return { ...group, lastT, running, fact: { ...group.fact, end } };
  }
  if (group?.seen.includes(identifier)) return group;
  // while an alarm waits for its end, everything of the same type belongs to the same incident
  const same = group && (group.fact.end === null || Math.abs(event.t - group.lastT) <= mergeMs);
  return same ? joinIncident(group, event) : beginIncident(group, event, sample, as);
}

/** The terminal's second level is severe (3), whatever the rule says. */
const atLeast = (own: Fact['level'], level: number | null): Fact['level'] => (level === 2 ? 3 : own);
const rememberIdentifier = (seen: readonly string[], identifier: string): string[] =>
  [...seen, identifier].slice(-keptIdentifiers);

const highestOf = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

function joinIncident(group: Group, event: SafetyEvent): Group {
  const { identifier, flag, level, speedKmh, attachments, t } = event;
  const { timeAbnormal, ...values } = group.fact.values;
  const running = flag === 1 ? { ...group.running, [identifier]: t } : group.running;
  const lastT = Math.max(group.lastT, t);
  const identifiers = rememberIdentifier(String(values.identifiers).split(','), identifier).join();
  const deviceLevel = Math.max(Number(values.deviceLevel ?? 0), level ?? 0) || null;
  const sum = {
    times: Number(values.times) + 1,
    attachments: Number(values.attachments) + attachments,
    deviceLevel,
    identifiers,
  };
  return {
    lastT,
    running,
    seen: rememberIdentifier(group.seen, identifier),
    fact: {
      ...group.fact,
      end: Object.keys(running).length > 0 ? null : lastT,
      level: atLeast(group.fact.level, deviceLevel),
      peak: highestOf(group.fact.peak, speedKmh),
      // the incident's time is trusted as soon as one of its alarms had a plausible clock
      values: { ...values, ...sum, ...(timeAbnormal && event.timeAbnormal ? { timeAbnormal } : {}) },
    },
  };
}

function beginIncident(
  before: Group | undefined,
  event: SafetyEvent,
  sample: Sample,
  { kind, subject, level: own }: As,
): Group {
  const { item, type, identifier, flag, level, speedKmh, attachments, t } = event;
  const clock: EpisodeValues = event.timeAbnormal ? { timeAbnormal: true } : {};
  const values = { alarmType: alarmTypeOf(event), rawItem: item, rawType: type, deviceLevel: level, ...clock };
  const at = { start: t, end: flag === 1 ? null : t, confirmedAt: sample.point.t };
  return {
    lastT: t,
    running: flag === 1 ? { [identifier]: t } : {},
    seen: rememberIdentifier(before?.seen ?? [], identifier),
    fact: makeFact(kind, subject, at, sample.fix, {
      level: atLeast(own, level),
      peak: speedKmh,
      values: { ...values, attachments, times: 1, identifiers: identifier },
    }),
  };
}

/** Alarm rule 主动安全: the alarm types, speeds and levels that the rule lists. */
export const safetyRule: Detector<SafetyState, RuleParams['safety']> = eventDetector(
  'safetyAlarm',
  (event, { types: wanted }) => {
    const alarmType = alarmTypeOf(event);
    const row = wanted.find(
      ({ type, minKmh }) => type === alarmType && (minKmh === 0 || isFast(event.speedKmh, minKmh)),
    );
    return row ? row.level : null;
  },
);

/** All active-safety events of items 0x64-0x67 and 0x70, also those without a rule: reports and driving scores count these. */
export const safetyEventDetector: Detector<SafetyState> = eventDetector('safetyEvent', () => 0);
