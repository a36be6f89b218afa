import { z } from 'zod';
import { address, fleet, number, plate, text, time, words } from '../kit/columns';
import { choice, flag, fleetFilters, hours, setting, vehicles } from '../kit/filters';
import { report } from '../kit/report';

const { fleetId, orgId } = fleetFilters;
const filters = {
  vehicleIds: vehicles({ max: 100 }),
  parkingDuration: setting('停车≥', { min: 1, max: 1440, initial: 5, unit: '分' }),
  /** short hops inside a stay are overlooked (K5) */
  parkingFine: flag('精细停车', true),
  operatingHours: hours(),
  siteScope: choice('区域', { all: '全部', inside: '站点内', outside: '站点外' }, 'all', 130),
  engine: choice('状态', { all: '全部', off: '有熄火', idle: '有怠速' }, 'all', 130),
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
    plateNo: plate(),
    fleetName: fleet(),
    stops: number('停车次数', 84, { total: 'sum' }),
    hours: number('总停车时长(h)', 110, hour),
    offHours: number('熄火时长(h)', 96, hour),
    idleHours: number('怠速时长(h)', 96, hour),
    meanMin: number('平均时长(分)', 96, { total: { of: 'hours', per: 'stops', times: 60 } }),
    longestHours: number('最长停车(h)', 96, { decimals: 1, total: 'max' }),
    longestAt: address('最长停车地点', 260, ['lng', 'lat']),
    outside: number('站外停车次数', 104, { total: 'sum' }),
    outsideHours: number('站外时长(h)', 96, hour),
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
  columns: {
    plateNo: plate(),
    fleetName: fleet({ hidden: true }),
    startTime: time('开始时间'),
    /** null while it stands */
    endTime: time('结束时间'),
    state: words('状态', 72, { 0: '停车中', 1: '已结束' }),
    minutes: number('时长(分)', 80, { total: 'sum' }),
    offMin: number('熄火(分)', 80, { total: 'sum' }),
    idleMin: number('怠速(分)', 80, { total: 'sum' }),
    address: address('位置', 250, ['lng', 'lat']),
    siteName: text('所在站点', 130),
    siteM: number('距站点(m)', 84),
    beforeKm: number('前段里程(km)', 104, { decimals: 1, sortable: false }),
    temStart: number('起温(℃)', 76, { decimals: 1, sortable: false }),
    temEnd: number('止温(℃)', 76, { decimals: 1, sortable: false }),
    temMax: number('最高温(℃)', 84, { decimals: 1, sortable: false }),
    doors: number('开门次数', 78, { total: 'sum' }),
    clip: words('范围', 96, { '': '完整', '<': '↤ 早于开始', '>': '↦ 晚于结束', '<>': '↤↦ 两端' }),
    data: words('数据', 72, { real: '实时', late: '补传', gap: '缺口' }),
    lng: number('经度', 96, { decimals: 6, hidden: true }),
    lat: number('纬度', 96, { decimals: 6, hidden: true }),
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
  map: { size: 'hours', name: 'name' },
  columns: {
    name: text('地点', 280, { fixed: 'left' }),
    kind: words('类型', 72, { site: '站点', outside: '站外' }),
    stops: number('停车次数', 84, { total: 'sum' }),
    vehicles: number('车辆数', 76),
    hours: number('总停车时长(h)', 110, hour),
    longestHours: number('最长停车(h)', 96, { decimals: 1, total: 'max' }),
    idleHours: number('怠速时长(h)', 96, hour),
    idlePercent: number('怠速占比(%)', 96, { total: { of: 'idleHours', per: 'hours', times: 100 } }),
  },
  fields: { lng: z.number(), lat: z.number() },
});
