import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { orderCode } from '../order/calls';
import { waybillCode } from '../waybill/shapes';

const text = z.string();

/** Minutes before the same person may be reminded of the same thing again. */
export const remindMin = 5;

/** Text to a driver; a terminal shows 200 characters. */
const words = z.string('请输入内容').trim().min(2, '内容至少2个字符').max(200, '内容最多200个字符');

/** One way of reaching somebody, and whether it worked; `msg` says how, or why not. */
const way = z.object({ way: text, ok: z.boolean(), msg: text });
export type NotifiedWay = z.infer<typeof way>;

/** 催接单: reminds a driver who has neither accepted nor refused the trip. */
export const transportTaskRemind = endpoint({
  path: '/api/tms/waybill/transportTask/remind',
  access: button('transportTask', 'remind'),
  title: '催司机接单',
  input: z.object({ waybillCode }),
  output: z.array(way),
});

/** 联系司机: a message to the driver who carries an order, by account and if wished spoken by the terminal. */
export const orderNotifyDriver = endpoint({
  path: '/api/tms/tracking/notifyDriver',
  access: button('orderTracking', 'notify'),
  title: '联系承运订单的司机',
  input: z.object({ orderCode, text: words, speak: z.boolean().default(false) }),
  output: z.array(way),
});

/** 下发指令: sends a text to the terminal of a trip's truck, as a task of 写入设备. */
export const waybillCommand = endpoint({
  path: '/api/tms/tracking/command',
  access: button('waybillTracking', 'command'),
  title: '向运单的车辆下发文本',
  input: z.object({ waybillCode, text: words, urgent: z.boolean().default(false), speak: z.boolean().default(true) }),
  output: z.object({ taskNo: text }),
});

/** 关注 ☆: a followed order stands first in the user's lists, and the user is told what happens to it. */
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

/** 催收: asks whoever has the papers or their pictures to hand them in; answers one line for each receipt document. */
export const receiptUrge = endpoint({
  path: '/api/tms/receipt/urge',
  access: button('receiptManage', 'urge'),
  title: '催收回单',
  input: z.object({ orderCodes: z.array(orderCode).min(1, '请选择回单').max(200, '一次最多处理200张回单') }),
  output: z.array(z.object({ orderCode: text, ok: z.boolean(), msg: text })),
});
