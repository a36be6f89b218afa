import { z } from 'zod';
import { addressColumn, numberColumn, plateColumn, textColumn, timeColumn, wordsColumn } from '../kit/columns';
import { choiceFilter, flagFilter, vehiclesFilter } from '../kit/filters';
import { report } from '../kit/report';

/** 油量动态 (report.md 4.7): the level of each tank over time, with speed, ignition, refuelling and losses; a row an interval. */
export const oilDynamicsReport = report({
  screen: 'oilDynamicsReport',
  menu: 'oilDynamics',
  base: '/api/report/oilDynamics',
  unit: '行',
  range: { maxDays: 7, first: 'today' },
  filters: {
    vehicleIds: vehiclesFilter({ max: 3, equip: ['oil'], required: true }),
    timeInterval: choiceFilter('间隔', { 0: '原始', 1: '1分', 5: '5分', 10: '10分', 30: '30分' }, '10', 110),
    /** median of a few readings (K10); the raw reading stands beside it */
    smooth: flagFilter('平滑', true),
  },
  curve: true,
  drill: { track: true },
  stat: {
    plateNo: textColumn('车牌号', 96),
    startL: numberColumn('起始(L)', 80, { decimals: 1 }),
    endL: numberColumn('结束(L)', 80, { decimals: 1 }),
    refuelL: numberColumn('加油(L)', 80, { decimals: 1 }),
    lostL: numberColumn('异常减少(L)', 96, { decimals: 1, tone: 'bad' }),
    usedL: numberColumn('消耗(L)', 80, { decimals: 1 }),
    km: numberColumn('里程(km)', 84, { decimals: 1 }),
    per100: numberColumn('百公里油耗(L)', 108, { decimals: 1 }),
  },
  columns: {
    plateNo: { ...plateColumn(), sortable: false },
    startTime: timeColumn('时间'),
    raw: textColumn('原始值', 96),
    oil1: numberColumn('油箱1(L)', 84, { decimals: 1 }),
    oil2: numberColumn('油箱2(L)', 84, { decimals: 1 }),
    total: numberColumn('总油量(L)', 88, { decimals: 1 }),
    percent: numberColumn('占比(%)', 76, { decimals: 1 }),
    speed: numberColumn('速度(km/h)', 90),
    acc: wordsColumn('ACC', 64, { on: '开', off: '关', none: '缺失' }),
    km: numberColumn('里程(km)', 84, { decimals: 1 }),
    address: addressColumn('位置', 250, ['lng', 'lat']),
  },
  fields: {
    endTime: z.string().nullable(),
    lng: z.number().nullable(),
    lat: z.number().nullable(),
  },
  empty: { title: '该时段无油量数据', text: '换一个日期，或选择安装了油量传感器的车辆' },
});
