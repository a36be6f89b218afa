import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FeatureCollection, GeometryCollection, LineString, Polygon } from 'geojson';
import { encodeLines, type TaggedLine } from '../../packages/geo/src/line-codec';
import { inPolygon } from '../../packages/geo/src/polygon';
import { readJson } from './sources';
import { toLngLats } from './topology';

/** Tags of water.bin; a hole carries the tag after its polygon's. */
const tags = { lake: 4, river: 10, river2: 14, river3: 15 } as const;

/** West/east/south/north of the region that is drawn finely, and of the rest. */
const china = '73/136/17/54.5';
const asia = '40/150/0/62';

/** Lines to take out of GSHHG and WDBII. */
interface Dump {
  tag: number;
  region: string;
  /** Options of `gmt coast -M`: shores of level 2 are lakes (-A: least km² and levels), -I1 to -I3 are classes of rivers. */
  options: string[];
  /** How far a simplified line may differ, metres. */
  interval: number;
}
const lakes: Dump[] = [
  { tag: tags.lake, region: china, options: ['-W', '-A8/2/2'], interval: 200 },
  { tag: tags.lake, region: asia, options: ['-W', '-A600/2/2'], interval: 800 },
];
const rivers: Dump[] = [
  { tag: tags.river, region: asia, options: ['-I1'], interval: 500 },
  { tag: tags.river2, region: china, options: ['-I2'], interval: 600 },
  { tag: tags.river3, region: china, options: ['-I3'], interval: 800 },
];

/** River mouths that the county borders cover with land: [region, lng, lat of a point in the water]. */
const estuaries: ReadonlyArray<readonly [region: string, lng: number, lat: number]> = [
  ['119.0/121.5/31.3/32.6', 121.377, 31.556],
  ['113.1/113.76/22.66/23.3', 113.7, 22.7],
];

/** Writes water.bin from GSHHG and WDBII. Needs the Debian packages gmt and gmt-gshhg-high. */
export function writeWater(work: string, folder: string, mapshaper: (...args: string[]) => void): void {
  const lines = [
    ...lakes.flatMap((dump) => simplifiedShapes(dump, work, mapshaper, ['-polygons', 'gap-tolerance=0.0005'])),
    ...estuaries.flatMap((estuary) => cutEstuary(estuary, work, mapshaper)),
    ...rivers.flatMap((dump) => simplifiedShapes(dump, work, mapshaper, ['-dissolve'])),
  ];
  const bytes = encodeLines(lines);
  writeFileSync(join(folder, 'water.bin'), bytes);
  console.log(`water.bin ${bytes.length} B, ${lines.length} lines`);
}

/** Lines of a region that GMT writes as text. */
function gmtLines(region: string, options: readonly string[]): number[][][] {
  const text = execFileSync('gmt', ['coast', `-R${region}`, '-Dh', '-M', ...options], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    // gmt leaves a history file in the folder in which it runs
    cwd: tmpdir(),
  });
  return text
    .split(/^>.*$/mu)
    .map((part) => [...part.matchAll(/^(-?[\d.]+)\s+(-?[\d.]+)$/gmu)].map(([, lng, lat]) => [Number(lng), Number(lat)]))
    .filter((points) => points.length > 1);
}

/** Simplified lines or polygons of a dump; `turn` is what mapshaper does with them first. */
function simplifiedShapes(
  dump: Dump,
  work: string,
  mapshaper: (...args: string[]) => void,
  turn: string[],
): TaggedLine[] {
  const coordinates = gmtLines(dump.region, dump.options);
  writeFileSync(join(work, 'dump.json'), JSON.stringify({ type: 'MultiLineString', coordinates }));
  mapshaper(
    '-i',
    'dump.json',
    'snap',
    ...turn,
    '-simplify',
    'weighted',
    `interval=${dump.interval}`,
    'keep-shapes',
    '-explode',
    '-o',
    'water.json',
    'format=geojson',
    'force',
  );
  return readGeometries(join(work, 'water.json')).flatMap((geometry) =>
    geometry.type === 'Polygon'
      ? toRings(geometry, dump.tag)
      : [{ tag: dump.tag, points: toLngLats(geometry.coordinates) }],
  );
}

/** Rings of a polygon; holes get the tag after the polygon's. */
const toRings = (polygon: Polygon, tag: number): TaggedLine[] =>
  polygon.coordinates.map((ring, i) => ({ tag: i === 0 ? tag : tag + 1, points: toLngLats(ring) }));

/** The water of a river mouth. The coast cuts a frame around the mouth into faces, and the face with the given point is water. */
function cutEstuary(
  [region, lng, lat]: (typeof estuaries)[number],
  work: string,
  mapshaper: (...args: string[]) => void,
): TaggedLine[] {
  const [west = 0, east = 0, south = 0, north = 0] = region.split('/').map(Number);
  const frame = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  writeFileSync(
    join(work, 'mouth.json'),
    JSON.stringify({ type: 'MultiLineString', coordinates: [...gmtLines(region, ['-W', '-A0/0/1']), frame] }),
  );
  mapshaper(
    '-i',
    'mouth.json',
    'snap',
    '-polygons',
    'gap-tolerance=0.002',
    '-explode',
    '-simplify',
    'weighted',
    'interval=200',
    '-o',
    'water.json',
    'format=geojson',
    'force',
  );
  const face = readGeometries(join(work, 'water.json')).find(
    (geometry): geometry is Polygon =>
      geometry.type === 'Polygon' && inPolygon(lng, lat, geometry.coordinates.map(toLngLats)),
  );
  if (!face) throw new Error(`no water at ${lng},${lat}`);
  return toRings(face, tags.lake);
}

/** Polygons and lines of a file that mapshaper wrote. */
function readGeometries(path: string): Array<Polygon | LineString> {
  const read = readJson<FeatureCollection | GeometryCollection>(path);
  const all = read.type === 'FeatureCollection' ? read.features.map((f) => f.geometry) : read.geometries;
  return all.filter((g): g is Polygon | LineString => g?.type === 'Polygon' || g?.type === 'LineString');
}
