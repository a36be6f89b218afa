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
  fleetFilters,
  hoursFilter,
  multiChoiceFilter,
  settingFilter,
  vehiclesFilter,
} from '../kit/filters';
import { report } from '../kit/report';

const { fleetId, orgId } = fleetFilters;
const common = {
  menu: 'doorOpenClose',
  base: '/api/report/door',
  range: { maxDays: 31, first: 'yesterday' },
  filters: {
    vehicleIds: vehiclesFilter({ max: 100, equip: ['door'] }),
    doors: multiChoiceFilter('车门', { 1: '车门1', 2: '车门2', 3: '车门3', 4: '车门4' }, 120),
    openMin: settingFilter('开门≥', { min: 0, max: 1440, initial: 0, unit: '分', width: 120 }),
    scene: choiceFilter('场景', { all: '全部', moving: '行驶开门', outside: '站外开门', inside: '站内' }, 'all', 140),
    operatingHours: hoursFilter(),
    fleetId,
    orgId,
  },
  empty: { title: '没有开门记录', text: '换一个日期，或把开门时长的下限调小再查询' },
} as const;
const degrees = { decimals: 1 } as const;

/** 开关门报表 (report.md 5.1): how often, how long and where doors were open (K9), a row a vehicle; openings are cut to the range. */
export const doorOpenCloseReport = report({
  ...common,
  screen: 'doorOpenCloseReport',
  unit: '辆',
  order: 'minutes desc',
  drill: { detail: 'doorOpenCloseDetails' },
  strip: ['opens', 'minutes', 'longestMin', 'moving', 'outside', 'maxC'],
  columns: {
    plateNo: plateColumn(),
    fleetName: fleetColumn(),
    opens: numberColumn('开门次数', 84, { total: 'sum' }),
    minutes: numberColumn('总开门时长(分)', 112, { total: 'sum' }),
    longestMin: numberColumn('最长一次(分)', 96, { total: 'max' }),
    meanMin: numberColumn('平均时长(分)', 96, { decimals: 1, total: { of: 'minutes', per: 'opens' } }),
    moving: numberColumn('行驶开门次数', 104, { total: 'sum', tone: 'bad' }),
    outside: numberColumn('站外开门次数', 104, { total: 'sum', tone: 'bad' }),
    maxC: numberColumn('开门期间最高温(℃)', 132, { ...degrees, total: 'max' }),
    meanRiseC: numberColumn('平均温升(℃)', 96, { ...degrees, total: { of: 'rises', per: 'risen' } }),
  },
});

/** 开关门明细 (report.md 5.2): a row an opening; the chart holds doors, temperatures and stops on one axis. */
export const doorOpenCloseDetails = report({
  ...common,
  screen: 'doorOpenCloseDetails',
  calls: { page: 'detail', totals: 'detailTotals', export: 'exportDetail' },
  right: 'exportDetail',
  unit: '次',
  order: 'startTime desc',
  curve: true,
  drill: { track: true, curve: true },
  strip: ['minutes'],
  columns: {
    plateNo: plateColumn(),
    fleetName: fleetColumn({ hidden: true }),
    doorName: textColumn('门位', 84),
    startTime: timeColumn('开门时间'),
    /** null while it is open */
    endTime: timeColumn('关门时间'),
    state: wordsColumn(
      '状态',
      72,
      { open: '未关', closed: '已关', estimated: '补算' },
      { dots: { open: 'amber', closed: 'done', estimated: 'grey' } },
    ),
    minutes: numberColumn('时长(分)', 80, { decimals: 1, total: 'sum' }),
    address: addressColumn('开门位置', 220, ['lng', 'lat']),
    closeAddress: addressColumn('关门位置', 220, ['closeLng', 'closeLat'], { hidden: true }),
    siteName: textColumn('所在站点', 120, { wide: 170 }),
    km: numberColumn('期间里程(km)', 104, { decimals: 1, sortable: false }),
    moving: wordsColumn('行驶中', 72, { yes: '是', no: '否' }),
    outside: wordsColumn('站外', 64, { yes: '是', no: '否' }),
    beforeC: numberColumn('开门前(℃)', 84, degrees),
    maxC: numberColumn('最高温度(℃)', 96, degrees),
    riseC: numberColumn('温升(℃)', 80, degrees),
    recoverMin: numberColumn('恢复用时(分)', 96, { sortable: false }),
    chiller: wordsColumn('冷机', 64, { on: '运行', off: '停机', '': '' }),
    lockLog: textColumn('锁记录', 150),
    driver: textColumn('司机', 72),
    waybill: textColumn('运单', 130),
    data: wordsColumn('数据', 72, { real: '实时', late: '补传', gap: '缺口' }, { dots: arrivalDots }),
  },
  fields: {
    lng: z.number().nullable(),
    lat: z.number().nullable(),
    closeLng: z.number().nullable(),
    closeLat: z.number().nullable(),
    fromMs: z.number(),
    untilMs: z.number(),
    /** it is open still */
    isOpen: z.boolean(),
  },
  hint: '恢复用时为关门后各探头回到上下限内所需的时间',
});
