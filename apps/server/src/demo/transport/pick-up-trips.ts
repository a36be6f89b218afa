import { onHandStatus, receiptOrderStatus, receiveType } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { wireTime } from '../../core/http/answer/wire-time';
import { demoClients } from '../people/users';
import { writeLoop } from './pick-up-loop';
import { documentNumber, nextNumber, saveCounter } from './pick-up-parts';
import { findLoop, type LoopWish } from './pick-up-road';

const { id: clientId } = demoClients.cold;
const timeZone = 'Asia/Shanghai';

/** The 提单 of the demo: two that brought goods to a site, one that its truck makes now or next, one that leaves later, and one that is being filled. */
const loops: readonly LoopWish[] = [
  { phase: 'road', departs: 0, count: 4, state: 'road' },
  { phase: 'over', departs: -26, count: 3, state: 'done' },
  { phase: 'over', departs: -20, count: 2, state: 'done' },
  { phase: 'next', departs: 2.5, count: 3, state: 'stowed' },
  { phase: 'next', departs: 6, count: 2, state: 'stowing' },
];

/** Writes 提单 at every stage on trucks that make them, and the receipt orders of goods that 提单 and trunk loads brought to sites. */
export async function seedPickUpTrips(trx: Trx, now: Date): Promise<void> {
  const day = wireTime(now, timeZone).slice(0, 10);
  let bills = (await nextNumber(trx, 'TD', day)) - 1;
  for (const wish of loops) {
    const loop = await findLoop(trx, now, wish);
    if (loop) await writeLoop(trx, { now, ...loop, code: documentNumber('TD', day, ++bills) });
  }
  await saveCounter(trx, 'TD', day, bills);
  await receiveAtSites(trx, (no) => documentNumber('SH', day, no), day);
}

/** Writes 收货单 of goods that 提单 (提货入站) and trunk loads (中转到站) brought to a site, where they lie as counted. */
async function receiveAtSites(trx: Trx, code: (no: number) => string, day: string): Promise<void> {
  const { rows } = await sql<{ legId: string; at: Date }>`select l.id::text as "legId", p.arrive_at as at
    from waybill_leg l join waybill w on w.id = l.waybill_id join waybill_stop p on p.waybill_id = w.id and p.seq = l.to_seq
    where l.client_id = ${clientId} and l.removed_at is null and l.transportation_status = 2 and w.waybill_kind in (1, 2) and p.place_id is not null
      and not exists (select from receipt_order r where r.waybill_id = w.id and r.order_id = l.order_id)
    order by p.arrive_at, l.id`.execute(trx);
  let no = (await nextNumber(trx, 'SH', day)) - 1;
  for (const { legId } of rows) {
    const receipt = code(++no);
    const made = await sql<{
      id: string;
    }>`insert into receipt_order (client_id, org_id, receipt_code, order_id, pick_up_id, waybill_id, place_id, receive_type,
        receipt_status, plan_pieces, receive_pieces, receive_weight_kg, receive_volume_m3, product_temp_c, receiver_user, received_at, created_at)
      select l.client_id, o.org_id, ${receipt}, o.id, l.pick_up_id, l.waybill_id, p.place_id,
        case when w.waybill_kind = 1 then ${sql.lit(receiveType.pickedUp)} else ${sql.lit(receiveType.transfer)} end, ${sql.lit(receiptOrderStatus.received)}, l.load_pieces, l.unload_pieces, o.total_weight_kg, o.total_volume_m3,
        case o.temperature_type when 3 then -19.2 when 2 then 3.8 end, '王仓管', p.arrive_at + interval '12 minutes', p.arrive_at
      from waybill_leg l join customer_order o on o.id = l.order_id join waybill w on w.id = l.waybill_id
        join waybill_stop p on p.waybill_id = w.id and p.seq = l.to_seq where l.id = ${legId} returning id::text`.execute(
      trx,
    );
    const id = made.rows[0]?.id ?? null;
    await sql`insert into receipt_item (client_id, receipt_id, line_no, cargo_name, spec, pack_unit, temperature_type, plan_pieces, plan_weight_kg,
        plan_volume_m3, receive_pieces, receive_weight_kg, receive_volume_m3, product_temp_c)
      select i.client_id, r.id, i.line_no, i.cargo_name, i.spec, i.pack_unit, i.temperature_type, i.pieces, i.weight_kg, i.volume_m3, i.pieces,
        i.weight_kg, i.volume_m3, r.product_temp_c from receipt_order r join order_item i on i.order_id = r.order_id where r.id = ${id}`.execute(
      trx,
    );
    await sql`update customer_order o set on_hand_status = ${sql.lit(onHandStatus.atSite)}, current_place_id = r.place_id, on_hand_pieces = r.receive_pieces,
        on_hand_weight_kg = r.receive_weight_kg, on_hand_volume_m3 = r.receive_volume_m3
      from receipt_order r where r.id = ${id} and o.id = r.order_id`.execute(trx);
    await sql`insert into tms_operation_log (client_id, obj_type, obj_code, action, to_status, operator_name, at)
      select client_id, 'receiptOrder', receipt_code, '收货完成', receipt_status, receiver_user, received_at from receipt_order where id = ${id}`.execute(
      trx,
    );
  }
  await saveCounter(trx, 'SH', day, no);
}
