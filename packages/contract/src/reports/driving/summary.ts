import { z } from 'zod';
import {
  type Asked,
  addressColumn,
  fleetColumn,
  numberColumn,
  plateColumn,
  remarkColumn,
  textColumn,
  timeColumn,
  wordsColumn,
} from '../kit/columns';
import { choiceFilter, fleetFilters, hoursFilter, settingFilter, vehiclesFilter } from '../kit/filters';
import { report } from '../kit/report';

const { fleetId, orgId } = fleetFilters;
const groupBy = choiceFilter('汇总', { vehicle: '按车辆', fleet: '按车队', driver: '按司机' }, 'vehicle', 130);
const of =
  (...groups: ReadonlyArray<'vehicle' | 'fleet' | 'driver'>) =>
  ({ groupBy: asked }: Asked): boolean =>
    groups.some((group) => group === asked);
const [byVehicle, byPlace] = [of('vehicle'), of('vehicle', 'fleet')];
const hours = { decimals: 1, total: 'sum' } as const;
const base = {
  menu: 'drivingSummary',
  base: '/api/report/drivingSummary',
  range: { maxDays: 93, first: 'yesterday' },
} as const;

/**
 * 行驶汇总 (report.md 4.1): mileage, hours and use over any period, from day summaries; a part of each day (运行时段) from the points. By driver it
 * adds up his trips.
 */
export const drivingSummaryReport = report({
  ...base,
  screen: 'drivingSummaryReport',
  unit: '行',
  order: 'mileage desc',
  filters: {
    vehicleIds: vehiclesFilter({ max: 500 }),
    operatingHours: hoursFilter('运行时段'),
    parkingDuration: settingFilter('停车≥', {
      min: 1,
      max: 1440,
      initial: 5,
      unit: '分',
      usual: [3, 5, 10, 15, 30, 60],
    }),
    groupBy,
    fleetId,
    orgId,
  },
  drill: { detail: 'drivingSummaryDetails', track: true },
  strip: ['mileage', 'drivingHours', 'idleHours', 'parkedHours', 'noDataHours', 'avgSpeed', 'maxSpeed', 'fuelL'],
  bars: {
    name: ['plateNo', 'groupName'],
    of: 'mileage',
    top: 20,
    stack: ['drivingHours', 'idleHours', 'parkedHours', 'noDataHours'],
  },
  hint: '补算里程为无数据时段按直线补算的部分；按司机时由其行程合计',
  columns: {
    plateNo: { ...plateColumn(), when: byVehicle },
    groupName: { ...textColumn('车队 / 司机', 130, { fixed: 'left', when: of('fleet', 'driver') }) },
    remarkNo: remarkColumn(),
    fleetName: fleetColumn({ when: byVehicle }),
    drivers: textColumn('司机', 110, { when: byVehicle }),
    vehicles: numberColumn('车辆数', 72, { when: of('fleet', 'driver') }),
    mileage: numberColumn('行驶里程(km)', 100, hours),
    gapMileage: numberColumn('补算里程(km)', 100, hours),
    drivingHours: numberColumn('行驶时长(h)', 92, hours),
    idleHours: numberColumn('怠速时长(h)', 92, hours),
    parkedHours: numberColumn('停车时长(h)', 92, { ...hours, when: byPlace }),
    noDataHours: numberColumn('无数据时长(h)', 104, { ...hours, when: byPlace }),
    stops: numberColumn('停车次数', 78, { total: 'sum', when: byPlace }),
    trips: numberColumn('行程数', 72, { total: 'sum' }),
    avgSpeed: numberColumn('平均速度(km/h)', 108, { decimals: 1, total: { of: 'netKm', per: 'drivingHours' } }),
    maxSpeed: numberColumn('最高速度(km/h)', 108, { total: 'max' }),
    maxSpeedTime: timeColumn('最高速度时间', { when: byVehicle }),
    speeding: numberColumn('超速次数', 78, { total: 'sum', tone: 'bad', when: byPlace }),
    firstStart: timeColumn('首次启动'),
    lastStop: timeColumn('末次停车'),
    daysOut: numberColumn('出车天数', 78, { total: 'sum', when: byPlace }),
    attendance: numberColumn('出勤率(%)', 82, {
      decimals: 1,
      total: { of: 'daysOut', per: 'days', times: 100 },
      when: byPlace,
    }),
    use: numberColumn('利用率(%)', 82, {
      decimals: 1,
      total: { of: 'drivingHours', per: 'windowHours', times: 100 },
      when: byPlace,
    }),
    fuelL: numberColumn('油耗(L)', 78, hours),
    per100: numberColumn('百公里油耗(L)', 100, { decimals: 1, total: { of: 'fuelL', per: 'fuelKm', times: 100 } }),
    odometerStart: numberColumn('起始里程表(km)', 108, { decimals: 1, hidden: true, when: byVehicle }),
    odometerEnd: numberColumn('结束里程表(km)', 108, { decimals: 1, hidden: true, when: byVehicle }),
  },
  empty: { title: '没有可以统计的车辆', text: '换一个车队、部门或日期再查询' },
});

/** 行驶明细: what one vehicle did, a row for each spell of driving, idling, standing or silence; their times add up to the period. */
export const drivingSummaryDetails = report({
  ...base,
  screen: 'drivingSummaryDetails',
  calls: { page: 'detail', totals: 'detailTotals', export: 'exportDetail', curve: 'detailCurve' },
  right: 'exportDetail',
  range: { maxDays: 31, first: 'yesterday' },
  unit: '段',
  curve: true,
  drill: { track: true },
  filters: {
    vehicleIds: vehiclesFilter({ max: 1, required: true }),
    operatingHours: hoursFilter('运行时段'),
  },
  strip: ['minutes', 'km', 'maxSpeed'],
  columns: {
    seq: numberColumn('序号', 56, { sortable: false, fixed: 'left' }),
    plateNo: { ...plateColumn(), sortable: false },
    state: wordsColumn(
      '状态',
      72,
      { moving: '行驶', idle: '怠速', parked: '停车', noData: '无数据' },
      { dots: { moving: 'green', idle: 'amber', parked: 'blue', noData: 'grey' } },
    ),
    startTime: timeColumn('开始时间'),
    endTime: timeColumn('结束时间'),
    minutes: numberColumn('时长(分)', 84, { decimals: 1, total: 'sum' }),
    km: numberColumn('里程(km)', 84, { decimals: 1, total: 'sum' }),
    gapKm: numberColumn('补算(km)', 84, { decimals: 1, total: 'sum' }),
    maxSpeed: numberColumn('最高速度(km/h)', 124, { total: 'max' }),
    startAt: addressColumn('开始位置', 230, ['startLng', 'startLat']),
    endAt: addressColumn('结束位置', 230, ['endLng', 'endLat']),
  },
  fields: {
    startLng: z.number().nullable(),
    startLat: z.number().nullable(),
    endLng: z.number().nullable(),
    endLat: z.number().nullable(),
  },
  empty: { title: '没有数据', text: '换一辆车或日期再查询' },
});
