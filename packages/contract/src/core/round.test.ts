import { expect, test } from 'vitest';
import { percentOf, roundTo } from './round';

test.each([
  [12.345, 2, 12.35],
  [12.344, 2, 12.34],
  [-3.25, 1, -3.2],
  [7, 0, 7],
])('%f to %i decimals is %f', (value, decimals, rounded) => {
  expect(roundTo(value, decimals)).toBe(rounded);
});

test('what is missing stays missing', () => {
  expect(roundTo(null, 1)).toBeNull();
  expect(roundTo(undefined, 1)).toBeNull();
});

test.each([
  [1, 3, 1, 33.3],
  [2, 3, 2, 66.67],
  [0, 8, 1, 0],
])('%i of %i is, with %i decimals, %f %%', (part, whole, decimals, percent) => {
  expect(percentOf(part, whole, decimals)).toBe(percent);
});

test('a percentage needs a part and a whole', () => {
  expect(percentOf(1, 0)).toBeNull();
  expect(percentOf(null, 4)).toBeNull();
  expect(percentOf(1, undefined)).toBeNull();
});
