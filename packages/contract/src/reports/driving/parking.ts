import { z } from 'zod';
import {
  addressColumn,
  fleetColumn,
  numberColumn,
  plateColumn,
  textColumn,
  timeColumn,
  wordsColumn,
} from '../kit/columns';
import { arrivalDots } from '../kit/dots';
import {
  choiceFilter,
  flagFilter,
  fleetFilters,
  hoursFilter,
  placesFilter,
  settingFilter,
  vehiclesFilter,
} from '../kit/filters';
import { report } from '../kit/report';

const { fleetId, orgId } = fleetFilters;
const filters = {
  vehicleIds: vehiclesFilter({ max: 100 }),
  parkingDuration: settingFilter('停车≥', { min: 1, max: 1440, initial: 5, unit: '分', usual: [3, 5, 10, 15, 30, 60] }),
  /** short hops inside a stay are overlooked (K5) */
  parkingFine: flagFilter('精细停车', true),
  operatingHours: hoursFilter(),
  siteScope: choiceFilter('区域', { all: '全部', inside: '站点内', outside: '站点外' }, 'all', 130),
  siteIds: placesFilter('指定站点', ['site']),
  engine: choiceFilter('状态', { all: '全部', off: '有熄火', idle: '有怠速' }, 'all', 130),
  fleetId,
  orgId,
};
const common = {
  menu: 'parking',
  base: '/api/report/parking',
  range: { maxDays: 31, first: 'yesterday' },
  filters,
  empty: { title: '没有停车记录', text: '换一个日期，或把停车时长的下限调小再查询' },
} as const;
const hour = { decimals: 1, total: 'sum' } as const;

/** 停车报表 (report.md 4.4): where and how long vehicles stood (K5), a row a vehicle; stays are cut to the range and to 时段. */
export const parkingReport = report({
  ...common,
  screen: 'parkingReport',
  unit: '辆',
  order: 'hours desc',
  drill: { detail: 'parkingDetails' },
  strip: ['stops', 'hours', 'offHours', 'idleHours', 'meanMin', 'longestHours', 'outside', 'outsideHours'],
  columns: {
    plateNo: plateColumn(),
    fleetName: fleetColumn(),
    stops: numberColumn('停车次数', 84, { total: 'sum' }),
    hours: numberColumn('总停车时长(h)', 110, hour),
    offHours: numberColumn('熄火时长(h)', 96, hour),
    idleHours: numberColumn('怠速时长(h)', 96, hour),
    meanMin: numberColumn('平均时长(分)', 96, { total: { of: 'hours', per: 'stops', times: 60 } }),
    longestHours: numberColumn('最长停车(h)', 96, { decimals: 1, total: 'max' }),
    longestAt: addressColumn('最长停车地点', 260, ['lng', 'lat']),
    outside: numberColumn('站外停车次数', 104, { total: 'sum' }),
    outsideHours: numberColumn('站外时长(h)', 96, hour),
  },
  fields: { lng: z.number().nullable(), lat: z.number().nullable() },
});

/** 停车明细: a row a stay. */
export const parkingDetails = report({
  ...common,
  screen: 'parkingDetails',
  calls: { page: 'detail', totals: 'detailTotals', export: 'exportDetail' },
  right: 'exportDetail',
  unit: '次',
  order: 'startTime desc',
  drill: { track: true },
  strip: ['minutes', 'offMin', 'idleMin', 'doors'],
  columns: {
    seq: numberColumn('序号', 56, { sortable: false }),
    plateNo: plateColumn(),
    fleetName: fleetColumn({ hidden: true }),
    startTime: timeColumn('开始时间'),
    /** null while it stands */
    endTime: timeColumn('结束时间'),
    state: wordsColumn('状态', 72, { 0: '停车中', 1: '已结束' }, { dots: { 0: 'blue', 1: 'done' } }),
    minutes: numberColumn('时长(分)', 80, { total: 'sum' }),
    offMin: numberColumn('熄火(分)', 80, { total: 'sum' }),
    idleMin: numberColumn('怠速(分)', 80, { total: 'sum' }),
    address: addressColumn('位置', 250, ['lng', 'lat']),
    siteName: textColumn('所在站点', 130, { wide: 170 }),
    siteM: numberColumn('距站点(m)', 84),
    beforeKm: numberColumn('前段里程(km)', 104, { decimals: 1, sortable: false }),
    temStart: numberColumn('起温(℃)', 76, { decimals: 1, sortable: false }),
    temEnd: numberColumn('止温(℃)', 76, { decimals: 1, sortable: false }),
    temMax: numberColumn('最高温(℃)', 84, { decimals: 1, sortable: false }),
    doors: numberColumn('开门次数', 78, { total: 'sum' }),
    clip: wordsColumn('范围', 96, { '': '完整', '<': '↤ 早于开始', '>': '↦ 晚于结束', '<>': '↤↦ 两端' }),
    data: wordsColumn('数据', 72, { real: '实时', late: '补传', gap: '缺口' }, { dots: arrivalDots }),
    lng: numberColumn('经度', 96, { decimals: 6, hidden: true }),
    lat: numberColumn('纬度', 96, { decimals: 6, hidden: true }),
  },
  /** epoch ms: end of the stay before, and this one as far as it lies in the range */
  fields: { beforeMs: z.number().nullable(), fromMs: z.number(), untilMs: z.number() },
});

/** 停车分布图: stays of one site, or within 200 m of each other, are one place. */
export const parkingMap = report({
  ...common,
  screen: 'parkingMap',
  calls: { page: 'map', totals: 'mapTotals', export: 'exportMap' },
  unit: '处',
  order: 'hours desc',
  map: {
    size: 'hours',
    name: 'name',
    part: 'idlePercent',
    side: { stops: '次数', hours: '时长', longestHours: '最长', idlePercent: '怠速' },
  },
  strip: ['stops', 'hours', 'idleHours', 'idlePercent', 'longestHours'],
  hint: '200 m 内的停车合为一处常停点',
  columns: {
    name: textColumn('地点', 280, { fixed: 'left' }),
    kind: wordsColumn('类型', 72, { site: '站点', outside: '站外' }),
    stops: numberColumn('停车次数', 84, { total: 'sum' }),
    vehicles: numberColumn('车辆数', 76),
    hours: numberColumn('总停车时长(h)', 110, hour),
    longestHours: numberColumn('最长停车(h)', 96, { decimals: 1, total: 'max' }),
    idleHours: numberColumn('怠速时长(h)', 96, hour),
    idlePercent: numberColumn('怠速占比(%)', 96, { total: { of: 'idleHours', per: 'hours', times: 100 } }),
  },
  fields: { lng: z.number(), lat: z.number() },
});
