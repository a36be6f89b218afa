import { z } from 'zod';
import { customerOptions } from '../../base/reference/options';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { numberWithin, optionalId, optionalNumber, optionalText, reasonOf } from '../../core/field/inputs';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { exportOptions, version } from '../../core/register/pieces';
import { temperatureType } from '../../resources/vehicle/enums';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { orderStatus } from '../enums';
import { maxItems, orderItem } from '../order/fields';
import { splitChildren } from '../order/split';
import { pickUpOrderMachine } from '../order/status';
import { pickUpFields, withNextWindowCheck, withSource, withWindowCheck } from './fields';

const base = '/api/tms/pickUpOrder';
const read = { menu: menus.pickUpOrder.id } as const;
const text = z.string();
const nullable = z.string().nullable();
const numeric = z.number().nullable();

/** 提货单号: `TH` + yyMMdd + five digits; children add `-01`. */
export const pickUpCode = z.string('请选择提货单').trim().min(1, '请选择提货单').max(34, '提货单号最多34个字符');
const pickUpAction = z.enum(pickUpOrderMachine.verbs);

export const pickUpRow = z.object({
  id,
  pickUpCode: text,
  parentCode: nullable,
  splitFlag: z.number(),
  orderCode: text,
  customerId: id,
  customerName: text,
  orderStatus: z.number(),
  shipper: text,
  shipPhone: text,
  shipArea: text,
  shipAddress: text,
  planFrom: dateTime.nullable(),
  planTo: dateTime.nullable(),
  /** minutes until the end of the pick-up window; negative once it has passed */
  leftMin: numeric,
  /** site where it is taken in: the one that was asked for, else that of its 提单 */
  placeName: text,
  direct: z.boolean(),
  totalPieces: z.number(),
  totalWeight: z.number(),
  totalVolume: z.number(),
  actualPieces: numeric,
  actualWeight: numeric,
  actualVolume: numeric,
  temperatureType: z.number(),
  tempMin: numeric,
  tempMax: numeric,
  waybillCode: nullable,
  waybillKind: numeric,
  /** the truck of its 提单 has left */
  onTheWay: z.boolean(),
  plateNo: nullable,
  vehicleColor: numeric,
  driverName: nullable,
  driverPhone: nullable,
  pickTime: dateTime.nullable(),
  failCount: z.number(),
  failReason: nullable,
  failTime: dateTime.nullable(),
  remark: text,
  createTime: dateTime,
  version: z.number(),
  allowActions: z.array(pickUpAction),
});
export type PickUpRow = z.infer<typeof pickUpRow>;

export const pickUpColumns = columns<PickUpRow>()([
  { value: 'pickUpCode', label: '提货单号', width: 140, fixed: 'left', sortable: true, noEdit: true },
  { value: 'orderStatus', label: '状态', width: 84, dict: 'orderStatus', sortable: true },
  { value: 'orderCode', label: '订单号', width: 146, sortable: true },
  { value: 'customerName', label: '客户', width: 120, wide: 186, sortable: true },
  { value: 'shipAddress', label: '提货点', width: 180, wide: 250 },
  { value: 'shipper', label: '联系人', width: 148 },
  { value: 'planTo', label: '要求提货', width: 184, sortable: true },
  { value: 'totalPieces', label: '件数 计划 / 实提', width: 110, align: 'right', sortable: true },
  { value: 'totalWeight', label: '重量(kg)', width: 84, align: 'right', sortable: true },
  { value: 'totalVolume', label: '体积(m³)', width: 84, align: 'right', sortable: true },
  { value: 'temperatureType', label: '温层', width: 60, dict: 'temperatureType' },
  { value: 'waybillCode', label: '提单号', width: 130 },
  { value: 'plateNo', label: '车牌 / 司机', width: 150 },
  { value: 'pickTime', label: '实提时间', width: 112, sortable: true },
  { value: 'failReason', label: '失败原因', width: 130 },
  { value: 'placeName', label: '入库站点', width: 120 },
  { value: 'remark', label: '备注', width: 140 },
  { value: 'createTime', label: '创建时间', width: 112, sortable: true, hidden: true },
]);

