import { message } from '@tongda/contract/core/messages';
import type { Dayjs } from 'dayjs';

/** Why a chosen range is refused; null = it is fine. An end before its start is not swapped: nobody knows which of the two was meant. */
export function rangeFault(start: Dayjs | null, end: Dayjs | null, maxDays?: number): string | null {
  if (!start || !end) return null;
  if (start.isAfter(end, 'day')) return message('daterange.order');
  if (maxDays !== undefined && end.startOf('day').diff(start.startOf('day'), 'day') >= maxDays)
    return `最多可选${maxDays}天`;
  return null;
}
