import {
  deriveOrderStatus,
  type LegFacts,
  type OrderFacts,
  type OrderStatus,
} from '@tongda/contract/transport/order/status';
import { isPickUpCode } from '@tongda/contract/transport/pick-up/status';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import type { LockedOrder } from './locked';
import { conflictOf } from './log';
import { lockPickUps, refreshPickUps } from './pick-up';

/**
 * Locks orders of the caller's company by number, sorted by id, so that two batches never wait for each other. The number of a pick-up order locks
 * it and its order; it is answered with the id of the order and the state of the pick-up.
 */
export async function lockOrders(trx: Trx, ctx: Ctx, orderCodes: readonly string[]): Promise<LockedOrder[]> {
  const which = sql`o.client_id = ${ctx.clientId} and o.order_code = any(${orderCodes}::text[])`;
  const picked = orderCodes.filter(isPickUpCode);
  // parents too: their state follows from all of their children, and two of these may change at once
  await sql`select o.id from customer_order o where ${which} or o.client_id = ${ctx.clientId} and (o.id in (select p.order_id from pick_up_order p
      where p.client_id = ${ctx.clientId} and p.pick_up_code = any(${picked}::text[]))
    or o.id in (select c.parent_id from customer_order c where c.client_id = ${ctx.clientId} and c.order_code = any(${orderCodes}::text[])))
    order by o.id for update`.execute(trx);
  // a statement of its own, so that it sees what others wrote while the first one waited for the lock
  const { rows } =
    await sql<LockedOrder>`select o.id::text, o.order_code as "orderCode", o.order_status as "orderStatus",
      o.split_flag as "splitFlag", o.parent_id::text as "parentId", o.version, o.total_pieces as pieces, o.signed_at as "signedAt",
      (select w.waybill_code from waybill_leg l join waybill w on w.id = l.waybill_id
        where l.order_id = o.id and l.removed_at is null and l.transportation_status < 2 limit 1) as "onTrip"
    from customer_order o where ${which} order by o.id`.execute(trx);
  return picked.length > 0 ? [...rows, ...(await lockPickUps(trx, ctx, picked))] : rows;
}

/** Writes columns of an order that was read at `version`; 4009 when somebody changed it since. Answers the new version. */
export async function touchOrder(
  trx: Trx,
  ctx: Ctx,
  { id, version, orderCode }: { id: string; version: number; orderCode: string },
  set: Record<string, unknown>,
): Promise<number> {
  const changed = await trx
    .updateTable('customer_order')
    .set({ ...set, version: version + 1, updated_by: ctx.userId, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('client_id', '=', ctx.clientId)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst();
  if (!changed) throw await conflictOf(trx, ctx, 'customerOrder', orderCode);
  return changed.version;
}

/**
 * Derives the states of orders again and writes them, children before their parents. It is the only writer of `order_status` and is called in the
 * transaction of every change.
 */
export async function refreshStatus(trx: Trx, ctx: Ctx, orderIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{
    id: string;
    parentId: string | null;
    status: OrderStatus;
    voided: boolean;
    signed: boolean;
    splitFlag: OrderFacts['splitFlag'];
    children: OrderStatus[];
    legs: LegFacts[];
  }>`select o.id::text, o.parent_id::text as "parentId", o.order_status as status, o.voided_at is not null as voided,
      o.signed_at is not null as signed, o.split_flag as "splitFlag",
      array(select c.order_status from customer_order c where c.parent_id = o.id) as children,
      coalesce((select jsonb_agg(jsonb_build_object('live', true, 'transportationStatus', l.transportation_status, 'loadPieces', l.load_pieces,
          'stowStatus', w.stow_status, 'loading', w.load_started_at is not null and l.from_seq = 1, 'final', l.final))
        from waybill_leg l join waybill w on w.id = l.waybill_id where l.order_id = o.id and l.removed_at is null), '[]') as legs
    from customer_order o where o.client_id = ${ctx.clientId} and o.id = any(${orderIds}::bigint[])`.execute(trx);
  for (const row of rows) {
    const next = deriveOrderStatus({ ...row, planned: false });
    if (next !== row.status)
      await sql`update customer_order set order_status = ${next} where id = ${row.id} and client_id = ${ctx.clientId}`.execute(
        trx,
      );
  }
  await refreshPickUps(trx, ctx, orderIds);
  const parents = [...new Set(rows.flatMap(({ parentId }) => parentId ?? []))];
  if (parents.length > 0) await refreshStatus(trx, ctx, parents);
}
