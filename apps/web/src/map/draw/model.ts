import { shapeLimits, type WireShape } from '@tongda/contract/ground/place/shape';
import { destinationOf, distanceM, pathLengthM } from '@tongda/geo/distance';
import { rectRing, selfIntersects, shapeAreaM2, shapeCentre } from '@tongda/geo/shape';
import type { LngLat } from '@tongda/geo/types';
import { groundOf } from '../base/wire-shape';
import { areaText, lengthText } from '../view/measure';

/** What can be drawn by hand; a district is chosen by name. */
export type Drawn = Exclude<WireShape, { kind: 'district' }>;
export type DrawTool = Drawn['kind'];

/** A place of a drawn ground that can be dragged. */
export type Handle =
  | { role: 'centre' | 'radius'; at: LngLat }
  /** corner of a rectangle; corners are numbered as rectRing has them */
  | { role: 'corner'; index: number; at: LngLat }
  | { role: 'vertex'; index: number; at: LngLat }
  /** half way to the next vertex: dragging it makes a new one */
  | { role: 'middle'; index: number; at: LngLat };

/** Six decimals are 0.1 m. */
const round = (n: number): number => Math.round(n * 1e6) / 1e6;
const roundPoint = ([lng, lat]: LngLat): [number, number] => [round(lng), round(lat)];
const clamp = (n: number, { min, max }: { min: number; max: number }): number => Math.min(max, Math.max(min, n));

/** Ground of the clicks so far, the pointer counting as the next one; null while there is too little of it. */
export function shapeOfClicks(tool: DrawTool, clicks: readonly LngLat[], halfWidthM: number): Drawn | null {
  const [first, second] = clicks;
  if (!first || !second) return null;
  switch (tool) {
    case 'circle':
      return circleAround(first, distanceM(first[0], first[1], second[0], second[1]));
    case 'rect':
      return rectBetween(first, second);
    case 'polygon':
      return clicks.length < 3 ? null : { kind: 'polygon', points: clicks.map(roundPoint) };
    case 'line':
      return { kind: 'line', points: clicks.map(roundPoint), halfWidthM };
  }
}

/** A circle with a radius in bounds, to the metre. */
export function circleAround(centre: LngLat, radiusM: number): Drawn {
  const [lng, lat] = roundPoint(centre);
  return { kind: 'circle', lng, lat, radiusM: Math.round(clamp(radiusM, shapeLimits.circle)) };
}

function rectBetween(a: LngLat, b: LngLat): Drawn | null {
  const [west, east] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])].map(round);
  const [south, north] = [Math.min(a[1], b[1]), Math.max(a[1], b[1])].map(round);
  if (west === undefined || east === undefined || south === undefined || north === undefined) return null;
  return west < east && south < north ? { kind: 'rect', west, south, east, north } : null;
}

/** Whether so many clicks are a whole ground: circles and rectangles end with the second, the others when the user says so. */
export const isComplete = (tool: DrawTool, clicks: number): boolean =>
  (tool === 'circle' || tool === 'rect') && clicks >= 2;
/** Fewest vertices of an outline. */
export const leastVertices = (tool: DrawTool): number =>
  tool === 'polygon' ? shapeLimits.polygon.min : tool === 'line' ? shapeLimits.line.min : 2;

/** Where a ground can be taken hold of. */
export function handlesOf(shape: Drawn): Handle[] {
  switch (shape.kind) {
    case 'circle':
      return [
        { role: 'centre', at: [shape.lng, shape.lat] },
        { role: 'radius', at: destinationOf(shape.lng, shape.lat, 90, shape.radiusM) },
      ];
    case 'rect':
      return [
        ...rectRing([shape.west, shape.south, shape.east, shape.north]).map(
          (at, index): Handle => ({ role: 'corner', index, at }),
        ),
        ...centreHandle(shape),
      ];
    case 'polygon':
      return [...centreHandle(shape), ...vertexHandles(shape.points, true)];
    case 'line':
      return vertexHandles(shape.points, false);
  }
}

function centreHandle(shape: Drawn): Handle[] {
  const at = shapeCentre(groundOf(shape));
  return at ? [{ role: 'centre', at }] : [];
}

function vertexHandles(points: readonly LngLat[], isClosed: boolean): Handle[] {
  const middles: Handle[] = [];
  points.forEach((from, index) => {
    const to = points[index + 1] ?? (isClosed ? points[0] : undefined);
    if (to) middles.push({ role: 'middle', index, at: [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2] });
  });
  return [...middles, ...points.map((at, index): Handle => ({ role: 'vertex', index, at }))];
}

