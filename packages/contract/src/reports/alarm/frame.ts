import { z } from 'zod';
import type { ButtonMenu } from '../../shell/rights';
import type { RouteKey } from '../../shell/routes';
import { alarmHandleStatus } from '../../watch/alarm/enums';
import { episodeStatus } from '../../watch/alarm/episode';
import { sourceWords } from '../../watch/alarm/words';
import {
  addressColumn,
  type ColumnMap,
  fleetColumn,
  numberColumn,
  plateColumn,
  textColumn,
  timeColumn,
  wordsColumn,
} from '../kit/columns';
import { arrivalDots, episodeDots, handleDots, levelDots } from '../kit/dots';
import { amountFilter, choiceFilter, type FilterMap, fleetFilters, searchFilter, vehiclesFilter } from '../kit/filters';
import { report } from '../kit/report';

const { fleetId, orgId } = fleetFilters;
/** The words of an enumeration by its codes. */
export const wordsOf = (options: ReadonlyArray<{ code: number | string; name: string }>): Record<string, string> =>
  Object.fromEntries(options.map(({ code, name }) => [code, name]));
const levels = { 1: '提示', 2: '一般', 3: '严重' } as const;
const statuses = wordsOf(episodeStatus.options);
const handling = wordsOf(alarmHandleStatus.options);

/** What an alarm report begins with, beside today (report.md 6.0). */
interface First {
  /** alarms of this level and above */
  level?: '0' | '1' | '2' | '3';
  status?: 'all' | '0' | '1';
  handled?: 'all' | 'waiting';
}

/** Filters that all alarm reports have. */
const commonFilters = ({ level = '0', status = 'all', handled = 'all' }: First) => ({
  vehicleIds: vehiclesFilter({ max: 100 }),
  level: choiceFilter('级别', { 0: '全部', 1: '提示及以上', 2: '一般及以上', 3: '严重' }, level, 140),
  status: choiceFilter('状态', { all: '全部', 0: '进行中', 1: '已结束', 2: '已撤销' }, status, 130),
  handled: choiceFilter('处理', { all: '全部', waiting: '未处理', 2: '已处理', 3: '误报' }, handled, 130),
  ruleName: searchFilter('规则名称'),
  driverName: searchFilter('司机'),
  /** the own place that the vehicle was in when the alarm began */
  siteName: searchFilter('站点'),
  minMinutes: amountFilter('持续≥', { min: 0, max: 100_000, unit: '分' }),
  late: choiceFilter('补传', { all: '全部', 1: '是', 0: '否' }, 'all', 110),
  fleetId,
  orgId,
});

/** Columns that all alarm reports begin with: which one, of whom, when. What a report is read for, its own columns, comes next. */
const firstColumns = {
  alarmNo: textColumn('报警编号', 104, { hidden: true }),
  plateNo: plateColumn(),
  title: textColumn('报警类型', 128, { goneBy: 'status' }),
  level: wordsColumn('级别', 72, { ...levels, 0: '--' }, { sortable: true, dots: levelDots }),
  startTime: timeColumn('开始时间'),
  /** in the foot the mean of those that have ended */
  minutes: numberColumn('持续(分)', 84, { total: { of: 'endedMin', per: 'ended', mean: true } }),
};
/** Columns that all end with: how it stands, where it was, and by which rule. */
const lastColumns = {
  status: wordsColumn('报警状态', 84, statuses, { dots: episodeDots }),
  handleStatus: wordsColumn('处理状态', 100, handling, { sortable: true, dots: handleDots }),
  driver: textColumn('司机', 80),
  address: addressColumn('开始位置', 220, ['lng', 'lat']),
  siteName: textColumn('所在站点', 120, { wide: 170 }),
  speedKmh: numberColumn('速度(km/h)', 84),
  endTime: timeColumn('结束时间'),
  endAddress: addressColumn('结束位置', 220, ['endLng', 'endLat'], { hidden: true }),
  ruleName: textColumn('规则名称', 120),
  fleetName: fleetColumn(),
  handledBy: textColumn('处理人', 80),
  handledAt: timeColumn('处理时间'),
  /** from its beginning to the first step of a person; in the foot the mean */
  responseMin: numberColumn('响应(分)', 84, { total: { of: 'responseMin', per: 'answered', mean: true } }),
  handleRemark: textColumn('处理意见', 160),
  /** ways, how many people, and what came of it */
  pushed: textColumn('推送', 200, { hidden: true }),
  /** 100 or 0: its mean is the rate of what was handled */
  doneRate: numberColumn('处理率(%)', 88, { decimals: 1, hidden: true, total: { of: 'doneRate', per: 'one' } }),
  /** of the head alone */
  vehicles: numberColumn('涉及车辆(辆)', 0, { when: () => false, total: { distinct: 'vehicleId' } }),
  source: wordsColumn('数据来源', 96, sourceWords, { hidden: true }),
  data: wordsColumn('补传', 64, { real: '实时', late: '补传', gap: '缺口' }, { dots: arrivalDots }),
};

interface AlarmSpec<F extends FilterMap, C extends ColumnMap> {
  screen: RouteKey;
  menu: ButtonMenu;
  /** last part of the path */
  path: string;
  order: string;
  /** sentence of an empty list */
  nothing: string;
  first?: First;
  /** a row shows the readings of the compartment around its time: bounds, doors, chiller */
  curve?: true;
  filters: F;
  columns: C;
}

/** An alarm report: the frame of report.md 6, with filters and columns of its own. A row an alarm, which the page opens and handles. */
export const alarmReport = <const F extends FilterMap, const C extends ColumnMap>({
  screen,
  menu,
  path,
  order,
  nothing,
  first = {},
  curve,
  filters,
  columns,
}: AlarmSpec<F, C>) =>
  report({
    screen,
    menu,
    base: `/api/report/alarm/${path}`,
    unit: '条',
    range: { maxDays: 31, first: 'today' },
    order,
    drill: { track: true, ...(curve ? { curve } : {}) },
    filters: { ...commonFilters(first), ...filters },
    columns: { ...firstColumns, ...columns, ...lastColumns },
    strip: ['vehicles', 'minutes', 'doneRate', 'responseMin'],
    spread: true,
    fields: {
      lng: z.number().nullable(),
      lat: z.number().nullable(),
      endLng: z.number().nullable(),
      endLat: z.number().nullable(),
      version: z.number().int(),
      kind: z.string(),
      /** lent by another company, which handles it */
      shared: z.boolean(),
    },
    empty: { title: nothing, text: '换一个日期，或放宽级别和处理状态' },
  });
