import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { optionalDate, optionalId, optionalNumber, optionalPattern, optionalText } from '../../core/field/inputs';
import { terminalForm } from '../../core/field/terminal-number';
import { dateTime, id } from '../../core/page';
import { registerCalls } from '../../core/register/calls';
import { by, filterSet } from '../../core/register/filters';
import { version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { nodeTypeList } from '../../transport/enums';
import { deviceStatus, timeInterval } from '../device/enums';
import { usageModeList } from '../vehicle/enums';
import { bindingLine } from './binding';
import { recorderTrip } from './recorder-trip';

const base = '/api/base/portable';
const text = z.string();
const nullable = text.nullable();

/** The form of a portable recorder (report.md 2.1). */
export const portableFields = z.object({
  deviceNo: z
    .string('请输入设备编号')
    .trim()
    .min(1, '请输入设备编号')
    .max(30, '最多30个字符')
    .regex(/^[A-Za-z0-9-]+$/u, '设备编号由字母、数字、-组成'),
  name: z.string().trim().max(20, '最多20个字符').default(''),
  /** number in the header of its frames (JT/T 808); without one it does not report here */
  terminalNo: optionalPattern({ regex: /^\d{5,20}$/u, message: '终端编号为5~20位数字' }).transform(
    (digits) => digits && terminalForm(digits),
  ),
  modelId: optionalId,
  orgId: optionalId,
  simNo: optionalPattern({ regex: /^\d{5,20}$/u, message: 'SIM卡号为5~20位数字' }),
  usageMode: z.literal(usageModeList.codes, '请选择使用方式').default(usageModeList.own),
  calibrationDate: optionalDate,
  certNo: optionalText(30),
  serviceEnd: optionalDate,
  remark: z.string().trim().max(200, '最多200个字符').default(''),
});
export type PortableFields = z.output<typeof portableFields>;
export const portableLabels: Readonly<Record<keyof PortableFields, string>> = {
  deviceNo: '设备编号',
  name: '设备名称',
  terminalNo: '终端编号',
  modelId: '型号',
  orgId: '所属部门',
  simNo: 'SIM卡号',
  usageMode: '使用方式',
  calibrationDate: '校准日期',
  certNo: '校准证书号',
  serviceEnd: '服务到期',
  remark: '备注',
};

const portableRow = z.object({
  id,
  deviceNo: text,
  name: text,
  modelId: id.nullable(),
  model: text,
  orgId: id.nullable(),
  orgName: text,
  bindType: z.number().nullable(),
  bindName: text,
  usageMode: z.number(),
  /** deviceStatus; null: it has never reported */
  status: z.number().nullable(),
  battery: z.number().nullable(),
  /** ℃ and %RH, the last that it told; null: none, or no reading */
  tem1: z.number().nullable(),
  tem2: z.number().nullable(),
  hum: z.number().nullable(),
  /** columns whose reading lies outside of its bounds */
  over: z.array(z.enum(['tem1', 'tem2', 'hum'])),
  /** bounds of its readings; null: none */
  temLower: z.number().nullable(),
  temUpper: z.number().nullable(),
  humLower: z.number().nullable(),
  humUpper: z.number().nullable(),
  /** by its own clock */
  readingTime: dateTime.nullable(),
  fixTime: dateTime.nullable(),
  locType: z.number().nullable(),
  /** WGS-84 */
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  address: text,
  /** days that its battery lasts, by what it used in the last three days; null: unknown */
  daysLeft: z.number().nullable(),
  /** minutes */
  uploadInterval: z.number(),
  intervalState: z.enum(['waiting', 'done', 'refused']).nullable(),
  /** minutes, while it waits */
  wantedInterval: z.number().nullable(),
  /** since when it is on a trip; null: it is on none */
  tripSince: dateTime.nullable(),
  terminalNo: nullable,
  lastTime: dateTime.nullable(),
  simNo: text,
  calibrationDate: nullable,
  certNo: nullable,
  serviceEnd: nullable,
  remark: text,
  version: z.number(),
  updateTime: dateTime,
});
export type PortableRow = z.infer<typeof portableRow>;

export const portableColumns = columns<PortableRow>()([
  { value: 'deviceNo', label: '设备编号', width: 130, fixed: 'left', sortable: true, noEdit: true },
  { value: 'name', label: '设备名称', width: 100, sortable: true },
  { value: 'model', label: '型号', width: 80, sortable: true },
  { value: 'status', label: '状态', width: 84, dict: 'deviceStatus' },
  { value: 'bindType', label: '绑定类型', width: 78, dict: 'nodeTypeList' },
  { value: 'bindName', label: '绑定对象', width: 150, sortable: true },
  { value: 'tem1', label: '温度1(℃)', width: 84, align: 'right', sortable: true },
  { value: 'tem2', label: '温度2(℃)', width: 84, align: 'right', sortable: true },
  { value: 'hum', label: '湿度(%RH)', width: 88, align: 'right', sortable: true },
  { value: 'battery', label: '电量(%)', width: 80, align: 'right', sortable: true },
  { value: 'daysLeft', label: '预计可用(天)', width: 96, align: 'right' },
  { value: 'uploadInterval', label: '上传间隔(分)', width: 108, align: 'right' },
  { value: 'tripSince', label: '行程中自', width: 118, sortable: true },
  { value: 'readingTime', label: '采集时间', width: 118, sortable: true },
  { value: 'fixTime', label: '定位时间', width: 118, sortable: true },
  { value: 'locType', label: '定位方式', width: 78, dict: 'locType' },
  { value: 'address', label: '位置', width: 200 },
  { value: 'lastTime', label: '最后通讯', width: 118, sortable: true, hidden: true },
  { value: 'calibrationDate', label: '校准日期', width: 100, sortable: true },
  { value: 'serviceEnd', label: '服务到期', width: 140, sortable: true },
  { value: 'usageMode', label: '使用方式', width: 78, dict: 'usageModeList' },
  { value: 'orgName', label: '所属部门', width: 110, sortable: true },
  { value: 'terminalNo', label: '终端编号', width: 164, hidden: true },
  { value: 'simNo', label: 'SIM卡号', width: 124, hidden: true },
  { value: 'certNo', label: '校准证书号', width: 120, hidden: true },
  { value: 'remark', label: '备注', width: 150, hidden: true },
  { value: 'updateTime', label: '更新时间', width: 118, sortable: true, hidden: true },
]);

export const portableFilters = filterSet({
  keyword: by.text('设备编号、名称', { max: 30, columns: ['device_no', 'name'], main: true, width: 200 }),
  model: by.own(by.text('型号', { max: 30, width: 130 })),
  status: by.own(by.code('状态', deviceStatus, { width: 140 })),
  over: by.own(by.either('温湿度', '超限', '正常', { width: 130 })),
  bound: by.own(by.either('绑定', '已绑定', '未绑定', { width: 130 })),
  travels: by.own(by.either('行程', '行程中', '不在行程中', { width: 140 })),
  /** plate or name of the store */
  bindName: by.own(by.text('绑定对象', { max: 30, width: 170 })),
  usageMode: by.code('使用方式', usageModeList, { width: 150 }),
  expire: by.ends('服务', ['service_end'], { width: 160 }),
});

export const portableRegister = registerCalls({
  base,
  noun: '便携设备',
  unit: '台',
  menu: menus.portableController.id,
  right: (right) => button('portableController', right),
  fields: {
    row: portableRow,
    filters: portableFilters,
    input: portableFields,
    change: portableFields.extend({ id, version }),
  },
});
export const {
  page: portablePage,
  add: portableAdd,
  update: portableUpdate,
  del: portableDel,
  exports: portableExport,
  changeHis: portableChangeHis,
  imports: portableImports,
} = portableRegister;
export const { page: portableRecyclePage, restore: portableRestore } = portableRegister.recycle;
export const {
  template: portableImportTemplate,
  check: portableImportCheck,
  run: portableImport,
  history: portableImportHis,
  undo: portableImportUndo,
} = portableImports;

export const portableDetail = endpoint({
  path: `${base}/detail`,
  access: { menu: menus.portableController.id },
  title: '便携设备详情',
  input: z.object({ id }),
  /** the newest twenty trips */
  output: z.object({ ...portableRow.shape, bindings: z.array(bindingLine), trips: z.array(recorderTrip) }),
});
export type PortableDetail = z.infer<typeof portableDetail.output>;

/** The recorders that the caller sees, for filters of reports: number, and name where it has one. */
export const portableOptions = endpoint({
  path: `${base}/options`,
  access: { menu: [menus.portableController.id, menus.temHumOverseas.id] },
  title: '便携设备选项',
  output: z.array(z.object({ code: id, name: text })),
});

/** Binds a recorder to a vehicle, store or warehouse from now on and ends its former binding. */
export const portableBind = endpoint({
  path: `${base}/bind`,
  access: button('portableController', 'bind'),
  title: '绑定便携设备',
  input: z
    .object({
      id,
      version,
      bindType: z.literal(nodeTypeList.codes, '请选择绑定类型'),
      vehicleId: optionalId,
      storeId: optionalId,
    })
    .refine((v) => v.bindType !== nodeTypeList.vehicle || v.vehicleId !== null, {
      path: ['vehicleId'],
      error: '请选择车辆',
    })
    .refine((v) => v.bindType === nodeTypeList.vehicle || v.storeId !== null, {
      path: ['storeId'],
      error: '请选择门店或仓库',
    }),
});
export const portableUnbind = endpoint({
  path: `${base}/unbind`,
  access: button('portableController', 'bind'),
  title: '解绑便携设备',
  input: z.object({ id, version }),
});

/** Reporting intervals of a model in seconds: four minutes are known to T5 and TH5 only. */
export const intervalsOf = (model: string): number[] =>
  timeInterval.codes.filter((seconds) => seconds !== timeInterval.min4 || model === 'T5' || model === 'TH5');

const temBound = optionalNumber({ min: -40, max: 80, places: 1, unit: '℃' });
const humBound = optionalNumber({ min: 0, max: 100, places: 1, unit: '%RH' });
const isOrdered = (lower: number | null, upper: number | null): boolean =>
  lower === null || upper === null || upper > lower;

/** 参数设置: bounds hold at once; an interval that differs waits until the recorder comes and says what it did with it. */
export const portableSetParam = endpoint({
  path: `${base}/setParam`,
  access: button('portableController', 'setParam'),
  title: '便携设备参数设置',
  input: z
    .object({
      id,
      version,
      /** seconds */
      uploadInterval: z.literal(timeInterval.codes, '请选择上传间隔'),
      temLower: temBound,
      temUpper: temBound,
      humLower: humBound,
      humUpper: humBound,
    })
    .refine((v) => isOrdered(v.temLower, v.temUpper), { path: ['temUpper'], error: '温度上限应大于下限' })
    .refine((v) => isOrdered(v.humLower, v.humUpper), { path: ['humUpper'], error: '湿度上限应大于下限' }),
  output: z.object({ version: z.number(), waiting: z.boolean() }),
});
