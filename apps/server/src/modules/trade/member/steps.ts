import { msgType } from '@tongda/contract/base/system-enums';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { yuanWords } from '@tongda/contract/core/money';
import {
  auditKind,
  companyAuthStatus,
  contractStatus,
  memberPayType,
  memberStatus,
  type PayChannel,
  payChannel,
} from '@tongda/contract/trade/member/enums';
import type { invoiceIssuance, updateOrder } from '@tongda/contract/trade/member/order';
import {
  type MemberStep,
  memberFacts,
  memberLimits,
  memberPeriod,
  nextMemberStatus,
} from '@tongda/contract/trade/member/order-state';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { DB, MemberOrder } from '../../../core/generated/db-types';
import type { Ctx } from '../../../core/http/ctx';
import { changedMeanwhile, illegalTransition, notFound } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { tellProvider } from '../../base/message/door';
import { askInvoice } from './invoice';
import { entity, findStoredOrder } from './order-repo';
import { paymentState } from './pay/state';
import { loadToday } from './plan-repo';
import { auditTag, closeTold, tellBuyerOf } from './tell';
import { checkVouchers } from './vouchers';

export type Order = Selectable<MemberOrder>;
export type Who = Pick<Ctx, 'userId' | 'userName'> & Partial<Pick<Ctx, 'actor'>>;
export interface AtVersion {
  orderNo: string;
  version: number;
}

export const refusals: Record<MemberStep, string> = {
  pay: '订单不是待付款状态',
  voucher: '订单当前状态不能上传凭证',
  approve: '只有待审核的订单可以审核通过',
  reject: '只有待审核的订单可以驳回',
  refund: '只有审核通过的订单可以退款',
  close: '只有待付款的订单可以取消',
  expire: '订单不是待付款状态',
};

/** Moves an order to the status that follows a step, with the fields that belong to it; throws 4010 when the step is not possible. The caller has locked the row. */
export async function moveOrder(
  trx: Trx,
  order: Order,
  step: MemberStep,
  who: Who,
  { action, set = {} }: { action: string; set?: Readonly<Record<string, unknown>> },
): Promise<void> {
  const status = nextMemberStatus({ status: order.status, payType: order.pay_type }, step);
  if (status === null) throw illegalTransition(refusals[step]);
  const { audit, payment } = memberFacts(status);
  await trx
    .updateTable('member_order')
    .set({
      status,
      audit_status: audit,
      payment_status: payment ?? order.payment_status,
      version: order.version + 1,
      ...set,
    })
    .where('id', '=', order.id)
    .execute();
  await recordChanges(trx, { ...who, clientId: order.client_id }, [{ entity, entityId: order.id, action }]);
}

/** An order of the caller's company that he sees, with its row locked. Throws 4004, or 4009 when it was changed since `version`. */
async function lockOwnOrder(trx: Trx, ctx: Ctx, at: AtVersion): Promise<Order> {
  const order = await findStoredOrder(trx, ctx, at.orderNo).forUpdate().executeTakeFirst();
  if (!order) throw notFound('会员订单');
  if (order.version !== at.version) throw changedMeanwhile(entity, order.id, order.client_id);
  return order;
}

/** An order of any company with its row locked, for the provider. Throws like `lockOwnOrder`. */
export async function lockAnyOrder(trx: Trx, at: AtVersion): Promise<Order> {
  const order = await trx
    .selectFrom('member_order')
    .selectAll()
    .where('order_no', '=', at.orderNo)
    .forUpdate()
    .executeTakeFirst();
  if (!order) throw notFound('会员订单');
  if (order.version !== at.version) throw changedMeanwhile(entity, order.id, order.client_id);
  return order;
}

/** What the keys of messages to the provider begin with that an order waits for a review; a new version of the order is a new message. */
const reviewKey = (orderId: string): string => `member review ${orderId}`;

/** Where these messages lead. */
const auditOf = ({ id, order_no: orderNo }: Order) => ({
  objTag: auditTag(auditKind.member, { id, orderNo }),
  objName: orderNo,
});

