import { codes } from '@tongda/contract/core/endpoint';
import { wallText } from '@tongda/contract/core/wall-time';
import { isPickUpCode } from '@tongda/contract/transport/pick-up/status';
import type { Judgement } from '@tongda/contract/transport/waybill/judge';
import type { BoardOrder } from '@tongda/contract/transport/waybill/stow/board';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import { instantSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { AppError } from '../../../../core/http/errors';
import { busyAsRule } from '../state';

/** Set-points of the compartments of a vehicle that has several; empty for a single one, whose set-point is the waybill's. */
export function zoneTempsOf({ box }: Judgement): Array<{ no: number; tempC: number }> {
  const set = [...(box?.setpoints ?? [])];
  return set.length < 2 ? [] : set.flatMap(([no, tempC]) => (tempC === null ? [] : [{ no, tempC }]));
}

/** Replaces the stops of a trip, with their planned times. */
export async function writeStops(trx: Trx, ctx: Ctx, waybillId: string, { stops, times }: Judgement): Promise<void> {
  const at = (ms: number | null | undefined) =>
    ms === null || ms === undefined ? null : instantSql(wallText(ms), ctx.timeZone);
  await trx
    .deleteFrom('waybill_stop')
    .where('waybill_id', '=', waybillId)
    .where('client_id', '=', ctx.clientId)
    .execute();
  await trx
    .insertInto('waybill_stop')
    .values(
      stops.map((stop, i) => ({
        client_id: ctx.clientId,
        waybill_id: waybillId,
        seq: stop.seq,
        stop_type: stop.stopType,
        place_id: stop.placeId,
        name: stop.name,
        address: stop.address,
        contact: stop.contact,
        phone: stop.phone,
        lng: stop.lng,
        lat: stop.lat,
        window_start: at(stop.windowStart),
        window_end: at(stop.windowEnd),
        service_min: stop.serviceMin,
        plan_arrive_at: at(times[i]?.arrive),
        plan_leave_at: at(times[i]?.leave),
      })),
    )
    .execute();
}

/** Takes legs off their waybill; 4010 when goods are loaded already. */
export async function removeLegs(
  trx: Trx,
  ctx: Ctx,
  legs: ReadonlyArray<{ id: string; orderCode: string; loadPieces: number }>,
  reason: string,
): Promise<void> {
  const loaded = legs.find((leg) => leg.loadPieces > 0);
  if (loaded)
    throw new AppError(
      codes.illegalTransition,
      `订单${loaded.orderCode}已装车${loaded.loadPieces}件，请先撤销装车再移出`,
    );
  if (legs.length === 0) return;
  await sql`update waybill_leg set removed_at = now(), remove_reason = ${reason}
    where id = any(${legs.map(({ id }) => id)}::bigint[]) and client_id = ${ctx.clientId}`.execute(trx);
}

/** Writes the legs of the orders: existing ones keep their row, new ones are inserted. */
export async function writeLegs(
  trx: Trx,
  ctx: Ctx,
  waybillId: string,
  { judged, orders }: { judged: Judgement; orders: readonly BoardOrder[] },
  there: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = judged.legs.flatMap((leg) => {
    const order = orders.find((one) => one.orderCode === leg.orderCode);
    return order ? [{ leg, order }] : [];
  });
  const numbers = await sql<{
    orderId: string;
    legNo: number;
  }>`select o.id::text as "orderId", (select coalesce(max(l.leg_no), 0) + 1
      from waybill_leg l where l.order_id = o.id and l.removed_at is null and l.waybill_id <> ${waybillId})::int as "legNo"
    from customer_order o where o.id = any(${orders.map(({ orderId }) => orderId)}::bigint[])`.execute(trx);
  const numberOf = new Map(numbers.rows.map(({ orderId, legNo }) => [orderId, legNo]));
  const values = rows.map(({ leg, order }) => ({
    client_id: ctx.clientId,
    waybill_id: waybillId,
    order_id: order.orderId,
    pick_up_id: isPickUpCode(order.orderCode) ? order.id : null,
    leg_no: numberOf.get(order.orderId) ?? 1,
    leg_type: leg.legType,
    from_seq: leg.fromSeq,
    to_seq: leg.toSeq,
    final: leg.final,
    plan_pieces: order.pieces,
    weight_kg: order.weightKg,
    volume_m3: order.volumeM3,
    compartment_no: judged.box?.byOrder.get(order.orderCode) ?? null,
    load_seq: judged.loadSeq.get(order.orderCode) ?? null,
  }));
  const added = values.filter((_, i) => !there.has(rows[i]?.order.orderCode ?? ''));
  for (const [i, value] of values.entries()) {
    const id = there.get(rows[i]?.order.orderCode ?? '');
    if (id) await trx.updateTable('waybill_leg').set(value).where('id', '=', id).execute();
  }
  if (added.length > 0) await busyAsRule(() => trx.insertInto('waybill_leg').values(added).execute());
}
