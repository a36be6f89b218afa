import { nearestOnLine } from './corridor';
import { destinationOf, distanceM, pathLengthM } from './distance';
import { bboxOf, inBbox, inMultiPolygon, polygonAreaM2 } from './polygon';
import type { Bbox, LngLat, Polygon } from './types';

/** Ground of a place (围栏), WGS-84. A circle is kept as centre and radius and a line as its path and half width; neither is turned into a polygon. */
export type Shape =
  | { kind: 'circle'; centre: LngLat; radiusM: number }
  | { kind: 'rect'; box: Bbox }
  | { kind: 'polygon'; rings: Polygon }
  /** administrative area: its parts */
  | { kind: 'district'; parts: readonly Polygon[] }
  | { kind: 'line'; path: readonly LngLat[]; halfWidthM: number };

/** Metres of one degree of latitude on the sphere of distance.ts. */
const metresPerDegree = 111_195.08;

/** Smallest box around a shape, `marginM` metres wider on each side; null for a line or polygon without positions. */
export function shapeBbox(shape: Shape, marginM = 0): Bbox | null {
  switch (shape.kind) {
    case 'circle':
      return widenBox(bboxOf([shape.centre]), shape.radiusM + marginM);
    case 'rect':
      return widenBox(shape.box, marginM);
    case 'polygon':
      return widenBox(bboxOf(shape.rings[0] ?? []), marginM);
    case 'district':
      return widenBox(bboxOf(shape.parts.flatMap((part) => part[0] ?? [])), marginM);
    case 'line':
      return widenBox(bboxOf(shape.path), shape.halfWidthM + marginM);
  }
}

/** Boxes that `inShape` has asked for, by shape and buffer (m): a truck asks for those around it at every fix, and a district has thousands of corners. */
const knownBoxes = new WeakMap<Shape, Map<number, Bbox | null>>();

/** `shapeBbox`, worked out once for a shape and a buffer; shapes are never changed in place. */
function boxAround(shape: Shape, bufferM: number): Bbox | null {
  let boxes = knownBoxes.get(shape);
  if (!boxes) {
    boxes = new Map();
    knownBoxes.set(shape, boxes);
  }
  let box = boxes.get(bufferM);
  if (box === undefined) {
    box = shapeBbox(shape, bufferM);
    boxes.set(bufferM, box);
  }
  return box;
}

/** A box wider by `marginM` metres on each side. */
function widenBox(box: Bbox | null, marginM: number): Bbox | null {
  if (!box || marginM === 0) return box;
  const [west, south, east, north] = box;
  const dy = marginM / metresPerDegree;
  // A metre is the most degrees of longitude at the edge nearer to a pole, so that edge decides.
  const widest = Math.min(89, Math.max(Math.abs(south - dy), Math.abs(north + dy)));
  const dx = dy / Math.cos((widest * Math.PI) / 180);
  return [west - dx, south - dy, east + dx, north + dy];
}

/**
 * Whether a position lies in a shape or within `bufferM` metres of it. Circles and corridors count their edge as inside; on the very edge of
 * a polygon either answer may come (buffer 0).
 */
export function inShape(lng: number, lat: number, shape: Shape, bufferM = 0): boolean {
  const box = boxAround(shape, bufferM);
  if (!box || !inBbox(lng, lat, box)) return false;
  switch (shape.kind) {
    case 'circle':
      return distanceM(lng, lat, shape.centre[0], shape.centre[1]) <= shape.radiusM + bufferM;
    case 'rect':
      return inBbox(lng, lat, shape.box) || isNearRing(lng, lat, rectRing(shape.box), bufferM);
    case 'polygon':
      return inMultiPolygon(lng, lat, [shape.rings]) || shape.rings.some((ring) => isNearRing(lng, lat, ring, bufferM));
    case 'district':
      return (
        inMultiPolygon(lng, lat, shape.parts) || shape.parts.flat().some((ring) => isNearRing(lng, lat, ring, bufferM))
      );
    case 'line': {
      const hit = nearestOnLine(lng, lat, shape.path);
      return hit !== null && hit.distanceM <= shape.halfWidthM + bufferM;
    }
  }
}

