import type { LngLat } from './types';

/** Mean earth radius (IUGG), metres: all distances of the product use it (report.md K17). */
export const earthRadiusM = 6_371_008.8;

const rad = Math.PI / 180;

/** Great-circle distance in metres between two positions in degrees (haversine). */
export function distanceM(lng1: number, lat1: number, lng2: number, lat2: number): number {
  const sinLat = Math.sin(((lat2 - lat1) * rad) / 2);
  const sinLng = Math.sin(((lng2 - lng1) * rad) / 2);
  const a = sinLat * sinLat + Math.cos(lat1 * rad) * Math.cos(lat2 * rad) * sinLng * sinLng;
  return 2 * earthRadiusM * Math.asin(Math.min(1, Math.sqrt(a)));
}

/** Length of a path in metres; 0 for fewer than two positions. */
export function pathLengthM(path: readonly LngLat[]): number {
  let sum = 0;
  for (let i = 1; i < path.length; i++) {
    const from = path[i - 1];
    const to = path[i];
    if (from && to) sum += distanceM(from[0], from[1], to[0], to[1]);
  }
  return sum;
}

/** Position reached from a start after `distance` metres on the initial `bearing` (degrees clockwise from north). */
export function destinationOf(lng: number, lat: number, bearing: number, distance: number): [lng: number, lat: number] {
  const d = distance / earthRadiusM;
  const b = bearing * rad;
  const sinLat = Math.sin(lat * rad) * Math.cos(d) + Math.cos(lat * rad) * Math.sin(d) * Math.cos(b);
  const y = Math.sin(b) * Math.sin(d) * Math.cos(lat * rad);
  const x = Math.cos(d) - Math.sin(lat * rad) * sinLat;
  const outLng = lng + Math.atan2(y, x) / rad;
  return [((outLng + 540) % 360) - 180, Math.asin(sinLat) / rad];
}
