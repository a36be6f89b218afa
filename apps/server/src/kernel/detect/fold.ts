import type { RuleKind } from '@tongda/contract/rules/alarm-rule/kind';
import type { EpisodeKind } from '@tongda/contract/watch/alarm/episode';
import type { TrackPoint } from '../point';
import { ruleHoldsAt } from './clock';
import { type DriveState, driveStart, isBelievable, stepDrive } from './drive';
import { noFacts } from './fact';
import type { FuelState } from './oil/tank';
import type { DoorState } from './place/door';
import { insideOf, type VisitState } from './place/visit';
import { type AnyDetector, isAlarm, plainDetectors, ruleDetector } from './register';
import { mergeSameThing, releaseWaitingAlarms, type SameThingState, withoutMergedAlarms } from './same-thing';
import { type DefrostState, defrostAt } from './temperature/defrost';
import { isCooling, type PreCoolingState } from './temperature/pre-cooling';
import { type InTransitState, isInTransit } from './trip/in-transit';
import type { ActiveRule, DriverAt, Fact, Finding, Moment, Sample } from './types';

/** Everything that the detectors remember of a vehicle between two reports, as plain JSON. */
export interface FoldState {
  drive: DriveState;
  /** states of the plain detectors, in the order of `plainDetectors` */
  plain: readonly unknown[];
  rulesKey: string;
  /** states of the rules' detectors, in the order of the moment's rules */
  rules: ReadonlyArray<{ rule: ActiveRule; state: unknown }>;
  /** alarms that terminal and platform may both have raised about the same thing; null while there are none */
  same: SameThingState | null;
}

/** What is worked out for a rule once instead of at every report. */
interface Readied {
  detector: AnyDetector | undefined;
  /** it holds at all times: no dates, hours or more specific rules restrict it */
  always: boolean;
}
/** by the moment's list of rules, which stays the same object as long as nothing changes */
const readied = new WeakMap<readonly ActiveRule[], Readied[]>();
function readyOf(rules: readonly ActiveRule[]): Readied[] {
  const made = readied.get(rules) ?? rules.map(prepareRule);
  readied.set(rules, made);
  return made;
}
function prepareRule(rule: ActiveRule): Readied {
  const { period, validFrom, validUntil, yieldsTo } = rule;
  const always =
    !period.inTransit &&
    period.weekdays.length === 0 &&
    period.spans.length === 0 &&
    validFrom === null &&
    validUntil === null &&
    !yieldsTo;
  return { detector: ruleDetector(rule.kind), always };
}

export const foldStart: FoldState = {
  drive: driveStart,
  plain: plainDetectors.map(({ detector }) => detector.start),
  rulesKey: '',
  rules: [],
  same: null,
};

/** Called when a detector throws. Its state stays as it was and the other detectors go on. */
export type DetectorTrouble = (kind: string, error: unknown) => void;

const noFindings: readonly Finding[] = [];
const noPlaces: readonly string[] = [];

const findingOfRule = (fact: Fact, rule: ActiveRule, driverAt: DriverAt): Finding => ({
  ...fact,
  level: fact.level || rule.level,
  ruleId: rule.id,
  ruleVersion: rule.version,
  driverId: fact.driverId ?? driverAt(fact.start),
  alarm: isAlarm(fact.kind),
});
const findingWithoutRule = (fact: Fact, driverAt: DriverAt): Finding => ({
  ...fact,
  ruleId: null,
  ruleVersion: null,
  driverId: driverAt(fact.start),
  alarm: isAlarm(fact.kind),
});

/**
 * Takes one report: motion (K1-K4), then the plain detectors, then the rules of the moment. Gives the next state and what was found. It is pure, and
 * must be called in order of device time: a report that is not newer than the last one, or whose clock cannot be right, changes nothing.
 */
