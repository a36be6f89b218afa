import { z } from 'zod';
import { dateTime } from '../../core/page';
import { storedTicket } from './ticket';

/** The invoice of an order, of whatever kind: who it is for, and what became of it. */
export const invoiceShape = z.object({
  invoiceStatus: z.number(),
  /** '' until it is issued */
  invoiceNo: z.string(),
  invoiceTime: dateTime.nullable(),
  /** whom the buyer wants it for; null: he has not said yet */
  ticket: storedTicket.nullable(),
});
export type OrderInvoice = z.output<typeof invoiceShape>;
