import { expect, it } from 'vitest';
import { makePoint, pointsEvery } from '../fixture';
import { temperatureStatsOf, timeWeightedMean, validTempC } from './figures';

const min = 60_000;

it('weighs 2, 4, 9, 5 at 0, 10, 20, 30 min with 10 min for the last to 5.0', () => {
  const samples = [2, 4, 9, 5].map((value, i) => ({ t: i * 10 * min, value }));
  expect(timeWeightedMean(samples, 30 * min, 10 * min)).toBeCloseTo(5, 9);
});

it('does not monitor beyond gapMax: samples at 0, 10, 20, 60 min give 6.333 over 60 min', () => {
  const samples = [2, 4, 9, 5].map((value, i) => ({ t: [0, 10, 20, 60][i] ?? 0, value }));
  // 2*10 + 4*10 + 9*30 + 5*10 = 380 over 60 min: a sample holds 30 min at most
  expect(
    timeWeightedMean(
      samples.map((s) => ({ ...s, t: s.t * min })),
      30 * min,
      10 * min,
    ),
  ).toBeCloseTo(6.333, 3);
});

it('takes sentinels for no reading and keeps channels apart', () => {
  expect([32767, -327.68, 85, -60.1, 80.1, null, undefined].map(validTempC)).toEqual(Array(7).fill(null));
  const points = [...pointsEvery(60, 0, 300, (s) => ({ tempC: [-18 + s / 60, s === 60 ? 85 : 4] })), makePoint(360)];
  expect(temperatureStatsOf(points, 10 * min, min)).toEqual([
    { channel: 1, min: -18, max: -13, avg: -15.5 },
    { channel: 2, min: 4, max: 4, avg: 4 },
  ]);
});
