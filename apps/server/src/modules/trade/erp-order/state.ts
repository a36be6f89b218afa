import { erpOrderStatusList } from '@tongda/contract/trade/member/enums';
import { auditStatus, paymentStatus } from '@tongda/contract/transport/enums';
import { type RawBuilder, sql } from 'kysely';

const { toCollect, partlyPaid } = paymentStatus;

/** The buyer says that he transferred what the order still costs, and nobody of the provider has looked at the account yet. */
export const hasWaitingTransfer = (order: { submitted_at: Date | null; payment_status: number }): boolean =>
  order.submitted_at !== null && (order.payment_status === toCollect || order.payment_status === partlyPaid);

/** SQL: the same of the order `e`. */
export const transferWaits: RawBuilder<boolean> = sql<boolean>`(e.submitted_at is not null and e.payment_status in (${sql.lit(toCollect)}, ${sql.lit(partlyPaid)}))`;

/** SQL: whether the order `e` still costs money: a renewal that is not paid, anything else that is not paid in full and of which no transfer is looked at. */
export const payable: RawBuilder<boolean> = sql<boolean>`(e.order_type <> ${sql.lit(erpOrderStatusList.returned)} and e.amount_fen > e.paid_fen
  and e.payment_status in (${sql.lit(paymentStatus.toCollect)}, ${sql.lit(paymentStatus.partlyPaid)}) and not ${transferWaits}
  and (e.audit_status = ${sql.lit(auditStatus.pending)} or (e.audit_status = ${sql.lit(auditStatus.passed)} and e.renew_order_id is null)))`;

/** SQL: whether the vouchers of the order `e` say something: a refused one does so only while the order waits for a better one. */
export const transferShown: RawBuilder<boolean> = sql<boolean>`(e.submitted_at is not null or ${payable})`;
