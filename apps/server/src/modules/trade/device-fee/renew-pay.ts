import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import type { renewPayCode, renewPayResult, renewSimulate } from '@tongda/contract/trade/device-fee/calls';
import { auditKind, memberPayType, payChannel, renewStatus } from '@tongda/contract/trade/member/enums';
import type { Ctx } from '../../../core/http/ctx';
import { illegalTransition, notFound } from '../../../core/http/errors';
import {
  askProviders,
  closeTold,
  findReturned,
  offerCode,
  type PayCallDeps,
  paidKinds,
  payForTest,
  refuseUnknownPayment,
  stopPayments,
} from '../member/door';
import { awaitsPayment, closeOrder, reviewKey, settleOrder } from './renew';
import { fromOrders } from './renew-repo';

/** Renewals that are paid online. What a payment does to its order, however often and whenever it is told, is the matter of payments; here is what belongs to renewals. */
const column = 'renew_order_id';

paidKinds.add({
  kind: auditKind.renewal,
  column,
  lock: async (trx, id) => {
    const order = await trx
      .selectFrom('renew_order as r')
      .innerJoin('client as c', 'c.id', 'r.client_id')
      .selectAll('r')
      .select('c.time_zone')
      .where('r.id', '=', id)
      .forUpdate('r')
      .executeTakeFirstOrThrow();
    const { client_id: clientId, time_zone: timeZone, order_no: orderNo, renew_status: status } = order;
    return {
      orderNo,
      noun: '续费订单',
      refusal: awaitsPayment(status) ? null : status === renewStatus.cancelled ? '订单已取消' : '订单已付过款',
      pay: ({ channel, providerNo }) => {
        const userName = payChannel.label(channel);
        return settleOrder(trx, { clientId, timeZone, userId: '0', userName }, id, `${userName} ${providerNo}`);
      },
    };
  },
});

async function requireOrder(ctx: Ctx, orderNo: string) {
  const order = await ctx.db((trx) =>
    fromOrders(trx, ctx).selectAll('r').where('r.order_no', '=', orderNo).executeTakeFirst(),
  );
  if (!order) throw notFound('续费订单');
  return order;
}

/** The code to scan for an order of the caller that waits for an online payment. */
export async function readPayCode(
  deps: PayCallDeps,
  ctx: Ctx,
  { orderNo, channel }: Parsed<typeof renewPayCode>,
): Promise<Output<typeof renewPayCode>> {
  const order = await requireOrder(ctx, orderNo);
  if (order.pay_type !== memberPayType.online || !awaitsPayment(order.renew_status))
    throw illegalTransition('订单不是待付款状态');
  if (order.expire_at.getTime() <= Date.now()) throw illegalTransition('订单已超时，请重新下单');
  return offerCode(
    deps,
    {
      column,
      id: order.id,
      clientId: order.client_id,
      timeZone: ctx.timeZone,
      // numbers of renewals are unique within their company only
      tradeNo: `XF${order.id}`,
      fen: order.amount_fen,
      title: `设备续费${order.device_count}台`,
      expireAt: order.expire_at,
    },
    channel,
  );
}

/** Asks the providers whether the order is paid. */
export async function askForPayment(
  deps: PayCallDeps,
  ctx: Ctx,
  { orderNo }: Parsed<typeof renewPayResult>,
): Promise<Output<typeof renewPayResult>> {
  const order = await requireOrder(ctx, orderNo);
  if (awaitsPayment(order.renew_status)) await askProviders(deps, { column, id: order.id });
  const { renew_status: status } = await requireOrder(ctx, orderNo);
  const returned = await findReturned(deps.db, { column, id: order.id });
  return { paid: status === renewStatus.approved, waits: awaitsPayment(status), returned };
}

/** Test mode: somebody pays the code that is open. */
export async function simulateRenewal(
  deps: PayCallDeps,
  ctx: Ctx,
  { orderNo, ...how }: Parsed<typeof renewSimulate>,
): Promise<Output<typeof renewSimulate>> {
  const { id } = await requireOrder(ctx, orderNo);
  return { answered: await payForTest(deps, { column, id }, how) };
}

/** 取消: what could still be paid for the order is closed first. */
export async function cancelRenewal(
  deps: PayCallDeps,
  ctx: Ctx,
  at: { orderNo: string; version: number },
): Promise<null> {
  const order = await requireOrder(ctx, at.orderNo);
  if (awaitsPayment(order.renew_status)) refuseUnknownPayment(await stopPayments(deps, { column, id: order.id }));
  await closeOrder(ctx, at);
  // messages of the provider's company, which the tenant's transaction cannot write to
  await deps.db.transaction().execute((trx) => closeTold(trx, reviewKey(order.id)));
  return null;
}
