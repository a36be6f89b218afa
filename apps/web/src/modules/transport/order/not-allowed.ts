import type { OrderRow } from '@tongda/contract/transport/order/calls';
import { customerOrderMachine, type OrderStatus } from '@tongda/contract/transport/order/status';
import { splitFlag } from '@tongda/contract/transport/waybill/enums';

export type Chosen = Pick<OrderRow, 'orderCode' | 'orderStatus' | 'splitFlag' | 'allowActions'>;
type Verb = 'void' | 'stowage' | 'merge';

/** Orders of a selection that share a reason why a step does not take them. */
export interface NotAllowed {
  reason: string;
  orderCodes: string[];
}

/** Why an order that does not allow a step (`allowActions`) does not. */
function reasonOf(verb: Verb, order: Chosen): string {
  // the server sends the machine's states only
  const state = order.orderStatus as OrderStatus;
  const label = customerOrderMachine.label(verb);
  if (!customerOrderMachine.can(verb, state)) return customerOrderMachine.refusal(verb, state, '订单');
  if (order.splitFlag === splitFlag.parent) return `已拆单的订单不能${label}，请先撤销拆单或处理子单`;
  if (order.splitFlag === splitFlag.child && verb === 'merge') return '子单不能合单';
  return verb === 'void' ? '同一母单的其他子单正在装车或运输，子单不能作废' : `货物在运单上，不能${label}`;
}

/** Parts a selection into the orders that a step may take and the others, by reason. */
export function partByStep<O extends Chosen>(verb: Verb, orders: readonly O[]): { can: O[]; not: NotAllowed[] } {
  const not = new Map<string, string[]>();
  const can = orders.filter((order) => {
    if (order.allowActions.includes(verb)) return true;
    const reason = reasonOf(verb, order);
    not.set(reason, [...(not.get(reason) ?? []), order.orderCode]);
    return false;
  });
  return { can, not: [...not].map(([reason, orderCodes]) => ({ reason, orderCodes })) };
}

/** `运输中的订单不能作废，只有待调度、待装车时可以（2 个）` for each reason; empty when all may. */
export const notAllowedText = (not: readonly NotAllowed[]): string =>
  not.map(({ reason, orderCodes }) => `${reason}（${orderCodes.length} 个）`).join('；');
