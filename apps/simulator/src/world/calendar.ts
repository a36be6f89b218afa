import type { DemoVehicle } from '../fleet/demo';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** The demo lives in China: UTC+8, no summer time. */
export const zoneMs = 8 * hourMs;

/** Number of the local calendar day (days since 1970-01-01 in UTC+8). */
export const localDay = (timeMs: number): number => Math.floor((timeMs + zoneMs) / dayMs);
/** Minutes since local midnight, with fraction. */
export const localMinute = (timeMs: number): number => (timeMs + zoneMs - localDay(timeMs) * dayMs) / minuteMs;
/** 0 Sunday … 6 Saturday of a local day number (day 0 was a Thursday). */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** When a vehicle's duty day begins, epoch ms: the 24 h from its own starting minute on local day `day`. */
export const dutyStartMs = (vehicle: DemoVehicle, day: number): number =>
  day * dayMs - zoneMs + vehicle.startMinute * minuteMs;

/** Number of the duty day of a vehicle that a moment belongs to. */
export const dutyDayOf = (vehicle: DemoVehicle, timeMs: number): number =>
  localDay(timeMs - vehicle.startMinute * minuteMs);

/** Whether a moment lies in a window that begins on one of the weekdays at the local minute `fromMinute` and lasts `minutes` (up to a week). */
export function inWeeklyWindow(
  timeMs: number,
  weekdays: readonly number[],
  fromMinute: number,
  minutes: number,
): boolean {
  return sinceWeekly(timeMs, weekdays, fromMinute) < minutes;
}

/** Minutes since a weekly window last began; Infinity without weekdays. */
export function sinceWeekly(timeMs: number, weekdays: readonly number[], fromMinute: number): number {
  const day = localDay(timeMs);
  const minute = localMinute(timeMs);
  let best = Number.POSITIVE_INFINITY;
  for (let back = 0; back <= 7; back++) {
    if (!weekdays.includes(weekdayOf(day - back))) continue;
    const since = back * 1440 + minute - fromMinute;
    if (since >= 0 && since < best) best = since;
  }
  return best;
}
