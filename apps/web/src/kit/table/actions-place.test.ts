import { expect, test } from 'vitest';
import { clearPlace } from './actions-place';

test('what lies over a page stands beside the words of its rows, as far right as it can', () => {
  expect(clearPlace([], 1366, 360)).toBe(28);
  // 报警记录 in a window of 1366 px
  expect(clearPlace([{ left: 1216, right: 1345 }], 1366, 360)).toBe(158);
  // words at the left of a split page are not in the way
  expect(clearPlace([{ left: 300, right: 420 }], 1366, 360)).toBe(28);
  // two tables beside each other
  expect(
    clearPlace(
      [
        { left: 700, right: 820 },
        { left: 1216, right: 1345 },
      ],
      1366,
      360,
    ),
  ).toBe(158);
  expect(
    clearPlace(
      [
        { left: 900, right: 1020 },
        { left: 1216, right: 1345 },
      ],
      1366,
      360,
    ),
  ).toBe(474);
});

test('a window without such a place has none', () => {
  expect(clearPlace([{ left: 360, right: 480 }], 500, 360)).toBeNull();
});
