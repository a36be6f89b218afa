import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { optionalDate, optionalId, optionalPattern, optionalText } from '../../core/field/inputs';
import { dateTime, id } from '../../core/page';
import { registerCalls } from '../../core/register/calls';
import { by, filterSet } from '../../core/register/filters';
import { version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { lockStatus } from '../enums';
import { bindingLine } from './binding';

const base = '/api/base/bluetoothLock';
const text = z.string();
const nullable = text.nullable();

/** The form of a Bluetooth lock (report.md 2.7). */
export const lockFields = z.object({
  lockNo: z
    .string('请输入锁编号')
    .trim()
    .min(1, '请输入锁编号')
    .max(30, '最多30个字符')
    .regex(/^[A-Za-z0-9-]+$/u, '锁编号由字母、数字、-组成'),
  mac: optionalPattern({ regex: /^[0-9A-F]{2}(?::[0-9A-F]{2}){5}$/u, message: '请按 C4:5B:BE:10:2A:10 的形式填写MAC' }),
  modelId: optionalId,
  orgId: optionalId,
  fwVersion: optionalText(30),
  serviceEnd: optionalDate,
  remark: z.string().trim().max(200, '最多200个字符').default(''),
});
export type LockFields = z.output<typeof lockFields>;
export const lockLabels: Readonly<Record<keyof LockFields, string>> = {
  lockNo: '锁编号',
  mac: 'MAC',
  modelId: '型号',
  orgId: '所属部门',
  fwVersion: '固件版本',
  serviceEnd: '服务到期',
  remark: '备注',
};

const lockRow = z.object({
  id,
  lockNo: text,
  mac: nullable,
  modelId: id.nullable(),
  model: text,
  orgId: id.nullable(),
  orgName: text,
  vehicleId: id.nullable(),
  plateNo: text,
  vehicleColor: z.number().nullable(),
  doorPos: nullable,
  lockStatus: z.number(),
  battery: z.number().nullable(),
  /** lockAction */
  lastAction: z.number().nullable(),
  /** lockWay */
  lastWay: z.number().nullable(),
  lastUser: text,
  lastTime: dateTime.nullable(),
  /** WGS-84, where it was opened or closed last */
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  address: text,
  /** number of grants that are valid now */
  authCount: z.number(),
  fwVersion: nullable,
  serviceEnd: nullable,
  remark: text,
  version: z.number(),
  updateTime: dateTime,
});
export type LockRow = z.infer<typeof lockRow>;

export const lockColumns = columns<LockRow>()([
  { value: 'lockNo', label: '锁编号', width: 120, fixed: 'left', sortable: true, noEdit: true },
  { value: 'plateNo', label: '绑定车辆', width: 118, sortable: true },
  { value: 'doorPos', label: '门位', width: 70 },
  { value: 'lockStatus', label: '锁状态', width: 84, dict: 'lockStatus', sortable: true },
  { value: 'battery', label: '电量(%)', width: 92, align: 'right', sortable: true },
  { value: 'lastAction', label: '最后操作', width: 76, dict: 'lockAction' },
  { value: 'lastWay', label: '操作方式', width: 76, dict: 'lockWay' },
  { value: 'lastTime', label: '操作时间', width: 118, sortable: true },
  { value: 'lastUser', label: '操作人', width: 110 },
  { value: 'address', label: '位置', width: 200 },
  { value: 'authCount', label: '授权人数', width: 78, align: 'right' },
  { value: 'model', label: '型号', width: 84, sortable: true },
  { value: 'mac', label: 'MAC', width: 140 },
  { value: 'fwVersion', label: '固件版本', width: 84 },
  { value: 'serviceEnd', label: '服务到期', width: 140, sortable: true },
  { value: 'orgName', label: '所属部门', width: 110, sortable: true },
  { value: 'remark', label: '备注', width: 150, hidden: true },
  { value: 'updateTime', label: '更新时间', width: 118, sortable: true, hidden: true },
]);

export const lockFilters = filterSet({
  keyword: by.text('锁编号、MAC', { max: 30, columns: ['lock_no', 'mac'], main: true, width: 200 }),
  plateNo: by.own(by.text('绑定车辆', { max: 20, width: 170 })),
  lockStatus: by.code('锁状态', lockStatus, { width: 150 }),
  low: by.own(by.code('电量', { codes: [1], options: [{ code: 1, name: '低于20%' }] }, { width: 140 })),
});

export const lockRegister = registerCalls({
  base,
  noun: '蓝牙锁',
  unit: '把',
  menu: menus.bluetoothLock.id,
  right: (right) => button('bluetoothLock', right),
  fields: { row: lockRow, filters: lockFilters, input: lockFields, change: lockFields.extend({ id, version }) },
});
export const {
  page: lockPage,
  add: lockAdd,
  update: lockUpdate,
  del: lockDel,
  exports: lockExport,
  changeHis: lockChangeHis,
  imports: lockImports,
} = lockRegister;
export const { page: lockRecyclePage, restore: lockRestore } = lockRegister.recycle;
export const {
  template: lockImportTemplate,
  check: lockImportCheck,
  run: lockImport,
  history: lockImportHis,
  undo: lockImportUndo,
} = lockImports;

export const lockDetail = endpoint({
  path: `${base}/detail`,
  access: { menu: menus.bluetoothLock.id },
  title: '蓝牙锁详情',
  input: z.object({ id }),
  output: z.object({ ...lockRow.shape, bindings: z.array(bindingLine) }),
});
export type LockDetail = z.infer<typeof lockDetail.output>;

/** Binds a lock to a door of a vehicle from now on and ends its former binding. */
export const lockBind = endpoint({
  path: `${base}/bind`,
  access: button('bluetoothLock', 'bind'),
  title: '绑定蓝牙锁',
  input: z.object({
    id,
    version,
    vehicleId: z.string('请选择车辆').regex(/^\d{1,19}$/u, '请选择车辆'),
    doorPos: z.string('请输入门位').trim().min(1, '请输入门位').max(10, '最多10个字符'),
  }),
});
export const lockUnbind = endpoint({
  path: `${base}/unbind`,
  access: button('bluetoothLock', 'bind'),
  title: '解绑蓝牙锁',
  input: z.object({ id, version }),
});
