import { expect, it } from 'vitest';
import { jumpsOver } from './bridge';
import type { LngLat } from './types';

// 19 km without reports, eastwards along 31° N
const gap = { from: [121.2, 31], to: [121.4, 31] } as const;
const line = (...between: LngLat[]): LngLat[] => [[121, 31], gap.from, ...between, gap.to, [121.6, 31.1]];

it.each<[string, boolean, LngLat[]]>([
  ['the straight leg between both ends', true, line()],
  ['a point near one end: nearly all of it is still straight', true, line([121.21, 31])],
  ['the way that was drawn', false, line([121.25, 31.03], [121.35, 31.03])],
  ['one point in the middle says that the road is straight', false, line([121.3, 31])],
  [
    'both ends deleted, the leg runs on straight',
    true,
    [
      [121, 31],
      [121.6, 31],
    ],
  ],
  [
    'a line that ends before it',
    false,
    [
      [121, 31],
      [121.2, 31],
    ],
  ],
  ['the way back over the same ground, which was seen', false, [...line([121.3, 31.02]), [121.6, 31], [121, 31]]],
])('%s', (_what, jumps, drawn) => {
  expect(jumpsOver(drawn, gap)).toBe(jumps);
});
