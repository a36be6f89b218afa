import { abnormalAdd } from '@tongda/contract/transport/abnormal/calls';
import { type OrderDetail, orderAdd, orderUpdate, orderVoid } from '@tongda/contract/transport/order/calls';
import { orderCancelMerge, orderCancelSplit, orderSplit } from '@tongda/contract/transport/order/family';
import { orderRevokeSign, orderSign } from '@tongda/contract/transport/waybill/calls';
import { stowageConfirm } from '@tongda/contract/transport/waybill/stow/board';
import { Button } from 'antd';
import { Ban, Copy, Pencil, Split, TriangleAlert, Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Can } from '../../../kit/session/can';
import { OrderPrint } from '../print/door';
import { ShareButton, SignLinkButton } from '../trip/door';
import { waybillLinks } from '../waybill/door';
import { orderLinks } from './links';
import { useCancelMerge, useCancelSplit } from './use-actions';

/** Dialogs that a verb opens. */
export type Asked = 'void' | 'sign' | 'revokeSign' | 'report';
interface VerbsProps {
  order: OrderDetail;
  changed: () => void;
  ask: (dialog: Asked) => void;
}

/** What may be done with an order: the server says what its state allows (`allowActions`), the rights what the user may. */
export function OrderVerbs({ order, changed, ask }: VerbsProps) {
  const navigate = useNavigate();
  const cancelSplit = useCancelSplit();
  const cancelMerge = useCancelMerge();
  const may = (verb: (typeof order.allowActions)[number], button: ReactNode): ReactNode =>
    order.allowActions.includes(verb) ? button : null;
  return (
    <>
      {order.voidReason ? null : <ShareButton orderCode={order.orderCode} />}
      {may('sign', <SignLinkButton orderCode={order.orderCode} />)}
      <OrderPrint codes={[order.orderCode]} />
      <Can do={orderAdd}>
        <Button icon={<Copy />} onClick={() => void navigate(orderLinks.copy(order.orderCode))}>
          复制
        </Button>
      </Can>
      {order.voidReason ? null : (
        <Can do={abnormalAdd}>
          <Button icon={<TriangleAlert />} onClick={() => ask('report')}>
            异常上报
          </Button>
        </Can>
      )}
      {may(
        'void',
        <Can do={orderVoid}>
          <Button icon={<Ban />} onClick={() => ask('void')}>
            作废
          </Button>
        </Can>,
      )}
      {may(
        'cancelSplit',
        <Can do={orderCancelSplit}>
          <Button onClick={() => void cancelSplit(order, changed)}>撤销拆单</Button>
        </Can>,
      )}
      {may(
        'cancelMerge',
        <Can do={orderCancelMerge}>
          <Button onClick={() => void cancelMerge(order, changed)}>撤销合单</Button>
        </Can>,
      )}
      {may(
        'splitOrder',
        <Can do={orderSplit}>
          <Button icon={<Split />} onClick={() => void navigate(orderLinks.split(order.orderCode))}>
            拆单
          </Button>
        </Can>,
      )}
      {may(
        'revokeSign',
        <Can do={orderRevokeSign}>
          <Button onClick={() => ask('revokeSign')}>撤销签收</Button>
        </Can>,
      )}
      {may(
        'stowage',
        <Can do={stowageConfirm}>
          <Button icon={<Truck />} onClick={() => void navigate(waybillLinks.boardOf([order.orderCode]))}>
            配载
          </Button>
        </Can>,
      )}
      {may(
        'sign',
        <Can do={orderSign}>
          <Button type="primary" onClick={() => ask('sign')}>
            签收
          </Button>
        </Can>,
      )}
      {may(
        'edit',
        <Can do={orderUpdate}>
          <Button type="primary" icon={<Pencil />} onClick={() => void navigate(orderLinks.edit(order.orderCode))}>
            编辑
          </Button>
        </Can>,
      )}
    </>
  );
}