/** Filters of the list; days are those of the company, both included. */
export const pickUpFilters = filterSet({
  orderStatus: by.code('状态', orderStatus, { bar: false }),
  code: by.text('提货单号 / 订单号', { max: 34, main: true, width: 210, columns: ['pick_up_code', 'o.order_code'] }),
  customerId: by.record('客户', 'customer', customerOptions, { columns: ['o.customer_id'] }),
  area: by.text('提货城市', { max: 40, area: true, columns: ['ship_area', 'ship_address'] }),
  /** the window of a pick-up touches these days; one that has no window is in every range */
  planFrom: by.own(by.days('要求提货', 'planTo')),
  temperatureType: by.code('温层', temperatureType, { width: 130 }),
  plateNo: by.text('车牌号', { max: 20, width: 150, columns: ['t.plate_no'] }),
  driverName: by.text('司机', { max: 20, width: 130, columns: ['t.name'] }),
  failed: by.own(by.only('提货失败', '有失败', { width: 150 })),
  placeId: by.linked('站点', 'place'),
});
const filters = pickUpFilters.schema;
export type PickUpFilters = z.output<typeof filters>;

export const pickUpPage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '提货单列表',
  input: pageQuery.extend(filters.shape),
  output: pageOf(pickUpRow),
});
export const pickUpStatusCount = endpoint({
  path: `${base}/statusCount`,
  access: read,
  title: '各状态的提货单数',
  input: filters.omit({ orderStatus: true }),
  output: z.record(z.string(), z.number()),
});
export const pickUpExport = endpoint({
  path: `${base}/export`,
  access: button('pickUpOrder', 'export'),
  title: '导出提货单',
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
  pieces: z.number(),
  weightKg: z.number(),
  volumeM3: z.number(),
  actualPieces: numeric,
  actualWeight: numeric,
  actualVolume: numeric,
  productTemp: numeric,
});
const relative = z.object({
  pickUpCode: text,
  orderStatus: z.number(),
  totalPieces: z.number(),
  totalWeight: z.number(),
  totalVolume: z.number(),
});

export const pickUpDetail = endpoint({
  path: `${base}/detail`,
  access: read,
  title: '提货单详情',
  input: z.object({ id: pickUpCode }),
  output: pickUpRow.extend({
    shipLng: numeric,
    shipLat: numeric,
    placeId: nullable,
    vehicleType: nullable,
    handling: z.array(z.number()),
    voidReason: nullable,
    /** who handed the goods over */
    handedBy: nullable,
    /** ids of pictures; `pickUpPictures` answers their links */
    fileIds: z.array(id),
    createUser: text,
    items: z.array(itemOut),
    children: z.array(relative),
    /** receipt orders of its goods */
    receipts: z.array(
      z.object({
        receiptCode: text,
        receiptStatus: z.number(),
        siteName: text,
        planPieces: z.number(),
        receivePieces: z.number(),
        receiveTime: dateTime.nullable(),
      }),
    ),
  }),
});
export type PickUpDetail = z.infer<typeof pickUpDetail.output>;

/** Pictures of a pick-up. */
export const pickUpPictures = endpoint({
  path: `${base}/pictures`,
  access: read,
  title: '提货照片',
  input: z.object({ id: pickUpCode }),
  output: z.array(z.object({ id, name: text, url: text, image: z.boolean() })),
});

const written = z.object({ pickUpCode: text, version: z.number() });
/**
 * For an order that has no pick-up (its customer meant to bring the goods, or the pick-up was voided); without an order the goods of a customer,
 * for which an order is opened that ends at the site until somebody enters its receiver.
 */
