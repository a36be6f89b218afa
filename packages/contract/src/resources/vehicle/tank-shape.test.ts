import { expect, test } from 'vitest';
import { filledShare, tableOfShape } from './tank-shape';

test('a tank is as full as the part of its cross-section below the height', () => {
  expect(filledShare(1, 0.25)).toBe(0.25);
  // segment of a circle: (2.0944 - sin 2.0944) / 2π
  expect(filledShare(2, 0.25)).toBeCloseTo(0.1955, 4);
  expect(filledShare(2, 0.5)).toBeCloseTo(0.5, 9);
  // (0.25 + 0.15355 / 2) / (1 + π / 8)
  expect(filledShare(3, 0.25)).toBeCloseTo(0.2346, 4);
  for (const shape of [1, 2, 3, 4] as const) {
    expect(filledShare(shape, 0)).toBe(0);
    expect(filledShare(shape, 1)).toBeCloseTo(1, 9);
  }
});

test('a table of a shape rises in both columns and ends at the capacity', () => {
  const table = tableOfShape(2, 400, { from: 100, until: 4095 });
  expect(table).toHaveLength(11);
  expect(table[0]).toEqual({ raw: 100, litres: 0 });
  expect(table[5]).toEqual({ raw: 2097.5, litres: 200 });
  expect(table.at(-1)).toEqual({ raw: 4095, litres: 400 });
  for (const [i, point] of table.entries()) {
    const before = table[i - 1];
    if (before) expect(point.raw > before.raw && point.litres > before.litres).toBe(true);
  }
});
