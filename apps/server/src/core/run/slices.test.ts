import { expect, it } from 'vitest';
import { mapInSlices } from './slices';

it('lets others have their turn between items that take long', async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const work = (n: number): number => {
    for (const until = performance.now() + 4; performance.now() < until; );
    return n * 2;
  };
  expect(await mapInSlices([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], work)).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18, 20]);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(1);
});
