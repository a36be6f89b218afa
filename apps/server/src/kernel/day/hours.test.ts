import { expect, test } from 'vitest';
import { makePoint, testStart } from '../fixture';
import { kernelDefaults } from '../settings';
import { computeTrackFacts } from './facts';
import { computeHoursFacts, windowsOf } from './hours';

const hour = 3_600_000;
const settings = { ...kernelDefaults, gapMaxMs: 600_000 };

test('a part of each day of the company, both minutes included; one over midnight belongs to the day on which it begins', () => {
  const day = Date.UTC(2026, 2, 1) - 8 * hour;
  const range = { from: day, until: day + 48 * hour };
  const hours = (window: [string, string]) =>
    windowsOf(range, window, 'Asia/Shanghai').map(({ from, until }) => [(from - day) / hour, (until - day) / hour]);
  expect(hours(['00:00', '23:59'])).toEqual([[0, 48]]);
  expect(hours(['08:00', '17:59'])).toEqual([
    [8, 18],
    [32, 42],
  ]);
  expect(hours(['22:00', '05:59'])).toEqual([
    [0, 6],
    [22, 30],
    [46, 48],
  ]);
});

test('what lies between the parts counts nowhere, and no line is drawn over it', () => {
  // 36 km/h for half an hour, a report every ten seconds; 10 minutes of it in the middle are not asked for
  const points = Array.from({ length: 181 }, (_, i) => makePoint(i * 10, { northM: i * 100, speedKmh: 36, acc: true }));
  const at = (minute: number) => testStart + minute * 60_000;
  const whole = computeTrackFacts(points, { from: at(0), to: at(30) }, settings);
  const parts = computeHoursFacts(
    points,
    [
      { from: at(0), until: at(10) },
      { from: at(20), until: at(30) },
    ],
    settings,
  );
  expect(whole.mileageM / 1000).toBeCloseTo(18, 1);
  expect(parts.mileageM / 1000).toBeCloseTo(12, 1);
  expect(parts.timeMs).toMatchObject({ moving: 20 * 60_000, noData: 0 });
  expect(parts.avgSpeedKmh).toBeCloseTo(36, 0);
  expect(parts.gaps).toEqual([]);
  expect(parts.breaks).toEqual([at(20)]);
  expect(parts.inRange.every(({ t }) => t <= at(10) || t >= at(20))).toBe(true);
});

test('a stay that a part cuts off is over with it; hours outside the range hold nothing', () => {
  const points = Array.from({ length: 181 }, (_, i) => makePoint(i * 10, { acc: false }));
  const at = (minute: number) => testStart + minute * 60_000;
  const windows = [
    { from: at(0), until: at(10) },
    { from: at(20), until: at(30) },
  ];
  expect(computeHoursFacts(points, windows, settings).stays).toMatchObject([
    { start: at(0), end: at(10), open: false },
    { start: at(20), end: at(30), open: true },
  ]);
  expect(computeHoursFacts(points, [], settings)).toMatchObject({ inRange: [], stays: [], mileageM: 0 });
});
