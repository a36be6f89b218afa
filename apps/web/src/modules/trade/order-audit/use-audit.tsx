import {
  type AuditRow,
  auditCount,
  auditDetail,
  auditPage,
  auditPass,
  auditReason,
  auditRefund,
  auditReject,
} from '@tongda/contract/trade/member/audit';
import { auditKind, auditStage, memberPayType } from '@tongda/contract/trade/member/enums';
import { type ReactNode, useState } from 'react';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { ReasonDialog } from '../../../kit/dialog/reason';
import { formatYuan } from '../../../kit/show/money';
import type { RowAction } from '../../../kit/table/types';

export const stageTones = {
  [auditStage.review]: 'amber',
  [auditStage.pay]: 'grey',
  [auditStage.passed]: 'green',
  [auditStage.rejected]: 'red',
  [auditStage.refunding]: 'amber',
  [auditStage.refunded]: 'grey',
};

type Asked = { what: 'reject' | 'refund'; row: AuditRow };
const stale = [auditPage, auditCount, auditDetail];

/** The actions of a reviewer on an order in its stage, and the dialog that asks for a reason (to be rendered by the page). */
export function useAudit(): { actions: (row: AuditRow) => RowAction[]; dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null);
  const pass = useAct(
    (row: AuditRow) =>
      call(auditPass, { kind: row.kind === auditKind.member ? 1 : 2, orderNo: row.orderNo, version: row.version }),
    {
      sure: (row) => ({
        title: `审核通过订单 ${row.orderNo}？`,
        content: `${row.clientName}，${row.content}，确认已收到 ${formatYuan(row.amountFen)} 元。通过后设备${row.kind === auditKind.member ? '会员立即生效' : '服务立即续期'}，不能撤回。`,
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
        ...(member
          ? [{ label: '驳回', danger: true, can: auditReject, run: () => setAsked({ what: 'reject', row }) }]
          : []),
      ];
    const paidBack = row.stage === auditStage.rejected && row.payType === memberPayType.online;
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
  return { actions, dialog: asked ? <WhyDialog asked={asked} close={() => setAsked(null)} /> : null };
}

/** 驳回 and 申请退款: why. */
function WhyDialog({ asked: { what, row }, close }: { asked: Asked; close: () => void }) {
  const { orderNo, version } = row;
  const rejects = what === 'reject';
  return (
    <ReasonDialog
      endpoint={rejects ? auditReject : auditRefund}
      input={(reason) => ({ orderNo, version, reason })}
      fresh={async () => (await call(auditDetail, { kind: auditKind.member, orderNo })).row}
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
