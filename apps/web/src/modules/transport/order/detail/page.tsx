import { abnormalPage } from '@tongda/contract/transport/abnormal/calls';
import {
  type OrderDetail,
  orderDetail,
  orderPage,
  orderStatusCount,
  tmsLogPage,
} from '@tongda/contract/transport/order/calls';
import { receiptPage } from '@tongda/contract/transport/receipt/calls';
import { receiptRequire } from '@tongda/contract/transport/waybill/enums';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAsk } from '../../../../kit/call/use-ask';
import { DetailPage, type DetailTab } from '../../../../kit/detail/page';
import { useInvalidate } from '../../../../kit/list/use-rows';
import { useCan } from '../../../../kit/session/can';
import { Empty, ErrorState, Loading } from '../../../../kit/show/states';
import { ReportDialog } from '../../abnormal/door';
import { OrderTemperature } from '../../trip/door';
import { RevokeSignDialog, SignDialog } from '../../waybill/door';
import { OrderMarks } from '../cells';
import { OrderMishaps, OrderReceipt } from '../edit/after';
import { OrderBasics } from '../edit/basics';
import { orderLinks } from '../links';
import { OrderStatusRing } from '../status-ring';
import { type Asked, OrderVerbs } from '../verbs';
import { VoidDialog } from '../void-dialog';
import { OrderLog } from './log';
import { OrderProgress } from './progress';
import { OrderFamily, OrderGoods } from './tables';
import { OrderWay } from './way';

/** Calls that show an order elsewhere and are out of date once it changes. */
const stale = [orderPage, orderStatusCount, tmsLogPage, abnormalPage, receiptPage];

/** 客户订单详情. */
export function OrderDetailsPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const mishaps = useCan(abnormalPage);
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = (): void => setAsked(null);
  const answer = useAsk(orderDetail, { id }, { when: id !== '' });
  if (id === '')
    return (
      <Empty
        title="没有指定订单"
        action={<Button onClick={() => void navigate(orderLinks.list)}>返回订单列表</Button>}
      />
    );
  if (answer.error && !answer.data) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  const order = answer.data;
  const changed = (): void => {
    void answer.refetch();
    for (const endpoint of stale) void invalidate(endpoint);
  };
  return (
    <>
      <DetailPage
        back={orderLinks.list}
        title={order.orderCode}
        status={
          <>
            <OrderMarks order={order} />
            <OrderStatusRing status={order.orderStatus} />
            {order.voidReason ? <span className="td-cap">{order.voidReason}</span> : null}
          </>
        }
        actions={<OrderVerbs order={order} changed={changed} ask={setAsked} />}
        tabs={tabsOf(order, mishaps)}
        aside={<OrderLog orderCode={order.orderCode} />}
      />
      {asked === 'void' ? <VoidDialog orders={[order]} done={changed} close={close} /> : null}
      {asked === 'sign' ? (
        <SignDialog
          orderCode={order.orderCode}
          receiver={order.receiver}
          pieces={order.deliveredPieces}
          done={changed}
          close={close}
        />
      ) : null}
      {asked === 'revokeSign' ? <RevokeSignDialog orderCode={order.orderCode} done={changed} close={close} /> : null}
      {asked === 'report' ? <ReportDialog orderCodes={[order.orderCode]} done={changed} close={close} /> : null}
    </>
  );
}

function tabsOf(order: OrderDetail, mishaps: boolean): DetailTab[] {
  const family = order.children.length + order.mergedFrom.length + (order.parent ? 1 : 0);
  return [
    {
      key: 'basic',
      name: '基本信息',
      content: () => (
        <>
          <OrderProgress order={order} />
          <OrderBasics order={order} />
        </>
      ),
    },
    { key: 'goods', name: '货物明细', content: () => <OrderGoods order={order} /> },
    { key: 'trip', name: '运输信息', content: () => <OrderWay order={order} /> },
    { key: 'temperature', name: '温度', content: () => <OrderTemperature orderCode={order.orderCode} /> },
    ...(order.receiptRequire !== receiptRequire.none || order.signTime
      ? [{ key: 'receipt', name: '回单', content: () => <OrderReceipt order={order} /> }]
      : []),
    ...(mishaps
      ? [
          {
            key: 'mishaps',
            name: '异常',
            content: () => <OrderMishaps orderCode={order.orderCode} />,
          },
        ]
      : []),
    ...(family > 0 ? [{ key: 'family', name: '子单与母单', content: () => <OrderFamily order={order} /> }] : []),
  ];
}
