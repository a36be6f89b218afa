import { z } from 'zod';
import { dateTime, id } from '../../core/page';
import { payChannel } from './enums';

/** How an order of any kind was paid online. */
export const paymentsShape = z.object({
  /** number of the online payment at its provider; '' = none */
  payTradeNo: z.string(),
  payTime: dateTime.nullable(),
  /** online payments: 2 paid the order, 4 goes back, 5 went back */
  payments: z.array(
    z.object({
      id,
      channel: z.literal(payChannel.codes),
      status: z.number(),
      /** it paid the order, whether or not it goes back since */
      paidOrder: z.boolean(),
      /** what was paid; of one that goes back, what goes back of it */
      fen: z.number(),
      cause: z.string(),
    }),
  ),
});
export type ShownPayments = z.output<typeof paymentsShape>;

/** Money that did not pay its order: why, and whether it is back already. */
export const returnedShape = z.object({ fen: z.number(), cause: z.string(), done: z.boolean() });
export type ReturnedPayment = z.output<typeof returnedShape>;

/** A bank transfer of an order, as its buyer told it. */
export const transferShape = z.object({
  /** null: refused, a better voucher is waited for */
  submitTime: dateTime.nullable(),
  remitDate: z.string().nullable(),
  remitName: z.string(),
  voucherCount: z.number(),
  /** why the last voucher was refused; '' otherwise */
  rejectReason: z.string(),
});
