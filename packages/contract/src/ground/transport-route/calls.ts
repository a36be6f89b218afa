import { z } from 'zod';
import { orgOptions } from '../../base/org/calls';
import { carrierOptions, customerOptions } from '../../base/reference/options';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { numberWithin, optionalId, optionalNumber } from '../../core/field/inputs';
import { patterns } from '../../core/field/patterns';
import { dateTime, id } from '../../core/page';
import { registerCalls, statusCall } from '../../core/register/calls';
import { by, filterSet } from '../../core/register/filters';
import { version } from '../../core/register/pieces';
import { temperatureType } from '../../resources/vehicle/enums';
import { vehicleTypes } from '../../resources/vehicle/fields';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { pointType, routeType, useStatus } from '../place/enums';

/** The same routes stand among the resources and among the operation reports. */
const menu = [menus.routeManage.id, menus.operationRoute.id];

/** Speeds of an estimate by kind of route, km/h. */
export const usualSpeedKmh: Readonly<Record<number, number>> = {
  [routeType.trunk]: 65,
  [routeType.branch]: 50,
  [routeType.city]: 30,
  [routeType.loop]: 35,
};

export const routeStop = z.object({
  placeId: z.string('请选择站点').regex(/^\d{1,19}$/u, '请选择站点'),
  pointType: z.literal(pointType.codes, '请选择停靠类型').default(pointType.unload),
  /** km from the stop before */
  distanceKm: numberWithin({ min: 0, max: 5000, places: 1, unit: 'km' }).default(0),
  driveMin: numberWithin({ min: 0, max: 6000, places: 0, unit: '分钟' }).default(0),
  stayMin: numberWithin({ min: 0, max: 1440, places: 0, unit: '分钟' }).default(0),
  earlyMin: numberWithin({ min: 0, max: 600, places: 0, unit: '分钟' }).default(30),
  lateMin: numberWithin({ min: 0, max: 600, places: 0, unit: '分钟' }).default(15),
  assess: z.boolean().default(true),
});
export type RouteStop = z.output<typeof routeStop>;

const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u, '时间格式应为 HH:mm');

export const routeFields = z.object({
  routeCode: z
    .string('请输入线路编码')
    .trim()
    .min(1, '请输入线路编码')
    .max(20, '最多20个字符')
    .regex(patterns.coding.regex, patterns.coding.message),
  routeName: z.string('请输入线路名称').trim().min(1, '请输入线路名称').max(30, '最多30个字符'),
  routeType: z.literal(routeType.codes, '请选择线路类型'),
  orgId: optionalId,
  lineId: optionalId,
  temperatureTypes: z.array(z.literal(temperatureType.codes, '温区不正确')).max(4, '温区最多4个').default([]),
  vehicleTypes: z.array(z.enum(vehicleTypes, '车型不正确')).max(vehicleTypes.length, '车型重复').default([]),
  weekdays: z.array(z.number().int().min(1).max(7)).max(7).default([]),
  departTimes: z.array(clock).max(10, '发车班次最多10个').default([]),
  /** yuan on the form, kept in fen */
  tollYuan: optionalNumber({ min: 0, max: 100_000, places: 2, unit: '元' }),
  /** usual cost of fuel for a run, yuan */
  fuelYuan: optionalNumber({ min: 0, max: 100_000, places: 2, unit: '元' }),
  status: z.literal(useStatus.codes, '请选择状态').default(useStatus.on),
  remark: z.string().trim().max(200, '最多200个字符').default(''),
  stops: z
    .array(routeStop)
    .min(2, '线路至少2个停靠点')
    .max(100, '线路最多100个停靠点')
    .refine(
      (stops) => stops.every((stop, i) => i === 0 || stop.placeId !== stops[i - 1]?.placeId),
      '相邻两个停靠点不能是同一个站点',
    ),
});
export type RouteFields = z.output<typeof routeFields>;

export const routeLabels: Record<keyof RouteFields, string> = {
  routeCode: '线路编码',
  routeName: '线路名称',
  routeType: '类型',
  orgId: '所属部门',
  lineId: '电子线路',
  temperatureTypes: '温区',
  vehicleTypes: '适用车型',
  weekdays: '发车日',
  departTimes: '发车班次',
  tollYuan: '过路费(元)',
  fuelYuan: '油费参考(元)',
  status: '状态',
  remark: '备注',
  stops: '停靠点',
};

/** Sums of the stops: kilometres and minutes from the first departure to the last arrival; a stay at either end does not count. */
export function routeTotals(stops: ReadonlyArray<Pick<RouteStop, 'distanceKm' | 'driveMin' | 'stayMin'>>): {
  km: number;
  minutes: number;
} {
  let km = 0;
  let minutes = 0;
  stops.forEach((stop, i) => {
    if (i === 0) return;
    km += stop.distanceKm;
    minutes += stop.driveMin + (i < stops.length - 1 ? stop.stayMin : 0);
  });
  return { km: Math.round(km * 10) / 10, minutes };
}

