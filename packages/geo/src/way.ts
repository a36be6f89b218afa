import { nearestOnLine } from './corridor';
import { distanceM } from './distance';
import type { LngLat } from './types';

/** A line together with the distance of each of its vertices from its beginning, metres. */
export interface Way {
  line: readonly LngLat[];
  atM: readonly number[];
}

/** Measures a line once, so that positions on it are found quickly. */
export function wayOf(line: readonly LngLat[]): Way {
  const atM: number[] = [];
  line.forEach(([lng, lat], i) => {
    const before = line[i - 1];
    atM.push(before ? (atM[i - 1] ?? 0) + distanceM(before[0], before[1], lng, lat) : 0);
  });
  return { line, atM };
}

/** Where a position is nearest to a way: `offM` metres beside it, `atM` metres from its beginning. Null for a way without vertices. */
export function locateOnWay({ line, atM }: Way, lng: number, lat: number): { offM: number; atM: number } | null {
  const hit = nearestOnLine(lng, lat, line);
  if (!hit) return null;
  const from = atM[hit.segment] ?? 0;
  const to = atM[hit.segment + 1] ?? from;
  return { offM: hit.distanceM, atM: from + hit.ratio * (to - from) };
}

/**
 * The part of a way from `fromM` to `toM` metres after its beginning, in that direction: reversed when `toM` is the smaller one. Cut at the way's
 * ends.
 */
export function cutWay(way: Way, fromM: number, toM: number): LngLat[] {
  const end = way.atM.at(-1) ?? 0;
  const [low, high] = [Math.min(fromM, toM), Math.min(Math.max(fromM, toM), end)];
  const inner = way.line.filter((_, i) => (way.atM[i] ?? 0) > low && (way.atM[i] ?? 0) < high);
  const piece = [pointOnWay(way, low), ...inner, pointOnWay(way, high)].flatMap((point) => (point ? [point] : []));
  return fromM <= toM ? piece : piece.reverse();
}

/** Position `metres` after the beginning of a way. */
function pointOnWay({ line, atM }: Way, metres: number): LngLat | undefined {
  const next = atM.findIndex((at) => at >= metres);
  const [before, after] = [line[next - 1], line[next]];
  if (!after) return line.at(-1);
  if (!before) return after;
  const [from = 0, to = 0] = [atM[next - 1], atM[next]];
  const share = to === from ? 0 : (metres - from) / (to - from);
  return [before[0] + share * (after[0] - before[0]), before[1] + share * (after[1] - before[1])];
}
