import { circleRing, rectRing, type Shape, selfIntersects, shapeAreaM2 } from '@tongda/geo/shape';
import { simplifyIndices } from '@tongda/geo/simplify';
import type { LngLat, Polygon } from '@tongda/geo/types';
import clipping, { type Polygon as Clipped, type MultiPolygon } from 'polygon-clipping';

/**
 * Why areas cannot be united, or an area cannot be split: they do not touch (`apart`), a hole would remain (`hole`), the border has too many
 * corners (`corners`), the cutting line does not cross the area (`inside`) or crosses it more than once (`often`), nothing would be left (`flat`).
 */
export type AreaFault = 'apart' | 'hole' | 'corners' | 'inside' | 'often' | 'flat';

/** Most corners of a polygon that was made of others, and the tolerances by which its border is smoothed until it has no more, m. */
const corners = { max: 200, smoothM: [0.5, 1, 2, 5, 10] } as const;
/** Holes smaller than this are slivers between borders that were drawn side by side, and are filled, m². */
const sliverM2 = 50;

/** An area as polygons; a circle has 72 corners. */
function partsOf(shape: Shape): readonly Polygon[] {
  switch (shape.kind) {
    case 'circle':
      return [[circleRing(shape.centre, shape.radiusM)]];
    case 'rect':
      return [[rectRing(shape.box)]];
    case 'polygon':
      return [shape.rings];
    case 'district':
      return shape.parts;
    case 'line':
      return [];
  }
}
const areaOf = (ring: LngLat[]): number => shapeAreaM2({ kind: 'polygon', rings: [ring] });

/** The outer border of all areas together, without its closing corner. The areas must touch or overlap and enclose no hole; else the fault. */
export function uniteAreas(shapes: readonly Shape[]): LngLat[] | AreaFault {
  // the library's types ask for arrays that may be changed; it does not change them
  const [first, ...others] = shapes.map((shape) => partsOf(shape) as unknown as MultiPolygon);
  if (!first) return 'flat';
  // its rings are lists of [x, y], which is what LngLat is
  const [only, ...more] = clipping.union(first, ...others) as Clipped[];
  if (!only || more.length > 0) return 'apart';
  // pairs of numbers, as above
  const [outer, ...holes] = only.map((ring) => withoutClosingCorner(ring as LngLat[]));
  if (!outer) return 'flat';
  if (holes.some((hole) => areaOf(hole) > sliverM2)) return 'hole';
  return smoothBorder(outer);
}

/** The two areas that a line cuts one area into. Both ends of the line lie outside, and it enters and leaves the area exactly once; else the fault. */
export function splitArea(shape: Shape, line: readonly LngLat[]): [LngLat[], LngLat[]] | AreaFault {
  const parts = partsOf(shape);
  const ring = withoutClosingCorner(parts[0]?.[0] ?? []);
  if (parts.length !== 1 || parts[0]?.length !== 1 || ring.length < 3) return 'hole';
  const cuts = crossingsOf(ring, line);
  if (cuts.length > 2) return 'often';
  const [a, b] = cuts;
  if (!a || !b) return 'inside';
  const way = line.slice(a.segment + 1, b.segment + 1);
  const one = [a.at, ...cornersBetween(ring, a, b), b.at, ...[...way].reverse()];
  const two = [b.at, ...cornersBetween(ring, b, a), a.at, ...way];
  const halves = [smoothBorder(withoutTwins(one)), smoothBorder(withoutTwins(two))] as const;
  const [left, right] = halves;
  if (typeof left === 'string') return left;
  if (typeof right === 'string') return right;
  if ([left, right].some((half) => half.length < 3 || areaOf(half) < sliverM2)) return 'flat';
  if (selfIntersects(left) || selfIntersects(right)) return 'often';
  return [left, right];
}

/** Where a line crosses a border: on which segment of the line, on which edge of the border and how far along it (0-1). */
interface Cut {
  at: LngLat;
  segment: number;
  edge: number;
  along: number;
}
function crossingsOf(ring: readonly LngLat[], line: readonly LngLat[]): Cut[] {
  const found: Array<Cut & { order: number }> = [];
  for (let segment = 0; segment + 1 < line.length; segment++)
    for (let edge = 0; edge < ring.length; edge++) {
      const [p, q] = [line[segment], line[segment + 1]];
      const [r, s] = [ring[edge], ring[(edge + 1) % ring.length]];
      if (!p || !q || !r || !s) continue;
      const [dx, dy, ex, ey] = [q[0] - p[0], q[1] - p[1], s[0] - r[0], s[1] - r[1]];
      const cross = dx * ey - dy * ex;
      if (cross === 0) continue;
      const t = ((r[0] - p[0]) * ey - (r[1] - p[1]) * ex) / cross;
      const u = ((r[0] - p[0]) * dy - (r[1] - p[1]) * dx) / cross;
      // a corner belongs to the edge that begins there, a bend of the line to the segment that begins there
      if (t < 0 || t >= 1 || u < 0 || u >= 1) continue;
      found.push({ at: [p[0] + t * dx, p[1] + t * dy], segment, edge, along: u, order: segment + t });
    }
  return found.sort((a, b) => a.order - b.order);
}

/** Corners of a border from one cut to the other, in its direction. */
function cornersBetween(ring: readonly LngLat[], from: Cut, to: Cut): LngLat[] {
  if (from.edge === to.edge && to.along > from.along) return [];
  const points: LngLat[] = [];
  for (let i = from.edge; ; i = (i + 1) % ring.length) {
    const next = (i + 1) % ring.length;
    const corner = ring[next];
    if (corner) points.push(corner);
    if (next === to.edge) return points;
    if (points.length > ring.length) return points;
  }
}

/** A border of at most 200 corners, smoothed no more than it takes. */
function smoothBorder(ring: LngLat[]): LngLat[] | AreaFault {
  let best = ring;
  for (const toleranceM of corners.smoothM) {
    if (best.length <= corners.max) return best;
    const [first] = ring;
    if (!first) return 'flat';
    const closed = [...ring, first];
    best = simplifyIndices(closed, toleranceM)
      .slice(0, -1)
      .map((i) => closed[i] ?? first);
  }
  return best.length <= corners.max ? best : 'corners';
}

/** Without the repetition of the first corner at the end. */
function withoutClosingCorner(ring: readonly LngLat[]): LngLat[] {
  const [first, last] = [ring[0], ring.at(-1)];
  return ring.length > 1 && first && last && first[0] === last[0] && first[1] === last[1]
    ? ring.slice(0, -1)
    : [...ring];
}
const withoutTwins = (ring: readonly LngLat[]): LngLat[] =>
  ring.filter((p, i) => {
    const before = ring[(i + ring.length - 1) % ring.length];
    return !before || Math.abs(p[0] - before[0]) > 1e-9 || Math.abs(p[1] - before[1]) > 1e-9;
  });
