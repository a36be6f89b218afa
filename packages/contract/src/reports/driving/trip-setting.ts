import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { id } from '../../core/page';
import { version } from '../../core/register/pieces';
import { button } from '../../shell/rights';
import { fleetColumn, numberColumn, plateColumn, textColumn, timeColumn, wordsColumn } from '../kit/columns';
import { choiceFilter, fleetFilters, vehiclesFilter } from '../kit/filters';
import { report } from '../kit/report';

/** How trips are told apart: by parkings of some minutes, from a start site to an end site, or by switching the engine off and on. */
export const tripModes = { 1: '停车间隔', 2: '站点起终', 4: '开关机' } as const;
const base = '/api/report/travelSetting';
const places = (word: string) => z.array(id).max(20, `最多可选20个${word}`).default([]);

/** 新增/编辑: one setting for many vehicles, from now on or from some days ago, whose trips are then found again. What held for them ends, if `replace` or `id` says so. */
export const tripSettingSave = endpoint({
  path: `${base}/save`,
  access: button('travelSetting', 'save'),
  visit: 'write',
  title: '保存行程设置',
  input: z
    .object({
      vehicleIds: z.array(id).min(1, '请选择车辆').max(200, '一次最多设置200辆车'),
      mode: z.literal([1, 2, 4], '请选择行程方式'),
      gapMin: z.number().int().min(5, '停车间隔为5~240分钟').max(240, '停车间隔为5~240分钟').nullable().default(null),
      startIds: places('起点'),
      endIds: places('终点'),
      minKm: z.number().min(0, '最小里程为0~500km').max(500, '最小里程为0~500km').nullable().default(null),
      /** whole days before today from which it holds; 0: from now on */
      days: z.number().int().min(0, '往前天数为0~31').max(31, '往前天数为0~31').default(0),
      /** a vehicle that has a setting then gets this one in its place; otherwise it is refused */
      replace: z.boolean().default(false),
      /** of the line that is edited */
      id: id.optional(),
      version: version.optional(),
    })
    .refine((v) => v.mode !== 1 || v.gapMin !== null, { path: ['gapMin'], error: '请输入停车间隔' })
    .refine((v) => v.mode !== 2 || v.startIds.length > 0, { path: ['startIds'], error: '请选择起点站点' })
    .refine((v) => v.mode !== 2 || v.endIds.length > 0, { path: ['endIds'], error: '请选择终点站点' })
    .refine((v) => v.mode !== 2 || v.startIds.join() !== v.endIds.join(), {
      path: ['endIds'],
      error: '起点和终点不能完全相同',
    }),
  output: z.object({ done: z.number().int(), days: z.number().int() }),
});

export const tripSettingDel = endpoint({
  path: `${base}/del`,
  access: button('travelSetting', 'del'),
  visit: 'acting',
  title: '结束行程设置',
  input: z.object({ id, version }),
});

/** 行程设置 (report.md 2.6): how the trips of vehicles are told apart, and since when. */
export const tripSettingReport = report({
  screen: 'travelSetting',
  menu: 'travelSetting',
  base,
  unit: '条',
  range: { maxDays: 366, first: 'today' },
  auto: true,
  order: 'since desc',
  actions: [tripSettingSave, tripSettingDel],
  filters: {
    vehicleIds: vehiclesFilter({ max: 100 }),
    mode: choiceFilter('方式', { all: '全部', ...tripModes }, 'all', 150),
    fleetId: fleetFilters.fleetId,
    orgId: fleetFilters.orgId,
  },
  columns: {
    plateNo: plateColumn(),
    fleetName: fleetColumn(),
    mode: wordsColumn('行程方式', 96, tripModes),
    gapMin: numberColumn('停车间隔(分)', 104),
    starts: textColumn('起点站点', 210),
    ends: textColumn('终点站点', 210),
    minKm: numberColumn('最小里程(km)', 104, { decimals: 1 }),
    since: timeColumn('生效时间'),
    until: timeColumn('失效时间'),
    user: textColumn('操作人', 100),
    updateTime: timeColumn('操作时间', { hidden: true }),
  },
  fields: {
    version: z.number().int(),
    startPlaces: z.array(z.object({ id, name: z.string() })),
    endPlaces: z.array(z.object({ id, name: z.string() })),
    open: z.boolean(),
  },
  hint: '列出所选日期内生效的设置；没有设置的车按计算参数中的停车间隔划分行程',
  empty: {
    title: '没有行程设置',
    text: '没有设置的车按计算参数中的停车间隔划分行程，需要按站点起终或不同间隔时再新增',
  },
});
