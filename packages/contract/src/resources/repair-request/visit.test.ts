import { expect, it } from 'vitest';
import { bookableFrom, refuseVisitDay } from './visit';

// 2026-11-27 is a Friday
const friday = '2026-11-27';

it('offers the working days from tomorrow on, for a month', () => {
  const days = bookableFrom(friday);
  expect(days.slice(0, 2)).toEqual(['2026-11-30', '2026-12-01']);
  expect(days).not.toContain('2026-12-05');
  expect(days.at(-1)).toBe('2026-12-25');
});

it.each([
  ['2026-11-27', '预约日期最早为明天'],
  ['2026-11-28', '预约日期须为工作日（周一至周五）'],
  ['2026-11-30', null],
  ['2026-12-25', null],
  ['2026-12-28', '预约日期最晚为30天内'],
])('a visit on %s: %s', (day, refusal) => {
  expect(refuseVisitDay(day, friday)).toBe(refusal);
});
