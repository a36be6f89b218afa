import { randomInt } from 'node:crypto';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { constants } from '@tongda/contract/shell/constants';
import { memberPayType, memberStatus } from '@tongda/contract/trade/member/enums';
import type { createOrder, MemberPreview, MemberWish } from '@tongda/contract/trade/member/order';
import { memberFacts, memberLimits, memberPeriod, purchaseResult } from '@tongda/contract/trade/member/order-state';
import { priceFor } from '@tongda/contract/trade/member/plan';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTime, wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, notFound, versionConflict } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { listDevices, listRefused } from './device-repo';
import { findLastTicket } from './invoice';
import { entity, loadOrderDetail } from './order-repo';
import { listPlansToday, loadToday } from './plan-repo';

/** Whether the company may buy now: 1 it must pay an open order first, 2 it must wait for a review, 0 it may. */
export async function checkPurchase(trx: Trx, ctx: Ctx): Promise<0 | 1 | 2> {
  const orders = await trx
    .selectFrom('member_order')
    .select('status')
    .distinct()
    .where('client_id', '=', ctx.clientId)
    .execute();
  return purchaseResult(orders.map(({ status }) => status));
}

/** What the installation asks of orders: ways of paying, and the amount in fen from which a contract has to be signed before. */
export interface Terms {
  payTypes: MemberPreview['payTypes'];
  contractFen: number;
}

/** What these memberships cost today, line by line. Throws when one of the terminals cannot have the plan. */
export async function previewOrder(
  trx: Trx,
  ctx: Ctx,
  { planId, items }: { planId: string; items: readonly MemberWish[] },
  { payTypes, contractFen }: Terms,
): Promise<MemberPreview> {
  const [plan] = await listPlansToday(trx, ctx, planId);
  if (!plan) throw notFound('套餐');
  const wanted = new Map(items.map((item) => [item.deviceId, item.months]));
  const ids = [...wanted.keys()];
  const all = { ids, limit: ids.length, offset: 0 };
  const devices = await listDevices(trx, ctx, { ...all, sort: 'deviceNo asc' });
  if (devices.length < ids.length) throw notFound('设备');
  const { models } = plan;
  const refused = await listRefused(trx, ctx, { ...all, models, purchasable: { models, wanted: false } });
  if (refused.length > 0)
    throw blockedByRule(
      `有${refused.length}台设备不能购买${plan.planName}，请从清单中移除`,
      refused.map((d) => `设备${d.deviceNo}：${d.reason}`),
    );
  const today = await loadToday(trx, ctx.timeZone);
  const promos = new Set<string>();
  const lines = devices.map((device) => {
    const months = wanted.get(device.id) ?? 12;
    const price = priceFor(plan, device.deviceModel, months);
    if (!price)
      throw blockedByRule(`${plan.planName}暂不支持购买${months}个月，请选择其他时长`, [`设备${device.deviceNo}`]);
    if (price.promoText) promos.add(price.promoText);
    const { start, end } = memberPeriod(today, device.endDate, months);
    return {
      deviceId: device.id,
      deviceNo: device.deviceNo,
      plateNo: device.plateNo,
      model: device.deviceModel,
      months,
      listPriceFen: price.listPriceFen,
      amountFen: price.unitPriceFen,
      startDate: start,
      endDate: end,
    };
  });
  const totalFen = lines.reduce((sum, line) => sum + line.listPriceFen, 0);
  const payFen = lines.reduce((sum, line) => sum + line.amountFen, 0);
  return {
    planId: plan.id,
    planName: plan.planName,
    lines,
    totalFen,
    payFen,
    discountFen: totalFen - payFen,
    promos: [...promos],
    buyer: ctx.clientName,
    ticket: await findLastTicket(trx, ctx),
    payTypes,
    contractRequired: payFen >= contractFen,
    contractFen,
  };
}

/** Throws 4011, with the sentence of the purchase warnings, while an order of the company waits for payment or review. */
async function refuseWhileWaiting(trx: Trx, ctx: Ctx, platformName: string): Promise<void> {
  // two people may order at once: the lock makes the second wait
  await sql`select pg_advisory_xact_lock(hashtext(${`member order ${ctx.clientId}`}))`.execute(trx);
  const { pay, review } = constants.purchase;
  const result = await checkPurchase(trx, ctx);
  if (result === pay) throw blockedByRule(message('purchase.pay'));
  if (result === review) throw blockedByRule(message('purchase.audit', { platformName }));
}

