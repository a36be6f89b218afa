import { message } from '@tongda/contract/core/messages';
import { constants } from '@tongda/contract/shell/constants';
import { purchaseCheck } from '@tongda/contract/trade/member/purchase';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { platformName } from '../../../kit/session/brand';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { memberLinks } from './links';

/** Shows its children, or, while an order waits, which one it is with a link to it, because nothing can be bought then. */
export function PurchaseGate({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const { data, error, refetch } = useAsk(purchaseCheck, undefined, { gcTime: 0, staleTime: 0 });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data === 0) return children;
  const pays = data === constants.purchase.pay;
  return (
    <Empty
      title={pays ? '有待付款的订单' : '有待审核的订单'}
      text={pays ? message('purchase.pay') : message('purchase.audit', { platformName: platformName() })}
      action={
        <Button type="primary" onClick={() => void navigate(memberLinks.history)}>
          我的订单
        </Button>
      }
    />
  );
}
