import { expect, it } from 'vitest';
import { type LateState, lateText, minutesAfter, overdueText, spanText } from './figures';

it('says minutes as short as a column has room for', () => {
  expect([0, 8, 59, 60, 65, 599, 600, 755, 1_440, 4_594].map(spanText)).toEqual([
    ...['0分', '8分', '59分', '1小时', '1小时5分', '9小时59分'],
    ...['10小时', '12小时', '1天', '3天4小时'],
  ]);
});

it('tells what is late from what is expected to be late', () => {
  const cases: Array<[LateState, number | null, string]> = [
    ['late', 65, '晚1小时5分'],
    ['late', 0, '晚不到1分'],
    ['late', null, '已晚到'],
    ['expectedLate', 20, '预计晚20分'],
    // fewer minutes than the company wants to hear of
    ['onTime', 3, '预计晚3分'],
    ['onTime', 0, '准点'],
    ['onTime', -47 * 60, '早1天23小时'],
    ['onTime', null, '正常'],
  ];
  for (const [late, minutes, words] of cases) expect(lateText(late, minutes)).toBe(words);
});

it('counts a minute when it is over', () => {
  const due = Date.UTC(2026, 6, 5, 2);
  expect([59_999, 60_000, -1, -60_000].map((ms) => minutesAfter(due, due + ms))).toEqual([0, 1, -1, -1]);
});

it('calls late what has not come when its promise is over', () => {
  const due = Date.UTC(2026, 6, 5, 2);
  expect([-60_000, 0, 1, 65 * 60_000].map((ms) => overdueText(due, due + ms))).toEqual([
    '',
    '',
    '晚不到1分',
    '晚1小时5分',
  ]);
});
