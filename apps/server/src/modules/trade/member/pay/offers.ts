import { minuteMs } from '@tongda/contract/core/durations';
import type { Output } from '@tongda/contract/core/endpoint';
import { type PayChannel, payChannel, type SimulatedHow } from '@tongda/contract/trade/member/enums';
import type { getPaymentQRCode } from '@tongda/contract/trade/member/pay';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { DB, MemberPayment } from '../../../../core/generated/db-types';
import { wireTime } from '../../../../core/http/answer/wire-time';
import { blockedByRule } from '../../../../core/http/errors';
import type { PaidKind } from './kinds';
import { type PayDeps, settlePayment } from './settle';
import { type KnownPayment, PayFailure } from './shape';
import { paymentState } from './state';

/** What the calls of paying need: besides that, the address that providers tell, and the name on the payer's bill. */
export interface PayCallDeps extends PayDeps {
  publicUrl: string;
  platformName: string;
}

type Payment = Selectable<MemberPayment>;
/** An order, as payments name it. */
export interface OrderRef {
  column: PaidKind['column'];
  id: string;
}
/** An order that waits for an online payment. */
export interface Payable extends OrderRef {
  clientId: string;
  timeZone: string;
  /** begins the numbers of its payments at the providers; unique among all orders */
  tradeNo: string;
  fen: number;
  /** on the payer's bill, after the platform's name */
  title: string;
  expireAt: Date;
}

/** A code is given again as long as it is good for this long, ms. */
const freshMs = 2 * minuteMs;

/** What the calls of providers went wrong with, as a sentence of ours. */
const ofProvider = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof PayFailure ? blockedByRule(error.message) : error;
  });

/** The code to scan for an order: the one that was offered before while it is good, otherwise a new one. */
export async function offerCode(
  deps: PayCallDeps,
  order: Payable,
  channel: PayChannel,
): Promise<Output<typeof getPaymentQRCode>> {
  const provider = deps.payments.providers.get(channel);
  if (!provider) throw blockedByRule(`${payChannel.label(channel)}尚未开通，请选择其他支付方式`);
  const known = await listWaiting(deps.db, order, channel);
  const usable = known.find((one) => one.expire_at.getTime() - Date.now() > freshMs);
  const answer = (qrText: string, until: Date) => ({
    qrText,
    expireAt: wireTime(until, order.timeZone),
    payFen: order.fen,
    simulated: deps.payments.simulated.has(channel),
  });
  if (usable) return answer(usable.qr_text, usable.expire_at);
  const { n } = await deps.db
    .selectFrom('member_payment')
    .select(sql<number>`count(*)::int`.as('n'))
    .where(order.column, '=', order.id)
    .executeTakeFirstOrThrow();
  const tradeNo = `${order.tradeNo}${channel === 'wechat' ? 'W' : 'A'}${n + 1}`;
  const qrText = await ofProvider(
    provider.create({
      tradeNo,
      fen: order.fen,
      title: `${deps.platformName}${order.title}`,
      expireAt: order.expireAt,
      notifyUrl: `${deps.publicUrl}/api/base/open/pay/${channel}`,
    }),
  );
  await deps.db
    .insertInto('member_payment')
    .values({
      client_id: order.clientId,
      [order.column]: order.id,
      channel,
      trade_no: tradeNo,
      fen: order.fen,
      qr_text: qrText,
      expire_at: order.expireAt,
    })
    // two tabs asked at once: the first one's code is the one that is shown
    .onConflict((on) => on.column('trade_no').doNothing())
    .execute();
  const [stored] = await listWaiting(deps.db, order, channel);
  return answer(stored?.qr_text ?? qrText, order.expireAt);
}

const listWaiting = (db: Kysely<DB>, { column, id }: OrderRef, channel?: PayChannel): Promise<Payment[]> =>
  db
    .selectFrom('member_payment')
    .selectAll()
    .where(column, '=', id)
    .where('status', '=', paymentState.waiting)
    .$if(channel !== undefined, (q) => q.where('channel', '=', channel ?? 'wechat'))
    .orderBy('id', 'desc')
    .execute();

/** Asks the provider about a payment and takes what it says; null when it could not be asked. */
async function refresh(deps: PayDeps, payment: Payment): Promise<KnownPayment | null> {
  const channel = payChannel.schema.parse(payment.channel);
  const provider = deps.payments.providers.get(channel);
  if (!provider) return null;
  try {
    const known = await provider.query(payment.trade_no);
    const { providerNo, fen, paidAt } = known;
    if (known.state === 'paid')
      await settlePayment(deps, channel, { tradeNo: payment.trade_no, providerNo, fen, paidAt: paidAt ?? new Date() });
    return known;
  } catch (err) {
    deps.log.warn({ err, tradeNo: payment.trade_no }, 'payment could not be asked for');
    return null;
  }
}

