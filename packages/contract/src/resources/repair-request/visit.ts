import { dayMs } from '../../core/durations';

/** How many visits the provider's engineers make in half a day, of all companies together. */
export const visitsPerHalf = 10;
/** A visit is booked for one of the next days, so many at most. */
export const bookableDays = 30;

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const dayOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Whether engineers work on that day: Monday to Friday. */
export function isWorkingDay(day: string): boolean {
  const weekday = new Date(dayOf(day)).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}

/** The days on which a visit may be booked: the working days from tomorrow on. */
export function bookableFrom(today: string): string[] {
  return Array.from({ length: bookableDays }, (_, i) => dayText(dayOf(today) + (i + 1) * dayMs)).filter(isWorkingDay);
}

/** Why no visit can be booked on a day; null when one can. */
export function refuseVisitDay(day: string, today: string): string | null {
  if (day <= today) return '预约日期最早为明天';
  if (day > dayText(dayOf(today) + bookableDays * dayMs)) return `预约日期最晚为${bookableDays}天内`;
  return isWorkingDay(day) ? null : '预约日期须为工作日（周一至周五）';
}
