import { z } from 'zod';
import { customerOptions } from '../../base/reference/options';
import { withCodeWords } from '../../core/code-words';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { reasonOf } from '../../core/field/inputs';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { importCalls } from '../../core/register/import';
import { exportOptions } from '../../core/register/pieces';
import { temperatureType } from '../../resources/vehicle/enums';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { dispatchSource, orderStatus } from '../enums';
import { keptWords, lateState, signedWords } from '../figures';
import { orderSource, receiptStatus, serviceMode } from '../waybill/enums';
import { orderChange, orderInput } from './fields';
import { customerOrderMachine } from './status';
import { operationStep } from './step';

const base = '/api/tms/customerOrder';
const read = { menu: menus.customerOrder.id } as const;
const text = z.string();
const nullable = z.string().nullable();

/** 订单号: `DD` + yyMMdd + five digits; children add `-01`. */
export const orderCode = z.string('请选择订单').trim().min(1, '请选择订单').max(30, '订单号最多30个字符');
const chosenCodes = z.array(orderCode).min(1, '请选择订单').max(500, '一次最多处理500个订单');

/** Steps that the server allows for an order in its present state; the buttons of a row follow this list only. */
export const orderAction = withCodeWords(
  z.enum(customerOrderMachine.verbs),
  customerOrderMachine.verbs.map((verb) => ({ code: verb, name: customerOrderMachine.label(verb) })),
);

export const orderRow = z.object({
  id,
  orderCode: text,
  customerOrderNo: nullable,
  parentCode: nullable,
  splitFlag: z.number(),
  merged: z.boolean(),
  priority: z.number(),
  customerId: id,
  customerName: text,
  orderStatus: z.number(),
  businessType: z.number(),
  orderSource: z.number(),
  temperatureType: z.number(),
  tempMin: z.number().nullable(),
  tempMax: z.number().nullable(),
  shipper: text,
  shipPhone: text,
  shipArea: text,
  shipAddress: text,
  receiver: text,
  receivePhone: text,
  receiveArea: text,
  receiveAddress: text,
  totalPieces: z.number(),
  totalWeight: z.number(),
  totalVolume: z.number(),
  pickFrom: dateTime.nullable(),
  arriveTo: dateTime,
  codAmount: z.number(),
  freightPayMode: z.number(),
  receiptRequire: z.number(),
  /** of its newest trip */
  waybillCode: nullable,
  waybillKind: z.number().nullable(),
  plateNo: nullable,
  driverName: nullable,
  driverPhone: nullable,
  /** expected arrival at the receiver while the order is on its way there */
  etaTime: dateTime.nullable(),
  late: lateState,
  /** minutes by which signature, expected arrival or now are later than the customer asked for; negative: earlier */
  delayMin: z.number().nullable(),
  /** share of the driven time in which the goods were within their range, % */
  tempCompliance: z.number().nullable(),
  /** 发站 and 到站: the chosen sites, otherwise those nearest to shipper and receiver */
  originSite: nullable,
  destSite: nullable,
  /** how it was put on its trip; null before that */
  dispatchSource: z.number().nullable(),
  /** state of its receipt document; null while it has none */
  receiptStatus: z.number().nullable(),
  /** abnormal reports that were not withdrawn */
  abnormalCount: z.number(),
  /** pieces that its receiver is to sign for */
  deliveredPieces: z.number(),
  signer: nullable,
  signTime: dateTime.nullable(),
  signPieces: z.number().nullable(),
  rejectPieces: z.number().nullable(),
  remark: text,
  createUser: text,
  createTime: dateTime,
  version: z.number(),
  allowActions: z.array(orderAction),
});
export type OrderRow = z.infer<typeof orderRow>;

