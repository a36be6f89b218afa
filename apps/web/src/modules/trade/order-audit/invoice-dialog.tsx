import {
  type AuditRow,
  auditCount,
  auditDetail,
  auditInvoice,
  auditPage,
  auditReason,
  auditVoidInvoice,
} from '@tongda/contract/trade/member/audit';
import { ticketType } from '@tongda/contract/trade/member/enums';
import { invoiceStatus } from '@tongda/contract/transport/enums';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { ActDialog } from '../../../kit/dialog/form';
import { ReasonDialog } from '../../../kit/dialog/reason';
import { formatYuan } from '../../../kit/show/money';
import { sendVouchers, VoucherFiles } from '../parts/voucher-files';

interface Props {
  row: AuditRow;
  close: () => void;
}
const stale = [auditPage, auditCount, auditDetail];
/** Loads the order as it is now, when somebody else changed it meanwhile. */
const freshOf =
  ({ kind, orderNo, id }: AuditRow) =>
  () =>
    call(auditDetail, { kind, orderNo, id }).then(({ row }) => row);

/** 开票: number and file of the invoice that the buyer asked for. */
export function IssueDialog({ row, close }: Props) {
  const [form] = Form.useForm<{ invoiceNo: string }>();
  const [files, setFiles] = useState<File[]>([]);
  const { kind, orderNo, id, version } = row;
  const ticket = useAsk(auditDetail, { kind, orderNo, id }).data?.invoice.ticket;
  const act = useAct(
    async (given: { invoiceNo: string; version: number }) => {
      const [fileId = ''] = await sendVouchers(files);
      return call(auditInvoice, { kind, orderNo, id, fileId, ...given });
    },
    { form, fresh: freshOf(row), told: '发票已开具，已通知买方', stale },
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
        {ticket
          ? `${ticketType.label(ticket.type)}，抬头 ${ticket.title}，税号 ${ticket.taxNo}，邮箱 ${ticket.email}，`
          : ''}
        金额 <b>{formatYuan(row.amountFen)} 元</b>
      </p>
      <Form.Item name="invoiceNo" label="发票号码" rules={[{ required: true, message: '请输入发票号码' }]}>
        <Input maxLength={20} />
      </Form.Item>
      <Form.Item label="发票文件" required>
        <VoucherFiles files={files} max={1} change={setFiles} noun="发票" />
      </Form.Item>
    </ActDialog>
  );
}

/** 作废发票, or the application for one: the buyer reads why. */
export function VoidDialog({ row, close }: Props) {
  const { kind, orderNo, id, version } = row;
  const issued = row.invoiceStatus === invoiceStatus.issued;
  return (
    <ReasonDialog
      endpoint={auditVoidInvoice}
      input={(reason) => ({ kind, orderNo, id, version, reason })}
      fresh={freshOf(row)}
      told={issued ? '发票已作废' : '发票申请已作废'}
      stale={stale}
      close={close}
      title={`${issued ? '作废发票' : '作废发票申请'} ${orderNo}`}
      okText="作废"
      label="原因"
      placeholder="原因会发给下单企业，至少4个字"
      shortest={auditReason.min}
      longest={auditReason.max}
    />
  );
}
