import { msgType } from '@tongda/contract/base/system-enums';
import { yuanWords } from '@tongda/contract/core/money';
import { type PayChannel, payChannel } from '@tongda/contract/trade/member/enums';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Trx } from '../../../../core/db/trx';
import type { DB, MemberPayment } from '../../../../core/generated/db-types';
import { PerMinute } from '../../../../core/http/per-minute';
import { tellProvider } from '../../../base/message/door';
import { auditTag, tellBuyerOf } from '../tell';
import { type LockedOrder, type PaidKind, paidKinds } from './kinds';
import type { Payments } from './payments';
import { Forged, type Incoming, type Notified } from './shape';
import { paymentState } from './state';

export interface PayDeps {
  /** past the row-level security of companies: providers tell us of payments, not users */
  db: Kysely<DB>;
  log: Logger;
  payments: Payments;
  /** orders that are paid and whose contract is signed or not needed are approved at once */
  autoApprove: boolean;
}

/** What became of a payment: it paid its order; it was known already; its amount is another; the order waits for no payment any more; it is none of ours. */
type Settled = 'settled' | 'again' | 'amount' | 'late' | 'unknown';

/** Lines about forged messages in a minute: anybody may send them, and the log of the server has them all. */
const forgedLines = new PerMinute(30);

/**
 * Takes a payment that its provider vouches for. However often and in whatever order it is told, the order changes once: payment and order are locked, and a payment that is
 * known changes nothing. Money that does not pay the order (another amount, too late, a second time) is marked to be given back, and the provider's staff and the buyer are told.
 */
export async function settlePayment({ db, autoApprove }: PayDeps, channel: PayChannel, of: Notified): Promise<Settled> {
  return db.transaction().execute(async (trx): Promise<Settled> => {
    const payment = await trx
      .selectFrom('member_payment')
      .selectAll()
      .where('trade_no', '=', of.tradeNo)
      .where('channel', '=', channel)
      .forUpdate()
      .executeTakeFirst();
    if (!payment) return 'unknown';
    if (payment.status !== paymentState.waiting && payment.status !== paymentState.closed) return 'again';
    const { kind, id, order } = await lockPaid(trx, payment);
    const keep = (values: { status: number; cause?: string; refund_fen?: number }) =>
      trx
        .updateTable('member_payment')
        .set({ ...values, provider_no: of.providerNo, paid_fen: of.fen, paid_at: of.paidAt })
        .where('id', '=', payment.id)
        .execute();
    const giveBack = async (result: 'amount' | 'late', cause: string): Promise<Settled> => {
      await keep({ status: paymentState.toRefund, cause, refund_fen: of.fen });
      await tellProvider(trx, {
        type: msgType.orderReview,
        objTag: auditTag(kind, { id, orderNo: order.orderNo }),
        objName: order.orderNo,
        title: `${order.noun}付款异常：${order.orderNo}`,
        content: `${payChannel.label(channel)}到账 ${yuanWords(of.fen)}：${cause}，将原路退回。订单${order.orderNo}，交易号${of.providerNo}。`,
        menu: 'orderAudit',
        onceKey: `member payment ${payment.id}`,
      });
      await tellBuyerOf(
        trx,
        kind,
        { id, clientId: payment.client_id, orderNo: order.orderNo },
        {
          key: `payment ${payment.id} goes back`,
          title: `${order.noun}的付款将退回`,
          content: `订单${order.orderNo}收到${payChannel.label(channel)}付款 ${yuanWords(of.fen)}：${cause}，将原路退回。`,
        },
      );
      return result;
    };
    if (of.fen !== payment.fen) return giveBack('amount', `金额与应付 ${yuanWords(payment.fen)}不符`);
    if (order.refusal !== null) return giveBack('late', order.refusal);
    await keep({ status: paymentState.paid });
    await order.pay({ ...of, channel }, autoApprove);
    return 'settled';
  });
}

/** The order of a payment, its row locked, with what its kind is called. */
async function lockPaid(
  trx: Trx,
  payment: Selectable<MemberPayment>,
): Promise<Pick<PaidKind, 'kind'> & { id: string; order: LockedOrder }> {
  for (const { column, kind, lock } of paidKinds.parts()) {
    const id = payment[column];
    if (id !== null) return { kind, id, order: await lock(trx, id) };
  }
  throw new Error(`payment ${payment.id} is for no kind of orders that is loaded`);
}

/**
 * Takes a message of a provider and answers as the provider expects: what we know already is taken too, what is forged or fails is not, and is sent again by an honest
 * provider. Every message leaves a line.
 */
export async function takeNotice(
  deps: PayDeps,
  channel: PayChannel,
  message: Incoming,
  ip: string,
): Promise<{ status: number; type: string; body: string }> {
  const provider = deps.payments.providers.get(channel);
  if (!provider) return { status: 404, type: 'text/plain; charset=utf-8', body: 'not found' };
  const note = (result: string, tradeNo = '') =>
    sql`insert into member_pay_notice (channel, trade_no, result, ip) values (${channel}, ${tradeNo}, ${result}, ${ip})`.execute(
      deps.db,
    );
  let told: Notified | null;
  try {
    told = provider.read(message);
  } catch (error) {
    // not signed, or signed and not understood: neither is taken
    deps.log.warn({ channel, ip, err: error instanceof Forged ? undefined : error }, 'notice of payment refused');
    if (forgedLines.allows(ip)) await note('forged');
    return { status: 401, ...provider.refused };
  }
  if (told === null) return { status: 200, ...provider.taken };
  const result = await settlePayment(deps, channel, told);
  await note(result, told.tradeNo);
  if (result !== 'settled') deps.log.warn({ channel, tradeNo: told.tradeNo, result }, 'notice of payment');
  return result === 'unknown' ? { status: 404, ...provider.refused } : { status: 200, ...provider.taken };
}
