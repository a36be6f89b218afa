import type { RuleParams } from '@tongda/contract/alarm/rules';
import { median } from '../hygiene';
import { type Detector, type Fact, fact, noFacts, type Sample, type Surroundings } from './detector';

/** Level of one tank over time (K10): litres, ms. */
interface Tank {
  /** newest readings, litres, for the median */
  last: number[];
  /** levels of the last half hour while standing, thinned to one in two minutes: [time, litres] */
  ring: ReadonlyArray<readonly [t: number, litres: number]>;
  /** a change that is going on */
  change: Change | null;
  /** a refuelling that another one may join */
  refuel: Refuel | null;
}
interface Change {
  up: boolean;
  start: number;
  before: number;
  /** extreme level so far and when it was last moved by more than the noise */
  level: number;
  t: number;
  idleMs: number;
  lng: number | null;
  lat: number | null;
}
interface Refuel {
  start: number;
  end: number;
  litres: number;
  before: number;
  after: number;
  lng: number | null;
  lat: number | null;
}
export interface OilState {
  accOnAt: number | null;
  tanks: Readonly<Record<string, Tank>>;
}

export interface OilSettings {
  riseL: number;
  risePercent: number;
  dropL: number;
  dropPercent: number;
  idleLPerH: number;
}
export const oilDefaults: OilSettings = { riseL: 10, risePercent: 5, dropL: 8, dropPercent: 3, idleLPerH: 2 };

const minuteMs = 60_000;
const windowMs = 30 * minuteMs;
const thinMs = 2 * minuteMs;
const joinMs = 10 * minuteMs;
/** the level must rest for so long until a change counts as over, litres of noise */
const restMs = 3 * minuteMs;
const noiseL = 1;
const afterAccMs = 3 * minuteMs;
/** readings in the median while standing and moving */
const medianOf = { standing: 5, moving: 7 } as const;
const emptyTank: Tank = { last: [], ring: [], change: null, refuel: null };

/** Litres by a calibration table: straight lines between its points, its ends beyond them. */
export function litresOf(table: ReadonlyArray<readonly [raw: number, litres: number]>, raw: number): number {
  const next = table.findIndex(([at]) => at >= raw);
  if (next <= 0) return (next < 0 ? table[table.length - 1]?.[1] : table[0]?.[1]) ?? 0;
  const [a, b] = [table[next - 1], table[next]];
  if (!a || !b) return 0;
  return a[1] + ((b[1] - a[1]) * (raw - a[0])) / (b[0] - a[0]);
}

/** Amount of a refuelling: the rise and what the idling engine burnt meanwhile. */
export const refuelLitres = (before: number, after: number, idleMs: number, idleLPerH: number): number =>
  Math.round((after - before + (idleMs / 3_600_000) * idleLPerH) * 10) / 10;

/** What a drop is beyond the burning of an idling engine. */
export const dropLitres = (before: number, after: number, idleMs: number, idleLPerH: number): number =>
  Math.round((before - after - (idleMs / 3_600_000) * idleLPerH) * 10) / 10;

export const riseThresholdL = (capacityL: number | null, { riseL, risePercent }: OilSettings): number =>
  Math.max(riseL, ((capacityL ?? 0) * risePercent) / 100);
export const dropThresholdL = (capacityL: number | null, s: Pick<OilSettings, 'dropL' | 'dropPercent'>): number =>
  Math.max(s.dropL, ((capacityL ?? 0) * s.dropPercent) / 100);

/** Refuelling as a plain fact, sudden loss while standing as `lossKind`. */
function oil<P>(lossKind: 'fuelDrop' | 'oilAlarm', settingsOf: (params: P) => OilSettings): Detector<OilState, P> {
  return {
    start: { accOnAt: null, tanks: {} },
    step(before, sample, params, around) {
      const { point } = sample;
      const accOnAt = point.acc ? (before.accOnAt ?? point.t) : null;
      if (point.fuelL.length === 0)
        return accOnAt === before.accOnAt
          ? { state: before, facts: noFacts }
          : { state: { ...before, accOnAt }, facts: noFacts };
      const settings = settingsOf(params);
      let tanks = before.tanks;
      const facts: Fact[] = [];
      // the float swims in its first minutes of current
      const settled = accOnAt === null || point.t - accOnAt >= afterAccMs;
      point.fuelL.forEach((raw, i) => {
        const table = around.tanks.get(i + 1);
        if (raw === null || raw <= 0 || !settled) return;
        const litres = table ? litresOf(table, raw) : raw;
        const known = tanks[i + 1] ?? emptyTank;
        const next = tankStep(known, litres, sample, settings, around);
        if (next.tank !== known) tanks = { ...tanks, [i + 1]: next.tank };
        for (const found of next.found) {
          if (found.kind === 'refuel' ? lossKind === 'fuelDrop' : true)
            facts.push(
              found.kind === 'refuel'
                ? refuelFact(found.refuel, i + 1)
                : lossFact(lossKind, found, i + 1, settings, around),
            );
        }
      });
      return { state: { accOnAt, tanks }, facts };
    },
    running: () => noFacts,
  };
}

type Found = { kind: 'refuel'; refuel: Refuel } | { kind: 'loss'; change: Change; litres: number; end: number };

const refuelFact = (refuel: Refuel, tank: number): Fact =>
  fact('refuel', `tank${tank}`, refuel, placeOf(refuel), {
    peak: refuel.litres,
    values: { litres: refuel.litres, beforeL: tidy(refuel.before), afterL: tidy(refuel.after) },
  });

