import { contractStatus } from '@tongda/contract/trade/member/enums';
import { type MemberOrderDetail, queryOrderDetail } from '@tongda/contract/trade/member/order';
import { getPaymentQRCode, queryPaymentResults, simulatePayment } from '@tongda/contract/trade/member/pay';
import { Alert, Button } from 'antd';
import { useNavigate } from 'react-router';
import { formatYuan } from '../../../../kit/show/money';
import { WorkBar } from '../../../../kit/work/bar';
import { ScanToPay } from '../../parts/scan-to-pay';
import { ContractPanel } from '../contract-panel';
import { memberLinks } from '../links';
import { useOrderActions } from '../use-order-actions';

const calls = {
  code: getPaymentQRCode,
  result: queryPaymentResults,
  simulate: simulatePayment,
  stale: [queryOrderDetail],
};

/** Step 3 of an order that is paid online: the code to scan, how long it is good, and what became of it. */
export function InventoryOnline({ order }: { order: MemberOrderDetail }) {
  const navigate = useNavigate();
  const { changed, close } = useOrderActions();
  const unsigned = order.contractRequired && order.contractStatus !== contractStatus.signed;
  const leave = async (): Promise<void> => {
    await changed();
    await navigate(memberLinks.step(4, { orderNo: order.orderNo }), { replace: true });
  };
  return (
    <>
      <div className="trade-parts-wizard-body">
        <p>
          订单 {order.orderNo}，{order.planName} {order.deviceCount} 台，应付 <b>{formatYuan(order.payFen)} 元</b>
        </p>
        {order.contractRequired ? <ContractPanel order={order} /> : null}
        {unsigned ? (
          <Alert type="info" showIcon title="签署合同后显示付款二维码" />
        ) : (
          <ScanToPay orderNo={order.orderNo} calls={calls} paid={() => void leave()} />
        )}
      </div>
      <WorkBar
        note={
          <span>
            <Button onClick={() => void close(order, () => navigate(memberLinks.history))}>取消订单</Button>
          </span>
        }
      >
        <Button onClick={() => void navigate(memberLinks.history)}>稍后付款</Button>
      </WorkBar>
    </>
  );
}
