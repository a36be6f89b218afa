import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { type CrossRule, withCrossRules } from '../../core/field/cross-rules';
import { numberWithin, optionalNumber, optionalPattern, reasonOf } from '../../core/field/inputs';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { batchLine, changeHisCall, chosenIds, version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { intervalsOf } from '../equipment/portable';

/** 参数设置 (backstage.md 16): settings of recorders, a template for each model, sent to many of them at once. */
const base = '/api/base/portable/param';
const read = { menu: menus.parameterSetting.id } as const;
const text = z.string();

const lowestC = -40;
const highestC = 85;
const temp = optionalNumber({ min: lowestC, max: highestC, places: 1, unit: '℃' });
const hum = optionalNumber({ min: 0, max: 100, places: 1, unit: '%RH' });

/** Settings that no standard knows: each goes out by the number that its maker has for it. */
export const makerSettings = {
  sampleInterval: '采集间隔',
  tempLow: '温度下限',
  tempHigh: '温度上限',
  humLow: '湿度下限',
  humHigh: '湿度上限',
  lowPower: '低电阈值',
} as const;
export type MakerSetting = keyof typeof makerSettings;
const parameterId = optionalPattern({ regex: /^[0-9A-Fa-f]{4}$/u, message: '参数编号应为4位十六进制，如 F101' });

export const templateFields = z.object({
  name: z.string('请输入模板名称').trim().min(1, '请输入模板名称').max(30, '模板名称最多30个字符'),
  model: z.string('请输入型号').trim().min(1, '请输入型号').max(30, '型号最多30个字符'),
  /** seconds, as the intervals below */
  reportInterval: numberWithin({ min: 60, max: 1800, places: 0, unit: '秒' }),
  sampleInterval: numberWithin({ min: 10, max: 1800, places: 0, unit: '秒' }),
  sleep: optionalNumber({ min: 60, max: 86_400, places: 0, unit: '秒' }),
  tempLow: temp,
  tempHigh: temp,
  humLow: hum,
  humHigh: hum,
  lowPower: optionalNumber({ min: 1, max: 99, places: 0, unit: '%' }),
  host: optionalPattern({ regex: /^[A-Za-z0-9.-]{1,60}$/u, message: '服务器地址应为域名或IP' }),
  port: optionalNumber({ min: 1, max: 65_535, places: 0 }),
  /** numbers of the maker's parameters; one without a number is kept here and not sent */
  paramIds: z
    .object({
      sampleInterval: parameterId,
      tempLow: parameterId,
      tempHigh: parameterId,
      humLow: parameterId,
      humHigh: parameterId,
      lowPower: parameterId,
    })
    .prefault({}),
  remark: z.string().trim().max(200, '最多200个字符').default(''),
});
export type TemplateFields = z.output<typeof templateFields>;
export const templateLabels: Readonly<Record<keyof TemplateFields, string>> = {
  name: '模板名称',
  model: '型号',
  reportInterval: '上报间隔(秒)',
  sampleInterval: '采集间隔(秒)',
  sleep: '休眠上报间隔(秒)',
  tempLow: '温度下限(℃)',
  tempHigh: '温度上限(℃)',
  humLow: '湿度下限(%RH)',
  humHigh: '湿度上限(%RH)',
  lowPower: '低电阈值(%)',
  host: '服务器地址',
  port: '服务器端口',
  paramIds: '参数编号',
  remark: '备注',
};

const isOrdered = (low: number | null | undefined, high: number | null | undefined): boolean =>
  typeof low !== 'number' || typeof high !== 'number' || low < high;
const crossRules: ReadonlyArray<CrossRule<TemplateFields>> = [
  {
    path: 'reportInterval',
    fault: ({ model = '', reportInterval }) =>
      reportInterval !== undefined && !intervalsOf(model.trim()).includes(reportInterval)
        ? `型号${model.trim()}的上报间隔可为${intervalsOf(model.trim())
            .map((s) => s / 60)
            .join('、')}分钟`
        : null,
  },
  {
    path: 'sampleInterval',
    fault: ({ sampleInterval = 0, reportInterval = 0 }) =>
      sampleInterval > reportInterval ? '采集间隔不能大于上报间隔' : null,
  },
  { path: 'tempHigh', fault: (v) => (isOrdered(v.tempLow, v.tempHigh) ? null : '温度上限应大于下限') },
  { path: 'humHigh', fault: (v) => (isOrdered(v.humLow, v.humHigh) ? null : '湿度上限应大于下限') },
  { path: 'port', fault: (v) => (v.port && !v.host ? '请填写服务器地址' : null) },
];

const row = z.object({
  id,
  ...templateFields.shape,
  paramIds: z.record(z.string(), text.nullable()),
  sleep: z.number().nullable(),
  tempLow: z.number().nullable(),
  tempHigh: z.number().nullable(),
  humLow: z.number().nullable(),
  humHigh: z.number().nullable(),
  lowPower: z.number().nullable(),
  host: text.nullable(),
  port: z.number().nullable(),
  remark: text,
  /** recorders of the model */
  deviceCount: z.number(),
  /** commands with its settings: done, on their way, failed */
  doneCount: z.number(),
  openCount: z.number(),
  failCount: z.number(),
  version: z.number(),
  updateTime: dateTime,
});
export type TemplateRow = z.infer<typeof row>;
export const templateColumns = columns<TemplateRow>()([
  { value: 'name', label: '模板名称', width: 160, fixed: 'left', noEdit: true, sortable: true },
  { value: 'model', label: '型号', width: 100, sortable: true },
  { value: 'reportInterval', label: '上报间隔(秒)', width: 96, align: 'right' },
  { value: 'sampleInterval', label: '采集间隔(秒)', width: 96, align: 'right' },
  { value: 'tempLow', label: '温度范围(℃)', width: 110, align: 'right' },
  { value: 'humLow', label: '湿度范围(%RH)', width: 116, align: 'right' },
  { value: 'lowPower', label: '低电阈值(%)', width: 92, align: 'right' },
  { value: 'sleep', label: '休眠间隔(秒)', width: 96, align: 'right' },
  { value: 'host', label: '服务器地址', width: 170 },
  { value: 'deviceCount', label: '设备数', width: 70, align: 'right' },
  { value: 'doneCount', label: '已生效', width: 70, align: 'right' },
  { value: 'openCount', label: '下发中', width: 70, align: 'right' },
  { value: 'failCount', label: '失败', width: 60, align: 'right' },
  { value: 'updateTime', label: '更新时间', width: 118, sortable: true },
  { value: 'remark', label: '备注', width: 160, hidden: true },
]);
export const templateFilters = filterSet({
  name: by.text('模板名称', { max: 30, main: true, width: 180 }),
  model: by.text('型号', { max: 30, width: 140 }),
});

export const templatePage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '便携设备参数模板列表',
  input: pageQuery.extend(templateFilters.schema.shape),
  output: pageOf(row),
});
export const templateAdd = endpoint({
  path: `${base}/add`,
  access: button('parameterSetting', 'add'),
  title: '新增便携设备参数模板',
  input: withCrossRules(templateFields, crossRules),
  output: z.object({ id }),
});
export const templateUpdate = endpoint({
  path: `${base}/save`,
  access: button('parameterSetting', 'edit'),
  title: '编辑便携设备参数模板',
  input: withCrossRules(templateFields.extend({ id, version }), crossRules),
  output: z.object({ id, version: z.number() }),
});
export const templateDel = endpoint({
  path: `${base}/del`,
  access: button('parameterSetting', 'delete'),
  title: '删除便携设备参数模板',
  input: z.object({ ids: chosenIds('模板') }),
  output: z.array(batchLine),
});
export const templateChangeHis = changeHisCall(base, read, '便携设备参数模板');

/** Devices of one application. */
export const maxApplied = 1000;
/** 下发: bounds hold at once; the settings wait until each recorder comes and says what it did with them. No numbers: all recorders of the model. */
export const templateApply = endpoint({
  path: `${base}/apply`,
  access: button('parameterSetting', 'apply'),
  title: '下发便携设备参数',
  input: z.object({
    id,
    deviceNos: z
      .array(z.string().trim().min(1).max(30, '设备编号最多30个字符'))
      .max(maxApplied, `一次最多下发${maxApplied}台`)
      .default([]),
    reason: reasonOf('原因'),
  }),
  output: z.array(z.object({ deviceNo: text, ok: z.boolean(), msg: text })),
});
