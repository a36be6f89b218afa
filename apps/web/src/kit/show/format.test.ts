import { noBreak } from '@tongda/contract/core/figure';
import { expect, test, vi } from 'vitest';
import {
  cutText,
  fileSize,
  formatDuration,
  formatKm,
  formatNumber,
  formatRange,
  formatTemp,
  minuteText,
  shortTime,
  windowText,
  wireTime,
} from './format';

test.each([
  [-18, 1, '−18.0'],
  [-0.04, 1, '0.0'],
  [1234567.891, 2, '1,234,567.89'],
  [null, 0, '--'],
  [Number.NaN, 0, '--'],
])('num(%s, %s)', (value, decimals, text) => expect(formatNumber(value, decimals)).toBe(text));

test.each([
  [0, '0秒'],
  [59.9, '59秒'],
  [60, '1分'],
  [3600, '1小时'],
  [7980, '2小时13分'],
  [86_400 + 60, '1天1分'],
  [2 * 86_400 + 3 * 3600 + 240, '2天3小时4分'],
  [-1, '--'],
  [undefined, '--'],
])('duration(%s)', (seconds, text) => expect(formatDuration(seconds)).toBe(text));

test('temperatures, ranges, distances, sizes, times', () => {
  expect(formatTemp(-18.25)).toBe('−18.3');
  expect(formatRange(-25, -18)).toBe('−25\u00A0~\u00A0−18');
  expect(formatRange(null, null)).toBe('--');
  expect(formatKm(286_449)).toBe('286.4');
  expect(fileSize(1536)).toBe('1.5 KB');
  expect(fileSize(0)).toBe('0 B');
});

test('a time of this year has no year, one of another year says so', () => {
  // in Shanghai, the company's zone, the year 2027 began a minute ago
  vi.useFakeTimers({ now: Date.UTC(2026, 11, 31, 16, 1), toFake: ['Date'] });
  try {
    expect(shortTime('2027-01-01 00:00:32')).toBe('01-01\u00A000:00:32');
    expect(minuteText('2027-01-01 00:00:32')).toBe('01-01\u00A000:00');
    expect(shortTime('2026-11-21 14:06:32')).toBe('26-11-21\u00A014:06');
    expect(minuteText('2028-02-03 14:06:32')).toBe('28-02-03\u00A014:06');
    expect([shortTime(null), minuteText(undefined), minuteText(null, '在内')]).toEqual(['--', '--', '在内']);
  } finally {
    vi.useRealTimers();
  }
});

test('a window over midnight says both days, and an open end what is known', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 29, 12), toFake: ['Date'] });
  try {
    expect(windowText('2026-11-30 00:28:00', '2026-11-30 03:28:00')).toBe(noBreak('11-30 00:28–03:28'));
    expect(windowText('2026-11-29 23:28:00', '2026-11-30 02:28:00')).toBe(noBreak('11-29 23:28 – 11-30 02:28'));
    expect(windowText(null, '2026-11-30 02:28:00')).toBe(noBreak('11-30 02:28 前'));
    expect(windowText('2026-11-29 23:28:00', null)).toBe(noBreak('11-29 23:28 起'));
    expect(windowText(null, null)).toBe('--');
  } finally {
    vi.useRealTimers();
  }
});

test('an instant reads in the company zone', () => {
  const instant = Date.UTC(2026, 10, 21, 16, 5, 9);
  expect(wireTime(instant, 'Asia/Shanghai')).toBe('2026-11-22 00:05:09');
  expect(wireTime(instant, 'UTC')).toBe('2026-11-21 16:05:09');
});

test('an organisation of 15 characters is whole, of 16 is cut', () => {
  expect(cutText('一二三四五六七八九十一二三四五', 15)).toBe('一二三四五六七八九十一二三四五');
  expect(cutText('一二三四五六七八九十一二三四五六', 15)).toBe('一二三四五六七八九十一二三四五…');
});
