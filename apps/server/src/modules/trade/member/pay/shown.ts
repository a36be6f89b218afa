import type { PayChannel } from '@tongda/contract/trade/member/enums';
import type { ReturnedPayment, ShownPayments } from '@tongda/contract/trade/member/payment';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../../core/generated/db-types';
import { wireColumnOrNull } from '../../../../core/http/answer/wire-time';
import type { PaidKind } from './kinds';
import { paymentState } from './state';

interface OrderRef {
  column: PaidKind['column'];
  id: string;
}
const { paid, toRefund, refunded } = paymentState;

/** How an order was paid online, and what of it goes back or went back; the caller has checked that it may be seen. */
export async function loadPayments(db: Kysely<DB>, { column, id }: OrderRef, timeZone: string): Promise<ShownPayments> {
  const payments = await db
    .selectFrom('member_payment as p')
    .select([
      'p.id',
      'p.status',
      'p.cause',
      sql<number>`coalesce(p.refunded_fen, p.refund_fen, p.paid_fen, p.fen)`.as('fen'),
    ])
    .select(sql<boolean>`p.status = ${paid}`.as('paidOrder'))
    .select(['p.provider_no', wireColumnOrNull('p.paid_at', timeZone).as('paidAt')])
    .select(sql<PayChannel>`p.channel`.as('channel'))
    .where(sql<boolean>`${sql.ref(`p.${column}`)} = ${id}`)
    .where('p.status', 'in', [paid, toRefund, refunded])
    .orderBy('p.id')
    .execute();
  const own = payments.find(({ paidOrder }) => paidOrder);
  return {
    payTradeNo: own?.provider_no ?? '',
    payTime: own?.paidAt ?? null,
    payments: payments.map(({ provider_no: _no, paidAt: _at, ...one }) => one),
  };
}

/** The last money of an order that did not pay it; null: there is none. */
export async function findReturned(db: Kysely<DB>, { column, id }: OrderRef): Promise<ReturnedPayment | null> {
  const row = await db
    .selectFrom('member_payment as p')
    .select(['p.cause', sql<number>`coalesce(p.refunded_fen, p.refund_fen, p.paid_fen, p.fen)`.as('fen')])
    .select(sql<boolean>`p.status = ${refunded}`.as('done'))
    .where(sql<boolean>`${sql.ref(`p.${column}`)} = ${id}`)
    .where('p.status', 'in', [toRefund, refunded])
    .orderBy('p.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