/** The ground after a handle went somewhere. */
export function dragHandle(shape: Drawn, handle: Handle, to: LngLat): Drawn {
  if (handle.role === 'centre') return moveShape(shape, handle.at, to);
  switch (shape.kind) {
    case 'circle':
      return handle.role === 'radius'
        ? circleAround([shape.lng, shape.lat], distanceM(shape.lng, shape.lat, to[0], to[1]))
        : shape;
    case 'rect': {
      if (handle.role !== 'corner') return shape;
      const opposite = rectRing([shape.west, shape.south, shape.east, shape.north])[(handle.index + 2) % 4];
      return (opposite && rectBetween(opposite, to)) ?? shape;
    }
    case 'polygon':
    case 'line': {
      const points = [...shape.points];
      if (handle.role === 'vertex') points[handle.index] = roundPoint(to);
      else if (handle.role === 'middle') points.splice(handle.index + 1, 0, roundPoint(to));
      return { ...shape, points };
    }
  }
}

/** The dragged handle, moved to `at`; the midpoint of an edge has become a vertex by then. */
export const heldHandle = (handle: Handle, at: LngLat): Handle =>
  handle.role === 'middle' ? { role: 'vertex', index: handle.index + 1, at } : { ...handle, at };

/** The ground without one vertex; the same when it would be none any more. */
export function withoutVertex(shape: Drawn, index: number): Drawn {
  if (shape.kind !== 'polygon' && shape.kind !== 'line') return shape;
  if (shape.points.length <= leastVertices(shape.kind)) return shape;
  return { ...shape, points: shape.points.filter((_, i) => i !== index) };
}

/** The whole ground moved as the pointer moved. */
function moveShape(shape: Drawn, from: LngLat, to: LngLat): Drawn {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const shift = ([lng, lat]: LngLat): [number, number] => [round(lng + dx), round(lat + dy)];
  switch (shape.kind) {
    case 'circle':
      return { ...shape, lng: round(shape.lng + dx), lat: round(shape.lat + dy) };
    case 'rect':
      return {
        ...shape,
        west: round(shape.west + dx),
        east: round(shape.east + dx),
        south: round(shape.south + dy),
        north: round(shape.north + dy),
      };
    default:
      return { ...shape, points: shape.points.map(shift) };
  }
}

/** `半径 500 m，面积 0.79 km²`: the measures of a ground, for the hint and the form. */
export function measureShape(shape: WireShape): string {
  const area = `面积 ${areaText(shapeAreaM2(groundOf(shape)))}`;
  switch (shape.kind) {
    case 'circle':
      return `半径 ${lengthText(shape.radiusM)}，${area}`;
    case 'polygon':
      return `${shape.points.length} 个顶点，${area}`;
    case 'line':
      return `${shape.points.length} 个点，长 ${lengthText(pathLengthM(shape.points))}`;
    default:
      return area;
  }
}

/** Why a ground cannot be saved, as the server would say it; null when it can. */
export function shapeFault(shape: Drawn): string | null {
  if (shape.kind === 'polygon' && selfIntersects(shape.points)) return '多边形不能自相交';
  const limits = shape.kind === 'polygon' ? shapeLimits.polygon : shape.kind === 'line' ? shapeLimits.line : null;
  if (limits && (shape.kind === 'polygon' || shape.kind === 'line') && shape.points.length > limits.max)
    return shape.kind === 'polygon' ? `多边形最多${limits.max}个顶点` : `线路最多${limits.max}个点`;
  return null;
}

/** Steps that can be taken back and done again. */
export interface Steps<T> {
  past: readonly T[];
  now: T;
  future: readonly T[];
}
const keptSteps = 100;
export const firstStep = <T>(now: T): Steps<T> => ({ past: [], now, future: [] });
export const addStep = <T>({ past, now }: Steps<T>, next: T): Steps<T> =>
  next === now ? { past, now, future: [] } : { past: [...past, now].slice(-keptSteps), now: next, future: [] };
export function undoStep<T>(steps: Steps<T>): Steps<T> {
  if (steps.past.length === 0) return steps;
  // the list is not empty: checked above
  const last = steps.past.at(-1) as T;
  return { past: steps.past.slice(0, -1), now: last, future: [steps.now, ...steps.future] };
}
export function redoStep<T>(steps: Steps<T>): Steps<T> {
  if (steps.future.length === 0) return steps;
  // the list is not empty: checked above
  const [next, ...future] = steps.future as [T, ...T[]];
  return { past: [...steps.past, steps.now], now: next, future };
}
