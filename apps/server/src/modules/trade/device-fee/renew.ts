import { randomInt } from 'node:crypto';
import { msgType } from '@tongda/contract/base/system-enums';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { yuanWords } from '@tongda/contract/core/money';
import type { RenewWish, renewCreate, renewInvoice, renewVoucher } from '@tongda/contract/trade/device-fee/calls';
import { payMinutes, renewedEnd, voucherDays } from '@tongda/contract/trade/device-fee/renewal';
import { auditKind, memberPayType, renewStatus } from '@tongda/contract/trade/member/enums';
import { paymentStatus } from '@tongda/contract/transport/enums';
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { DB } from '../../../core/generated/db-types';
import { todaySql, wireTime, wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import {
  blockedByRule,
  changedMeanwhile,
  forbiddenError,
  illegalTransition,
  invalidField,
  notFound,
  versionConflict,
} from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { createMessage, tellProvider } from '../../base/message/door';
import { closeErpOrder, insertRenewalOrder, payErpOrder } from '../erp-order/door';
import { askInvoice, auditTag, closeTold } from '../member/door';
import { priceRenewals } from './price';
import { fromOrders } from './renew-repo';

const entity = 'renewOrder';

/** In whose name an order changes: a user, the provider of a payment, or nobody but the clock. */
type Who = Pick<Ctx, 'clientId' | 'userId' | 'userName' | 'timeZone'> & Partial<Pick<Ctx, 'actor'>>;

/** Orders whose voucher or payment did not come in time. What may still be paid online is left to the job that asks the providers. */
const lockOverdue = async (trx: Trx, clientId: string | null) =>
  (
    await sql<{ id: string; clientId: string; online: boolean }>`
      select id::text as id, client_id::text as "clientId", pay_type = ${memberPayType.online} as online from renew_order
      where renew_status in (${renewStatus.toPay}, ${renewStatus.toPayAgain}) and voucher_file_id is null and expire_at <= now()
        and (${clientId}::bigint is null or client_id = ${clientId})
        and not exists (select from member_payment p where p.renew_order_id = renew_order.id and p.status = 1)
      order by id limit 200 for update skip locked`.execute(trx)
  ).rows;

const overdueWords = (online: boolean): string =>
  `${online ? '超时未付款' : `超过${voucherDays}天未上传汇款凭证`}，自动取消`;

/** Cancels the company's overdue orders; called before every list or change of orders, so that nobody waits for the job. */
export async function closeOverdueOrders(trx: Trx, ctx: Ctx): Promise<void> {
  // a read-only visit leaves this to the next user who may write
  if (ctx.readOnly) return;
  for (const { id, online } of await lockOverdue(trx, ctx.clientId))
    await cancelOrder(trx, ctx, id, overdueWords(online));
}

/** Cancels overdue orders of all companies; answers how many. */
export async function closeAllOverdueOrders(trx: Trx): Promise<number> {
  const rows = await lockOverdue(trx, null);
  for (const { id, clientId, online } of rows)
    await cancelOrder(trx, { clientId, userId: '0', userName: '系统' }, id, overdueWords(online));
  return rows.length;
}

async function cancelOrder(trx: Trx, ctx: Omit<Who, 'timeZone'>, id: string, reason: string): Promise<void> {
  await sql`update renew_order set renew_status = ${renewStatus.cancelled}, cancel_reason = ${reason}, version = version + 1
    where id = ${id}`.execute(trx);
  await sql`update renew_order_item set open = false where order_id = ${id}`.execute(trx);
  await closeErpOrder(trx, ctx, id);
  await recordChanges(trx, ctx, [{ entity, entityId: id, action: `取消：${reason}` }]);
}

/** A new order; the price is worked out again and must be the one that was shown. */
export function createOrder(ctx: Ctx, input: Parsed<typeof renewCreate>, payTypes: readonly number[]) {
  const online = input.payType === memberPayType.online;
  return ctx.db(async (trx) => {
    if (!payTypes.includes(input.payType))
      throw blockedByRule(`${memberPayType.label(input.payType)}尚未开通，请选择其他支付方式`);
    await closeOverdueOrders(trx, ctx);
    const priced = await priceRenewals(trx, ctx, input.items);
    if (priced.amountFen !== input.amountFen) throw versionConflict('价格已变化，请刷新后重试');
    const orderNo = `XF${wireTime(Date.now(), ctx.timeZone).replace(/\D/gu, '')}${String(randomInt(1000)).padStart(3, '0')}`;
    const row = await trx
      .insertInto('renew_order')
      .values({
        client_id: ctx.clientId,
        order_no: orderNo,
        device_count: priced.lines.length,
        amount_fen: priced.amountFen,
        discount_fen: priced.discountFen,
        pay_type: input.payType,
        renew_status: online ? renewStatus.toPay : renewStatus.toPayAgain,
        payment_status: paymentStatus.toCollect,
        transfer_code: String(randomInt(100_000, 1_000_000)),
        ticket: JSON.stringify(input.ticketInfo),
        apply_user_id: ctx.userId,
        apply_user: ctx.userName,
        expire_at: online
          ? sql<Date>`now() + make_interval(mins => ${payMinutes})`
          : sql<Date>`now() + make_interval(days => ${voucherDays})`,
      })
      .returning(['id', wireTimeSql(sql<Date>`expire_at`, ctx.timeZone).as('expireAt')])
      .executeTakeFirstOrThrow();
    try {
      await trx
        .insertInto('renew_order_item')
        .values(
          priced.lines.map((line) => ({
            client_id: ctx.clientId,
            order_id: row.id,
            device_id: line.deviceId,
            terminal_no: line.terminalNo,
            plate_no: line.plateNo,
            model: line.model,
            years: line.years,
            unit_price_fen: line.unitPriceFen,
            amount_fen: line.amountFen,
            old_end: line.oldEnd,
          })),
        )
        .execute();
    } catch (error) {
      // two people may order at once: the unique index of open lines refuses the second
      if ((error as { constraint?: string }).constraint === 'renew_order_item_open')
        throw blockedByRule('有设备刚刚被加入其他待付款订单，请刷新后重试');
      throw error;
    }
    await insertRenewalOrder(trx, ctx, {
      renewOrderId: row.id,
      orderNo,
      amountFen: priced.amountFen,
      lines: priced.lines,
    });
    await sql`delete from renew_draft where user_id = ${ctx.userId}`.execute(trx);
    await recordChanges(trx, ctx, [{ entity, entityId: row.id, action: '下单' }]);
    // A promotion that costs nothing needs no payment.
    if (priced.amountFen === 0) await settleOrder(trx, ctx, row.id, '无需付款');
    return { orderNo, amountFen: priced.amountFen, expireAt: row.expireAt };
  });
}

/** The order with its row locked. Throws 4004, or 4009 when it was changed since `version`. */
async function lockOrder(trx: Trx, ctx: Ctx, { orderNo, version }: { orderNo: string; version: number }) {
  const order = await fromOrders(trx, ctx)
    .selectAll('r')
    .where('r.order_no', '=', orderNo)
    .forUpdate()
    .executeTakeFirst();
  if (!order) throw notFound('续费订单');
  if (order.version !== version) throw changedMeanwhile(entity, order.id, order.client_id);
  return order;
}
export const awaitsPayment = (status: number): boolean =>
  status === renewStatus.toPay || status === renewStatus.toPayAgain;

/** What the keys of messages begin with that ask the provider's staff to look for a transfer. */
export const reviewKey = (id: string): string => `renewal review ${id}`;

/** Stores the voucher of a transfer and tells the provider's staff to look at the account. */
export async function putVoucher(db: Kysely<DB>, ctx: Ctx, input: Parsed<typeof renewVoucher>): Promise<null> {
  const order = await ctx.db(async (trx) => {
    const found = await lockOrder(trx, ctx, input);
    if (!awaitsPayment(found.renew_status)) throw illegalTransition('订单不是待付款状态，不能上传凭证');
    if (found.pay_type !== memberPayType.offline) throw illegalTransition('线上支付的订单请扫码付款，不用上传凭证');
    const file = await trx
      .selectFrom('file')
      .select(['id', 'mime'])
      .where('id', '=', input.fileId)
      .where('user_id', '=', ctx.userId)
      .executeTakeFirst();
    if (!file) throw invalidField('fileId', '凭证文件不存在，请重新上传');
    if (!/^(?:image\/(?:jpeg|png)|application\/pdf)$/u.test(file.mime))
      throw invalidField('fileId', '凭证应为 jpg、png 或 pdf');
    await sql`update renew_order set voucher_file_id = ${file.id}, voucher_at = now(), version = version + 1 where id = ${found.id}`.execute(
      trx,
    );
    await recordChanges(trx, ctx, [{ entity, entityId: found.id, action: '上传汇款凭证' }]);
    return found;
  });
  const { id, order_no: orderNo } = order;
  // messages of the provider's company, which the tenant's transaction cannot write to; a better voucher takes the place of the last one
  await db.transaction().execute((trx) => closeTold(trx, reviewKey(id)));
  await tellProvider(db, {
    type: msgType.orderReview,
    objTag: auditTag(auditKind.renewal, { id, orderNo }),
    objName: orderNo,
    title: `续费订单待审核：${ctx.clientName}`,
    content: `${ctx.clientName}提交了订单${orderNo}的汇款凭证，金额 ${yuanWords(order.amount_fen)}。`,
    menu: 'orderAudit',
    onceKey: `${reviewKey(id)} ${order.version}`,
  });
  return null;
}

export function closeOrder(ctx: Ctx, input: { orderNo: string; version: number }): Promise<null> {
  return ctx.db(async (trx) => {
    const order = await lockOrder(trx, ctx, input);
    if (!awaitsPayment(order.renew_status)) throw illegalTransition('只有待付款的订单可以取消');
    await cancelOrder(trx, ctx, order.id, `${ctx.userName}取消`);
    return null;
  });
}

export const applyInvoice = (db: Kysely<DB>, ctx: Ctx, input: Parsed<typeof renewInvoice>): Promise<null> =>
  askInvoice(db, ctx, input.ticketInfo, async (trx) => ({
    kind: auditKind.renewal,
    id: (await lockOrder(trx, ctx, input)).id,
  }));

/** Confirms that a transfer arrived: only provider staff who visits the company may, and only when there is a voucher. */
export function confirmOrder(ctx: Ctx, input: { orderNo: string; version: number }): Promise<null> {
  if (!mayConfirm(ctx)) throw forbiddenError('只有服务商人员可以确认收款');
  return ctx.db(async (trx) => {
    await settleWaiting(trx, ctx, await lockOrder(trx, ctx, input));
    return null;
  });
}
export const mayConfirm = (ctx: Ctx): boolean => ctx.actor?.mode === 'visit' || ctx.provider;

/** The same for an order of any company, by the provider's staff in their own company. */
export async function confirmAsProvider(trx: Trx, ctx: Ctx, at: { orderNo: string; version: number }): Promise<void> {
  const owner = await trx
    .selectFrom('renew_order as r')
    .innerJoin('client as c', 'c.id', 'r.client_id')
    .select(['c.id', 'c.time_zone'])
    .where('r.order_no', '=', at.orderNo)
    .executeTakeFirst();
  if (!owner) throw notFound('续费订单');
  const there: Ctx = { ...ctx, clientId: owner.id, timeZone: owner.time_zone, isPrimary: true };
  await settleWaiting(trx, there, await lockOrder(trx, there, at));
}

async function settleWaiting(trx: Trx, ctx: Ctx, order: Awaited<ReturnType<typeof lockOrder>>): Promise<void> {
  if (!awaitsPayment(order.renew_status)) throw illegalTransition('订单不是待付款状态');
  if (order.voucher_file_id === null) throw blockedByRule('还没有上传汇款凭证，不能确认收款');
  await settleOrder(trx, ctx, order.id, ctx.actor?.name ?? ctx.userName);
}

/** Books a payment: extends the service of every terminal, records what was paid for, restarts stopped services, and tells the company. */
export async function settleOrder(trx: Trx, ctx: Who, orderId: string, auditor: string): Promise<void> {
  const order = await trx.selectFrom('renew_order').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  const lines = await sql<{
    id: string;
    deviceId: string;
    end: string | null;
    years: number;
    amount: number;
    name: string;
  }>`
    select i.id::text as id, i.device_id::text as "deviceId", d.service_end::text as end, i.years, i.amount_fen as amount,
      coalesce(f.package_name, '标准服务') as name
    from renew_order_item i join device d on d.id = i.device_id left join device_fee f on f.device_id = d.id
    where i.order_id = ${orderId} order by i.device_id for update of d`.execute(trx);
  const today = await sql<{ day: string }>`select ${todaySql(ctx.timeZone)}::text as day`.execute(trx);
  const paidOn = today.rows[0]?.day ?? '';
  for (const line of lines.rows) {
    const end = renewedEnd(line.end, paidOn, line.years);
    const from = line.end !== null && line.end > paidOn ? line.end : paidOn;
    await sql`update device set service_end = ${end}, version = version + 1, updated_at = now() where id = ${line.deviceId}`.execute(
      trx,
    );
    await sql`update device_fee set stopped_at = null where device_id = ${line.deviceId}`.execute(trx);
    await sql`update renew_order_item set new_end = ${end}, open = false where id = ${line.id}`.execute(trx);
    await trx
      .insertInto('device_fee_period')
      .values({
        client_id: ctx.clientId,
        device_id: line.deviceId,
        start_date: from,
        end_date: end,
        package_name: line.name,
        order_no: order.order_no,
        amount_fen: line.amount,
        operator: auditor,
      })
      .execute();
    const changes = [{ field: 'serviceEnd', label: '服务到期', before: line.end ?? '', after: end }];
    await recordChanges(trx, ctx, [
      { entity: 'device', entityId: line.deviceId, action: `续费 ${order.order_no}`, changes },
    ]);
  }
  await sql`update renew_order set renew_status = ${renewStatus.approved}, payment_status = ${paymentStatus.collected}, paid_at = now(),
    audit_user = ${auditor}, audited_at = now(), version = version + 1 where id = ${orderId}`.execute(trx);
  await payErpOrder(trx, ctx, orderId);
  await closeTold(trx, reviewKey(orderId));
  await recordChanges(trx, ctx, [{ entity, entityId: orderId, action: '确认收款' }]);
  await createMessage(trx, {
    clientId: ctx.clientId,
    category: 11,
    type: msgType.serviceFee,
    objTag: `renewOrder:${order.order_no}`,
    objName: order.order_no,
    title: '设备续费成功',
    content: `订单${order.order_no}已收款 ${yuanWords(order.amount_fen)}，${lines.rows.length} 台设备已续期。`,
    menu: 'equipmentCost',
    onceKey: `renew ${orderId} approved`,
  });
}

export function readDraft(ctx: Ctx): Promise<{ items: RenewWish[] }> {
  return ctx.db(async (trx) => {
    const row = await trx
      .selectFrom('renew_draft')
      .select(sql<RenewWish[]>`items`.as('items'))
      .where('user_id', '=', ctx.userId)
      .executeTakeFirst();
    return { items: row?.items ?? [] };
  });
}

export function saveDraft(ctx: Ctx, items: readonly RenewWish[]): Promise<null> {
  return ctx.db(async (trx) => {
    await sql`insert into renew_draft (user_id, client_id, items) values (${ctx.userId}, ${ctx.clientId}, ${JSON.stringify(items)}::jsonb)
      on conflict (user_id) do update set items = excluded.items, updated_at = now()`.execute(trx);
    return null;
  });
}
