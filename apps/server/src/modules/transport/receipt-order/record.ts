import { quantityByPieces, spreadCount, sumReceipt } from '@tongda/contract/transport/receipt-order/counting';
import { eventSource, receiptOrderStatus, receiveType } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { nextCodes } from '../../../core/record/codes';
import { logSteps } from '../order/door';

/** One line of goods before the count. */
interface Planned {
  lineNo: number;
  cargoName: string;
  spec: string | null;
  packUnit: string;
  temperatureType: number;
  pieces: number;
  weightKg: number;
  volumeM3: number;
}

/** The count of one leg on arrival at a site. */
interface CountedLeg {
  orderId: string;
  orderCode: string;
  pickUpId: string | null;
  loaded: number;
  pieces: number;
  damaged: number;
  /** as weighed and measured; null: in proportion to the plan */
  weightKg: number | null;
  volumeM3: number | null;
  productTemp: number | null;
}

interface Arrival {
  waybillId: string;
  placeId: string;
  boxTemp: number | null;
  at: Date;
  source?: number;
}

/**
 * Writes the count of an arrival as receipt orders, one for each leg: 提货入站 for goods of a 提单, 中转到站 for others. From now on the goods lie at
 * the site as counted. Answers the numbers of the receipt orders.
 */
export async function recordReceipts(
  trx: Trx,
  ctx: Ctx,
  arrival: Arrival,
  legs: readonly CountedLeg[],
): Promise<string[]> {
  if (legs.length === 0) return [];
  const numbers = await nextCodes(trx, ctx, 'SH', legs.length);
  for (const [i, leg] of legs.entries()) await recordReceipt(trx, ctx, arrival, leg, numbers[i] ?? '');
  await settleOnHand(
    trx,
    ctx,
    legs.map(({ orderId }) => orderId),
  );
  return numbers;
}

/** Divides the loaded and the counted goods of a leg over its lines: `due` is what should have come, `got` what came. */
function divideCount(items: readonly Planned[], leg: CountedLeg) {
  const whole = {
    pieces: items.reduce((n, item) => n + item.pieces, 0),
    weightKg: items.reduce((n, item) => n + item.weightKg, 0),
    volumeM3: items.reduce((n, item) => n + item.volumeM3, 0),
  };
  const due = spreadCount(items, { pieces: leg.loaded, damaged: 0, ...quantityByPieces(whole, leg.loaded) });
  const usual = quantityByPieces(whole, leg.pieces);
  const got = spreadCount(due.some(({ pieces }) => pieces > 0) ? due : items, {
    pieces: leg.pieces,
    damaged: leg.damaged,
    weightKg: leg.weightKg ?? usual.weightKg,
    volumeM3: leg.volumeM3 ?? usual.volumeM3,
  });
  return { due, got };
}

