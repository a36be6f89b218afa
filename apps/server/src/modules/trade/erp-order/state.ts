import { paymentStatus } from '@tongda/contract/transport/enums';
import { type RawBuilder, sql } from 'kysely';

const { toCollect, partlyPaid } = paymentStatus;

/** The buyer says that he transferred what the order still costs, and nobody of the provider has looked at the account yet. */
export const hasWaitingTransfer = (order: { submitted_at: Date | null; payment_status: number }): boolean =>
  order.submitted_at !== null && (order.payment_status === toCollect || order.payment_status === partlyPaid);

/** SQL: the same of the order `e`. */
export const transferWaits: RawBuilder<boolean> = sql<boolean>`(e.submitted_at is not null and e.payment_status in (${sql.lit(toCollect)}, ${sql.lit(partlyPaid)}))`;
