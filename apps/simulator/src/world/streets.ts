import type { LngLat } from '@tongda/geo/types';
import type { CityId } from '../fleet/demo';
import { lineLengthM, measurePath, type Path } from './path';
import { createRandom, hashSeed, smoothNoise } from './random';

/**
 * Streets of a delivery area: a grid of main streets, turned and slightly warped. All vehicles of the city share them, so that their tracks lie on each
 * other as on real streets.
 */
interface CitySpec {
  name: string;
  centre: LngLat;
  /** Half width along the two street directions, km; kept small enough to stay on land. */
  halfKm: readonly [number, number];
  turnDeg: number;
  /** District in which each of the 24 stores lies, in their order, as the offline places say (`seed.test.ts` of the demo compares them). */
  districts: string;
}

/** The four cities of the demo. */
export const citySpecs = {
  shanghai: {
    name: '上海',
    centre: [121.36, 31.13],
    halfKm: [17, 14],
    turnDeg: 8,
    districts:
      '青浦 闵行 松江 闵行 浦东 闵行 闵行 松江 浦东 青浦 松江 徐汇 青浦 长宁 松江 虹口 松江 松江 闵行 普陀 松江 青浦 闵行 松江',
  },
  hangzhou: {
    name: '杭州',
    centre: [120.24, 30.33],
    halfKm: [13, 10],
    turnDeg: -12,
    districts:
      '拱墅 余杭 上城 上城 余杭 上城 余杭 余杭 萧山 拱墅 上城 西湖 上城 上城 余杭 拱墅 上城 余杭 西湖 上城 拱墅 海宁 上城 海宁',
  },
  guangzhou: {
    name: '广州',
    centre: [113.33, 23.14],
    halfKm: [14, 12],
    turnDeg: 5,
    districts:
      '番禺 越秀 越秀 天河 白云 海珠 白云 白云 荔湾 白云 天河 白云 海珠 番禺 黄埔 番禺 黄埔 番禺 白云 白云 白云 天河 番禺 白云',
  },
  shenzhen: {
    name: '深圳',
    centre: [114.03, 22.68],
    halfKm: [15, 8],
    turnDeg: -6,
    districts:
      '龙岗 龙华 龙华 宝安 宝安 龙华 宝安 宝安 龙华 宝安 南山 龙岗 龙华 龙岗 龙华 宝安 宝安 宝安 南山 龙岗 龙岗 罗湖 龙岗 宝安',
  },
} as const satisfies Record<CityId, CitySpec>;

/** A shop or depot beside a street; `u`, `v` are street coordinates (km), `v` lies on a row. */
export interface StreetSite {
  name: string;
  u: number;
  v: number;
}

/** A city ready to drive in. */
export interface City {
  id: CityId;
  name: string;
  /** `u` of the streets along one direction. */
  columnsKm: readonly number[];
  /** `v` of the streets along the other. */
  rowsKm: readonly number[];
  depot: StreetSite;
  stores: readonly StreetSite[];
  /** Degrees, WGS-84, of street coordinates. */
  toLngLat(u: number, v: number): LngLat;
}

const chains = ['鲜果源', '盒鲜生', '百味超市', '惠民生鲜', '优选便利', '海港水产'] as const;
const cities = new Map<CityId, City>();

/** The streets, the depot and the 24 stores of a city; built on the first call and kept. */
export function cityOf(id: CityId): City {
  const known = cities.get(id);
  if (known) return known;
  const city = buildCity(id, citySpecs[id]);
  cities.set(id, city);
  return city;
}

function buildCity(id: CityId, spec: CitySpec): City {
  const random = createRandom(hashSeed('city', id));
  const lines = (half: number) => {
    const list: number[] = [];
    for (let x = -half; x <= half; x += random.between(0.9, 2)) list.push(x);
    return list;
  };
  const columnsKm = lines(spec.halfKm[0]);
  const rowsKm = lines(spec.halfKm[1]);
  const seed = hashSeed('warp', id);
  const turn = (spec.turnDeg * Math.PI) / 180;
  const cosLat = Math.cos((spec.centre[1] * Math.PI) / 180);
  const toLngLat = (u: number, v: number): LngLat => {
    const x = u + 0.6 * smoothNoise(seed, v / 4.2) + 0.16 * smoothNoise(seed + 1, (u + v) / 3.1);
    const y = v + 0.6 * smoothNoise(seed + 2, u / 4.6) + 0.16 * smoothNoise(seed + 3, (u - v) / 3.4);
    const east = x * Math.cos(turn) - y * Math.sin(turn);
    const north = x * Math.sin(turn) + y * Math.cos(turn);
    return [spec.centre[0] + east / (111.195 * cosLat), spec.centre[1] + north / 111.195];
  };
  const stores = spec.districts.split(' ').map(
    (district, i): StreetSite => ({
      // 海宁 is the neighbour of 杭州
      name: `${chains[i % chains.length]}${district === '海宁' ? '嘉兴' : spec.name}${district}${i + 1}店`,
      u: random.between(-spec.halfKm[0] * 0.95, spec.halfKm[0] * 0.95),
      v: random.pick(rowsKm),
    }),
  );
  const depot = {
    name: `${spec.name}城配中心`,
    u: -spec.halfKm[0] * 0.55,
    v: rowsKm[Math.floor(rowsKm.length * 0.4)] ?? 0,
  };
  return { id, name: spec.name, columnsKm, rowsKm, depot, stores, toLngLat };
}

