import { contractStatus, memberPayType, memberStatus } from '@tongda/contract/trade/member/enums';
import {
  type MemberOrderDetail,
  queryOrderDetail,
  updateOrder,
  voucherInput,
} from '@tongda/contract/trade/member/order';
import { memberLimits } from '@tongda/contract/trade/member/order-state';
import { Alert, Button, DatePicker, Form, Input } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../../kit/call/api';
import { newestOf, useAct } from '../../../../kit/call/use-act';
import { ActBar } from '../../../../kit/dialog/act-bar';
import { toast } from '../../../../kit/dialog/notify';
import { Can } from '../../../../kit/session/can';
import { WorkBar } from '../../../../kit/work/bar';
import { PayeePanel } from '../../parts/payee-panel';
import { sendVouchers, VoucherFiles } from '../../parts/voucher-files';
import { ContractPanel } from '../contract-panel';
import { memberLinks } from '../links';
import { useOrderActions } from '../use-order-actions';

interface Values {
  remitDate: Dayjs | null;
  remitName: string;
}

/** Step 3 of a bank transfer: the account to transfer to, and the upload of the vouchers. */
export function InventoryPay({ order }: { order: MemberOrderDetail }) {
  const navigate = useNavigate();
  const { changed, close } = useOrderActions();
  const [files, setFiles] = useState<File[]>([]);
  const [form] = Form.useForm<Values>();
  const again = order.memberStatus === memberStatus.failed;
  const unsigned = order.contractRequired && order.contractStatus !== contractStatus.signed;
  const send = useAct(
    async ({ remitDate, remitName, version }: Values & { version: number }) =>
      call(updateOrder, {
        orderNo: order.orderNo,
        version,
        fileIds: await sendVouchers(files),
        remitDate: remitDate?.format('YYYY-MM-DD') ?? '',
        remitName: remitName.trim(),
      }),
    {
      form,
      fresh: newestOf(queryOrderDetail, { orderNo: order.orderNo }),
      done: async () => {
        await changed();
        await navigate(memberLinks.step(4, { orderNo: order.orderNo }), { replace: true });
      },
    },
  );
  const submit = (values: Values): void => {
    if (files.length === 0) toast('warning', '请上传汇款凭证');
    else void send.run({ ...values, version: order.version });
  };
  return (
    <Form<Values>
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
        <Transfer files={files} change={setFiles} />
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

/** 汇款凭证: date and payer of the transfer, and the files that prove it. */
function Transfer({ files, change }: { files: File[]; change: (files: File[]) => void }) {
  return (
    <section className="kit-form-group">
      <div className="kit-form-group-head">
        <h2>汇款凭证</h2>
        <div className="td-cap">jpg、png 或 pdf，每个不超过10MB，最多{memberLimits.vouchers}个</div>
      </div>
      <div className="kit-form-group-grid">
        <div className="kit-form-field" data-span={4}>
          <Form.Item name="remitDate" label="汇款日期" rules={[{ required: true, message: '请选择汇款日期' }]}>
            <DatePicker maxDate={dayjs()} allowClear={false} />
          </Form.Item>
        </div>
        <div className="kit-form-field" data-span={6}>
          <Form.Item
            name="remitName"
            label="汇款户名"
            rules={[
              {
                validator: async (_rule, value) => {
                  const parsed = voucherInput.shape.remitName.safeParse(value);
                  if (!parsed.success) throw new Error(parsed.error.issues[0]?.message);
                },
              },
            ]}
          >
            <Input maxLength={100} />
          </Form.Item>
        </div>
        <div className="kit-form-field" data-span={12}>
          <VoucherFiles files={files} change={change} max={memberLimits.vouchers} />
        </div>
      </div>
    </section>
  );
}
