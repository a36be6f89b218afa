import { msgType } from '@tongda/contract/base/system-enums';
import { minuteMs } from '@tongda/contract/core/durations';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { yuanWords } from '@tongda/contract/core/money';
import { payMinutes } from '@tongda/contract/trade/device-fee/renewal';
import type {
  erpOrderPayCode,
  erpOrderPayResult,
  erpOrderPayWays,
  erpOrderSimulate,
} from '@tongda/contract/trade/erp-order/calls';
import { auditKind, erpOrderStatusList, payChannel } from '@tongda/contract/trade/member/enums';
import { auditStatus, paymentStatus } from '@tongda/contract/transport/enums';
import type { Selectable } from 'kysely';
import type { ErpOrder } from '../../../core/generated/db-types';
import type { Ctx } from '../../../core/http/ctx';
import { illegalTransition, notFound } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { tellProvider } from '../../base/message/door';
import {
  askProviders,
  auditTag,
  findPayee,
  findReturned,
  nounOf,
  offerCode,
  type PayCallDeps,
  paidKinds,
  payForTest,
  refuseUnknownPayment,
  stopPayments,
} from '../member/door';
import { cancelErpOrder, entity, reviewKey } from './service';
import { hasWaitingTransfer } from './state';

/** Orders of the order centre that are paid online; renewals are paid as what they are, a return costs nothing. */
export const column = 'erp_order_id';
type Order = Selectable<ErpOrder>;

export const dueOf = ({ amount_fen, paid_fen }: Order): number => Math.max(0, amount_fen - paid_fen);

/** Why an order takes no money; null while it waits for some. */
export function refusalOf(order: Order): string | null {
  if (order.renew_order_id !== null) return '续费订单请在设备费用中付款';
  if (order.order_type === erpOrderStatusList.returned) return '退货订单不用付款';
  if (order.audit_status === auditStatus.cancelled || order.audit_status === auditStatus.rejected) return '订单已取消';
  if (hasWaitingTransfer(order)) return '汇款凭证正在核对';
  const waits = order.payment_status === paymentStatus.toCollect || order.payment_status === paymentStatus.partlyPaid;
  return waits && dueOf(order) > 0 ? null : '订单已付过款';
}

paidKinds.add({
  kind: auditKind.goods,
  column,
  lock: async (trx, id) => {
    const order = await trx
      .selectFrom('erp_order')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    return {
      orderNo: order.order_no,
      noun: nounOf(auditKind.goods, order.order_type),
      refusal: refusalOf(order),
      pay: async ({ channel, providerNo, fen }) => {
        const paid = order.paid_fen + fen;
        await trx
          .updateTable('erp_order')
          .set({
            paid_fen: paid,
            payment_status: paid >= order.amount_fen ? paymentStatus.collected : paymentStatus.partlyPaid,
            version: order.version + 1,
          })
          .where('id', '=', id)
          .execute();
        const by = payChannel.label(channel);
        const who = { clientId: order.client_id, userId: '0', userName: by };
        await recordChanges(trx, who, [{ entity, entityId: id, action: `付款成功，交易号${providerNo}` }]);
        await tellProvider(trx, {
          type: msgType.orderReview,
          title: `订单已付款：${order.order_no}`,
          content: `订单${order.order_no}已由${by}付款 ${yuanWords(fen)}，交易号${providerNo}。`,
          objTag: auditTag(auditKind.goods, { id, orderNo: order.order_no }),
          objName: order.order_no,
          menu: 'orderAudit',
          onceKey: `${reviewKey(id)} ${order.version}`,
        });
      },
    };
  },
});

type At = { id: string } | { orderNo: string };
export async function requireOrder(ctx: Ctx, at: At): Promise<Order> {
  const order = await ctx.db((trx) =>
    trx
      .selectFrom('erp_order')
      .selectAll()
      .where('client_id', '=', ctx.clientId)
      .where((eb) => ('id' in at ? eb('id', '=', at.id) : eb('order_no', '=', at.orderNo)))
      .executeTakeFirst(),
  );
  if (!order) throw notFound('订单');
  return order;
}
export async function requirePayable(ctx: Ctx, at: At): Promise<Order> {
  const order = await requireOrder(ctx, at);
  const refusal = refusalOf(order);
  if (refusal !== null) throw illegalTransition(refusal);
  return order;
}

export async function readPayWays(
  { payments }: PayCallDeps,
  ctx: Ctx,
  { id }: Parsed<typeof erpOrderPayWays>,
): Promise<Output<typeof erpOrderPayWays>> {
  const order = await requirePayable(ctx, { id });
  const payee = await ctx.db((trx) => findPayee(trx, { clientId: ctx.clientId, payType: null }));
  return { dueFen: dueOf(order), payTypes: payments.payTypes, payee };
}

export async function readErpPayCode(
  deps: PayCallDeps,
  ctx: Ctx,
  { orderNo, channel }: Parsed<typeof erpOrderPayCode>,
): Promise<Output<typeof erpOrderPayCode>> {
  const order = await requirePayable(ctx, { orderNo });
  return offerCode(
    deps,
    {
      column,
      id: order.id,
      clientId: order.client_id,
      timeZone: ctx.timeZone,
      // numbers of orders are unique within their company only
      tradeNo: `DD${order.id}`,
      fen: dueOf(order),
      title: `订单${order.order_no}`,
      expireAt: new Date(Date.now() + payMinutes * minuteMs),
    },
    channel,
  );
}

/** Asks the providers whether the order is paid. */
export async function askForErpPayment(
  deps: PayCallDeps,
  ctx: Ctx,
  { orderNo }: Parsed<typeof erpOrderPayResult>,
): Promise<Output<typeof erpOrderPayResult>> {
  const order = await requireOrder(ctx, { orderNo });
  if (refusalOf(order) === null) await askProviders(deps, { column, id: order.id });
  const now = await requireOrder(ctx, { orderNo });
  const returned = await findReturned(deps.db, { column, id: order.id });
  return { paid: now.payment_status === paymentStatus.collected, waits: refusalOf(now) === null, returned };
}

/** Test mode: somebody pays the code that is open. */
export async function simulateErpPayment(
  deps: PayCallDeps,
  ctx: Ctx,
  { orderNo, ...how }: Parsed<typeof erpOrderSimulate>,
): Promise<Output<typeof erpOrderSimulate>> {
  const { id } = await requireOrder(ctx, { orderNo });
  return { answered: await payForTest(deps, { column, id }, how) };
}

/** 取消: what could still be paid for the order is closed first. */
export async function cancelUnpaid(deps: PayCallDeps, ctx: Ctx, at: { id: string; version: number }): Promise<null> {
  const order = await requireOrder(ctx, at);
  if (refusalOf(order) === null) refuseUnknownPayment(await stopPayments(deps, { column, id: order.id }));
  return cancelErpOrder(ctx, at);
}
