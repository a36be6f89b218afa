import { orderStatus } from '@tongda/contract/transport/enums';
import type { OrderDetail } from '@tongda/contract/transport/order/calls';
import { receiptRequire, receiptStatus } from '@tongda/contract/transport/waybill/enums';

/** A stage of an order and when it was reached; no time where the log has none. */
export interface Stage {
  name: string;
  time: string | null;
  done: boolean;
}
interface Step {
  action: string;
  toStatus: number | null;
  time: string;
}
type Order = Pick<OrderDetail, 'orderStatus' | 'createTime' | 'signTime' | 'receiptRequire' | 'receiptStatus'>;

/** The stages of an order from 下单 to 回单 with their times, from its log. A step that was undone does not count. */
export function stagesOf(order: Order, log: readonly Step[]): Stage[] {
  const steps = [...log].sort((a, b) => a.time.localeCompare(b.time));
  const back = steps.findLastIndex(({ toStatus }) => toStatus === orderStatus.toDispatch);
  const now = steps.slice(back + 1);
  const reached = (status: number): string | null => now.find(({ toStatus }) => toStatus === status)?.time ?? null;
  const stage = (name: string, status: number, time = reached(status)): Stage => {
    const done = order.orderStatus >= status;
    return { name, time: done ? time : null, done };
  };
  const arrived = now.findLast(({ action }) => action === '到站')?.time;
  const receipt = order.receiptRequire !== receiptRequire.none;
  return [
    { name: '下单', time: order.createTime, done: true },
    stage('配载', orderStatus.toLoad),
    stage('装车', orderStatus.loading),
    stage('发车', orderStatus.inTransit),
    ...(arrived ? [{ name: '到站', time: arrived, done: true }] : []),
    stage('签收', orderStatus.completed, order.signTime),
    ...(receipt
      ? [{ name: '回单', time: null, done: (order.receiptStatus ?? receiptStatus.toUpload) > receiptStatus.toUpload }]
      : []),
  ];
}
