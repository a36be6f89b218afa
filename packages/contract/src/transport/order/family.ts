import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { id } from '../../core/page';
import { version } from '../../core/register/pieces';
import { button } from '../../shell/rights';
import { orderCode } from './calls';
import { orderFields } from './fields';
import { mergeOrders } from './merge';
import { splitChildren } from './split';

/** Calls that merge several orders into one and split one into several (transport.md 4.2), and those that undo it. */
const base = '/api/tms/customerOrder';
const text = z.string();

export const orderMerge = endpoint({
  path: `${base}/merge`,
  access: button('customerOrder', 'merge'),
  title: '合单',
  input: z.object({
    orderCodes: z
      .array(orderCode)
      .min(mergeOrders.min, `请至少选择${mergeOrders.min}个订单`)
      .max(mergeOrders.max, `一次最多合并${mergeOrders.max}个订单`),
  }),
  output: z.object({ orderCode: text }),
});
/** 撤销合单: restores the merged orders, as long as the order that they were merged into has not been dispatched (transport.md 4.2). */
export const orderCancelMerge = endpoint({
  path: `${base}/cancelMerge`,
  access: button('customerOrder', 'merge'),
  title: '撤销合单',
  input: z.object({ orderCode, version }),
  output: z.object({ orderCodes: z.array(text) }),
});

/** One child of a split: pieces of each item. kg and m³ are calculated from the pieces when they are absent. */
const childWish = z.object({
  items: z
    .array(
      z.object({
        itemId: id,
        pieces: z.number('请输入件数').int('件数须为整数').min(0, '件数不能小于0').max(999_999),
        weightKg: z.number().min(0, '重量不能小于0').max(999_999).optional(),
        volumeM3: z.number().min(0, '体积不能小于0').max(9_999).optional(),
      }),
    )
    .min(1, '请填写子单的货物')
    .max(100),
  /** a receiving point other than the parent's; needs `orderSplitAddress` */
  receive: orderFields
    .pick({
      receiver: true,
      receivePhone: true,
      receiveArea: true,
      receiveAddress: true,
      receiveLng: true,
      receiveLat: true,
    })
    .optional(),
  /** another end of the arrival window than the parent's */
  arriveTo: orderFields.shape.arriveTo.optional(),
});
/** The right to send a child to another receiving point (拆单改收货点, transport.md A3). */
export const orderSplitAddress = button('customerOrder', 'splitAddress');
export const orderSplit = endpoint({
  path: `${base}/split`,
  access: button('customerOrder', 'splitOrder'),
  title: '拆单',
  input: z.object({
    orderCode,
    version,
    children: z
      .array(childWish)
      .min(splitChildren.min, `请至少拆成${splitChildren.min}单`)
      .max(splitChildren.max, `最多拆成${splitChildren.max}单`),
    /** whether cash on delivery is divided by pieces, or goes to the first child as a whole */
    codTo: z.enum(['byPieces', 'first']).default('byPieces'),
  }),
  output: z.object({ childCodes: z.array(text) }),
});
export const orderCancelSplit = endpoint({
  path: `${base}/cancelSplit`,
  access: button('customerOrder', 'cancelSplit'),
  title: '撤销拆单',
  input: z.object({ orderCode, version }),
  output: z.object({ orderCode: text }),
});
