import { dayStart } from '../kernel/day/edges';
import type { VehicleState } from '../kernel/live/state';
import { cleanTrack, gapMaxOf } from '../kernel/motion/hygiene';
import { mileageOf, segmentsOf } from '../kernel/motion/segments';
import type { TrackPoint } from '../kernel/point';
import type { VehicleFacts } from './vehicle-facts';

/** Reads the stored points of a vehicle, both ends included, epoch ms. It is handed in because the stream must not import the module that has it (track). */
export type ReadTrack = (vehicleId: string, from: number, to: number) => Promise<TrackPoint[]>;

/** Today's figures of a vehicle: metres driven, number of late points. */
export interface TodayFigures {
  todayM: number;
  lateCount: number;
}

/** Computes today's figures from the stored points up to the newest accepted fix (K2), whatever order they came in. Null when the vehicle has no fix yet. */
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

/** Puts recomputed figures into the present state. The vehicle may have driven on since `before`, so only the correction is added. */
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