/** Asks the providers about everything that is open for an order, and takes what they say. */
export async function askProviders(deps: PayDeps, order: OrderRef): Promise<void> {
  for (const payment of await listWaiting(deps.db, order)) await refresh(deps, payment);
}

/**
 * Before an order is closed: nothing may be paid for it any more. A payment that came meanwhile is taken, and the order cannot be closed then (its version is another).
 */
export async function stopPayments(deps: PayDeps, order: OrderRef): Promise<boolean> {
  let stopped = true;
  for (const payment of await listWaiting(deps.db, order)) if (!(await stopPayment(deps, payment))) stopped = false;
  return stopped;
}

async function stopPayment(deps: PayDeps, payment: Payment): Promise<boolean> {
  const known = await refresh(deps, payment);
  if (known?.state === 'paid') return true;
  const provider = deps.payments.providers.get(payChannel.schema.parse(payment.channel));
  const closed = await provider?.close(payment.trade_no).then(
    () => true,
    (err: unknown) => {
      deps.log.warn({ err, tradeNo: payment.trade_no }, 'payment could not be closed');
      return false;
    },
  );
  if (!closed) return false;
  await deps.db
    .updateTable('member_payment')
    .set({ status: paymentState.closed })
    .where('id', '=', payment.id)
    .where('status', '=', paymentState.waiting)
    .execute();
  return known !== null;
}

/** What is to be said where an order cannot be cancelled because nobody knows whether it is paid. */
export const refuseUnknownPayment = (stopped: boolean): void => {
  if (!stopped) throw blockedByRule('支付渠道暂时无法确认付款结果，请稍后再试');
};

/** Payments whose time, or whose order's, is over: they are asked for and closed, so that no order that is paid is closed. Those whose provider does not answer wait. */
export async function stopOverduePayments(deps: PayDeps): Promise<void> {
  const overdue = await deps.db
    .selectFrom('member_payment as p')
    .leftJoin('member_order as m', 'm.id', 'p.order_id')
    .leftJoin('renew_order as r', 'r.id', 'p.renew_order_id')
    .selectAll('p')
    .where('p.status', '=', paymentState.waiting)
    .where(sql<boolean>`least(p.expire_at, m.expire_at, r.expire_at) <= now()`)
    .orderBy('p.id')
    .limit(500)
    .execute();
  for (const payment of overdue) await stopPayment(deps, payment);
}

/** The oldest payments in a state, at most so many. */
const listInState = (db: Kysely<DB>, status: number, most: number): Promise<Payment[]> =>
  db.selectFrom('member_payment').selectAll().where('status', '=', status).orderBy('id').limit(most).execute();

/** Compares what waits with what the providers know: a message may have been lost. */
export async function reconcilePayments(deps: PayDeps): Promise<void> {
  for (const payment of await listInState(deps.db, paymentState.waiting, 500)) await refresh(deps, payment);
}

/** Gives back what did not pay an order and what was refunded by two people; the same number gives it back once. */
export async function refundPayments(deps: PayDeps): Promise<number> {
  let done = 0;
  for (const payment of await listInState(deps.db, paymentState.toRefund, 100)) {
    const provider = deps.payments.providers.get(payChannel.schema.parse(payment.channel));
    const fen = payment.refund_fen ?? 0;
    if (!provider) continue;
    try {
      if (fen > 0)
        await provider.refund({
          tradeNo: payment.trade_no,
          refundNo: `${payment.trade_no}R`,
          fen,
          totalFen: payment.paid_fen ?? payment.fen,
          reason: payment.cause,
        });
    } catch (err) {
      deps.log.warn({ err, tradeNo: payment.trade_no }, 'payment could not be given back yet');
      continue;
    }
    await deps.db
      .updateTable('member_payment')
      .set({ status: paymentState.refunded, refunded_fen: fen, refunded_at: sql`now()` })
      .where('id', '=', payment.id)
      .execute();
    done++;
  }
  return done;
}

/** Forgets what providers told more than a year ago. */
export const clearNotices = (db: Kysely<DB>) =>
  sql`delete from member_pay_notice where at < now() - interval '400 days'`.execute(db);

/** Test mode: somebody pays the code that is open. Answers the HTTP statuses that our answers to the messages had. */
export async function payForTest(
  deps: PayDeps,
  order: OrderRef,
  { channel, how }: { channel: PayChannel; how: SimulatedHow },
): Promise<number[]> {
  const { simulator, simulated } = deps.payments;
  if (!simulator || !simulated.has(channel)) throw blockedByRule('当前不是测试模式，不能模拟付款');
  const [payment] = await listWaiting(deps.db, order, channel);
  if (!payment) throw blockedByRule('没有待支付的二维码，请刷新页面');
  return await ofProvider(simulator.pay(payment.trade_no, how));
}
