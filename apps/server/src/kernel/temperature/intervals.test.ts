import { expect, test } from 'vitest';
import { arrival, arrivalOf, curveWithBreaks, intervalRowsOf, silencesOf } from './intervals';

const minute = 60_000;
const at = (...minutes: number[]) => minutes.map((m) => ({ t: m * minute }));

test('a slot holds the last sample of its interval, end included, start not; a slot without one is missing and nothing is carried over', () => {
  const rows = intervalRowsOf(at(0, 3, 10, 11, 31), { from: 0, until: 40 * minute, intervalMs: 10 * minute });
  expect(rows.map(({ t, point }) => [t / minute, point && point.t / minute])).toEqual([
    [10, 10],
    [20, 11],
    [30, null],
    [40, 31],
  ]);
});

test('a curve keeps lowest and highest of each bucket, marks late readings and is broken by a silence', () => {
  const samples = [2, 9, 4, -1, 5].map((value, i) => ({
    t: [0, 1, 2, 3, 40][i] ?? 0,
    value,
    came: arrival[i === 3 ? 'late' : 'live'],
  }));
  const inMinutes = samples.map((one) => ({ ...one, t: one.t * minute }));
  const curve = curveWithBreaks(inMinutes, { from: 0, until: 50 * minute, gapMaxMs: 10 * minute, buckets: 5 });
  expect(curve.map(([t, value, late]) => [Math.round(t / minute), value, late])).toEqual([
    [1, 9, 0],
    [3, -1, 1],
    [3, null, 0],
    [40, 5, 0],
  ]);
});

test('silences are longer than the longest that statistics bridge, also at the edges', () => {
  const gaps = silencesOf(at(20, 25, 60), { from: 0, until: 65 * minute, gapMaxMs: 10 * minute });
  expect(gaps.map(({ from, until }) => [from / minute, until / minute])).toEqual([
    [0, 20],
    [25, 60],
  ]);
});

test('a reading is unproven when it arrived later than the limit allows, the limit itself excluded; a little late is 补传', () => {
  const came = (afterMinutes: number, late: boolean) =>
    arrivalOf({ t: 0, receiveTime: afterMinutes * minute, late }, 60 * minute);
  expect([came(0, false), came(59, true), came(60, true), came(61, true), came(61, false)]).toEqual([
    arrival.live,
    arrival.late,
    arrival.late,
    arrival.unproven,
    arrival.unproven,
  ]);
});
