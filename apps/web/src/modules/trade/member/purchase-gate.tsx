import { message } from '@tongda/contract/core/messages';
import { constants } from '@tongda/contract/shell/constants';
import { purchaseCheck } from '@tongda/contract/trade/member/purchase';
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { platformName } from '../../../kit/session/brand';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { useVisiting, VisitorsBuyNothing } from '../parts/visitor';
import { memberLinks } from './links';

/** What is said of an order of the company that waits, so that nothing can be bought: null = none waits, undefined = not known yet. */
export function useWaitingOrder(): { waiting: string | null | undefined; error: unknown; refetch: () => void } {
  const { data, error, refetch } = useAsk(purchaseCheck, undefined, { gcTime: 0, staleTime: 0 });
  const waiting =
    data === constants.purchase.pay
      ? message('purchase.pay')
      : message('purchase.audit', { platformName: platformName() });
  return {
    waiting: data === undefined ? undefined : data === 0 ? null : waiting,
    error,
    refetch: () => void refetch(),
  };
}

function OrdersButton() {
  const navigate = useNavigate();
  return (
    <Button type="primary" onClick={() => void navigate(memberLinks.history)}>
      我的订单
    </Button>
  );
}

/** Says above a page that can be read meanwhile which order waits, with a link to it. */
export const WaitingNote = ({ waiting }: { waiting: string }) => (
  <Alert type="warning" showIcon title={waiting} action={<OrdersButton />} />
);

/** Shows its children, or, while an order waits, which one it is with a link to it, because nothing can be bought then. */
export function PurchaseGate({ children }: { children: ReactNode }) {
  const visiting = useVisiting();
  const { waiting, error, refetch } = useWaitingOrder();
  if (visiting) return <VisitorsBuyNothing />;
  if (error) return <ErrorState error={error} retry={refetch} />;
  if (waiting === undefined) return <Loading />;
  return waiting === null ? children : <Empty title={waiting} action={<OrdersButton />} />;
}