export const pickUpAdd = endpoint({
  path: `${base}/add`,
  access: button('pickUpOrder', 'add'),
  title: '新增提货单',
  input: withSource(
    withWindowCheck(
      pickUpFields.extend({
        orderCode: optionalText(30),
        customerId: optionalId,
        items: z.array(orderItem).max(maxItems, `货物明细最多${maxItems}行`).default([]),
      }),
    ),
  ),
  output: written,
});
export const pickUpUpdate = endpoint({
  path: `${base}/update`,
  access: button('pickUpOrder', 'edit'),
  title: '编辑提货单',
  input: withWindowCheck(pickUpFields.extend({ pickUpCode, version })),
  output: written,
});
/** Customer orders that have no pick-up order yet and can get one. */
export const pickUpOrders = endpoint({
  path: `${base}/orders`,
  access: button('pickUpOrder', 'add'),
  title: '可新增提货单的订单',
  input: z.object({ keyword: z.string().trim().max(30, '最多30个字符').optional() }),
  output: z.array(
    z.object({
      orderCode: text,
      customerName: text,
      shipper: text,
      shipPhone: text,
      shipArea: text,
      shipAddress: text,
      shipLng: numeric,
      shipLat: numeric,
      totalPieces: z.number(),
      planFrom: dateTime.nullable(),
      planTo: dateTime.nullable(),
    }),
  ),
});
export type PickUpSource = z.infer<typeof pickUpOrders.output>[number];
export const pickUpVoid = endpoint({
  path: `${base}/void`,
  access: button('pickUpOrder', 'void'),
  title: '作废提货单',
  input: z.object({ pickUpCode, version, reason: reasonOf('作废原因') }),
  output: written,
});
export const pickUpSplit = endpoint({
  path: `${base}/split`,
  access: button('pickUpOrder', 'splitOrder'),
  title: '提货单拆单',
  input: z.object({
    pickUpCode,
    version,
    children: z
      .array(
        z.object({
          items: z
            .array(
              z.object({
                itemId: id,
                pieces: z.number('请输入件数').int('件数须为整数').min(0, '件数不能小于0').max(999_999),
              }),
            )
            .min(1, '请填写子单的货物')
            .max(100),
        }),
      )
      .min(splitChildren.min, `请至少拆成${splitChildren.min}单`)
      .max(splitChildren.max, `最多拆成${splitChildren.max}单`),
  }),
  output: z.object({ childCodes: z.array(text) }),
});

/** 提货确认: what the truck really took along, line by line. */
export const pickUpPick = endpoint({
  path: `${base}/pick`,
  access: button('pickUpOrder', 'pick'),
  title: '提货确认',
  input: z.object({
    pickUpCode,
    version,
    pickTime: dateTime.optional(),
    handedBy: optionalText(20),
    /** pictures of the goods */
    fileIds: z.array(id).max(9, '照片最多9张').default([]),
    lines: z
      .array(
        z.object({
          itemId: id,
          actualPieces: numberWithin({ min: 0, max: 999_999, places: 0, unit: '件' }),
          actualWeight: numberWithin({ min: 0, max: 999_999, places: 2, unit: 'kg' }),
          actualVolume: numberWithin({ min: 0, max: 9_999, places: 3, unit: 'm³' }),
          productTemp: optionalNumber({ min: -60, max: 60, places: 1, unit: '℃' }),
        }),
      )
      .min(1, '请填写实提数量')
      .max(100),
  }),
  output: z.object({ pickUpCode: text, orderStatus: z.number(), abnormalCode: nullable }),
});
/** 提货失败: nothing could be taken; the pick-up waits for another 提单 at another time. */
export const pickUpFail = endpoint({
  path: `${base}/fail`,
  access: button('pickUpOrder', 'fail'),
  title: '提货失败',
  input: withNextWindowCheck(
    z.object({
      pickUpCode,
      version,
      failReason: reasonOf('失败原因'),
      nextTimeStart: dateTime.optional(),
      nextTimeEnd: dateTime.optional(),
    }),
  ),
  output: z.object({ pickUpCode: text, orderStatus: z.number() }),
});
