import { z } from 'zod';
import { addressColumn, fleetColumn, numberColumn, plateColumn, textColumn, timeColumn } from '../kit/columns';
import { flagFilter, fleetFilters, vehiclesFilter } from '../kit/filters';
import { report } from '../kit/report';

const { keyword, fleetId, orgId } = fleetFilters;
const minutes = { total: 'sum' } as const;
const sum = { decimals: 1, total: 'sum' } as const;

/** 行驶日报 (report.md 4.3): a row a vehicle and company day, from day summaries; what began that day is counted on it. */
export const dailyDrivingReport = report({
  screen: 'dailyDrivingReport',
  menu: 'dailyDriving',
  base: '/api/report/dailyDriving',
  unit: '车日',
  range: { maxDays: 31, first: 'yesterday' },
  order: 'day desc',
  drill: { track: true },
  filters: {
    keyword,
    vehicleIds: vehiclesFilter({ max: 500 }),
    /** nothing driven, more than 800 km, driven at night, or no data */
    onlyOdd: flagFilter('仅异常', false),
    fleetId,
    orgId,
  },
  strip: ['km', 'driving', 'idle', 'fuelL', 'speeding', 'fatigue', 'alarms'],
  hint: '仅异常：0 公里、超过 800 公里、夜间行驶或全天无数据',
  columns: {
    day: textColumn('日期', 104, { fixed: 'left', sortable: true }),
    plateNo: plateColumn(),
    fleetName: fleetColumn(),
    drivers: textColumn('司机', 100),
    firstStart: timeColumn('首次启动'),
    firstAt: addressColumn('首次启动地点', 190, ['startLng', 'startLat']),
    lastStop: timeColumn('末次停车'),
    lastAt: addressColumn('末次停车地点', 190, ['endLng', 'endLat']),
    km: numberColumn('里程(km)', 84, sum),
    odometerStart: numberColumn('里程表起(km)', 104, { decimals: 1, hidden: true }),
    odometerEnd: numberColumn('里程表止(km)', 104, { decimals: 1, hidden: true }),
    driving: numberColumn('行驶(分)', 76, minutes),
    idle: numberColumn('怠速(分)', 76, minutes),
    parked: numberColumn('停车(分)', 76, minutes),
    noData: numberColumn('无数据(分)', 88, minutes),
    night: numberColumn('夜间行驶(分)', 98, minutes),
    avgSpeed: numberColumn('平均速度(km/h)', 108, { decimals: 1, total: { of: 'netKm', per: 'driving', times: 60 } }),
    maxSpeed: numberColumn('最高速度(km/h)', 108, { total: 'max' }),
    speeding: numberColumn('超速(次)', 76, { total: 'sum', tone: 'bad' }),
    fatigue: numberColumn('疲劳(次)', 76, { total: 'sum', tone: 'bad' }),
    stops: numberColumn('停车次数', 78, { total: 'sum' }),
    doors: numberColumn('开门次数', 78, { total: 'sum' }),
    temMax: numberColumn('最高温(℃)', 84, { decimals: 1, total: 'max' }),
    temMin: numberColumn('最低温(℃)', 84, { decimals: 1, total: 'min' }),
    passRate: numberColumn('温度合格率(%)', 108, {
      decimals: 1,
      tone: 'rate',
      total: { of: 'inRangeMs', per: 'monitoredMs', times: 100 },
    }),
    fuelL: numberColumn('油耗(L)', 76, sum),
    refuelL: numberColumn('加油(L)', 76, sum),
    alarms: numberColumn('报警总数', 78, { total: 'sum' }),
    score: numberColumn('评分', 64, { tone: 'rate' }),
  },
  fields: {
    /** the day as wire times: where its trajectory begins and ends */
    startTime: z.string(),
    endTime: z.string(),
    startLng: z.number().nullable(),
    startLat: z.number().nullable(),
    endLng: z.number().nullable(),
    endLat: z.number().nullable(),
  },
  empty: { title: '没有行驶记录', text: '换一个日期或车队，或关闭“仅异常”再查询' },
});
