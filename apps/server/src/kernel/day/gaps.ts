import { distanceM } from '@tongda/geo/distance';
import type { Segment } from '../motion/segments';
import type { TrackPoint } from '../point';

/** A silence that no line is drawn over (无数据). */
export interface Gap {
  start: number;
  end: number;
  /** last fix before and first after; null at the edge of all data */
  from: TrackPoint | null;
  to: TrackPoint | null;
  /** straight line, metres */
  distanceM: number;
  /** reports came, but without a fix */
  unlocated: boolean;
}

/** 无数据 segments, neighbours joined; `points` (all, also 不定位) tell whether the terminal was silent or only without a fix. */
export function gapsOf(segments: readonly Segment[], points: readonly TrackPoint[]): Gap[] {
  const gaps: Gap[] = [];
  for (const { start, end, state, from, to } of segments) {
    if (state !== 'noData') continue;
    const distance = from && to ? distanceM(from.lng, from.lat, to.lng, to.lat) : 0;
    const unlocated = points.some((point) => point.t > start && point.t < end && !point.located);
    gaps.push({ start, end, from, to, distanceM: distance, unlocated });
  }
  return gaps;
}
