import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { id } from '../../core/page';
import { placeType } from '../../ground/place/enums';
import { button } from '../../shell/rights';
import {
  type Asked,
  fleetColumn,
  numberColumn,
  plateColumn,
  textColumn,
  timeColumn,
  wordsColumn,
} from '../kit/columns';
import { arrivalDots } from '../kit/dots';
import { choiceFilter, flagFilter, fleetFilters, placesFilter, settingFilter, vehiclesFilter } from '../kit/filters';
import { report } from '../kit/report';

const { fleetId, orgId } = fleetFilters;
const typeWords = Object.fromEntries(placeType.options.map(({ code, name }) => [code, name]));
const filters = {
  vehicleIds: vehiclesFilter({ max: 100 }),
  siteIds: placesFilter('站点 / 区域', ['site', 'region']),
  /** a shorter stay is a passage (途经) */
  stayDuration: settingFilter('停留≥', { min: 0, max: 1440, initial: 3, unit: '分', usual: [3, 5, 10, 30, 60] }),
  includePass: flagFilter('含途经', false),
  fleetId,
  orgId,
};
const common = {
  range: { maxDays: 31, first: 'yesterday' },
  empty: { title: '没有进出记录', text: '换一个日期、站点，或打开“含途经”再查询' },
} as const;
const bySite = ({ groupBy }: Asked): boolean => groupBy === 'site';
const minutes = { decimals: 0, total: 'sum' } as const;

/** 回算: visits of places that were drawn only now, found in the days before. */
export const inOutPointRecalc = endpoint({
  path: '/api/report/inOutPoint/recalc',
  access: button('inOutPoint', 'recalc'),
  visit: 'write',
  title: '回算进出点',
  input: z.object({
    siteIds: z.array(id).min(1, '请选择站点').max(20, '一次最多回算20个站点'),
    days: z.number('请输入天数').int('天数应为整数').min(1, '天数应为1~31').max(31, '天数应为1~31'),
  }),
  /** days of vehicles that are computed again, in the background */
  output: z.object({ days: z.number().int() }),
});

/** 进出点报表 (report.md 4.9): arrivals and departures (K13), a row a site or a vehicle. */
export const inOutPointReport = report({
  ...common,
  screen: 'inOutPointReport',
  menu: 'inOutPoint',
  base: '/api/report/inOutPoint',
  unit: '行',
  order: 'visits desc',
  drill: { detail: 'inOutPointDetails' },
  actions: [inOutPointRecalc],
  filters: { ...filters, groupBy: choiceFilter('汇总', { site: '按点', vehicle: '按车' }, 'site', 120) },
  strip: ['visits', 'stayHours', 'meanMin', 'longestMin', 'queueMin', 'unloadMin'],
  hint: '排队：进点到首次开门；卸货：在点内开门的时间',
  columns: {
    siteName: textColumn('站点名称', 170, { fixed: 'left', sortable: true, when: bySite }),
    siteType: wordsColumn('类型', 84, typeWords, { when: bySite }),
    plateNo: { ...plateColumn(), when: (asked: Asked) => !bySite(asked) },
    fleetName: fleetColumn({ when: (asked: Asked) => !bySite(asked) }),
    visits: numberColumn('进入次数', 84, { total: 'sum' }),
    vehicles: numberColumn('车辆数', 76, { when: bySite }),
    sites: numberColumn('站点数', 76, { when: (asked: Asked) => !bySite(asked) }),
    stayHours: numberColumn('总停留(h)', 88, { decimals: 1, total: 'sum' }),
    meanMin: numberColumn('平均停留(分)', 100, { total: { of: 'stayHours', per: 'visits', times: 60 } }),
    longestMin: numberColumn('最长停留(分)', 100, { total: 'max' }),
    firstIn: timeColumn('首次进入'),
    lastOut: timeColumn('末次离开'),
    queueMin: numberColumn('平均排队(分)', 100, { total: { of: 'queueSum', per: 'opened' } }),
    unloadMin: numberColumn('平均卸货(分)', 100, { total: { of: 'unloadSum', per: 'opened' } }),
  },
  /** '' for a row a vehicle */
  fields: { siteId: z.string() },
});

/** 进出点明细: a row a visit; where places overlap, the smallest is the main one (主点). */
export const inOutPointDetails = report({
  ...common,
  screen: 'inOutPointDetails',
  menu: 'inOutPointDetail',
  base: '/api/report/inOutPoint',
  calls: { page: 'detail', totals: 'detailTotals', export: 'exportDetail' },
  unit: '次',
  order: 'startTime desc',
  drill: { track: true },
  filters,
  strip: ['minutes', 'doors', 'doorMin'],
  columns: {
    plateNo: plateColumn(),
    fleetName: fleetColumn(),
    siteName: textColumn('站点', 150),
    siteType: wordsColumn('类型', 84, typeWords, { hidden: true }),
    main: wordsColumn('主点', 60, { yes: '主点', no: '--' }),
    startTime: timeColumn('进入时间'),
    endTime: timeColumn('离开时间'),
    state: wordsColumn(
      '状态',
      72,
      { here: '停留中', left: '已离开', pass: '途经' },
      { dots: { here: 'blue', left: 'done', pass: 'grey' } },
    ),
    minutes: numberColumn('停留(分)', 80, minutes),
    odometerIn: numberColumn('进点里程表(km)', 108, { decimals: 1, hidden: true }),
    odometerOut: numberColumn('离点里程表(km)', 108, { decimals: 1, hidden: true }),
    beforeName: textColumn('上一点', 130, { wide: 170 }),
    beforeKm: numberColumn('点间里程(km)', 100, { decimals: 1, sortable: false }),
    beforeMin: numberColumn('点间用时(分)', 100),
    doors: numberColumn('开门(次)', 76, { total: 'sum' }),
    doorMin: numberColumn('开门(分)', 76, minutes),
    temIn: numberColumn('进点温度(℃)', 100, { decimals: 1, sortable: false }),
    temOut: numberColumn('离点温度(℃)', 100, { decimals: 1, sortable: false }),
    driver: textColumn('司机', 80),
    waybill: textColumn('运单', 130),
    data: wordsColumn('数据', 72, { real: '实时', late: '补传', gap: '缺口' }, { dots: arrivalDots }),
    doubtMin: numberColumn('±(分)', 64, { decimals: 1 }),
  },
  fields: { beforeMs: z.number().nullable(), fromMs: z.number(), untilMs: z.number() },
});
