import { dayMs } from '@tongda/contract/core/durations';
import type { TimeWindow } from '@tongda/contract/core/field/time-window';
import { type placeKind, placeSource, placeType } from '@tongda/contract/ground/place/enums';
import { pathLengthM } from '@tongda/geo/distance';
import { type Shape, shapeAreaM2, shapeBbox, shapeCentre } from '@tongda/geo/shape';
import { simplifyLine } from '@tongda/geo/simplify';
import type { LngLat } from '@tongda/geo/types';
import { roadOf, routeSpecs } from '@tongda/simulator/world/routes';
import { cityOf } from '@tongda/simulator/world/streets';
import { slowArea } from '@tongda/simulator/world/thin';
import { type Insertable, sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import type { Place, PlaceShape } from '../../core/generated/db-types';
import { storedShapeOf } from '../../kernel/ground/place-shape';
import { demoClients } from '../people/users';
import { orgId } from './vehicle/rows';

const clientId = demoClients.cold.id;
const author = '151';
/** Shapes are valid from before the demo's history, because its days are judged by them. */
const sinceDays = 90;

export interface DemoPlace {
  id: string;
  name: string;
  kind: (typeof placeKind.codes)[number];
  type: number;
  shape: Shape;
  color: string;
  org: string;
  tags?: string[];
  speedLimitKmh?: number;
  hours?: TimeWindow[];
  limitOverT?: number;
  bufferM?: number;
  source?: number;
}

/** 图标 of a type's places. */
const icons: Readonly<Record<number, string>> = {
  [placeType.distributionCentre]: '配',
  [placeType.warehouse]: '仓',
  [placeType.truckLimit]: '限',
};
const colours = {
  centre: '#2F7DE1',
  cold: '#0891A6',
  service: '#5F6975',
  store: '#7C4DDB',
  forbid: '#E03428',
} as const;

/** Sides of the yard of a distribution centre, half of them in degrees: about 700 m by 450 m, turned a little. */
const yardAround = ([lng, lat]: LngLat): Shape => ({
  kind: 'polygon',
  rings: [
    [
      [lng - 0.0036, lat - 0.0016],
      [lng + 0.003, lat - 0.0024],
      [lng + 0.0037, lat + 0.0014],
      [lng + 0.0006, lat + 0.0025],
      [lng - 0.003, lat + 0.0022],
    ],
  ],
});

/** A spot to the decimetre, as users enter one. */
export const roundSpot = ([lng, lat]: LngLat): LngLat => [Math.round(lng * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6];

const orgOf = (lat: number): string => (lat < 25 ? '华南分公司' : lat > 30 && lat < 33 ? '华东分公司' : '总部');

function siteOf(name: string, exact: LngLat): Omit<DemoPlace, 'id'> {
  const at = roundSpot(exact);
  const circle = (radiusM: number): Shape => ({ kind: 'circle', centre: at, radiusM });
  const base = { name, kind: 'site' as const, org: orgOf(at[1]) };
  if (name.endsWith('配送中心')) {
    const drawn = name.startsWith('上海桃浦') || name.startsWith('广州越秀');
    return {
      ...base,
      type: placeType.distributionCentre,
      color: colours.centre,
      shape: drawn ? yardAround(at) : circle(500),
      tags: ['自营'],
      bufferM: 100,
    };
  }
  if (name.endsWith('冷库'))
    return { ...base, type: placeType.warehouse, color: colours.cold, shape: circle(400), tags: ['冷链'] };
  if (name.endsWith('服务区')) return { ...base, type: placeType.service, color: colours.service, shape: circle(300) };
  if (name.endsWith('门店')) return { ...base, type: placeType.store, color: colours.store, shape: circle(200) };
  return { ...base, type: placeType.other, color: colours.service, shape: circle(300) };
}

/** Every named place on the roads of the simulator once: where its trucks load, unload and rest. */
function roadSites(): Array<Omit<DemoPlace, 'id'>> {
  const found = new Map<string, Omit<DemoPlace, 'id'>>();
  for (const { places } of Object.values(routeSpecs))
    for (const { name, at } of places) if (!found.has(name)) found.set(name, siteOf(name, at));
  return [...found.values()];
}

/** Where the city trucks load in the morning. */
function loadingDepots(): Array<Omit<DemoPlace, 'id'>> {
  return (['shanghai', 'hangzhou', 'guangzhou', 'shenzhen'] as const).map((id) => {
    const city = cityOf(id);
    const { name, u, v } = city.depot;
    const site = siteOf(name, city.toLngLat(u, v));
    return { ...site, type: placeType.distributionCentre, color: colours.centre, bufferM: 100 };
  });
}

const regions: Array<Omit<DemoPlace, 'id'>> = [
  {
    name: '江桥批发市场禁停区',
    kind: 'region',
    type: placeType.noParking,
    color: colours.forbid,
    org: '华东分公司',
    shape: { kind: 'rect', box: [121.322, 31.244, 121.336, 31.256] },
    tags: ['交警通告'],
    bufferM: 0,
  },
  {
    name: '广州城区配送范围',
    kind: 'region',
    type: placeType.city,
    color: '#E08600',
    org: '华南分公司',
    shape: {
      kind: 'polygon',
      rings: [
        [
          [113.2, 23.05],
          [113.27, 22.98],
          [113.39, 22.98],
          [113.48, 23.08],
          [113.47, 23.17],
          [113.38, 23.24],
          [113.27, 23.2],
          [113.21, 23.13],
        ],
      ],
    },
  },
  {
    name: '大学城限速区',
    kind: 'region',
    type: placeType.speedLimit,
    color: '#B4478F',
    org: '华南分公司',
    shape: { kind: 'circle', centre: [113.4, 23.045], radiusM: 2600 },
    speedLimitKmh: 60,
  },
  {
    name: '莘庄工业区限速区',
    kind: 'region',
    type: placeType.speedLimit,
    color: '#B4478F',
    org: '华东分公司',
    shape: { kind: 'rect', box: [...slowArea] },
    speedLimitKmh: 50,
  },
];

/** Where lorries stay out in the rush hours, so that the board has something to warn of. */
const truckLimit: Omit<DemoPlace, 'id'> = {
  name: '苏州古城限行区',
  kind: 'region',
  type: placeType.truckLimit,
  color: '#E03428',
  org: '华东分公司',
  shape: { kind: 'circle', centre: [120.62, 31.31], radiusM: 2500 },
  hours: [
    { days: [1, 2, 3, 4, 5], from: '07:00', to: '09:00' },
    { days: [1, 2, 3, 4, 5], from: '17:00', to: '19:00' },
  ],
  limitOverT: 4.5,
};

function lineOf(
  name: string,
  road: Parameters<typeof roadOf>[0],
  org: string,
  speedLimitKmh: number,
): Omit<DemoPlace, 'id'> {
  const { path } = roadOf(road);
  const points = Array.from(path.lng, (lng, i): LngLat => [lng, path.lat[i] ?? 0]);
  return {
    name,
    kind: 'line',
    type: placeType.line,
    color: '#0E9F55',
    org,
    shape: { kind: 'line', path: simplifyLine(points, 60), halfWidthM: 500 },
    speedLimitKmh,
    source: placeSource.track,
  };
}

/** Sites, areas and lines of the demo company (resources.md section 4), with fixed ids below those that the database gives out. */
function demoPlaces(): DemoPlace[] {
  const rows = [
    ...roadSites(),
    ...loadingDepots(),
    ...regions,
    lineOf('沪宁干线走廊', 'huning', '华东分公司', 90),
    lineOf('沪杭干线走廊', 'huhang', '华东分公司', 90),
    lineOf('广州冷链环线走廊', 'guanghuan', '华南分公司', 60),
    truckLimit,
  ];
  return rows.map((row, i) => ({ id: String(301 + i), ...row }));
}

export const seedPlaces = (trx: Trx, now: Date): Promise<void> => insertPlaces(trx, demoPlaces(), now);

/** Writes places with shapes that are valid since before the demo's history. */
export async function insertPlaces(trx: Trx, places: readonly DemoPlace[], now: Date): Promise<void> {
  await trx.insertInto('place').values(places.map(placeRow)).execute();
  const since = new Date(now.getTime() - sinceDays * dayMs).toISOString();
  await trx
    .insertInto('place_shape')
    .values(places.map((place) => ({ ...shapeRow(place), during: sql<string>`tstzrange(${since}, null, '[)')` })))
    .execute();
}

const placeRow = (p: DemoPlace): Insertable<Place> => ({
  id: p.id,
  client_id: clientId,
  org_id: orgId(p.org),
  kind: p.kind,
  place_type: p.type,
  name: p.name,
  color: p.color,
  icon: p.kind === 'line' ? '' : (icons[p.type] ?? ''),
  tags: p.tags ?? [],
  speed_limit_kmh: p.speedLimitKmh ?? null,
  hours: JSON.stringify(p.hours ?? []),
  limit_over_t: p.limitOverT ?? null,
  buffer_m: p.kind === 'line' ? 0 : (p.bufferM ?? 50),
  source: p.source ?? placeSource.hand,
  created_by: author,
  updated_by: author,
});

function shapeRow({ id, shape, kind, bufferM = 50 }: DemoPlace): Omit<Insertable<PlaceShape>, 'during'> {
  const stored = storedShapeOf(shape);
  const box = shapeBbox(shape, kind === 'line' ? 0 : bufferM);
  const centre = shapeCentre(shape);
  if (!box || !centre) throw new Error(`place ${id} has no ground`);
  const [west, south, east, north] = box;
  return {
    client_id: clientId,
    place_id: id,
    ...stored,
    geometry: JSON.stringify(stored.geometry),
    west,
    south,
    east,
    north,
    lng: centre[0],
    lat: centre[1],
    area_m2: shapeAreaM2(shape),
    length_m: shape.kind === 'line' ? pathLengthM(shape.path) : 0,
    created_by: author,
  };
}
