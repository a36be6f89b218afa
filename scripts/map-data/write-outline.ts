import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Geometry, GeometryCollection } from 'geojson';
import { encodeLines } from '../../packages/geo/src/line-codec';
import type { LngLat } from '../../packages/geo/src/types';
import { shiftedWaters } from './places';
import { readJson } from './sources';
import { toLngLats } from './topology';

/** Smaller shapes are left out: they do not matter to a shift of 500 m. */
const minAreaM2 = 20e6;

/**
 * Writes packages/geo/src/mainland-outline.ts: the area in which GCJ-02 applies, exact to 2 km, and Hong Kong and Macau, which are not shifted, exact
 * to 250 m.
 */
export function writeOutline(work: string, file: string, mapshaper: (...args: string[]) => void): void {
  writeFileSync(
    join(work, 'waters.json'),
    JSON.stringify({ type: 'Polygon', coordinates: [[...shiftedWaters, shiftedWaters[0]]] }),
  );
  mapshaper(
    '-i',
    'counties.topo.json',
    'waters.json',
    'combine-files',
    '-merge-layers',
    'force',
    '-filter',
    "!p || (p != '71' && p != '81' && p != '82')",
    '-dissolve',
    '-filter-islands',
    `min-area=${minAreaM2}`,
    '-simplify',
    'weighted',
    'interval=2000',
    '-o',
    'mainland.json',
    'format=geojson',
    'force',
  );
  mapshaper(
    '-i',
    'counties.topo.json',
    '-filter',
    "p == '81' || p == '82'",
    '-dissolve',
    '-simplify',
    'interval=250',
    '-o',
    'special.json',
    'format=geojson',
    'force',
  );
  const outline = outerRings(readJson<GeometryCollection>(join(work, 'mainland.json')));
  const special = outerRings(readJson<GeometryCollection>(join(work, 'special.json')));
  const encode = (rings: LngLat[][]) =>
    Buffer.from(encodeLines(rings.map((points) => ({ tag: 0, points })))).toString('base64');
  writeFileSync(
    file,
    `/** Made by scripts/map-data; not edited by hand. Rings in the form of line-codec.ts, base64. */

/** Mainland China with its coastal waters, about 2 km exact. */
export const mainlandRings =
  '${encode(outline)}';

/** Hong Kong and Macau, about 250 m exact: inside the outline, but not shifted. */
export const specialRegionRings =
  '${encode(special)}';
`,
  );
}

/** Outer rings of all polygons. */
function outerRings(collection: GeometryCollection): LngLat[][] {
  const rings = (geometry: Geometry): number[][][] =>
    geometry.type === 'Polygon'
      ? geometry.coordinates.slice(0, 1)
      : geometry.type === 'MultiPolygon'
        ? geometry.coordinates.map((part) => part[0] ?? [])
        : [];
  return collection.geometries.flatMap(rings).map(toLngLats);
}
