import { receiptOrderStatus, receiveType } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { wireTime } from '../../core/http/answer/wire-time';
import { demoClients } from '../people/users';

const { id: clientId } = demoClients.cold;
const timeZone = 'Asia/Shanghai';

/** Item names: name, category, temperature class, unit, kg and m³ of a piece, conflict group. */
const goods: ReadonlyArray<readonly [string, number, number, string, number, number, string]> = [
  ['速冻水饺', 6, 3, '箱', 8, 0.052, '食品'],
  ['冷冻鸡翅', 1, 3, '箱', 10, 0.031, '食品'],
  ['冰淇淋', 6, 3, '箱', 4.5, 0.036, '食品'],
  ['冻虾仁', 2, 3, '箱', 12, 0.028, '食品'],
  ['冷冻牛腩', 1, 3, '箱', 15, 0.034, '食品'],
  ['冻带鱼', 2, 3, '箱', 10, 0.03, '异味'],
  ['臭鳜鱼', 2, 3, '箱', 6, 0.024, '异味'],
  ['速冻汤圆', 6, 3, '箱', 9, 0.03, '食品'],
  ['巴氏鲜奶', 3, 2, '筐', 11, 0.034, '食品'],
  ['低温酸奶', 3, 2, '筐', 9, 0.03, '食品'],
  ['冷鲜猪肉', 1, 2, '筐', 15, 0.04, '食品'],
  ['净菜', 4, 2, '筐', 6, 0.045, '食品'],
  ['草莓', 4, 2, '箱', 5, 0.03, '食品'],
  ['榴莲', 4, 2, '箱', 18, 0.06, '异味'],
  ['鲜切水果', 4, 2, '箱', 4, 0.026, '食品'],
  ['慕斯蛋糕', 5, 2, '盒', 2, 0.012, '食品'],
  ['人血白蛋白', 7, 2, '盒', 0.5, 0.003, '药品'],
  ['胰岛素注射液', 7, 2, '盒', 0.3, 0.002, '药品'],
  ['饮用水', 9, 1, '箱', 12.5, 0.021, '食品'],
  ['便利食品', 9, 1, '箱', 6, 0.05, '食品'],
];
const sizes = ['', '（大包装）', '（电商装）'];
const fails = ['客户未备货', '联系不上客户', '地址错误'];

/** Writes item names with their conflict groups, pick-up orders of orders that are fetched, and receipt orders of what customers brought. */
export async function seedPickUps(trx: Trx, now: Date): Promise<void> {
  await trx
    .insertInto('cargo_config')
    .values(
      sizes.flatMap((size, k) =>
        goods.map(([name, category, temperature, unit, kg, m3, group], i) => ({
          client_id: clientId,
          cargo_name: `${name}${size}`,
          cargo_code: `SP-${String(k * goods.length + i + 1).padStart(3, '0')}`,
          cargo_category: category,
          temperature_type: temperature,
          temp_min_c: temperature === 3 ? -25 : temperature === 2 ? 0 : null,
          temp_max_c: temperature === 3 ? -18 : temperature === 2 ? 8 : null,
          pack_unit: unit,
          unit_weight_kg: Math.round(kg * (k === 1 ? 2 : 1) * 100) / 100,
          unit_volume_m3: Math.round(m3 * (k === 1 ? 2 : 1) * 1000) / 1000,
          shelf_life_days: temperature === 3 ? 365 : temperature === 2 ? 15 : 540,
          conflict_group: group,
          status: k === 2 && i % 7 === 0 ? 0 : 1,
        })),
      ),
    )
    .execute();
  await trx
    .insertInto('cargo_conflict')
    .values([
      { client_id: clientId, group_a: '药品', group_b: '食品' },
      { client_id: clientId, group_a: '异味', group_b: '食品' },
      { client_id: clientId, group_a: '异味', group_b: '药品' },
    ])
    .execute();
  await sql`update order_item i set cargo_id = g.id from cargo_config g where g.client_id = i.client_id and g.cargo_name = i.cargo_name
    and i.client_id = ${clientId}`.execute(trx);
  await seedPickUpOrders(trx, now);
  await seedReceiptOrders(trx, now);
}

