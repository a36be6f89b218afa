import { z } from 'zod';
import { customerOptions } from '../../base/reference/options';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { numberWithin, optionalNumber, optionalText, reasonOf } from '../../core/field/inputs';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { exportOptions, version } from '../../core/register/pieces';
import { temperatureType } from '../../resources/vehicle/enums';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { orderCode } from '../order/calls';
import { orderFields, orderItem } from '../order/fields';
import { receiptOrderMachine } from '../order/status';
import { receiptOrderStatus, receiveType } from '../waybill/enums';

const base = '/api/tms/receiptOrder';
const read = { menu: menus.receiptOrder.id } as const;
const text = z.string();
const nullable = z.string().nullable();
const numeric = z.number().nullable();

/** 收货单号: `SH` + yyMMdd + five digits. */
export const receiptCode = z.string('请选择收货单').trim().min(1, '请选择收货单').max(30, '收货单号最多30个字符');

export const receiptOrderRow = z.object({
  id,
  receiptCode: text,
  orderCode: text,
  pickUpCode: nullable,
  waybillCode: nullable,
  waybillKind: numeric,
  customerName: text,
  receiveType: z.number(),
  receiptStatus: z.number(),
  siteId: id,
  siteName: text,
  temperatureType: z.number(),
  tempMin: numeric,
  tempMax: numeric,
  planPieces: z.number(),
  receivePieces: z.number(),
  damagedPieces: z.number(),
  shortPieces: z.number(),
  overPieces: z.number(),
  receiveWeight: z.number(),
  receiveVolume: z.number(),
  productTemp: numeric,
  /** the measured goods were warmer or colder than their order allows */
  tempBad: z.boolean(),
  boxTemp: numeric,
  warehouseArea: nullable,
  plateNo: nullable,
  vehicleColor: numeric,
  /** 差异单: the newest abnormal report of what was counted here; null without a difference, or when it was withdrawn */
  abnormalCode: nullable,
  /** the trip that the report is about; null: the order alone */
  abnormalWaybill: nullable,
  receiverUser: text,
  receiveTime: dateTime.nullable(),
  createTime: dateTime,
  remark: text,
  version: z.number(),
  allowActions: z.array(z.enum(receiptOrderMachine.verbs)),
});
export type ReceiptOrderRow = z.infer<typeof receiptOrderRow>;

export const receiptOrderColumns = columns<ReceiptOrderRow>()([
  { value: 'receiptCode', label: '收货单号', width: 140, fixed: 'left', sortable: true, noEdit: true },
  { value: 'receiptStatus', label: '状态', width: 84, dict: 'receiptOrderStatus', sortable: true },
  { value: 'orderCode', label: '订单号', width: 146, sortable: true },
  { value: 'receiveType', label: '收货类型', width: 84, dict: 'receiveType' },
  { value: 'siteName', label: '站点', width: 130, sortable: true },
  { value: 'customerName', label: '客户', width: 120, wide: 186, sortable: true },
  { value: 'temperatureType', label: '温层', width: 60, dict: 'temperatureType' },
  { value: 'planPieces', label: '计划件', width: 70, align: 'right', sortable: true },
  { value: 'receivePieces', label: '实收件', width: 70, align: 'right', sortable: true },
  { value: 'damagedPieces', label: '破损', width: 60, align: 'right' },
  { value: 'shortPieces', label: '短少', width: 60, align: 'right', sortable: true },
  { value: 'overPieces', label: '多货', width: 60, align: 'right', sortable: true },
  { value: 'receiveWeight', label: '实收重(kg)', width: 90, align: 'right', sortable: true },
  { value: 'receiveVolume', label: '实收体积(m³)', width: 96, align: 'right', sortable: true },
  { value: 'productTemp', label: '货温(℃)', width: 76, align: 'right' },
  { value: 'plateNo', label: '车牌号', width: 104 },
  { value: 'receiverUser', label: '收货员', width: 76 },
  { value: 'receiveTime', label: '收货时间', width: 112, sortable: true },
  { value: 'abnormalCode', label: '差异单', width: 136 },
  { value: 'warehouseArea', label: '库区', width: 90, hidden: true },
  { value: 'waybillCode', label: '运单号', width: 130, hidden: true },
  { value: 'pickUpCode', label: '提货单号', width: 140, hidden: true },
  { value: 'createTime', label: '创建时间', width: 112, sortable: true, hidden: true },
  { value: 'remark', label: '备注', width: 140, hidden: true },
]);

