import { expect, test } from 'vitest';
import { wideOf } from './grid-rows';

test('a cell that would stand alone in its row takes the whole of it', () => {
  expect(wideOf([false, false])).toEqual([false, false]);
  expect(wideOf([false, false, false])).toEqual([false, false, true]);
  // before one that takes the row
  expect(wideOf([false, true, false, false])).toEqual([true, true, false, false]);
  expect(wideOf([false, false, false, true])).toEqual([false, false, true, true]);
  expect(wideOf([true])).toEqual([true]);
  expect(wideOf([])).toEqual([]);
});
