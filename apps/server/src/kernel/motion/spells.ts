import type { Segment, SegmentState } from './segments';
import { maxSpeedOf } from './trips';

/** Time spent in one state without a break (K4): neighbouring segments of the same state as one. Times are epoch ms. */
export interface Spell {
  state: SegmentState;
  start: number;
  end: number;
  mileageM: number;
  /** part of the metres that was bridged over silences (补算里程) */
  gapMileageM: number;
  /** km/h; null when no report knew its speed */
  maxSpeedKmh: number | null;
  from: { lng: number; lat: number } | null;
  to: { lng: number; lat: number } | null;
}

const placeOf = (fix: Segment['from']) => (fix ? { lng: fix.lng, lat: fix.lat } : null);

/** The segments as spells, in order. They cover the same time, and their metres add up to the same sum. */
export function spellsOf(segments: readonly Segment[]): Spell[] {
  const groups: Segment[][] = [];
  for (const segment of segments) {
    const last = groups.at(-1);
    if (last && last[0]?.state === segment.state && last.at(-1)?.end === segment.start) last.push(segment);
    else groups.push([segment]);
  }
  return groups.flatMap((group): Spell[] => {
    const [first, last] = [group[0], group.at(-1)];
    if (!first || !last) return [];
    return [
      {
        state: first.state,
        start: first.start,
        end: last.end,
        mileageM: group.reduce((sum, { mileageM }) => sum + mileageM, 0),
        gapMileageM: group.reduce((sum, { gap, mileageM }) => sum + (gap ? mileageM : 0), 0),
        maxSpeedKmh: maxSpeedOf(group),
        from: placeOf(first.from ?? first.to),
        to: placeOf(last.to ?? last.from),
      },
    ];
  });
}