export function stepFold(
  before: FoldState,
  point: TrackPoint,
  moment: Moment,
  trouble: DetectorTrouble,
): { state: FoldState; findings: readonly Finding[] } {
  const lastT = before.drive.t;
  if (!isBelievable(point) || (lastT !== null && point.t <= lastT)) return { state: before, findings: noFindings };
  const drive = stepDrive(before.drive, point, moment.around.settings);
  const facts: Fact[] = [];
  const sample: Collected = {
    point,
    lastT,
    intervalMs: drive.intervalMs,
    gapMaxMs: drive.gapMaxMs,
    gap: lastT !== null && point.t - lastT > drive.gapMaxMs,
    segments: drive.segments,
    fix: drive.state.fix,
    moving: drive.state.moving,
    doorOpenedAt: null,
    facts,
    inside: noPlaces,
    preCooling: false,
    fuel: null,
    defrostAt: null,
    inTransit: false,
  };
  const plain = plainStep(before.plain, sample, facts, moment, trouble);
  const { driverAt } = moment;
  let findings: readonly Finding[] =
    facts.length > 0 ? facts.map((fact) => findingWithoutRule(fact, driverAt)) : noFindings;
  const kept = before.rulesKey === moment.rulesKey ? null : adaptRules(before, moment);
  if (kept && kept.ended.length > 0) findings = [...findings, ...kept.ended];
  const rules = kept?.rules ?? before.rules;
  const next = rulesStep(rules, sample, moment, trouble);
  if (next.findings.length > 0) findings = [...findings, ...next.findings];
  const once = mergeSameThing(before.same, findings, point.t, (kind) => anyRuleDetects(next.rules, kind));
  const { rulesKey } = moment;
  return {
    state: { drive: drive.state, plain, rulesKey, rules: next.rules, same: once.state },
    findings: once.findings,
  };
}

/** Index of a plain detector by its key. */
const placeOf = (key: string): number => plainDetectors.findIndex((one) => one.key === key);
const at = {
  fuel: placeOf('fuel'),
  door: placeOf('door'),
  visit: placeOf('visit'),
  preCooling: placeOf('preCooling'),
  defrost: placeOf('defrost'),
  inTransit: placeOf('inTransit'),
} as const;

/** A sample while the plain detectors still fill in what the rules will read. */
type Collected = Sample & {
  -readonly [K in 'doorOpenedAt' | 'inside' | 'preCooling' | 'defrostAt' | 'inTransit' | 'fuel']: Sample[K];
};

function plainStep(
  before: FoldState['plain'],
  sample: Collected,
  facts: Fact[],
  { around }: Moment,
  trouble: DetectorTrouble,
): FoldState['plain'] {
  let changed: unknown[] | null = null;
  for (let i = 0; i < plainDetectors.length; i++) {
    // i is below the length
    const { key, detector, params } = plainDetectors[i] as (typeof plainDetectors)[number];
    try {
      const known = before[i];
      const step = detector.step(known, sample, params, around);
      if (step.state !== known) {
        changed ??= before.slice();
        changed[i] = step.state;
      }
      // the state of the fuel detector, as its index says
      if (i === at.fuel) sample.fuel = step.state as FuelState;
      if (step.facts.length > 0) facts.push(...step.facts);
    } catch (error) {
      trouble(key, error);
    }
  }
  const plain = changed ?? before;
  // each of these is the state of the detector that its index names
  sample.doorOpenedAt = (plain[at.door] as DoorState | undefined)?.openedAt ?? null;
  // visits, pre-cooling, defrost and transit likewise
  const visits = plain[at.visit] as VisitState | undefined;
  if (visits) sample.inside = insideOf(visits);
  // pre-cooling
  sample.preCooling = isCooling(plain[at.preCooling] as PreCoolingState | undefined);
  // defrost
  sample.defrostAt = defrostAt(plain[at.defrost] as DefrostState | undefined);
  // transit
  sample.inTransit = isInTransit(plain[at.inTransit] as InTransitState | undefined);
  return plain;
}

type Rules = FoldState['rules'];

/** The kind of alarm that a kind of rule raises, where the two are not named alike. */
const alarmOf: Partial<Record<RuleKind, EpisodeKind>> = { timeliness: 'punctualityAlarm' };
const anyRuleDetects = (rules: Rules, kind: EpisodeKind): boolean =>
  rules.some(({ rule }) => (alarmOf[rule.kind] ?? `${rule.kind}Alarm`) === kind);