/**
 * The way from one site to another: along the row to a column, along that column, then along the other row to the site. A long way changes the column
 * halfway. Corners are rounded over 30 m.
 */
export const streetWay = (city: City, from: StreetSite, to: StreetSite, seed: number): Path =>
  measurePath(streetLine(city, from, to, seed));

/** Length of the same way, m: to compare ways, of which most are not driven. */
export const streetWayM = (city: City, from: StreetSite, to: StreetSite, seed: number): number =>
  lineLengthM(streetLine(city, from, to, seed));

function streetLine(city: City, from: StreetSite, to: StreetSite, seed: number): LngLat[] {
  const ends = [from, to].map(({ u, v }) => [u, v] as const);
  if (from.v === to.v) return roundCorners(ends).map(([u, v]) => city.toLngLat(u, v));
  const random = createRandom(seed);
  const low = Math.min(from.u, to.u) - 0.8;
  const high = Math.max(from.u, to.u) + 0.8;
  const between = city.columnsKm.filter((u) => u >= low && u <= high);
  const column = () => random.pick(between.length > 0 ? between : city.columnsKm);
  const corners: Array<readonly [number, number]> = [[from.u, from.v]];
  const first = column();
  corners.push([first, from.v]);
  const middle = city.rowsKm.filter((v) => v > Math.min(from.v, to.v) && v < Math.max(from.v, to.v));
  if (middle.length > 3) {
    const row = random.pick(middle);
    const second = column();
    corners.push([first, row], [second, row], [second, to.v]);
  } else {
    corners.push([first, to.v]);
  }
  corners.push([to.u, to.v]);
  return roundCorners(corners).map(([u, v]) => city.toLngLat(u, v));
}

/** Distance between two points of a way. */
const stepKm = 0.07;
/** Distance from a corner at which its rounding begins. */
const cornerKm = 0.03;

/** A line through the corners in points about 70 m apart, with rounded corners (street coordinates, km). */
function roundCorners(corners: ReadonlyArray<readonly [number, number]>): Array<readonly [number, number]> {
  const line = corners.filter((c, i) => {
    const prev = corners[i - 1];
    return !prev || Math.hypot(c[0] - prev[0], c[1] - prev[1]) > 0.01;
  });
  const out: Array<readonly [number, number]> = [];
  for (let i = 0; i + 1 < line.length; i++) {
    const [a, b, next] = [line[i], line[i + 1], line[i + 2]];
    if (!a || !b) continue;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const [du, dv] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
    const trim = Math.min(cornerKm, length / 3);
    const from = i === 0 ? 0 : trim;
    const until = next ? length - trim : length;
    const steps = Math.max(1, Math.round((until - from) / stepKm));
    for (let k = 0; k <= steps; k++) {
      const d = from + ((until - from) * k) / steps;
      out.push([a[0] + du * d, a[1] + dv * d]);
    }
    if (next) out.push(...arcOfCorner([b[0] - du * trim, b[1] - dv * trim], b, next, trim));
  }
  return out;
}

/** Two points of the curve that cuts a corner short. */
function arcOfCorner(
  start: readonly [number, number],
  corner: readonly [number, number],
  next: readonly [number, number],
  trimKm: number,
): Array<readonly [number, number]> {
  const length = Math.hypot(next[0] - corner[0], next[1] - corner[1]);
  const trim = Math.min(trimKm, length / 3);
  const end = [
    corner[0] + ((next[0] - corner[0]) / length) * trim,
    corner[1] + ((next[1] - corner[1]) / length) * trim,
  ];
  return [0.33, 0.67].map((t) => {
    const bezier = (k: 0 | 1) =>
      (1 - t) * (1 - t) * start[k] + 2 * t * (1 - t) * corner[k] + t * t * (end[k] ?? corner[k]);
    return [bezier(0), bezier(1)] as const;
  });
}