/** Writes a pick-up order for every order that is fetched; its state follows from the trip that carries the order. */
async function seedPickUpOrders(trx: Trx, now: Date): Promise<void> {
  const day = wireTime(now, timeZone).slice(0, 10);
  const prefix = `TH${day.slice(2).replaceAll('-', '')}`;
  await sql`insert into pick_up_order (client_id, org_id, pick_up_code, order_id, follows_order, shipper, ship_phone, ship_area, ship_address, ship_lng,
      ship_lat, plan_from, plan_to, temperature_type, temp_min_c, temp_max_c, total_pieces, total_weight_kg, total_volume_m3, order_status, voided_at,
      void_reason, fail_count, fail_reason, failed_at, created_by, created_at, updated_at)
    select o.client_id, o.org_id, ${prefix} || lpad(o.no::text, 5, '0'), o.id, true, shipper, ship_phone, ship_area, ship_address,
      coalesce(o.ship_lng, (k.addresses->0->>'lng')::float8), coalesce(o.ship_lat, (k.addresses->0->>'lat')::float8),
      coalesce(pick_from, ${now}::timestamptz + interval '1 hour' * (o.no % 9)), coalesce(pick_to, coalesce(pick_from, ${now}::timestamptz + interval '1 hour' * (o.no % 9)) + interval '3 hours'),
      o.temperature_type, o.temp_min_c, o.temp_max_c, o.total_pieces, o.total_weight_kg, o.total_volume_m3,
      case when o.split_flag = 1 then 6 else o.order_status end, o.voided_at, o.void_reason, o.failed::int,
      case when o.failed then (${fails}::text[])[1 + o.no % 3] end, case when o.failed then ${now}::timestamptz - interval '3 hours' end,
      o.created_by, o.created_at, o.created_at
    from (select x.*, row_number() over (order by x.id) as no, x.order_status = 1 and x.split_flag <> 1 and x.id % 11 = 0 as failed from customer_order x
      where x.client_id = ${clientId} and x.pick_up_flag = 1) o
      join customer k on k.id = o.customer_id`.execute(trx);
  await sql`insert into pick_up_item (client_id, pick_up_id, line_no, cargo_name, spec, pack_unit, temperature_type, pieces, weight_kg, volume_m3)
    select p.client_id, p.id, i.line_no, i.cargo_name, i.spec, i.pack_unit, i.temperature_type, i.pieces, i.weight_kg, i.volume_m3
    from pick_up_order p join order_item i on i.order_id = p.order_id where p.client_id = ${clientId}`.execute(trx);
  await sql`insert into tms_operation_log (client_id, obj_type, obj_code, action, to_status, operator_id, operator_name, at)
    select p.client_id, 'pickUpOrder', p.pick_up_code, '生成提货单', 1, p.created_by, coalesce(u.name, ''), p.created_at
    from pick_up_order p left join app_user u on u.id = p.created_by where p.client_id = ${clientId}`.execute(trx);
  await sql`insert into code_counter (client_id, prefix, day, last) select ${clientId}, 'TH', ${day}::date, count(*) from pick_up_order
    where client_id = ${clientId}`.execute(trx);
}

