import { contractStatus, memberPayType, memberStatus } from '@tongda/contract/trade/member/enums';
import { type MemberOrderDetail, queryOrderDetail, updateOrder } from '@tongda/contract/trade/member/order';
import { Alert, Button, Form } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../../kit/call/api';
import { newestOf, useAct } from '../../../../kit/call/use-act';
import { ActBar } from '../../../../kit/dialog/act-bar';
import { toast } from '../../../../kit/dialog/notify';
import { Can } from '../../../../kit/session/can';
import { WorkBar } from '../../../../kit/work/bar';
import { PayeePanel } from '../../parts/payee-panel';
import { readTransfer, TransferFields, type TransferValues } from '../../parts/transfer-fields';
import { ContractPanel } from '../contract-panel';
import { memberLinks } from '../links';
import { useOrderActions } from '../use-order-actions';

/** Step 3 of a bank transfer: the account to transfer to, and the upload of the vouchers. */
export function InventoryPay({ order }: { order: MemberOrderDetail }) {
  const navigate = useNavigate();
  const { changed, close } = useOrderActions();
  const [files, setFiles] = useState<File[]>([]);
  const [form] = Form.useForm<TransferValues>();
  const again = order.memberStatus === memberStatus.failed;
  const unsigned = order.contractRequired && order.contractStatus !== contractStatus.signed;
  const send = useAct(
    async ({ version, ...values }: TransferValues & { version: number }) =>
      call(updateOrder, { orderNo: order.orderNo, version, ...(await readTransfer(values, files)) }),
    {
      form,
      fresh: newestOf(queryOrderDetail, { orderNo: order.orderNo }),
      done: async () => {
        await changed();
        await navigate(memberLinks.step(4, { orderNo: order.orderNo }), { replace: true });
      },
    },
  );
  const submit = (values: TransferValues): void => {
    if (files.length === 0) toast('warning', '请上传汇款凭证');
    else void send.run({ ...values, version: order.version });
  };
  return (
    <Form<TransferValues>
      form={form}
      layout="vertical"
      requiredMark={false}
      className="kit-form-edit-form"
      initialValues={{ remitDate: dayjs(), remitName: order.remitName || order.ticket?.title || '' }}
      onFinish={submit}
    >
      <div className="trade-parts-wizard-body">
        <ActBar of={send} />
        {again ? <Alert type="error" showIcon title={`审核不通过：${order.rejectReason}`} /> : null}
        <p>
          订单 {order.orderNo}，{order.planName} {order.deviceCount} 台，支付方式：
          {memberPayType.label(memberPayType.offline)}。
          {again || order.expireAt === null ? (
            '请更换凭证后重新提交。'
          ) : (
            <>
              请在 <b>{order.expireAt.slice(0, 16)}</b> 前汇款并上传凭证，逾期自动取消。
            </>
          )}
        </p>
        {order.contractRequired ? <ContractPanel order={order} /> : null}
        <PayeePanel payee={order.payee} amountFen={order.payFen} note={{ label: '订单号', text: order.orderNo }} />
        <TransferFields files={files} change={setFiles} />
      </div>
      <WorkBar
        note={
          <span>
            {again ? null : (
              <Button onClick={() => void close(order, () => navigate(memberLinks.history))}>取消订单</Button>
            )}
          </span>
        }
      >
        <Button onClick={() => void navigate(memberLinks.history)}>稍后付款</Button>
        <Can do={updateOrder}>
          <Button type="primary" htmlType="submit" disabled={files.length === 0 || unsigned} loading={send.busy}>
            提交凭证
          </Button>
        </Can>
      </WorkBar>
    </Form>
  );
}
