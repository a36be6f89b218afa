import { z } from 'zod';
import type { Column } from '../../core/columns';
import { columns } from '../../core/columns';
import { endpoint, type MenuAccess } from '../../core/endpoint';
import { message } from '../../core/messages';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { exportOptions, filterText } from '../../core/resource';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';

/** 每日行驶汇总 (report.md 4.2): a row a vehicle, a column a day, one figure at a time. */
const base = '/api/report/dailyDrivingSummary';
const seeing: MenuAccess = { menu: menus.dailyDrivingSummary.id };

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

export const dailyMaxDays = 31;
/** A day on the road has at least so many km. */
export const onRoadKm = 1;

const dayMs = 86_400_000;
const noon = (wire: string): number => Date.parse(`${wire.slice(0, 10)}T12:00:00Z`);

/** Days `YYYY-MM-DD` of a range, both ends included. */
export function daysOf({ startTime, endTime }: { startTime: string; endTime: string }): string[] {
  const count = Math.round((noon(endTime) - noon(startTime)) / dayMs) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, i) =>
    new Date(noon(startTime) + i * dayMs).toISOString().slice(0, 10),
  );
}

const filters = z.object({
  /** days of the company, from the one of `startTime` to the one of `endTime` */
  startTime: dateTime,
  endTime: dateTime,
  metric: z.enum(Object.keys(dailyMetrics) as [DailyMetric, ...DailyMetric[]], '请选择统计指标').default('mileage'),
  /** part of plate or remark */
  keyword: filterText(),
  fleetId: id.optional(),
  orgId: id.optional(),
});
export type DailyDrivingFilters = z.output<typeof filters>;
type Range = Pick<DailyDrivingFilters, 'startTime' | 'endTime'>;
const orderly = (q: Range): boolean => q.startTime <= q.endTime;
const short = (q: Range): boolean => daysOf(q).length <= dailyMaxDays;
const inOrder = { path: ['endTime'], message: message('daterange.order') };
const notTooLong = { path: ['endTime'], message: message('daterange.span', { n: dailyMaxDays }) };

/** In the metric's unit; null = nothing known. */
const figure = z.number().nullable();

const row = z.object({
  /** the vehicle's */
  id,
  plateNo: z.string(),
  vehicleColor: z.number().int(),
  remarkNo: z.string(),
  fleetName: z.string(),
  /** sum, highest or weighted share of the days */
  total: figure,
  /** mean of the days that have a figure; null unless days add up */
  average: figure,
  /** 出车天数: days with at least 1 km */
  daysOut: z.number().int(),
  /** the days of the range in their order */
  days: z.array(figure),
  /** places in `days` of those that still run or wait for late data */
  pending: z.array(z.number().int()),
});
/** Columns of days are `d1`, `d2` …: the places in `days` from 1 on. */
export type DailyDrivingRow = z.output<typeof row> & { readonly [K in `d${number}`]?: number | null };

export const dailyDrivingPage = endpoint({
  path: `${base}/page`,
  access: seeing,
  title: '每日行驶汇总',
  input: pageQuery.extend(filters.shape).refine(orderly, inOrder).refine(short, notTooLong),
  output: pageOf(row),
});

/** The foot of the matrix, over all vehicles of the filter. */
export const dailyDrivingTotals = endpoint({
  path: `${base}/totals`,
  access: seeing,
  title: '每日行驶汇总合计',
  input: filters.refine(orderly, inOrder).refine(short, notTooLong),
  output: z.object({
    vehicles: z.number().int(),
    total: figure,
    days: z.array(figure),
    /** vehicles on the road a day */
    onRoad: z.array(z.number().int()),
  }),
});

export const dailyDrivingExport = endpoint({
  path: `${base}/export`,
  access: { ...seeing, path: button('dailyDrivingSummary', 'export').path },
  title: '导出每日行驶汇总',
  input: filters.extend(exportOptions).refine(orderly, inOrder).refine(short, notTooLong),
  output: z.object({ id }),
});

const fixedColumns = columns<DailyDrivingRow>()([
  { value: 'plateNo', label: '车牌号', width: 106, fixed: 'left', sortable: true, noEdit: true },
  { value: 'fleetName', label: '所属车队', width: 96 },
  { value: 'remarkNo', label: '车辆备注', width: 90, hidden: true },
]);

/** Columns of a range: days are headed by their date, a Sunday starts the week. */
export function dailyColumns(range: Range, metric: DailyMetric): ReadonlyArray<Column<DailyDrivingRow>> {
  const { over } = dailyMetrics[metric];
  return [
    ...fixedColumns,
    {
      value: 'total',
      label: { sum: '合计', max: '最高', ratio: '合格率' }[over],
      width: 76,
      align: 'right',
      sortable: true,
    },
    ...(over === 'sum'
      ? [{ value: 'average', label: '日均', width: 68, align: 'right', sortable: true } as const]
      : []),
    { value: 'daysOut', label: '出车天数', width: 78, align: 'right', sortable: true },
    ...daysOf(range).map(
      (day, i): Column<DailyDrivingRow> => ({
        value: `d${i + 1}`,
        label: day.slice(5),
        width: 56,
        align: 'right',
      }),
    ),
  ];
}
