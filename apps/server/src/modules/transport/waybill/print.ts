import type { PrintedCargo, PrintedWaybill } from '@tongda/contract/transport/print/calls';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { findWaybill } from './repo';

/** Waybills of a kind with all data of their papers; 4004 when the caller may not see one of them. */
export async function loadWaybillsForPrint(
  trx: Trx,
  ctx: Ctx,
  kind: number | undefined,
  waybillCodes: readonly string[],
): Promise<PrintedWaybill[]> {
  const waybills: PrintedWaybill[] = [];
  for (const code of new Set(waybillCodes)) {
    const waybill = requireRow(await findWaybill(trx, ctx, code, kind), '运单');
    waybills.push({ ...waybill, cargo: await loadCargo(trx, ctx, waybill.id) });
  }
  return waybills;
}

/** Goods of a pick-up order as they were fetched, before that as planned. */
const picked = sql`'pieces', coalesce(i.actual_pieces, i.pieces), 'weightKg', coalesce(i.actual_weight_kg, i.weight_kg), 'volumeM3', coalesce(i.actual_volume_m3, i.volume_m3)`;

/** Goods of the legs. On a 提单 these are pick-up orders, with place and goods to fetch. */
async function loadCargo(trx: Trx, ctx: Ctx, waybillId: string): Promise<PrintedCargo[]> {
  const goods = (table: string, of: string) =>
    sql`(select jsonb_agg(jsonb_build_object('cargoName', i.cargo_name, 'spec', i.spec, 'packUnit', i.pack_unit, ${table === 'order_item' ? sql`'pieces', i.pieces, 'weightKg', i.weight_kg, 'volumeM3', i.volume_m3` : picked},
        ${table === 'order_item' ? sql`'batchNo', i.batch_no, 'expireOn', to_char(i.expire_on, 'YYYY-MM-DD')` : sql`'batchNo', null, 'expireOn', null`}) order by i.line_no)
      from ${sql.table(table)} i where ${sql.ref(of)} = l.${sql.raw(table === 'order_item' ? 'order_id' : 'pick_up_id')})`;
  const { rows } =
    await sql<PrintedCargo>`select coalesce(u.pick_up_code, o.order_code) as "orderCode", o.customer_order_no as "customerOrderNo",
      k.name as "customerName", coalesce(u.shipper, o.shipper) as shipper, coalesce(u.ship_phone, o.ship_phone) as "shipPhone",
      case when u.id is null then o.ship_area || o.ship_address else u.ship_area || u.ship_address end as "shipAddress", o.receiver,
      o.receive_phone as "receivePhone", o.receive_area || o.receive_address as "receiveAddress",
      coalesce(u.temperature_type, o.temperature_type) as "temperatureType",
      case when u.id is null then o.temp_min_c else u.temp_min_c end::float8 as "tempMin",
      case when u.id is null then o.temp_max_c else u.temp_max_c end::float8 as "tempMax", o.receipt_require as "receiptRequire",
      o.receipt_copies as "receiptCopies", coalesce(u.remark, o.remark) as remark,
      coalesce(case when u.id is null then ${goods('order_item', 'i.order_id')} else ${goods('pick_up_item', 'i.pick_up_id')} end, '[]') as items
    from waybill_leg l join customer_order o on o.id = l.order_id join customer k on k.id = o.customer_id
      left join pick_up_order u on u.id = l.pick_up_id
    where l.waybill_id = ${waybillId} and l.client_id = ${ctx.clientId} and l.removed_at is null order by 1`.execute(
      trx,
    );
  return rows;
}
