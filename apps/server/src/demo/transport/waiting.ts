import { orderStatus } from '@tongda/contract/transport/enums';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { demoClients } from '../people/users';
import type { DemoOrder } from './waybill-rows';

const { id: clientId } = demoClients.cold;
/** Every so many orders one is left to wait by all trips. */
const leftEvery = 18;
/** Minutes by which waiting orders are late for their receivers: a dispatcher has some of these every day. Pick-ups take one or two of them afterwards. */
const lateOrdersMin = [25, 70, 130, 260, 45, 95];

/** Lets the oldest orders that wait be late for their receivers. */
export const delaySomeOrders = (trx: Trx, now: Date) =>
  sql`update customer_order o set arrive_to = x.due, arrive_from = x.due - interval '3 hours'
    from (select id, row_number() over (order by created_at) as no from customer_order
        where client_id = ${clientId} and order_status = ${orderStatus.toDispatch} and split_flag = 0 and pool_reason is null) t
      cross join lateral (select date_trunc('minute', ${now}::timestamptz - (${lateOrdersMin}::int[])[t.no] * interval '1 minute') as due) x
    where o.id = t.id and t.no <= ${lateOrdersMin.length}`.execute(trx);

/** Puts some orders into the split pool, one of them for more than a day. */
export const poolSomeOrders = (trx: Trx, now: Date) =>
  sql`update customer_order o set pool_reason = x.reason, pool_remark = x.remark, pool_at = ${now}::timestamptz - x.hours * interval '1 hour',
      pool_from = (select waybill_code from waybill where client_id = ${clientId} and waybill_kind = 3 order by id limit 1)
    from (select id, row_number() over (order by id desc) as no from customer_order
        where client_id = ${clientId} and order_status = ${orderStatus.toDispatch} and split_flag = 0 and created_at < ${now}::timestamptz - interval '30 hours') t
      join (values (1, '拆出', '车上放不下', 3), (2, '余量', '分两车送', 7), (3, '拆出', '收货点改期', 27)) x(no, reason, remark, hours) on x.no = t.no
    where o.id = t.id`.execute(trx);

/** Orders that trips may carry, the oldest first; the others go on waiting. */
export async function loadWaitingOrders(trx: Trx): Promise<DemoOrder[]> {
  const { rows } = await sql<
    Omit<DemoOrder, 'arriveFrom' | 'arriveTo'> & { arriveFrom: Date | null; arriveTo: Date }
  >`select o.id::text,
      o.order_code as "orderCode", o.order_status as "orderStatus", k.name as "customerName", o.shipper, o.ship_phone as "shipPhone", o.ship_area as "shipArea",
      o.ship_address as "shipAddress", o.ship_lng as "shipLng", o.ship_lat as "shipLat", o.receiver, o.receive_phone as "receivePhone",
      o.receive_area as "receiveArea", o.receive_address as "receiveAddress", o.receive_lng as "receiveLng", o.receive_lat as "receiveLat",
      o.arrive_from as "arriveFrom", o.arrive_to as "arriveTo", o.temperature_type as "temperatureType", o.temp_min_c::float8 as "tempMin",
      o.temp_max_c::float8 as "tempMax", o.total_pieces as pieces, o.total_weight_kg::float8 as "weightKg", o.total_volume_m3::float8 as "volumeM3",
      o.unload_min as "unloadMin", o.pallets::float8, o.delivery_mode as "deliveryMode", null as site, null as "takenBy"
    from customer_order o join customer k on k.id = o.customer_id
    where o.client_id = ${clientId} and o.order_status = ${orderStatus.toDispatch} and o.split_flag = 0 order by o.id`.execute(
    trx,
  );
  // the newest wait, and some of the older ones
  const older = rows.slice(0, Math.floor(rows.length * 0.85)).filter((_, k) => k % leftEvery !== 7);
  return older.map((row) => ({
    ...row,
    conflictGroups: [],
    arriveFrom: null,
    arriveTo: row.arriveTo.getTime(),
  }));
}
