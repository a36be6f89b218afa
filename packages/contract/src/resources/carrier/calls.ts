import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { dateTime, id } from '../../core/page';
import { registerCalls, statusCall } from '../../core/register/calls';
import { by, filterSet } from '../../core/register/filters';
import { paperCalls } from '../../core/register/papers';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { auditStatus } from '../../transport/enums';
import { carrierShare, enableStatus, partnerPaper } from '../enums';
import { temperatureType } from '../vehicle/enums';
import { carrierChange, carrierContact, carrierInput } from './fields';

const base = '/api/base/manage/carrier';
const read = { menu: menus.carrier.id } as const;
const text = z.string();
const nullable = z.string().nullable();

export const carrierRow = z.object({
  id,
  name: text,
  code: nullable,
  shortName: nullable,
  carrierType: z.number(),
  contact: nullable,
  phone: nullable,
  vehicleCount: z.number(),
  driverCount: z.number(),
  businessArea: nullable,
  temperatureTypes: z.array(z.number()),
  permitNo: nullable,
  permitEnd: nullable,
  contractNo: nullable,
  contractStart: nullable,
  contractEnd: nullable,
  settleType: z.number().nullable(),
  paymentDays: z.number().nullable(),
  depositYuan: z.number().nullable(),
  level: nullable,
  /** score of the last 90 days, 0-100, and rates in per cent; null: no trips to judge by */
  score: z.number().nullable(),
  onTimeRate: z.number().nullable(),
  tempRate: z.number().nullable(),
  auditStatus: z.number(),
  /** the carrier's company on this platform, and the present sharing: vehicles shared with us, by us, and when the first share ends */
  shareState: z.number(),
  linkedName: nullable,
  sharedIn: z.number(),
  sharedOut: z.number(),
  shareUntil: dateTime.nullable(),
  status: z.number(),
  version: z.number(),
  updateTime: dateTime,
});
export type CarrierRow = z.infer<typeof carrierRow>;

export const carrierColumns = columns<CarrierRow>()([
  { value: 'name', label: '承运商名称', width: 170, fixed: 'left', sortable: true, noEdit: true },
  { value: 'code', label: '承运商编码', width: 100, sortable: true },
  { value: 'status', label: '状态', width: 76, dict: 'enableStatus', sortable: true },
  { value: 'auditStatus', label: '审核状态', width: 90, dict: 'auditStatus', sortable: true },
  { value: 'score', label: '综合评分', width: 84, align: 'right', sortable: true },
  { value: 'level', label: '评级', width: 60, align: 'center', sortable: true },
  { value: 'onTimeRate', label: '本月准点率', width: 92, align: 'right' },
  { value: 'tempRate', label: '温度合格率', width: 92, align: 'right' },
  { value: 'shareState', label: '共享状态', width: 110, dict: 'carrierShare', sortable: true },
  { value: 'carrierType', label: '类型', width: 70, dict: 'carrierType' },
  { value: 'contact', label: '联系人', width: 84, sortable: true },
  { value: 'phone', label: '联系电话', width: 118 },
  { value: 'vehicleCount', label: '车辆数', width: 76, align: 'right', sortable: true },
  { value: 'driverCount', label: '司机数', width: 76, align: 'right', sortable: true },
  { value: 'temperatureTypes', label: '温区能力', width: 90, dict: 'temperatureType' },
  { value: 'permitEnd', label: '许可证到期', width: 140, sortable: true },
  { value: 'contractEnd', label: '合同到期', width: 140, sortable: true },
  { value: 'settleType', label: '结算方式', width: 80, dict: 'settleType' },
  { value: 'paymentDays', label: '账期(天)', width: 76, align: 'right', sortable: true },
  { value: 'businessArea', label: '业务区域', width: 120 },
  { value: 'updateTime', label: '更新时间', width: 118, sortable: true },
  { value: 'linkedName', label: '关联公司', width: 130, hidden: true },
  { value: 'shortName', label: '简称', width: 90, hidden: true },
  { value: 'permitNo', label: '道路运输经营许可证号', width: 160, hidden: true },
  { value: 'contractNo', label: '合同编号', width: 120, hidden: true },
  { value: 'contractStart', label: '合同开始', width: 100, hidden: true },
  { value: 'depositYuan', label: '保证金(元)', width: 100, align: 'right', hidden: true },
]);

