import { hourMs } from '@tongda/contract/core/durations';
import type { Sample } from '../types';
import {
  type Drain,
  dropThresholdL,
  type Found,
  type TankLimits,
  thinMs,
  type Watch,
  type WayPoint,
  windowMs,
} from './tank';

/** consumption above so many times the usual is abnormal */
const timesUsual = 3;
const noWay: readonly WayPoint[] = [];

/** Litres that a distance and its time explain: by the usual consumption, at least that of the idling engine. */
export function expectedL(metres: number, ms: number, { refLPer100Km, idleLPerH }: TankLimits): number {
  return Math.max((metres / 100_000) * refLPer100Km, (ms / hourMs) * idleLPerH);
}

const tooFast = (drop: number, metres: number, ms: number, limits: TankLimits): boolean =>
  drop > timesUsual * expectedL(metres, ms, limits);

/** Litres lost beyond the usual consumption, one decimal. */
export const drainLitres = ({ before, level, fromM, toM, start, t }: Drain, limits: TankLimits): number =>
  Math.round((before - level - expectedL(toM - fromM, t - start, limits)) * 10) / 10;

/** Takes one level while driving; it is judged every two minutes only, as a sensor's float swims. Standing or a silence ends an abnormal consumption. */
export function stepDriving(
  { way, drain }: Watch,
  level: number,
  metres: number,
  sample: Sample,
  limits: TankLimits,
): { way: readonly WayPoint[]; drain: Drain | null; found?: Found } {
  const { t } = sample.point;
  if (!sample.moving || sample.gap) return { way: noWay, drain: null, ...endDrain(drain, limits) };
  const newest = way[way.length - 1];
  if (newest && t - newest[0] < thinMs) return { way, drain };
  const here: WayPoint = [t, level, metres];
  if (drain) {
    const goesOn = tooFast(drain.level - level, metres - drain.toM, t - drain.t, limits);
    if (goesOn) return { way: [here], drain: { ...drain, t, level, toM: metres } };
    return { way: [here], drain: null, ...endDrain(drain, limits) };
  }
  const kept = way.filter(([at]) => t - at <= windowMs);
  const place = { lng: sample.fix?.lng ?? null, lat: sample.fix?.lat ?? null };
  return { way: [...kept, here], drain: drainSince(kept, here, limits, place) };
}

/** The span of the last half hour, up to now, over which the tank lost most beyond the abnormal; null when none lost too much too fast. */
function drainSince(
  way: readonly WayPoint[],
  [t, level, metres]: WayPoint,
  limits: TankLimits,
  place: { lng: number | null; lat: number | null },
): Drain | null {
  const least = dropThresholdL(limits.capacityL, limits);
  let worst: WayPoint | null = null;
  let most = 0;
  for (const from of way) {
    const drop = from[1] - level;
    if (drop < least || !tooFast(drop, metres - from[2], t - from[0], limits)) continue;
    const beyond = drop - timesUsual * expectedL(metres - from[2], t - from[0], limits);
    if (worst === null || beyond > most) [worst, most] = [from, beyond];
  }
  if (!worst) return null;
  const [start, before, fromM] = worst;
  return { start, before, fromM, t, level, toM: metres, ...place };
}

function endDrain(drain: Drain | null, limits: TankLimits): { found?: Found } {
  if (!drain) return {};
  const litres = drainLitres(drain, limits);
  return litres >= dropThresholdL(limits.capacityL, limits) ? { found: { kind: 'drain', drain, litres } } : {};
}
