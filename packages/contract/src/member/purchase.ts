import { z } from 'zod';
import { endpoint } from '../core/endpoint';
import { purchaseCheck as results } from '../enums/member';
import { waitsForPayment, waitsForReview } from './order-state';

/** What the statuses of a company's open orders mean before a purchase: 1 = one awaits payment, 2 = one awaits review, 0 = go on. */
export function purchaseResult(statuses: readonly number[]): 0 | 1 | 2 {
  if (statuses.some(waitsForPayment)) return results.toPay;
  return statuses.some(waitsForReview) ? results.toReview : 0;
}

export const purchaseCheck = endpoint({
  path: '/api/base/member/purchaseCheck',
  access: 'session',
  title: '购买会员前检查：1 有待付款订单，2 有待审核订单，0 可购买',
  output: z.union([z.literal(0), z.literal(1), z.literal(2)]),
});