/** Sites that the caller may see; `own`: of the caller's department. */
export const receiptOrderSites = endpoint({
  path: `${base}/sites`,
  access: { menu: [menus.receiptOrder.id, menus.pickUpOrder.id] },
  title: '收货站点',
  output: z.array(z.object({ id, name: text, own: z.boolean() })),
});

/** Filters of the list; days are those of the company, both included. */
export const receiptOrderFilters = filterSet({
  receiptStatus: by.code('状态', receiptOrderStatus, { bar: false }),
  code: by.text('收货单号 / 订单号', {
    max: 34,
    main: true,
    width: 210,
    columns: ['receipt_code', 'o.order_code', 'u.pick_up_code'],
  }),
  placeId: by.record('站点', 'place', receiptOrderSites),
  receiveType: by.code('收货类型', receiveType, { width: 160 }),
  customerId: by.record('客户', 'customer', customerOptions, { columns: ['o.customer_id'] }),
  receiveFrom: by.days('收货时间', 'receiveTo', { columns: ['received_at'] }),
  difference: by.own(by.has('差异', { width: 120 })),
  temperatureType: by.code('温层', temperatureType, { width: 130, columns: ['o.temperature_type'] }),
});
const filters = receiptOrderFilters.schema;
export type ReceiptOrderFilters = z.output<typeof filters>;

export const receiptOrderPage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '收货单列表',
  input: pageQuery.extend(filters.shape),
  output: pageOf(receiptOrderRow),
});
export const receiptOrderStatusCount = endpoint({
  path: `${base}/statusCount`,
  access: read,
  title: '各状态的收货单数',
  input: filters.omit({ receiptStatus: true }),
  output: z.record(z.string(), z.number()),
});
export const receiptOrderExport = endpoint({
  path: `${base}/export`,
  access: button('receiptOrder', 'export'),
  title: '导出收货单',
  input: filters.extend(exportOptions),
  output: z.object({ id }),
});

const itemOut = z.object({
  itemId: id,
  lineNo: z.number(),
  cargoName: text,
  spec: nullable,
  packUnit: text,
  temperatureType: z.number(),
  planPieces: z.number(),
  planWeight: z.number(),
  planVolume: z.number(),
  receivePieces: z.number(),
  receiveWeight: z.number(),
  receiveVolume: z.number(),
  damagedPieces: z.number(),
  productTemp: numeric,
});
export const receiptOrderDetail = endpoint({
  path: `${base}/detail`,
  access: read,
  title: '收货单详情',
  input: z.object({ id: receiptCode }),
  output: receiptOrderRow.extend({
    overReason: nullable,
    /** who brought the goods */
    handedBy: nullable,
    /** ids of pictures; `receiptOrderPictures` answers their links */
    fileIds: z.array(id),
    voidReason: nullable,
    createUser: text,
    items: z.array(itemOut),
  }),
});
export type ReceiptOrderDetail = z.infer<typeof receiptOrderDetail.output>;

/** How many pictures one count of goods may have. */
export const maxGoodsPictures = 9;
/** Pictures of a receipt order. */
export const receiptOrderPictures = endpoint({
  path: `${base}/pictures`,
  access: read,
  title: '收货照片',
  input: z.object({ id: receiptCode }),
  output: z.array(z.object({ id, name: text, url: text, image: z.boolean() })),
});

