import { expect, test } from 'vitest';
import { placeCounts } from './count-spots';

test('a count stands in the middle of its circle when nothing covers that', () => {
  expect(
    placeCounts([
      { x: 0, y: 0, r: 30 },
      { x: 100, y: 0, r: 12 },
    ]),
  ).toEqual([
    [0, 0],
    [100, 0],
  ]);
});

test('the count of a large circle under a small one moves to where it can be read, inside its own circle', () => {
  const [large, small] = placeCounts([
    { x: 0, y: 0, r: 30 },
    { x: 4, y: 0, r: 12 },
  ]);
  expect(small).toEqual([4, 0]);
  expect(large).not.toBeNull();
  const [x = 0, y = 0] = large ?? [];
  expect(Math.hypot(x, y)).toBeLessThanOrEqual(30 - 7 + 1e-9);
  expect(Math.hypot(x - 4, y)).toBeGreaterThan(12 + 7);
});

test('three circles in one another have three counts beside each other', () => {
  const spots = placeCounts([30, 29, 28].map((r) => ({ x: 0, y: 0, r })));
  expect(spots.every((spot) => spot !== null)).toBe(true);
  for (const [i, a] of spots.entries())
    for (const b of spots.slice(i + 1))
      if (a && b) expect(Math.abs(a[0] - b[0]) >= 17 || Math.abs(a[1] - b[1]) >= 14).toBe(true);
});
