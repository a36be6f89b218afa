import { orderStatus } from '@tongda/contract/transport/enums';
import { type OrderDetail, tmsLogPage } from '@tongda/contract/transport/order/calls';
import { Check } from 'lucide-react';
import { useAsk } from '../../../../kit/call/use-ask';
import { shortTime } from '../../../../kit/show/format';
import { stagesOf } from './progress-model';
import '../styles.css';

/** 下单 → 配载 → 装车 → 发车 → 到站 → 签收 → 回单, with times; a voided order has no progress. */
export function OrderProgress({ order }: { order: OrderDetail }) {
  const { orderCode } = order;
  // the same call as the log at the right makes, so that it is sent once
  const log = useAsk(tmsLogPage, { objType: 'customerOrder', objCode: orderCode });
  if (order.orderStatus === orderStatus.voided || !log.data) return null;
  const stages = stagesOf(order, log.data);
  const next = stages.findIndex(({ done }) => !done);
  return (
    <ol className="transport-order-stages" aria-label="订单进度">
      {stages.map(({ name, time, done }, i) => (
        <li key={name} data-state={done ? 'done' : i === next ? 'next' : 'later'}>
          <i aria-hidden="true">{done ? <Check /> : i + 1}</i>
          <b>{name}</b>
          <span className="td-cap">{time ? shortTime(time) : done ? '已完成' : ''}</span>
        </li>
      ))}
    </ol>
  );
}
