import type { OrderFields, OrderItem } from '@tongda/contract/transport/order/fields';
import { totalOf } from '@tongda/contract/transport/order/split';
import { orderSource, splitFlag } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { instantSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { syncPickUpWithOrder } from './pick-up';
import { assignNearestSites } from './places';

const fenOf = (yuan: number): string => String(Math.round(yuan * 100));
const instantOrNull = (ctx: Ctx, text: string | null) => (text === null ? null : instantSql(text, ctx.timeZone));

/** Columns of an order from its form. */
export function orderRowOf(ctx: Ctx, v: OrderFields) {
  const totals = totalOf(v.items);
  return {
    customer_order_no: v.customerOrderNo,
    customer_id: v.customerId,
    business_type: v.businessType,
    order_type: v.orderType,
    priority: v.priority,
    freight_pay_mode: v.freightPayMode,
    pick_up_flag: v.pickUpFlag,
    delivery_mode: v.deliveryMode,
    shipper: v.shipper,
    ship_phone: v.shipPhone,
    ship_area: v.shipArea,
    ship_address: v.shipAddress,
    ship_lng: v.shipLng,
    ship_lat: v.shipLat,
    receiver: v.receiver,
    receive_phone: v.receivePhone,
    receive_area: v.receiveArea,
    receive_address: v.receiveAddress,
    receive_lng: v.receiveLng,
    receive_lat: v.receiveLat,
    origin_place_id: v.originSiteId,
    dest_place_id: v.destSiteId,
    pick_from: instantOrNull(ctx, v.pickFrom),
    pick_to: instantOrNull(ctx, v.pickTo),
    arrive_from: instantOrNull(ctx, v.arriveFrom),
    arrive_to: instantSql(v.arriveTo, ctx.timeZone),
    temperature_type: v.temperatureType,
    temp_min_c: v.tempMin,
    temp_max_c: v.tempMax,
    pre_cool: v.preCool,
    total_pieces: totals.pieces,
    total_weight_kg: totals.weightKg,
    total_volume_m3: totals.volumeM3,
    goods_value_fen: fenOf(v.goodsValue),
    insured_fen: fenOf(v.insuredAmount),
    cod_fen: fenOf(v.codAmount),
    pallets: v.pallets,
    unload_min: v.unloadMin,
    receipt_require: v.receiptRequire,
    receipt_copies: v.receiptCopies,
    remark: v.remark,
  };
}

/** Columns of a new order that are not in its form. */
export interface OrderOrigin {
  orderCode: string;
  orgId: string | null;
  parentId?: string;
  orderSource?: (typeof orderSource.codes)[number];
}

/** Inserts a new order with its goods and answers its id. */
export async function insertOrder(trx: Trx, ctx: Ctx, fields: OrderFields, origin: OrderOrigin): Promise<string> {
  const { id } = await trx
    .insertInto('customer_order')
    .values({
      ...orderRowOf(ctx, fields),
      client_id: ctx.clientId,
      org_id: origin.orgId,
      order_code: origin.orderCode,
      parent_id: origin.parentId ?? null,
      split_flag: origin.parentId ? splitFlag.child : splitFlag.whole,
      order_source: origin.orderSource ?? orderSource.manual,
      created_by: ctx.userId,
      updated_by: ctx.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertItems(trx, ctx, id, fields.items);
  await assignNearestSites(trx, ctx, [id]);
  await syncPickUpWithOrder(trx, ctx, id);
  return id;
}

/** Replaces the goods of an order; lines that stay keep their id. */
export async function replaceItems(trx: Trx, ctx: Ctx, orderId: string, items: readonly OrderItem[]): Promise<void> {
  await trx.deleteFrom('order_item').where('order_id', '=', orderId).where('client_id', '=', ctx.clientId).execute();
  await insertItems(trx, ctx, orderId, items);
}

async function insertItems(trx: Trx, ctx: Ctx, orderId: string, items: readonly OrderItem[]): Promise<void> {
  await trx
    .insertInto('order_item')
    .values(
      items.map((item, i) => ({
        client_id: ctx.clientId,
        order_id: orderId,
        line_no: i + 1,
        // null for an item name of another company, which the foreign key alone would accept
        cargo_id: sql<
          string | null
        >`(select id from cargo_config where id = ${item.cargoId}::bigint and client_id = ${ctx.clientId})`,
        cargo_name: item.cargoName,
        spec: item.spec,
        pack_unit: item.packUnit,
        pieces: item.pieces,
        weight_kg: item.weightKg,
        volume_m3: item.volumeM3,
        temperature_type: item.temperatureType,
        batch_no: item.batchNo,
        expire_on: item.expireOn,
      })),
    )
    .execute();
}
