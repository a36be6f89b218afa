import { dayMs } from '@tongda/contract/core/durations';
import { invalidField } from '../../../core/http/errors';
import { wallToMs } from '../../../kernel/day/edges';
import type { Range } from '../../../kernel/motion/segments';

/** Reports come at whole seconds: the last one of a range is within its last second, and the first of the next day is not. */
const lastSecondMs = 999;

/**
 * Range of a request in epoch ms: real dates, end not before start, at most `maxDays`. Like that of a report it holds its last second: a day that is asked for until
 * 23:59:59 is the whole day, whatever a truck drives in that second.
 */
export function rangeOf(input: { startTime: string; endTime: string }, timeZone: string, maxDays: number): Range {
  const from = wallToMs(input.startTime, timeZone);
  const to = wallToMs(input.endTime, timeZone);
  if (from === null) throw invalidField('startTime', '开始时间不是有效的日期');
  if (to === null) throw invalidField('endTime', '结束时间不是有效的日期');
  if (to < from) throw invalidField('endTime', '结束时间不能早于开始时间');
  if (to - from > maxDays * dayMs) throw invalidField('endTime', `查询时间跨度不能超过${maxDays}天`);
  return { from, to: to + lastSecondMs };
}