/** What is dispatched by stands first: up to 预计到达 a window of 1366 px shows all of it beside the menu. */
export const orderColumns = columns<OrderRow>()([
  { value: 'orderCode', label: '订单号', width: 172, fixed: 'left', sortable: true, noEdit: true },
  { value: 'orderStatus', label: '订单状态', width: 84, dict: 'orderStatus', sortable: true },
  { value: 'customerName', label: '客户名称', width: 88, wide: 186, sortable: true },
  { value: 'temperatureType', label: '温层', width: 56, dict: 'temperatureType' },
  { value: 'shipArea', label: '发货点', width: 165, wide: 210 },
  { value: 'receiveArea', label: '收货点', width: 165, wide: 230 },
  { value: 'arriveTo', label: '要求到达', width: 98, sortable: true },
  { value: 'plateNo', label: '车牌号 / 司机', width: 128 },
  { value: 'etaTime', label: '预计到达', width: 160 },
  { value: 'totalWeight', label: '重量(kg)', width: 80, align: 'right', sortable: true },
  { value: 'totalPieces', label: '件数', width: 58, align: 'right', sortable: true },
  { value: 'totalVolume', label: '体积(m³)', width: 76, align: 'right', sortable: true },
  { value: 'customerOrderNo', label: '客户单号', width: 92 },
  { value: 'tempCompliance', label: '温度达标率(%)', width: 100, align: 'right', sortable: true },
  { value: 'codAmount', label: '代收货款(元)', width: 96, align: 'right', sortable: true },
  { value: 'receiptStatus', label: '回单状态', width: 84, dict: 'receiptStatus' },
  { value: 'abnormalCount', label: '异常', width: 56, align: 'right' },
  { value: 'waybillCode', label: '运单号', width: 128 },
  { value: 'businessType', label: '业务类型', width: 76, dict: 'serviceMode' },
  { value: 'createTime', label: '创建时间', width: 112, sortable: true },
  { value: 'createUser', label: '创建人', width: 76 },
  { value: 'pickFrom', label: '要求提货', width: 112, sortable: true, hidden: true },
  { value: 'freightPayMode', label: '付款方式', width: 76, dict: 'freightPayMode', hidden: true },
  { value: 'receiptRequire', label: '回单要求', width: 90, dict: 'receiptRequire', hidden: true },
  { value: 'orderSource', label: '订单来源', width: 80, dict: 'orderSource', hidden: true },
  { value: 'dispatchSource', label: '调度来源', width: 84, dict: 'dispatchSource', hidden: true },
  { value: 'originSite', label: '发站', width: 132, hidden: true },
  { value: 'destSite', label: '到站', width: 132, hidden: true },
  { value: 'signer', label: '签收人', width: 76, hidden: true },
  { value: 'signTime', label: '签收时间', width: 112, hidden: true },
  { value: 'remark', label: '备注', width: 140, hidden: true },
]);

/** Pasted numbers, separated by blanks, commas or line breaks; at most 100. */
const pastedCodes = z
  .string()
  .max(4000, '一次最多查询100个单号')
  .transform((given) => given.split(/[\s,，;；]+/u).filter((one) => one !== ''))
  .pipe(z.array(z.string().max(50, '单号最多50个字符')).max(100, '一次最多查询100个单号'))
  .optional();

const choices = z.array(z.object({ id, name: text }));
/** 发站 and 到站: distribution centres and warehouses that the caller sees. */
export const orderSites = endpoint({ path: `${base}/sites`, access: read, title: '发站与到站选项', output: choices });
/** Users who entered orders that the caller may see. */
export const orderCreators = endpoint({
  path: `${base}/creators`,
  access: read,
  title: '客户订单的创建人',
  output: choices,
});

/** `moving`: orders that are carried themselves, which a parent leaves to its children */
const splitWords = { whole: '未拆分', parent: '母单', child: '子单', moving: '不含母单' } as const;

