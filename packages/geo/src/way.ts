import { nearestOnLine } from './corridor';
import { distanceM } from './distance';
import type { LngLat } from './types';

/** A line with the metres from its beginning to each of its vertices. */
export interface Way {
  line: readonly LngLat[];
  atM: readonly number[];
}

export function wayOf(line: readonly LngLat[]): Way {
  const atM: number[] = [];
  line.forEach(([lng, lat], i) => {
    const before = line[i - 1];
    atM.push(before ? (atM[i - 1] ?? 0) + distanceM(before[0], before[1], lng, lat) : 0);
  });
  return { line, atM };
}

/** Where a position is nearest to a way: metres off it, and metres from the way's beginning. Null for a way of nothing. */
export function alongWay({ line, atM }: Way, lng: number, lat: number): { offM: number; atM: number } | null {
  const hit = nearestOnLine(lng, lat, line);
  if (!hit) return null;
  const from = atM[hit.segment] ?? 0;
  const to = atM[hit.segment + 1] ?? from;
  return { offM: hit.distanceM, atM: from + hit.ratio * (to - from) };
}

/** The part of a way between two of its metres, driven from the first to the second: backwards when that one comes earlier. */
export function pieceOfWay(way: Way, fromM: number, toM: number): LngLat[] {
  const end = way.atM.at(-1) ?? 0;
  const [low, high] = [Math.min(fromM, toM), Math.min(Math.max(fromM, toM), end)];
  const inner = way.line.filter((_, i) => (way.atM[i] ?? 0) > low && (way.atM[i] ?? 0) < high);
  const piece = [positionOn(way, low), ...inner, positionOn(way, high)].flatMap((point) => (point ? [point] : []));
  return fromM <= toM ? piece : piece.reverse();
}

function positionOn({ line, atM }: Way, metres: number): LngLat | undefined {
  const next = atM.findIndex((at) => at >= metres);
  const [before, after] = [line[next - 1], line[next]];
  if (!after) return line.at(-1);
  if (!before) return after;
  const [from = 0, to = 0] = [atM[next - 1], atM[next]];
  const share = to === from ? 0 : (metres - from) / (to - from);
  return [before[0] + share * (after[0] - before[0]), before[1] + share * (after[1] - before[1])];
}
