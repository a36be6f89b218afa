import { expect, it } from 'vitest';
import { overlapOf } from './overlap';
import type { Shape } from './shape';

const circle = (east: number, radiusM: number): Shape => ({
  kind: 'circle',
  centre: [121 + east / (111_195 * Math.cos((31 * Math.PI) / 180)), 31],
  radiusM,
});

it('is the part of the smaller ground, whichever of the two it is', () => {
  expect(overlapOf(circle(0, 200), circle(0, 200))).toBe(1);
  expect(overlapOf(circle(0, 200), circle(500, 200))).toBe(0);
  // a small one wholly on a large one
  expect(overlapOf(circle(0, 2000), circle(300, 100))).toBe(1);
  expect(overlapOf(circle(300, 100), circle(0, 2000))).toBe(1);
  // circles of the same radius whose centres lie one radius apart share 39.1 %
  expect(overlapOf(circle(0, 200), circle(200, 200))).toBeCloseTo(0.391, 1);
  const half: Shape = { kind: 'rect', box: [121, 30.9, 121.1, 31.1] };
  expect(overlapOf(circle(0, 200), half)).toBeCloseTo(0.5, 1);
});
