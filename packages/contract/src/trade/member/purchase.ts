import { z } from 'zod';
import { endpoint } from '../../core/endpoint';

export const purchaseCheck = endpoint({
  path: '/api/base/member/purchaseCheck',
  access: 'session',
  title: '购买会员前检查：1 有待付款订单，2 有待审核订单，0 可购买',
  output: z.union([z.literal(0), z.literal(1), z.literal(2)]),
});