/** Stores the vouchers of a transfer and tells the provider's staff to review them. */
export async function putVouchers(db: Kysely<DB>, ctx: Ctx, input: Parsed<typeof updateOrder>): Promise<null> {
  const order = await ctx.db(async (trx) => {
    const found = await lockOwnOrder(trx, ctx, input);
    await checkVouchers(trx, ctx, input);
    await moveOrder(trx, found, 'voucher', ctx, {
      action: '提交汇款凭证',
      set: {
        voucher_file_ids: sql`${input.fileIds}::bigint[]`,
        remit_date: input.remitDate,
        remit_name: input.remitName,
        submitted_at: sql`now()`,
        reject_reason: '',
      },
    });
    return found;
  });
  // The message belongs to the provider's company, which the tenant's transaction cannot write to.
  await tellProvider(db, {
    type: msgType.orderReview,
    ...auditOf(order),
    title: `会员订单待审核：${ctx.clientName}`,
    content: `${ctx.clientName}提交了订单${order.order_no}的汇款凭证，金额 ${yuanWords(order.pay_fen)}。`,
    menu: 'orderAudit',
    onceKey: `${reviewKey(order.id)} ${order.version}`,
  });
  return null;
}

/** Closes an order of the caller's company; what could still be paid for it was stopped before (`stopOwnPayments`). */
export function closeOwnOrder(ctx: Ctx, input: AtVersion): Promise<null> {
  return ctx.db(async (trx) => {
    const order = await lockOwnOrder(trx, ctx, input);
    await moveOrder(trx, order, 'close', ctx, { action: '取消订单', set: { close_reason: `${ctx.userName}取消` } });
    return null;
  });
}

/** An order is paid, as its provider vouches for: it waits for the review. The caller has locked the row. Answers its new version. */
export async function payOrder(
  trx: Trx,
  order: Order,
  { channel, providerNo, paidAt }: { channel: PayChannel; providerNo: string; paidAt: Date },
): Promise<number> {
  const by = payChannel.label(channel);
  await moveOrder(
    trx,
    order,
    'pay',
    { userId: '0', userName: by },
    {
      action: `付款成功，交易号${providerNo}`,
      set: { pay_trade_no: providerNo, paid_at: paidAt },
    },
  );
  await tellProvider(trx, {
    type: msgType.orderReview,
    ...auditOf(order),
    title: `会员订单待审核：${order.order_no}`,
    content: `订单${order.order_no}已由${by}付款 ${yuanWords(order.pay_fen)}，交易号${providerNo}。`,
    menu: 'orderAudit',
    onceKey: `${reviewKey(order.id)} ${order.version}`,
  });
  return order.version + 1;
}

export const applyInvoice = (db: Kysely<DB>, ctx: Ctx, input: Parsed<typeof invoiceIssuance>): Promise<null> =>
  askInvoice(db, ctx, input.ticketInfo, async (trx) => ({
    kind: auditKind.member,
    id: (await lockOwnOrder(trx, ctx, input)).id,
  }));

/** Tells the buyer about his order, once for each version of it and what happened. */
export const tellBuyer = (trx: Trx, order: Order, key: string, title: string, content: string) =>
  tellBuyerOf(
    trx,
    auditKind.member,
    { id: order.id, clientId: order.client_id, orderNo: order.order_no },
    { key: `${order.version} ${key}`, title, content },
  );

interface Of {
  id: string;
  client_id: string;
}
/** SQL: the facts `a` are of the buyer's company as the signed contract of this order names them: they were not changed after the signature. */
const standsInContract = ({ id, client_id }: Of) =>
  sql<boolean>`a.client_id = ${client_id} and exists (select from member_contract c
    where c.order_id = ${id} and c.status = ${contractStatus.signed} and c.signed_at >= a.updated_at)`;

/**
 * Staff looked at the payment and at the signed contract that names the company: its facts are checked (企业认证), also those of an order that was rejected before. What
 * was written after that signature is not in the contract.
 */
const confirmCompany = (trx: Trx, order: Of) =>
  sql`update company_auth a set status = ${companyAuthStatus.done}, updated_at = now()
    where a.status in (${companyAuthStatus.underWay}, ${companyAuthStatus.failed}) and ${standsInContract(order)}`.execute(
    trx,
  );
/** … and did not find them right: they are asked for again with the next contract. */
const doubtCompany = (trx: Trx, order: Of) =>
  sql`update company_auth a set status = ${companyAuthStatus.failed}
    where a.status = ${companyAuthStatus.underWay} and ${standsInContract(order)}`.execute(trx);

