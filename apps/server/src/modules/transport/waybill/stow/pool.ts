import { orderStatus } from '@tongda/contract/transport/enums';
import { isPickUpCode } from '@tongda/contract/transport/pick-up/status';
import { onHandStatus } from '@tongda/contract/transport/waybill/enums';
import { type BoardOrder, poolLimit } from '@tongda/contract/transport/waybill/stow/board';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import { wireColumn } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { orderScope } from '../../../base/org/door';
import { isMoving, isToDispatch } from '../../figures/door';
import { piecesOnHand } from '../../order/door';
import { addLimits } from './limits';
import { loadBoardPickUps } from './pick-up-pool';

/** Conflict groups of an order's goods, by the item names of its lines. */
const conflictGroups = sql`array(select distinct g.conflict_group from order_item i join cargo_config g on g.id = i.cargo_id
  where i.order_id = o.id and g.conflict_group is not null order by 1)`;
const conflictsWith = sql`array(select distinct case when x.group_a = g.conflict_group then x.group_b else x.group_a end
  from order_item i join cargo_config g on g.id = i.cargo_id
    join cargo_conflict x on x.client_id = g.client_id and g.conflict_group in (x.group_a, x.group_b)
  where i.order_id = o.id order by 1)`;

/**
 * Stores with a 车型限制. An order is delivered to a store when it has the store's point, which the address book filled in. Few stores have such a
 * rule, so that they are read once for all orders.
 */
const limitedStores = (ctx: Ctx) => sql`limited as materialized (select s.id, s.vehicle_limit, g.lng, g.lat
  from store s join place_shape g on g.place_id = s.place_id and upper_inf(g.during)
  where s.client_id = ${ctx.clientId} and s.deleted_at is null and s.status = 1 and s.vehicle_limit <> '')`;
const vehicleLimit = sql`coalesce((select s.vehicle_limit from limited s
  where abs(s.lng - o.receive_lng) < 0.002 and abs(s.lat - o.receive_lat) < 0.002 order by s.id limit 1), '')`;

async function loadOrders(trx: Trx, ctx: Ctx, where: RawBuilder<unknown>): Promise<BoardOrder[]> {
  const { rows } = await sql<
    Omit<BoardOrder, 'shipLimits' | 'receiveLimits'>
  >`with ${limitedStores(ctx)} select o.id::text, o.id::text as "orderId", o.order_code as "orderCode", o.priority, k.name as "customerName",
      o.order_status as "orderStatus", o.shipper, o.ship_phone as "shipPhone", o.ship_area as "shipArea", o.ship_address as "shipAddress",
      o.ship_lng as "shipLng", o.ship_lat as "shipLat", o.receiver, o.receive_phone as "receivePhone", o.receive_area as "receiveArea",
      o.receive_address as "receiveAddress", o.receive_lng as "receiveLng", o.receive_lat as "receiveLat",
      ${wireColumn('o.arrive_from', ctx.timeZone)} as "arriveFrom", ${wireColumn('o.arrive_to', ctx.timeZone)} as "arriveTo",
      o.temperature_type as "temperatureType", o.temp_min_c::float8 as "tempMin", o.temp_max_c::float8 as "tempMax",
      q.pieces,
      coalesce(case when o.current_place_id is not null then o.on_hand_weight_kg end, round(o.total_weight_kg * q.pieces / nullif(o.total_pieces, 0), 2), o.total_weight_kg)::float8 as "weightKg",
      coalesce(case when o.current_place_id is not null then o.on_hand_volume_m3 end, round(o.total_volume_m3 * q.pieces / nullif(o.total_pieces, 0), 3), o.total_volume_m3)::float8 as "volumeM3",
      o.pallets::float8, o.unload_min as "unloadMin", ${vehicleLimit} as "vehicleLimit", o.delivery_mode as "deliveryMode", o.pick_up_flag as "pickUpFlag", o.pool_reason as "poolReason",
      ${conflictGroups} as "conflictGroups", ${conflictsWith} as "conflictsWith",
      case when p.id is not null then jsonb_build_object('placeId', p.id::text, 'name', p.name, 'lng', g.lng, 'lat', g.lat)
        when r.name is not null then jsonb_build_object('placeId', null, 'name', r.name, 'lng', r.lng, 'lat', r.lat) end as site
    from customer_order o join customer k on k.id = o.customer_id left join place p on p.id = o.current_place_id
      cross join lateral (select ${piecesOnHand} as pieces) q
      left join place_shape g on g.place_id = p.id and g.during @> now()
      left join lateral (select s.name, s.lng, s.lat from waybill_leg l join waybill w on w.id = l.waybill_id
          join waybill_stop s on s.waybill_id = w.id and s.seq = l.from_seq
        where l.order_id = o.id and l.removed_at is null and l.transportation_status = 0 and w.reload_from_id is not null
          and s.place_id is null and o.on_hand_status = ${onHandStatus.onTheWay} limit 1) r on true
    where o.client_id = ${ctx.clientId} and ${orderScope(ctx, 'o')} and ${where}
    order by o.arrive_to, o.id limit ${poolLimit}`.execute(trx);
  return addLimits(trx, ctx, rows);
}

/** Condition: an order waits for a vehicle, because it is 待调度, or lies at a site without a next leg (在站待续程). */
const isWaiting = sql`(${isToDispatch} or ${isMoving} and o.order_status = ${orderStatus.inTransit} and o.on_hand_status = ${onHandStatus.atSite} and o.current_place_id is not null)
  and not exists (select from waybill_leg l where l.order_id = o.id and l.removed_at is null and l.transportation_status < 2)
  and not (o.order_status = ${orderStatus.inTransit} and exists (select from pick_up_order u where u.order_id = o.id and u.order_status < ${orderStatus.completed}))
  and not (o.order_status = ${orderStatus.inTransit} and exists (select from waybill_leg l where l.order_id = o.id and l.removed_at is null and l.final))`;

/** Loads orders that wait for a vehicle, those due first; `total` counts those beyond the limit too. */
export async function loadPool(trx: Trx, ctx: Ctx): Promise<{ list: BoardOrder[]; total: number }> {
  const list = await loadOrders(trx, ctx, isWaiting);
  if (list.length < poolLimit) return { list, total: list.length };
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from customer_order o
    where o.client_id = ${ctx.clientId} and ${orderScope(ctx, 'o')} and ${isWaiting}`.execute(trx);
  return { list, total: rows[0]?.n ?? list.length };
}

/** Loads orders, or pick-up orders, by their numbers. */
export async function loadOrdersByCode(trx: Trx, ctx: Ctx, codes: readonly string[]): Promise<BoardOrder[]> {
  const picked = codes.filter(isPickUpCode);
  const rest = codes.filter((code) => !isPickUpCode(code));
  const pickUps = picked.length > 0 ? await loadBoardPickUps(trx, ctx, { codes: picked }) : [];
  if (rest.length === 0) return pickUps;
  return [...pickUps, ...(await loadOrders(trx, ctx, sql`o.order_code = any(${rest}::text[])`))];
}