/** Writes receipt orders of goods that customers will bring or have brought to a site: some with less than planned, some half counted, one that was voided. */
async function seedReceiptOrders(trx: Trx, now: Date): Promise<void> {
  const day = wireTime(now, timeZone).slice(0, 10);
  const prefix = `SH${day.slice(2).replaceAll('-', '')}`;
  const { rows: sites } = await sql<{
    id: string;
  }>`select id::text from place where client_id = ${clientId} and kind = 'site' and place_type = 1
    and deleted_at is null order by id limit 3`.execute(trx);
  if (sites.length === 0) return;
  const ids = sites.map(({ id }) => id);
  const { toReceive, partly, received, voided } = receiptOrderStatus;
  await sql`insert into receipt_order (client_id, org_id, receipt_code, order_id, place_id, receive_type, receipt_status, plan_pieces, received_at,
      receiver_user, handed_by, voided_at, void_reason, created_by, created_at, updated_at)
    select o.client_id, o.org_id, ${prefix} || lpad(o.no::text, 5, '0'), o.id, (${ids}::bigint[])[1 + o.no % ${ids.length}::int], ${sql.lit(receiveType.brought)},
      o.state, o.total_pieces,
      case when o.state in (${sql.lit(partly)}, ${sql.lit(received)}) then ${now}::timestamptz - interval '1 minute' * (o.no * 17) end,
      case when o.state in (${sql.lit(partly)}, ${sql.lit(received)}) then '王仓管' else '' end,
      case when o.state = ${sql.lit(received)} then (array['送货司机老周', '刘师傅', '客户自送'])[1 + o.no % 3] else '' end,
      case when o.state = ${sql.lit(voided)} then o.created_at + interval '2 hours' end, case when o.state = ${sql.lit(voided)} then '客户改约下周送货' end,
      o.created_by, o.created_at, o.created_at
    from (select x.*, row_number() over (order by x.id)::int as no, case when row_number() over (order by x.id) = 10 then ${sql.lit(voided)}
        when row_number() over (order by x.id) % 8 = 4 then ${sql.lit(partly)} when row_number() over (order by x.id) % 4 = 0 then ${sql.lit(toReceive)}
        else ${sql.lit(received)} end as state from customer_order x where x.client_id = ${clientId} and x.pick_up_flag = 0
      and x.order_status = 1 and x.split_flag <> 1 and x.order_type = 1 limit 24) o`.execute(trx);
  await sql`insert into receipt_item (client_id, receipt_id, line_no, cargo_name, spec, pack_unit, temperature_type, plan_pieces, plan_weight_kg,
      plan_volume_m3, receive_pieces, receive_weight_kg, receive_volume_m3, product_temp_c)
    select r.client_id, r.id, i.line_no, i.cargo_name, i.spec, i.pack_unit, i.temperature_type, i.pieces, i.weight_kg, i.volume_m3,
      x.got, round(i.weight_kg * x.got / i.pieces, 2), round(i.volume_m3 * x.got / i.pieces, 3),
      case when r.receipt_status in (2, 3) and x.got > 0 and i.temperature_type = 3 then -19.5 when r.receipt_status in (2, 3) and x.got > 0 and i.temperature_type = 2 then 4.2 end
    from receipt_order r join order_item i on i.order_id = r.order_id
      cross join lateral (select case when r.receipt_status = 2 then ceil(i.pieces / 2.0)::int when r.receipt_status <> 3 then 0 when r.id % 5 = 0 and i.line_no = 1 and i.pieces > 2 then i.pieces - 2
        else i.pieces end as got) x
    where r.client_id = ${clientId}`.execute(trx);
  await sql`update receipt_order r set receive_pieces = t.pieces, receive_weight_kg = t.kg, receive_volume_m3 = t.m3, product_temp_c = t.c,
      short_pieces = case when r.receipt_status = 3 then r.plan_pieces - t.pieces else 0 end
    from (select receipt_id, sum(receive_pieces)::int as pieces, sum(receive_weight_kg) as kg, sum(receive_volume_m3) as m3, max(product_temp_c) as c
      from receipt_item where client_id = ${clientId} group by 1) t where t.receipt_id = r.id`.execute(trx);
  await sql`update customer_order o set on_hand_status = 1, current_place_id = r.place_id, on_hand_pieces = r.receive_pieces,
      on_hand_weight_kg = r.receive_weight_kg, on_hand_volume_m3 = r.receive_volume_m3
    from receipt_order r where r.order_id = o.id and r.client_id = ${clientId} and r.receipt_status = 3`.execute(trx);
  await sql`insert into tms_operation_log (client_id, obj_type, obj_code, action, to_status, operator_name, at)
    select client_id, 'receiptOrder', receipt_code, case receipt_status when ${sql.lit(received)} then '收货完成' when ${sql.lit(partly)} then '部分收货'
        when ${sql.lit(voided)} then '作废' else '新增' end, receipt_status, receiver_user, coalesce(received_at, voided_at, created_at)
    from receipt_order where client_id = ${clientId}`.execute(trx);
  await sql`insert into code_counter (client_id, prefix, day, last) select ${clientId}, 'SH', ${day}::date, count(*) from receipt_order
    where client_id = ${clientId}`.execute(trx);
}
