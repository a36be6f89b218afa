import { dayMs, minuteMs } from '../../../core/durations';
import { inWindow, type TimeWindow, windowWords } from '../../../core/field/time-window';

/** 通行证 of a vehicle for a 限行区; days both included, null: open. */
interface TruckPass {
  placeId: string;
  from: string | null;
  until: string | null;
}

/** A 限行区 around a stop. */
export interface TruckLimit {
  /** absent where passes do not matter */
  placeId?: string | undefined;
  name: string;
  /** empty: at all hours */
  hours: TimeWindow[];
  /** it is no 限行区 for all: it keeps out only the vehicles that name it in `limitAreaIds` */
  named?: boolean | undefined;
  /** keeps out vehicles of more total mass than so many tons; null: all of them */
  overT: number | null;
}

interface LimitedVehicle {
  plateNo: string;
  /** null when nobody entered it; the vehicle then counts as too heavy, so that a dispatcher looks at it */
  totalWeightKg: number | null;
  passes?: readonly TruckPass[] | undefined;
  /** areas that this one vehicle must not enter, at any hour (限行区域 of its form) */
  limitAreaIds?: readonly string[] | undefined;
}

/** `arriveAt` and `leaveAt` are wall-clock ms of the company, as the board counts time. */
const isWithin = (hours: readonly TimeWindow[], arriveAt: number, leaveAt: number): boolean => {
  if (hours.length === 0) return true;
  // a stay is looked at every five minutes: windows are entered in these steps
  for (let at = arriveAt; at <= Math.max(arriveAt, Math.min(leaveAt, arriveAt + dayMs)); at += 5 * minuteMs) {
    const local = new Date(at);
    const clock = local.toISOString().slice(11, 16);
    if (hours.some((window) => inWindow(window, local.getUTCDay() || 7, clock))) return true;
  }
  return false;
};

/** Whether a pass lets the vehicle be there from its arrival until it leaves. */
const hasPass = ({ placeId }: TruckLimit, vehicle: LimitedVehicle, arriveAt: number, leaveAt: number): boolean => {
  const [first, last] = [arriveAt, Math.max(arriveAt, leaveAt)].map((at) => new Date(at).toISOString().slice(0, 10));
  return (vehicle.passes ?? []).some(
    (pass) =>
      pass.placeId === placeId &&
      (pass.from === null || pass.from <= (first ?? '')) &&
      (pass.until === null || pass.until >= (last ?? '')),
  );
};

/** Why a vehicle may not be at a stop at the planned time; null when no 限行区 keeps it out or it has a pass (transport.md 4.3 RESTRICT). */
export function limitReasonOf(
  limits: readonly TruckLimit[],
  vehicle: LimitedVehicle,
  arriveAt: number,
  leaveAt: number,
): string | null {
  for (const limit of limits) {
    const { name, hours, overT, placeId } = limit;
    if (placeId && vehicle.limitAreaIds?.includes(placeId)) return `${vehicle.plateNo}限行区域包含${name}，不准驶入`;
    if (limit.named) continue;
    const heavy = overT === null || vehicle.totalWeightKg === null || vehicle.totalWeightKg > overT * 1000;
    if (!heavy || !isWithin(hours, arriveAt, leaveAt) || hasPass(limit, vehicle, arriveAt, leaveAt)) continue;
    const when = windowWords(hours) || '全天';
    const what = overT === null ? '货车' : `总质量超过${overT}吨的货车`;
    const own =
      overT === null
        ? ''
        : vehicle.totalWeightKg === null
          ? `，${vehicle.plateNo}没有录入总质量`
          : `，${vehicle.plateNo}总质量${vehicle.totalWeightKg / 1000}吨`;
    return `${name}${when}限行${what}${own}`;
  }
  return null;
}
