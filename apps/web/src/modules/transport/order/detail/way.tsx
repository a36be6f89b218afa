import { orderStatus } from '@tongda/contract/transport/enums';
import type { OrderDetail } from '@tongda/contract/transport/order/calls';
import { orderTrackPage } from '@tongda/contract/transport/tracking/calls';
import { splitFlag } from '@tongda/contract/transport/waybill/enums';
import { Link } from 'react-router';
import { Can } from '../../../../kit/session/can';
import { OrderTrip } from '../../trip/door';
import { orderLinks } from '../links';
import { OrderFamily } from './tables';

/** 运输信息 of an order. A split one has no trips of its own: what became of its goods stands with its parts. */
export function OrderWay({ order }: { order: OrderDetail }) {
  if (order.splitFlag !== splitFlag.parent) return <OrderTrip orderCode={order.orderCode} />;
  const done = order.orderStatus === orderStatus.completed;
  return (
    <>
      <p>
        已拆单，货物随子单运输。{' '}
        <Can do={orderTrackPage}>
          <Link to={orderLinks.trackParts(order.orderCode, done ? 'completed' : 'running')}>在订单跟踪中查看</Link>
        </Can>
      </p>
      <OrderFamily order={order} />
    </>
  );
}
