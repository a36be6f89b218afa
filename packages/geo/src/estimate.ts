import { distanceM } from './distance';
import type { LngLat } from './types';

/** How much longer a road is than the bee line, about. */
export const detourFactor = 1.3;

/**
 * Estimated length (m, to the nearest 100) and driving time (min, at least 1) of a way that nobody has planned: the great circle times the detour, at
 * a steady speed.
 */
export function estimateLeg(from: LngLat, to: LngLat, speedKmh: number): { distanceM: number; driveMin: number } {
  const metres = distanceM(from[0], from[1], to[0], to[1]) * detourFactor;
  return {
    distanceM: Math.round(metres / 100) * 100,
    driveMin: Math.max(1, Math.round((metres / 1000 / speedKmh) * 60)),
  };
}
