import { memberPayType, memberStatus } from '@tongda/contract/trade/member/enums';
import { memberDraft, queryOrderDetail } from '@tongda/contract/trade/member/order';
import { nextMemberStatus, waitsForPayment } from '@tongda/contract/trade/member/order-state';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { useAsk } from '../../../../kit/call/use-ask';
import { Empty, ErrorState, Loading } from '../../../../kit/show/states';
import { useVisiting, VisitorsBuyNothing } from '../../parts/visitor';
import { stepOf, Wizard } from '../../parts/wizard';
import { memberLinks } from '../links';
import { PurchaseGate } from '../purchase-gate';
import { usePlans } from '../use-plans';
import { InventoryChoose } from './choose';
import { InventoryConfirm } from './confirm';
import { InventoryDone } from './done';
import { InventoryOnline } from './online';
import { InventoryPay } from './pay';
import '../styles.css';

const names = ['选择设备', '确认订单', '付款', '完成'];

/** 购买会员 in four steps. The choice is kept in the draft on the server and the order in the address, so that a reload loses nothing. */
export function MemberInventoryPage() {
  const { step } = useParams();
  const [params] = useSearchParams();
  const at = stepOf(step, names.length);
  const visiting = useVisiting();
  return (
    <Wizard title="购买会员" back={memberLinks.home} steps={names} at={at}>
      {at <= 2 ? (
        <PurchaseGate>
          <Draft at={at} />
        </PurchaseGate>
      ) : visiting ? (
        <VisitorsBuyNothing />
      ) : (
        <Ordered at={at} orderNo={params.get('orderNo')} />
      )}
    </Wizard>
  );
}

function Draft({ at }: { at: number }) {
  const plans = usePlans();
  const [params] = useSearchParams();
  const { data, error, refetch, isFetching } = useAsk(memberDraft, undefined, { gcTime: 0, staleTime: 0 });
  const failed = error ?? plans.error;
  if (failed) return <ErrorState error={failed} retry={() => void refetch()} />;
  if (!data || !plans.data || isFetching) return <Loading />;
  if (plans.data.length === 0) return <Empty title="服务商还没有上架会员套餐" text="请联系服务商" />;
  if (at === 1)
    return (
      <InventoryChoose
        plans={plans.data}
        start={data}
        wanted={{ planId: params.get('planId'), months: params.get('months') }}
      />
    );
  const ready = data.planId !== null && data.items.length > 0;
  return ready ? (
    <InventoryConfirm planId={data.planId ?? ''} items={data.items} />
  ) : (
    <Navigate to={memberLinks.step(1)} replace />
  );
}

/** Steps 3 and 4 are about an order: without one the wizard begins again, a paid one is past step 3. */
function Ordered({ at, orderNo }: { at: number; orderNo: string | null }) {
  const { data, error, refetch } = useAsk(queryOrderDetail, { orderNo: orderNo ?? '' }, { when: orderNo !== null });
  if (orderNo === null) return <Navigate to={memberLinks.step(1)} replace />;
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  const order = { status: data.memberStatus, payType: data.payType };
  const online = data.payType === memberPayType.online;
  const payable = online ? data.memberStatus === memberStatus.toPay : nextMemberStatus(order, 'voucher') !== null;
  const Pay = online ? InventoryOnline : InventoryPay;
  if (at === 3) return payable ? <Pay order={data} /> : <Navigate to={memberLinks.step(4, { orderNo })} replace />;
  return waitsForPayment(data.memberStatus) && payable ? (
    <Navigate to={memberLinks.step(3, { orderNo })} replace />
  ) : (
    <InventoryDone order={data} />
  );
}
