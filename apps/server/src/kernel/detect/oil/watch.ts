import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import type { Sample } from '../types';
import {
  type Change,
  dropLitres,
  dropThresholdL,
  type Found,
  type Refuel,
  riseThresholdL,
  type TankLimits,
  thinMs,
  type Watch,
  windowMs,
} from './tank';
import { stepDriving } from './way';

const joinMs = 10 * minuteMs;
/** A change is over when the level has rested for so long (ms); smaller movements than `noiseL` litres are noise. */
const restMs = 3 * minuteMs;
const noiseL = 1;
export const emptyWatch: Watch = { ring: [], change: null, refuel: null, way: [], drain: null };

/** Litres of a refuelling: the rise, and what the idling engine burnt meanwhile; one decimal. */
export const refuelLitres = (before: number, after: number, idleMs: number, idleLPerH: number): number =>
  Math.round((after - before + (idleMs / hourMs) * idleLPerH) * 10) / 10;

const nothing: readonly Found[] = [];

/** Takes one filtered level of a tank; `metres` are driven since the vehicle last stood. When nothing changes it gives back the same object. */
export function stepWatch(
  before: Watch,
  level: number,
  metres: number,
  sample: Sample,
  limits: TankLimits,
): { watch: Watch; found: readonly Found[] } {
  const { t } = sample.point;
  const driven = stepDriving(before, level, metres, sample, limits);
  const drained: readonly Found[] = driven.found ? [driven.found] : nothing;
  const { way, drain } = driven;
  let { change, refuel } = before;
  if (change) {
    const next = continueChange(change, level, sample);
    // with rare reports the last one may be long ago: the level rests only if this report shows that it did not move
    const rests = next.t === change.t && t - change.t >= restMs;
    const over = sample.moving || rests || t - change.start > windowMs || sample.gap;
    if (!over) return { watch: { ...before, way, drain, change: next }, found: drained };
    const result = judgeChange(change, refuel, limits);
    if (result?.kind === 'refuel') refuel = result.refuel;
    const found = result ? [...drained, result] : drained;
    return { watch: { ring: [[t, level]], change: null, refuel, way, drain }, found };
  }
  if (refuel && t - refuel.end > joinMs) refuel = null;
  const ring = sample.moving
    ? ringWhileDriving(before.ring, t, level)
    : ringOf(ringWithinWindow(before.ring, t), t, level);
  change = sample.moving
    ? null
    : findChange(ring === before.ring ? ring : ringWithinWindow(before.ring, t), level, sample);
  if (ring === before.ring && !change && refuel === before.refuel && way === before.way && drain === before.drain)
    return { watch: before, found: drained };
  return { watch: { ring, change, refuel, way, drain }, found: drained };
}

/** The ring while the vehicle drives: only the newest level is kept, as the next stop compares with it. */
function ringWhileDriving(ring: Watch['ring'], t: number, level: number): Watch['ring'] {
  const [one] = ring;
  return ring.length === 1 && one && t - one[0] < thinMs && Math.abs(one[1] - level) < noiseL / 2 ? ring : [[t, level]];
}

function ringWithinWindow(ring: Watch['ring'], t: number): Watch['ring'] {
  const [oldest] = ring;
  return oldest && t - oldest[0] > windowMs ? ring.filter(([at]) => t - at <= windowMs) : ring;
}

function ringOf(ring: Watch['ring'], t: number, level: number): Watch['ring'] {
  const newest = ring[ring.length - 1];
  return newest && t - newest[0] < thinMs ? ring : [...ring, [t, level]];
}

/**
 * A change begins when the level differs by more than two litres from the lowest or highest of the last half hour, however slowly that happened. It
 * began when the level was last as before.
 */
function findChange(ring: Watch['ring'], level: number, sample: Sample): Change | null {
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

function continueChange(change: Change, level: number, { point, lastT }: Sample): Change {
  const idleMs = change.idleMs + (point.acc ? point.t - (lastT ?? point.t) : 0);
  const moved = change.up ? level - change.level : change.level - level;
  if (moved <= 0) return { ...change, idleMs };
  return { ...change, idleMs, level, t: moved > noiseL / 2 ? point.t : change.t };
}

function judgeChange(change: Change, known: Refuel | null, limits: TankLimits): Found | null {
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
