import type { DemoVehicle } from '../fleet/demo-fleet';
import type { CameraSight } from './event';
import { hash01 } from './random';

/** What cameras see, with how often in a hundred, by item and type of T/JSATL 12: the road, the driver, the right side. */
const sights: ReadonlyArray<readonly [share: number, item: CameraSight['item'], type: number]> = [
  [24, 0x64, 3], // too close
  [18, 0x64, 2], // out of the lane
  [16, 0x65, 2], // on the phone
  [14, 0x65, 4], // looking away
  [11, 0x67, 3], // somebody at the right
  [9, 0x65, 3], // smoking
  [5, 0x64, 1], // about to collide
  [3, 0x65, 1], // tired
];
/** Reports on the road between two sights. */
const seldom = 170;
/** Cameras judge nothing below this. */
const leastKmh = 35;
const severeShare = 0.18;

/** A pure function of vehicle and time, like everything in this world. */
export function cameraEventsOf(vehicle: DemoVehicle, seed: number, timeMs: number, speedKmh: number): CameraSight[] {
  if (!vehicle.video || speedKmh < leastKmh) return [];
  const second = timeMs / 1000;
  if (hash01(seed + 30, second) >= 1 / seldom) return [];
  let rest = 100 * hash01(seed + 31, second);
  for (const [share, item, type] of sights) {
    rest -= share;
    if (rest < 0) return [{ item, type, level: hash01(seed + 32, second) < severeShare ? 2 : 1 }];
  }
  return [];
}
