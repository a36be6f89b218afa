import { expect, it } from 'vitest';
import { spread } from './end-names';

it.each([
  ['far apart: each at its curve', [10, 60], [10, 60]],
  ['too near: the lower one gives way', [30, 33], [30, 44]],
  ['in the order of the values, whatever the order of the curves', [33, 30], [44, 30]],
  ['at the foot of the lane: the upper ones give way', [98, 99, 100], [72, 86, 100]],
  ['above the lane: within it', [-20, 50], [0, 50]],
])('%s', (_, ys, placed) => expect(spread(ys, 0, 100, 14)).toEqual(placed));
