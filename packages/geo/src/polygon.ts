import { earthRadiusM } from './distance';
import type { Bbox, LngLat, Polygon, Ring } from './types';

const rad = Math.PI / 180;

/** Even-odd test of a position against one ring. A position exactly on an edge may fall on either side. */
export function inRing(lng: number, lat: number, ring: Ring): boolean {
  let inside = false;
  let previous = ring[ring.length - 1];
  for (const point of ring) {
    if (previous && point[1] > lat !== previous[1] > lat) {
      const cross = ((previous[0] - point[0]) * (lat - point[1])) / (previous[1] - point[1]) + point[0];
      if (lng < cross) inside = !inside;
    }
    previous = point;
  }
  return inside;
}

/** Whether a position lies in a polygon: inside the outer ring and in none of the holes. */
export function inPolygon(lng: number, lat: number, polygon: Polygon): boolean {
  const [outer, ...holes] = polygon;
  if (!outer || !inRing(lng, lat, outer)) return false;
  return !holes.some((hole) => inRing(lng, lat, hole));
}

/** Whether a position lies in any part of a multi-polygon. */
export const inMultiPolygon = (lng: number, lat: number, parts: readonly Polygon[]): boolean =>
  parts.some((part) => inPolygon(lng, lat, part));

/** Smallest box around positions; null for none. Does not cross the 180° meridian. */
export function bboxOf(points: Iterable<LngLat>): Bbox | null {
  let west = Infinity;
  let south = Infinity;
  let east = -Infinity;
  let north = -Infinity;
  for (const [lng, lat] of points) {
    if (lng < west) west = lng;
    if (lng > east) east = lng;
    if (lat < south) south = lat;
    if (lat > north) north = lat;
  }
  return west === Infinity ? null : [west, south, east, north];
}

/** Whether a position lies in a box, edges included. */
export const inBbox = (lng: number, lat: number, [west, south, east, north]: Bbox): boolean =>
  lng >= west && lng <= east && lat >= south && lat <= north;

/** Area of one ring in square metres on the sphere, always positive. */
export function ringAreaM2(ring: Ring): number {
  let sum = 0;
  let previous = ring[ring.length - 1];
  for (const point of ring) {
    if (previous) sum += (point[0] - previous[0]) * rad * (2 + Math.sin(previous[1] * rad) + Math.sin(point[1] * rad));
    previous = point;
  }
  return Math.abs((sum * earthRadiusM * earthRadiusM) / 2);
}

/** Area of a polygon in square metres, holes taken off. */
export function polygonAreaM2(polygon: Polygon): number {
  const [outer, ...holes] = polygon;
  if (!outer) return 0;
  return holes.reduce((area, hole) => area - ringAreaM2(hole), ringAreaM2(outer));
}
