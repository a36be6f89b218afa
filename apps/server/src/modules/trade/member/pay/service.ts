import { minuteMs } from '@tongda/contract/core/durations';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import {
  contractStatus,
  memberPayType,
  memberStatus,
  type PayChannel,
  payChannel,
} from '@tongda/contract/trade/member/enums';
import type { getPaymentQRCode, queryPaymentResults, simulatePayment } from '@tongda/contract/trade/member/pay';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { DB, MemberPayment } from '../../../../core/generated/db-types';
import type { Ctx } from '../../../../core/http/ctx';
import { blockedByRule, illegalTransition, notFound } from '../../../../core/http/errors';
import { wireTime } from '../../../../core/http/wire-time';
import { findStoredOrder } from '../order-repo';
import { type PayDeps, settlePayment } from './settle';
import { type KnownPayment, PayFailure } from './shape';
import { paymentState } from './state';

type Payment = Selectable<MemberPayment>;
/** What the calls need beside that: the address that providers tell, and the name on the payer's bill. */
export interface PayCallDeps extends PayDeps {
  publicUrl: string;
  platformName: string;
}

/** A code is given again as long as it is good for this long, ms. */
const freshMs = 2 * minuteMs;

/** The order of the caller that waits for an online payment; throws when there is none, or when it may not be paid yet. */
async function findPayable(ctx: Ctx, orderNo: string) {
  const order = await ctx.db(async (trx) => {
    const found = await findStoredOrder(trx, ctx, orderNo).executeTakeFirst();
    if (!found) throw notFound('会员订单');
    const contract = await trx
      .selectFrom('member_contract')
      .select('status')
      .where('order_id', '=', found.id)
      .executeTakeFirst();
    if (found.contract_required && contract?.status !== contractStatus.signed)
      throw blockedByRule('订单须先签署合同，再付款');
    return found;
  });
  if (order.pay_type !== memberPayType.online || order.status !== memberStatus.toPay)
    throw illegalTransition('订单不是待付款状态');
  if (order.expire_at !== null && order.expire_at.getTime() <= Date.now())
    throw illegalTransition('订单已超时，请重新下单');
  return order;
}

/** What the calls of providers went wrong with, as a sentence of ours. */
const ofProvider = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof PayFailure ? blockedByRule(error.message) : error;
  });

export async function readQrCode(
  deps: PayCallDeps,
  ctx: Ctx,
  { orderNo, channel }: Parsed<typeof getPaymentQRCode>,
): Promise<Output<typeof getPaymentQRCode>> {
  const provider = deps.payments.providers.get(channel);
  if (!provider) throw blockedByRule(`${payChannel.label(channel)}尚未开通，请选择其他支付方式`);
  const order = await findPayable(ctx, orderNo);
  const expireAt = order.expire_at ?? new Date(Date.now() + 30 * minuteMs);
  const known = await listWaiting(deps.db, order.id, channel);
  const usable = known.find((one) => one.expire_at.getTime() - Date.now() > freshMs);
  const answer = (qrText: string, until: Date) => ({
    qrText,
    expireAt: wireTime(until, ctx.timeZone),
    payFen: order.pay_fen,
    simulated: deps.payments.simulated.has(channel),
  });
  if (usable) return answer(usable.qr_text, usable.expire_at);
  const { n } = await deps.db
    .selectFrom('member_payment')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow();
  const tradeNo = `${order.order_no}${channel === 'wechat' ? 'W' : 'A'}${n + 1}`;
  const qrText = await ofProvider(
    provider.create({
      tradeNo,
      fen: order.pay_fen,
      title: `${deps.platformName}${order.plan_name}${order.device_count}台`,
      expireAt,
      notifyUrl: `${deps.publicUrl}/api/base/open/pay/${channel}`,
    }),
  );
  await deps.db
    .insertInto('member_payment')
    .values({
      client_id: order.client_id,
      order_id: order.id,
      channel,
      trade_no: tradeNo,
      fen: order.pay_fen,
      qr_text: qrText,
      expire_at: expireAt,
    })
    // two tabs asked at once: the first one's code is the one that is shown
    .onConflict((on) => on.column('trade_no').doNothing())
    .execute();
  const [stored] = await listWaiting(deps.db, order.id, channel);
  return answer(stored?.qr_text ?? qrText, expireAt);
}

const listWaiting = (db: Kysely<DB>, orderId: string, channel?: PayChannel): Promise<Payment[]> =>
  db
    .selectFrom('member_payment')
    .selectAll()
    .where('order_id', '=', orderId)
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

