import { minuteMs } from '@tongda/contract/core/durations';
import type { RuleParams } from '@tongda/contract/rules/alarm-rule/codes';
import { median } from '../../motion/hygiene';
import { makeFact, noFacts } from '../fact';
import type { Detector, Fact, Sample, Surroundings } from '../types';
import {
  type Dead,
  dropThresholdL,
  type Found,
  type FuelState,
  type OilSettings,
  type Refuel,
  type Tank,
  type TankLimits,
  type Watch,
} from './tank';
import { emptyWatch, stepWatch } from './watch';

/** What an alarm rule remembers besides the levels themselves, which it takes from `FuelState`. */
export interface OilRuleState {
  tanks: ReadonlyArray<Watch | null>;
  /** tanks whose sensor was given as dead, by tank number, with the level before */
  dead: Readonly<Record<string, Dead & { level: number }>>;
}

/** Thresholds of a tank whose calibration does not set them; the consumption is that of a loaded truck. */
export const oilDefaults: OilSettings = {
  riseL: 10,
  risePercent: 5,
  dropL: 8,
  dropPercent: 3,
  idleLPerH: 2,
  refLPer100Km: 30,
};

const afterAccMs = 3 * minuteMs;
/** how many readings the median is taken of, while standing and while moving */
const medianOf = { standing: 5, moving: 7 } as const;
/** after so many empty readings in a row a sensor counts as broken, as with probes (K7) */
const deadInRow = 3;

/** Litres by a calibration table of [raw, litres] in ascending order: interpolated between its points, its first or last value beyond them. */
export function litresOf(table: ReadonlyArray<readonly [raw: number, litres: number]>, raw: number): number {
  const next = table.findIndex(([at]) => at >= raw);
  if (next <= 0) return (next < 0 ? table[table.length - 1]?.[1] : table[0]?.[1]) ?? 0;
  const [a, b] = [table[next - 1], table[next]];
  if (!a || !b) return 0;
  return a[1] + ((b[1] - a[1]) * (raw - a[0])) / (b[0] - a[0]);
}

/** The limits of each tank are worked out once for each surroundings object, which stays the same as long as nothing changes. */
const known = new WeakMap<Surroundings, Map<number, TankLimits>>();
function limitsOf(tank: number, around: Surroundings): TankLimits {
  let byTank = known.get(around);
  if (!byTank) {
    byTank = new Map();
    known.set(around, byTank);
  }
  const made = byTank.get(tank);
  if (made) return made;
  const { capacityL, ...setUp } = around.oil.get(tank) ?? {};
  const usual = around.refLPer100Km === null ? {} : { refLPer100Km: around.refLPer100Km };
  const limits = { ...oilDefaults, ...usual, ...setUp, capacityL: capacityL ?? around.tankCapacityL };
  byTank.set(tank, limits);
  return limits;
}

/** Facts about fuel: 加油, 疑似偷油, 异常消耗 and 油量传感器异常, by the thresholds of each tank. */
export const fuelDetector: Detector<FuelState> = {
  start: { accOnAt: null, metres: 0, tanks: [] },
  step(before, sample, _params, around) {
    const { point } = sample;
    const accOnAt = point.acc ? (before.accOnAt ?? point.t) : null;
    const metres = drivenM(before.metres, sample);
    let tanks = before.tanks;
    let facts: Fact[] | null = null;
    // the sensor's float does not show the true level in the first minutes after the ignition is on
    const settled = isSettled(accOnAt, point.t);
    for (let i = 0; i < point.fuelL.length; i++) {
      if (!settled) continue;
      const tank = tanks[i] ?? null;
      const no = i + 1;
      const limits = limitsOf(no, around);
      const litres = litresNow(point.fuelL[i] ?? null, no, around);
      const step =
        litres === null ? takeMissing(tank, no, sample, limits) : takeReading(tank, no, litres, metres, sample, limits);
      if (step.tank !== tank) tanks = withTank(tanks, i, step.tank);
      if (step.facts.length > 0) facts = facts ? [...facts, ...step.facts] : [...step.facts];
    }
    if (tanks === before.tanks && accOnAt === before.accOnAt && metres === before.metres)
      return { state: before, facts: facts ?? noFacts };
    return { state: { accOnAt, metres, tanks }, facts: facts ?? noFacts };
  },
  running: ({ tanks }) =>
    tanks.flatMap((tank, i) =>
      tank?.dead && tank.dead.times >= deadInRow ? [deadFact('fuelSensor', i + 1, tank.dead, tank.level, null)] : [],
    ),
};
const isSettled = (accOnAt: number | null, t: number): boolean => accOnAt === null || t - accOnAt >= afterAccMs;
/** A copy of the list with entry `i` replaced, filled up with null before it. */
function withTank<T>(tanks: ReadonlyArray<T | null>, i: number, tank: T | null): ReadonlyArray<T | null> {
  const next = tanks.slice();
  while (next.length < i) next.push(null);
  next[i] = tank;
  return next;
}

