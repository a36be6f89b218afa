import { orderStatus, transportStatus } from '@tongda/contract/transport/enums';
import { type RawBuilder, sql } from 'kysely';
import { demoClients } from '../people/users';

interface StandingOrder {
  id: string;
  orderCode: string;
  /** 1 is the best */
  place: number;
}

/**
 * SQL query: whole orders that were signed within twenty hours and whose truck has not left for another trip since, so that their goods can be aboard again; those
 * of trips that are still on the road have the first places.
 */
export const standingOrders = (now: Date): RawBuilder<StandingOrder> =>
  sql<StandingOrder>`select o.id::text, o.order_code as "orderCode", row_number() over (
        order by w.transport_status = ${transportStatus.inTransit} desc, o.arrive_to > ${now}::timestamptz desc, o.signed_at desc, o.id)::int as place
    from customer_order o
      join lateral (select l.waybill_id from waybill_leg l where l.order_id = o.id and l.removed_at is null order by l.id desc limit 1) t on true
      join waybill w on w.id = t.waybill_id
    where o.client_id = ${demoClients.cold.id} and o.order_status = ${orderStatus.completed} and coalesce(o.reject_pieces, 0) = 0
      and o.signed_at > ${now}::timestamptz - interval '20 hours'
      and not exists (select from waybill n where n.vehicle_id = w.vehicle_id and n.id <> w.id and n.voided_at is null
        and n.actual_depart_at >= w.actual_depart_at)`;
