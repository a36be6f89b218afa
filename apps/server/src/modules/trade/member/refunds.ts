import { yuanWords } from '@tongda/contract/core/money';
import { memberStatus } from '@tongda/contract/trade/member/enums';
import { nextMemberStatus, unusedFen } from '@tongda/contract/trade/member/order-state';
import { invoiceStatus } from '@tongda/contract/transport/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { blockedByRule, illegalTransition, invalidField } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { entity } from './order-repo';
import { paymentState } from './pay/state';
import { loadToday } from './plan-repo';
import { type AtVersion, lockAnyOrder, moveOrder, type Order, refusals, tellBuyer, type Who } from './steps';

/** Amount in fen that a refund would give back today: the unused part of each line, everything of an order that was rejected. */
export async function calculateRefund(trx: Trx, order: { id: string; clientId: string }): Promise<number> {
  const stored = await trx
    .selectFrom('member_order')
    .select(['status', 'pay_fen'])
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  // it was paid and never approved: all of it
  if (stored.status === memberStatus.failed) return stored.pay_fen;
  const client = await trx
    .selectFrom('client')
    .select('time_zone')
    .where('id', '=', order.clientId)
    .executeTakeFirstOrThrow();
  const today = await loadToday(trx, client.time_zone);
  const lines = await trx
    .selectFrom('member_order_item')
    .select(['amount_fen', 'start_date', 'end_date'])
    .where('order_id', '=', order.id)
    .execute();
  return lines.reduce(
    (sum, { amount_fen: amount, start_date: start, end_date: end }) =>
      start && end ? sum + unusedFen(amount, { start, end }, today) : sum,
    0,
  );
}

/** A refund needs two people: the first requests it with a reason, a second one confirms; the first may withdraw the request. Answers whether the refund is done. */
export async function refundOrder(
  trx: Trx,
  who: Who,
  at: AtVersion,
  ask: { reason?: string; withdraw: boolean },
): Promise<boolean> {
  const order = await lockAnyOrder(trx, at);
  if (nextMemberStatus({ status: order.status, payType: order.pay_type }, 'refund') === null)
    throw illegalTransition(refusals.refund);
  if (order.invoice_status !== invoiceStatus.notApplied && order.invoice_status !== invoiceStatus.voided)
    throw blockedByRule('订单已申请或开具发票，作废发票后才能退款');
  const note = (action: string) =>
    recordChanges(trx, { ...who, clientId: order.client_id }, [{ entity, entityId: order.id, action }]);
  const put = (values: { refund_by: string | null; refund_by_name: string; refund_reason: string }) =>
    trx
      .updateTable('member_order')
      .set({ ...values, version: order.version + 1 })
      .where('id', '=', order.id)
      .execute();
  if (ask.withdraw) {
    if (order.refund_by === null) throw illegalTransition('没有待复核的退款申请');
    await put({ refund_by: null, refund_by_name: '', refund_reason: '' });
    await note('撤回退款申请');
    return false;
  }
  if (order.refund_by === null) {
    if (ask.reason === undefined) throw invalidField('reason', '请输入原因');
    await put({ refund_by: who.userId, refund_by_name: who.userName, refund_reason: ask.reason });
    await note(`申请退款：${ask.reason}`);
    return false;
  }
  if (order.refund_by === who.userId) throw blockedByRule('退款须由另一人复核');
  await settleRefund(trx, who, order);
  return true;
}

async function settleRefund(trx: Trx, who: Who, order: Order): Promise<void> {
  const fen = await calculateRefund(trx, { id: order.id, clientId: order.client_id });
  const client = await trx
    .selectFrom('client')
    .select('time_zone')
    .where('id', '=', order.client_id)
    .executeTakeFirstOrThrow();
  const today = await loadToday(trx, client.time_zone);
  await moveOrder(trx, order, 'refund', who, {
    action: '复核退款',
    set: { refund_fen: fen, refunded_at: sql`now()`, refund_user: who.userName },
  });
  // what was paid online goes back the way it came (`refundPayments`)
  await sql`update member_payment set status = ${paymentState.toRefund}, refund_fen = ${fen}, cause = ${order.refund_reason}
    where order_id = ${order.id} and status = ${paymentState.paid}`.execute(trx);
  // a period that has begun ends today; one that has not begun is removed
  await sql`delete from member_period where order_id = ${order.id} and start_date > ${today}`.execute(trx);
  await sql`update member_period set end_date = ${today} where order_id = ${order.id} and end_date > ${today}`.execute(
    trx,
  );
  await tellBuyer(
    trx,
    order,
    'refunded',
    '会员订单已退款',
    `订单${order.order_no}已退款 ${yuanWords(fen)}（未使用部分），相关设备的会员今天结束。`,
  );
}
