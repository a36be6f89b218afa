import { z } from 'zod';
import { dateTime, id } from '../../core/page';

/** One line of an operation log of transport: what was done to an order, a waybill, a receipt or a report of something abnormal, by whom, and when. */
export const operationStep = z.object({
  id,
  action: z.string(),
  fromStatus: z.number().nullable(),
  toStatus: z.number().nullable(),
  operatorName: z.string(),
  source: z.number(),
  remark: z.string(),
  /** when it happened */
  time: dateTime,
  /** when it was entered, where that was later */
  enteredTime: dateTime.nullable(),
  /** the pick-up order of the order, or the child that it was split into, whose step it is; null for its own */
  partCode: z.string().nullable(),
});
