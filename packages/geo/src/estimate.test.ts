import { expect, it } from 'vitest';
import { distanceM } from './distance';
import { estimateLeg } from './estimate';

it('estimates Shanghai to Suzhou within a tenth of the road', () => {
  const leg = estimateLeg([121.38, 31.25], [120.63, 31.36], 60);
  // 72.3 km as the crow flies, 94 km with the detour
  expect(leg.distanceM).toBe(Math.round((distanceM(121.38, 31.25, 120.63, 31.36) * 1.3) / 100) * 100);
  expect(leg.driveMin).toBe(94);
});

it('never says that a way takes no time', () => {
  expect(estimateLeg([121, 31], [121, 31], 45)).toEqual({ distanceM: 0, driveMin: 1 });
});
