import {
  type AuditRow,
  auditCount,
  auditDetail,
  auditInvoice,
  auditPage,
  auditPass,
  auditReason,
  auditRefund,
  auditReject,
  auditVoidInvoice,
} from '@tongda/contract/trade/member/audit';
import { auditKind, auditStage, memberPayType } from '@tongda/contract/trade/member/enums';
import { invoiceStatus } from '@tongda/contract/transport/enums';
import { type ReactNode, useState } from 'react';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { ReasonDialog } from '../../../kit/dialog/reason';
import type { RowAction } from '../../../kit/table/types';
import { IssueDialog, VoidDialog } from './invoice-dialog';
import { passWords } from './words';

export const stageTones = {
  [auditStage.review]: 'amber',
  [auditStage.pay]: 'grey',
  [auditStage.toInvoice]: 'blue',
  [auditStage.passed]: 'green',
  [auditStage.rejected]: 'red',
  [auditStage.refunding]: 'amber',
  [auditStage.refunded]: 'grey',
};

type Asked = { what: 'reject' | 'refund' | 'issue' | 'void'; row: AuditRow };
const stale = [auditPage, auditCount, auditDetail];

/** The actions of a reviewer on an order in its stage, and the dialog that asks for a reason (to be rendered by the page). */
export function useAudit(): { actions: (row: AuditRow) => RowAction[]; dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null);
  const pass = useAct(
    (row: AuditRow) => call(auditPass, { kind: row.kind, orderNo: row.orderNo, id: row.id, version: row.version }),
    {
      sure: (row) => ({
        title: `审核通过订单 ${row.orderNo}？`,
        content: `${row.clientName}，${row.content}${passWords(row)}，不能撤回。`,
        ok: '审核通过',
      }),
      told: (_, row) => `订单 ${row.orderNo} 已审核通过`,
      stale,
      // the list brings the row anew
      fresh: async () => undefined,
    },
  );
  const refund = useAct(auditRefund, {
    sure: ({ orderNo, withdraw }) => ({
      title: withdraw ? `撤回订单 ${orderNo} 的退款申请？` : `复核订单 ${orderNo} 的退款？`,
      content: withdraw ? undefined : '按未使用天数退款，相关设备的会员今天结束，不能撤回。',
      ok: withdraw ? '撤回' : '确认退款',
      danger: !withdraw,
    }),
    told: (_, { withdraw }) => (withdraw ? '已撤回退款申请' : '已退款'),
    stale,
    fresh: async () => undefined,
  });
  const actions = (row: AuditRow): RowAction[] => {
    const member = row.kind === auditKind.member;
    if (row.stage === auditStage.review)
      return [
        { label: '审核通过', can: auditPass, run: () => void pass.run(row) },
        ...(row.refusable
          ? [{ label: '驳回', danger: true, can: auditReject, run: () => setAsked({ what: 'reject', row }) }]
          : []),
      ];
    const paidBack = row.stage === auditStage.rejected && row.payType === memberPayType.online;
    if (row.stage === auditStage.toInvoice)
      return [
        { label: '开票', can: auditInvoice, run: () => setAsked({ what: 'issue', row }) },
        { label: '作废申请', danger: true, can: auditVoidInvoice, run: () => setAsked({ what: 'void', row }) },
      ];
    if (row.invoiceStatus === invoiceStatus.issued)
      return [{ label: '作废发票', danger: true, can: auditVoidInvoice, run: () => setAsked({ what: 'void', row }) }];
    if (member && (row.stage === auditStage.passed || paidBack))
      return [{ label: '退款', danger: true, can: auditRefund, run: () => setAsked({ what: 'refund', row }) }];
    if (row.stage === auditStage.refunding)
      return [
        {
          label: '复核退款',
          danger: true,
          can: auditRefund,
          run: () => void refund.run({ orderNo: row.orderNo, version: row.version, withdraw: false }),
        },
        {
          label: '撤回退款',
          can: auditRefund,
          run: () => void refund.run({ orderNo: row.orderNo, version: row.version, withdraw: true }),
        },
      ];
    return [];
  };
  const close = (): void => setAsked(null);
  return { actions, dialog: asked ? dialogOf(asked, close) : null };
}

function dialogOf({ what, row }: Asked, close: () => void): ReactNode {
  if (what === 'issue') return <IssueDialog row={row} close={close} />;
  if (what === 'void') return <VoidDialog row={row} close={close} />;
  return <WhyDialog what={what} row={row} close={close} />;
}

/** 驳回 and 申请退款: why. */
function WhyDialog({ what, row, close }: { what: 'reject' | 'refund'; row: AuditRow; close: () => void }) {
  const { kind, id, orderNo, version } = row;
  const rejects = what === 'reject';
  return (
    <ReasonDialog
      endpoint={rejects ? auditReject : auditRefund}
      input={(reason) => (rejects ? { kind, id, orderNo, version, reason } : { orderNo, version, reason })}
      fresh={async () => (await call(auditDetail, { kind, orderNo, id })).row}
      told={rejects ? '已驳回' : '已申请退款，等待另一人复核'}
      stale={stale}
      close={close}
      title={rejects ? `驳回订单 ${orderNo}` : `申请退款 ${orderNo}`}
      okText="提交"
      label="原因"
      placeholder={rejects ? '原因会发给下单企业，至少4个字' : '由另一人复核后生效；按未使用天数退款，至少4个字'}
      shortest={auditReason.min}
      longest={auditReason.max}
    />
  );
}