/** Adapts the rules' states when rules were added, removed or got another version. What still ran under a rule that is gone ends with the last report before the change. */
function adaptRules(before: FoldState, { rules, driverAt }: Moment): { rules: Rules; ended: Finding[] } {
  const known = new Map(before.rules.map((entry) => [`${entry.rule.id} ${entry.rule.version}`, entry]));
  const kept = rules.map((rule) => {
    const key = `${rule.id} ${rule.version}`;
    const entry = known.get(key);
    known.delete(key);
    return entry ? { rule, state: entry.state } : { rule, state: ruleDetector(rule.kind)?.start };
  });
  const ended = [...known.values()].flatMap(({ rule, state }) => closeRule(rule, state, before.drive.t, driverAt));
  return { rules: kept, ended };
}

function closeRule(rule: ActiveRule, state: unknown, lastT: number | null, driverAt: DriverAt): Finding[] {
  const running = ruleDetector(rule.kind)?.running(state, rule.params) ?? noFacts;
  return running.map((fact) =>
    findingOfRule({ ...fact, end: Math.max(fact.start, lastT ?? fact.start) }, rule, driverAt),
  );
}

/** Whether a rule applies at a moment: it holds, and no more specific rule that replaces it does. */
const ruleAppliesAt = (rule: ActiveRule, t: number, zone: string, onTheWay: boolean): boolean =>
  ruleHoldsAt(t, rule, zone, onTheWay) && !rule.yieldsTo?.some((other) => ruleHoldsAt(t, other, zone, onTheWay));

function rulesStep(
  before: Rules,
  sample: Sample,
  { around, driverAt, rules: ruled }: Moment,
  trouble: DetectorTrouble,
): { rules: Rules; findings: readonly Finding[] } {
  // the states stand in the order of the moment's rules
  const prepared = readyOf(ruled);
  let rules: Array<Rules[number]> | null = null;
  let findings: Finding[] | null = null;
  for (let i = 0; i < before.length; i++) {
    // i is below the length
    const { rule, state } = before[i] as Rules[number];
    const { detector, always } = prepared[i] ?? prepareRule(rule);
    if (!detector) continue;
    let next = state;
    try {
      if (!always && !ruleAppliesAt(rule, sample.point.t, around.zone, sample.inTransit)) {
        if (state === detector.start) continue;
        findings = [...(findings ?? []), ...closeRule(rule, state, sample.lastT, driverAt)];
        next = detector.start;
      } else {
        const step = detector.step(state, sample, rule.params, around);
        next = step.state;
        if (step.facts.length > 0)
          findings = [...(findings ?? []), ...step.facts.map((fact) => findingOfRule(fact, rule, driverAt))];
      }
    } catch (error) {
      trouble(rule.kind, error);
    }
    if (next === state) continue;
    rules ??= before.slice();
    rules[i] = { rule, state: next };
  }
  return { rules: rules ?? before, findings: findings ?? noFindings };
}

/** All findings that have not ended, as they stand after the last report. */
export function runningFindings(state: FoldState, driverAt: DriverAt): Finding[] {
  const plain = plainDetectors.flatMap(({ detector, params }, i) =>
    detector.running(state.plain[i], params).map((fact) => findingWithoutRule(fact, driverAt)),
  );
  const rules = state.rules.flatMap(({ rule, state: known }) => {
    const running = ruleDetector(rule.kind)?.running(known, rule.params) ?? noFacts;
    return running.map((fact) => findingOfRule(fact, rule, driverAt));
  });
  return [...plain, ...withoutMergedAlarms(state.same, rules)];
}

/** Findings that begin because no report comes any more, at the server's clock `now` (epoch ms). */
export function silentFindings(state: FoldState, now: number, { around, driverAt }: Moment): Finding[] {
  // the state of the detector that the index names
  const onTheWay = isInTransit(state.plain[at.inTransit] as InTransitState | undefined);
  const silent = state.rules.flatMap(({ rule, state: known }) => {
    const detector: AnyDetector | undefined = ruleDetector(rule.kind);
    if (!detector?.silence || !ruleAppliesAt(rule, now, around.zone, onTheWay)) return [];
    return detector.silence(known, now, rule.params).map((fact) => findingOfRule(fact, rule, driverAt));
  });
  return [...silent, ...releaseWaitingAlarms(state.same, now)];
}