function lossFact(
  kind: 'fuelDrop' | 'oilAlarm',
  { change, litres, end }: Extract<Found, { kind: 'loss' }>,
  tank: number,
  settings: OilSettings,
  around: Surroundings,
): Fact {
  const limit = dropThresholdL(around.tankCapacityL, settings);
  return fact(kind, `tank${tank}`, { start: change.start, end, confirmedAt: end }, placeOf(change), {
    peak: litres,
    limit,
    values: { litres, beforeL: tidy(change.before), afterL: tidy(change.level), cause: 'theft' },
  });
}

const placeOf = ({ lng, lat }: { lng: number | null; lat: number | null }) =>
  lng === null || lat === null ? null : { lng, lat };
const tidy = (value: number): number => Math.round(value * 10) / 10;

function tankStep(
  before: Tank,
  litres: number,
  sample: Sample,
  settings: OilSettings,
  around: Surroundings,
): { tank: Tank; found: readonly Found[] } {
  const { t } = sample.point;
  const last = withNewest(before.last, litres, sample.moving ? medianOf.moving : medianOf.standing);
  const level = median(last);
  const found: Found[] = [];
  let { change, refuel } = before;
  const standing = !sample.moving;
  if (change) {
    const over = sample.moving || t - change.t >= restMs || t - change.start > windowMs || sample.gap;
    change = over ? change : further(change, level, sample);
    if (over) {
      const result = judge(change, refuel, settings, around);
      if (result?.kind === 'refuel') refuel = result.refuel;
      if (result) found.push(result);
      change = null;
      return { tank: { last, ring: [[t, level]], change, refuel }, found };
    }
    return { tank: { last, ring: before.ring, change, refuel }, found };
  }
  if (refuel && t - refuel.end > joinMs) refuel = null;
  const from = standing ? recent(before.ring, t) : emptyRing;
  change = standing ? began(from, level, sample) : null;
  return { tank: { last, ring: ringOf(from, t, level), change, refuel }, found };
}

const emptyRing: Tank['ring'] = [];
function recent(ring: Tank['ring'], t: number): Tank['ring'] {
  const [oldest] = ring;
  return oldest && t - oldest[0] > windowMs ? ring.filter(([at]) => t - at <= windowMs) : ring;
}

function withNewest(before: readonly number[], litres: number, most: number): number[] {
  const last: number[] = [];
  for (let i = Math.max(0, before.length - most + 1); i < before.length; i++) last.push(before[i] as number);
  last.push(litres);
  return last;
}

function ringOf(ring: Tank['ring'], t: number, level: number): Tank['ring'] {
  const newest = ring[ring.length - 1];
  return newest && t - newest[0] < thinMs ? ring : [...ring, [t, level]];
}

/**
 * Two litres more or less than the level was in the last half hour: something goes on since the last time it was as before, however slowly
 * it goes.
 */
function began(ring: Tank['ring'], level: number, sample: Sample): Change | null {
  if (ring.length === 0) return null;
  const levels = ring.map(([, litres]) => litres);
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  const up = level - low > high - level;
  if ((up ? level - low : high - level) <= 2 * noiseL) return null;
  const from = ring.findLast(([, litres]) => (up ? litres <= low + noiseL / 2 : litres >= high - noiseL / 2));
  if (!from) return null;
  const [start, before] = from;
  const { point, fix } = sample;
  const place = { lng: fix?.lng ?? null, lat: fix?.lat ?? null };
  const idleMs = point.acc ? point.t - start : 0;
  return { up, start, before, level, t: point.t, idleMs, ...place };
}

function further(change: Change, level: number, { point, lastT }: Sample): Change {
  const idleMs = change.idleMs + (point.acc ? point.t - (lastT ?? point.t) : 0);
  const moved = change.up ? level - change.level : change.level - level;
  if (moved <= 0) return { ...change, idleMs };
  return { ...change, idleMs, level, t: moved > noiseL / 2 ? point.t : change.t };
}

function judge(change: Change, known: Refuel | null, settings: OilSettings, around: Surroundings): Found | null {
  const { idleLPerH } = settings;
  const { start, before, level, idleMs, t: end, lng, lat } = change;
  if (!change.up) {
    const litres = dropLitres(before, level, idleMs, idleLPerH);
    return litres >= dropThresholdL(around.tankCapacityL, settings) ? { kind: 'loss', change, litres, end } : null;
  }
  const litres = refuelLitres(before, level, idleMs, idleLPerH);
  if (litres < riseThresholdL(around.tankCapacityL, settings)) return null;
  if (known && start - known.end < joinMs) {
    const sum = Math.round((known.litres + litres) * 10) / 10;
    return { kind: 'refuel', refuel: { ...known, end, litres: sum, after: level } };
  }
  return { kind: 'refuel', refuel: { start, end, litres, before, after: level, lng, lat } };
}

/** 加油 and 疑似偷油 as facts of the vehicle, by the standard thresholds. */
export const fuel: Detector<OilState, OilSettings> = oil('fuelDrop', (settings) => settings);
/** 油量异常 by a rule's thresholds. */
export const oilRule: Detector<OilState, RuleParams['oil']> = oil('oilAlarm', (params) => ({
  ...oilDefaults,
  ...params,
}));
