import type { PrintedCargo, PrintedWaybill } from '@tongda/contract/print/print';
import { sql, type Transaction } from 'kysely';
import type { Ctx } from '../../core/ctx';
import type { DB } from '../../core/db-types';
import { found } from '../../core/rows';
import { detailOf } from './waybill.repo';

type Trx = Transaction<DB>;

/** Waybills of a kind with everything that papers say of their goods; 4004 when one is not the caller's. */
export async function waybillsInFull(
  trx: Trx,
  ctx: Ctx,
  kind: number,
  waybillCodes: readonly string[],
): Promise<PrintedWaybill[]> {
  const waybills: PrintedWaybill[] = [];
  for (const code of new Set(waybillCodes)) {
    const waybill = found(await detailOf(trx, ctx, code, kind), '运单');
    waybills.push({ ...waybill, cargo: await cargoOf(trx, ctx, waybill.id) });
  }
  return waybills;
}

async function cargoOf(trx: Trx, ctx: Ctx, waybillId: string): Promise<PrintedCargo[]> {
  const { rows } = await sql<PrintedCargo>`select o.order_code as "orderCode", o.customer_order_no as "customerOrderNo",
      k.name as "customerName", o.shipper, o.ship_phone as "shipPhone", o.ship_area || o.ship_address as "shipAddress", o.receiver,
      o.receive_phone as "receivePhone", o.receive_area || o.receive_address as "receiveAddress", o.temperature_type as "temperatureType",
      o.temp_min_c::float8 as "tempMin", o.temp_max_c::float8 as "tempMax", o.receipt_require as "receiptRequire",
      o.receipt_copies as "receiptCopies", o.remark,
      coalesce((select jsonb_agg(jsonb_build_object('cargoName', i.cargo_name, 'spec', i.spec, 'packUnit', i.pack_unit, 'pieces', i.pieces,
          'weightKg', i.weight_kg, 'volumeM3', i.volume_m3, 'batchNo', i.batch_no, 'expireOn', to_char(i.expire_on, 'YYYY-MM-DD')) order by i.line_no)
        from order_item i where i.order_id = o.id), '[]') as items
    from customer_order o join customer k on k.id = o.customer_id
    where o.client_id = ${ctx.clientId} and o.id in (select l.order_id from waybill_leg l
      where l.waybill_id = ${waybillId} and l.removed_at is null) order by o.order_code`.execute(trx);
  return rows;
}