/** Places an order at the prices of today; throws when they are not those that were shown. */
export function placeOrder(
  ctx: Ctx,
  input: Parsed<typeof createOrder>,
  { platformName, ...terms }: Terms & { platformName: string },
) {
  return ctx.db(async (trx) => {
    if (!terms.payTypes.includes(input.payType))
      throw blockedByRule(`${memberPayType.label(input.payType)}尚未开通，请选择其他支付方式`);
    await refuseWhileWaiting(trx, ctx, platformName);
    const priced = await previewOrder(trx, ctx, input, terms);
    if (priced.payFen !== input.payFen) throw versionConflict('价格已变化，请刷新后重试');
    const offline = input.payType === memberPayType.offline;
    const status = offline ? memberStatus.toPayOffline : memberStatus.toPay;
    const facts = memberFacts(status);
    const life = offline
      ? sql`make_interval(days => ${memberLimits.offlineDays})`
      : sql`make_interval(mins => ${memberLimits.onlineMinutes})`;
    const orderNo = `HY${wireTime(Date.now(), ctx.timeZone).replace(/\D/gu, '')}${String(randomInt(10_000)).padStart(4, '0')}`;
    const { id, expireAt } = await trx
      .insertInto('member_order')
      .values({
        client_id: ctx.clientId,
        user_id: ctx.userId,
        apply_user: ctx.userName,
        order_no: orderNo,
        status,
        audit_status: facts.audit,
        payment_status: facts.payment,
        plan_id: priced.planId,
        plan_name: priced.planName,
        device_count: priced.lines.length,
        total_fen: priced.totalFen,
        discount_fen: priced.discountFen,
        pay_fen: priced.payFen,
        pay_type: input.payType,
        ticket: JSON.stringify(input.ticketInfo),
        contract_required: priced.contractRequired,
        expire_at: sql<Date>`now() + ${life}`,
      })
      .returning(['id', wireTimeSql(sql<Date>`expire_at`, ctx.timeZone).as('expireAt')])
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('member_order_item')
      .values(
        priced.lines.map((line) => ({
          client_id: ctx.clientId,
          order_id: id,
          device_id: line.deviceId,
          terminal_no: line.deviceNo,
          plate_no: line.plateNo,
          model: line.model,
          months: line.months,
          list_price_fen: line.listPriceFen,
          amount_fen: line.amountFen,
        })),
      )
      .execute();
    await trx.deleteFrom('member_draft').where('user_id', '=', ctx.userId).execute();
    await recordChanges(trx, ctx, [{ entity, entityId: id, action: '下单' }]);
    return { orderNo, payFen: priced.payFen, expireAt };
  });
}

/** Everything about an order, for the provider's pages. */
export const loadMemberOrder = loadOrderDetail;

export function readDraft(ctx: Ctx): Promise<{ planId: string | null; items: MemberWish[] }> {
  return ctx.db(async (trx) => {
    const row = await trx
      .selectFrom('member_draft')
      .select(['plan_id as planId', sql<MemberWish[]>`items`.as('items')])
      .where('user_id', '=', ctx.userId)
      .executeTakeFirst();
    return row ?? { planId: null, items: [] };
  });
}

export function saveDraft(ctx: Ctx, draft: { planId: string; items: readonly MemberWish[] }): Promise<null> {
  return ctx.db(async (trx) => {
    const plan = await trx.selectFrom('member_plan').select('id').where('id', '=', draft.planId).executeTakeFirst();
    if (!plan) throw notFound('套餐');
    await sql`insert into member_draft (user_id, client_id, plan_id, items)
      values (${ctx.userId}, ${ctx.clientId}, ${draft.planId}, ${JSON.stringify(draft.items)}::jsonb)
      on conflict (user_id) do update set plan_id = excluded.plan_id, items = excluded.items, updated_at = now()`.execute(
      trx,
    );
    return null;
  });
}
