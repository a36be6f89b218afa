import { minuteMs } from '@tongda/contract/core/durations';
import { type Punctuality, planSpanMs, punctualityOf } from './punctuality';
import { plannedArrivalsOf, type RunCall, type RunStop } from './route-runs';

/** One stop of a departure of the timetable, held against the drive that served it (K14). Times are epoch ms. */
export interface TimetableCall {
  /** index of the stop */
  stop: number;
  /** null: the first stop, which is only left */
  planArrive: number | null;
  arrive: number | null;
  arriveDiffMs: number | null;
  /** null: not judged yet, or the first stop */
  arriveResult: Punctuality;
  /** null: the last stop, which is only reached */
  planLeave: number | null;
  leave: number | null;
  leaveDiffMs: number | null;
  leaveResult: Punctuality;
}

/**
 * Judges every stop of a departure by its tolerances. `calls` are those of the drive, one a stop; null while nobody drove it: its stops count as missed a
 * day after they were planned.
 */
export function timetableCalls(
  stops: readonly RunStop[],
  planAt: number,
  calls: readonly RunCall[] | null,
  now: number,
): TimetableCall[] {
  const plan = plannedArrivalsOf(stops);
  const last = stops.length - 1;
  return stops.map((stop, i): TimetableCall => {
    const { arrive = null, leave = null } = calls?.[i] ?? {};
    const planArrive = planAt + (plan[i] ?? 0);
    const planLeave = i === last ? null : planArrive + (i === 0 ? 0 : stop.stayMin * minuteMs);
    const tolerance = { earlyMs: stop.earlyMin * minuteMs, lateMs: stop.lateMin * minuteMs };
    const arriveDiffMs = i === 0 || arrive === null ? null : arrive - planArrive;
    const leaveDiffMs = planLeave === null || leave === null ? null : leave - planLeave;
    const missed = calls !== null || now - planArrive >= planSpanMs.after;
    return {
      stop: i,
      planArrive: i === 0 ? null : planArrive,
      arrive,
      arriveDiffMs,
      arriveResult:
        i === 0 ? null : arriveDiffMs === null ? (missed ? 'missed' : null) : punctualityOf(arriveDiffMs, tolerance),
      planLeave,
      leave,
      leaveDiffMs,
      leaveResult: leaveDiffMs === null ? null : punctualityOf(leaveDiffMs, tolerance),
    };
  });
}
