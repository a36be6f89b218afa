import { minuteMs } from '@tongda/contract/core/durations';
import { expect, it } from 'vitest';
import { makePoint } from '../fixture';
import type { TrackPoint } from '../point';
import { expectedReports } from './completeness';

const hour = 60;
/** Reports from one minute to another (the last not included), every so many seconds. */
function reports(fromMin: number, untilMin: number, everyS: number, more: Partial<TrackPoint>): TrackPoint[] {
  const count = ((untilMin - fromMin) * 60) / everyS;
  return Array.from({ length: count }, (_, i) => makePoint(fromMin * 60 + i * everyS, more));
}
const moving = { speedKmh: 60, acc: true };
const idle = { speedKmh: 0, acc: true };
const parked = { speedKmh: 0, acc: false };
const expected = (points: readonly TrackPoint[], untilMin: number): number | null =>
  expectedReports(points, {
    from: makePoint(0).t,
    until: makePoint(0).t + untilMin * minuteMs,
    gapMaxMs: 10 * minuteMs,
    movingSpeedKmh: 5,
  });

it('terminals report less often when the truck idles or is parked: nothing is missing then', () => {
  const day = [
    ...reports(0, 10 * hour, 30, moving),
    ...reports(10 * hour, 11 * hour, 60, idle),
    ...reports(11 * hour, 24 * hour, 300, parked),
  ];
  expect(day).toHaveLength(1200 + 60 + 156);
  expect(expected(day, 24 * hour)).toBe(day.length);
});

it('what is missing is counted by the step of the state that the silence began in', () => {
  const road = reports(0, 4 * hour, 30, moving);
  const night = reports(4 * hour, 24 * hour, 300, parked);
  // one report in ten, and 40 minutes on the road
  const thinned = road.filter((_, i) => i % 10 !== 5);
  expect(expected([...thinned, ...night], 24 * hour)).toBe(road.length + night.length);
  const silent = road.filter(({ t }) => t < makePoint(hour * 60).t || t >= makePoint(hour * 60 + 40 * 60).t);
  expect(expected([...silent, ...night], 24 * hour)).toBe(road.length + night.length);
  // six hours of the night are 72 reports of a parked truck, though it drives when it is heard of again
  const away = [...road, ...reports(4 * hour, 18 * hour, 300, parked)];
  const back = [...away, ...reports(24 * hour, 25 * hour, 30, moving)];
  expect(expected(back, 25 * hour)).toBe(back.length + 72);
});

it('counts the edges of the range, and knows nothing from less than two reports', () => {
  // every ten minutes of the first half hour of a day
  expect(expected(reports(0, 40, 600, parked), 24 * hour)).toBe(144);
  expect(expected(reports(12 * hour, 24 * hour, 600, parked), 24 * hour)).toBe(144);
  expect(expected([makePoint(0)], 24 * hour)).toBeNull();
  expect(expected([], 24 * hour)).toBeNull();
});
