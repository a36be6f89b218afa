import { minuteMs } from '@tongda/contract/core/durations';
import type { RulePeriod } from '@tongda/contract/rules/alarm-rule/codes';
import { localDay, zoneOffsetMs } from '../day/edges';

const dayMinutes = 1440;

/** The minute of the day on the company's clock, 0-1439. */
export function wallMinuteOf(t: number, zone: string): number {
  const minute = Math.floor((t + zoneOffsetMs(t, zone)) / minuteMs) % dayMinutes;
  return minute < 0 ? minute + dayMinutes : minute;
}

/** The minute of the day of a clock time `HH:mm`. */
export const minuteOf = (wall: string): number => Number(wall.slice(0, 2)) * 60 + Number(wall.slice(3, 5));

/** Whether a minute of the day lies between two clock times `HH:mm`, the end excluded; a span that ends before it begins goes over midnight. */
export function isWithinSpan(minute: number, from: string, to: string): boolean {
  const [a, b] = [minuteOf(from), minuteOf(to)];
  return a <= b ? minute >= a && minute < b : minute >= a || minute < b;
}

export interface Validity {
  period: RulePeriod;
  /** company days, both included; null = no bound */
  validFrom: string | null;
  validUntil: string | null;
}

/** Whether a rule holds at `t`: by its dates, weekdays and hours on the company's clock, and, where it asks for that, by the vehicle being in transit. */
export function ruleHoldsAt(
  t: number,
  { period, validFrom, validUntil }: Validity,
  zone: string,
  inTransit = false,
): boolean {
  if (period.inTransit && !inTransit) return false;
  if (validFrom !== null || validUntil !== null) {
    const day = localDay(t, zone);
    if ((validFrom !== null && day < validFrom) || (validUntil !== null && day > validUntil)) return false;
  }
  if (period.weekdays.length > 0) {
    const weekday = new Date(t + zoneOffsetMs(t, zone)).getUTCDay() || 7;
    if (!period.weekdays.includes(weekday)) return false;
  }
  if (period.spans.length === 0) return true;
  const minute = wallMinuteOf(t, zone);
  return period.spans.some(({ from, to }) => isWithinSpan(minute, from, to));
}