/** Planned arrival and departure of every stop, minutes after the first departure. */
export function timetableOf(
  stops: ReadonlyArray<Pick<RouteStop, 'driveMin' | 'stayMin'>>,
): Array<{ arrive: number; leave: number }> {
  let clockMin = 0;
  return stops.map((stop, i) => {
    if (i > 0) clockMin += stop.driveMin;
    const arrive = clockMin;
    if (i > 0 && i < stops.length - 1) clockMin += stop.stayMin;
    return { arrive, leave: clockMin };
  });
}

/** `07:30`, `次日 02:10`, `第3天 08:00`: minutes after midnight of the first day. */
export function dayClock(minutes: number): string {
  const day = Math.floor(minutes / 1440);
  const rest = minutes - day * 1440;
  const text = `${String(Math.floor(rest / 60)).padStart(2, '0')}:${String(rest % 60).padStart(2, '0')}`;
  return day === 0 ? text : day === 1 ? `次日 ${text}` : `第${day + 1}天 ${text}`;
}
export const minutesOf = (clockText: string): number => {
  const [h = 0, m = 0] = clockText.split(':').map(Number);
  return h * 60 + m;
};

export const routeRow = z.object({
  id,
  routeCode: z.string(),
  routeName: z.string(),
  routeType: z.number(),
  startName: z.string(),
  endName: z.string(),
  stopCount: z.number(),
  planMileage: z.number(),
  /** hours */
  planDuration: z.number(),
  temperatureTypes: z.array(z.number()),
  vehicleTypes: z.array(z.string()),
  departTimes: z.array(z.string()),
  /** the days on which it is driven, in words */
  runDays: z.string(),
  tollYuan: z.number().nullable(),
  fuelYuan: z.number().nullable(),
  /** plates of the bound vehicles that the caller may see: three at most, and how many they are */
  vehicles: z.string(),
  /** runs of the last 30 days, their mean time in hours, and the share of their assessed stops that were reached in time, %; null without data */
  runs: z.number(),
  avgHours: z.number().nullable(),
  onTimeRate: z.number().nullable(),
  lineId: id.nullable(),
  lineName: z.string(),
  orgId: id.nullable(),
  orgName: z.string(),
  status: z.number(),
  version: z.number(),
  updateUser: z.string(),
  updateTime: dateTime,
});
export type RouteRow = z.infer<typeof routeRow>;

export const routeFilters = filterSet({
  keyword: by.text('线路名称、编码', { columns: ['name', 'code'], main: true, width: 200 }),
  /** name of the first stop, of the last one, of any of them */
  start: by.own(by.text('起点', { width: 140 })),
  end: by.own(by.text('终点', { width: 140 })),
  stop: by.own(by.text('途经门店、站点', { width: 180 })),
  /** whose stores it calls at */
  customerId: by.own(by.record('客户', 'customer', customerOptions, { width: 180 })),
  /** whose vehicles are bound to it */
  carrierId: by.own(by.record('承运商', 'carrier', carrierOptions, { width: 180 })),
  plateNo: by.own(by.text('绑定车辆', { max: 20, width: 160 })),
  routeType: by.code('类型', routeType, { width: 130 }),
  /** the department itself, not those below it */
  orgId: by.own(by.org('部门', orgOptions, { width: 160 })),
  status: by.code('状态', useStatus, { width: 120 }),
});

const base = '/api/base/manage/route';
/** As the specification has it, `delete` takes one `{id}` and `batchDel` takes the ticked ones. */
export const routeRegister = registerCalls({
  base,
  noun: '线路',
  unit: '条',
  menu,
  right: (right) => button('routeManage', right),
  fields: { row: routeRow, filters: routeFilters, input: routeFields, change: routeFields.extend({ id, version }) },
  words: { del: 'batchDel', export: 'exportRoute' },
});
export const {
  page: routePage,
  add: routeAdd,
  update: routeUpdate,
  del: routeBatchDel,
  changeHis: routeChangeHis,
  imports: routeImports,
} = routeRegister;
export const { page: routeRecyclePage, restore: routeRestore } = routeRegister.recycle;
/** The list as a file, or with `stops` a line for each stop under the headings of the import, which can read it again. */
export const routeExport = endpoint({
  ...routeRegister.exports,
  input: routeRegister.exports.input.extend({ stops: z.boolean().default(false) }),
});
export const {
  template: routeImportTemplate,
  check: routeImportCheck,
  run: routeImport,
  history: routeImportHis,
  undo: routeImportUndo,
} = routeImports;

export const routeDetail = endpoint({
  path: `${base}/detail`,
  access: { menu },
  title: '线路详情',
  input: z.object({ id }),
  output: z.object({
    ...routeRow.shape,
    weekdays: z.array(z.number()),
    remark: z.string(),
    stops: z.array(
      routeStop.extend({
        name: z.string(),
        address: z.string(),
        lng: z.number(),
        lat: z.number(),
        placeType: z.number(),
      }),
    ),
    /** corridor of the electronic line, when one is bound */
    line: z.array(z.tuple([z.number(), z.number()])).nullable(),
    /** bound vehicles that the caller may see */
    boundVehicles: z.array(z.object({ id, plateNo: z.string(), vehicleColor: z.number(), remarkNo: z.string() })),
  }),
});
export type RouteDetail = z.infer<typeof routeDetail.output>;

