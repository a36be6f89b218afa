import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { boundFields, toldCode } from '../../core/field/bound';
import { driverBy, motionState, sensedKind } from '../../core/live';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';

/** The page 车辆监控: every location call needs it. */
const monitor = { menu: 166 } as const;

const numbers = z.array(z.number().nullable());
/** One vehicle's live state: see LiveVehicle. Times are epoch ms because the socket speaks the same shape. */
export const liveVehicle = z.object({
  vehicleId: id,
  state: motionState.schema,
  stateSince: z.number(),
  deviceTime: z.number().nullable(),
  receiveTime: z.number().nullable(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  speedKmh: z.number().nullable(),
  directionDeg: z.number().nullable(),
  altitudeM: z.number().nullable(),
  acc: z.boolean(),
  located: z.boolean(),
  todayMileageM: z.number(),
  totalMileageM: z.number(),
  alarmBits: z.number(),
  statusBits: z.number(),
  tempC: numbers,
  humPct: numbers,
  co2Ppm: numbers.optional(),
  fuelL: numbers,
  doorOpen: z.array(z.boolean().nullable()),
  extVoltageV: z.number().nullable(),
  battPct: z.number().nullable(),
  signal: z.number().nullable(),
  satellites: z.number().nullable(),
  reeferOn: z.boolean().nullable(),
  lateCount: z.number(),
});

const probeInfo = z.object({
  kind: sensedKind,
  channel: z.number().int(),
  name: z.string(),
  zone: z.string().nullable(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
});

/** What changes rarely: names, fleet, driver, probes. Sent with the snapshot, not with deltas. */
export const monitorVehicle = z.object({
  vehicleId: id,
  plateNo: z.string(),
  vehicleColor: z.number(),
  remarkNo: z.string(),
  vehicleType: z.string(),
  temperatureTypes: z.array(z.number()),
  fleetId: id.nullable(),
  fleetName: z.string(),
  orgName: z.string(),
  driverName: z.string(),
  driverPhone: z.string(),
  /** null without a driver */
  driverBy: driverBy.schema.nullable(),
  terminalNo: z.string(),
  serviceEnd: z.string().nullable(),
  /** shared in by another company: its name, otherwise empty */
  sharedFrom: z.string(),
  tankCapacityL: z.number().nullable(),
  probes: z.array(probeInfo),
  extCode: toldCode,
});
export type MonitorVehicle = z.infer<typeof monitorVehicle>;
export type ProbeInfo = z.infer<typeof probeInfo>;

export const monitorSnapshot = endpoint({
  path: '/api/gis/monitor/snapshot',
  access: monitor,
  title: '车辆实时快照',
  input: z.object({
    vehicleIds: z.array(id).max(20_000).optional(),
    fleetId: id.optional(),
    /** west, south, east, north in WGS-84 degrees */
    bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional(),
    /** vehicles that are bound to this customer now, or that a customer calls so (车辆绑定) */
    ...boundFields,
  }),
  output: z.object({
    vehicles: z.array(monitorVehicle),
    live: z.array(liveVehicle),
    serverTime: z.number(),
  }),
});

/** Poll fall-back while the socket is away: states only. */
export const monitorLive = endpoint({
  path: '/api/gis/monitor/live',
  access: monitor,
  title: '车辆实时状态（轮询）',
  /** epoch ms */
  input: z.object({ since: z.number().min(0).max(8e15).optional() }),
  output: z.object({ live: z.array(liveVehicle), serverTime: z.number() }),
});

export const monitorDetail = endpoint({
  path: '/api/gis/monitor/detail',
  access: monitor,
  title: '车辆信息卡',
  input: z.object({ vehicleId: id }),
  output: z.object({
    vehicle: monitorVehicle,
    live: liveVehicle.nullable(),
    /** the company's own site that it is at or near (望亭中转站东北 7.5 km), '' far from all of them */
    site: z.string(),
    address: z.string(),
    /** last 24 h per temperature and humidity probe, resampled: [epoch ms, value|null] */
    curves: z.array(
      z.object({
        kind: z.enum(['tem', 'hum']),
        channel: z.number().int(),
        points: z.array(z.tuple([z.number(), z.number().nullable()])),
      }),
    ),
    /** last 10 minutes for the trail: [lng, lat] */
    trail: z.array(z.tuple([z.number(), z.number()])),
    /** alarms that the terminal itself reports now, in words */
    alarms: z.array(z.string()),
  }),
});

/** 拨打: the number of who drives, which cards and lists show masked; that it was asked for stands in the vehicle's history. */
export const monitorCall = endpoint({
  path: '/api/gis/monitor/call',
  access: monitor,
  title: '拨打司机电话',
  input: z.object({ vehicleId: id }),
  output: z.object({ name: z.string(), phone: z.string() }),
});

const nearbyVehicle = z.object({
  vehicleId: id,
  plateNo: z.string(),
  distanceM: z.number(),
  /** null for a moment of the past */
  state: motionState.schema.nullable(),
  lng: z.number(),
  lat: z.number(),
  speedKmh: z.number().nullable(),
  /** of the fix, epoch ms */
  fixTime: z.number().nullable(),
  /** who drives it now */
  driverName: z.string(),
  driverPhone: z.string(),
});
export type NearbyVehicle = z.infer<typeof nearbyVehicle>;

export const monitorNearby = endpoint({
  path: '/api/gis/monitor/nearby',
  access: monitor,
  title: '周边找车',
  input: z.object({
    lng: z.number().min(-180).max(180),
    lat: z.number().min(-90).max(90),
    radius: z.number().positive().max(200_000, '半径最大200公里'),
    /** who was there at this moment, by the last fix within a day before it; without it: who is there now */
    time: dateTime.optional(),
  }),
  output: z.array(nearbyVehicle),
});

const monitorRow = z.object({
  plateNo: z.string(),
  remarkNo: z.string(),
  fleetName: z.string(),
  driverName: z.string(),
  state: z.number(),
  stateDuration: z.string(),
  speedKmh: z.number().nullable(),
  gpsTime: z.string(),
  address: z.string(),
  tem1: z.number().nullable(),
  tem2: z.number().nullable(),
  tem3: z.number().nullable(),
  tem4: z.number().nullable(),
  hum1: z.number().nullable(),
  doors: z.string(),
  oilL: z.number().nullable(),
  todayMileageKm: z.number(),
  terminalNo: z.string(),
  serviceEnd: z.string(),
});
export type MonitorRow = z.infer<typeof monitorRow>;

/** Columns of the exported list; the drawer on the map page has the same keys. */
export const monitorExportColumns = columns<MonitorRow>()([
  { value: 'plateNo', label: '车牌号', width: 104, noEdit: true },
  { value: 'remarkNo', label: '车辆备注', width: 110 },
  { value: 'fleetName', label: '所属车队', width: 120 },
  { value: 'driverName', label: '司机', width: 80 },
  { value: 'state', label: '状态', width: 84, dict: 'motionState', noEdit: true },
  { value: 'stateDuration', label: '时长', width: 110 },
  { value: 'speedKmh', label: '速度(km/h)', width: 90, align: 'right' },
  { value: 'gpsTime', label: '定位时间', width: 150 },
  { value: 'address', label: '位置', width: 300 },
  { value: 'tem1', label: '温度1(℃)', width: 90, align: 'right' },
  { value: 'tem2', label: '温度2(℃)', width: 90, align: 'right' },
  { value: 'tem3', label: '温度3(℃)', width: 90, align: 'right' },
  { value: 'tem4', label: '温度4(℃)', width: 90, align: 'right' },
  { value: 'hum1', label: '湿度(%RH)', width: 90, align: 'right' },
  { value: 'doors', label: '车门', width: 110 },
  { value: 'oilL', label: '油量(L)', width: 80, align: 'right' },
  { value: 'todayMileageKm', label: '今日里程(km)', width: 100, align: 'right' },
  { value: 'terminalNo', label: '终端编号', width: 164 },
  { value: 'serviceEnd', label: '服务到期', width: 100 },
]);

/** The drawer's list as a file. */
export const monitorExport = endpoint({
  path: '/api/gis/monitor/export',
  access: { menu: 166, path: 'location/export', label: '导出位置' },
  title: '导出车辆实时列表',
  input: z.object({
    vehicleIds: z.array(id).max(20_000).optional(),
    fields: z.array(z.string()).min(1, '最少勾选一个显示的字段').optional(),
  }),
  output: z.object({ id }),
});

export const monitorPageQuery = pageQuery;
export const monitorPageOf = pageOf(monitorRow);
