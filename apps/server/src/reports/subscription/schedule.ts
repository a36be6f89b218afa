import { dayMs } from '@tongda/contract/core/durations';
import type { Cycle } from '@tongda/contract/reports/kit/subscription';
import { localDay, wallToMs } from '../../kernel/day/edges';

/** When a report is sent, by the company's clock. */
export interface Schedule {
  cycle: Cycle;
  /** `week`: 1 = Monday to 7 */
  weekday: number;
  /** `month`: 1-28 */
  monthDay: number;
  /** HH:mm */
  clock: string;
}

/** Calendar days (YYYY-MM-DD) as numbers of days, so that they can be added up without a zone. */
const numberOfDay = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs);
const dayOfNumber = (n: number): string => new Date(n * dayMs).toISOString().slice(0, 10);
/** 1 = Monday to 7. */
const weekdayOf = (n: number): number => ((n + 3) % 7) + 1;

/** The first sending after `after` (epoch ms). */
export function nextSending({ cycle, weekday, monthDay, clock }: Schedule, after: number, zone: string): number {
  const today = numberOfDay(localDay(after, zone));
  for (let n = today; n <= today + 62; n++) {
    if (cycle === 'week' && weekdayOf(n) !== weekday) continue;
    if (cycle === 'month' && Number(dayOfNumber(n).slice(8)) !== monthDay) continue;
    // an hour that a change of the clock leaves out does not exist on that day
    const at = wallToMs(`${dayOfNumber(n)} ${clock}:00`, zone);
    if (at !== null && at > after) return at;
  }
  throw new RangeError(`no sending within two months: ${cycle} ${clock}`);
}

/** The days that a sending at `at` (epoch ms) covers, as wire times: the day before, the seven days before, the calendar month before. */
export function rangeOfSending(cycle: Cycle, at: number, zone: string): { startTime: string; endTime: string } {
  const today = numberOfDay(localDay(at, zone));
  const day = dayOfNumber(today);
  const firstOfMonth = numberOfDay(`${day.slice(0, 8)}01`);
  const [first, last] =
    cycle === 'month'
      ? [numberOfDay(`${dayOfNumber(firstOfMonth - 1).slice(0, 8)}01`), firstOfMonth - 1]
      : [today - (cycle === 'week' ? 7 : 1), today - 1];
  return { startTime: `${dayOfNumber(first)} 00:00:00`, endTime: `${dayOfNumber(last)} 23:59:59` };
}
