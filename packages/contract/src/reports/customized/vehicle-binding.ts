import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { patterns } from '../../core/field/patterns';
import { dateTime, id, requiredTime } from '../../core/page';
import { importCalls } from '../../core/register/import';
import { version } from '../../core/register/pieces';
import { temperatureType } from '../../resources/vehicle/enums';
import { button } from '../../shell/rights';
import { fleetColumn, plateColumn, textColumn, timeColumn, wordsColumn } from '../kit/columns';
import { choiceFilter, searchFilter, vehiclesFilter } from '../kit/filters';
import { report } from '../kit/report';

const base = '/api/report/custom/vehicleBinding';

/** What the form of a binding says. */
export const bindFields = z.object({
  vehicleId: z.string('请选择车辆').regex(/^\d{1,19}$/u, '请选择车辆'),
  customerId: z.string('请选择客户').regex(/^\d{1,19}$/u, '请选择客户'),
  extCode: z
    .string('请输入客户车辆编码')
    .trim()
    .min(1, '请输入客户车辆编码')
    .max(32, '最多32个字符')
    .regex(patterns.coding.regex, patterns.coding.message),
  project: z.string().trim().max(30, '最多30个字符').default(''),
  temperatureType: z.literal(temperatureType.codes, '温区不正确').nullable().default(null),
  startTime: requiredTime('请填写开始时间'),
  /** null: until it is unbound */
  endTime: dateTime.nullable().default(null),
});
export type BindFields = z.output<typeof bindFields>;
export const bindLabels: Readonly<Record<keyof BindFields, string>> = {
  vehicleId: '车牌号',
  customerId: '客户',
  extCode: '客户车辆编码',
  project: '项目',
  temperatureType: '温区',
  startTime: '开始时间',
  endTime: '结束时间',
};

/** 导入 of bindings (xlsx): plate, customer, code and since when. */
export const bindingImports = importCalls({
  base,
  access: button('vehicleBinding', 'import'),
  noun: '客户车辆编码',
  unit: '条',
  visit: 'write',
});
const { template, check, run, history, undo } = bindingImports;

/** 绑定: a customer's own code for a vehicle from a moment on; overlapping times are refused with what they overlap. */
export const customerBind = endpoint({
  path: `${base}/bind`,
  access: button('vehicleBinding', 'bind'),
  visit: 'write',
  title: '绑定客户车辆编码',
  input: bindFields,
  output: z.object({ id }),
});

/** 解绑 at a moment that has come. */
export const customerUnbind = endpoint({
  path: `${base}/unbind`,
  access: button('vehicleBinding', 'unbind'),
  visit: 'write',
  title: '解绑客户车辆编码',
  input: z.object({
    id,
    version,
    time: dateTime,
    reason: z.string('请输入原因').trim().min(2, '原因至少2个字').max(100, '最多100个字符'),
  }),
});

const states = { active: '绑定中', future: '未开始', ended: '已解绑' } as const;

/** 车辆绑定 (report.md 8.1): what customers' own systems call the vehicles that drive for them, and when. */
export const vehicleBindingReport = report({
  screen: 'vehicleBindingList',
  menu: 'vehicleBinding',
  base,
  unit: '条',
  range: { maxDays: 366, first: 'month' },
  auto: true,
  order: 'since desc',
  actions: [customerBind, customerUnbind, template, check, run, history, undo],
  filters: {
    keyword: { ...searchFilter('客户、客户车辆编码、项目'), width: 220 },
    vehicleIds: vehiclesFilter({ max: 100 }),
    state: choiceFilter('状态', { all: '全部', ...states }, 'all', 140),
  },
  columns: {
    plateNo: plateColumn(),
    fleetName: fleetColumn({ hidden: true }),
    customer: textColumn('客户', 180, { sortable: true }),
    extCode: textColumn('客户车辆编码', 140, { sortable: true }),
    project: textColumn('项目', 130),
    zone: wordsColumn('温区', 72, {
      1: temperatureType.label(1),
      2: temperatureType.label(2),
      3: temperatureType.label(3),
      4: temperatureType.label(4),
      '': '',
    }),
    since: timeColumn('绑定时间'),
    until: timeColumn('解绑时间'),
    state: wordsColumn('状态', 84, states, { dots: { active: 'green', future: 'blue', ended: 'grey' } }),
    reason: textColumn('解绑原因', 160),
    user: textColumn('操作人', 100),
  },
  fields: { version: z.number().int() },
  hint: '列出所选日期内有效的绑定；同一车辆同一时段在一个客户只有一个编码',
  empty: { title: '没有车辆绑定', text: '客户系统用自己的编码称呼车辆时，在这里绑定编码和起止时间' },
});
