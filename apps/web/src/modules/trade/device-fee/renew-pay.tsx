import {
  feePage,
  feeSummary,
  type RenewDetail,
  renewDetail,
  renewPage,
  renewPayCode,
  renewPayResult,
  renewSimulate,
  renewVoucher,
} from '@tongda/contract/trade/device-fee/calls';
import { memberPayType } from '@tongda/contract/trade/member/enums';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { useInvalidate } from '../../../kit/list/use-rows';
import { formatYuan } from '../../../kit/show/money';
import { WorkBar } from '../../../kit/work/bar';
import { PayeePanel } from '../parts/payee-panel';
import { ScanToPay } from '../parts/scan-to-pay';
import { sendVouchers, VoucherFiles } from '../parts/voucher-files';
import { feeLinks } from './links';

/** What a payment or a voucher changes. The order itself is loaded again before the page goes on: with the one of before, the last step would lead back here. */
const stale = [renewPage, feePage, feeSummary];

const scanCalls = { code: renewPayCode, result: renewPayResult, simulate: renewSimulate, stale: [renewDetail] };

/** Step 3 of an order that is paid online: the code to scan. */
export function OnlineStep({ order }: { order: RenewDetail }) {
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const leave = async (): Promise<void> => {
    await Promise.all([renewDetail, ...stale].map(invalidate));
    await navigate(feeLinks.step(4, order.orderNo), { replace: true });
  };
  return (
    <>
      <div className="trade-parts-wizard-body">
        <p>
          订单 {order.orderNo}，续费 {order.deviceCount} 台，应付 <b>{formatYuan(order.amountFen)} 元</b>。请在{' '}
          <b>{order.expireAt.slice(0, 16)}</b> 前付款，逾期自动取消。
        </p>
        <ScanToPay orderNo={order.orderNo} calls={scanCalls} paid={() => void leave()} />
      </div>
      <WorkBar>
        <Button onClick={() => void navigate(feeLinks.orders)}>稍后付款</Button>
      </WorkBar>
    </>
  );
}

/** Step 3 of an order that is paid by bank transfer: the account to transfer to, and the upload of the voucher. */
export function PayStep({ order }: { order: RenewDetail }) {
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const [files, setFiles] = useState<File[]>([]);
  const send = useAct(
    async () => {
      const [fileId = ''] = await sendVouchers(files);
      await call(renewVoucher, { orderNo: order.orderNo, version: order.version, fileId });
    },
    {
      stale,
      fresh: async () => undefined,
      done: async () => {
        await invalidate(renewDetail);
        await navigate(feeLinks.step(4, order.orderNo));
      },
    },
  );
  return (
    <>
      <div className="trade-parts-wizard-body">
        <p>
          订单 {order.orderNo}，支付方式：{memberPayType.label(memberPayType.offline)}。请在{' '}
          <b>{order.expireAt.slice(0, 16)}</b> 前汇款并上传凭证，逾期自动取消。
        </p>
        <PayeePanel
          payee={order.payee}
          amountFen={order.amountFen}
          note={{ label: '汇款附言码', text: order.transferCode }}
        />
        <section className="kit-form-group">
          <div className="kit-form-group-head">
            <h2>汇款凭证</h2>
            <div className="td-cap">jpg、png 或 pdf，不超过10MB</div>
          </div>
          <div>
            <VoucherFiles files={files} change={setFiles} max={1} />
            {order.hasVoucher ? <p className="td-cap">已上传过凭证（{order.voucherTime}），重新上传会替换。</p> : null}
          </div>
        </section>
      </div>
      <WorkBar>
        <Button onClick={() => void navigate(feeLinks.orders)}>稍后付款</Button>
        <Button type="primary" disabled={files.length === 0} loading={send.busy} onClick={() => void send.run()}>
          提交凭证
        </Button>
      </WorkBar>
    </>
  );
}
