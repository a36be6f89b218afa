import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { placeRead } from './calls';
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
      /** zoom of the map at which it is shown */
      zoom: z.number(),
    }),
  ),
});
export type SearchHit = z.infer<typeof placeSearch.output>[number];

/** Positions away from known sites where the caller's vehicles stopped longest in the last days, as proposals for new sites. */
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
