import { distanceM } from '@tongda/geo/distance';
import type { Fix } from '../point';

/** What the next mileage step needs to know of the odometer: it may be coarse (1 km) or stand still while the vehicle drives. */
export interface MileageState {
  /** metres driven by position since the odometer last changed */
  pendingM: number;
  /** metres of those that were already counted, because the odometer seemed dead */
  countedM: number;
}
export const mileageStart: MileageState = { pendingM: 0, countedM: 0 };

/** metres by position after which a still odometer is not believed any more */
const deadOdometerM = 1000;
/** metres that K3 allows an odometer to run ahead of speedMax */
const odometerSlackM = 500;

export interface MileageStep {
  metres: number;
  /** metres from position to position, whatever the odometer says */
  displacementM: number;
  state: MileageState;
}

/** The limits that a step looks at: km/h, km/h, metres. */
export interface MileageLimits {
  movingSpeedKmh: number;
  speedMaxKmh: number;
  stayRadiusM: number;
}

/**
 * K3 for one segment, before the vehicle's coefficient: the odometer's difference when it is plausible, else the great-circle distance
 * (0 while standing). The same function adds up a day from stored points and one message at a time in the stream.
 */
export function mileageStep(state: MileageState, from: Fix, to: Fix, limits: MileageLimits): MileageStep {
  const displacementM = distanceM(from.lng, from.lat, to.lng, to.lat);
  const seconds = (to.t - from.t) / 1000;
  const reachM = (limits.speedMaxKmh / 3.6) * seconds + odometerSlackM;
  const standing =
    from.speedKmh < limits.movingSpeedKmh && to.speedKmh < limits.movingSpeedKmh && displacementM <= limits.stayRadiusM;
  const byPlace = standing || displacementM > reachM ? 0 : displacementM;
  const delta = from.odometerM === null || to.odometerM === null ? null : to.odometerM - from.odometerM;
  if (delta === null || delta < 0 || delta > reachM) return { metres: byPlace, displacementM, state: mileageStart };
  if (delta > 0) return { metres: Math.max(0, delta - state.countedM), displacementM, state: mileageStart };
  const pendingM = state.pendingM + byPlace;
  if (pendingM <= deadOdometerM) return { metres: 0, displacementM, state: { pendingM, countedM: state.countedM } };
  return { metres: pendingM - state.countedM, displacementM, state: { pendingM, countedM: pendingM } };
}
