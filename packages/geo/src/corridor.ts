import { earthRadiusM } from './distance';
import type { LngLat } from './types';

const rad = Math.PI / 180;

/** Where a position is nearest to a line. */
export interface LineHit {
  /** metres from the position to the line. */
  distanceM: number;
  /** index of the segment (its first vertex). */
  segment: number;
  /** 0-1 along that segment. */
  ratio: number;
}

/**
 * Nearest place of a line to a position, measured in a flat frame around the position: exact to better than 0.1 % within
 * 100 km, which covers corridors of 50-5000 m. Null for an empty line; a single vertex counts as a line of length zero.
 */
export function nearestOnLine(lng: number, lat: number, line: readonly LngLat[]): LineHit | null {
  const first = line[0];
  if (!first) return null;
  const ky = earthRadiusM * rad;
  const kx = ky * Math.cos(lat * rad);
  let ax = (first[0] - lng) * kx;
  let ay = (first[1] - lat) * ky;
  let best: LineHit = { distanceM: Math.hypot(ax, ay), segment: 0, ratio: 0 };
  for (let i = 1; i < line.length; i++) {
    const point = line[i];
    if (!point) continue;
    const bx = (point[0] - lng) * kx;
    const by = (point[1] - lat) * ky;
    const dx = bx - ax;
    const dy = by - ay;
    const length2 = dx * dx + dy * dy;
    const ratio = length2 === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length2));
    const distance = Math.hypot(ax + ratio * dx, ay + ratio * dy);
    if (distance < best.distanceM) best = { distanceM: distance, segment: i - 1, ratio };
    ax = bx;
    ay = by;
  }
  return best;
}

/** Whether a position lies within `halfWidthM` metres of a line (an electronic route with its buffer). */
export function inCorridor(lng: number, lat: number, line: readonly LngLat[], halfWidthM: number): boolean {
  const hit = nearestOnLine(lng, lat, line);
  return hit !== null && hit.distanceM <= halfWidthM;
}
