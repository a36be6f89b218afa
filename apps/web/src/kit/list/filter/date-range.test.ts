import dayjs from 'dayjs';
import { expect, test } from 'vitest';
import { periodBefore, presetOf, rangeFault, rangeOfPreset } from './date-range';

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

test.each([
  ['a day', '2026-11-05 00:00:00', '2026-11-05 23:59:59', '2026-11-04 00:00:00', '2026-11-04 23:59:59'],
  ['a week', '2026-11-08 00:00:00', '2026-11-14 23:59:59', '2026-11-01 00:00:00', '2026-11-07 23:59:59'],
  [
    'over the end of a month',
    '2026-03-01 00:00:00',
    '2026-03-03 23:59:59',
    '2026-02-26 00:00:00',
    '2026-02-28 23:59:59',
  ],
])('the period before %s has as many days and ends where it begins', (_, startTime, endTime, from, to) =>
  expect(periodBefore({ startTime, endTime })).toEqual({ startTime: from, endTime: to }),
);

test('every preset is found again by its range, or by another one with the same', () => {
  for (const label of ['今天', '昨天', '近3天', '近7天', '本周', '上周', '本月', '上月']) {
    const range = rangeOfPreset(label);
    expect(range && rangeOfPreset(presetOf(range) ?? '')).toEqual(range);
  }
  expect(presetOf({ startTime: '2020-01-01 00:00:00', endTime: '2020-01-01 23:59:59' })).toBe(null);
  expect(rangeOfPreset('去年')).toBe(null);
});
