import { keysOf } from '@tongda/contract/core/keys';
import { memberPayType, memberStatus, payChannel } from '@tongda/contract/trade/member/enums';
import type { MemberOrderDetail } from '@tongda/contract/trade/member/order';
import { memberGroupNames, memberGroups } from '@tongda/contract/trade/member/order-state';
import { formatYuan } from '../../../kit/show/money';

/** Short words of a status; the long ones stand in the details. */
export function statusWords(status: number): string {
  if (status === memberStatus.toPayOffline) return '待付款（传凭证）';
  if (status === memberStatus.toReviewOffline) return '待审核（到账核对）';
  if (status === memberStatus.timedOut) return '已取消（超时）';
  const group = keysOf(memberGroups).find((key) => memberGroups[key].some((code) => code === status));
  return group === undefined ? memberStatus.label(status) : memberGroupNames[group];
}

export const statusTones: Readonly<Record<number, string>> = {
  [memberStatus.toPay]: 'amber',
  [memberStatus.toPayOffline]: 'amber',
  [memberStatus.toReview]: 'blue',
  [memberStatus.toReviewOffline]: 'blue',
  [memberStatus.passed]: 'green',
  [memberStatus.failed]: 'red',
};

/** Online payments that go back or went back, each with its amount and why. */
export const returnedFacts = (
  payments: MemberOrderDetail['payments'],
): ReadonlyArray<readonly [label: string, value: string]> =>
  payments
    .filter(({ status }) => status !== 2)
    .map((one) => [
      `${payChannel.label(one.channel)}${one.status === 5 ? '已退回' : '待退回'}`,
      `${formatYuan(one.fen)} 元，${one.cause}`,
    ]);

type Paid = Pick<MemberOrderDetail, 'payType' | 'payTradeNo' | 'payTime' | 'payments' | 'remitDate' | 'remitName'>;

/** How an order is paid: a transfer has its day and its payer, an online payment its way, number and time. An order that knew both shows both. */
export function paymentFacts(order: Paid): ReadonlyArray<readonly [label: string, value: string | null]> {
  const { payType, payTradeNo, payTime, payments, remitDate, remitName } = order;
  const paid = payments.find(({ paidOrder }) => paidOrder);
  return [
    ...(payType === memberPayType.online || payTradeNo !== ''
      ? ([
          ['支付渠道', paid ? payChannel.label(paid.channel) : null],
          ['支付交易号', payTradeNo],
          ['支付时间', payTime],
        ] as const)
      : []),
    ...(payType === memberPayType.offline || remitDate !== null
      ? ([
          ['汇款日期', remitDate],
          ['汇款户名', remitName],
        ] as const)
      : []),
  ];
}