/** Asks the providers whether the order is paid. */
export async function askForPayment(
  deps: PayDeps,
  ctx: Ctx,
  { orderNo }: Parsed<typeof queryPaymentResults>,
): Promise<Output<typeof queryPaymentResults>> {
  const order = await requireOrder(ctx, orderNo);
  if (order.status === memberStatus.toPay)
    for (const payment of await listWaiting(deps.db, order.id)) await refresh(deps, payment);
  const { status, paid_at: paidAt } = await requireOrder(ctx, orderNo);
  return { paid: paidAt !== null, memberStatus: status };
}

async function requireOrder(ctx: Ctx, orderNo: string) {
  const order = await ctx.db((trx) => findStoredOrder(trx, ctx, orderNo).executeTakeFirst());
  if (!order) throw notFound('会员订单');
  return order;
}

/**
 * Before an order is closed: nothing may be paid for it any more. A payment that came meanwhile is taken, and the order cannot be closed then (its version is another).
 */
export async function stopPayments(deps: PayDeps, orderId: string): Promise<boolean> {
  let stopped = true;
  for (const payment of await listWaiting(deps.db, orderId)) {
    const known = await refresh(deps, payment);
    if (known === null) stopped = false;
    if (known?.state === 'paid') continue;
    const provider = deps.payments.providers.get(payChannel.schema.parse(payment.channel));
    const closed = await provider?.close(payment.trade_no).then(
      () => true,
      (err: unknown) => {
        deps.log.warn({ err, tradeNo: payment.trade_no }, 'payment could not be closed');
        return false;
      },
    );
    if (!closed) stopped = false;
    else
      await deps.db
        .updateTable('member_payment')
        .set({ status: paymentState.closed })
        .where('id', '=', payment.id)
        .where('status', '=', paymentState.waiting)
        .execute();
  }
  return stopped;
}

/** 取消订单 begins here: what could still be paid is closed first. */
export async function stopOwnPayments(deps: PayDeps, ctx: Ctx, orderNo: string): Promise<void> {
  const order = await requireOrder(ctx, orderNo);
  if (order.status === memberStatus.toPay && !(await stopPayments(deps, order.id)))
    throw blockedByRule('支付渠道暂时无法确认付款结果，请稍后再取消');
}

/** Orders whose time is over: their payments are asked for and closed, so that none that is paid is closed. Those whose provider does not answer wait. */
export async function stopOverduePayments(deps: PayDeps): Promise<void> {
  const overdue = await deps.db
    .selectFrom('member_order as o')
    .select('o.id')
    .where('o.status', '=', memberStatus.toPay)
    .where('o.expire_at', '<=', sql<Date>`now()`)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('member_payment as p')
          .select('p.id')
          .whereRef('p.order_id', '=', 'o.id')
          .where('p.status', '=', paymentState.waiting),
      ),
    )
    .limit(200)
    .execute();
  for (const { id } of overdue) await stopPayments(deps, id);
}

/** Compares what waits with what the providers know: a message may have been lost. */
export async function reconcilePayments(deps: PayDeps): Promise<void> {
  const waiting = await deps.db
    .selectFrom('member_payment')
    .selectAll()
    .where('status', '=', paymentState.waiting)
    .orderBy('id')
    .limit(500)
    .execute();
  for (const payment of waiting) await refresh(deps, payment);
}

/** Gives back what did not pay an order and what was refunded by two people; the same number gives it back once. */
export async function refundPayments(deps: PayDeps): Promise<number> {
  const due = await deps.db
    .selectFrom('member_payment')
    .selectAll()
    .where('status', '=', paymentState.toRefund)
    .orderBy('id')
    .limit(100)
    .execute();
  let done = 0;
  for (const payment of due) {
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

/** Test mode: somebody pays the code that is open. */
export async function simulate(
  deps: PayDeps,
  ctx: Ctx,
  { orderNo, channel, how }: Parsed<typeof simulatePayment>,
): Promise<Output<typeof simulatePayment>> {
  const { simulator, simulated } = deps.payments;
  if (!simulator || !simulated.has(channel)) throw blockedByRule('当前不是测试模式，不能模拟付款');
  const order = await requireOrder(ctx, orderNo);
  const [payment] = await listWaiting(deps.db, order.id, channel);
  if (!payment) throw blockedByRule('没有待支付的二维码，请刷新页面');
  const answered = await ofProvider(simulator.pay(payment.trade_no, how));
  return { answered, memberStatus: (await requireOrder(ctx, orderNo)).status };
}
