import { z } from 'zod';
import { orgOptions } from '../../base/org/calls';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { optionalDate, optionalId, optionalNumber, optionalPattern, optionalText } from '../../core/field/inputs';
import { patterns } from '../../core/field/patterns';
import { terminalForm, terminalSearch } from '../../core/field/terminal-number';
import { dateOnly, dateTime, id } from '../../core/page';
import { registerCalls } from '../../core/register/calls';
import { by, filterSet } from '../../core/register/filters';
import { batchLine, chosenIds, filterText, version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { usageModeList, videoMonitoring } from '../vehicle/enums';
import { accessDetail } from './access';
import { accessory, deviceAccess, deviceStatus, offlineOver } from './enums';
import { deviceLive, packetRow } from './live';
import { settingsDetail } from './settings';

/** Terminals in stock, and the one bound to `vehicleId`; at most 500. `keyword` looks in terminal and SIM number. */
export const deviceOptions = endpoint({
  path: '/api/base/manage/device/options',
  access: 'session',
  title: '可绑定的终端选项',
  input: z.object({ keyword: filterText(30, terminalSearch), vehicleId: id.optional() }),
  output: z.array(z.object({ id, name: z.string(), simNo: z.string(), model: z.string(), vehicleId: id.nullable() })),
});

/** The right to bind terminals to vehicles includes entering new ones. */
const access = { menu: menus.vehicle.id, path: 'vehicle/bindDevice', label: '绑定设备' } as const;

/** The number by which a terminal identifies itself in the header of its frames: 6 to 20 digits; leading zeros do not count. Kept in one form. */
export const terminalNo = z
  .string('请输入终端编号')
  .trim()
  .regex(/^\d{6,20}$/u, '终端编号为6~20位数字，即终端中设置的手机号')
  .refine((digits) => /[1-9]/u.test(digits), '终端编号不能全是0')
  .overwrite(terminalForm);

/** Enters a terminal into the company's stock; from now on the gateway accepts its connections. */
export const deviceAdd = endpoint({
  path: '/api/base/manage/device/add',
  access,
  title: '登记终端',
  input: z.object({
    terminalNo,
    simNo: z.string().trim().max(20, '最多20个字符').default(''),
    model: z.string().trim().max(30, '最多30个字符').default(''),
  }),
  output: z.object({ id }),
});

/** When a terminal that is not entered yet tried to connect to the gateway last; null: never. */
export const deviceKnock = endpoint({
  path: '/api/base/manage/device/knock',
  access,
  title: '未登记终端是否连接过',
  input: z.object({ terminalNo }),
  output: z.object({ lastTime: dateTime }).nullable(),
});

const base = '/api/base/manage/device';
const read = { menu: menus.vehicleEquipment.id } as const;
const text = z.string();
const nullable = z.string().nullable();

/** The form of a terminal: identity, model, SIM card, service. The number of a stored terminal cannot be changed. */
export const deviceFields = z.object({
  terminalNo,
  modelId: optionalId,
  orgId: optionalId,
  simNo: optionalPattern({ regex: /^\d{5,20}$/u, message: 'SIM卡号为5~20位数字' }),
  iccid: optionalPattern(patterns.iccid),
  simOperator: optionalText(20),
  simFlowMb: optionalNumber({ min: 0, max: 1_000_000, places: 0, unit: 'MB' }),
  simEnd: optionalDate,
  fwVersion: optionalText(30),
  usageMode: z.literal(usageModeList.codes, '请选择使用方式').default(usageModeList.own),
  activeDate: optionalDate,
  remark: z.string().trim().max(200, '最多200个字符').default(''),
});
export type DeviceFields = z.output<typeof deviceFields>;
export const deviceLabels: Readonly<Record<keyof DeviceFields, string>> = {
  terminalNo: '终端编号',
  modelId: '设备型号',
  orgId: '所属部门',
  simNo: 'SIM卡号',
  iccid: 'ICCID',
  simOperator: '运营商',
  simFlowMb: '月流量(MB)',
  simEnd: 'SIM卡到期',
  fwVersion: '固件版本',
  usageMode: '使用方式',
  activeDate: '开通日期',
  remark: '备注',
};

export const deviceRow = z.object({
  id,
  terminalNo: text,
  vehicleId: id.nullable(),
  plateNo: text,
  vehicleColor: z.number().nullable(),
  remarkNo: text,
  fleetName: text,
  modelId: id.nullable(),
  model: text,
  manufacturer: text,
  protocol: text,
  orgId: id.nullable(),
  orgName: text,
  simNo: text,
  iccid: nullable,
  simOperator: nullable,
  simFlowMb: z.number().nullable(),
  simEnd: nullable,
  fwVersion: nullable,
  /** the message with which the terminal told its firmware, and when: `firmwareSource`; null: it was typed, or an upgrade ended with it */
  fwToldBy: z.string().nullable(),
  fwToldTime: dateTime.nullable(),
  usageMode: z.number(),
  installDate: nullable,
  activeDate: nullable,
  serviceEnd: nullable,
  lastTime: dateTime.nullable(),
  access: deviceAccess.schema,
  /** `deviceStatus`; null in stock */
  deviceStatus: z.number().nullable(),
  /** for how long it has been offline, in words (3天4时); '' while it is online */
  offlineFor: text,
  /** last valid fix */
  gpsTime: dateTime.nullable(),
  /** of its vehicle; null in stock */
  videoMonitoring: z.number().nullable(),
  cameraCount: z.number().nullable(),
  temCount: z.number().nullable(),
  doorCount: z.number().nullable(),
  oilCount: z.number().nullable(),
  refrigeratorCount: z.number().nullable(),
  lockCount: z.number().nullable(),
  /** what it sent today, in words (1.2 M); '' when nothing came */
  dataFlow: text,
  /** of the vehicle, V, as it was reported last */
  extVoltageV: z.number().nullable(),
  version: z.number(),
  updateTime: dateTime,
});
/** Where the version of a terminal's firmware comes from, in words: what it answered (0x0107), what it logged in with (0x0102), or neither. */
export function firmwareSource({ fwVersion, fwToldBy, fwToldTime }: DeviceRow): string {
  if (!fwVersion) return '';
  if (fwToldBy === 'properties') return `终端属性应答 ${fwToldTime ?? ''}`;
  if (fwToldBy === 'auth') return `终端鉴权上报 ${fwToldTime ?? ''}`;
  return '人工登记或升级任务写入';
}
export type DeviceRow = z.infer<typeof deviceRow>;

export const deviceColumns = columns<DeviceRow>()([
  { value: 'terminalNo', label: '终端编号', width: 186, fixed: 'left', sortable: true, noEdit: true },
  { value: 'plateNo', label: '绑定车辆', width: 118, sortable: true },
  { value: 'deviceStatus', label: '状态', width: 72, dict: 'deviceStatus' },
  { value: 'offlineFor', label: '离线时长', width: 92, sortable: true, align: 'right' },
  { value: 'gpsTime', label: '定位时间', width: 118, sortable: true },
  { value: 'extVoltageV', label: '主电压(V)', width: 84, align: 'right', sortable: true },
  { value: 'dataFlow', label: '今日流量', width: 84, align: 'right', sortable: true },
  { value: 'access', label: '接入状态', width: 92, dict: 'deviceAccess' },
  { value: 'fleetName', label: '所属车队', width: 112, sortable: true },
  { value: 'model', label: '型号', width: 96, sortable: true },
  { value: 'protocol', label: '协议', width: 110 },
  { value: 'simNo', label: 'SIM卡号', width: 124 },
  { value: 'simEnd', label: 'SIM卡到期', width: 134, sortable: true },
  { value: 'serviceEnd', label: '服务到期', width: 140, sortable: true },
  { value: 'lastTime', label: '最后通讯', width: 118, sortable: true },
  { value: 'installDate', label: '安装日期', width: 100, sortable: true },
  { value: 'fwVersion', label: '固件版本', width: 90 },
  { value: 'usageMode', label: '使用方式', width: 78, dict: 'usageModeList' },
  { value: 'orgName', label: '所属部门', width: 110, sortable: true },
  { value: 'updateTime', label: '更新时间', width: 118, sortable: true },
  { value: 'videoMonitoring', label: '视频监控', width: 84, dict: 'videoMonitoring' },
  { value: 'temCount', label: '温探数', width: 68, align: 'right' },
  { value: 'doorCount', label: '门磁数', width: 68, align: 'right' },
  { value: 'oilCount', label: '油感数', width: 68, align: 'right' },
  { value: 'refrigeratorCount', label: '冷机数', width: 68, align: 'right' },
  { value: 'cameraCount', label: '摄像头数', width: 76, align: 'right' },
  { value: 'lockCount', label: '蓝牙锁数', width: 76, align: 'right' },
  { value: 'remarkNo', label: '车辆备注', width: 100, hidden: true },
  { value: 'iccid', label: 'ICCID', width: 170, hidden: true },
  { value: 'simOperator', label: '运营商', width: 90, hidden: true },
  { value: 'simFlowMb', label: '月流量(MB)', width: 96, align: 'right', hidden: true },
  { value: 'manufacturer', label: '厂商', width: 100, hidden: true },
  { value: 'activeDate', label: '开通日期', width: 100, sortable: true, hidden: true },
]);

/** Models of one kind of device that the company uses. */
export const deviceModelOptions = endpoint({
  path: `${base}/modelOptions`,
  access: 'session',
  title: '设备型号选项',
  input: z.object({
    keyword: z.string().trim().max(30, '最多30个字符').optional(),
    kind: z.enum(['terminal', 'portable', 'lock']).default('terminal'),
  }),
  output: z.array(z.object({ id, name: z.string(), protocol: z.string(), itemProfile: z.string() })),
});

export const deviceFilters = filterSet({
  terminalNo: by.text('终端编号或SIM卡号', {
    max: 20,
    form: terminalSearch,
    columns: ['terminal_no', 'sim_no'],
    main: true,
    width: 210,
  }),
  plateNo: by.text('车牌号', { max: 20, columns: ['v.plate_no'], width: 170 }),
  modelId: by.record('型号', 'device_model', deviceModelOptions, { width: 150 }),
  bound: by.own(by.either('绑定', '已绑定', '库存', { width: 130 })),
  deviceStatus: by.own(by.code('状态', deviceStatus, { width: 130 })),
  offlineOver: by.own(by.code('离线', offlineOver, { width: 140 })),
  /** all of those that are ticked */
  equip: by.own(by.codes('配件', accessory, { width: 170 })),
  videoMonitoring: by.own(by.code('视频', videoMonitoring, { width: 140 })),
  access: by.own(by.code('接入状态', deviceAccess, { width: 160 })),
  expire: by.ends('服务/SIM卡', ['service_end', 'sim_end'], { width: 180 }),
  orgId: by.org('部门', orgOptions, { width: 180 }),
  usageMode: by.code('使用方式', usageModeList, { width: 150 }),
});

export const deviceRegister = registerCalls({
  base,
  noun: '终端',
  unit: '台',
  menu: menus.vehicleEquipment.id,
  right: (right) => button('vehicleEquipment', right),
  fields: {
    row: deviceRow,
    filters: deviceFilters,
    input: deviceFields,
    change: deviceFields.extend({ id, version }),
  },
  words: { add: 'create' },
  addTitle: '新增终端（含SIM卡与型号）',
});
export const {
  page: devicePage,
  add: deviceCreate,
  update: deviceUpdate,
  del: deviceDel,
  exports: deviceExport,
  changeHis: deviceChangeHis,
  imports: deviceImports,
} = deviceRegister;
export const { page: deviceRecyclePage, restore: deviceRestore } = deviceRegister.recycle;
export const deviceDetail = endpoint({
  path: `${base}/detail`,
  access: read,
  title: '终端详情',
  input: z.object({ id }),
  output: z.object({
    ...deviceRow.shape,
    remark: text,
    /** what the profile is called by which the items of its reports are read */
    itemProfile: text,
    /** what it sent this month, in words */
    monthFlow: text,
    /** null: in stock, or nothing was ever reported */
    live: deviceLive.nullable(),
    accessDetail,
    settings: settingsDetail,
    bindings: z.array(
      z.object({ id, vehicleId: id, plateNo: text, startTime: dateTime, endTime: dateTime.nullable(), operator: text }),
    ),
    services: z.array(z.object({ id, startDate: dateOnly, endDate: dateOnly, remark: text, operator: text })),
  }),
});
export type DeviceDetail = z.infer<typeof deviceDetail.output>;

/** The last reports that a terminal sent from the vehicle it is in, newest first. */
export const devicePackets = endpoint({
  path: `${base}/packets`,
  access: read,
  title: '终端最近上报',
  input: z.object({ id }),
  output: z.array(packetRow),
});

/** 补录/修改绑定记录: a period in which the terminal was bound to a vehicle, also in the past; without an end it still runs. Stored positions follow it. */
export const deviceBindPeriod = endpoint({
  path: `${base}/bindPeriod`,
  access: button('vehicleEquipment', 'bind'),
  title: '补录或修改绑定记录',
  input: z
    .object({
      /** the period to change; absent: a new one */
      bindingId: id.optional(),
      deviceId: id,
      vehicleId: z.string('请选择车辆').regex(/^\d{1,19}$/u, '请选择车辆'),
      startTime: dateTime,
      endTime: dateTime.nullable().default(null),
    })
    .refine((v) => v.endTime === null || v.endTime > v.startTime, {
      path: ['endTime'],
      error: '结束时间须晚于开始时间',
    }),
  output: z.object({ id, /** number of stored positions that changed their vehicle */ moved: z.number() }),
});
/** 续期: adds a paid period of service after the existing ones. */
export const deviceRenew = endpoint({
  path: `${base}/renew`,
  access: button('vehicleEquipment', 'renew'),
  title: '终端服务续期',
  input: z.object({
    ids: chosenIds('终端'),
    months: z.number('请输入续期月数').int('请输入整数').min(1, '应在1~60个月之间').max(60, '应在1~60个月之间'),
    remark: z.string().trim().max(100, '最多100个字符').default(''),
  }),
  output: z.array(batchLine),
});
export const {
  template: deviceImportTemplate,
  check: deviceImportCheck,
  run: deviceImport,
  history: deviceImportHis,
  undo: deviceImportUndo,
} = deviceImports;
