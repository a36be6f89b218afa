import {
  type AuditRow,
  auditCount,
  auditDetail,
  auditPage,
  auditPass,
  auditRefund,
  auditReject,
} from '@tongda/contract/trade/member/audit';
import { auditKind, auditStage } from '@tongda/contract/trade/member/enums';
import { Input, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '../../../kit/call/api';
import { confirm, reportError, toast } from '../../../kit/dialog/notify';
import type { RowAction } from '../../../kit/list/table-types';
import { useInvalidate } from '../../../kit/list/use-list';
import { yuan } from '../../../kit/show/money';

export const stageTones = {
  [auditStage.review]: 'amber',
  [auditStage.pay]: 'grey',
  [auditStage.passed]: 'green',
  [auditStage.rejected]: 'red',
  [auditStage.refunding]: 'amber',
  [auditStage.refunded]: 'grey',
};

type Asked = { what: 'reject' | 'refund'; row: AuditRow };
const reasonMin = 4;

/** What a reviewer may do with an order in its stage, and the dialog that asks for a reason. */
export function useAudit(): { actions: (row: AuditRow) => RowAction[]; dialog: ReactNode } {
  const invalidate = useInvalidate();
  const [asked, setAsked] = useState<Asked | null>(null);
  const changed = async (): Promise<void> => {
    await Promise.all([auditPage, auditCount, auditDetail].map(invalidate));
  };
  const pass = async (row: AuditRow): Promise<void> => {
    const sure = await confirm({
      title: `审核通过订单 ${row.orderNo}？`,
      content: `${row.clientName}，${row.content}，确认已收到 ${yuan(row.amountFen)} 元。通过后设备${row.kind === auditKind.member ? '会员立即生效' : '服务立即续期'}，不能撤回。`,
      ok: '审核通过',
    });
    if (!sure) return;
    await call(auditPass, { kind: row.kind === auditKind.member ? 1 : 2, orderNo: row.orderNo, version: row.version });
    toast('success', `订单 ${row.orderNo} 已审核通过`);
    await changed();
  };
  const refund = async (row: AuditRow, withdraw: boolean): Promise<void> => {
    const sure = await confirm({
      title: withdraw ? `撤回订单 ${row.orderNo} 的退款申请？` : `复核订单 ${row.orderNo} 的退款？`,
      content: withdraw ? undefined : '按未使用天数退款，相关设备的会员今天结束，不能撤回。',
      ok: withdraw ? '撤回' : '确认退款',
      danger: !withdraw,
    });
    if (!sure) return;
    await call(auditRefund, { orderNo: row.orderNo, version: row.version, withdraw });
    toast('success', withdraw ? '已撤回退款申请' : '已退款');
    await changed();
  };
  const actions = (row: AuditRow): RowAction[] => {
    const member = row.kind === auditKind.member;
    if (row.stage === auditStage.review)
      return [
        { label: '审核通过', can: auditPass, run: () => pass(row) },
        ...(member
          ? [{ label: '驳回', danger: true, can: auditReject, run: () => setAsked({ what: 'reject', row }) }]
          : []),
      ];
    if (member && row.stage === auditStage.passed)
      return [{ label: '退款', danger: true, can: auditRefund, run: () => setAsked({ what: 'refund', row }) }];
    if (row.stage === auditStage.refunding)
      return [
        { label: '复核退款', danger: true, can: auditRefund, run: () => refund(row, false) },
        { label: '撤回退款', can: auditRefund, run: () => refund(row, true) },
      ];
    return [];
  };
  const dialog = asked ? (
    <ReasonDialog
      title={asked.what === 'reject' ? `驳回订单 ${asked.row.orderNo}` : `申请退款 ${asked.row.orderNo}`}
      hint={
        asked.what === 'reject' ? '原因会发给下单企业，至少4个字' : '由另一人复核后生效；按未使用天数退款，至少4个字'
      }
      close={() => setAsked(null)}
      send={async (reason) => {
        const { orderNo, version } = asked.row;
        if (asked.what === 'reject') await call(auditReject, { orderNo, version, reason });
        else await call(auditRefund, { orderNo, version, reason });
        toast('success', asked.what === 'reject' ? '已驳回' : '已申请退款，等待另一人复核');
        setAsked(null);
        await changed();
      }}
    />
  ) : null;
  return { actions, dialog };
}

interface ReasonDialogProps {
  title: string;
  hint: string;
  send: (reason: string) => Promise<void>;
  close: () => void;
}

function ReasonDialog({ title, hint, send, close }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const go = async (): Promise<void> => {
    setBusy(true);
    try {
      await send(reason.trim());
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={title}
      width={480}
      okText="提交"
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ disabled: reason.trim().length < reasonMin }}
      onOk={() => void go()}
      onCancel={close}
    >
      <Input.TextArea
        aria-label="原因"
        placeholder={hint}
        rows={3}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  );
}