/** Litres in all tanks as they were last read; null when no tank ever said anything. */
export function fuelLevelL({ tanks }: FuelState): number | null {
  let sum: number | null = null;
  for (const tank of tanks) if (tank) sum = (sum ?? 0) + tank.level;
  return sum;
}

function drivenM(before: number, { moving, segments }: Sample): number {
  if (!moving) return 0;
  let metres = before;
  for (const { mileageM } of segments) metres += mileageM;
  return metres;
}

/** Litres of a raw reading; null when the sensor gives none. */
function litresNow(raw: number | null, tank: number, around: Surroundings): number | null {
  if (raw === null || raw <= 0) return null;
  const table = around.tanks.get(tank);
  return table ? litresOf(table, raw) : raw;
}

interface TankStep {
  tank: Tank | null;
  facts: readonly Fact[];
}

function takeReading(
  before: Tank | null,
  no: number,
  litres: number,
  metres: number,
  sample: Sample,
  limits: TankLimits,
): TankStep {
  const last = withNewest(before?.last ?? [], litres, sample.moving ? medianOf.moving : medianOf.standing);
  const level = before && last === before.last ? before.level : median(last);
  const { watch, found } = stepWatch(before?.watch ?? emptyWatch, level, metres, sample, limits);
  if (before && last === before.last && watch === before.watch && !before.dead && found.length === 0)
    return { tank: before, facts: noFacts };
  const facts = found.map((one) => factOf(one, factKinds, no, limits));
  if (before?.dead && before.dead.times >= deadInRow)
    facts.push(deadFact('fuelSensor', no, before.dead, before.level, sample.point.t));
  return { tank: { last, level, dead: null, watch }, facts };
}

/** A report without a reading: a tank that was nearly empty may well read zero, any other one has a dead sensor after a few of them. */
function takeMissing(before: Tank | null, no: number, sample: Sample, limits: TankLimits): TankStep {
  if (!before || (!before.dead && before.level < dropThresholdL(limits.capacityL, limits)))
    return { tank: before, facts: noFacts };
  const { dead } = before;
  if (dead && dead.times >= deadInRow) return { tank: before, facts: noFacts };
  const place = { lng: sample.fix?.lng ?? null, lat: sample.fix?.lat ?? null };
  const next = dead ? { ...dead, times: dead.times + 1 } : { start: sample.point.t, times: 1, ...place };
  const facts = next.times >= deadInRow ? [deadFact('fuelSensor', no, next, before.level, null)] : noFacts;
  return { tank: { ...before, dead: next }, facts };
}

/** The newest readings, at most `most`; the same list when it is full and holds only this value. */
function withNewest(before: readonly number[], litres: number, most: number): readonly number[] {
  let same = before.length === most;
  for (let i = 0; same && i < most; i++) same = before[i] === litres;
  if (same) return before;
  const last: number[] = [];
  for (let i = Math.max(0, before.length - most + 1); i < before.length; i++) last.push(before[i] ?? litres);
  last.push(litres);
  return last;
}

const factKinds = { refuel: 'refuel', loss: 'fuelDrop', drain: 'fuelWaste' } as const;
type Kinds = { [K in Found['kind']]: Fact['kind'] };

function factOf(found: Found, kinds: Kinds, no: number, limits: TankLimits): Fact {
  const subject = `tank${no}`;
  if (found.kind === 'refuel') return refuelFact(found.refuel, subject, kinds.refuel);
  const limit = dropThresholdL(limits.capacityL, limits);
  const { litres } = found;
  if (found.kind === 'loss') {
    const { change, end } = found;
    return makeFact(kinds.loss, subject, { start: change.start, end, confirmedAt: end }, placeOf(change), {
      peak: litres,
      limit,
      values: { litres, beforeL: roundLitres(change.before), afterL: roundLitres(change.level), cause: 'theft' },
    });
  }
  const { start, t: end, before, level, fromM, toM } = found.drain;
  const metres = toM - fromM;
  return makeFact(kinds.drain, subject, { start, end, confirmedAt: end }, placeOf(found.drain), {
    peak: litres,
    limit,
    values: {
      litres,
      beforeL: roundLitres(before),
      afterL: roundLitres(level),
      mileageM: Math.round(metres),
      lPer100Km: metres > 0 ? roundLitres(((before - level) / metres) * 100_000) : null,
      refLPer100Km: limits.refLPer100Km,
      cause: 'waste',
    },
  });
}

