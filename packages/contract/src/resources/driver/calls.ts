import { z } from 'zod';
import { orgOptions } from '../../base/org/calls';
import { licenceClass } from '../../base/org/enums';
import { carrierOptions } from '../../base/reference/options';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { optionalId } from '../../core/field/inputs';
import { dateTime, id } from '../../core/page';
import { registerCalls, statusCall } from '../../core/register/calls';
import { duplicatesCall } from '../../core/register/duplicates';
import { by, filterSet } from '../../core/register/filters';
import { paperCalls } from '../../core/register/papers';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { driverPaper, driverStatus } from '../enums';
import { fleetOptions } from '../fleet/calls';
import { driverChange, driverInput } from './fields';

const base = '/api/base/manage/driver';
const read = { menu: menus.driver.id } as const;
const text = z.string();
const nullable = z.string().nullable();

/** A line of the register. Phone and identity card are masked. */
export const driverRow = z.object({
  id,
  name: text,
  sex: z.number().nullable(),
  phone: text,
  idCard: nullable,
  orgId: id.nullable(),
  orgName: text,
  fleetId: id.nullable(),
  fleetName: text,
  carrierId: id.nullable(),
  carrierName: text,
  licenseNo: nullable,
  licenseClass: nullable,
  licenseEnd: nullable,
  qualificationNo: nullable,
  qualificationEnd: nullable,
  healthCertEnd: nullable,
  icCardNo: nullable,
  /** plates of the vehicles whose main driver he is now */
  plates: z.array(text),
  /** distance of his trips of this month, km */
  monthKm: z.number(),
  /** 本月评分, 0-100, by the active-safety alarms of this month (monitor.md 0.3); null: no kilometres and no alarms */
  monthScore: z.number().nullable(),
  status: z.number(),
  hireDate: nullable,
  version: z.number(),
  updateTime: dateTime,
});
export type DriverRow = z.infer<typeof driverRow>;

export const driverColumns = columns<DriverRow>()([
  { value: 'name', label: '姓名', width: 90, fixed: 'left', sortable: true, noEdit: true },
  { value: 'status', label: '状态', width: 76, dict: 'driverStatus', sortable: true },
  { value: 'phone', label: '手机号', width: 110 },
  { value: 'fleetName', label: '所属车队', width: 112, sortable: true },
  { value: 'plates', label: '驾驶车辆', width: 130 },
  { value: 'monthKm', label: '本月里程(km)', width: 104, align: 'right', sortable: true },
  { value: 'monthScore', label: '本月评分', width: 84, align: 'right' },
  { value: 'licenseClass', label: '准驾车型', width: 76, align: 'center', sortable: true },
  { value: 'licenseEnd', label: '驾驶证到期', width: 140, sortable: true },
  { value: 'qualificationEnd', label: '从业资格证到期', width: 140, sortable: true },
  { value: 'healthCertEnd', label: '健康证到期', width: 140, sortable: true },
  { value: 'carrierName', label: '承运商', width: 148, sortable: true },
  { value: 'orgName', label: '所属部门', width: 110, sortable: true },
  { value: 'icCardNo', label: 'IC卡号', width: 110 },
  { value: 'hireDate', label: '入职日期', width: 100, sortable: true },
  { value: 'updateTime', label: '更新时间', width: 118, sortable: true },
  { value: 'sex', label: '性别', width: 60, dict: 'sex', hidden: true },
  { value: 'idCard', label: '身份证号', width: 160, hidden: true },
  { value: 'licenseNo', label: '驾驶证号', width: 160, hidden: true },
  { value: 'qualificationNo', label: '从业资格证号', width: 160, hidden: true },
]);

/** The tabs above the list: a status, or documents that end. */
const tabs = {
  codes: ['employed', 'disabled', 'left', 'soon', 'expired'],
  options: [
    { code: 'employed', name: '在职' },
    { code: 'disabled', name: '停用' },
    { code: 'left', name: '离职' },
    { code: 'soon', name: '证件30天内到期' },
    { code: 'expired', name: '证件已过期' },
  ],
} as const;
export const driverFilters = filterSet({
  name: by.text('姓名', { main: true, width: 170 }),
  phone: by.text('手机号', { max: 11, width: 180 }),
  fleetId: by.record('车队', 'fleet', fleetOptions, { width: 170 }),
  orgId: by.org('部门', orgOptions, { width: 180 }),
  licenseClass: by.word('准驾', licenceClass, { width: 120 }),
  hasVehicle: by.own(by.either('绑定车辆', '已绑定', '未绑定', { width: 150 })),
  hasAccount: by.own(by.either('司机端', '已开通', '未开通', { width: 140 })),
  carrierId: by.record('承运商', 'carrier', carrierOptions, { width: 180 }),
  status: by.code('状态', driverStatus, { bar: false }),
  expire: by.ends('证件', ['license_end', 'qualification_end', 'health_cert_end'], { bar: false }),
  tab: by.own(by.word('分类', tabs, { bar: false })),
});
export type DriverFilters = z.output<typeof driverFilters.schema>;

