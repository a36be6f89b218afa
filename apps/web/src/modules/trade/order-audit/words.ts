import type { AuditDetail, AuditRow } from '@tongda/contract/trade/member/audit';
import { auditKind, auditStage, erpOrderStatusList, memberPayType } from '@tongda/contract/trade/member/enums';
import { formatYuan } from '../../../kit/show/money';
import { paymentFacts } from '../member/door';

/** What is sent is sent after the review; software and services are opened. */
const goodsWords = (orderType: number | null): string =>
  orderType === erpOrderStatusList.software ? '订单生效' : '订单可以发货';

/** What passing an order says and does; the sum is what the reviewer confirms to have come, without what was paid before. */
export function passWords(row: Pick<AuditRow, 'kind' | 'orderType' | 'amountFen' | 'paidFen'>): string {
  const { kind, orderType, amountFen, paidFen } = row;
  const dueFen = amountFen - paidFen;
  const paid =
    dueFen > 0 ? `，确认已收到 ${formatYuan(dueFen)} 元。通过后` : `，已付清 ${formatYuan(amountFen)} 元。通过后`;
  if (kind === auditKind.member) return `${paid}设备的会员立即生效，已有会员的设备从到期次日起接续`;
  if (kind === auditKind.renewal) return `${paid}设备服务立即续期`;
  if (orderType === erpOrderStatusList.returned) return '。同意退货';
  return `${paid}${goodsWords(orderType)}`;
}

type Fact = readonly [label: string, value: string | null];

/** What an order of the order centre has paid, and what of it is still waited for; nothing of the others and of returns. */
export function paidFacts({
  kind,
  orderType,
  amountFen,
  paidFen,
  stage,
}: Pick<AuditRow, 'kind' | 'orderType' | 'amountFen' | 'paidFen' | 'stage'>): readonly Fact[] {
  if (kind !== auditKind.goods || orderType === erpOrderStatusList.returned) return [];
  const waits = stage === auditStage.pay || stage === auditStage.review;
  return [
    ['已付', `${formatYuan(paidFen)} 元`],
    ...(waits ? [['待收', `${formatYuan(Math.max(0, amountFen - paidFen))} 元`] as const] : []),
  ];
}

const noTransfer = { remitDate: null, remitName: '' };

/** The online payment of a renewal or of an order of the order centre, also when the rest was transferred; the transfer has its own lines. */
export function onlineFacts(payment: AuditDetail['payment'], payType: number): readonly Fact[] {
  if (!payment || (payType !== memberPayType.online && payment.payTradeNo === '')) return [];
  return paymentFacts({ ...payment, payType: memberPayType.online, ...noTransfer });
}
