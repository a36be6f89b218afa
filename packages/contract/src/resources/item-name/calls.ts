import { z } from 'zod';
import { customerOptions } from '../../base/reference/options';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { dateTime, id } from '../../core/page';
import { registerCalls, statusCall } from '../../core/register/calls';
import { by, filterSet } from '../../core/register/filters';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { cargoCategory } from '../../transport/waybill/enums';
import { enableStatus } from '../enums';
import { temperatureType } from '../vehicle/enums';
import { itemNameChange, itemNameInput } from './fields';

const base = '/api/tms/cargoconfig';
const read = { menu: menus.itemNameConfigure.id } as const;
const text = z.string();
const nullable = z.string().nullable();
const numeric = z.number().nullable();

export const itemNameRow = z.object({
  id,
  cargoName: text,
  cargoCode: nullable,
  customerId: nullable,
  customerName: text,
  cargoCategory: numeric,
  temperatureType: z.number(),
  tempMin: numeric,
  tempMax: numeric,
  packUnit: text,
  unitWeight: numeric,
  unitVolume: numeric,
  shelfLifeDays: numeric,
  conflictGroup: nullable,
  valueTag: nullable,
  status: z.number(),
  /** number of order lines with this item name */
  useCount: z.number(),
  remark: text,
  updateTime: dateTime,
  version: z.number(),
});
export type ItemNameRow = z.infer<typeof itemNameRow>;

export const itemNameColumns = columns<ItemNameRow>()([
  { value: 'cargoName', label: '品名', width: 180, fixed: 'left', sortable: true, noEdit: true },
  { value: 'cargoCode', label: '编码', width: 100, sortable: true },
  { value: 'status', label: '状态', width: 76, dict: 'enableStatus', sortable: true },
  { value: 'cargoCategory', label: '分类', width: 84, dict: 'cargoCategory', sortable: true },
  { value: 'temperatureType', label: '温层', width: 64, dict: 'temperatureType', sortable: true },
  { value: 'tempMin', label: '温度范围(℃)', width: 100, align: 'right' },
  { value: 'packUnit', label: '包装单位', width: 76 },
  { value: 'unitWeight', label: '单件重量(kg)', width: 96, align: 'right', sortable: true },
  { value: 'unitVolume', label: '单件体积(m³)', width: 96, align: 'right', sortable: true },
  { value: 'conflictGroup', label: '禁配组', width: 84, sortable: true },
  { value: 'customerName', label: '客户', width: 140, sortable: true },
  { value: 'shelfLifeDays', label: '保质期(天)', width: 84, align: 'right', sortable: true },
  { value: 'valueTag', label: '价值标签', width: 84 },
  { value: 'useCount', label: '引用', width: 64, align: 'right', sortable: true },
  { value: 'updateTime', label: '更新时间', width: 118, sortable: true },
  { value: 'remark', label: '备注', width: 160, hidden: true },
]);

export const itemNameFilters = filterSet({
  keyword: by.text('品名或编码', { columns: ['cargo_name', 'cargo_code'], main: true, width: 200 }),
  cargoCategory: by.code('分类', cargoCategory, { width: 150 }),
  temperatureType: by.code('温层', temperatureType, { width: 130 }),
  customerId: by.record('客户', 'customer', customerOptions),
  conflictGroup: by.text('禁配组', { max: 10, width: 140 }),
  status: by.code('状态', enableStatus, { width: 130 }),
});

export const itemNameRegister = registerCalls({
  base,
  noun: '品名',
  unit: '个',
  menu: menus.itemNameConfigure.id,
  right: (right) => button('itemNameConfigure', right),
  fields: { row: itemNameRow, filters: itemNameFilters, input: itemNameInput, change: itemNameChange },
});
export const {
  page: itemNamePage,
  add: itemNameAdd,
  update: itemNameUpdate,
  del: itemNameDel,
  exports: itemNameExport,
  changeHis: itemNameChangeHis,
  imports: itemNameImports,
} = itemNameRegister;
export const { page: itemNameRecyclePage, restore: itemNameRestore } = itemNameRegister.recycle;
export const {
  template: itemNameImportTemplate,
  check: itemNameImportCheck,
  run: itemNameImport,
  history: itemNameImportHis,
  undo: itemNameImportUndo,
} = itemNameImports;
export const itemNameSetStatus = statusCall(base, button('itemNameConfigure', 'status'), '品名', enableStatus.codes);

const pair = z.tuple([z.string().trim().min(1).max(10), z.string().trim().min(1).max(10)]);
/** 禁配组: the groups in use, and the pairs of groups that must not share a vehicle. */
export const itemNameConflicts = endpoint({
  path: `${base}/conflicts`,
  access: read,
  title: '禁配组与禁配关系',
  output: z.object({
    groups: z.array(z.object({ name: text, count: z.number() })),
    pairs: z.array(z.tuple([text, text])),
  }),
});
export const itemNameSetConflicts = endpoint({
  path: `${base}/setConflicts`,
  access: button('itemNameConfigure', 'conflict'),
  title: '设置禁配关系',
  input: z.object({ pairs: z.array(pair).max(500, '最多500对禁配关系') }),
  output: z.object({ count: z.number() }),
});

/**
 * The check of the company's type: it succeeds for companies with item names of single customers. Companies with names for all customers are
 * answered 4011, so that the code alone decides the flag that the transport frame keeps.
 */
export const verificationCompany = endpoint({
  path: `${base}/verificationCompany`,
  access: 'session',
  title: '企业类型校验：品名按客户区分时成功',
  output: z.literal(true),
});

/** Item names to choose from in the lines of an order: those of the customer first, at most 50. */
export const itemNameOptions = endpoint({
  path: `${base}/options`,
  access: { menu: [menus.itemNameConfigure.id, menus.customerOrder.id] },
  title: '品名选项',
  input: z.object({
    keyword: z.string().trim().max(50, '最多50个字符').optional(),
    customerId: id.optional(),
  }),
  output: z.array(
    itemNameRow.pick({
      id: true,
      cargoName: true,
      cargoCode: true,
      temperatureType: true,
      packUnit: true,
      unitWeight: true,
      unitVolume: true,
      customerName: true,
    }),
  ),
});
export type ItemNameOption = z.infer<typeof itemNameOptions.output>[number];
