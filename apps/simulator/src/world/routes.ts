import type { LngLat } from '@tongda/geo/types';
import type { RouteId } from '../fleet/demo';
import { type Path, roadThrough } from './path';
import { hashSeed } from './random';

/** A stretch where satellites or the radio link are lost; metres from the start of the road. */
export interface DarkZone {
  fromM: number;
  toM: number;
  fix: boolean;
  link: boolean;
}

/** A way point with its name; some of them serve as stops. */
export interface WayPlace {
  name: string;
  at: LngLat;
}

/** What a trunk road is built from. */
export interface RouteSpec {
  name: string;
  /** Speed that trucks keep here, km/h. */
  truckKmh: number;
  /** Way points about 30 km apart (1 km accuracy), WGS-84; the names serve as stops. */
  places: readonly WayPlace[];
  /** Tunnels as shares of the length: [start share, length m, radio link inside]. */
  tunnels: ReadonlyArray<readonly [share: number, lengthM: number, link: boolean]>;
  /** Bends of a town ring are smaller than those of a motorway. */
  ring?: boolean;
}

const wayPlace = (name: string, lng: number, lat: number): WayPlace => ({ name, at: [lng, lat] });

/** The six trunk roads of the demo. */
export const routeSpecs = {
  huning: {
    name: 'G42沪宁高速',
    truckKmh: 85,
    places: [
      wayPlace('上海桃浦配送中心', 121.38, 31.25),
      wayPlace('太仓城厢', 121.1, 31.38),
      wayPlace('昆山阳澄湖服务区', 120.87, 31.38),
      wayPlace('苏州相城冷库', 120.63, 31.36),
      wayPlace('无锡梁溪冷库', 120.3, 31.56),
      wayPlace('常州天宁冷库', 119.97, 31.77),
      wayPlace('丹阳服务区', 119.57, 31.98),
      wayPlace('句容仙人山服务区', 119.15, 32.1),
      wayPlace('南京栖霞配送中心', 118.9, 32.05),
    ],
    tunnels: [],
  },
  huhang: {
    name: 'G60沪昆高速上海至杭州',
    truckKmh: 85,
    places: [
      wayPlace('上海莘庄配送中心', 121.36, 31.1),
      wayPlace('松江泖港', 121.12, 30.98),
      wayPlace('嘉善服务区', 120.9, 30.86),
      wayPlace('嘉兴南湖冷库', 120.75, 30.75),
      wayPlace('桐乡长安服务区', 120.52, 30.6),
      wayPlace('杭州余杭配送中心', 120.3, 30.38),
    ],
    tunnels: [],
  },
  jingzheng: {
    name: 'G4京港澳高速北京至郑州',
    truckKmh: 80,
    places: [
      wayPlace('北京丰台配送中心', 116.28, 39.82),
      wayPlace('涿州服务区', 115.98, 39.48),
      wayPlace('保定冷库', 115.48, 38.87),
      wayPlace('定州服务区', 114.98, 38.45),
      wayPlace('石家庄冷库', 114.52, 38.04),
      wayPlace('邢台服务区', 114.48, 37.07),
      wayPlace('安阳冷库', 114.35, 36.1),
      wayPlace('卫辉服务区', 114.05, 35.45),
      wayPlace('郑州金水配送中心', 113.72, 34.78),
    ],
    tunnels: [],
  },
  shenshan: {
    name: 'G15沈海高速深圳至汕头',
    truckKmh: 80,
    places: [
      wayPlace('深圳布吉配送中心', 114.12, 22.62),
      wayPlace('惠州惠阳冷库', 114.42, 22.8),
      wayPlace('稔山服务区', 114.9, 22.83),
      wayPlace('汕尾冷库', 115.36, 22.85),
      wayPlace('陆丰服务区', 115.9, 22.95),
      wayPlace('潮南服务区', 116.35, 23.15),
      wayPlace('汕头配送中心', 116.68, 23.36),
    ],
    tunnels: [
      [0.21, 3200, false],
      [0.34, 1800, true],
      [0.72, 2400, true],
    ],
  },
  chengguang: {
    name: 'G5京昆高速成都至广元',
    truckKmh: 75,
    places: [
      wayPlace('成都成华配送中心', 104.1, 30.7),
      wayPlace('德阳冷库', 104.35, 30.98),
      wayPlace('罗江服务区', 104.45, 31.15),
      wayPlace('绵阳冷库', 104.73, 31.46),
      wayPlace('江油新安服务区', 105.1, 31.8),
      wayPlace('剑门关服务区', 105.55, 32.15),
      wayPlace('广元配送中心', 105.84, 32.43),
    ],
    tunnels: [
      [0.63, 4200, true],
      [0.7, 2600, false],
      [0.76, 5200, true],
      [0.86, 3600, false],
      [0.93, 2200, true],
    ],
  },
  guanghuan: {
    name: '广州冷链环线',
    truckKmh: 60,
    ring: true,
    places: [
      wayPlace('广州越秀配送中心', 113.26, 23.13),
      wayPlace('白云龙归门店', 113.33, 23.2),
      wayPlace('天河东圃冷库', 113.42, 23.18),
      wayPlace('黄埔鱼珠冷库', 113.45, 23.1),
      wayPlace('番禺大学城门店', 113.4, 23.02),
      wayPlace('番禺大石门店', 113.3, 23.0),
      wayPlace('荔湾芳村冷库', 113.22, 23.05),
      wayPlace('广州越秀配送中心', 113.26, 23.13),
    ],
    tunnels: [[0.3, 1500, true]],
  },
} as const satisfies Record<RouteId, RouteSpec>;

