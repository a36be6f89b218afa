import { z } from 'zod';
import { id } from '../page';

/** How programs name vehicles by a customer's own codes (车辆绑定): the customer, his code, or both. */
export const boundFields = {
  customerId: id.optional(),
  extCode: z.string().trim().min(1).max(32, '最多32个字符').optional(),
} as const;

/** What a program is told: the vehicle's code at that moment; empty for none, and for several customers' of whom none was named. People are not told it. */
export const toldCode = z.string().optional();