const runCall = z.object({
  /** null: the first stop of a drive without timetable */
  planTime: dateTime.nullable(),
  arriveTime: dateTime.nullable(),
  leaveTime: dateTime.nullable(),
  /** minutes after the plan, negative = before it; null: no call, or the first stop */
  lateMin: z.number().nullable(),
  /** punctuality of the stop: 早到 early, 准点 onTime, 晚点 late, 未停靠 missed; null: not assessed */
  result: z.enum(['early', 'onTime', 'late', 'missed']).nullable(),
});
/** The last 30 runs of a route with planned and actual times, and the median times of its runs. */
export const routeRunList = endpoint({
  path: `${base}/runs`,
  access: { menu },
  title: '线路执行记录',
  input: z.object({ id }),
  output: z.object({
    list: z.array(
      z.object({
        id,
        vehicleId: id,
        plateNo: z.string(),
        vehicleColor: z.number(),
        departTime: dateTime,
        arriveTime: dateTime,
        /** the departure of the timetable that it belongs to; null when none was near */
        planTime: dateTime.nullable(),
        minutes: z.number(),
        assessed: z.number(),
        onTime: z.number(),
        calls: z.array(runCall),
      }),
    ),
    /** medians of the runs of 30 days: minutes of driving and stay by stop, and of the whole run by the hour of departure */
    learned: z.object({
      runs: z.number(),
      stops: z.array(z.object({ driveMin: z.number().nullable(), stayMin: z.number().nullable() })),
      hours: z.array(z.object({ hour: z.number(), runs: z.number(), minutes: z.number() })),
    }),
  }),
});
export type RouteRuns = z.infer<typeof routeRunList.output>;
/** At least so many runs are needed before their median times may be adopted. */
export const learnedLeast = 3;

/** Adopts the median times of the runs as the planned times of the route. */
export const routeAdopt = endpoint({
  path: `${base}/adoptLearned`,
  access: button('routeManage', 'edit'),
  title: '采用线路建议时效',
  input: z.object({ id, version }),
  output: z.object({ version: z.number() }),
});

export const routeDelete = endpoint({
  path: `${base}/delete`,
  access: button('routeManage', 'del'),
  title: '删除线路',
  input: z.object({ id }),
});
export const routeSetStatus = statusCall(base, button('routeManage', 'edit'), '线路', useStatus.codes);

/** The vehicles that usually drive a route: of those that the caller may see, exactly these are bound afterwards. */
export const routeBindVehicle = endpoint({
  path: `${base}/bindVehicle`,
  access: button('routeManage', 'bindVehicle'),
  title: '绑定线路车辆',
  input: z.object({ id, version, vehicleIds: z.array(id).max(200, '一条线路最多绑定200辆车') }),
  output: z.object({ version: z.number() }),
});

export const routeColumns = columns<RouteRow>()([
  { value: 'routeCode', label: '线路编码', width: 110, fixed: 'left', sortable: true, noEdit: true },
  { value: 'routeName', label: '线路名称', width: 150, sortable: true, noEdit: true },
  { value: 'routeType', label: '类型', width: 64, dict: 'routeType', sortable: true },
  { value: 'startName', label: '起点', width: 150 },
  { value: 'endName', label: '终点', width: 150 },
  { value: 'stopCount', label: '站点数', width: 68, align: 'right', sortable: true },
  { value: 'planMileage', label: '总里程(km)', width: 92, align: 'right', sortable: true },
  { value: 'planDuration', label: '标准时效(h)', width: 96, align: 'right', sortable: true },
  { value: 'departTimes', label: '发车班次', width: 130 },
  { value: 'runDays', label: '执行日', width: 110, wide: 190 },
  { value: 'temperatureTypes', label: '温区', width: 92, dict: 'temperatureType' },
  { value: 'vehicles', label: '绑定车辆', width: 170 },
  { value: 'lineName', label: '电子线路', width: 140 },
  { value: 'runs', label: '近30天执行', width: 92, align: 'right', sortable: true },
  { value: 'avgHours', label: '平均用时(h)', width: 96, align: 'right', sortable: true },
  { value: 'onTimeRate', label: '准点率', width: 76, align: 'right', sortable: true },
  { value: 'tollYuan', label: '过路费(元)', width: 90, align: 'right' },
  { value: 'status', label: '状态', width: 64, dict: 'useStatus', sortable: true },
  { value: 'vehicleTypes', label: '适用车型', width: 110, hidden: true },
  { value: 'fuelYuan', label: '油费参考(元)', width: 100, align: 'right', hidden: true },
  { value: 'orgName', label: '所属部门', width: 110, sortable: true, hidden: true },
  { value: 'updateUser', label: '更新人', width: 76, hidden: true },
  { value: 'updateTime', label: '更新时间', width: 118, sortable: true, hidden: true },
]);
