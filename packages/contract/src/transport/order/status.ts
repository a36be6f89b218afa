import type { EnumCode } from '../../core/enum';
import { defineMachine } from '../../core/machine';
import { orderStatus, transportationStatus } from '../enums';
import { receiptOrderStatus, splitFlag, type stowStatus } from '../waybill/enums';

export type OrderStatus = EnumCode<typeof orderStatus>;

/** Facts about a leg that decide the state of its order. */
export interface LegFacts {
  /** false: taken off its waybill again */
  live: boolean;
  transportationStatus: EnumCode<typeof transportationStatus>;
  loadPieces: number;
  /** of its waybill */
  stowStatus: EnumCode<typeof stowStatus>;
  /** loading of its waybill has begun */
  loading: boolean;
  /** ends at the receiver */
  final: boolean;
}

export interface OrderFacts {
  voided: boolean;
  /** the receiver has signed, for accepted or refused goods */
  signed: boolean;
  splitFlag: EnumCode<typeof splitFlag>;
  /** states of its children, for an order that was split */
  children: readonly OrderStatus[];
  legs: readonly LegFacts[];
  /** a dispatch plan that is not cancelled holds the order */
  planned: boolean;
}

/**
 * State of an order from what happened to it. It is never set by hand: every change of a leg, a waybill or a plan asks this function in the same
 * transaction. Source: transport.md 3.
 */
export function deriveOrderStatus(order: OrderFacts): OrderStatus {
  if (order.voided) return orderStatus.voided;
  if (order.splitFlag === splitFlag.parent) return statusOfParent(order.children);
  const legs = order.legs.filter((leg) => leg.live);
  if (order.signed && legs.some((leg) => leg.final && leg.transportationStatus === transportationStatus.completed))
    return orderStatus.completed;
  if (legs.some((leg) => leg.transportationStatus !== transportationStatus.notStarted)) return orderStatus.inTransit;
  if (legs.some((leg) => leg.loadPieces > 0 || leg.loading)) return orderStatus.loading;
  return legs.length > 0 || order.planned ? orderStatus.toLoad : orderStatus.toDispatch;
}

function statusOfParent(children: readonly OrderStatus[]): OrderStatus {
  const live: OrderStatus[] = children.filter((status) => status !== orderStatus.voided);
  if (live.length === 0) return orderStatus.voided;
  if (live.every((status) => status === orderStatus.completed)) return orderStatus.completed;
  if (live.some((status) => status >= orderStatus.inTransit)) return orderStatus.inTransit;
  return orderStatus.codes.find((status) => live.includes(status)) ?? orderStatus.voided;
}

const { toDispatch, toLoad, loading, inTransit, completed, voided } = orderStatus;

/** Steps of a customer order and the states that allow them (transport.md 3.1). No step sets the state: `deriveOrderStatus` finds it. */
export const customerOrderMachine = defineMachine(orderStatus, {
  edit: { from: [toDispatch, toLoad], to: null, label: '编辑' },
  splitOrder: { from: [toDispatch], to: null, label: '拆单' },
  cancelSplit: { from: [toDispatch], to: null, label: '撤销拆单' },
  merge: { from: [toDispatch], to: voided, label: '合单' },
  cancelMerge: { from: [toDispatch], to: voided, label: '撤销合单' },
  stowage: { from: [toDispatch, inTransit], to: toLoad, label: '配载' },
  withdraw: { from: [toLoad], to: toDispatch, label: '移出运单' },
  load: { from: [toLoad, loading], to: loading, label: '装车' },
  rollbackLoading: { from: [loading], to: toLoad, label: '撤销装车' },
  sign: { from: [inTransit], to: completed, label: '签收' },
  revokeSign: { from: [completed], to: inTransit, label: '撤销签收' },
  void: { from: [toDispatch, toLoad], to: voided, label: '作废' },
});

/** Steps of a pick-up order (transport.md 3.2). */
export const pickUpOrderMachine = defineMachine(orderStatus, {
  edit: { from: [toDispatch, toLoad], to: null, label: '编辑' },
  splitOrder: { from: [toDispatch], to: null, label: '拆单' },
  stowage: { from: [toDispatch], to: toLoad, label: '配载' },
  withdraw: { from: [toLoad], to: toDispatch, label: '移出提单' },
  load: { from: [toLoad], to: loading, label: '开始装货' },
  pick: { from: [toLoad, loading], to: inTransit, label: '提货确认' },
  fail: { from: [toLoad, loading], to: toDispatch, label: '提货失败' },
  receive: { from: [inTransit], to: completed, label: '入站收货' },
  void: { from: [toDispatch, toLoad], to: voided, label: '作废' },
});

/** Steps of a receipt order (transport.md 3.2). */
export const receiptOrderMachine = defineMachine(receiptOrderStatus, {
  receive: {
    from: [receiptOrderStatus.toReceive, receiptOrderStatus.partly],
    to: receiptOrderStatus.received,
    label: '收货',
  },
  correct: { from: [receiptOrderStatus.received], to: receiptOrderStatus.partly, label: '更正' },
  void: { from: [receiptOrderStatus.toReceive], to: receiptOrderStatus.voided, label: '作废' },
});