/** A trunk road ready to drive: the bent path, where the named places lie on it, and where signals are lost. */
export interface Road {
  id: RouteId;
  name: string;
  truckKmh: number;
  path: Path;
  stops: ReadonlyArray<{ name: string; atM: number }>;
  dark: readonly DarkZone[];
}

const roads = new Map<RouteId, Road>();

/** The road of a route; built on the first call and kept. */
export function roadOf(id: RouteId): Road {
  const known = roads.get(id);
  if (known) return known;
  const road = buildRoad(id, routeSpecs[id]);
  roads.set(id, road);
  return road;
}

function buildRoad(id: RouteId, spec: RouteSpec): Road {
  const octaves = spec.ring
    ? ([
        [140, 3600],
        [35, 1100],
      ] as const)
    : ([
        [420, 11_000],
        [130, 2900],
        [40, 1300],
      ] as const);
  const way = spec.places.map((p) => p.at);
  const path = roadThrough(way, spec.ring ? 70 : 180, { seed: hashSeed('road', id), octaves });
  const dark = spec.tunnels.map(([share, lengthM, link]) => {
    const fromM = path.lengthM * share;
    return { fromM, toM: fromM + lengthM, fix: false, link };
  });
  const stops = spec.places.map((p, i) => ({
    name: p.name,
    atM: i === 0 ? 0 : i === spec.places.length - 1 ? path.lengthM : nearestM(path, p.at),
  }));
  return { id, name: spec.name, truckKmh: spec.truckKmh, path, stops, dark };
}

/** Distance along the path of the vertex nearest to a place, metres. */
function nearestM(path: Path, [lng, lat]: LngLat): number {
  let best = 0;
  let bestGap = Number.POSITIVE_INFINITY;
  for (let i = 0; i < path.lng.length; i++) {
    const gap = Math.hypot(((path.lng[i] ?? 0) - lng) * Math.cos((lat * Math.PI) / 180), (path.lat[i] ?? 0) - lat);
    if (gap < bestGap) {
      bestGap = gap;
      best = path.atM[i] ?? 0;
    }
  }
  return best;
}
