import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { orderCode } from '../order/calls';
import { waybillCode } from '../waybill/shapes';

const text = z.string();

/** Minutes before the same person is reminded of the same thing again. */
export const remindMin = 5;

/** What is said to a driver: his terminal shows 200 characters. */
const words = z.string('请输入内容').trim().min(2, '内容至少2个字符').max(200, '内容最多200个字符');

/** By which way somebody was reached, or why not. */
const way = z.object({ way: text, ok: z.boolean(), msg: text });
export type NotifiedWay = z.infer<typeof way>;

/** 催接单: the driver has not said yet whether he goes. */
export const transportTaskRemind = endpoint({
  path: '/api/tms/waybill/transportTask/remind',
  access: button('transportTask', 'remind'),
  title: '催司机接单',
  input: z.object({ waybillCode }),
  output: z.array(way),
});

/** 联系司机 of the truck that carries an order: to his account, and spoken by his terminal. */
export const orderNotifyDriver = endpoint({
  path: '/api/tms/tracking/notifyDriver',
  access: button('orderTracking', 'notify'),
  title: '联系承运订单的司机',
  input: z.object({ orderCode, text: words, speak: z.boolean().default(false) }),
  output: z.array(way),
});

/** 下发指令: a text to the terminal of a trip's truck, by the way of 写入设备. */
export const waybillCommand = endpoint({
  path: '/api/tms/tracking/command',
  access: button('waybillTracking', 'command'),
  title: '向运单的车辆下发文本',
  input: z.object({ waybillCode, text: words, urgent: z.boolean().default(false), speak: z.boolean().default(true) }),
  output: z.object({ taskNo: text }),
});

/** 关注 ☆: stands first in the user's lists; he is told what happens to it. */
export const orderFollow = endpoint({
  path: '/api/tms/tracking/followOrder',
  access: { menu: menus.orderTracking.id },
  title: '关注或取消关注订单',
  input: z.object({ orderCode, follow: z.boolean() }),
  output: z.object({ followed: z.boolean() }),
});
export const waybillFollow = endpoint({
  path: '/api/tms/tracking/followWaybill',
  access: { menu: menus.waybillTracking.id },
  title: '关注或取消关注运单',
  input: z.object({ waybillCode, follow: z.boolean() }),
  output: z.object({ followed: z.boolean() }),
});

/** 催收: who has the paper, or the pictures of it, is asked for them; a line of result a receipt. */
export const receiptUrge = endpoint({
  path: '/api/tms/receipt/urge',
  access: button('receiptManage', 'urge'),
  title: '催收回单',
  input: z.object({ orderCodes: z.array(orderCode).min(1, '请选择回单').max(200, '一次最多处理200张回单') }),
  output: z.array(z.object({ orderCode: text, ok: z.boolean(), msg: text })),
});
