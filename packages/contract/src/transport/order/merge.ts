import type { OrderStatus } from './status';
import { customerOrderMachine } from './status';

/** How many orders one merge may join (transport.md 4.2). */
export const mergeOrders = { min: 2, max: 50 } as const;

/** Facts about an order that decide whether it may be merged. Times epoch ms, temperatures ℃; null: no limit. */
export interface MergeOrder {
  orderCode: string;
  orderStatus: OrderStatus;
  /** it is a parent or child of a split, which cannot be merged */
  split: boolean;
  customerId: string;
  receiveStoreId: string | null;
  /** name, phone and address in one text, for a receiver without a store */
  receiver: string;
  originSiteId: string | null;
  freightPayMode: number;
  tempMin: number | null;
  tempMax: number | null;
  arriveFrom: number | null;
  arriveTo: number | null;
}

export interface MergeProblem {
  orderCode: string;
  msg: string;
}

/** The range that lies within all given ranges; null when they have nothing in common. */
export function intersectRanges(
  bounds: ReadonlyArray<{ low: number | null; high: number | null }>,
): { low: number | null; high: number | null } | null {
  const lows = bounds.flatMap(({ low }) => low ?? []);
  const highs = bounds.flatMap(({ high }) => high ?? []);
  const low = lows.length > 0 ? Math.max(...lows) : null;
  const high = highs.length > 0 ? Math.min(...highs) : null;
  return low !== null && high !== null && low > high ? null : { low, high };
}

/** Why orders cannot be merged, one entry for each order that stands in the way; every order is compared with the first. Empty when they can. */
export function mergeProblems(orders: readonly MergeOrder[]): MergeProblem[] {
  const [first] = orders;
  if (!first) return [];
  if (orders.length < mergeOrders.min || orders.length > mergeOrders.max)
    return [{ orderCode: first.orderCode, msg: `合单须选择${mergeOrders.min}至${mergeOrders.max}个订单` }];
  const problems = orders.flatMap((order) => {
    const msg = ownProblem(order) ?? differenceFrom(first, order);
    return msg === null ? [] : [{ orderCode: order.orderCode, msg }];
  });
  if (problems.length > 0) return problems;
  if (intersectRanges(orders.map(({ tempMin, tempMax }) => ({ low: tempMin, high: tempMax }))) === null)
    return [{ orderCode: first.orderCode, msg: '所选订单的温度范围没有交集' }];
  if (intersectRanges(orders.map(({ arriveFrom, arriveTo }) => ({ low: arriveFrom, high: arriveTo }))) === null)
    return [{ orderCode: first.orderCode, msg: '所选订单的要求到达时间没有交集' }];
  return [];
}

function ownProblem(order: MergeOrder): string | null {
  if (!customerOrderMachine.can('merge', order.orderStatus))
    return customerOrderMachine.refusal('merge', order.orderStatus, '订单');
  return order.split ? '拆分过的订单不能合单' : null;
}

function differenceFrom(first: MergeOrder, order: MergeOrder): string | null {
  if (order.customerId !== first.customerId) return '客户不同，不能合单';
  const samePlace =
    order.receiveStoreId === null
      ? order.receiver === first.receiver && first.receiveStoreId === null
      : order.receiveStoreId === first.receiveStoreId;
  if (!samePlace) return '收货点不同，不能合单';
  if (order.originSiteId !== first.originSiteId) return '发站不同，不能合单';
  return order.freightPayMode === first.freightPayMode ? null : '付款方式不同，不能合单';
}
