import { distanceM } from '@tongda/geo/distance';
import { type Fix, isFast } from '../point';
import { bridgeMaxMs } from '../settings';

/** What the next step needs to know about the odometer, which may count in whole kilometres or stand still while the vehicle drives. */
export interface MileageState {
  /** metres by position since the odometer last changed */
  pendingM: number;
  /** part of them that was already counted, because the odometer seemed broken */
  countedM: number;
}
export const mileageStart: MileageState = { pendingM: 0, countedM: 0 };

/** after so many metres by position an odometer that does not change is taken to be broken */
const deadOdometerM = 1000;
/** an odometer may run ahead of what the top speed allows by so many metres (K3) */
const odometerSlackM = 500;

export interface MileageStep {
  metres: number;
  /** metres from position to position, whatever the odometer says */
  displacementM: number;
  state: MileageState;
}

/** The constants that a step needs: km/h, km/h, m. */
export interface MileageLimits {
  movingSpeedKmh: number;
  speedMaxKmh: number;
  stayRadiusM: number;
}

/**
 * The mileage between two fixes (K3), before the vehicle's coefficient: the odometer's difference when it is plausible, else the great-circle distance,
 * 0 while standing. A silence longer than `bridgeMaxMs` is not bridged. Pass `state` on to the next step. A day from stored points and the live stream both add up this function's results.
 */
export function stepMileage(state: MileageState, from: Fix, to: Fix, limits: MileageLimits): MileageStep {
  const displacementM = distanceM(from.lng, from.lat, to.lng, to.lat);
  const seconds = (to.t - from.t) / 1000;
  if (to.t - from.t > bridgeMaxMs) return { metres: 0, displacementM, state: mileageStart };
  const reachM = (limits.speedMaxKmh / 3.6) * seconds + odometerSlackM;
  const standing =
    !isFast(from.speedKmh, limits.movingSpeedKmh) &&
    !isFast(to.speedKmh, limits.movingSpeedKmh) &&
    displacementM <= limits.stayRadiusM;
  const byPlace = standing || displacementM > reachM ? 0 : displacementM;
  const delta = odometerStep(from, to);
  if (delta === null || delta < 0 || delta > reachM) return { metres: byPlace, displacementM, state: mileageStart };
  if (delta > 0) return { metres: Math.max(0, delta - state.countedM), displacementM, state: mileageStart };
  const pendingM = state.pendingM + byPlace;
  if (pendingM <= deadOdometerM) return { metres: 0, displacementM, state: { pendingM, countedM: state.countedM } };
  return { metres: pendingM - state.countedM, displacementM, state: { pendingM, countedM: pendingM } };
}

/** Metres by the odometer; null when one of the fixes has none, or they come from two terminals. */
function odometerStep(from: Fix, to: Fix): number | null {
  if (from.odometerM === null || to.odometerM === null || from.deviceId !== to.deviceId) return null;
  return to.odometerM - from.odometerM;
}