const written = z.object({ receiptCode: text, version: z.number(), receiptStatus: z.number() });
/** 新增收货单 for goods that a customer brings to a site, or that come back to it. */
export const receiptOrderAdd = endpoint({
  path: `${base}/add`,
  access: button('receiptOrder', 'add'),
  title: '新增收货单',
  input: z.object({
    orderCode,
    siteId: id.or(z.literal('')).refine((value) => value !== '', '请选择收货站点'),
    remark: z.string().trim().max(200, '最多200个字符').default(''),
  }),
  output: written,
});
/**
 * 散客收货 (transport.md A12): goods arrive at the gate without an order. A short form enters the order and its receipt order in one step; what it
 * does not ask gets the values that are usual for a customer who brings the goods.
 */
export const receiptOrderWalkIn = endpoint({
  path: `${base}/walkIn`,
  access: button('receiptOrder', 'add'),
  title: '新增收货单（无订单，同时下单）',
  input: orderFields
    .pick({
      customerId: true,
      customerOrderNo: true,
      freightPayMode: true,
      shipper: true,
      shipPhone: true,
      receiver: true,
      receivePhone: true,
      receiveArea: true,
      receiveAddress: true,
      arriveTo: true,
      tempMin: true,
      tempMax: true,
      remark: true,
    })
    .extend({
      siteId: id.or(z.literal('')).refine((value) => value !== '', '请选择收货站点'),
      ...orderItem.pick({
        cargoName: true,
        packUnit: true,
        pieces: true,
        weightKg: true,
        volumeM3: true,
        temperatureType: true,
      }).shape,
    }),
  output: written.extend({ orderCode: text }),
});
/** Orders that wait with their customer, so that their goods can be brought to a site. */
export const receiptOrderOrders = endpoint({
  path: `${base}/orders`,
  access: button('receiptOrder', 'add'),
  title: '可收货的订单',
  input: z.object({ keyword: z.string().trim().max(30, '最多30个字符').optional() }),
  output: z.array(z.object({ orderCode: text, customerName: text, receiver: text, totalPieces: z.number() })),
});

const line = z.object({
  itemId: id,
  receivePieces: numberWithin({ min: 0, max: 999_999, places: 0, unit: '件' }),
  receiveWeight: numberWithin({ min: 0, max: 999_999, places: 2, unit: 'kg' }),
  receiveVolume: numberWithin({ min: 0, max: 9_999, places: 3, unit: 'm³' }),
  damagedPieces: numberWithin({ min: 0, max: 999_999, places: 0, unit: '件' }).default(0),
  productTemp: optionalNumber({ min: -60, max: 60, places: 1, unit: '℃' }),
});
const counted = z.object({
  receiptCode,
  version,
  lines: z.array(line).min(1, '请填写实收数量').max(100),
  boxTemp: optionalNumber({ min: -60, max: 60, places: 1, unit: '℃' }),
  warehouseArea: optionalText(20),
  overReason: optionalText(100),
  handedBy: optionalText(20),
  /** pictures of the goods; they are added to those that are there */
  fileIds: z.array(id).max(maxGoodsPictures, `照片最多${maxGoodsPictures}张`).default([]),
  remark: z.string().trim().max(200, '最多200个字符').default(''),
});
const received = written.extend({ abnormalCode: nullable });
/** 收货: saves what was counted so far; `finish` ends the count and puts the goods at the site. */
export const receiptOrderReceive = endpoint({
  path: `${base}/receive`,
  access: button('receiptOrder', 'edit'),
  title: '收货',
  input: counted.extend({ finish: z.boolean() }),
  output: received,
});
/** 更正: corrects the count within a day, as long as the goods have not left the site. */
export const receiptOrderCorrect = endpoint({
  path: `${base}/correct`,
  access: button('receiptOrder', 'correct'),
  title: '更正收货单',
  input: counted.extend({ reason: reasonOf('更正原因') }),
  output: received,
});
export const receiptOrderVoid = endpoint({
  path: `${base}/void`,
  access: button('receiptOrder', 'void'),
  title: '作废收货单',
  input: z.object({ receiptCode, version, reason: reasonOf('作废原因') }),
  output: written,
});
