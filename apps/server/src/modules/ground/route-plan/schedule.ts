import { minuteMs } from '@tongda/contract/core/durations';
import type { PlanDetail, PlanSchedule, PlanStop } from '@tongda/contract/ground/route-plan/calls';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import type { Timed } from './calc';
import type { FoundPlan } from './repo';

/** A calculation as the wire has it. The way back is not stored with a plan: it is what the sums hold beyond the last stop. */
export function scheduleOf(
  ctx: Ctx,
  run: Timed,
  departAt: number,
  stops: ReadonlyArray<PlanStop & { name: string; address: string; lng: number; lat: number }>,
): PlanSchedule {
  const clock = (minutes: number): string => wireTime(departAt + minutes * minuteMs, ctx.timeZone);
  return {
    stops: run.stops.flatMap(({ index, distanceM, arrive, leave, driveMin, waitMin, lateMin }) => {
      const stop = stops[index];
      if (!stop) return [];
      const { placeId, name, address, lng, lat, stayMin, windowFrom, windowTo } = stop;
      const place = { placeId, name, address, lng, lat, stayMin, windowFrom, windowTo };
      return [
        {
          ...place,
          distanceKm: distanceM / 1000,
          driveMin,
          waitMin,
          lateMin,
          arriveTime: clock(arrive),
          leaveTime: clock(leave),
        },
      ];
    }),
    mileageKm: Math.round(run.distanceM / 100) / 10,
    durationMin: run.minutes,
    lateMin: run.lateMin,
    back: run.back && {
      distanceKm: run.back.distanceM / 1000,
      driveMin: run.back.driveMin,
      arriveTime: clock(run.back.arrive),
    },
  };
}

/** The detail of a plan with the results of the calculation at its last saving. */
export function planDetailOf(ctx: Ctx, plan: FoundPlan): Omit<PlanDetail, 'writes' | 'crossed'> {
  const { stops, departAt, mileageM, durationMin, corridorM: _width, avoidIds: _avoid, ...row } = plan;
  const minutesFrom = (a: Date, b: Date): number => Math.round((b.getTime() - a.getTime()) / minuteMs);
  const last = stops.at(-1);
  const driven = stops.reduce((sum, s) => sum + s.distanceM, 0);
  const shown = stops.map(({ distanceM, arriveAt, leaveAt, placeId, opensAt: _from, closesAt: _to, ...stop }, i) => ({
    ...stop,
    placeId,
    distanceKm: distanceM / 1000,
    waitMin: i === 0 ? 0 : minutesFrom(arriveAt, leaveAt) - stop.stayMin,
    arriveTime: wireTime(arriveAt, ctx.timeZone),
    leaveTime: wireTime(leaveAt, ctx.timeZone),
  }));
  const homeAt = new Date(departAt.getTime() + durationMin * minuteMs);
  const back =
    row.returnToStart && last
      ? {
          distanceKm: (mileageM - driven) / 1000,
          driveMin: minutesFrom(last.leaveAt, homeAt),
          arriveTime: wireTime(homeAt, ctx.timeZone),
        }
      : null;
  const lateMin = stops.reduce((sum, s) => sum + s.lateMin, 0);
  return { ...row, schedule: { stops: shown, mileageKm: row.planMileage, durationMin, lateMin, back } };
}
