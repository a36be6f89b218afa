import { expect, it } from 'vitest';
import { resampleCurve } from './resample';

const every = (step: number, to: number, value: (t: number) => number) =>
  Array.from({ length: to / step }, (_, i) => ({ t: i * step, value: value(i * step) }));

it('keeps the extremes of every bucket in the order of time', () => {
  const curve = resampleCurve(
    every(10, 1000, (t) => (t === 330 ? 99 : t === 370 ? -99 : 5)),
    0,
    1000,
    10,
  );
  expect(curve.filter(([t]) => t >= 300 && t < 400)).toEqual([
    [330, 99],
    [370, -99],
  ]);
  expect(curve.filter(([t]) => t < 100)).toEqual([[0, 5]]);
});

it('breaks the line once where nothing was read, and not at the ends', () => {
  const samples = every(10, 1000, () => 5).filter(({ t }) => (t >= 200 && t < 400) || (t >= 700 && t < 800));
  expect(resampleCurve(samples, 0, 1000, 10).map(([t, value]) => [t, value])).toEqual([
    [200, 5],
    [300, 5],
    [400, null],
    [700, 5],
  ]);
  expect(resampleCurve([], 0, 1000, 10)).toEqual([]);
});