/** Filters of the list; days are those of the company, both included. */
export const orderFilters = filterSet({
  orderStatus: by.code('订单状态', orderStatus, { bar: false }),
  /** order numbers or the customer's numbers */
  codes: by.own({
    kind: 'text',
    label: '单号',
    hint: '订单号 / 客户单号，可粘贴多个',
    schema: pastedCodes,
    width: 240,
    main: true,
  }),
  customerId: by.record('客户', 'customer', customerOptions),
  temperatureType: by.code('温层', temperatureType, { width: 130 }),
  receiver: by.own(by.text('收货人/电话', { max: 20, width: 180 })),
  arriveFrom: by.days('要求到达', 'arriveTo', { columns: ['arrive_to'] }),
  createFrom: by.days('下单时间', 'createTo', { columns: ['created_at'] }),
  shipArea: by.text('发货城市', { max: 40, area: true, columns: ['ship_area', 'ship_address', 'shipper'] }),
  receiveArea: by.text('收货城市', { max: 40, area: true, columns: ['receive_area', 'receive_address'] }),
  businessType: by.code('业务类型', serviceMode, { width: 140 }),
  split: by.own(by.key('拆单', splitWords, { width: 130 })),
  /** whether it has cash on delivery */
  cod: by.own(by.has('代收货款', { width: 140 })),
  originSiteId: by.record('发站', 'place', orderSites, { columns: ['origin_place_id'] }),
  destSiteId: by.record('到站', 'place', orderSites, { columns: ['dest_place_id'] }),
  orderSource: by.code('订单来源', orderSource, { width: 150 }),
  dispatchSource: by.code('调度来源', dispatchSource, { width: 160 }),
  /** whether it has an abnormal report that was not withdrawn */
  abnormal: by.own(by.has('异常', { width: 120 })),
  receiptStatus: by.own(by.code('回单状态', receiptStatus, { width: 150 })),
  signFrom: by.days('签收时间', 'signTo', { columns: ['signed_at'] }),
  signed: by.own(by.key('签收', signedWords, { width: 120 })),
  tempKept: by.own(by.key('温度', keptWords, { width: 120 })),
  createUserId: by.record('创建人', 'app_user', orderCreators, { columns: ['created_by'] }),
});
const filters = orderFilters.schema;
/** 待调度: what the list of orders begins with, what home counts, and what the board counts beside goods that lie at a site; parents are their children. */
export const toDispatchQuery = { orderStatus: orderStatus.toDispatch, split: 'moving' } as const;
export type OrderFilters = z.output<typeof filters>;

export const orderPage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '客户订单列表',
  input: pageQuery.extend(filters.shape),
  output: pageOf(orderRow).extend({
    /** sums over all orders that match, not only over this page */
    sums: z.object({ pieces: z.number(), weightKg: z.number(), volumeM3: z.number(), codAmount: z.number() }),
  }),
});
export const orderStatusCount = endpoint({
  path: `${base}/statusCount`,
  access: read,
  title: '各状态的客户订单数',
  input: filters.omit({ orderStatus: true }),
  output: z.record(z.string(), z.number()),
});

const itemOut = z.object({
  itemId: id,
  lineNo: z.number(),
  cargoId: nullable,
  cargoName: text,
  spec: nullable,
  packUnit: text,
  pieces: z.number(),
  weightKg: z.number(),
  volumeM3: z.number(),
  temperatureType: z.number(),
  batchNo: nullable,
  expireOn: nullable,
});
const relative = z.object({
  orderCode: text,
  orderStatus: z.number(),
  receiver: text,
  receiveArea: text,
  totalPieces: z.number(),
  totalWeight: z.number(),
  totalVolume: z.number(),
});

export const orderDetail = endpoint({
  path: `${base}/detail`,
  access: read,
  title: '客户订单详情',
  input: z.object({ id: orderCode }),
  output: orderRow.extend({
    orderType: z.number(),
    pickUpFlag: z.number(),
    deliveryMode: z.number(),
    originSiteId: nullable,
    destSiteId: nullable,
    shipLng: z.number().nullable(),
    shipLat: z.number().nullable(),
    receiveLng: z.number().nullable(),
    receiveLat: z.number().nullable(),
    pickTo: dateTime.nullable(),
    arriveFrom: dateTime.nullable(),
    preCool: z.boolean(),
    goodsValue: z.number(),
    insuredAmount: z.number(),
    pallets: z.number().nullable(),
    unloadMin: z.number().nullable(),
    receiptCopies: z.number(),
    voidReason: nullable,
    updateTime: dateTime,
    updateUser: text,
    items: z.array(itemOut),
    /** orders that it was split into, also those of a split that was cancelled */
    children: z.array(relative),
    /** parent of a child order; `mergedInto`: the order that this voided one was merged into */
    parent: relative.nullable(),
    mergedInto: nullable,
    /** orders that were merged into this one */
    mergedFrom: z.array(text),
    /** `returnOf`: the order whose refused goods this return order brings back; `returnedBy`: the return order of this one */
    returnOf: nullable,
    returnedBy: nullable,
  }),
});
export type OrderDetail = z.infer<typeof orderDetail.output>;

