import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime, id } from '../../core/page';
import { shareCalls } from '../../core/share';
import { button } from '../../shell/rights';
import { sharedTripView } from '../../transport/trip/shared';
import {
  addressColumn,
  fleetColumn,
  numberColumn,
  plateColumn,
  textColumn,
  timeColumn,
  wordsColumn,
} from '../kit/columns';
import {
  choiceFilter,
  fleetFilters,
  multiChoiceFilter,
  searchFilter,
  settingFilter,
  vehiclesFilter,
} from '../kit/filters';
import { report } from '../kit/report';

const { fleetId, orgId } = fleetFilters;
const base = '/api/report/trip';
const modes = { pause: '停车间隔', site: '站点起终', power: '开关机', hand: '手工' } as const;

/** A trip is told by its vehicle and its ends, epoch ms: whoever sees other ends than the server has looked at an older list (4009). */
const ends = { fromMs: z.number(), untilMs: z.number() };
const oneTrip = { vehicleId: id, ...ends };
/** A merged trip lasts so many days at most. */
export const mostTripDays = 7;
const done = z.object({ done: z.number() });

export const tripMerge = endpoint({
  path: `${base}/merge`,
  access: button('trip', 'merge'),
  visit: 'write',
  title: '合并行程',
  input: z.object({
    vehicleId: id,
    trips: z.array(z.object(ends)).min(2, '请选择两个以上相邻的行程').max(50, '一次最多合并50个行程'),
  }),
  output: done,
});

export const tripSplit = endpoint({
  path: `${base}/split`,
  access: button('trip', 'split'),
  visit: 'write',
  title: '拆分行程',
  input: z.object({ ...oneTrip, at: dateTime }),
  output: done,
});

/** 还原: what a merging or splitting made is taken back, the trips that were found show again. */
export const tripRestore = endpoint({
  path: `${base}/restore`,
  access: button('trip', 'merge'),
  visit: 'write',
  title: '还原行程',
  input: z.object(oneTrip),
  output: done,
});

export const tripRemark = endpoint({
  path: `${base}/remark`,
  access: button('trip', 'remark'),
  visit: 'write',
  title: '备注行程',
  input: z.object({
    ...oneTrip,
    remark: z.string().trim().max(200, '最多200个字符'),
    /** of the remark that was read; 0: there was none */
    version: z.number().int().min(0, '缺少版本号'),
  }),
  output: done,
});

/** 行程单 of one trip as PDF. */
export const tripPrint = endpoint({
  path: `${base}/print`,
  access: button('trip', 'print'),
  visit: 'look',
  title: '打印行程单',
  input: z.object({
    ...oneTrip,
    startTime: dateTime,
    endTime: dateTime,
    format: z.literal('pdf').default('pdf'),
  }),
  output: z.object({ id }),
});

/** Links that show one trip to people without an account. */
export const tripShares = shareCalls({
  base,
  access: button('trip', 'share'),
  noun: '行程',
  one: oneTrip,
  revoking: 'write',
});
const { make, list, revoke } = tripShares;

/** 行程报表 (report.md 4.8): a row a trip (K6), with the ends that people gave it where they did. */
export const tripReport = report({
  screen: 'tripReport',
  menu: 'trip',
  base,
  unit: '个',
  range: { maxDays: 31, first: 'yesterday' },
  order: 'startTime desc',
  drill: { track: true, curve: true },
  actions: [tripMerge, tripSplit, tripRestore, tripRemark, tripPrint, ...[make, list, revoke], sharedTripView],
  filters: {
    vehicleIds: vehiclesFilter({ max: 100 }),
    modes: multiChoiceFilter('行程方式', modes, 170),
    minKm: settingFilter('里程≥', { min: 0, max: 1000, initial: 0.5, unit: 'km', width: 120 }),
    temperature: choiceFilter('温度', { all: '全部', good: '合格', bad: '不合格' }, 'all', 120),
    driver: searchFilter('司机'),
    fleetId,
    orgId,
  },
  strip: ['km', 'hours', 'stops', 'oilL', 'alarms'],
  hint: '温度合格：途中没有超温报警；合并、拆分过的行程不随补传改变起止',
  columns: {
    plateNo: plateColumn(),
    tripNo: textColumn('行程编号', 104),
    fleetName: fleetColumn({ hidden: true }),
    driver: textColumn('司机', 80),
    startTime: timeColumn('开始时间'),
    endTime: timeColumn('结束时间'),
    hours: numberColumn('时长(h)', 76, { decimals: 2, total: 'sum' }),
    km: numberColumn('里程(km)', 84, { decimals: 1, total: 'sum' }),
    startAddress: addressColumn('起点', 190, ['lng', 'lat']),
    endAddress: addressColumn('终点', 190, ['endLng', 'endLat']),
    state: wordsColumn('状态', 72, { running: '进行中', over: '已结束' }, { dots: { running: 'green', over: 'done' } }),
    mode: wordsColumn('行程方式', 84, modes),
    gapKm: numberColumn('补算里程(km)', 104, { decimals: 1, total: 'sum' }),
    drivingMin: numberColumn('行驶(分)', 76, { total: 'sum' }),
    idleMin: numberColumn('怠速(分)', 76, { total: 'sum' }),
    stops: numberColumn('途中停车(次)', 100, { total: 'sum' }),
    stopMin: numberColumn('途中停车(分)', 100, { total: 'sum' }),
    avgSpeed: numberColumn('平均速度(km/h)', 116, { decimals: 1 }),
    maxSpeed: numberColumn('最高速度(km/h)', 116, { total: 'max' }),
    oilL: numberColumn('油耗(L)', 76, { decimals: 1, total: 'sum' }),
    temMax: numberColumn('最高温度(℃)', 100, { decimals: 1 }),
    temMin: numberColumn('最低温度(℃)', 100, { decimals: 1 }),
    temAvg: numberColumn('平均温度(℃)', 100, { decimals: 1, sortable: false }),
    passRate: numberColumn('温度合格率(%)', 108, { decimals: 1, sortable: false, tone: 'rate' }),
    doors: numberColumn('开门(次)', 76, { total: 'sum' }),
    alarms: numberColumn('报警(条)', 76, { total: 'sum' }),
    waybill: textColumn('运单号', 130),
    remark: textColumn('备注', 150),
  },
  fields: {
    lng: z.number().nullable(),
    lat: z.number().nullable(),
    endLng: z.number().nullable(),
    endLat: z.number().nullable(),
    fromMs: z.number(),
    untilMs: z.number(),
    /** somebody gave it its ends */
    locked: z.boolean(),
    /** of the remark; 0: none */
    remarkVersion: z.number(),
  },
  empty: { title: '没有行程', text: '换一个日期，或放宽里程和行程方式' },
});