async function recordReceipt(trx: Trx, ctx: Ctx, arrival: Arrival, leg: CountedLeg, code: string): Promise<void> {
  const items =
    leg.pickUpId === null ? await loadPlannedGoods(trx, leg.orderId) : await loadPickedGoods(trx, leg.pickUpId);
  const { due, got } = divideCount(items, leg);
  const sums = sumReceipt(
    items.map((_, k) => ({
      planPieces: due[k]?.pieces ?? 0,
      receivePieces: got[k]?.pieces ?? 0,
      receiveWeightKg: got[k]?.weightKg ?? 0,
      receiveVolumeM3: got[k]?.volumeM3 ?? 0,
      damagedPieces: got[k]?.damaged ?? 0,
      productTempC: leg.productTemp,
    })),
  );
  const { id } = await trx
    .insertInto('receipt_order')
    .values({
      client_id: ctx.clientId,
      org_id: sql<string | null>`(select org_id from customer_order where id = ${leg.orderId})`,
      receipt_code: code,
      order_id: leg.orderId,
      pick_up_id: leg.pickUpId,
      waybill_id: arrival.waybillId,
      place_id: arrival.placeId,
      receive_type: leg.pickUpId === null ? receiveType.transfer : receiveType.pickedUp,
      receipt_status: receiptOrderStatus.received,
      plan_pieces: sums.planPieces,
      receive_pieces: sums.receivePieces,
      receive_weight_kg: sums.receiveWeightKg,
      receive_volume_m3: sums.receiveVolumeM3,
      damaged_pieces: sums.damagedPieces,
      short_pieces: Math.max(0, leg.loaded - leg.pieces),
      over_pieces: Math.max(0, leg.pieces - leg.loaded),
      product_temp_c: sums.productTempC,
      box_temp_c: arrival.boxTemp,
      receiver_user: ctx.userName,
      received_at: arrival.at,
      created_by: ctx.userId,
      updated_by: ctx.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('receipt_item')
    .values(
      items.map((item, k) => ({
        client_id: ctx.clientId,
        receipt_id: id,
        line_no: item.lineNo,
        cargo_name: item.cargoName,
        spec: item.spec,
        pack_unit: item.packUnit,
        temperature_type: item.temperatureType,
        plan_pieces: due[k]?.pieces ?? 0,
        plan_weight_kg: due[k]?.weightKg ?? 0,
        plan_volume_m3: due[k]?.volumeM3 ?? 0,
        receive_pieces: got[k]?.pieces ?? 0,
        receive_weight_kg: got[k]?.weightKg ?? 0,
        receive_volume_m3: got[k]?.volumeM3 ?? 0,
        damaged_pieces: got[k]?.damaged ?? 0,
        product_temp_c: leg.productTemp,
      })),
    )
    .execute();
  await logSteps(trx, ctx, [
    {
      objType: 'receiptOrder',
      objCode: code,
      action: '到站核对收货',
      to: receiptOrderStatus.received,
      remark: `${leg.orderCode} 实收${leg.pieces}件，应到${leg.loaded}件`,
      source: arrival.source ?? eventSource.manual,
    },
  ]);
}

const columns = sql`line_no as "lineNo", cargo_name as "cargoName", spec, pack_unit as "packUnit", temperature_type as "temperatureType"`;

/** Loads the lines of an order as planned. */
export async function loadPlannedGoods(trx: Trx, orderId: string): Promise<Planned[]> {
  const { rows } =
    await sql<Planned>`select ${columns}, pieces, weight_kg::float8 as "weightKg", volume_m3::float8 as "volumeM3"
    from order_item where order_id = ${orderId} order by line_no`.execute(trx);
  return rows;
}

/** Loads the lines of a pick-up order as they were really taken along. */
async function loadPickedGoods(trx: Trx, pickUpId: string): Promise<Planned[]> {
  const { rows } = await sql<Planned>`select ${columns}, coalesce(actual_pieces, pieces) as pieces,
      coalesce(actual_weight_kg, weight_kg)::float8 as "weightKg", coalesce(actual_volume_m3, volume_m3)::float8 as "volumeM3"
    from pick_up_item where pick_up_id = ${pickUpId} order by line_no`.execute(trx);
  return rows;
}

/**
 * Updates what lies at the site for orders, by their receipt orders: the last one after a transfer, before that the sum of all that came from the
 * customer, who may have had several pick-ups.
 */
export async function settleOnHand(trx: Trx, ctx: Ctx, orderIds: readonly string[]): Promise<void> {
  await sql`update customer_order o set on_hand_pieces = t.pieces, on_hand_weight_kg = t.kg, on_hand_volume_m3 = t.m3
    from (select x.id, coalesce(sum(r.receive_pieces), 0)::int as pieces, coalesce(sum(r.receive_weight_kg), 0) as kg, coalesce(sum(r.receive_volume_m3), 0) as m3
      from unnest(${[...orderIds]}::bigint[]) x(id)
        left join lateral (select max(r.id) as id from receipt_order r where r.order_id = x.id and r.receive_type = ${receiveType.transfer}
          and r.receipt_status in (${receiptOrderStatus.partly}, ${receiptOrderStatus.received})) last on true
        left join receipt_order r on r.order_id = x.id and r.receipt_status in (${receiptOrderStatus.partly}, ${receiptOrderStatus.received})
          and (last.id is null or r.id = last.id)
      group by x.id) t
    where o.id = t.id and o.client_id = ${ctx.clientId} and o.current_place_id is not null`.execute(trx);
}
