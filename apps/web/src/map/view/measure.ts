import { distanceM, pathLengthM } from '@tongda/geo/distance';
import { ringAreaM2 } from '@tongda/geo/polygon';
import type { LngLat } from '@tongda/geo/types';

export type MeasureKind = 'distance' | 'area';

/** `860 m`, `12.4 km`, `1,284 km`. */
export function lengthText(metres: number): string {
  if (metres < 1000) return `${Math.round(metres)} m`;
  const km = metres / 1000;
  return km < 100 ? `${km.toFixed(1)} km` : `${Math.round(km).toLocaleString('en-US')} km`;
}

/** `4,200 m²`, `12.4 km²`. */
export function areaText(squareMetres: number): string {
  if (squareMetres < 100_000) return `${Math.round(squareMetres).toLocaleString('en-US')} m²`;
  const km2 = squareMetres / 1e6;
  return km2 < 100 ? `${km2.toFixed(2)} km²` : `${Math.round(km2).toLocaleString('en-US')} km²`;
}

/** What has been measured so far, in words; '' while there is nothing to measure. */
export function measureText(kind: MeasureKind, points: readonly LngLat[]): string {
  if (kind === 'distance') return points.length < 2 ? '' : `总长 ${lengthText(pathLengthM(points))}`;
  if (points.length < 3) return '';
  const [first] = points;
  const last = points.at(-1);
  const closing = first && last ? distanceM(last[0], last[1], first[0], first[1]) : 0;
  return `面积 ${areaText(ringAreaM2(points))}，周长 ${lengthText(pathLengthM(points) + closing)}`;
}