const refuelFact = (refuel: Refuel, subject: string, kind: Fact['kind']): Fact =>
  makeFact(kind, subject, refuel, placeOf(refuel), {
    peak: refuel.litres,
    values: { litres: refuel.litres, beforeL: roundLitres(refuel.before), afterL: roundLitres(refuel.after) },
  });

const deadFact = (kind: Fact['kind'], no: number, dead: Dead, level: number, end: number | null): Fact =>
  makeFact(kind, `tank${no}`, { start: dead.start, end, confirmedAt: dead.start }, placeOf(dead), {
    values: { beforeL: roundLitres(level), afterL: 0, cause: 'sensor' },
  });

const placeOf = ({ lng, lat }: { lng: number | null; lat: number | null }) =>
  lng === null || lat === null ? null : { lng, lat };
const roundLitres = (value: number): number => Math.round(value * 10) / 10;

/** Alarm rule 油量异常: drops while standing by the rule's thresholds, and abnormal consumption and dead sensors where it asks for them. */
export const oilRule: Detector<OilRuleState, RuleParams['oil']> = {
  start: { tanks: [], dead: {} },
  step(before, sample, params, around) {
    const { fuel: read, point } = sample;
    if (!read || point.fuelL.length === 0) return { state: before, facts: noFacts };
    let { tanks, dead } = before;
    let facts = noFacts;
    const settled = isSettled(read.accOnAt, point.t);
    for (let i = 0; i < read.tanks.length; i++) {
      const tank = read.tanks[i];
      if (!tank) continue;
      const no = i + 1;
      if (settled && (point.fuelL[i] ?? 0) > 0) {
        const limits = ruleLimits(params, no, around);
        const was = tanks[i] ?? emptyWatch;
        const { watch, found } = stepWatch(was, tank.level, read.metres, sample, limits);
        if (watch !== was) tanks = withTank(tanks, i, watch);
        for (const one of found) {
          if (one.kind === 'loss' || (one.kind === 'drain' && params.waste))
            facts = [...facts, factOf(one, alarmKinds, no, limits)];
        }
      }
      const told = params.sensor ? deadStep(dead[no], tank, no, point.t) : null;
      if (!told) continue;
      facts = [...facts, told];
      const { [no]: _known, ...others } = dead;
      dead = told.end === null && tank.dead ? { ...others, [no]: { ...tank.dead, level: tank.level } } : others;
    }
    if (tanks === before.tanks && dead === before.dead) return { state: before, facts };
    return { state: { tanks, dead }, facts };
  },
  running: ({ dead }) =>
    Object.entries(dead).map(([no, one]) => deadFact('oilAlarm', Number(no), one, one.level, null)),
};
const alarmKinds: Kinds = { refuel: 'refuel', loss: 'oilAlarm', drain: 'oilAlarm' };

/** The alarm when a tank's sensor has died, or its end when the sensor works again; null when nothing changed. */
function deadStep(
  known: OilRuleState['dead'][string] | undefined,
  { dead, level }: Tank,
  no: number,
  t: number,
): Fact | null {
  if (!known && dead && dead.times >= deadInRow) return deadFact('oilAlarm', no, dead, level, null);
  return known && !dead ? deadFact('oilAlarm', no, known, known.level, t) : null;
}

const ofRules = new WeakMap<object, { around: Surroundings; byTank: Map<number, TankLimits> }>();
/** The tank's limits with the rule's thresholds in place of its own; worked out once for each surroundings object. */
function ruleLimits(params: RuleParams['oil'], no: number, around: Surroundings): TankLimits {
  let made = ofRules.get(params);
  if (made?.around !== around) {
    made = { around, byTank: new Map() };
    ofRules.set(params, made);
  }
  const limits = made.byTank.get(no) ?? {
    ...limitsOf(no, around),
    dropL: params.dropL,
    dropPercent: params.dropPercent,
    idleLPerH: params.idleLPerH,
  };
  made.byTank.set(no, limits);
  return limits;
}
