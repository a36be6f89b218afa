import type { Sample } from './detector';
import { type Drain, drivenStep, type WayPoint } from './oil-way';

/** Thresholds of one tank at one moment (K10). */
export interface OilSettings {
  riseL: number;
  risePercent: number;
  dropL: number;
  dropPercent: number;
  /** what an idling engine burns */
  idleLPerH: number;
  /** what the vehicle burns on the way; three times as much is abnormal */
  refLPer100Km: number;
}
/** The same with what they are percent of. */
export interface TankLimits extends OilSettings {
  capacityL: number | null;
}

/** What a tank did lately, as far as a change of its level may be told of it: litres, ms. */
export interface Watch {
  /** levels of the last half hour while standing, thinned to one in two minutes: [time, litres] */
  ring: ReadonlyArray<readonly [t: number, litres: number]>;
  /** a change that is going on */
  change: Change | null;
  /** a refuelling that another one may join */
  refuel: Refuel | null;
  /** levels of the last half hour of driving */
  way: readonly WayPoint[];
  /** the tank empties faster than driving explains */
  drain: Drain | null;
}
export interface Change {
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
export interface Refuel {
  start: number;
  end: number;
  litres: number;
  before: number;
  after: number;
  lng: number | null;
  lat: number | null;
}

const minuteMs = 60_000;
export const windowMs = 30 * minuteMs;
export const thinMs = 2 * minuteMs;
const joinMs = 10 * minuteMs;
/** the level must rest for so long until a change counts as over, litres of noise */
const restMs = 3 * minuteMs;
const noiseL = 1;
export const emptyWatch: Watch = { ring: [], change: null, refuel: null, way: [], drain: null };

/** Amount of a refuelling: the rise and what the idling engine burnt meanwhile. */
export const refuelLitres = (before: number, after: number, idleMs: number, idleLPerH: number): number =>
  Math.round((after - before + (idleMs / 3_600_000) * idleLPerH) * 10) / 10;

/** What a drop is beyond the burning of an idling engine. */
export const dropLitres = (before: number, after: number, idleMs: number, idleLPerH: number): number =>
  Math.round((before - after - (idleMs / 3_600_000) * idleLPerH) * 10) / 10;

export const riseThresholdL = (capacityL: number | null, s: Pick<OilSettings, 'riseL' | 'risePercent'>): number =>
  Math.max(s.riseL, ((capacityL ?? 0) * s.risePercent) / 100);
export const dropThresholdL = (capacityL: number | null, s: Pick<OilSettings, 'dropL' | 'dropPercent'>): number =>
  Math.max(s.dropL, ((capacityL ?? 0) * s.dropPercent) / 100);

export type Found =
  | { kind: 'refuel'; refuel: Refuel }
  | { kind: 'loss'; change: Change; litres: number; end: number }
  | { kind: 'drain'; drain: Drain; litres: number };
const nothing: readonly Found[] = [];

/** One filtered level further; `metres` driven since the vehicle last stood. A tank at rest gives back what it got. */
export function watchStep(
  before: Watch,
  level: number,
  metres: number,
  sample: Sample,
  limits: TankLimits,
): { watch: Watch; found: readonly Found[] } {
  const { t } = sample.point;
  const driven = drivenStep(before, level, metres, sample, limits);
  const drained: readonly Found[] = driven.found ? [driven.found] : nothing;
  const { way, drain } = driven;
  let { change, refuel } = before;
  if (change) {
    const next = further(change, level, sample);
    // seldom reports: a level that is still on its way does not rest, however long the last one is ago
    const rests = next.t === change.t && t - change.t >= restMs;
    const over = sample.moving || rests || t - change.start > windowMs || sample.gap;
    if (!over) return { watch: { ...before, way, drain, change: next }, found: drained };
    const result = judge(change, refuel, limits);
    if (result?.kind === 'refuel') refuel = result.refuel;
    const found = result ? [...drained, result] : drained;
    return { watch: { ring: [[t, level]], change: null, refuel, way, drain }, found };
  }
  if (refuel && t - refuel.end > joinMs) refuel = null;
  const ring = sample.moving ? driving(before.ring, t, level) : ringOf(recent(before.ring, t), t, level);
  change = sample.moving ? null : began(ring === before.ring ? ring : recent(before.ring, t), level, sample);
  if (ring === before.ring && !change && refuel === before.refuel && way === before.way && drain === before.drain)
    return { watch: before, found: drained };
  return { watch: { ring, change, refuel, way, drain }, found: drained };
}

/** While it moves only the last level counts: what a stop begins with. */
function driving(ring: Watch['ring'], t: number, level: number): Watch['ring'] {
  const [one] = ring;
  return ring.length === 1 && one && t - one[0] < thinMs && Math.abs(one[1] - level) < noiseL / 2 ? ring : [[t, level]];
}

function recent(ring: Watch['ring'], t: number): Watch['ring'] {
  const [oldest] = ring;
  return oldest && t - oldest[0] > windowMs ? ring.filter(([at]) => t - at <= windowMs) : ring;
}

function ringOf(ring: Watch['ring'], t: number, level: number): Watch['ring'] {
  const newest = ring[ring.length - 1];
  return newest && t - newest[0] < thinMs ? ring : [...ring, [t, level]];
}

/**
 * Two litres more or less than the level was in the last half hour: something goes on since the last time it was as before, however slowly
 * it goes.
 */
function began(ring: Watch['ring'], level: number, sample: Sample): Change | null {
  if (ring.length === 0) return null;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const entry of ring) {
    if (entry[1] < low) low = entry[1];
    if (entry[1] > high) high = entry[1];
  }
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

function judge(change: Change, known: Refuel | null, limits: TankLimits): Found | null {
  const { idleLPerH, capacityL } = limits;
  const { start, before, level, idleMs, t: end, lng, lat } = change;
  if (!change.up) {
    const litres = dropLitres(before, level, idleMs, idleLPerH);
    return litres >= dropThresholdL(capacityL, limits) ? { kind: 'loss', change, litres, end } : null;
  }
  const litres = refuelLitres(before, level, idleMs, idleLPerH);
  if (litres < riseThresholdL(capacityL, limits)) return null;
  if (known && start - known.end < joinMs) {
    const sum = Math.round((known.litres + litres) * 10) / 10;
    return { kind: 'refuel', refuel: { ...known, end, litres: sum, after: level } };
  }
  return { kind: 'refuel', refuel: { start, end, litres, before, after: level, lng, lat } };
}
