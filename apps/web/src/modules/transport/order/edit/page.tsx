import {
  type OrderDetail,
  orderAdd,
  orderDetail,
  orderPage,
  orderStatusCount,
  orderUpdate,
  tmsLogPage,
} from '@tongda/contract/transport/order/calls';
import { stowageConfirm } from '@tongda/contract/transport/waybill/stow/board';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useAsk } from '../../../../kit/call/use-ask';
import { Panel } from '../../../../kit/detail/panel';
import { type EditHead, EditPage } from '../../../../kit/form/edit-page';
import type { Values } from '../../../../kit/form/edit-schema';
import { useStaleAfter } from '../../../../kit/live/use-stale-after';
import { shortTime } from '../../../../kit/show/format';
import { ErrorState, Loading } from '../../../../kit/show/states';
import { waybillLinks } from '../../waybill/door';
import { OrderMarks } from '../cells';
import { OrderLog } from '../detail/log';
import { orderLinks } from '../links';
import { OrderStatusRing } from '../status-ring';
import { DuplicatePanel } from './duplicate-panel';
import { OrderFields } from './fields';
import { toCopy, toForm, toInput } from './form';

const stale = [orderPage, orderStatusCount, orderDetail, tmsLogPage];

/** 新增/编辑客户订单: `?id=` (order number) edits, `&copy=1` starts a new one from it. */
export function OrderEditPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? undefined;
  useStaleAfter(stale);
  if (id !== undefined && params.get('copy') === '1') return <CopyPage id={id} />;
  return <FormPage id={id} start={toForm} />;
}

function CopyPage({ id }: { id: string }) {
  const source = useAsk(orderDetail, { id }, { own: 'copy' });
  const { data } = source;
  const start = useCallback((): Values => (data ? toCopy(data) : {}), [data]);
  const names = useMemo(() => (data ? namesOf(data) : undefined), [data]);
  if (source.error) return <ErrorState error={source.error} retry={() => void source.refetch()} />;
  if (!data) return <Loading />;
  return <FormPage start={start} names={names} />;
}

/** How the choices of an order read. */
const namesOf = (order: OrderDetail): Record<string, string> => ({
  [`customerId ${order.customerId}`]: order.customerName,
  [`originSiteId ${order.originSiteId}`]: order.originSite ?? '',
  [`destSiteId ${order.destSiteId}`]: order.destSite ?? '',
});

/** Straight to the stowage board with what was just entered. */
const andStow = {
  label: '保存并配载',
  can: stowageConfirm,
  to: (answer: unknown): string => waybillLinks.boardOf([orderAdd.output.parse(answer).orderCode]),
};

interface FormPageProps {
  id?: string;
  start: (loaded: OrderDetail | null) => Values;
  names?: Readonly<Record<string, string>>;
}

function FormPage({ id, start, names }: FormPageProps) {
  return (
    <EditPage<OrderDetail, typeof orderUpdate>
      noun="客户订单"
      id={id}
      load={orderDetail}
      save={orderUpdate}
      create={orderAdd}
      toForm={start}
      toInput={toInput}
      draft="customerOrder"
      names={names}
      next={id === undefined ? andStow : undefined}
      back={orderLinks.list}
      head={headOf}
      aside={(loaded) =>
        loaded ? (
          <OrderLog orderCode={loaded.orderCode} />
        ) : (
          <>
            <DuplicatePanel />
            <Hints />
          </>
        )
      }
      body={(loaded) => <OrderFields loaded={loaded} />}
    />
  );
}

const headOf = (order: OrderDetail): EditHead => ({
  code: (
    <>
      {order.orderCode}
      <OrderMarks order={order} />
    </>
  ),
  status: <OrderStatusRing status={order.orderStatus} />,
  meta: `${order.createUser} 下单于 ${shortTime(order.createTime)}`,
});

function Hints() {
  return (
    <Panel title="填写提示">
      <ul className="transport-order-hints">
        <li>选客户后，可从地址簿带出门店和常用地址。</li>
        <li>有经纬度的地址才能显示在地图上、参与里程计算。</li>
        <li>货物含多个温层时，保存后可按温层拆单。</li>
      </ul>
    </Panel>
  );
}
