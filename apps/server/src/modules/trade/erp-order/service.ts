import type { Parsed } from '@tongda/contract/core/endpoint';
import { yuanWords } from '@tongda/contract/core/money';
import type { PriceLine } from '@tongda/contract/trade/device-fee/calls';
import type { erpOrderInvoice, erpOrderReturn } from '@tongda/contract/trade/erp-order/calls';
import { auditKind, erpOrderStatusList } from '@tongda/contract/trade/member/enums';
import { auditStatus, paymentStatus } from '@tongda/contract/transport/enums';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { DB } from '../../../core/generated/db-types';
import type { Ctx } from '../../../core/http/ctx';
import { changedMeanwhile, illegalTransition, notFound } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { askInvoice, buyerSide, closeTold, nounOf, tellBuyerOf } from '../member/door';
import { hasWaitingTransfer } from './state';

export const entity = 'erpOrder';
/** What the keys of messages begin with that ask the provider's staff to review an order. */
export const reviewKey = (id: string): string => `erp review ${id}`;

interface Renewal {
  renewOrderId: string;
  orderNo: string;
  amountFen: number;
  lines: readonly PriceLine[];
}

/** A renewal as an order of the order centre: one product a package and number of years. */
export async function insertRenewalOrder(
  trx: Trx,
  ctx: Ctx,
  { renewOrderId, orderNo, amountFen, lines }: Renewal,
): Promise<void> {
  const { id } = await trx
    .insertInto('erp_order')
    .values({
      client_id: ctx.clientId,
      order_no: orderNo,
      order_type: erpOrderStatusList.renewal,
      amount_fen: amountFen,
      renew_order_id: renewOrderId,
      apply_user: ctx.userName,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const groups = new Map<string, PriceLine[]>();
  for (const line of lines) {
    const key = `${line.packageName} ${line.model} ${line.years} ${line.unitPriceFen}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  await trx
    .insertInto('erp_order_item')
    .values(
      [...groups.values()].map((group) => ({
        client_id: ctx.clientId,
        order_id: id,
        product_name: `${group[0]?.packageName ?? ''}续费${group[0]?.years ?? 1}年`,
        model: group[0]?.model ?? '',
        qty: group.length,
        unit_price_fen: Math.round(group.reduce((sum, line) => sum + line.amountFen, 0) / group.length),
        device_nos: group.map((line) => line.terminalNo),
      })),
    )
    .execute();
  await recordChanges(trx, ctx, [{ entity, entityId: id, action: '下单' }]);
}

type Who = Parameters<typeof recordChanges>[1];

/** Marks the order of a renewal as paid. */
export async function payErpOrder(trx: Trx, ctx: Who, renewOrderId: string): Promise<void> {
  const row = await sql<{
    id: string;
  }>`update erp_order set payment_status = ${paymentStatus.collected}, audit_status = ${auditStatus.passed},
    paid_fen = amount_fen, version = version + 1 where renew_order_id = ${renewOrderId} returning id::text as id`.execute(
    trx,
  );
  await recordChanges(
    trx,
    ctx,
    row.rows.map(({ id }) => ({ entity, entityId: id, action: '确认收款' })),
  );
}

/** Closes the order of a cancelled renewal. */
export async function closeErpOrder(trx: Trx, ctx: Who, renewOrderId: string): Promise<void> {
  const row = await sql<{
    id: string;
  }>`update erp_order set audit_status = ${auditStatus.cancelled}, payment_status = ${paymentStatus.notCollected},
    version = version + 1 where renew_order_id = ${renewOrderId} returning id::text as id`.execute(trx);
  await recordChanges(
    trx,
    ctx,
    row.rows.map(({ id }) => ({ entity, entityId: id, action: '取消' })),
  );
}

/** The order with its row locked. Throws 4004, or 4009 when it was changed since `version`. */
export async function lockOrder(trx: Trx, ctx: Ctx, { id, version }: { id: string; version: number }) {
  const order = await trx
    .selectFrom('erp_order')
    .selectAll()
    .where('id', '=', id)
    .where('client_id', '=', ctx.clientId)
    .forUpdate()
    .executeTakeFirst();
  if (!order) throw notFound('订单');
  if (order.version !== version) throw changedMeanwhile(entity, order.id, order.client_id);
  return order;
}
type At = { id: string; version: number };
export const noteOrderChange = (trx: Trx, ctx: Ctx, id: string, action: string) =>
  recordChanges(trx, ctx, [{ entity, entityId: id, action }]);

export function cancelErpOrder(ctx: Ctx, at: At): Promise<null> {
  return ctx.db(async (trx) => {
    const order = await lockOrder(trx, ctx, at);
    if (order.audit_status !== auditStatus.pending) throw illegalTransition('只有待审核的订单可以取消');
    if (order.renew_order_id !== null) throw illegalTransition('续费订单请在设备费用中取消');
    if (hasWaitingTransfer(order)) throw illegalTransition('汇款凭证正在核对，不能取消');
    // nothing gives this money back by itself
    if (order.paid_fen > 0)
      throw illegalTransition(`订单已付 ${yuanWords(order.paid_fen)}，不能取消；需要退款请联系客服`);
    await sql`update erp_order set audit_status = ${auditStatus.cancelled}, version = version + 1 where id = ${order.id}`.execute(
      trx,
    );
    await noteOrderChange(trx, ctx, order.id, '取消');
    return null;
  });
}

export function receiveErpOrder(ctx: Ctx, at: At): Promise<null> {
  return ctx.db(async (trx) => {
    const order = await lockOrder(trx, ctx, at);
    if (order.audit_status !== auditStatus.passed) throw illegalTransition('订单还没有审核通过，不能确认收货');
    if (order.logistics_no === '') throw illegalTransition('订单还没有发货，不能确认收货');
    if (order.received_at !== null) throw illegalTransition('订单已经确认过收货');
    await sql`update erp_order set received_at = now(), logistics_status = '已签收', version = version + 1 where id = ${order.id}`.execute(
      trx,
    );
    await noteOrderChange(trx, ctx, order.id, '确认收货');
    return null;
  });
}

/** 申请开票; that of a renewal is the renewal's. */
export const invoiceErpOrder = (db: Kysely<DB>, ctx: Ctx, input: Parsed<typeof erpOrderInvoice>): Promise<null> =>
  askInvoice(db, ctx, input.ticketInfo, async (trx) => {
    const { id, renew_order_id: renewal } = await lockOrder(trx, ctx, input);
    return renewal === null ? { kind: auditKind.goods, id } : { kind: auditKind.renewal, id: renewal };
  });

/** Returns bought goods: makes a return order that waits for the provider. Possible once for each order, unless the return was refused. */
export function returnErpOrder(
  ctx: Ctx,
  input: Parsed<typeof erpOrderReturn>,
): Promise<{ id: string; orderNo: string }> {
  return ctx.db(async (trx) => {
    const order = await lockOrder(trx, ctx, input);
    const goods: number[] = [erpOrderStatusList.newPurchase, erpOrderStatusList.procurement];
    if (!goods.includes(order.order_type) || order.received_at === null)
      throw illegalTransition('只有已收货的新购、采购订单可以申请退货');
    const before = await sql<{
      no: string;
    }>`select order_no as no from erp_order where return_of = ${order.id} and audit_status not in
      (${auditStatus.cancelled}, ${auditStatus.rejected})`.execute(trx);
    if (before.rows[0]) throw illegalTransition(`该订单已申请退货（${before.rows[0].no}）`);
    const orderNo = await findFreeNo(trx, `TH${order.order_no}`);
    const { id } = await trx
      .insertInto('erp_order')
      .values({
        client_id: ctx.clientId,
        order_no: orderNo,
        order_type: erpOrderStatusList.returned,
        amount_fen: order.amount_fen,
        payment_status: paymentStatus.notCollected,
        apply_user: ctx.userName,
        return_of: order.id,
        remark: input.reason,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`insert into erp_order_item (client_id, order_id, product_name, model, qty, unit_price_fen, device_nos)
      select client_id, ${id}, product_name, model, qty, unit_price_fen, device_nos from erp_order_item where order_id = ${order.id}`.execute(
      trx,
    );
    await sql`update erp_order set version = version + 1 where id = ${order.id}`.execute(trx);
    await noteOrderChange(trx, ctx, order.id, `申请退货：${input.reason}`);
    await noteOrderChange(trx, ctx, id, '申请退货');
    return { id, orderNo };
  });
}

interface Reviewed {
  orderNo: string;
  id?: string | undefined;
  version: number;
}
/** An order of any company that waits for the provider: paid, with a voucher of a transfer, or a return. Locks its row. */
async function lockReviewed(trx: Trx, { orderNo, id, version }: Reviewed) {
  const order = await trx
    .selectFrom('erp_order')
    .selectAll()
    .where('order_no', '=', orderNo)
    .where('renew_order_id', 'is', null)
    .$if(id !== undefined, (q) => q.where('id', '=', id ?? ''))
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!order) throw notFound('订单');
  if (order.version !== version) throw changedMeanwhile(entity, order.id, order.client_id);
  if (order.audit_status !== auditStatus.pending && !hasWaitingTransfer(order))
    throw illegalTransition('只有待审核的订单可以审核');
  return order;
}
type ReviewedOrder = Awaited<ReturnType<typeof lockReviewed>>;

async function closeReview(
  trx: Trx,
  ctx: Ctx,
  order: ReviewedOrder,
  { set, action, title, told }: { set: RawBuilder<unknown>; action: string; title: string; told: string },
): Promise<void> {
  await sql`update erp_order set ${set}, audit_user = ${ctx.userName}, version = version + 1 where id = ${order.id}`.execute(
    trx,
  );
  await recordChanges(trx, { ...ctx, clientId: order.client_id }, [{ entity, entityId: order.id, action }]);
  await closeTold(trx, reviewKey(order.id));
  const noun = nounOf(auditKind.goods, order.order_type);
  await tellBuyerOf(
    trx,
    auditKind.goods,
    { id: order.id, clientId: order.client_id, orderNo: order.order_no },
    { key: `reviewed ${order.version}`, title: `${noun}${title}`, content: `${noun}${order.order_no}${told}。` },
  );
}

/** The provider takes an order that is paid in full, money that was transferred for one, or goods that go back. */
export async function passErpOrder(trx: Trx, ctx: Ctx, at: Reviewed): Promise<void> {
  const order = await lockReviewed(trx, at);
  const told = { title: '审核通过', told: '已审核通过' };
  if (hasWaitingTransfer(order)) {
    await closeReview(trx, ctx, order, {
      set: sql`audit_status = ${auditStatus.passed}, paid_fen = amount_fen, payment_status = ${paymentStatus.collected}`,
      action: '确认收款，审核通过',
      title: told.title,
      told: `的汇款 ${yuanWords(order.amount_fen - order.paid_fen)}已到账，订单${told.told}`,
    });
    return;
  }
  if (order.order_type !== erpOrderStatusList.returned && order.payment_status !== paymentStatus.collected)
    throw illegalTransition('订单还没有付清，不能审核通过');
  await closeReview(trx, ctx, order, { set: sql`audit_status = ${auditStatus.passed}`, action: '审核通过', ...told });
}

/**
 * The provider does not take goods back, or finds no money for a voucher: the order waits for a better one. An order that is paid is not refused here: nothing would give its
 * money back.
 */
export async function refuseErpOrder(trx: Trx, ctx: Ctx, at: Reviewed, reason: string): Promise<void> {
  const order = await lockReviewed(trx, at);
  if (hasWaitingTransfer(order)) {
    await closeReview(trx, ctx, order, {
      set: sql`submitted_at = null, reject_reason = ${reason}`,
      action: `驳回汇款凭证：${reason}`,
      title: '的汇款凭证被驳回',
      told: `的汇款凭证未通过核对：${reason}。请在“${buyerSide[auditKind.goods].place}”中重新提交`,
    });
    return;
  }
  if (order.order_type !== erpOrderStatusList.returned) throw illegalTransition('已付款的订单不能驳回，请联系买方');
  await closeReview(trx, ctx, order, {
    set: sql`audit_status = ${auditStatus.rejected}`,
    action: `驳回：${reason}`,
    title: '被驳回',
    told: `审核不通过：${reason}`,
  });
}

/** A free number for a return order: a second return, after a refused one, gets a suffix. */
async function findFreeNo(trx: Trx, orderNo: string): Promise<string> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from erp_order where order_no like ${`${orderNo}%`}`.execute(trx);
  const n = rows[0]?.n ?? 0;
  return n === 0 ? orderNo : `${orderNo}-${n + 1}`;
}
