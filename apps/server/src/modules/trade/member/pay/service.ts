import { minuteMs } from '@tongda/contract/core/durations';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { auditKind, contractStatus, memberPayType, memberStatus } from '@tongda/contract/trade/member/enums';
import type { getPaymentQRCode, queryPaymentResults, simulatePayment } from '@tongda/contract/trade/member/pay';
import type { Ctx } from '../../../../core/http/ctx';
import { blockedByRule, illegalTransition, notFound } from '../../../../core/http/errors';
import { findStoredOrder } from '../order-repo';
import { approveOrder, payOrder } from '../steps';
import { paidKinds } from './kinds';
import { askProviders, offerCode, type PayCallDeps, payForTest, refuseUnknownPayment, stopPayments } from './offers';
import type { PayDeps } from './settle';
import { findReturned } from './shown';

const column = 'order_id';
const system = { userId: '0', userName: '系统' };

paidKinds.add({
  kind: auditKind.member,
  column,
  lock: async (trx, id) => {
    const order = await trx
      .selectFrom('member_order')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    return {
      orderNo: order.order_no,
      noun: '会员订单',
      refusal: order.status === memberStatus.toPay ? null : order.paid_at === null ? '订单已取消' : '订单已付过款',
      pay: async (told, autoApprove) => {
        const version = await payOrder(trx, order, told);
        if (autoApprove) await approveOrder(trx, system, { orderNo: order.order_no, version });
      },
    };
  },
});

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

export async function readQrCode(
  deps: PayCallDeps,
  ctx: Ctx,
  { orderNo, channel }: Parsed<typeof getPaymentQRCode>,
): Promise<Output<typeof getPaymentQRCode>> {
  const order = await findPayable(ctx, orderNo);
  return offerCode(
    deps,
    {
      column,
      id: order.id,
      clientId: order.client_id,
      timeZone: ctx.timeZone,
      tradeNo: order.order_no,
      fen: order.pay_fen,
      title: `${order.plan_name}${order.device_count}台`,
      expireAt: order.expire_at ?? new Date(Date.now() + 30 * minuteMs),
    },
    channel,
  );
}

/** Asks the providers whether the order is paid. */
export async function askForPayment(
  deps: PayDeps,
  ctx: Ctx,
  { orderNo }: Parsed<typeof queryPaymentResults>,
): Promise<Output<typeof queryPaymentResults>> {
  const order = await requireOrder(ctx, orderNo);
  if (order.status === memberStatus.toPay) await askProviders(deps, { column, id: order.id });
  const { status, paid_at: paidAt } = await requireOrder(ctx, orderNo);
  const returned = await findReturned(deps.db, { column, id: order.id });
  return { paid: paidAt !== null, waits: status === memberStatus.toPay, returned, memberStatus: status };
}

async function requireOrder(ctx: Ctx, orderNo: string) {
  const order = await ctx.db((trx) => findStoredOrder(trx, ctx, orderNo).executeTakeFirst());
  if (!order) throw notFound('会员订单');
  return order;
}

/** 取消订单 begins here: what could still be paid is closed first. */
export async function stopOwnPayments(deps: PayDeps, ctx: Ctx, orderNo: string): Promise<void> {
  const order = await requireOrder(ctx, orderNo);
  if (order.status === memberStatus.toPay) refuseUnknownPayment(await stopPayments(deps, { column, id: order.id }));
}

/** Test mode: somebody pays the code that is open. */
export async function simulate(
  deps: PayDeps,
  ctx: Ctx,
  { orderNo, ...how }: Parsed<typeof simulatePayment>,
): Promise<Output<typeof simulatePayment>> {
  const order = await requireOrder(ctx, orderNo);
  const answered = await payForTest(deps, { column, id: order.id }, how);
  return { answered, memberStatus: (await requireOrder(ctx, orderNo)).status };
}
