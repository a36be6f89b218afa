import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { button } from '../../shell/rights';
import { numberColumn, plateColumn, textColumn, timeColumn, wordsColumn } from '../kit/columns';
import { arrivalDots } from '../kit/dots';
import { choiceFilter, multiChoiceFilter, placesFilter, searchFilter, vehiclesFilter } from '../kit/filters';
import { report } from '../kit/report';

const results = { onTime: '准点', early: '早到', late: '晚点', missed: '未到' } as const;
const leaves = { onTime: '准点', early: '早发', late: '晚发' } as const;
const punctualDots = { onTime: 'green', early: 'blue', late: 'amber', missed: 'red' } as const;

/** 结算锁定: so many whole days after a day of departures its figures are written down and change no more. */
export const settledAfterDays = 7;
/** Sites of the heat chart. */
export const hottestSites = 8;

/** A planned call: route, departure of the timetable (epoch s), vehicle (0: nobody drove it) and the number of the stop. */
const callId = z.string().regex(/^\d{1,19}-\d{1,12}-\d{1,19}-\d{1,3}$/u, '请选择到达点次');

/** 原因 of calls that were not in time; 不计考核 takes a right of its own. */
export const punctualityReason = endpoint({
  path: '/api/report/punctuality/reason',
  access: button('punctuality', 'reason'),
  visit: 'write',
  title: '填写准点原因',
  input: z.object({
    ids: z.array(callId).min(1, '请选择到达点次').max(200, '一次最多200个点次'),
    reason: z.string('请输入原因').trim().min(2, '原因至少2个字').max(200, '最多200个字符'),
    exempt: z.boolean().default(false),
  }),
  output: z.object({ done: z.number().int() }),
});
/** The right that 不计考核 takes. */
export const exemptRight = button('punctuality', 'exempt');

/** 进出准点报表 (report.md 9.2): planned and real calls of the timetables of routes (K14), a row a stop; figures by route, stop, vehicle or day. */
export const punctualityReport = report({
  screen: 'punctualityReport',
  menu: 'punctuality',
  base: '/api/report/punctuality',
  calls: { totals: 'stat' },
  unit: '点次',
  range: { maxDays: 31, first: 'yesterday' },
  drill: { track: true },
  actions: [punctualityReason],
  filters: {
    route: { ...searchFilter('线路名称、编码'), width: 180 },
    siteIds: placesFilter('站点', ['site']),
    vehicleIds: vehiclesFilter({ max: 100 }),
    way: choiceFilter('进/出', { all: '全部', in: '进站', out: '离站' }, 'all', 120),
    results: multiChoiceFilter('结果', results, 150),
    by: choiceFilter('汇总', { route: '按线路', site: '按站点', vehicle: '按车辆', day: '按日' }, 'route', 140),
  },
  stat: {
    name: textColumn('汇总', 190),
    planned: numberColumn('计划点次', 84),
    onTime: numberColumn('准点', 72),
    early: numberColumn('早到', 72),
    late: numberColumn('晚点', 72, { tone: 'bad' }),
    missed: numberColumn('未到', 72, { tone: 'bad' }),
    arriveRate: numberColumn('到达准点率(%)', 108, { decimals: 1, tone: 'rate' }),
    leaveRate: numberColumn('离开准点率(%)', 108, { decimals: 1, tone: 'rate' }),
    avgLate: numberColumn('平均晚点(分)', 100),
    maxLate: numberColumn('最大晚点(分)', 100),
  },
  columns: {
    date: textColumn('日期', 104, { fixed: 'left' }),
    routeName: textColumn('线路', 150),
    shift: textColumn('班次', 64),
    plateNo: plateColumn(),
    driver: textColumn('司机', 80),
    seq: numberColumn('序号', 60, { sortable: false }),
    site: textColumn('站点', 170),
    planArrive: timeColumn('计划到达', { sortable: false }),
    arrive: timeColumn('实际到达', { sortable: false }),
    arriveDiff: numberColumn('到达差(分)', 84, { sortable: false }),
    arriveResult: wordsColumn('到达结果', 84, { ...results, '': '' }, { dots: punctualDots }),
    planLeave: timeColumn('计划离开', { sortable: false }),
    leave: timeColumn('实际离开', { sortable: false }),
    leaveDiff: numberColumn('离开差(分)', 84, { sortable: false }),
    leaveResult: wordsColumn('离开结果', 84, { ...leaves, '': '' }, { dots: punctualDots }),
    stayMin: numberColumn('停留(分)', 76, { sortable: false }),
    reason: textColumn('原因', 180),
    data: wordsColumn('数据', 72, { real: '实时', late: '补传', gap: '缺口', '': '' }, { dots: arrivalDots }),
    doubtMin: numberColumn('±(分)', 64, { decimals: 1, sortable: false }),
    exempt: wordsColumn('考核', 80, { yes: '计考核', no: '不计考核', none: '不考核' }),
    enteredBy: textColumn('填写人', 90, { hidden: true }),
    settled: wordsColumn('结算', 80, { yes: '已结算', no: '未结算' }, { dots: { yes: 'grey', no: 'blue' } }),
  },
  fields: {
    /** the range of its trajectory; null: nobody drove it */
    startTime: z.string().nullable(),
    endTime: z.string().nullable(),
  },
  totals: {
    /** counted arrivals of each day */
    trend: z.array(z.object({ date: z.iso.date(), planned: z.number().int(), onTime: z.number().int() })),
    /** sites with the most late or missed arrivals, worst first, and how many there were on which days */
    heat: z.array(
      z.object({
        placeId: z.string(),
        site: z.string(),
        planned: z.number().int(),
        bad: z.number().int(),
        days: z.record(z.iso.date(), z.number().int()),
      }),
    ),
  },
  hint: '按线路班次对照绑定车辆的实际进出；计划发车24小时后仍无车执行为未到；不计考核的点次不进汇总；7天后结算锁定，补传、改线路不再改变结果',
  empty: { title: '没有计划到达', text: '线路要有班次、停靠点和绑定车辆；换一个日期再查询' },
});
