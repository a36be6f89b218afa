import { z } from 'zod';
import { orgOptions } from '../../base/org/calls';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { dateTime, id } from '../../core/page';
import { registerCalls, statusCall } from '../../core/register/calls';
import { duplicatesCall } from '../../core/register/duplicates';
import { by, filterSet } from '../../core/register/filters';
import { paperCalls } from '../../core/register/papers';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { customerType, enableStatus, gradeLevel, partnerPaper } from '../enums';
import { customerAddress, customerChange, customerContact, customerInput } from './fields';

const base = '/api/base/manage/customer';
const read = { menu: menus.customer.id } as const;
const text = z.string();
const nullable = z.string().nullable();

export const customerRow = z.object({
  id,
  code: text,
  name: text,
  shortName: nullable,
  customerType: z.number(),
  level: nullable,
  /** of the default contact and address; of the first ones when none is the default */
  contact: text,
  phone: text,
  area: text,
  address: text,
  orgId: id.nullable(),
  orgName: text,
  storeCount: z.number(),
  contractEnd: nullable,
  settleType: z.number().nullable(),
  paymentDays: z.number().nullable(),
  temperatureType: z.number().nullable(),
  salesman: nullable,
  status: z.number(),
  version: z.number(),
  createTime: dateTime,
  updateTime: dateTime,
});
export type CustomerRow = z.infer<typeof customerRow>;

export const customerColumns = columns<CustomerRow>()([
  { value: 'name', label: '客户名称', width: 180, fixed: 'left', sortable: true, noEdit: true },
  { value: 'code', label: '客户编码', width: 100, sortable: true },
  { value: 'status', label: '状态', width: 76, dict: 'enableStatus', sortable: true },
  { value: 'customerType', label: '类型', width: 84, dict: 'customerType', sortable: true },
  { value: 'level', label: '等级', width: 60, align: 'center', sortable: true },
  { value: 'contact', label: '联系人', width: 84 },
  { value: 'phone', label: '联系电话', width: 118 },
  { value: 'area', label: '省市区', width: 148 },
  { value: 'address', label: '地址', width: 200 },
  { value: 'storeCount', label: '门店数', width: 76, align: 'right', sortable: true },
  { value: 'temperatureType', label: '温区要求', width: 84, dict: 'temperatureType' },
  { value: 'settleType', label: '结算方式', width: 80, dict: 'settleType' },
  { value: 'paymentDays', label: '账期(天)', width: 80, align: 'right', sortable: true },
  { value: 'contractEnd', label: '合同到期', width: 140, sortable: true },
  { value: 'salesman', label: '业务员', width: 84, sortable: true },
  { value: 'createTime', label: '创建时间', width: 118, sortable: true },
  { value: 'shortName', label: '简称', width: 100, hidden: true },
  { value: 'orgName', label: '所属部门', width: 110, sortable: true, hidden: true },
  { value: 'updateTime', label: '更新时间', width: 118, sortable: true, hidden: true },
]);

export const customerFilters = filterSet({
  name: by.text('客户名称、简称或编码', { columns: ['name', 'code', 'short_name'], main: true, width: 220 }),
  customerType: by.code('类型', customerType, { width: 140 }),
  level: by.word('等级', gradeLevel, { width: 110 }),
  area: by.own(by.text('区域', { max: 20, width: 150 })),
  salesman: by.text('业务员', { max: 10, width: 150 }),
  status: by.code('状态', enableStatus, { width: 120 }),
  orgId: by.org('部门', orgOptions, { width: 180 }),
  expire: by.ends('合同', ['contract_end'], { width: 150 }),
  hasStore: by.own(by.either('门店', '已绑定', '未绑定', { width: 140 })),
  hasAccount: by.own(by.either('查询账号', '已开通', '未开通', { width: 150 })),
});

export const customerRegister = registerCalls({
  base,
  noun: '客户',
  unit: '家',
  menu: menus.customer.id,
  right: (right) => button('customer', right),
  fields: { row: customerRow, filters: customerFilters, input: customerInput, change: customerChange },
});
export const {
  page: customerPage,
  add: customerAdd,
  update: customerUpdate,
  del: customerDel,
  exports: customerExport,
  changeHis: customerChangeHis,
  imports: customerImports,
} = customerRegister;
export const { page: customerRecyclePage, restore: customerRestore } = customerRegister.recycle;
export const customerDuplicates = duplicatesCall(base, read, '客户');
export const customerDetail = endpoint({
  path: `${base}/detail`,
  access: read,
  title: '客户详情',
  input: z.object({ id }),
  output: z.object({
    ...customerRow.shape,
    creditCode: nullable,
    contacts: z.array(z.object(customerContact.shape)),
    addresses: z.array(z.object({ ...customerAddress.shape, lng: z.number().nullable(), lat: z.number().nullable() })),
    tempLower: z.number().nullable(),
    tempUpper: z.number().nullable(),
    hoursLimit: z.number().nullable(),
    invoiceTitle: nullable,
    taxNo: nullable,
    extCode: nullable,
    contractNo: nullable,
    remark: text,
    updateUser: text,
    /** at most 200; coordinates WGS-84, null for a store without a position */
    stores: z.array(
      z.object({ id, code: text, name: text, address: text, lng: z.number().nullable(), lat: z.number().nullable() }),
    ),
  }),
});
export type CustomerDetail = z.infer<typeof customerDetail.output>;

export const customerSetStatus = statusCall(base, button('customer', 'status'), '客户', enableStatus.codes);
export const {
  template: customerImportTemplate,
  check: customerImportCheck,
  run: customerImport,
  history: customerImportHis,
  undo: customerImportUndo,
} = customerImports;

export const customerPapers = paperCalls({
  base,
  noun: '客户',
  read,
  edit: button('customer', 'edit'),
  types: partnerPaper,
});
export const { list: customerPaperList, add: customerPaperAdd, del: customerPaperDel } = customerPapers;
