import gcoord from 'gcoord';
import { decodeLines } from './line-codec';
import { mainlandRings, specialRegionRings } from './mainland-outline';
import { bboxOf, inBbox, inRing } from './polygon';
import type { Bbox, LngLat } from './types';

/** Coordinate systems of base maps and terminals. Inside the product everything is WGS-84. */
export type Crs = 'wgs84' | 'gcj02' | 'bd09';

/** A ring with the box around it, which is tested first. */
interface Area {
  box: Bbox;
  ring: LngLat[];
}
let areas: { mainland: Area[]; special: Area[] } | undefined;

/** Decodes the outlines at the first conversion, which costs 5 ms once. */
function loadAreas(): { mainland: Area[]; special: Area[] } {
  areas ??= { mainland: decodeAreas(mainlandRings), special: decodeAreas(specialRegionRings) };
  return areas;
}

function decodeAreas(base64: string): Area[] {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  return decodeLines(bytes).flatMap(({ points }) => {
    const box = bboxOf(points);
    return box ? [{ box, ring: points }] : [];
  });
}

/** Whether a position lies in one of the areas. */
const isInAny = (lng: number, lat: number, list: readonly Area[]): boolean =>
  list.some(({ box, ring }) => inBbox(lng, lat, box) && inRing(lng, lat, ring));

/**
 * Whether Chinese base maps shift this place: mainland China and its coastal waters, without Hong Kong, Macau and Taiwan.
 * Exact to about 2 km at foreign borders and 250 m at Hong Kong and Macau (the common rectangle test moves Seoul, Hanoi
 * and Ulaanbaatar by 450 m).
 */
export function inMainland(lng: number, lat: number): boolean {
  const { mainland, special } = loadAreas();
  return isInAny(lng, lat, mainland) && !isInAny(lng, lat, special);
}

const systems = { wgs84: gcoord.WGS84, gcj02: gcoord.GCJ02, bd09: gcoord.BD09 } as const;

/** Converts one position between coordinate systems; outside mainland China it stays as it is. Back and forth is exact to 1 m. */
export function convertPosition(lng: number, lat: number, from: Crs, to: Crs): [lng: number, lat: number] {
  if (from === to || !inMainland(lng, lat)) return [lng, lat];
  const [x, y] = gcoord.transform([lng, lat], systems[from], systems[to]);
  return [x, y];
}

/** Converts a flat array `[lng, lat, lng, lat, …]` in place (tracks); returns the same array. */
export function convertFlat<A extends Float64Array | number[]>(flat: A, from: Crs, to: Crs): A {
  if (from === to) return flat;
  for (let i = 0; i + 1 < flat.length; i += 2) {
    const [lng, lat] = convertPosition(flat[i] ?? 0, flat[i + 1] ?? 0, from, to);
    flat[i] = lng;
    flat[i + 1] = lat;
  }
  return flat;
}
