import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { waybillScope } from '../../base/org/door';
import { releaseEmptyTrips, updateTotals } from './trip-totals';

/** 4004 unless the caller may see the waybill. */
export async function refuseForeignWaybill(trx: Trx, ctx: Ctx, waybillCode: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select w.id from waybill w where w.client_id = ${ctx.clientId}
    and w.waybill_code = ${waybillCode} and ${waybillScope(ctx, 'w')}`.execute(trx);
  requireRow(rows[0], '运单');
}

/** Finds the number of the order that a pick-up or receipt order belongs to; 4004 when there is none. */
export async function findOrderCodeOf(
  trx: Trx,
  ctx: Ctx,
  objType: 'customerOrder' | 'pickUpOrder' | 'receiptOrder',
  objCode: string,
): Promise<string> {
  if (objType === 'customerOrder') return objCode;
  const { rows } = await sql<{ orderCode: string }>`select o.order_code as "orderCode" from customer_order o
    where o.client_id = ${ctx.clientId} and o.id in (select p.order_id from pick_up_order p where p.client_id = ${ctx.clientId} and p.pick_up_code = ${objCode}
      union all select r.order_id from receipt_order r where r.client_id = ${ctx.clientId} and r.receipt_code = ${objCode})`.execute(
    trx,
  );
  return requireRow(rows[0], objType === 'pickUpOrder' ? '提货单' : '收货单').orderCode;
}

/** Locks the unfinished trips of orders. Every step locks trips before orders, so that two steps never wait for each other. */
export async function lockTrips(trx: Trx, ctx: Ctx, orderCodes: readonly string[]): Promise<void> {
  await sql`select w.id from waybill w where w.client_id = ${ctx.clientId} and w.id in (select l.waybill_id from waybill_leg l
      join customer_order o on o.id = l.order_id where o.order_code = any(${orderCodes}::text[]) and l.removed_at is null
        and l.transportation_status < 2) order by w.id for update`.execute(trx);
}

/** Takes voided orders off the trips that they are planned on; a trip that loses its last one is released. */
export async function takeOffTrips(trx: Trx, ctx: Ctx, orderIds: readonly string[], reason: string): Promise<void> {
  const { rows } = await sql<{ waybillId: string }>`update waybill_leg set removed_at = now(), remove_reason = ${reason}
    where client_id = ${ctx.clientId} and order_id = any(${orderIds}::bigint[]) and removed_at is null and transportation_status = 0
      and load_pieces = 0 returning waybill_id::text as "waybillId"`.execute(trx);
  const trips = [...new Set(rows.map(({ waybillId }) => waybillId))];
  if (trips.length === 0) return;
  await sql`update waybill set version = version + 1, updated_at = now(), updated_by = ${ctx.userId} where id = any(${trips}::bigint[])`.execute(
    trx,
  );
  await updateTotals(trx, trips);
  await releaseEmptyTrips(trx, ctx, trips, reason);
}
