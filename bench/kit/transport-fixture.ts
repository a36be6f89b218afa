import { type Kysely, sql } from 'kysely';
import type { DB } from '../../apps/server/src/core/generated/db-types';

/** How much transport a company has. Of large ones the newest 4,500 orders and 1,200 waybills are open; of small ones three quarters are. */
export interface TransportSize {
  orders: number;
  waybills: number;
  vehicles: number;
}

/** Customers, sites, drivers, vehicles, orders and waybills of a company, in all states. Vehicles, drivers and sites have the ids from 5001 on. */
export async function populateTransport(
  db: Kysely<DB>,
  clientId: string,
  { orders, waybills, vehicles }: TransportSize,
): Promise<void> {
  // orders that wait, those that wait or are carried; waybills before their departure, those that have not arrived
  const [waiting, open] = [Math.min(500, Math.floor(orders / 10)), Math.min(4_500, Math.floor((orders * 3) / 4))];
  const [planned, running] = [
    Math.min(200, Math.floor(waybills / 10)),
    Math.min(1_200, Math.floor((waybills * 3) / 4)),
  ];
  await sql`insert into org (id, client_id, name, parent_id) values (5000, ${clientId}, '总部', null), (5001, ${clientId}, '华东', 5000), (5002, ${clientId}, '华南', 5000)`.execute(
    db,
  );
  await sql`insert into customer (id, client_id, code, name, customer_type) select 5000 + i, ${clientId}, 'K' || i, '客户' || i, 3 from generate_series(1, 50) i`.execute(
    db,
  );
  await sql`insert into place (id, client_id, kind, place_type, name) select 5000 + i, ${clientId}, 'site', 1, '分拨中心' || i from generate_series(1, 20) i`.execute(
    db,
  );
  await sql`insert into driver (id, client_id, name, phone) select 5000 + i, ${clientId}, '司机' || i, (13000000000 + i)::text
    from generate_series(1, ${vehicles}::int) i`.execute(db);
  await sql`insert into vehicle (id, client_id, plate_no, org_id, driver_id, load_weight_t, volume_m3, temperature_types, refrigerator_count)
    select 5000 + i, ${clientId}, '沪B' || lpad(i::text, 5, '0'), 5001 + i % 2, 5000 + i, 9, 40, '{2,3}', 1 from generate_series(1, ${vehicles}::int) i`.execute(
    db,
  );
  // some orders wait, some were voided, the others are or were carried
  await sql`insert into customer_order (id, client_id, org_id, order_code, customer_id, business_type, freight_pay_mode, shipper, ship_phone, ship_area,
      ship_address, ship_lng, ship_lat, receiver, receive_phone, receive_area, receive_address, receive_lng, receive_lat, arrive_to, temperature_type,
      temp_min_c, temp_max_c, total_pieces, total_weight_kg, total_volume_m3, order_status, on_hand_status, voided_at, signed_at, signer, sign_pieces,
      created_at)
    select 500000 + i, ${clientId}, 5001 + i % 2, 'DD' || lpad(i::text, 11, '0'), 5001 + i % 50, 2, 3, '赵仓管', '13800138000', '上海市青浦区', '华新镇' || i % 40 || '号',
      121.1 + i % 40 * 0.002, 31.1, '门店' || i % 3000, '13900139000', '江苏省苏州市', '人民路' || i % 3000 || '号', 120.5 + i % 300 * 0.001,
      31.2 + i % 70 * 0.002, now() + interval '1 day' - (${orders} - i) * interval '8 minutes', 3, -25, -18, 12 + i % 90, 90 + i % 400, 0.6 + i % 5,
      case when i > ${orders - waiting}::int then 1 when i % 200 = 0 then 6 when i > ${orders - open}::int then 4 else 5 end,
      case when i > ${orders - waiting}::int then 0 when i > ${orders - open}::int then 2 else 3 end, case when i % 200 = 0 and i <= ${orders - waiting}::int then now() end,
      case when i <= ${orders - open}::int and i % 200 <> 0 then now() - (${orders} - i) * interval '8 minutes' end, '李店长', 12 + i % 90,
      now() - (${orders} - i) * interval '8 minutes' - interval '10 hours'
    from generate_series(1, ${orders}::int) i`.execute(db);
  await sql`insert into order_item (client_id, order_id, line_no, cargo_name, pieces, weight_kg, volume_m3, temperature_type)
    select client_id, id, 1, '速冻水饺', total_pieces, total_weight_kg, total_volume_m3, 3 from customer_order where client_id = ${clientId}`.execute(
    db,
  );
  // the last ones wait for their departure, those before them are on the road
  await sql`insert into waybill (id, client_id, org_id, waybill_code, waybill_kind, from_name, to_name, vehicle_id, driver_id, plan_depart_at, plan_arrive_at,
      actual_depart_at, actual_arrive_at, busy_from, busy_until, total_pieces, total_weight_kg, total_volume_m3, load_rate_weight, transport_status,
      stow_status, temperature_types, depart_mileage_m, arrive_mileage_m, created_at)
    select 500000 + i, ${clientId}, 5001 + i % 2, case when i % 5 = 0 then 'PZ' else 'YS' end || lpad(i::text, 11, '0'), case when i % 5 = 0 then 2 else 3 end,
      '青浦', '门店' || i, 5001 + i % ${vehicles}, 5001 + i % ${vehicles}, at, at + interval '6 hours',
      case when i <= ${waybills - planned}::int then at end, case when i <= ${waybills - running}::int then at + interval '6 hours' end, at, at + interval '6 hours',
      200, 2000, 20, 22.2, case when i > ${waybills - planned}::int then 1 when i > ${waybills - running}::int then 2 else 3 end,
      case when i > ${waybills - planned}::int then 1 + i % 2 else 3 end, '{3}',
      case when i <= ${waybills - planned}::int then 80000000 + i end, case when i <= ${waybills - running}::int then 80300000 + i end, at - interval '8 hours'
    from generate_series(1, ${waybills}::int) i, lateral (select now() - ((${waybills} - i) / ${vehicles}) * interval '8 hours' as at) x`.execute(
    db,
  );
  await sql`insert into waybill_stop (client_id, waybill_id, seq, stop_type, name, lng, lat, plan_arrive_at, arrive_at, leave_at, stop_status, checked_at)
    select w.client_id, w.id, s, case when s = 1 then 1 else 2 end, '站点' || s, 121.1, 31.1, w.plan_depart_at + s * interval '1 hour',
      case when w.transport_status = 3 or w.transport_status = 2 and s < 3 then w.plan_depart_at + s * interval '1 hour' end,
      case when w.transport_status = 3 or w.transport_status = 2 and s < 3 then w.plan_depart_at + s * interval '1 hour' end,
      case when w.transport_status = 3 or w.transport_status = 2 and s < 3 then 2 else 0 end,
      case when w.transport_status = 3 or w.transport_status = 2 and s < 3 then w.plan_depart_at end
    from waybill w, generate_series(1, 5) s where w.client_id = ${clientId}`.execute(db);
  await sql`insert into waybill_leg (client_id, waybill_id, order_id, leg_no, leg_type, from_seq, to_seq, final, plan_pieces, load_pieces, unload_pieces,
      weight_kg, volume_m3, transportation_status)
    select o.client_id, 500000 + w, o.id, 1, 4, 1, 2 + n % 4, true, o.total_pieces, case when w > ${waybills - planned}::int then 0 else o.total_pieces end,
      case when o.order_status = 5 then o.total_pieces end, o.total_weight_kg, o.total_volume_m3,
      case when o.order_status = 5 then 2 when w > ${waybills - planned}::int then 0 else 1 end
    from (select *, (id - 500000)::int as n from customer_order where client_id = ${clientId} and order_status in (4, 5)) o,
      lateral (select least(${waybills}::int, 1 + o.n / 5) as w) x`.execute(db);
}
