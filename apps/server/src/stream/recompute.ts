import { dayStart } from '../kernel/day/edges';
import type { VehicleState } from '../kernel/live/state';
import { acceptFixes, type Way } from '../kernel/live/way';
import { orderPoints, rejectionOf } from '../kernel/motion/hygiene';
import { mileageStart } from '../kernel/motion/mileage';
import { fixOf, type TrackPoint } from '../kernel/point';
import type { VehicleFacts } from './vehicle-facts';

/** Reads the stored points of a vehicle, both ends included, epoch ms. It is handed in because the stream must not import the module that has it (track). */
export type ReadTrack = (vehicleId: string, from: number, to: number) => Promise<TrackPoint[]>;

/**
 * The state as it would be if today's reports had come in their order (K2): today's mileage, the fixes that the next report goes on from, and the number of
 * late points, from the stored points up to the newest report. What belongs to earlier days stays. Null when the vehicle has not reported yet.
 */
export async function recomputeToday(
  state: VehicleState,
  facts: VehicleFacts,
  readTrack: ReadTrack,
): Promise<VehicleState | null> {
  const { reportTime } = state;
  if (reportTime === null) return null;
  const midnight = dayStart(reportTime, facts.timeZone);
  const points = await readTrack(state.vehicleId, midnight, reportTime);
  const way: Way = { fix: null, suspect: null, mileage: mileageStart, todayM: 0, edgeT: null };
  let lateCount = 0;
  for (const point of orderPoints(points)) {
    if (point.t > reportTime) break;
    if (point.late && point.t >= midnight) lateCount++;
    if (rejectionOf(point) !== null) continue;
    if (point.t < midnight) {
      way.fix = fixOf(point);
      way.edgeT = point.t;
    } else acceptFixes(way, fixOf(point), facts.settingsAt(point.t), midnight);
  }
  const place = way.fix ? way : { fix: state.fix, suspect: state.suspect, mileage: state.mileage, edgeT: null };
  return { ...state, ...place, todayM: way.todayM, lateCount, dirty: false };
}

/** Puts a recomputed way into the present state of a vehicle. */
export function withWay(present: VehicleState, computed: VehicleState): VehicleState {
  const { fix, suspect, mileage, day, todayM, edgeT, openDays, firstFix, lateCount, dirty } = computed;
  return { ...present, fix, suspect, mileage, day, todayM, edgeT, openDays, firstFix, lateCount, dirty };
}

/** Takes over what the summaries of past days come to: days that were only counted live until now are dropped. */
export function withPast(state: VehicleState, past: NonNullable<VehicleState['past']>): VehicleState {
  const open = Object.entries(state.openDays ?? {}).filter(([day]) => day > past.until);
  return { ...state, past, openDays: open.length > 0 ? Object.fromEntries(open) : undefined };
}
