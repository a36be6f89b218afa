import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime } from '../../core/page';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { orderCode, orderDetail } from '../order/calls';
import { pickUpCode, pickUpDetail } from '../pick-up/calls';
import { receiptCode, receiptOrderDetail } from '../receipt-order/calls';
import { waybillCode, waybillDetailOut } from '../waybill/shapes';

const text = z.string();
const nullable = z.string().nullable();
const numeric = z.number().nullable();

/** How many papers one call may print; labels have a limit of their own. */
export const maxPrinted = 50;
/** How many labels one print page holds: more than a roll. */
export const maxLabels = 500;

/** Head of every paper. */
const head = { companyName: text, printTime: dateTime, printUser: text };

/** Papers of customer orders. */
export const orderTemplates = {
  consign: '托运单',
  label: '货物标签',
  receipt: '签收回单',
  temperature: '温度单',
} as const;
export type OrderTemplate = keyof typeof orderTemplates;
/** Papers of transport tasks and 配载单. */
export const waybillTemplates = {
  waybill: '运单',
  loading: '装车清单',
  handover: '交接单',
  label: '货物标签',
  temperature: '温度单',
} as const;
/** The paper of a 提单: what a pick-up trip fetches where. */
export const billTemplates = { bill: '提单' } as const;
/** The paper of one arrival, for every kind of waybill: what the dock unloads there. */
export const arrivalTemplates = { unload: '卸货单' } as const;
export type WaybillTemplate =
  | keyof typeof waybillTemplates
  | keyof typeof billTemplates
  | keyof typeof arrivalTemplates;

export const orderPrint = endpoint({
  path: '/api/tms/customerOrder/print',
  access: button('customerOrder', 'print'),
  title: '打印客户订单的数据',
  input: z.object({
    orderCodes: z.array(orderCode).min(1, '请选择订单').max(maxPrinted, `一次最多打印${maxPrinted}个订单`),
  }),
  output: z.object({ ...head, orders: z.array(orderDetail.output) }),
});
export type PrintedOrders = z.infer<typeof orderPrint.output>;
export type PrintedOrder = PrintedOrders['orders'][number];

/** One order on a paper of a waybill. */
const cargo = z.object({
  orderCode: text,
  customerOrderNo: nullable,
  customerName: text,
  shipper: text,
  shipPhone: text,
  shipAddress: text,
  receiver: text,
  receivePhone: text,
  receiveAddress: text,
  temperatureType: z.number(),
  tempMin: numeric,
  tempMax: numeric,
  receiptRequire: z.number(),
  receiptCopies: z.number(),
  remark: text,
  items: z.array(
    z.object({
      cargoName: text,
      spec: nullable,
      packUnit: text,
      pieces: z.number(),
      weightKg: z.number(),
      volumeM3: z.number(),
      batchNo: nullable,
      expireOn: nullable,
    }),
  ),
});
export type PrintedCargo = z.infer<typeof cargo>;

const waybillInput = z.object({
  waybillCodes: z.array(waybillCode).min(1, '请选择运单').max(maxPrinted, `一次最多打印${maxPrinted}个运单`),
});
const waybillOutput = z.object({ ...head, waybills: z.array(waybillDetailOut.extend({ cargo: z.array(cargo) })) });
export type PrintedWaybills = z.infer<typeof waybillOutput>;
export type PrintedWaybill = PrintedWaybills['waybills'][number];

export const transportTaskPrint = endpoint({
  path: '/api/tms/waybill/transportTask/print',
  access: button('transportTask', 'print'),
  title: '打印运输任务的数据',
  input: waybillInput,
  output: waybillOutput,
});
export const waybillStowagePrint = endpoint({
  path: '/api/tms/waybill/waybillStowage/print',
  access: button('waybillStowage', 'print'),
  title: '打印配载单的数据',
  input: waybillInput,
  output: waybillOutput,
});
export const billOfLadingPrint = endpoint({
  path: '/api/tms/waybill/billOfLading/print',
  access: button('billOfLading', 'print'),
  title: '打印提单的数据',
  input: waybillInput,
  output: waybillOutput,
});
/** 打印卸货单: for everybody who works at the docks. */
export const arrivalPrint = endpoint({
  path: '/api/tms/arrival/print',
  access: { menu: menus.arrivalManage.id },
  title: '打印卸货单的数据',
  input: waybillInput,
  output: waybillOutput,
});
/** 打印提货单: what the driver fetches at one place, and what the sender signs. */
export const pickUpPrint = endpoint({
  path: '/api/tms/pickUpOrder/print',
  access: button('pickUpOrder', 'print'),
  title: '打印提货单的数据',
  input: z.object({
    pickUpCodes: z.array(pickUpCode).min(1, '请选择提货单').max(maxPrinted, `一次最多打印${maxPrinted}个提货单`),
  }),
  output: z.object({ ...head, pickUps: z.array(pickUpDetail.output) }),
});
export type PrintedPickUp = z.infer<typeof pickUpPrint.output>['pickUps'][number];
/** 打印入库单: what a site took in. */
export const receiptOrderPrint = endpoint({
  path: '/api/tms/receiptOrder/print',
  access: button('receiptOrder', 'print'),
  title: '打印入库单的数据',
  input: z.object({
    receiptCodes: z.array(receiptCode).min(1, '请选择收货单').max(maxPrinted, `一次最多打印${maxPrinted}个收货单`),
  }),
  output: z.object({ ...head, receipts: z.array(receiptOrderDetail.output) }),
});
export type PrintedReceipt = z.infer<typeof receiptOrderPrint.output>['receipts'][number];