export const driverRegister = registerCalls({
  base,
  noun: '司机',
  unit: '名',
  menu: menus.driver.id,
  right: (right) => button('driver', right),
  fields: { row: driverRow, filters: driverFilters, input: driverInput, change: driverChange },
});
export const {
  page: driverPage,
  add: driverAdd,
  update: driverUpdate,
  del: driverDel,
  exports: driverExport,
  changeHis: driverChangeHis,
  imports: driverImports,
} = driverRegister;
export const { page: driverRecyclePage, restore: driverRestore } = driverRegister.recycle;
export const driverDuplicates = duplicatesCall(base, read, '司机');
/** Number of drivers of each tab under the filters, whatever tab is open. */
export const driverCounts = endpoint({
  path: `${base}/counts`,
  access: read,
  title: '各状态司机数',
  input: driverFilters.schema,
  output: z.object({
    all: z.number(),
    employed: z.number(),
    disabled: z.number(),
    left: z.number(),
    soon: z.number(),
    expired: z.number(),
  }),
});
/** One driver. With the right `driverSensitive` phone and identity numbers are given in full, and the look is recorded in the change history. */
export const driverDetail = endpoint({
  path: `${base}/detail`,
  access: read,
  title: '司机详情',
  input: z.object({ id }),
  output: z.object({
    ...driverRow.shape,
    firstLicenseDate: nullable,
    emergencyName: nullable,
    emergencyRelation: z.number().nullable(),
    emergencyPhone: nullable,
    address: nullable,
    remark: text,
    birthday: nullable,
    createTime: dateTime,
    updateUser: text,
    /** the account that logs in as this driver on the phone page; it sees his trips only */
    account: z.object({ id, name: text, accountCode: text }).nullable(),
    /** false: numbers are masked */
    full: z.boolean(),
    /** vehicles that he drove as main driver, newest first */
    vehicles: z.array(z.object({ vehicleId: id, plateNo: text, startTime: dateTime, endTime: dateTime.nullable() })),
  }),
});
export type DriverDetail = z.infer<typeof driverDetail.output>;

/** The right to see phone and identity numbers in full; `driverDetail` checks it. */
export const driverSensitive = button('driver', 'sensitive');

/** 启用, 停用, 离职. A driver who leaves is taken off all vehicles. */
export const driverSetStatus = statusCall(base, button('driver', 'status'), '司机', driverStatus.codes, '改变司机状态');
/** 绑定车辆: makes the driver the main driver of exactly these vehicles. */
export const driverBind = endpoint({
  path: `${base}/bind`,
  access: button('driver', 'bind'),
  title: '司机绑定车辆',
  input: z.object({ id, vehicleIds: z.array(id).max(20, '一名司机最多绑定20辆车') }),
});

/** 关联登录账号: the account that uses the phone page as this driver and sees nothing of transport but his trips. Null removes the link. */
export const driverSetAccount = endpoint({
  path: `${base}/account`,
  access: button('userManagement', 'addModify'),
  title: '关联司机的登录账号',
  input: z.object({ id, userId: optionalId }),
});

export const {
  template: driverImportTemplate,
  check: driverImportCheck,
  run: driverImport,
  history: driverImportHis,
  undo: driverImportUndo,
} = driverImports;

/** Choices for select boxes, at most 500; `keyword` looks in name and phone. */
export const driverOptions = endpoint({
  path: `${base}/options`,
  access: 'session',
  title: '司机选项',
  input: z.object({ keyword: z.string().trim().max(30, '最多30个字符').optional(), fleetId: id.optional() }),
  output: z.array(z.object({ id, name: z.string(), phone: z.string(), fleetName: z.string() })),
});

export const driverPapers = paperCalls({
  base,
  noun: '司机',
  read,
  edit: button('driver', 'edit'),
  types: driverPaper,
});
export const { list: driverPaperList, add: driverPaperAdd, del: driverPaperDel } = driverPapers;