/** From when the plan holds: at once, or after what a terminal has already; `later` are the days of those. */
function startWords({ device_count: count, plan_name: plan }: Order, later: readonly string[]): string {
  const [first = '', ...others] = later.toSorted();
  const days = others.length > 0 && others.at(-1) !== first ? `${first}起陆续` : `${first}起`;
  if (later.length === 0) return `${count}台设备的${plan}已生效`;
  if (later.length === count) return `${count}台设备的${plan}接在现有会员之后，${days}生效`;
  return `${count - later.length}台设备的${plan}已生效，${later.length}台接在现有会员之后，${days}生效`;
}

/** Approves an order: every terminal gets its period, after the one that it has already. */
export async function approveOrder(trx: Trx, who: Who, at: AtVersion): Promise<void> {
  const order = await lockAnyOrder(trx, at);
  await moveOrder(trx, order, 'approve', who, {
    action: '审核通过',
    set: { paid_at: order.paid_at ?? sql`now()`, audited_at: sql`now()`, audit_user: who.userName },
  });
  const client = await trx
    .selectFrom('client')
    .select('time_zone')
    .where('id', '=', order.client_id)
    .executeTakeFirstOrThrow();
  const today = await loadToday(trx, client.time_zone);
  const { rows: lines } = await sql<{ id: string; deviceId: string; months: number; lastEnd: string | null }>`
    select i.id::text as id, i.device_id::text as "deviceId", i.months,
      (select max(p.end_date)::text from member_period p where p.device_id = i.device_id) as "lastEnd"
    from member_order_item i join device d on d.id = i.device_id where i.order_id = ${order.id} order by i.device_id for update of d`.execute(
    trx,
  );
  const later: string[] = [];
  for (const line of lines) {
    const { start, end } = memberPeriod(today, line.lastEnd, line.months);
    if (start > today) later.push(start);
    await sql`insert into member_period (client_id, device_id, plan_id, order_id, start_date, end_date)
      values (${order.client_id}, ${line.deviceId}, ${order.plan_id}, ${order.id}, ${start}, ${end})`.execute(trx);
    await sql`update member_order_item set start_date = ${start}, end_date = ${end} where id = ${line.id}`.execute(trx);
  }
  if (who.userId !== system.userId) await confirmCompany(trx, order);
  await closeTold(trx, reviewKey(order.id));
  await tellBuyer(
    trx,
    order,
    'passed',
    '会员订单审核通过',
    `订单${order.order_no}已审核通过，${startWords(order, later)}。`,
  );
}

export async function rejectOrder(trx: Trx, who: Who, at: AtVersion, reason: string): Promise<void> {
  const order = await lockAnyOrder(trx, at);
  await moveOrder(trx, order, 'reject', who, {
    action: `驳回：${reason}`,
    set: { reject_reason: reason, audited_at: sql`now()`, audit_user: who.userName },
  });
  await doubtCompany(trx, order);
  await closeTold(trx, reviewKey(order.id));
  await tellBuyer(
    trx,
    order,
    'rejected',
    '会员订单被驳回',
    `订单${order.order_no}审核不通过：${reason}。${
      // what was paid online needs no voucher: it goes back the way it came
      order.pay_type === memberPayType.online
        ? '已付款项由工作人员办理退款，将原路退回'
        : '请在“我的订单”中重新上传凭证'
    }。`,
  );
}

const system: Who = { userId: '0', userName: '系统' };

/** Closes orders that were not paid in time and for which nothing can be paid any more (`stopOverduePayments`). Answers how many were closed. */
export async function closeOverdueOrders(trx: Trx): Promise<number> {
  const overdue = await trx
    .selectFrom('member_order')
    .selectAll()
    .where('status', 'in', [memberStatus.toPay, memberStatus.toPayOffline])
    .where('expire_at', '<=', sql<Date>`now()`)
    .where(
      sql<boolean>`not exists (select from member_payment p where p.order_id = member_order.id and p.status = ${paymentState.waiting})`,
    )
    .orderBy('id')
    .limit(200)
    .forUpdate()
    .skipLocked()
    .execute();
  let closed = 0;
  for (const order of overdue) {
    const why =
      order.status === memberStatus.toPayOffline ? `超过${memberLimits.offlineDays}天未上传汇款凭证` : '超时未付款';
    await moveOrder(trx, order, 'expire', system, {
      action: `自动取消：${why}`,
      set: { close_reason: `${why}，自动取消` },
    });
    closed++;
  }
  return closed;
}
