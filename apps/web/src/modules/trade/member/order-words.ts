import { keysOf } from '@tongda/contract/core/keys';
import { memberStatus } from '@tongda/contract/trade/member/enums';
import { memberGroupNames, memberGroups } from '@tongda/contract/trade/member/order-state';

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
