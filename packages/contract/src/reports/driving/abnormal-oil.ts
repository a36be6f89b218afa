import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { chosenIds } from '../../core/register/pieces';
import { button } from '../../shell/rights';
import { alarmHandleStatus } from '../../watch/alarm/enums';
import {
  addressColumn,
  fleetColumn,
  numberColumn,
  plateColumn,
  textColumn,
  timeColumn,
  wordsColumn,
} from '../kit/columns';
import { handleDots, levelDots } from '../kit/dots';
import { amountFilter, choiceFilter, fleetFilters, multiChoiceFilter, vehiclesFilter } from '../kit/filters';
import { report } from '../kit/report';

const { fleetId, orgId } = fleetFilters;
const { open, closed, falseAlarm } = alarmHandleStatus;
const kinds = { fuelDrop: '疑似偷油', fuelWaste: '异常消耗', fuelSensor: '传感器异常' } as const;
const results = { [closed]: '已处理', [falseAlarm]: '误报' } as const;

/** 处理 of losses: a result and an opinion for all that were chosen. */
export const abnormalOilHandle = endpoint({
  path: '/api/report/abnormalOil/handle',
  access: button('abnormalOil', 'handle'),
  visit: 'write',
  title: '处理异常油量',
  input: z.object({
    ids: chosenIds('异常油量'),
    handleStatus: z.literal([closed, falseAlarm], '请选择处理结果'),
    remark: z.string().trim().min(2, '处理意见至少2个字').max(200, '最多200个字符'),
  }),
  output: z.object({ done: z.number().int() }),
});

/** 异常油量 (report.md 4.6): losses of fuel (K10), net of what the engine burnt, and sensors that stopped. */
export const abnormalOilReport = report({
  screen: 'abnormalOilReport',
  menu: 'abnormalOil',
  base: '/api/report/abnormalOil',
  unit: '条',
  range: { maxDays: 93, first: 'week' },
  order: 'startTime desc',
  drill: { track: true },
  actions: [abnormalOilHandle],
  filters: {
    vehicleIds: vehiclesFilter({ max: 100, equip: ['oil'] }),
    kinds: multiChoiceFilter('类型', kinds, 190),
    minL: amountFilter('减少≥', { min: 0, max: 2000, unit: 'L' }),
    handled: choiceFilter('处理', { all: '全部', [open]: '未处理', ...results }, 'all', 130),
    fleetId,
    orgId,
  },
  strip: ['litres'],
  columns: {
    plateNo: plateColumn(),
    fleetName: fleetColumn({ hidden: true }),
    kind: wordsColumn('类型', 96, kinds),
    level: wordsColumn('级别', 64, { 1: '提示', 2: '一般', 3: '严重' }, { dots: levelDots }),
    startTime: timeColumn('开始时间'),
    endTime: timeColumn('结束时间'),
    minutes: numberColumn('时长(分)', 80),
    tank: textColumn('油箱', 64),
    beforeL: numberColumn('前(L)', 72, { decimals: 1 }),
    afterL: numberColumn('后(L)', 72, { decimals: 1 }),
    litres: numberColumn('减少量(L)', 88, { decimals: 1, total: 'sum' }),
    rate: numberColumn('减少率(L/分)', 96, { decimals: 2 }),
    acc: wordsColumn('ACC', 60, { on: '开', off: '关', none: '--' }),
    speed: numberColumn('速度(km/h)', 90, { sortable: false }),
    doors: numberColumn('开门(次)', 76),
    alarms: numberColumn('报警(条)', 76),
    address: addressColumn('位置', 240, ['lng', 'lat']),
    siteName: textColumn('站点', 110, { wide: 170 }),
    place: wordsColumn('站内外', 72, { inside: '站内', outside: '站外' }),
    driver: textColumn('司机', 80),
    handleStatus: wordsColumn('处理状态', 84, { [open]: '未处理', ...results }, { dots: handleDots }),
    handleRemark: textColumn('处理意见', 160),
    handledBy: textColumn('处理人', 80),
    handledAt: timeColumn('处理时间'),
  },
  fields: {
    lng: z.number().nullable(),
    lat: z.number().nullable(),
    fromMs: z.number(),
    /** lent by another company, which handles it */
    shared: z.boolean(),
  },
  empty: { title: '没有异常油量', text: '换一个日期，或放宽类型和减少量' },
});
