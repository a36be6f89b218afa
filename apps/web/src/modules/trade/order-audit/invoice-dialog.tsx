import {
  auditDetail,
  auditInvoice,
  auditPage,
  auditReason,
  auditVoidInvoice,
} from '@tongda/contract/trade/member/audit';
import { auditKind } from '@tongda/contract/trade/member/enums';
import type { MemberOrderDetail } from '@tongda/contract/trade/member/order';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { ActDialog } from '../../../kit/dialog/form';
import { ReasonDialog } from '../../../kit/dialog/reason';
import { formatYuan } from '../../../kit/show/money';
import { sendVouchers, VoucherFiles } from '../parts/voucher-files';

interface Props {
  order: MemberOrderDetail;
  close: () => void;
}
const stale = [auditPage, auditDetail];
/** Loads the order as it is now, when somebody else changed it meanwhile. */
const freshOf = (orderNo: string) => () =>
  call(auditDetail, { kind: auditKind.member, orderNo }).then(({ row }) => row);

/** 开票: number and file of the invoice that the buyer asked for. */
export function IssueDialog({ order, close }: Props) {
  const [form] = Form.useForm<{ invoiceNo: string }>();
  const [files, setFiles] = useState<File[]>([]);
  const { orderNo, version, ticket } = order;
  const act = useAct(
    async (given: { invoiceNo: string; version: number }) => {
      const [fileId = ''] = await sendVouchers(files);
      return call(auditInvoice, { orderNo, fileId, ...given });
    },
    { form, fresh: freshOf(orderNo), told: '发票已开具，已通知买方', stale },
  );
  return (
    <ActDialog<{ invoiceNo: string; version: number }, null, { invoiceNo: string }>
      act={act}
      form={form}
      input={({ invoiceNo }) => ({ invoiceNo: invoiceNo.trim(), version })}
      ready={files.length > 0}
      close={close}
      title={`开具发票 ${orderNo}`}
      width={560}
      okText="开票"
    >
      <p>
        抬头 {ticket?.title}，税号 {ticket?.taxNo}，金额 <b>{formatYuan(order.payFen)} 元</b>
      </p>
      <Form.Item name="invoiceNo" label="发票号码" rules={[{ required: true, message: '请输入发票号码' }]}>
        <Input maxLength={20} />
      </Form.Item>
      <VoucherFiles files={files} max={1} change={setFiles} noun="发票" />
    </ActDialog>
  );
}

/** 作废发票: the buyer reads why. */
export const VoidDialog = ({ order: { orderNo, version, invoiceNo }, close }: Props) => (
  <ReasonDialog
    endpoint={auditVoidInvoice}
    input={(reason) => ({ orderNo, version, reason })}
    fresh={freshOf(orderNo)}
    told="发票已作废"
    stale={stale}
    close={close}
    title={`作废发票 ${invoiceNo || orderNo}`}
    okText="作废"
    label="原因"
    placeholder="原因会发给下单企业，至少4个字"
    shortest={auditReason.min}
    longest={auditReason.max}
  />
);
