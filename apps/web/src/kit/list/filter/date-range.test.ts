import dayjs from 'dayjs';
import { expect, test } from 'vitest';
import { rangeFault } from './date-range';

const day = (text: string) => dayjs(`2026-11-${text}`);

test.each([
  ['one day', day('05'), day('05'), 1, null],
  ['the end before the start', day('06'), day('05'), undefined, '开始时间不能晚于结束时间'],
  ['the same day, later hour first', day('05 10:00:00'), day('05 09:00:00'), undefined, null],
  ['as long as allowed', day('01'), day('07'), 7, null],
  ['a day too long', day('01'), day('08'), 7, '最多可选7天'],
  ['cleared', null, null, 7, null],
  ['half chosen', day('01'), null, 7, null],
])('%s', (_name, start, end, maxDays, fault) => expect(rangeFault(start, end, maxDays)).toBe(fault));
