import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { button } from '../../shell/rights';
import { numberColumn, plateColumn, textColumn, timeColumn, wordsColumn } from '../kit/columns';
import { verdictDots } from '../kit/dots';
import { choiceFilter, searchFilter, vehiclesFilter } from '../kit/filters';
import { report } from '../kit/report';
import {
  tripReportBase as base,
  precoolWords,
  sharedTripReport,
  tripJudging,
  tripPapers,
  tripReportPrint,
  tripReportPrintMany,
  tripReportShares,
  tripReportView,
  tripRowId,
  verdicts,
} from './trip-report';

const degrees = { decimals: 1, sortable: false } as const;

/** 复核: a conclusion of somebody in place of what was reckoned, with his opinion. */
export const tripReview = endpoint({
  path: `${base}/review`,
  access: button('customTemperature', 'review'),
  visit: 'write',
  title: '复核单程温度',
  input: z.object({
    id: tripRowId,
    /** of the review before; 0: there is none */
    version: z.number().int().min(0),
    verdict: z.enum(['pass', 'fail', 'check'], '请选择结论'),
    opinion: z.string('请输入复核意见').trim().min(2, '复核意见至少2个字').max(200, '最多200个字符'),
  }),
});

/** 单程温度报告 (report.md 8.6): how warm each trip was from leaving to the end of unloading, and whether that was within bounds. A row a waybill or a shipment. */
export const tripTemperatureReport = report({
  screen: 'customTemperatureReport',
  menu: 'customTemperature',
  base,
  unit: '单',
  range: { maxDays: 31, first: 'week' },
  order: 'startTime desc',
  drill: { track: true },
  actions: [
    ...[tripReview, tripReportView, tripReportPrint, tripReportPrintMany],
    ...[tripReportShares.make, tripReportShares.list, tripReportShares.revoke, sharedTripReport],
  ],
  filters: {
    code: { ...searchFilter('单号'), width: 180 },
    paper: choiceFilter('单据', { all: '全部', ...tripPapers }, 'all', 130),
    vehicleIds: vehiclesFilter({ max: 100, equip: ['tem'] }),
    reviewed: choiceFilter('复核', { all: '全部', yes: '已复核', no: '未复核' }, 'all', 140),
    ...tripJudging,
  },
  columns: {
    code: textColumn('单号', 150, { fixed: 'left', sortable: true }),
    paper: wordsColumn('单据', 64, tripPapers),
    plateNo: plateColumn(),
    verdict: wordsColumn('结论', 80, verdicts, { dots: verdictDots }),
    fromName: textColumn('起点', 150),
    toName: textColumn('终点', 150),
    loadTime: timeColumn('装货时间'),
    startTime: timeColumn('发车时间'),
    endTime: timeColumn('卸货时间'),
    max: numberColumn('最高(℃)', 80, degrees),
    min: numberColumn('最低(℃)', 80, degrees),
    avg: numberColumn('平均(℃)', 80, degrees),
    passRate: numberColumn('合格率(%)', 88, { ...degrees, tone: 'rate' }),
    overCount: numberColumn('超温(次)', 80, { sortable: false, tone: 'bad' }),
    overMin: numberColumn('超温(分)', 80, { sortable: false, tone: 'bad' }),
    completeRate: numberColumn('完整率(%)', 88, { ...degrees, tone: 'rate' }),
    precool: wordsColumn('预冷达标', 88, precoolWords, { dots: verdictDots }),
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
  hint: '只计发车到卸货结束（在途和卸货）；发运按其要求温度，选了温区或上下限时按所选；任一探头累计超限多于允许的分钟数为不合格，完整率低于90%须复核；未卸货的为进行中，已超过允许的仍为不合格；复核结论优先',
  empty: { title: '没有已发车的运单和发运', text: '换一个日期，或放宽单号和车辆' },
});
