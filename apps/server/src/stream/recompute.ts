import { dayStart } from '../kernel/day/edges';
import type { VehicleState } from '../kernel/live/state';
import { cleanTrack, gapMaxOf } from '../kernel/motion/hygiene';
import { mileageOf, segmentsOf } from '../kernel/motion/segments';
import type { TrackPoint } from '../kernel/point';
import type { VehicleFacts } from './vehicle-facts';

/** The one reading interface of stored positions (track.repo), handed in because rooms do not import each other. */
export type ReadTrack = (vehicleId: string, from: number, to: number) => Promise<TrackPoint[]>;

/** Today's figures of a vehicle from its stored points, by the same kernel that made them one message at a time. */
export interface TodayFigures {
  todayM: number;
  lateCount: number;
}

/** K2: the day up to the newest accepted fix, whatever order the points came in. Null when there is no day to compute. */
export async function recomputeToday(
  state: VehicleState,
  facts: VehicleFacts,
  readTrack: ReadTrack,
): Promise<TodayFigures | null> {
  const { reportTime, fix } = state;
  if (reportTime === null || fix === null) return null;
  const from = dayStart(reportTime, facts.timeZone);
  const points = await readTrack(state.vehicleId, from, reportTime);
  const { settingsAt } = facts;
  const { fixes } = cleanTrack(points, (t) => settingsAt(t).speedMaxKmh);
  const gapMaxMs = gapMaxOf(points, settingsAt(fix.t).gapFloorMs);
  const settings = (t: number) => ({ ...settingsAt(t), gapMaxMs });
  const { mileageM } = mileageOf(segmentsOf(fixes, { from, to: Math.max(from, fix.t) }, settings));
  return { todayM: mileageM, lateCount: points.filter((point) => point.late && point.t >= from).length };
}

/** Puts recomputed figures into the present state, which may have moved on by `state - before` meanwhile. */
export function applyToday(state: VehicleState, before: VehicleState, figures: TodayFigures): VehicleState {
  const difference = figures.todayM - before.todayM;
  const totalM = Math.max(0, state.totalM + difference);
  if (state.day !== before.day) return { ...state, totalM };
  return {
    ...state,
    totalM,
    todayM: Math.max(0, state.todayM + difference),
    lateCount: figures.lateCount + (state.lateCount - before.lateCount),
    dirty: false,
  };
}
