import type { DemoVehicle } from '../fleet/demo';
import type { CameraSight } from './event';
import { hash01 } from './random';

/** Camera alarms by item and type of T/JSATL 12-2017, with their share in per cent: 0x64 the road, 0x65 the driver, 0x67 the blind spot. */
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
/** Number of reports on the road for one camera alarm, on average. */
const reportsPerAlarm = 450;
/** Cameras raise no alarm below this speed. */
const leastKmh = 35;
/** Share of alarms of level 2. */
const severeShare = 0.18;

/** Camera alarms of a vehicle at a moment, at most one: a pure function of vehicle, time and speed. */
export function cameraEventsOf(vehicle: DemoVehicle, seed: number, timeMs: number, speedKmh: number): CameraSight[] {
  if (!vehicle.video || speedKmh < leastKmh) return [];
  const second = timeMs / 1000;
  if (hash01(seed + 30, second) >= 1 / reportsPerAlarm) return [];
  let rest = 100 * hash01(seed + 31, second);
  for (const [share, item, type] of sights) {
    rest -= share;
    if (rest < 0) return [{ item, type, level: hash01(seed + 32, second) < severeShare ? 2 : 1 }];
  }
  return [];
}