/** Whether a position lies within `bufferM` metres of a ring's edge. */
function isNearRing(lng: number, lat: number, ring: readonly LngLat[], bufferM: number): boolean {
  const [first] = ring;
  if (bufferM <= 0 || !first) return false;
  const hit = nearestOnLine(lng, lat, [...ring, first]);
  return hit !== null && hit.distanceM <= bufferM;
}

/** Corners of a box, counter-clockwise from the south-west, not closed. */
export const rectRing = ([west, south, east, north]: Bbox): LngLat[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
];

/**
 * Where the label of a shape stands: the centre of a circle, the middle of a line's length, else the middle of the box when it lies on the ground, and
 * the mean of the corners (of the largest part) when it does not. Null for a shape without positions.
 */
export function shapeCentre(shape: Shape): LngLat | null {
  if (shape.kind === 'circle') return shape.centre;
  if (shape.kind === 'line') return pointAlongLine(shape.path, pathLengthM(shape.path) / 2);
  const box = shapeBbox(shape);
  if (!box) return null;
  const middle: LngLat = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  if (shape.kind === 'rect' || inShape(middle[0], middle[1], shape)) return middle;
  const outer = shape.kind === 'polygon' ? shape.rings[0] : largestOuter(shape.parts);
  return outer ? meanOf(outer) : middle;
}

/** Outer ring of the part with the largest area. */
const largestOuter = (parts: readonly Polygon[]): readonly LngLat[] | undefined =>
  [...parts].sort((a, b) => polygonAreaM2(b) - polygonAreaM2(a))[0]?.[0];

/** Mean of a ring's corners, degrees. */
function meanOf(ring: readonly LngLat[]): LngLat {
  const sum = ring.reduce<readonly [number, number]>(([x, y], [lng, lat]) => [x + lng, y + lat], [0, 0]);
  return [sum[0] / ring.length, sum[1] / ring.length];
}

/** Position `metres` after the beginning of a line. Beyond its end the last vertex; null for a line without vertices. */
export function pointAlongLine(path: readonly LngLat[], metres: number): LngLat | null {
  let left = metres;
  for (let i = 1; i < path.length; i++) {
    const [from, to] = [path[i - 1], path[i]];
    if (!from || !to) continue;
    const length = distanceM(from[0], from[1], to[0], to[1]);
    if (left <= length && length > 0) {
      const ratio = left / length;
      return [from[0] + (to[0] - from[0]) * ratio, from[1] + (to[1] - from[1]) * ratio];
    }
    left -= length;
  }
  return path.at(-1) ?? null;
}

/** Area of a shape in square metres. That of a corridor is its length times its width and two half circles at the ends, as if it had no bends. */
export function shapeAreaM2(shape: Shape): number {
  switch (shape.kind) {
    case 'circle':
      return Math.PI * shape.radiusM ** 2;
    case 'rect':
      return polygonAreaM2([rectRing(shape.box)]);
    case 'polygon':
      return polygonAreaM2(shape.rings);
    case 'district':
      return shape.parts.reduce((sum, part) => sum + polygonAreaM2(part), 0);
    case 'line':
      return pathLengthM(shape.path) * 2 * shape.halfWidthM + Math.PI * shape.halfWidthM ** 2;
  }
}

/** Positions on a circle, clockwise from north, not closed: for drawing only. */
export const circleRing = ([lng, lat]: LngLat, radiusM: number, corners = 72): LngLat[] =>
  Array.from({ length: corners }, (_, i) => destinationOf(lng, lat, (360 / corners) * i, radiusM));

/** Whether two edges of a closed ring cross each other (touching neighbours do not count). */
export function selfIntersects(ring: readonly LngLat[]): boolean {
  const n = ring.length;
  for (let i = 0; i < n; i++) {
    for (let j = i + 2; j < n; j++) {
      if (i === 0 && j === n - 1) continue;
      const [a, b, c, d] = [ring[i], ring[(i + 1) % n], ring[j], ring[(j + 1) % n]];
      if (a && b && c && d && edgesCross(a, b, c, d)) return true;
    }
  }
  return false;
}

/** Whether the edges a-b and c-d cross in a point inside of both. */
function edgesCross(a: LngLat, b: LngLat, c: LngLat, d: LngLat): boolean {
  const side = (p: LngLat, q: LngLat, r: LngLat): number =>
    Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}
