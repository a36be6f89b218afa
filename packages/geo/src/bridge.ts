import { nearestOnLine } from './corridor';
import type { LngLat } from './types';

/** A stretch of a drive without reports (无数据路段): the place of the last report before it and of the first one after it. */
export interface Unseen {
  from: LngLat;
  to: LngLat;
}

/** m; a leg that passes this near to a place counts as running through it. */
const sameM = 50;

/**
 * Whether a line jumps over an unseen stretch: one straight leg runs through the points at a quarter and at three quarters of it, in the direction
 * that it was driven. A single vertex drawn in between makes two legs, and the line no longer jumps.
 */
export function jumpsOver(line: readonly LngLat[], { from, to }: Unseen): boolean {
  const at = (share: number): LngLat => [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
  const [early, late] = [at(0.25), at(0.75)];
  for (let i = 1; i < line.length; i++) {
    const leg = line.slice(i - 1, i + 1);
    const a = nearestOnLine(early[0], early[1], leg);
    if (!a || a.distanceM > sameM) continue;
    const b = nearestOnLine(late[0], late[1], leg);
    if (b && b.distanceM <= sameM && b.ratio > a.ratio) return true;
  }
  return false;
}
