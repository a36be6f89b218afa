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
import { choiceFilter, fleetFilters, vehiclesFilter } from '../kit/filters';
import { report } from '../kit/report';

const { fleetId, orgId } = fleetFilters;
const common = {
  menu: 'chillerOperation',
  base: '/api/report/chiller',
  range: { maxDays: 31, first: 'yesterday' },
  empty: { title: '没有冷机运行记录', text: '车辆可能未接冷机信号，也没有送风、回风探头；换一个日期或车辆再查询' },
} as const;
const hour = { decimals: 1, total: 'sum' } as const;
const degrees = { decimals: 1 } as const;
/** 推算: concluded from supply and return air, as the terminal says nothing of the unit (K11) */
const sources = { told: '终端', inferred: '推算' } as const;

/** 冷机运行报表 (report.md 3.4): how long the unit ran and what it did (K11), a row a vehicle or a vehicle and day, of whole company days. */
export const chillerOperationReport = report({
  ...common,
  screen: 'chillerOperationReport',
  unit: '行',
  order: 'runHours desc',
  drill: { detail: 'chillerOperationDetails' },
  strip: ['starts', 'runHours', 'coolHours', 'frostHours', 'duty', 'parkHours', 'idleHours', 'litres'],
  filters: {
    vehicleIds: vehiclesFilter({ max: 100 }),
    groupBy: choiceFilter('统计', { vehicle: '按车', day: '按天' }, 'vehicle', 120),
    fleetId,
    orgId,
  },
  columns: {
    plateNo: plateColumn(),
    fleetName: fleetColumn(),
    day: { ...textColumn('日期', 96, { sortable: true }), when: ({ groupBy }) => groupBy === 'day' },
    model: textColumn('冷机型号', 110),
    starts: numberColumn('开机次数', 84, { total: 'sum' }),
    runHours: numberColumn('运行时长(h)', 96, hour),
    coolHours: numberColumn('制冷(h)', 76, hour),
    heatHours: numberColumn('制热(h)', 76, hour),
    frostHours: numberColumn('除霜(h)', 76, hour),
    standbyHours: numberColumn('待机(h)', 76, hour),
    /** share of the running time spent cooling, of units whose air tells the mode */
    duty: numberColumn('占空比(%)', 84, { decimals: 1, total: { of: 'coolHours', per: 'knownHours', times: 100 } }),
    parkHours: numberColumn('停车运行(h)', 96, hour),
    driveHours: numberColumn('行驶运行(h)', 96, hour),
    /** it ran for more than two hours of a stay in an own site or without a waybill */
    idleHours: numberColumn('空转(h)', 80, { ...hour, tone: 'bad' }),
    setTem: numberColumn('平均设定温度(℃)', 116, degrees),
    backC: numberColumn('平均回风温度(℃)', 116, degrees),
    rate: numberColumn('降温速率(℃/h)', 104, degrees),
    litres: numberColumn('冷机油耗估算(L)', 116, hour),
    source: wordsColumn('数据来源', 84, sources),
  },
  hint: '按自然日统计；油耗按独立机组每小时2升估算；没有回风探头时为全部探头的平均；空转为在站内或无任务停车时连续运行超过2小时',
});

/** 冷机运行明细: a row a session, from the readings themselves; the chart holds the unit's strip beside the temperatures. */
export const chillerOperationDetails = report({
  ...common,
  screen: 'chillerOperationDetails',
  calls: { page: 'detail', totals: 'detailTotals', export: 'exportDetail' },
  right: 'exportDetail',
  unit: '次',
  order: 'startTime desc',
  curve: true,
  drill: { track: true },
  filters: { vehicleIds: vehiclesFilter({ max: 20, required: true }) },
  strip: ['minutes', 'coolMin', 'heatMin', 'frostMin', 'standbyMin', 'frosts'],
  columns: {
    plateNo: plateColumn(),
    startTime: timeColumn('开机时间'),
    /** null while it runs */
    endTime: timeColumn('关机时间'),
    state: wordsColumn('状态', 76, { open: '运行中', closed: '已关机' }, { dots: { open: 'green', closed: 'done' } }),
    minutes: numberColumn('运行时长(分)', 96, { total: 'sum' }),
    mode: wordsColumn('主要模式', 84, {
      ...{ cooling: '制冷', heating: '制热', defrost: '除霜', standby: '待机' },
      '': '',
    }),
    coolMin: numberColumn('制冷(分)', 80, { total: 'sum' }),
    heatMin: numberColumn('制热(分)', 80, { total: 'sum' }),
    frostMin: numberColumn('除霜(分)', 80, { total: 'sum' }),
    standbyMin: numberColumn('待机(分)', 80, { total: 'sum' }),
    frosts: numberColumn('除霜次数', 80, { total: 'sum' }),
    setTem: numberColumn('设定温度(℃)', 96, degrees),
    supplyC: numberColumn('平均送风(℃)', 96, degrees),
    backC: numberColumn('平均回风(℃)', 96, degrees),
    startC: numberColumn('起始温度(℃)', 96, degrees),
    endC: numberColumn('终止温度(℃)', 96, degrees),
    address: addressColumn('开机位置', 220, ['lng', 'lat']),
    endAddress: addressColumn('关机位置', 220, ['endLng', 'endLat'], { hidden: true }),
    startKm: numberColumn('起始里程(km)', 104, degrees),
    endKm: numberColumn('终止里程(km)', 104, degrees),
    source: wordsColumn('数据来源', 84, sources),
  },
  fields: {
    lng: z.number().nullable(),
    lat: z.number().nullable(),
    endLng: z.number().nullable(),
    endLat: z.number().nullable(),
  },
});
