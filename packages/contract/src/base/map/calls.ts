import { z } from 'zod';
import { endpoint } from '../../core/endpoint';

/** Base maps of the product. `offline` is bundled and always there; the others need the network and are chosen by a setting. */
export const mapProviders = ['offline', 'amap', 'tianditu', 'osm', 'pmtiles', 'xyz'] as const;
export type MapProvider = (typeof mapProviders)[number];

/** Coordinate systems of base maps; everything else in the product is WGS-84. */
export const mapCrs = ['wgs84', 'gcj02', 'bd09'] as const;

export const mapSettings = z.object({
  provider: z.enum(mapProviders),
  /** Browser key of Tianditu; '' for the others. It travels in tile addresses, so it is public by nature. */
  key: z.string(),
  /** Address of a PMTiles archive, or a tile template with {z} {x} {y} for `xyz`; '' otherwise. */
  url: z.string(),
  /** Coordinate system of `xyz` tiles; the named providers know theirs. */
  crs: z.enum(mapCrs),
  /** Approval number (审图号) and credit shown on the map; '' = the provider's own. */
  attribution: z.string(),
});
export type MapSettings = z.infer<typeof mapSettings>;

/** Which base map the pages draw. */
export const mapConfig = endpoint({
  method: 'GET',
  path: '/api/base/open/mapConfig',
  access: 'public',
  title: '地图底图设置',
  output: mapSettings,
});

/** Most positions of one address lookup. */
export const regeoMaxPoints = 20;

const text = z.union([z.string(), z.array(z.never())]);
/** One address. Fields without a value are an empty list, as in the documented shape. */
export const regeocode = z.object({
  /** `广东省广州市天河区(距区中心3.2公里西北)`; '' at sea far from land. */
  formatted_address: z.string(),
  addressComponent: z.object({
    country: text,
    province: text,
    /** empty for a municipality. */
    city: text,
    district: text,
    /** six digits. */
    adcode: text,
    citycode: text,
    township: text,
    towncode: text,
  }),
});
export type Regeocode = z.infer<typeof regeocode>;

export const regeoAnswer = z.object({
  /** '1' found, '0' the question was wrong: `info` says why. */
  status: z.enum(['0', '1']),
  info: z.string(),
  infocode: z.string(),
  /** one position asked for. */
  regeocode: regeocode.optional(),
  /** several positions (or `batch=true`), in order. */
  regeocodes: z.array(regeocode).optional(),
});
export type RegeoAnswer = z.infer<typeof regeoAnswer>;

/** Offline reverse geocoding. Answers its own shape and never an error: a wrong question is status '0'. */
export const geocodeRegeo = endpoint({
  method: 'GET',
  path: '/api/map/v3/geocode/regeo',
  access: 'session',
  title: '逆地理编码：经纬度（WGS-84，经度在前）转行政区划地址，多个位置以竖线分隔，最多20个',
  raw: true,
  input: z
    .object({
      /** `lng,lat` or `lng,lat|lng,lat…` */
      location: z.string().default(''),
      /** `true` answers a list also for one position. */
      batch: z.string().optional(),
      /** Coordinate system of the input: wgs84 (default), gcj02 or bd09. */
      coordsys: z.string().optional(),
    })
    .loose(),
  output: regeoAnswer,
});

const county = z.object({ name: z.string() });
const city = county.extend({ children: z.array(county).optional() });
/** 省市区: provinces with their cities and counties; a municipality has counties only, a city without counties is a leaf. */
export const districtTree = endpoint({
  method: 'GET',
  path: '/api/map/districtTree',
  access: 'session',
  kept: true,
  title: '省市区选项',
  output: z.array(city.extend({ children: z.array(city) })),
});
export type DistrictNode = z.infer<typeof districtTree.output>[number];
