import { codes } from '@tongda/contract/core/endpoint';
import { transportationStatus } from '@tongda/contract/transport/enums';
import { staysBehind } from '@tongda/contract/transport/waybill/dock/counting';
import { splitFlag, stopStatus } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { AppError } from '../../../../core/http/errors';
import { lockOrders, logSteps, piecesOnHand, type StepAuthor } from '../../order/door';
import { passIdleStops } from '../road/reload-move';
import { type LockedWaybill, type OpenLeg, refuseStranded } from '../state';

const reason = '装车清点0件';
export const emptyTruckSentence = '运单上的订单装车清点都是0件，没有货物可发；请重新清点，或撤销装车';

/** `订单DD1、DD2等4单` */
export const orderListOf = (legs: ReadonlyArray<{ orderCode: string }>): string => {
  const first = legs.slice(0, 3).map(({ orderCode }) => orderCode);
  return `订单${first.join('、')}${legs.length > first.length ? `等${legs.length}单` : ''}`;
};

/**
 * 4010 when nothing of any order was there, also for a departure that has happened: there would be a trip without goods. And when an order would have to
 * stay behind that changed vehicles on the road: it lies at no site, so that no other trip could be given it.
 */
export function refuseLeavingBehind(waybill: LockedWaybill, legs: readonly OpenLeg[]): void {
  if (legs.every(staysBehind))
    throw new AppError(codes.illegalTransition, `运单${waybill.waybillCode}不能发车：${emptyTruckSentence}`);
  if (legs.some(staysBehind)) refuseStranded(waybill, '移出订单');
}

/**
 * Takes the orders of which nothing was there off a trip that departs, so that they can be stowed again; stops that were planned for them alone are passed.
 * Called before the other legs start; states and totals follow from the caller.
 */
export async function leaveBehind(
  trx: Trx,
  author: StepAuthor,
  { id, waybillCode }: LockedWaybill,
  legs: readonly OpenLeg[],
  orders: ReadonlyArray<{ orderCode: string; orderStatus: number }>,
  { at, source }: { at: Date; source: number },
): Promise<void> {
  const gone = legs.filter(staysBehind);
  if (gone.length === 0) return;
  await sql`update waybill_leg set removed_at = now(), remove_reason = ${reason} where id = any(${gone.map((leg) => leg.id)}::bigint[])`.execute(
    trx,
  );
  await passIdleStops(trx, id, at);
  const step = { source, happenedAt: at };
  await logSteps(trx, author, [
    { ...step, objType: 'waybill', objCode: waybillCode, action: '移出订单', remark: `${orderListOf(gone)}${reason}` },
    ...gone.map(({ orderCode }) => ({
      ...step,
      objType: 'customerOrder' as const,
      objCode: orderCode,
      action: '移出运单',
      from: orders.find((order) => order.orderCode === orderCode)?.orderStatus ?? null,
      remark: `${waybillCode} ${reason}`,
    })),
  ]);
}

interface Behind {
  id: string;
  orderCode: string;
  seq: number;
  /** why it stays off the trip; null: it comes back */
  why: string | null;
}

/** Waybill of another leg of the same goods as leg `l`: one that was written later, whatever became of it, or one that is not over. */
const otherTrip = sql<string | null>`(select w.waybill_code from waybill_leg x join waybill w on w.id = x.waybill_id
  where x.order_id = l.order_id and x.pick_up_id is not distinct from l.pick_up_id and x.removed_at is null
    and (x.id > l.id or x.transportation_status < ${sql.lit(transportationStatus.completed)}) order by x.id desc limit 1)`;

/** Why the goods of leg `l` (order `o`, pick-up order `u` where it is fetched) stay off their trip. Movements do not touch `updated_at`, their legs tell. */
const whyOff = sql<string | null>`case
  when coalesce(u.voided_at, o.voided_at) is not null then '已作废' when o.signed_at is not null then '已签收'
  when ${otherTrip} is not null then '已上运单' || ${otherTrip}
  when coalesce(u.split_flag, o.split_flag) = ${sql.lit(splitFlag.parent)} then '已拆单'
  when n.pieces <> l.plan_pieces then '在手' || n.pieces || '件，配载时' || l.plan_pieces || '件'
  when greatest(u.updated_at, o.updated_at) > l.removed_at then '发车后改过' end`;

/**
 * Puts the orders that stayed behind at the departure that is revoked on the trip again, with their counts and stops: whoever revokes it takes back all that
 * it did. One that was stowed elsewhere, changed or voided since stays off; these are answered, each with why. Called before the departure's record is
 * revoked; states and totals follow from the caller.
 */
export async function takeBehindBack(
  trx: Trx,
  ctx: Ctx,
  { id, waybillCode }: LockedWaybill,
): Promise<Array<{ orderCode: string; reason: string }>> {
  // the legs and the record of the departure were written in one transaction
  const gone = sql`from waybill_leg l join customer_order o on o.id = l.order_id left join pick_up_order u on u.id = l.pick_up_id
    where l.waybill_id = ${id} and l.client_id = ${ctx.clientId} and l.remove_reason = ${reason}
      and l.removed_at = (select max(r.created_at) from departure_record r where r.waybill_id = ${id} and r.revoked_at is null)`;
  const { rows } = await sql<{
    orderCode: string;
  }>`select coalesce(u.pick_up_code, o.order_code) as "orderCode" ${gone}`.execute(trx);
  if (rows.length === 0) return [];
  await lockOrders(
    trx,
    ctx,
    rows.map(({ orderCode }) => orderCode),
  );
  const { rows: legs } =
    await sql<Behind>`select l.id::text, coalesce(u.pick_up_code, o.order_code) as "orderCode", l.to_seq as seq, ${whyOff} as why
    from waybill_leg l join customer_order o on o.id = l.order_id left join pick_up_order u on u.id = l.pick_up_id
      cross join lateral (select coalesce(u.total_pieces, ${piecesOnHand}) as pieces) n
    where l.id in (select l.id ${gone}) order by l.id`.execute(trx);
  const back = legs.filter(({ why }) => why === null);
  await sql`update waybill_leg set removed_at = null, remove_reason = null where id = any(${back.map((leg) => leg.id)}::bigint[])`.execute(
    trx,
  );
  await sql`update waybill_stop set stop_status = ${stopStatus.toCome} where waybill_id = ${id}
    and stop_status = ${stopStatus.skipped} and seq = any(${back.map(({ seq }) => seq)}::int[])`.execute(trx);
  const stayedOff = legs.flatMap(({ orderCode, why }) => (why === null ? [] : [{ orderCode, reason: why }]));
  await logStayedOff(trx, ctx, waybillCode, stayedOff);
  return stayedOff;
}

async function logStayedOff(
  trx: Trx,
  ctx: Ctx,
  waybillCode: string,
  stayedOff: ReadonlyArray<{ orderCode: string; reason: string }>,
): Promise<void> {
  if (stayedOff.length === 0) return;
  const remark = stayedOff.map((one) => `${one.orderCode}${one.reason}`).join('、');
  await logSteps(trx, ctx, [
    { objType: 'waybill', objCode: waybillCode, action: '订单未移回', remark },
    ...stayedOff.map((one) => ({
      objType: 'customerOrder' as const,
      objCode: one.orderCode,
      action: '未移回运单',
      remark: `${waybillCode} ${one.reason}`,
    })),
  ]);
}
