import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  FeatureCollection,
  Geometry,
  GeometryCollection,
  LineString,
  MultiLineString,
  MultiPolygon,
  Polygon,
} from 'geojson';
import { encodeLines, type TaggedLine } from '../../packages/geo/src/line-codec';
import { bboxOf } from '../../packages/geo/src/polygon';
import { buildLabels } from './labels';
import { ownCoast } from './places';
import { type Divisions, readJson } from './sources';
import { type CountiesTopology, type TopoTools, toLngLats, topoTools } from './topology';

/** Tags of the lines in base.bin, which apps/web/src/map/base/data.ts reads. A hole of a polygon has the tag after the polygon's. */
export const tags = {
  land: 0,
  china: 2,
  dash: 6,
  province: 11,
  outline: 12,
  prefecture: 13,
} as const;

/** What the build works with. */
interface Build {
  topology: CountiesTopology;
  divisions: Divisions;
  modules: string;
  work: string;
  mapshaper: (...args: string[]) => void;
}

/**
 * Writes what the web client draws: base.bin (always loaded), counties-<first digit of the province>.bin (loaded from zoom 6; Hong Kong and Macau are in
 * that of 4) and labels.json.
 */
export function writeWebData(build: Build, folder: string): void {
  const tools = topoTools(build.modules);
  const base = encodeLines([...chinaLines(build.topology, tools), ...worldLines(build)]);
  writeFileSync(join(folder, 'base.bin'), base);
  console.log(`base.bin ${base.length} B`);
  for (const digit of ['1', '2', '3', '4', '5', '6']) {
    const bytes = encodeLines(
      toLines(
        tools.mesh(build.topology, build.topology.objects.counties, (a, b) => {
          const [one, two] = [a.properties, b.properties];
          return (
            one.a !== two.a && one.c === two.c && (one.p.startsWith(digit) || (digit === '4' && one.p.startsWith('8')))
          );
        }),
        0,
      ),
    );
    writeFileSync(join(folder, `counties-${digit}.bin`), bytes);
    console.log(`counties-${digit}.bin ${bytes.length} B`);
  }
  const text = buildLabels(build.topology, build.divisions, build.modules);
  writeFileSync(join(folder, 'labels.json'), text);
  console.log(`labels.json ${Buffer.byteLength(text)} B`);
}

/** Land of China and the borders of its provinces and prefectures. */
function chinaLines(topology: CountiesTopology, { merge, mesh }: TopoTools): TaggedLine[] {
  const { counties } = topology.objects;
  const china = merge(topology, counties.geometries);
  return [
    ...toRings(china, tags.china).filter((line) => line.tag === tags.china || !isSpeck(line)),
    ...toLines(
      mesh(topology, counties, (a, b) => a.properties.p !== b.properties.p),
      tags.province,
    ),
    ...toLines(
      mesh(topology, counties, (a, b) => a === b),
      tags.outline,
    ).filter((line) => !isSpeck(line)),
    ...toLines(
      mesh(topology, counties, (a, b) => a.properties.c !== b.properties.c && a.properties.p === b.properties.p),
      tags.prefecture,
    ),
  ];
}

/** Whether a line is a gap of less than about 1 km that snapping left between counties, which would show as a speck. */
function isSpeck({ points }: TaggedLine): boolean {
  const box = bboxOf(points);
  const [first] = points;
  const last = points[points.length - 1];
  const closed = first?.[0] === last?.[0] && first?.[1] === last?.[1];
  return box !== null && closed && box[2] - box[0] < 0.012 && box[3] - box[1] < 0.012;
}

/** Land of the world without borders and without the coast that the county borders draw, and the ten-dash line. */
function worldLines({ modules, work, mapshaper }: Build): TaggedLine[] {
  writeFileSync(
    join(work, 'own-coast.json'),
    JSON.stringify({ type: 'Polygon', coordinates: [[...ownCoast, ownCoast[0]]] }),
  );
  mapshaper(
    '-i',
    join(modules, 'world-atlas/land-50m.json'),
    '-erase',
    'own-coast.json',
    '-explode',
    '-filter',
    'this.area > 2e6',
    '-o',
    'land.json',
    'format=geojson',
    'force',
  );
  return [
    // the file holds polygons only
    ...mapGeometries(readJson<GeometryCollection>(join(work, 'land.json')), (g) => toRings(g as Polygon, tags.land)),
    ...tenDashLine(modules),
  ];
}

/** The ten-dash line, which the source has as thin polygons among the parts of China. Throws when they are not ten. */
function tenDashLine(modules: string): TaggedLine[] {
  const world = readJson<FeatureCollection<MultiPolygon, { iso_a2: string }>>(
    join(modules, '@surbowl/world-geo-json-zh/world.zh.json'),
  );
  const china = world.features.find((f) => f.properties.iso_a2 === 'CN');
  const parts = (china?.geometry.coordinates ?? []).filter((part) => isDash(part[0] ?? []));
  if (parts.length !== 10) throw new Error(`expected the ten-dash line, found ${parts.length} dashes`);
  return toRings({ type: 'MultiPolygon', coordinates: parts }, tags.dash);
}

/** Middle of each dash, degrees. */
const dashPlaces: ReadonlyArray<readonly [number, number]> = [
  [122.65, 24.0],
  [121.5, 21.25],
  [119.75, 18.5],
  [119.06, 15.5],
  [118.75, 11.45],
  [115.9, 7.6],
  [112.3, 3.6],
  [108.25, 6.5],
  [110.2, 11.8],
  [109.6, 15.7],
];

/** Whether a polygon lies where a dash does. */
function isDash(ring: number[][]): boolean {
  const xs = ring.map((p) => p[0] ?? 0);
  const ys = ring.map((p) => p[1] ?? 0);
  const x = (Math.min(...xs) + Math.max(...xs)) / 2;
  const y = (Math.min(...ys) + Math.max(...ys)) / 2;
  return dashPlaces.some(([px, py]) => Math.hypot(px - x, py - y) < 0.15);
}

/** Lines of all geometries of a file. */
const mapGeometries = (
  collection: FeatureCollection | GeometryCollection,
  turn: (geometry: Geometry) => TaggedLine[],
): TaggedLine[] =>
  (collection.type === 'FeatureCollection'
    ? collection.features.map((f) => f.geometry)
    : collection.geometries
  ).flatMap(turn);

/** Lines of a geometry. */
const toLines = (geometry: LineString | MultiLineString, tag: number): TaggedLine[] =>
  (geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates).map((points) => ({
    tag,
    points: toLngLats(points),
  }));

/** Rings of a geometry; holes get the tag after the polygon's. */
const toRings = (geometry: Polygon | MultiPolygon, tag: number): TaggedLine[] =>
  (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates).flatMap((rings) =>
    rings.map((points, i) => ({ tag: i === 0 ? tag : tag + 1, points: toLngLats(points) })),
  );
