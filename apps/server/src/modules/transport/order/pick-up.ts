import { orderStatus } from '@tongda/contract/transport/enums';
import type { OrderStatus } from '@tongda/contract/transport/order/status';
import { derivePickUpStatus, type PickUpFacts } from '@tongda/contract/transport/pick-up/status';
import { pickUpFlag, splitFlag } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { nextCodes } from '../../../core/record/codes';
import type { LockedOrder } from './locked';
import { logSteps } from './log';

/** Locks pick-up orders by number. `id` is that of the customer order, so that a step updates the order's state as well. */
export async function lockPickUps(trx: Trx, ctx: Ctx, codes: readonly string[]): Promise<LockedOrder[]> {
  const which = sql`p.client_id = ${ctx.clientId} and p.pick_up_code = any(${codes}::text[])`;
  await sql`select p.id from pick_up_order p where ${which} order by p.id for update`.execute(trx);
  const { rows } =
    await sql<LockedOrder>`select p.order_id::text as id, p.pick_up_code as "orderCode", p.order_status as "orderStatus",
      p.split_flag as "splitFlag", p.parent_id::text as "parentId", p.version, p.total_pieces as pieces, null as "signedAt",
      (select w.waybill_code from waybill_leg l join waybill w on w.id = l.waybill_id
        where l.pick_up_id = p.id and l.removed_at is null and l.transportation_status < 2 limit 1) as "onTrip"
    from pick_up_order p where ${which} order by p.id`.execute(trx);
  return rows;
}

/** Brings the states of the pick-up orders of orders up to date. The one place that writes `pick_up_order.order_status`. */
export async function refreshPickUps(trx: Trx, ctx: Ctx, orderIds: readonly string[]): Promise<void> {
  const { rows } = await sql<
    PickUpFacts & { id: string; status: OrderStatus }
  >`select p.id::text, p.order_status as status,
      p.voided_at is not null or o.voided_at is not null as voided,
      p.split_flag = ${splitFlag.parent} or o.split_flag = ${splitFlag.parent} as divided,
      (select jsonb_build_object('transportationStatus', l.transportation_status, 'loadPieces', l.load_pieces, 'atPoint',
          w.actual_depart_at is not null and exists (select from waybill_stop s where s.waybill_id = w.id and s.seq = l.from_seq and s.stop_status = 1))
        from waybill_leg l join waybill w on w.id = l.waybill_id
        where l.order_id = o.id and l.removed_at is null and (l.pick_up_id = p.id or l.pick_up_id is null and l.leg_no = 1
          and not exists (select from waybill_leg x where x.order_id = o.id and x.removed_at is null and x.pick_up_id is not null))
        order by l.pick_up_id nulls last, l.id desc limit 1) as leg
    from pick_up_order p join customer_order o on o.id = p.order_id
    where p.client_id = ${ctx.clientId} and p.order_id = any(${orderIds}::bigint[])`.execute(trx);
  for (const { id, status, ...facts } of rows) {
    const next = derivePickUpStatus(facts);
    if (next !== status)
      await sql`update pick_up_order set order_status = ${next}, updated_at = now() where id = ${id} and client_id = ${ctx.clientId}`.execute(
        trx,
      );
  }
}

/** Columns that a pick-up order copies from its order. */
const copiedColumns = sql`shipper, ship_phone, ship_area, ship_address, ship_lng, ship_lat, pick_from, pick_to, temperature_type, temp_min_c, temp_max_c,
  total_pieces, total_weight_kg, total_volume_m3`;

/**
 * Brings the pick-up order of a customer order in line with it: 上门提货 has one, 客户自送 has none. A pick-up that was split, edited or planned
 * stays as it is.
 */
export async function syncPickUpWithOrder(trx: Trx, ctx: Ctx, orderId: string): Promise<void> {
  const { rows } = await sql<{
    wanted: boolean;
    open: boolean;
    orgId: string | null;
    mine: string | null;
    others: number;
  }>`select
      o.pick_up_flag = ${pickUpFlag.pickedUp} as wanted, o.order_status = ${orderStatus.toDispatch} and o.split_flag <> ${splitFlag.parent}
        and o.on_hand_status = 0 as open, o.org_id::text as "orgId",
      (select p.id::text from pick_up_order p where p.order_id = o.id and p.follows_order and p.voided_at is null
        and p.order_status = ${orderStatus.toDispatch} and p.split_flag = 0 limit 1) as mine,
      (select count(*)::int from pick_up_order p where p.order_id = o.id and not p.follows_order and p.voided_at is null) as others
    from customer_order o where o.id = ${orderId} and o.client_id = ${ctx.clientId}`.execute(trx);
  const [order] = rows;
  if (!order?.open || (order.mine === null && (!order.wanted || order.others > 0))) return;
  if (order.mine !== null && !order.wanted) {
    await sql`update pick_up_order set voided_at = now(), void_reason = '订单改为客户自送', version = version + 1 where id = ${order.mine}`.execute(
      trx,
    );
    await refreshPickUps(trx, ctx, [orderId]);
    return;
  }
  if (order.mine !== null) await rewritePickUp(trx, ctx, order.mine, orderId);
  else await insertPickUp(trx, ctx, orderId, order.orgId);
}

async function rewritePickUp(trx: Trx, ctx: Ctx, pickUpId: string, orderId: string): Promise<void> {
  await sql`update pick_up_order p set (shipper, ship_phone, ship_area, ship_address, ship_lng, ship_lat, plan_from, plan_to, temperature_type,
      temp_min_c, temp_max_c, total_pieces, total_weight_kg, total_volume_m3) = (select ${copiedColumns} from customer_order o where o.id = ${orderId}),
      version = version + 1, updated_at = now(), updated_by = ${ctx.userId} where p.id = ${pickUpId}`.execute(trx);
  await sql`delete from pick_up_item where pick_up_id = ${pickUpId}`.execute(trx);
  await copyItems(trx, ctx, pickUpId, orderId);
}

async function insertPickUp(trx: Trx, ctx: Ctx, orderId: string, orgId: string | null): Promise<void> {
  const [code = ''] = await nextCodes(trx, ctx, 'TH');
  const { rows } = await sql<{
    id: string;
  }>`insert into pick_up_order (client_id, org_id, pick_up_code, order_id, follows_order, created_by, updated_by,
      shipper, ship_phone, ship_area, ship_address, ship_lng, ship_lat, plan_from, plan_to, temperature_type, temp_min_c, temp_max_c,
      total_pieces, total_weight_kg, total_volume_m3)
    select ${ctx.clientId}, ${orgId}, ${code}, o.id, true, ${ctx.userId}, ${ctx.userId}, ${copiedColumns} from customer_order o where o.id = ${orderId}
    returning id::text`.execute(trx);
  await copyItems(trx, ctx, rows[0]?.id ?? '', orderId);
  await logSteps(trx, ctx, [
    { objType: 'pickUpOrder', objCode: code, action: '生成提货单', to: orderStatus.toDispatch },
  ]);
}

/** Copies the goods of an order to its pick-up order. */
const copyItems = (trx: Trx, ctx: Ctx, pickUpId: string, orderId: string) =>
  sql`insert into pick_up_item (client_id, pick_up_id, line_no, cargo_name, spec, pack_unit, temperature_type, pieces, weight_kg, volume_m3)
    select ${ctx.clientId}, ${pickUpId}, line_no, cargo_name, spec, pack_unit, temperature_type, pieces, weight_kg, volume_m3
    from order_item where order_id = ${orderId}`.execute(trx);
