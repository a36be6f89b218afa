import { z } from 'zod';
import { type Asked, daysColumn, fleetColumn, numberColumn, plateColumn, remarkColumn } from '../kit/columns';
import { choiceFilter, fleetFilters } from '../kit/filters';
import { type ReportQuery, type ReportRow, report } from '../kit/report';

/** What a cell shows. `sum`: days add up; `max`: the highest; `ratio`: parts of a whole, weighted over days. */
export const dailyMetrics = {
  mileage: { label: '里程', unit: 'km', decimals: 1, over: 'sum' },
  driving: { label: '行驶时长', unit: 'h', decimals: 1, over: 'sum' },
  oil: { label: '油耗', unit: 'L', decimals: 1, over: 'sum' },
  parking: { label: '停车次数', unit: '次', decimals: 0, over: 'sum' },
  maxSpeed: { label: '最高速度', unit: 'km/h', decimals: 0, over: 'max' },
  temperature: { label: '温度合格率', unit: '%', decimals: 1, over: 'ratio' },
} as const satisfies Record<string, { label: string; unit: string; decimals: number; over: 'sum' | 'max' | 'ratio' }>;
export type DailyMetric = keyof typeof dailyMetrics;

/** A day on the road has at least so many km. */
export const onRoadKm = 1;

const metricWords = { mileage: '里程（km）', driving: '行驶时长（h）', oil: '油耗（L）', parking: '停车次数（次）' };
const metric = choiceFilter(
  '指标',
  { ...metricWords, maxSpeed: '最高速度（km/h）', temperature: '温度合格率（%）' },
  'mileage',
  190,
);
// parsed by the filter, whose options are the metrics
const metricOf = (asked: Asked) => dailyMetrics[asked.metric as DailyMetric];
const decimalsOf = (asked: Asked): number => metricOf(asked).decimals;

/** 每日行驶汇总 (report.md 4.2): a row a vehicle, a column a day, one figure at a time, from day summaries. */
export const dailyDrivingSummaryReport = report({
  screen: 'dailyDrivingSummaryReport',
  menu: 'dailyDrivingSummary',
  base: '/api/report/dailyDrivingSummary',
  unit: '辆',
  range: { maxDays: 31, first: 'month' },
  filters: { keyword: fleetFilters.keyword, metric, fleetId: fleetFilters.fleetId, orgId: fleetFilters.orgId },
  strip: ['total'],
  columns: {
    plateNo: plateColumn(),
    fleetName: fleetColumn(),
    remarkNo: remarkColumn(),
    /** sum, highest or weighted share of the days */
    total: numberColumn((asked) => ({ sum: '合计', max: '最高', ratio: '合格率' })[metricOf(asked).over], 76, {
      decimals: decimalsOf,
      total: 'own',
      alone: (asked) => {
        const { label, unit, over } = metricOf(asked);
        return `${label}${over === 'sum' ? '合计' : ''}(${unit})`;
      },
    }),
    /** mean of the days that have a figure */
    average: numberColumn('日均', 68, { decimals: decimalsOf, when: (asked) => metricOf(asked).over === 'sum' }),
    /** days with at least 1 km */
    daysOut: numberColumn('出车天数', 78),
    days: daysColumn({ decimals: decimalsOf, total: 'own' }),
  },
  totals: { days: z.array(z.number().nullable()), onRoad: z.array(z.number().int()) },
  hint: '-- 为当天没有数据，0 为未行驶，斜体为还在计算（当天，或刚收到补传）',
  empty: { title: '没有可以统计的车辆', text: '换一个车队、部门或日期再查询' },
});
export type DailyRow = ReportRow<typeof dailyDrivingSummaryReport>;
export type DailyQuery = ReportQuery<typeof dailyDrivingSummaryReport>;
