import { decodeLines, type TaggedLine } from '@tongda/geo/line-codec';
import type { Feature, FeatureCollection, Geometry } from 'geojson';

/** Tags of base.bin and water.bin; the hole of a polygon carries its polygon's tag plus one. scripts/map-data writes them. */
export const tag = {
  land: 0,
  china: 2,
  lake: 4,
  dash: 6,
  river: 10,
  province: 11,
  outline: 12,
  prefecture: 13,
  river2: 14,
  river3: 15,
} as const;

export type LabelKind =
  | 'province'
  | 'capital'
  | 'city'
  | 'prefecture'
  | 'county'
  | 'sea'
  | 'island'
  | 'lake'
  | 'country';
type LabelRow = [kind: LabelKind, name: string, lng: number, lat: number, leastZoom: number];

export interface BaseData {
  shapes: FeatureCollection;
  labels: FeatureCollection;
}

/** Where a county file is worth loading: first digit of the province code → west, south, east, north. */
export const countyRegions: Readonly<Record<string, readonly [number, number, number, number]>> = {
  '1': [97.1, 34.5, 126.1, 53.4],
  '2': [118.8, 38.7, 135.1, 53.6],
  '3': [113.5, 23.5, 123.5, 38.5],
  '4': [104.4, 18.1, 117.4, 36.4],
  '5': [78.3, 21.1, 110.2, 36.6],
  '6': [73.4, 31.5, 111.3, 49.3],
};

let base: Promise<BaseData> | undefined;
const counties = new Map<string, Promise<FeatureCollection>>();

/** The bundled map, fetched once a page; a failure is forgotten so that a retry fetches again. */
export function loadBase(): Promise<BaseData> {
  base ??= Promise.all([fetchLines('base'), fetchLines('water'), fetchLabels()])
    .then(([lines, water, labels]) => ({ shapes: featureCollection(shapesOf([...lines, ...water])), labels }))
    .catch((error: unknown) => {
      base = undefined;
      throw error;
    });
  return base;
}

/** County lines of one region (first digit of the province code). */
export function loadCounties(region: string): Promise<FeatureCollection> {
  const known = counties.get(region);
  if (known) return known;
  const loading = fetchLines(`counties-${region}`)
    .then((lines) =>
      featureCollection(lines.map((line) => featureOf({ type: 'LineString', coordinates: positionsOf(line) }, {}))),
    )
    .catch((error: unknown) => {
      counties.delete(region);
      throw error;
    });
  counties.set(region, loading);
  return loading;
}

const dataUrl = (file: string): string => `${import.meta.env.BASE_URL}map/${file}`;

async function fetchLines(name: string): Promise<TaggedLine[]> {
  const answer = await fetch(dataUrl(`${name}.bin`));
  if (!answer.ok) throw new Error(`${name}.bin: HTTP ${answer.status}`);
  return decodeLines(new Uint8Array(await answer.arrayBuffer()));
}

async function fetchLabels(): Promise<FeatureCollection> {
  const answer = await fetch(dataUrl('labels.json'));
  if (!answer.ok) throw new Error(`labels.json: HTTP ${answer.status}`);
  // the file is made by scripts/map-data, which writes such rows
  const rows = (await answer.json()) as LabelRow[];
  return featureCollection(
    rows.map(([kind, name, lng, lat, zoom]) =>
      featureOf({ type: 'Point', coordinates: [lng, lat] }, { kind, name, zoom }),
    ),
  );
}

/** Rings become polygons (an odd tag is a hole of the polygon before it), the rest lines. */
export function shapesOf(lines: readonly TaggedLine[]): Feature[] {
  const features: Feature[] = [];
  let rings: number[][][] = [];
  for (const line of lines) {
    if (line.tag >= tag.river) {
      features.push(featureOf({ type: 'LineString', coordinates: positionsOf(line) }, { k: line.tag }));
    } else if (line.tag % 2 === 1) {
      rings.push(positionsOf(line));
    } else {
      rings = [positionsOf(line)];
      features.push(featureOf({ type: 'Polygon', coordinates: rings }, { k: line.tag }));
    }
  }
  return features;
}

const positionsOf = (line: TaggedLine): number[][] => line.points.map(([lng, lat]) => [lng, lat]);

const featureOf = (geometry: Geometry, properties: Record<string, string | number>): Feature => ({
  type: 'Feature',
  properties,
  geometry,
});

const featureCollection = (features: Feature[]): FeatureCollection => ({ type: 'FeatureCollection', features });
