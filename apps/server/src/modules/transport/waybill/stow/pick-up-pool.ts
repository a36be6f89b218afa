import { orderStatus } from '@tongda/contract/transport/enums';
import { type BoardOrder, poolLimit } from '@tongda/contract/transport/waybill/stow/board';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { orderScope } from '../../../base/org/door';
import { addLimits } from './limits';

/** Loads pick-up orders in the shape of the board. Window and receiver are those of the pick-up point. */
export async function loadBoardPickUps(
  trx: Trx,
  ctx: Ctx,
  { codes, where = sql`true` }: { codes?: readonly string[]; where?: RawBuilder<unknown> },
): Promise<BoardOrder[]> {
  const at = (column: string) => sql`to_char(${sql.ref(column)} at time zone ${ctx.timeZone}, 'YYYY-MM-DD HH24:MI:SS')`;
  const wanted = codes ? sql`p.pick_up_code = any(${codes}::text[])` : where;
  const { rows } = await sql<
    Omit<BoardOrder, 'shipLimits' | 'receiveLimits'>
  >`select p.id::text, o.id::text as "orderId", p.pick_up_code as "orderCode", o.priority, k.name as "customerName",
      p.order_status as "orderStatus", p.shipper, p.ship_phone as "shipPhone", p.ship_area as "shipArea", p.ship_address as "shipAddress",
      p.ship_lng as "shipLng", p.ship_lat as "shipLat", k.name as receiver, p.ship_phone as "receivePhone", p.ship_area as "receiveArea",
      p.ship_address as "receiveAddress", p.ship_lng as "receiveLng", p.ship_lat as "receiveLat", ${at('p.plan_from')} as "arriveFrom",
      coalesce(${at('p.plan_to')}, ${at('o.arrive_to')}) as "arriveTo", p.temperature_type as "temperatureType", p.temp_min_c::float8 as "tempMin",
      p.temp_max_c::float8 as "tempMax", p.total_pieces as pieces, p.total_weight_kg::float8 as "weightKg", p.total_volume_m3::float8 as "volumeM3",
      case when p.split_flag = 0 then o.pallets::float8 end as pallets, null as "unloadMin", '' as "vehicleLimit", o.delivery_mode as "deliveryMode", o.pick_up_flag as "pickUpFlag", null as site,
      case when p.fail_reason is not null then '提货失败' end as "poolReason",
      array(select distinct g.conflict_group from order_item i join cargo_config g on g.id = i.cargo_id
        where i.order_id = o.id and g.conflict_group is not null order by 1) as "conflictGroups",
      array(select distinct case when x.group_a = g.conflict_group then x.group_b else x.group_a end from order_item i
        join cargo_config g on g.id = i.cargo_id join cargo_conflict x on x.client_id = g.client_id and g.conflict_group in (x.group_a, x.group_b)
        where i.order_id = o.id order by 1) as "conflictsWith"
    from pick_up_order p join customer_order o on o.id = p.order_id join customer k on k.id = o.customer_id
    where p.client_id = ${ctx.clientId} and ${orderScope(ctx, 'o')} and ${wanted}
    order by coalesce(p.plan_to, o.arrive_to), p.id limit ${poolLimit}`.execute(trx);
  return addLimits(trx, ctx, rows);
}

/** Loads pick-up orders that wait for a 提单, those due first. */
export async function loadPickUpPool(trx: Trx, ctx: Ctx): Promise<{ list: BoardOrder[]; total: number }> {
  const list = await loadBoardPickUps(trx, ctx, {
    where: sql`p.order_status = ${orderStatus.toDispatch} and not p.direct and p.split_flag <> 1`,
  });
  return { list, total: list.length };
}
