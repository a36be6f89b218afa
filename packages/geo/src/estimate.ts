import { distanceM } from './distance';
import type { LngLat } from './types';

/** Roads are longer than the bee line by about this. */
export const detourFactor = 1.3;

/** Length and driving time of a way nobody has planned: great circle times the detour, at a steady speed. Both are estimates. */
export function estimateLeg(from: LngLat, to: LngLat, speedKmh: number): { distanceM: number; driveMin: number } {
  const metres = distanceM(from[0], from[1], to[0], to[1]) * detourFactor;
  return {
    distanceM: Math.round(metres / 100) * 100,
    driveMin: Math.max(1, Math.round((metres / 1000 / speedKmh) * 60)),
  };
}
