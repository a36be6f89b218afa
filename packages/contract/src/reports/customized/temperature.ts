import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { button } from '../../shell/rights';
import { addressColumn, numberColumn, plateColumn, textColumn, timeColumn, wordsColumn } from '../kit/columns';
import { verdictDots } from '../kit/dots';
import { choiceFilter, searchFilter, settingFilter, vehiclesFilter } from '../kit/filters';
import { probeFigures, readingFilters } from '../kit/readings';
import { report } from '../kit/report';

/** What is concluded of the temperatures of a trip (report.md 8.6). */
export const verdicts = { pass: '合格', fail: '不合格', check: '复核', none: '无数据' } as const;
export type Verdict = keyof typeof verdicts;
const base = '/api/report/custom/temperature';
const { temTimeInterval, zone, lower, upper } = readingFilters;
const bounds = { zone, lower, upper };
/** minutes out of bounds that a probe may have in all */
const allowedMin = settingFilter('允许超限', { min: 0, max: 1440, initial: 30, unit: '分', width: 140 });
const degrees = { decimals: 1, sortable: false } as const;

/** 复核: a conclusion of somebody in place of what was reckoned, with his opinion. */
export const tripReview = endpoint({
  path: `${base}/review`,
  access: button('customTemperature', 'review'),
  title: '复核单程温度',
  input: z.object({
    /** of the row: a waybill's number, or `s` and a shipment's */
    id: z.string('请选择单据').regex(/^s?\d{1,19}$/u, '单据不正确'),
    /** of the review before; 0: there is none */
    version: z.number().int().min(0),
    verdict: z.enum(['pass', 'fail', 'check'], '请选择结论'),
    opinion: z.string('请输入复核意见').trim().min(2, '复核意见至少2个字').max(200, '最多200个字符'),
  }),
});

/** What a row is about. */
const papers = { waybill: '运单', shipment: '发运' } as const;

/** 单程温度报告 (report.md 8.6): how warm each trip was from leaving to arriving, and whether that was within bounds. A row a waybill or a shipment. */
export const tripTemperatureReport = report({
  screen: 'customTemperatureReport',
  menu: 'customTemperature',
  base,
  unit: '单',
  range: { maxDays: 31, first: 'week' },
  order: 'startTime desc',
  drill: { track: true },
  actions: [tripReview],
  filters: {
    code: { ...searchFilter('单号'), width: 180 },
    paper: choiceFilter('单据', { all: '全部', ...papers }, 'all', 130),
    vehicleIds: vehiclesFilter({ max: 100, equip: ['tem'] }),
    reviewed: choiceFilter('复核', { all: '全部', yes: '已复核', no: '未复核' }, 'all', 140),
    allowedMin,
    ...bounds,
  },
  columns: {
    code: textColumn('单号', 150, { fixed: 'left', sortable: true }),
    paper: wordsColumn('单据', 64, papers),
    plateNo: plateColumn(),
    verdict: wordsColumn('结论', 80, verdicts, { dots: verdictDots }),
    fromName: textColumn('起点', 150),
    toName: textColumn('终点', 150),
    startTime: timeColumn('发车时间'),
    endTime: timeColumn('到达时间'),
    max: numberColumn('最高(℃)', 80, degrees),
    min: numberColumn('最低(℃)', 80, degrees),
    avg: numberColumn('平均(℃)', 80, degrees),
    passRate: numberColumn('合格率(%)', 88, { ...degrees, tone: 'rate' }),
    overCount: numberColumn('超限(次)', 80, { sortable: false, tone: 'bad' }),
    overMin: numberColumn('超限(分)', 80, { sortable: false, tone: 'bad' }),
    completeRate: numberColumn('完整率(%)', 88, { ...degrees, tone: 'rate' }),
    precool: wordsColumn(
      '预冷',
      84,
      { done: '达标', running: '进行中', stopped: '未达标', '': '' },
      { dots: verdictDots },
    ),
    reckoned: wordsColumn('计算结论', 88, verdicts, { dots: verdictDots }),
    opinion: textColumn('复核意见', 180),
    reviewer: textColumn('复核人', 90),
  },
  fields: {
    reviewVersion: z.number().int(),
    /** bounds that the customer of a shipment asks for, ℃; they count while no others are asked for */
    askedLower: z.number().nullable(),
    askedUpper: z.number().nullable(),
  },
  hint: '只计发车到到达；发运按其要求温度，选了温区或上下限时按所选；任一探头累计超限多于允许的分钟数为不合格，完整率低于90%须复核；复核结论优先',
  empty: { title: '没有已发车的运单和发运', text: '换一个日期，或放宽单号和车辆' },
});

/** Detail of one trip: curve, figures a probe and every piece out of bounds. */
export const tripTemperatureDetails = report({
  screen: 'customTemperatureDetails',
  menu: 'customTemperature',
  base,
  calls: { page: 'detail', totals: 'detailTotals', export: 'exportDetail', curve: 'detailCurve' },
  right: 'exportDetail',
  unit: '段超限',
  range: { maxDays: 31, first: 'today' },
  order: 'startTime asc',
  curve: true,
  drill: { track: true },
  record: { name: '温度报告', label: '打印PDF' },
  filters: {
    vehicleIds: vehiclesFilter({ max: 1, equip: ['tem'], required: true }),
    allowedMin,
    temTimeInterval,
    ...bounds,
  },
  columns: {
    plateNo: plateColumn(),
    probe: textColumn('探头', 110),
    side: wordsColumn('方向', 84, { above: '高于上限', below: '低于下限' }),
    startTime: timeColumn('开始时间'),
    endTime: timeColumn('结束时间'),
    minutes: numberColumn('时长(分)', 84, { total: 'sum' }),
    extreme: numberColumn('极值', 76, { decimals: 1 }),
    excess: numberColumn('超出', 76, { decimals: 1, total: 'max' }),
    degreeMin: numberColumn('℃·分', 84, { decimals: 1, total: 'sum' }),
    doors: textColumn('期间开门', 140),
    address: addressColumn('位置', 240, ['lng', 'lat']),
  },
  fields: { lng: z.number().nullable(), lat: z.number().nullable() },
  stat: { ...probeFigures, verdict: wordsColumn('结论', 80, verdicts, { dots: verdictDots }) },
  empty: { title: '全程没有超限', text: '各探头都在上下限之内；没有上下限的探头不判断，可在上方选择温区' },
});
