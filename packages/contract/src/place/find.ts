import { z } from 'zod';
import { endpoint } from '../core/endpoint';
import { dateTime, id } from '../core/page';
import { placeRead } from './place';
import { segmentOut } from './segments';
import { shapeOut } from './shape';

/** Administrative areas by name, pinyin-free: `天河`, `广东省 广州`. At most 20. */
export const districtSearch = endpoint({
  path: '/api/base/manage/region/districts',
  access: placeRead,
  title: '按名称查找行政区',
  input: z.object({ keyword: z.string().trim().min(1, '请输入行政区名称').max(30, '最多30个字符') }),
  output: z.array(z.object({ adcode: z.string(), name: z.string(), level: z.enum(['province', 'city', 'county']) })),
});
export const districtShape = endpoint({
  path: '/api/base/manage/region/districtShape',
  access: placeRead,
  title: '行政区边界',
  input: z.object({ adcode: z.string().regex(/^\d{6}$/u, '请选择行政区') }),
  output: z.object({ name: z.string(), shape: shapeOut }),
});

/** One box for everything that has a position: own places, vehicles, districts, `121.38,31.25`. */
export const placeSearch = endpoint({
  path: '/api/base/manage/region/search',
  access: 'session',
  title: '地图搜索：行政区、站点、车辆、经纬度',
  input: z.object({ keyword: z.string().trim().min(1, '请输入要查找的内容').max(50, '最多50个字符') }),
  output: z.array(
    z.object({
      kind: z.enum(['point', 'place', 'vehicle', 'district']),
      id: z.string(),
      name: z.string(),
      note: z.string(),
      lng: z.number(),
      lat: z.number(),
      /** how near to look */
      zoom: z.number(),
    }),
  ),
});
export type SearchHit = z.infer<typeof placeSearch.output>[number];

/** Where the caller's vehicles stood longest in the last days, away from known sites: proposals for new ones. */
export const stopProposals = endpoint({
  path: '/api/base/manage/region/stopProposals',
  access: placeRead,
  title: '车辆常停位置',
  output: z.array(
    z.object({
      lng: z.number(),
      lat: z.number(),
      address: z.string(),
      vehicles: z.number(),
      minutes: z.number(),
    }),
  ),
});

/** The way that a vehicle drove as a line to keep. */
export const lineFromTrack = endpoint({
  path: '/api/base/manage/line/fromTrack',
  access: placeRead,
  title: '由轨迹生成电子线路',
  input: z.object({
    vehicleId: id,
    startTime: z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/u, '请选择开始时间'),
    endTime: z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/u, '请选择结束时间'),
    toleranceM: z.number().int().min(10, '抽稀精度应在10~100m之间').max(100, '抽稀精度应在10~100m之间').default(30),
  }),
  output: z.object({
    points: z.array(z.tuple([z.number(), z.number()])),
    lengthKm: z.number(),
    /** points of the track before thinning */
    sourcePoints: z.number(),
    /** pieces without reports, longest first: they are straight in the line */
    gaps: z.array(z.object({ startTime: z.string(), endTime: z.string(), km: z.number() })),
    /** drives of the time (K6), oldest first: what is usually wanted is one of them */
    trips: z.array(
      z.object({ startTime: dateTime, endTime: dateTime, km: z.number(), from: z.string(), to: z.string() }),
    ),
    /** stands of more than a quarter of an hour; `placeName` where a site is already */
    stops: z.array(
      z.object({
        startTime: dateTime,
        minutes: z.number(),
        lng: z.number(),
        lat: z.number(),
        address: z.string(),
        placeName: z.string(),
      }),
    ),
    /** 85 of 100 moving reports were no faster, to the next 5 km/h; null: too few of them */
    usualKmh: z.number().nullable(),
    /** the same for every km of the line; neighbours of one speed are one piece, stretches that nobody saw are left out */
    segments: z.array(segmentOut),
  }),
});
