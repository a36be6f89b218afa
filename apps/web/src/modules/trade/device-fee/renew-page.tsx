import { type RenewDetail, renewDetail, renewDraft } from '@tongda/contract/trade/device-fee/calls';
import { memberPayType, renewStatus } from '@tongda/contract/trade/member/enums';
import { Link, Navigate, useParams, useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { ErrorState, Loading } from '../../../kit/show/states';
import { useVisiting, VisitorsBuyNothing } from '../parts/visitor';
import { stepOf, Wizard } from '../parts/wizard';
import { feeLinks } from './links';
import { ChooseStep } from './renew-choose';
import { ConfirmStep } from './renew-confirm';
import { OnlineStep, PayStep } from './renew-pay';

const names = ['选择设备', '确认订单', '支付', '完成'];

/** 设备续费 in four steps. The choice is kept in the draft on the server and the order in the address, so that a reload loses nothing. */
export function RenewPage() {
  const { step = '1' } = useParams();
  const [params] = useSearchParams();
  const at = stepOf(step, names.length);
  const visiting = useVisiting();
  return (
    <Wizard title="设备续费" back={feeLinks.list} steps={names} at={at}>
      {visiting ? (
        <VisitorsBuyNothing />
      ) : at <= 2 ? (
        <Draft step={at} />
      ) : (
        <Ordered step={at} orderNo={params.get('orderNo')} />
      )}
    </Wizard>
  );
}

function Draft({ step }: { step: number }) {
  const { data, error, refetch, isFetching } = useAsk(renewDraft, undefined, { gcTime: 0, staleTime: 0 });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data || isFetching) return <Loading />;
  if (step === 1) return <ChooseStep start={data.items} />;
  return data.items.length === 0 ? <Navigate to={feeLinks.step(1)} replace /> : <ConfirmStep items={data.items} />;
}

const awaitsConfirmation = ({ renewStatus: at }: RenewDetail): boolean =>
  at === renewStatus.toPay || at === renewStatus.toPayAgain;

/** Steps 3 and 4 are about an order: without one the wizard begins again. */
function Ordered({ step, orderNo }: { step: number; orderNo: string | null }) {
  const { data, error, refetch } = useAsk(renewDetail, orderNo === null ? null : { orderNo }, {
    // the provider may confirm the transfer while the page is open
    refetchInterval: (query) => (query.state.data && awaitsConfirmation(query.state.data) ? 15_000 : false),
  });
  if (orderNo === null) return <Navigate to={feeLinks.step(1)} replace />;
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  const waits = awaitsConfirmation(data);
  const online = data.payType === memberPayType.online;
  const paying = waits && !data.hasVoucher;
  if (step === 4 && paying) return <Navigate to={feeLinks.step(3, data.orderNo)} replace />;
  if (step === 3 && !waits) return <Navigate to={feeLinks.step(4, data.orderNo)} replace />;
  if (step === 3) return online ? <OnlineStep order={data} /> : <PayStep order={data} />;
  const done = data.renewStatus === renewStatus.approved;
  return (
    <div className="trade-parts-wizard-done" role="status">
      <h2>{done ? '续费成功' : waits ? '凭证已提交，等待服务商核款' : '订单已取消'}</h2>
      <p className="td-cap">
        {done ? '设备服务已续期。' : waits ? '核款通过后设备自动续期，结果发到消息中心。' : data.cancelReason}
      </p>
      <ul>
        {data.lines.map((line) => (
          <li key={line.id}>
            {line.terminalNo} {line.plateNo}：{line.oldEnd ?? '无到期日'} → {line.newEnd ?? `核款后续 ${line.years} 年`}
          </li>
        ))}
      </ul>
      <p>
        <Link to={feeLinks.order(data.orderNo)}>查看订单</Link>　<Link to={feeLinks.list}>返回设备费用</Link>
      </p>
    </div>
  );
}