const written = z.object({ orderCode: text, version: z.number(), warnings: z.array(text) });
export const orderAdd = endpoint({
  path: `${base}/add`,
  access: button('customerOrder', 'add'),
  title: '新增客户订单',
  input: orderInput,
  output: written,
});
export const orderUpdate = endpoint({
  path: `${base}/update`,
  access: button('customerOrder', 'edit'),
  title: '编辑客户订单',
  input: orderChange,
  output: written,
});
/** Orders of the last days with the same customer, receiver and pieces, to warn of a double entry. */
export const orderDuplicateCheck = endpoint({
  path: `${base}/duplicateCheck`,
  access: read,
  title: '查找疑似重复的订单',
  input: z.object({ customerId: id, receiver: text.max(20), receivePhone: text.max(20), pieces: z.number().int() }),
  output: z.array(z.object({ orderCode: text, createTime: dateTime })),
});

/**
 * Where an address lies, without the internet: where a store or a customer has the same one, otherwise the seat of its city or county; null elsewhere. Who typed all of it
 * into one field leaves `area` empty.
 */
export const orderLocate = endpoint({
  path: `${base}/locate`,
  access: read,
  title: '地址定位',
  input: z.object({ area: z.string().trim().max(40).default(''), address: z.string().trim().max(120).default('') }),
  output: z.object({ lng: z.number(), lat: z.number(), exact: z.boolean(), name: text }).nullable(),
});
/** Stores and addresses that the form offers for shipper and receiver, the customer's own first. */
export const orderPlaces = endpoint({
  path: `${base}/places`,
  access: read,
  title: '地址簿：门店与客户地址',
  input: z.object({ customerId: id.optional(), keyword: z.string().trim().max(30, '最多30个字符').optional() }),
  output: z.array(
    z.object({
      id: text,
      name: text,
      contact: text,
      phone: text,
      area: text,
      address: text,
      lng: z.number().nullable(),
      lat: z.number().nullable(),
    }),
  ),
});
export type OrderPlace = z.infer<typeof orderPlaces.output>[number];

const batchLine = z.object({ orderCode: text, ok: z.boolean(), msg: text });
export type OrderLine = z.infer<typeof batchLine>;
export const orderVoid = endpoint({
  path: `${base}/void`,
  access: button('customerOrder', 'void'),
  title: '作废客户订单',
  input: z.object({ orderCodes: chosenCodes, reason: reasonOf('作废原因') }),
  output: z.array(batchLine),
});

export const orderExport = endpoint({
  path: `${base}/export`,
  access: button('customerOrder', 'export'),
  title: '导出客户订单',
  input: filters.extend(exportOptions),
  output: z.object({ id }),
});
/** Orders from a spreadsheet: several lines with the same customer and number are one order with several goods. */
export const orderImports = importCalls({
  base,
  access: button('customerOrder', 'import'),
  noun: '客户订单',
  unit: '单',
});
export const {
  template: orderImportTemplate,
  check: orderImportCheck,
  run: orderImport,
  history: orderImportHis,
  undo: orderImportUndo,
} = orderImports;
/** Every step of an order, a waybill or a receipt, oldest first. */
export const tmsLogPage = endpoint({
  path: '/api/tms/log/page',
  access: {
    menu: [
      menus.customerOrder.id,
      menus.transportTask.id,
      menus.waybillStowage.id,
      menus.departureManage.id,
      menus.arrivalManage.id,
      menus.pickUpOrder.id,
      menus.receiptOrder.id,
      menus.billOfLading.id,
    ],
  },
  title: '操作日志',
  input: z.object({
    objType: z.enum(['customerOrder', 'waybill', 'pickUpOrder', 'receiptOrder']),
    objCode: z.string().min(1).max(30),
  }),
  output: z.array(operationStep),
});