export const carrierFilters = filterSet({
  name: by.text('承运商名称或编码', { columns: ['name', 'code', 'short_name'], main: true, width: 210 }),
  status: by.code('状态', enableStatus, { width: 130 }),
  auditStatus: by.code('审核', auditStatus, { width: 150 }),
  temperatureType: by.code('温区能力', temperatureType, { columns: ['temperature_types'], inside: true, width: 150 }),
  shareState: by.own(by.code('共享', carrierShare, { width: 130 })),
  expire: by.ends('许可证/合同', ['permit_end', 'contract_end'], { width: 190 }),
});

export const carrierRegister = registerCalls({
  base,
  noun: '承运商',
  unit: '家',
  menu: menus.carrier.id,
  right: (right) => button('carrier', right),
  fields: { row: carrierRow, filters: carrierFilters, input: carrierInput, change: carrierChange },
});
export const {
  page: carrierPage,
  add: carrierAdd,
  update: carrierUpdate,
  del: carrierDel,
  exports: carrierExport,
  changeHis: carrierChangeHis,
  imports: carrierImports,
} = carrierRegister;
export const { page: carrierRecyclePage, restore: carrierRestore } = carrierRegister.recycle;
export const carrierDetail = endpoint({
  path: `${base}/detail`,
  access: read,
  title: '承运商详情',
  input: z.object({ id }),
  output: z.object({
    ...carrierRow.shape,
    /** for a person the number of the identity card, masked unless the caller may see it */
    creditCode: nullable,
    /** false: the identity card is masked */
    full: z.boolean(),
    contacts: z.array(z.object(carrierContact.shape)),
    routeIds: z.array(id),
    /** the carrier's electronic lines that the caller may see */
    routes: z.array(z.object({ id, name: text })),
    email: nullable,
    address: nullable,
    vehicleScale: z.number().nullable(),
    taxRate: z.number().nullable(),
    accountName: nullable,
    bankName: nullable,
    bankAccount: nullable,
    auditRemark: nullable,
    remark: text,
    createTime: dateTime,
    updateUser: text,
    vehicles: z.array(z.object({ id, plateNo: text, vehicleColor: z.number(), vehicleType: text })),
    drivers: z.array(z.object({ id, name: text, licenseClass: nullable })),
  }),
});
/** The right to see identity cards in full. `carrierDetail` checks it and records each look in the change history. */
export const carrierSensitive = button('carrier', 'sensitive');
/** Electronic lines to choose from in the form of a carrier. */
export const carrierRoutes = endpoint({
  path: `${base}/routes`,
  access: read,
  title: '承运商线路选项',
  output: z.array(z.object({ id, name: text })),
});
export type CarrierDetail = z.infer<typeof carrierDetail.output>;

export const carrierSetStatus = statusCall(base, button('carrier', 'status'), '承运商', enableStatus.codes);
const sharedCode = z.string('请输入共享识别码').trim().toUpperCase().min(1, '请输入共享识别码').max(12, '最多12个字符');
/** The name of the company that a shared code belongs to, shown before the carrier is linked to it. */
export const carrierCompany = endpoint({
  path: `${base}/company`,
  access: button('carrier', 'edit'),
  title: '按共享识别码查找公司',
  input: z.object({ code: sharedCode }),
  output: z.object({ name: text }),
});
/** 关联公司: links the carrier to the company of a shared code; null removes the link. */
export const carrierLink = endpoint({
  path: `${base}/link`,
  access: button('carrier', 'edit'),
  title: '关联承运商在平台上的公司',
  input: z.object({ id, version: z.number().int().min(1, '缺少版本号'), code: sharedCode.nullable() }),
  output: z.object({ version: z.number() }),
});
export const carrierAudit = endpoint({
  path: `${base}/audit`,
  access: button('carrier', 'audit'),
  title: '审核承运商',
  input: z
    .object({
      id,
      version: z.number().int().min(1, '缺少版本号'),
      pass: z.boolean('请选择审核结果'),
      remark: z.string().trim().max(100, '最多100个字符').default(''),
    })
    .refine((v) => v.pass || v.remark !== '', { path: ['remark'], error: '驳回时请填写原因' }),
});
export const {
  template: carrierImportTemplate,
  check: carrierImportCheck,
  run: carrierImport,
  history: carrierImportHis,
  undo: carrierImportUndo,
} = carrierImports;

export const carrierPapers = paperCalls({
  base,
  noun: '承运商',
  read,
  edit: button('carrier', 'edit'),
  types: partnerPaper,
});
export const { list: carrierPaperList, add: carrierPaperAdd, del: carrierPaperDel } = carrierPapers;
