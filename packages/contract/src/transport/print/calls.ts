import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime } from '../../core/page';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { orderCode, orderDetail } from '../order/calls';
import { waybillCode, waybillDetailOut } from '../waybill/shapes';

const text = z.string();
const nullable = z.string().nullable();
const numeric = z.number().nullable();

/** Papers that one call prints at most; labels have a limit of their own. */
export const maxPrinted = 50;
/** Labels that one page holds at most: more than a roll. */
export const maxLabels = 500;

/** What every paper says in its head. */
const head = { companyName: text, printTime: dateTime, printUser: text };

/** 托运单, 标签, 回单, 温度单 of orders. */
export const orderTemplates = {
  consign: '托运单',
  label: '货物标签',
  receipt: '签收回单',
  temperature: '温度单',
} as const;
export type OrderTemplate = keyof typeof orderTemplates;
/** 运单, 装车清单, 交接单, 标签, 温度单 of tasks and trunk loads. */
export const waybillTemplates = {
  waybill: '运单',
  loading: '装车清单',
  handover: '交接单',
  label: '货物标签',
  temperature: '温度单',
} as const;
/** 提单 is a paper of its own: what a pick-up trip fetches where. */
export const billTemplates = { bill: '提单' } as const;
/** 卸货单 of one stop: what the dock takes off there, whatever the kind of the waybill. */
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

/** What a paper of a waybill says of one of its orders. */
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
