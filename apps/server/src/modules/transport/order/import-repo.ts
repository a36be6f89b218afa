import { orderStatus } from '@tongda/contract/transport/enums';
import type { OrderFields } from '@tongda/contract/transport/order/fields';
import { splitFlag } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import type { Known } from '../../../core/import/definition';
import { orderScope } from '../../base/org/door';

const between = '\u0001';

/** Key by which an import finds an order: its customer as written in the file, and the customer's number. */
export const orderKey = (customer: string, no: string): string =>
  customer.trim() === '' || no.trim() === '' ? '' : `${customer.trim()}${between}${no.trim()}`;

/** An existing order that an import may update; `closed`: why it may not. */
export type KnownOrder = Known<OrderFields> & { closed?: string };

/** Existing orders by the keys of a file, the newest for each key; the customer may be written by name or by code. */
export async function loadKnownOrders(trx: Trx, ctx: Ctx, keys: readonly string[]): Promise<Map<string, KnownOrder>> {
  const known = new Map<string, KnownOrder>();
  const numbers = [...new Set(keys.map((key) => key.split(between)[1] ?? ''))].filter(Boolean);
  if (numbers.length === 0) return known;
  const at = (column: string) => sql`to_char(${sql.ref(column)} at time zone ${ctx.timeZone}, 'YYYY-MM-DD HH24:MI:SS')`;
  const { rows } = await sql<
    Omit<OrderFields, 'items'> & {
      id: string;
      version: number;
      visible: boolean;
      orderCode: string;
      orderStatus: (typeof orderStatus.codes)[number];
      splitFlag: number;
      customerName: string;
      customerCode: string | null;
    }
  >`select o.id::text, o.version, ${orderScope(ctx, 'o')} as visible, o.order_code as "orderCode", o.order_status as "orderStatus",
      o.split_flag as "splitFlag", k.name as "customerName", k.code as "customerCode", o.customer_id::text as "customerId",
      o.customer_order_no as "customerOrderNo", o.business_type as "businessType", o.freight_pay_mode as "freightPayMode", o.priority,
      o.order_type as "orderType", o.pick_up_flag as "pickUpFlag", o.delivery_mode as "deliveryMode", o.shipper, o.ship_phone as "shipPhone",
      o.ship_area as "shipArea", o.ship_address as "shipAddress", o.ship_lng as "shipLng", o.ship_lat as "shipLat", o.receiver,
      o.receive_phone as "receivePhone", o.receive_area as "receiveArea", o.receive_address as "receiveAddress", o.receive_lng as "receiveLng",
      o.receive_lat as "receiveLat", o.origin_place_id::text as "originSiteId", o.dest_place_id::text as "destSiteId", ${at('o.pick_from')} as "pickFrom", ${at('o.pick_to')} as "pickTo", ${at('o.arrive_from')} as "arriveFrom",
      ${at('o.arrive_to')} as "arriveTo", o.temperature_type as "temperatureType", o.temp_min_c::float8 as "tempMin",
      o.temp_max_c::float8 as "tempMax", o.pre_cool as "preCool", o.goods_value_fen::float8 / 100 as "goodsValue",
      o.insured_fen::float8 / 100 as "insuredAmount", o.cod_fen::float8 / 100 as "codAmount", o.pallets::float8, o.unload_min as "unloadMin",
      o.receipt_require as "receiptRequire", o.receipt_copies as "receiptCopies", o.remark
    from customer_order o join customer k on k.id = o.customer_id
    where o.client_id = ${ctx.clientId} and o.customer_order_no = any(${numbers}::text[]) and o.voided_at is null
      and o.split_flag <> ${splitFlag.child} order by o.id`.execute(trx);
  const lists = await loadItemLists(
    trx,
    ctx,
    rows.map(({ id }) => id),
  );
  for (const row of rows) {
    const {
      id,
      version,
      visible,
      orderCode,
      orderStatus: status,
      splitFlag: split,
      customerName,
      customerCode,
      ...fields
    } = row;
    const closed =
      split === splitFlag.parent
        ? `订单${orderCode}已拆单，不能用导入修改`
        : status !== orderStatus.toDispatch
          ? `订单${orderCode}${orderStatus.label(status)}，不能用导入修改`
          : undefined;
    const items = lists.get(id) ?? [];
    const entry: KnownOrder = {
      id,
      version,
      visible,
      fields: { ...fields, items },
      closed: visible ? closed : undefined,
    };
    for (const customer of [customerName, customerCode])
      if (customer) known.set(orderKey(customer, fields.customerOrderNo ?? ''), entry);
  }
  return known;
}

/** Loads the goods of orders in the shape of the form, by order id. */
export async function loadItemLists(trx: Trx, ctx: Ctx, ids: string[]): Promise<Map<string, OrderFields['items']>> {
  const { rows } = await sql<
    { orderId: string } & OrderFields['items'][number]
  >`select i.order_id::text as "orderId", null as "itemId",
      i.cargo_id::text as "cargoId", i.cargo_name as "cargoName", i.spec, i.pack_unit as "packUnit", i.pieces, i.weight_kg::float8 as "weightKg",
      i.volume_m3::float8 as "volumeM3", i.temperature_type as "temperatureType", i.batch_no as "batchNo",
      to_char(i.expire_on, 'YYYY-MM-DD') as "expireOn"
    from order_item i where i.client_id = ${ctx.clientId} and i.order_id = any(${ids}::bigint[]) order by i.order_id, i.line_no`.execute(
    trx,
  );
  const lists = new Map<string, OrderFields['items']>();
  for (const { orderId, ...item } of rows) lists.set(orderId, [...(lists.get(orderId) ?? []), item]);
  return lists;
}

/** Orders that an undone import must not remove, with the reason: dispatched, split, merged, or picked up. */
export async function findOrdersInUse(trx: Trx, ctx: Ctx, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{
    id: string;
    orderCode: string;
    status: (typeof orderStatus.codes)[number];
    split: number;
    pickUp: string | null;
  }>`select o.id::text, o.order_code as "orderCode", o.order_status as status, o.split_flag as split,
      (select p.pick_up_code from pick_up_order p where p.order_id = o.id and p.voided_at is null
        and (p.order_status <> ${orderStatus.toDispatch} or not p.follows_order) limit 1) as "pickUp"
    from customer_order o where o.client_id = ${ctx.clientId} and o.id = any(${ids}::bigint[])`.execute(trx);
  const used = new Map<string, string>();
  for (const { id, orderCode, status, split, pickUp } of rows) {
    if (split !== splitFlag.whole) used.set(id, `订单${orderCode}已拆单`);
    else if (status !== orderStatus.toDispatch) used.set(id, `订单${orderCode}${orderStatus.label(status)}`);
    else if (pickUp !== null) used.set(id, `提货单${pickUp}已安排`);
  }
  return used;
}
