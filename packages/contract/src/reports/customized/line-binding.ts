import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { optionalDate, optionalId, optionalNumber, requiredDate } from '../../core/field/inputs';
import { dateOnly, dateTime, id } from '../../core/page';
import { changeHisCall, version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { fleetColumn, numberColumn, plateColumn, textColumn, timeColumn, wordsColumn } from '../kit/columns';
import { choiceFilter, searchFilter, vehiclesFilter } from '../kit/filters';
import { report } from '../kit/report';

const base = '/api/report/custom/lineBinding';
const read = { menu: [menus.customLineBinding.id] };
const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u, '班次应为 HH:mm');
/** Days of a week in their order, ISO numbers from 1. */
export const weekdayNames = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const;

/** The form of a binding (report.md 8.8): some vehicles, one route or electronic line, when. */
const shape = z.object({
  vehicleIds: z.array(id, '请选择车辆').min(1, '请选择车辆').max(200, '最多选择200辆车'),
  /** one of the two */
  routeId: optionalId,
  lineId: optionalId,
  shifts: z.array(clock, '请选择班次').min(1, '请选择班次').max(10, '班次最多10个'),
  weekdays: z.array(z.number().int().min(1).max(7), '请选择周期').min(1, '请选择周期').max(7, '周期重复'),
  validFrom: requiredDate('请选择生效日期'),
  validUntil: optionalDate,
  /** null: no alarm of deviation */
  awayM: optionalNumber({ min: 50, max: 5000, places: 0, unit: '米' }),
  timelinessRuleId: optionalId,
  remark: z.string().trim().max(100, '最多100个字符').default(''),
});
export type LineBindingFields = z.output<typeof shape>;

function judge(v: LineBindingFields, ctx: z.RefinementCtx): void {
  const fault = (field: string, message: string): void => ctx.addIssue({ code: 'custom', path: [field], message });
  if (v.routeId === null && v.lineId === null) fault('routeId', '请选择线路或电子线路');
  if (v.routeId !== null && v.lineId !== null) fault('lineId', '线路和电子线路只能选一个');
  if (v.validUntil !== null && v.validUntil < v.validFrom) fault('validUntil', '失效日期不能早于生效日期');
}
/** Words of the history. */
export const lineBindingLabels: Record<keyof LineBindingFields, string> = {
  vehicleIds: '车辆',
  routeId: '线路',
  lineId: '电子线路',
  shifts: '班次',
  weekdays: '周期',
  validFrom: '生效',
  validUntil: '失效',
  awayM: '偏离距离(米)',
  timelinessRuleId: '时效规则',
  remark: '备注',
};

export const lineBindingAdd = endpoint({
  path: `${base}/add`,
  access: button('customLineBinding', 'add'),
  visit: 'write',
  title: '新增线路绑定',
  input: shape.superRefine(judge),
  output: z.object({ id }),
});
export const lineBindingSave = endpoint({
  path: `${base}/save`,
  access: button('customLineBinding', 'edit'),
  visit: 'write',
  title: '编辑线路绑定',
  input: shape.extend({ id, version }).superRefine(judge),
  output: z.object({ id, version: z.number() }),
});
/** Takes the whole binding away, with the rule of deviation that it made. */
export const lineBindingDel = endpoint({
  path: `${base}/del`,
  access: button('customLineBinding', 'del'),
  visit: 'acting',
  title: '删除线路绑定',
  input: z.object({ id, version }),
});
const named = z.object({ id, name: z.string() });
export const lineBindingDetail = endpoint({
  path: `${base}/detail`,
  access: read,
  visit: 'look',
  title: '线路绑定详情',
  input: z.object({ id }),
  output: z.object({
    ...shape.omit({
      routeId: true,
      lineId: true,
      validFrom: true,
      validUntil: true,
      awayM: true,
      timelinessRuleId: true,
    }).shape,
    id,
    version: z.number(),
    routeId: id.nullable(),
    lineId: id.nullable(),
    validFrom: dateOnly,
    validUntil: dateOnly.nullable(),
    awayM: z.number().nullable(),
    timelinessRuleId: id.nullable(),
    routeName: z.string(),
    lineName: z.string(),
    updateTime: dateTime,
    updateUser: z.string(),
  }),
});
export type LineBindingDetail = z.output<typeof lineBindingDetail.output>;
/** What the form chooses from: routes in use with their departures, and the rules of punctuality. */
export const lineBindingChoices = endpoint({
  path: `${base}/choices`,
  access: read,
  visit: 'look',
  title: '线路绑定选项',
  output: z.object({
    routes: z.array(named.extend({ shifts: z.array(z.string()), weekdays: z.array(z.number()), lined: z.boolean() })),
    rules: z.array(named),
  }),
});
export const lineBindingChangeHis = changeHisCall(base, read, '线路绑定', 'look');

const states = { active: '生效中', future: '未生效', ended: '已失效' } as const;

/** 线路绑定 (report.md 8.7): which vehicle drives which line in which shift, a row a vehicle of a binding. */
export const lineBindingReport = report({
  screen: 'customLineBindingList',
  menu: 'customLineBinding',
  base,
  unit: '条',
  range: { maxDays: 366, first: 'month' },
  auto: true,
  order: 'validFrom desc',
  actions: [
    lineBindingAdd,
    lineBindingSave,
    lineBindingDel,
    lineBindingDetail,
    lineBindingChoices,
    lineBindingChangeHis,
  ],
  filters: {
    keyword: { ...searchFilter('线路、电子线路'), width: 190 },
    vehicleIds: vehiclesFilter({ max: 100 }),
    state: choiceFilter('状态', { all: '全部', ...states }, 'all', 140),
  },
  columns: {
    plateNo: plateColumn(),
    fleetName: fleetColumn(),
    line: textColumn('电子线路/线路', 190, { sortable: true }),
    kind: wordsColumn('类型', 84, { route: '线路', line: '电子线路' }),
    shifts: textColumn('班次', 120),
    weekdays: textColumn('周期', 150),
    validFrom: textColumn('生效', 96, { sortable: true }),
    validUntil: textColumn('失效', 96, { sortable: true }),
    awayM: numberColumn('偏离报警(米)', 104),
    rule: textColumn('时效规则', 130),
    state: wordsColumn('状态', 80, states, { dots: { active: 'green', future: 'blue', ended: 'grey' } }),
    runs: numberColumn('近30天趟次', 96, { total: 'sum' }),
    remark: textColumn('备注', 140),
    user: textColumn('操作人', 90),
    updateTime: timeColumn('更新时间'),
  },
  fields: { bindingId: id, version: z.number().int(), plates: z.number().int() },
  hint: '列出所选日期内有效的绑定；绑定线路后按站点进出识别趟次，计入进出准点报表',
  empty: { title: '暂无线路绑定', text: '点“新增”，为车辆指定线路、班次和生效日期' },
});
