import type { EnumCode } from '../../core/enum';
import { keysOf } from '../../core/keys';
import { auditStatus } from '../enums';
import { receiptRequire, receiptStatus } from '../waybill/enums';
import { receiptAuditMachine, receiptMachine } from '../waybill/status';

/** Stages of a receipt document, each found from its two states (paper and audit); tabs and rows of the list show them. */
export const receiptStages = {
  toUpload: '待上传',
  toAudit: '待审核',
  rejected: '已驳回',
  passed: '审核通过',
  recovered: '已回收',
  sent: '已寄出',
  received: '已接收',
  returned: '已返客户',
  cancelled: '已取消',
} as const;
export type ReceiptStage = keyof typeof receiptStages;
export const receiptStageKeys = keysOf(receiptStages);

export interface ReceiptFacts {
  receiptStatus: EnumCode<typeof receiptStatus>;
  auditStatus: EnumCode<typeof auditStatus>;
  /** the kind of receipt that the order asks for */
  receiptRequire: EnumCode<typeof receiptRequire>;
}

/** The stage of a receipt document. The server's list finds it in SQL (`stageSql`); a test compares the two. */
export function receiptStageOf(facts: Pick<ReceiptFacts, 'receiptStatus' | 'auditStatus'>): ReceiptStage {
  if (facts.auditStatus === auditStatus.cancelled) return 'cancelled';
  if (facts.receiptStatus === receiptStatus.recovered) return 'recovered';
  if (facts.receiptStatus === receiptStatus.sent) return 'sent';
  if (facts.receiptStatus === receiptStatus.received) return 'received';
  if (facts.receiptStatus === receiptStatus.returned) return 'returned';
  if (facts.auditStatus === auditStatus.rejected) return 'rejected';
  if (facts.receiptStatus === receiptStatus.toUpload) return 'toUpload';
  return facts.auditStatus === auditStatus.passed ? 'passed' : 'toAudit';
}

export const receiptVerbs = ['upload', 'pass', 'reject', 'recover', 'send', 'receive', 'returnClient'] as const;
export type ReceiptVerb = (typeof receiptVerbs)[number];
const paperVerbs: ReadonlySet<ReceiptVerb> = new Set(['recover', 'send', 'receive', 'returnClient']);

/** Whether the order asks for a signed paper, which has to travel back. */
export const hasPaper = (require: ReceiptFacts['receiptRequire']): boolean =>
  require === receiptRequire.paper || require === receiptRequire.both;

/**
 * Why a step of a receipt document is not allowed; null when it is (transport.md 3.6). An upload is audited, a rejected one is uploaded again; once
 * its picture has passed, a paper is sent on its way, and an electronic receipt is done.
 */
export function receiptRefusal(verb: ReceiptVerb, facts: ReceiptFacts): string | null {
  const { receiptStatus: status, auditStatus: audit, receiptRequire: require } = facts;
  if (audit === auditStatus.cancelled) return '订单的签收已撤销，回单已取消';
  if (verb === 'upload' || verb === 'pass' || verb === 'reject') {
    if (verb === 'upload' && !receiptMachine.can('upload', status))
      return receiptMachine.refusal('upload', status, '回单');
    if (verb !== 'upload' && status !== receiptStatus.uploaded)
      return `${receiptStatus.label(status)}的回单不能${receiptAuditMachine.label(verb)}，只有${receiptStatus.label(receiptStatus.uploaded)}时可以`;
    return receiptAuditMachine.can(verb, audit) ? null : receiptAuditMachine.refusal(verb, audit, '回单');
  }
  if (paperVerbs.has(verb) && !hasPaper(require)) return '电子回单审核通过即完成，没有纸质回单';
  if (!receiptMachine.can(verb, status)) return receiptMachine.refusal(verb, status, '回单');
  return audit === auditStatus.passed
    ? null
    : `${auditStatus.label(audit)}的回单不能${receiptMachine.label(verb)}，请先审核通过`;
}

/** The steps that are allowed now. */
export const receiptActions = (facts: ReceiptFacts): ReceiptVerb[] =>
  receiptVerbs.filter((verb) => receiptRefusal(verb, facts) === null);

/** Whether no further step is expected. */
export const receiptDone = (facts: ReceiptFacts): boolean => {
  const stage = receiptStageOf(facts);
  return stage === 'cancelled' || stage === 'returned' || (stage === 'passed' && !hasPaper(facts.receiptRequire));
};

/** Days from the signature until a receipt document is due, as a picture and as paper. */
export const receiptDueDays = { electronic: 2, paper: 10 } as const;
/** Distance of a signature from the receiver above which the list marks it, m (transport.md D5). */
export const farSignM = 500;
