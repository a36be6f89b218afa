import { distanceM } from '@tongda/geo/distance';
import type { Segment } from '../motion/segments';
import type { TrackPoint } from '../point';

/** A time without usable positions (无数据): the map draws no line over it. Times are epoch ms. */
export interface Gap {
  start: number;
  end: number;
  /** last fix before and first after; null at the edge of all data */
  from: TrackPoint | null;
  to: TrackPoint | null;
  /** straight line, metres */
  distanceM: number;
  /** the terminal reported during it, but without a fix */
  unlocated: boolean;
}

/** The 无数据 segments as gaps. `points` are all reports, also those without a fix (不定位): they tell whether the terminal was silent or only did not know where it was. */
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
