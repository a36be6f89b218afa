import { message } from '@tongda/contract/core/messages';
import dayjs, { type Dayjs } from 'dayjs';
import { wireTime } from '../../show/format';

/** Why a chosen range is refused; null = it is fine. An end before its start is not swapped: nobody knows which of the two was meant. */
export function rangeFault(start: Dayjs | null, end: Dayjs | null, maxDays?: number): string | null {
  if (!start || !end) return null;
  if (start.isAfter(end, 'day')) return message('daterange.order');
  if (maxDays !== undefined && end.startOf('day').diff(start.startOf('day'), 'day') >= maxDays)
    return `最多可选${maxDays}天`;
  return null;
}

const wire = 'YYYY-MM-DD HH:mm:ss';

/** The ranges that a click chooses, whole days of the company's clock wherever the desk stands; weeks begin on Sunday (report.md 0). */
export const rangePresets = (): Array<{ label: string; value: [Dayjs, Dayjs] }> => {
  const now = dayjs(wireTime(Date.now()));
  const day = now.startOf('day');
  const end = now.endOf('day');
  const before = (days: number): Dayjs => day.subtract(days, 'day');
  return [
    { label: '今天', value: [day, end] },
    { label: '昨天', value: [before(1), end.subtract(1, 'day')] },
    { label: '近3天', value: [before(2), end] },
    { label: '近7天', value: [before(6), end] },
    { label: '本周', value: [now.startOf('week'), end] },
    { label: '上周', value: [now.subtract(1, 'week').startOf('week'), now.subtract(1, 'week').endOf('week')] },
    { label: '本月', value: [now.startOf('month'), end] },
    { label: '上月', value: [now.subtract(1, 'month').startOf('month'), now.subtract(1, 'month').endOf('month')] },
  ];
};

/** Both ends of a range as the fields of a request. */
export interface WireRange {
  startTime: string;
  endTime: string;
}

/** The preset that a range is today, null when it is none: what is kept as 近7天 is the last seven days also next week. */
export const presetOf = ({ startTime, endTime }: WireRange): string | null =>
  rangePresets().find(({ value: [from, to] }) => from.format(wire) === startTime && to.format(wire) === endTime)
    ?.label ?? null;

/** The range that a preset is today; null for a name that is none. */
export function rangeOfPreset(label: string): WireRange | null {
  const [from, to] = rangePresets().find((preset) => preset.label === label)?.value ?? [];
  return from && to ? { startTime: from.format(wire), endTime: to.format(wire) } : null;
}

/** The period of as many days just before a range of whole days. */
export function periodBefore({ startTime, endTime }: WireRange): WireRange {
  const days = dayjs(endTime).diff(dayjs(startTime), 'day') + 1;
  const back = (time: string): string => dayjs(time).subtract(days, 'day').format(wire);
  return { startTime: back(startTime), endTime: back(endTime) };
}
