import { codes } from '@tongda/contract/core/endpoint';
import { transportationStatus } from '@tongda/contract/transport/enums';
import { staysBehind } from '@tongda/contract/transport/waybill/dock/counting';
import { stopStatus } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { AppError } from '../../../../core/http/errors';
import { lockOrders, logSteps, type StepAuthor } from '../../order/door';
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

/**
 * Puts the orders that stayed behind at the departure that is revoked on the trip again, with their counts and stops: whoever revokes it takes back all that
 * it did. One that was stowed elsewhere, changed or voided since stays off. Called before the departure's record is revoked; states and totals follow from
 * the caller.
 */
export async function takeBehindBack(trx: Trx, ctx: Ctx, waybillId: string): Promise<void> {
  // the legs and the record of the departure were written in one transaction
  const { rows } = await sql<{ id: string; orderCode: string }>`select l.id::text, o.order_code as "orderCode"
    from waybill_leg l join customer_order o on o.id = l.order_id
    where l.waybill_id = ${waybillId} and l.client_id = ${ctx.clientId} and l.remove_reason = ${reason}
      and l.removed_at = (select max(r.created_at) from departure_record r where r.waybill_id = ${waybillId} and r.revoked_at is null)`.execute(
    trx,
  );
  if (rows.length === 0) return;
  await lockOrders(
    trx,
    ctx,
    rows.map(({ orderCode }) => orderCode),
  );
  const { rows: back } = await sql<{ seq: number }>`update waybill_leg l set removed_at = null, remove_reason = null
    from customer_order o where o.id = l.order_id and l.id = any(${rows.map(({ id }) => id)}::bigint[])
      and o.voided_at is null and o.signed_at is null and o.updated_at <= l.removed_at and o.total_pieces = l.plan_pieces
      and not exists (select from waybill_leg x where x.order_id = o.id and x.removed_at is null
        and x.transportation_status < ${transportationStatus.completed})
    returning l.to_seq as seq`.execute(trx);
  await sql`update waybill_stop set stop_status = ${stopStatus.toCome} where waybill_id = ${waybillId}
    and stop_status = ${stopStatus.skipped} and seq = any(${back.map(({ seq }) => seq)}::int[])`.execute(trx);
}
