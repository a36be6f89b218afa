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
  id: string;
  action: string;
  toStatus: number | null;
  /** when it happened; steps may be entered later */
  time: string;
  /** of a step of a part: a pick-up order or a child of the split order, which have states of their own */
  partCode: string | null;
}
type Order = Pick<OrderDetail, 'orderStatus' | 'createTime' | 'signTime' | 'receiptRequire' | 'receiptStatus'>;

/** When each state was reached, and the arrivals at sites, one after the other as they were entered: what was undone or corrected later does not count. */
function timesOf(log: readonly Step[]): { reached: Map<number, string>; arrived: string | undefined } {
  const reached = new Map<number, string>();
  const arrivals: string[] = [];
  const steps = log.filter(({ partCode }) => partCode === null).sort((a, b) => Number(a.id) - Number(b.id));
  for (const { action, toStatus, time } of steps) {
    if (action === '撤销到站') arrivals.pop();
    else if (action === '到站') arrivals.push(time);
    else if (action === '更正到站时间') arrivals.splice(-1, 1, time);
    else if (action === '撤销发车') reached.delete(orderStatus.inTransit);
    else if (action === '更正发车时间' && arrivals.length === 0) reached.set(orderStatus.inTransit, time);
    // goods that wait at a site are put on the next truck while they count as on the road
    const status = action === '配载' ? orderStatus.toLoad : toStatus;
    if (status === orderStatus.toDispatch) {
      reached.clear();
      arrivals.length = 0;
    } else if (status !== null && !reached.has(status)) reached.set(status, time);
  }
  return { reached, arrived: arrivals.at(-1) };
}

/** When the goods were fetched from their shipper; undefined for those that were brought. */
const fetchedAt = (log: readonly Step[]): string | undefined =>
  log.findLast(({ action, partCode }) => partCode !== null && action === '提货确认')?.time;

/** The stages of an order from 下单 (and 提货, where it was fetched) to 回单 with the times when they happened, from its log. */
export function stagesOf(order: Order, log: readonly Step[]): Stage[] {
  const { reached, arrived } = timesOf(log);
  const fetched = fetchedAt(log);
  // goods that were fetched are on the road before they are on any truck that leads to their receiver
  const passed =
    fetched && order.orderStatus === orderStatus.inTransit
      ? Math.max(orderStatus.toDispatch, ...reached.keys())
      : order.orderStatus;
  // goods that nobody told of while they were loaded were on the truck when it left, which loads what is planned
  const loaded = reached.get(orderStatus.loading) ?? reached.get(orderStatus.inTransit) ?? null;
  const stage = (name: string, status: number, time = reached.get(status) ?? null): Stage => {
    const done = passed >= status;
    return { name, time: done ? time : null, done };
  };
  const receipt = order.receiptRequire !== receiptRequire.none;
  return [
    { name: '下单', time: order.createTime, done: true },
    ...(fetched ? [{ name: '提货', time: fetched, done: true }] : []),
    stage('配载', orderStatus.toLoad),
    stage('装车', orderStatus.loading, loaded),
    stage('发车', orderStatus.inTransit),
    ...(arrived ? [{ name: '到站', time: arrived, done: true }] : []),
    stage('签收', orderStatus.completed, order.signTime),
    ...(receipt
      ? [{ name: '回单', time: null, done: (order.receiptStatus ?? receiptStatus.toUpload) > receiptStatus.toUpload }]
      : []),
  ];
}
