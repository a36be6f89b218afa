import { transportationStatus, transportStatus } from '@tongda/contract/transport/enums';
import { eventSource, onHandStatus, stopStatus, stopType } from '@tongda/contract/transport/waybill/enums';
import type { GoodsPlace } from '@tongda/contract/transport/waybill/stow/assemble';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { updateTotals } from '../../order/door';
import { type LockedWaybill, type OpenLeg, settleWaybill } from '../state';

const poolReason = '拆出';

/** One order that changes vehicles: its running leg and what was counted. */
export interface Moved {
  leg: OpenLeg;
  pieces: number;
  productTemp: number | null;
}

/** Ends the legs at a new stop, right after those that the truck has reached. */
export async function endLegs(
  trx: Trx,
  ctx: Ctx,
  old: LockedWaybill,
  moved: readonly Moved[],
  place: GoodsPlace,
  at: Date,
): Promise<void> {
  const { rows } = await sql<{
    seq: number;
  }>`select coalesce(max(seq) filter (where stop_status <> ${stopStatus.toCome}), 1)::int as seq
    from waybill_stop where waybill_id = ${old.id}`.execute(trx);
  const behind = rows[0]?.seq ?? 1;
  // in two steps, because a number must not exist twice even for a moment
  await sql`update waybill_stop set seq = -(seq + 1) where waybill_id = ${old.id} and seq > ${behind}`.execute(trx);
  await sql`update waybill_stop set seq = -seq where waybill_id = ${old.id} and seq < 0`.execute(trx);
  await sql`update waybill_leg set from_seq = case when from_seq > ${behind} then from_seq + 1 else from_seq end,
      to_seq = case when to_seq > ${behind} then to_seq + 1 else to_seq end where waybill_id = ${old.id}`.execute(trx);
  await trx
    .insertInto('waybill_stop')
    .values({
      client_id: ctx.clientId,
      waybill_id: old.id,
      seq: behind + 1,
      stop_type: stopType.pass,
      place_id: place.placeId,
      name: place.name,
      lng: place.lng,
      lat: place.lat,
      service_min: 30,
      arrive_at: at,
      leave_at: at,
      arrive_source: eventSource.manual,
      leave_source: eventSource.manual,
      stop_status: stopStatus.left,
      checked_at: at,
    })
    .execute();
  for (const { leg, pieces } of moved)
    await trx
      .updateTable('waybill_leg')
      .set({
        transportation_status: transportationStatus.completed,
        unload_pieces: pieces,
        transfer_flag: true,
        final: false,
        to_seq: behind + 1,
      })
      .where('id', '=', leg.id)
      .execute();
}

/** Puts orders that are not loaded yet into the split pool when the old truck carries nothing any more. Answers their numbers. */
export async function releaseRest(
  trx: Trx,
  ctx: Ctx,
  old: LockedWaybill,
  all: readonly OpenLeg[],
  moved: readonly Moved[],
): Promise<string[]> {
  const gone = new Set(moved.map(({ leg }) => leg.id));
  const runs = all.some((leg) => leg.transportationStatus === transportationStatus.inTransit && !gone.has(leg.id));
  const waiting = all.filter((leg) => leg.transportationStatus === transportationStatus.notStarted);
  if (runs || waiting.length === 0) return [];
  await sql`update waybill_leg set removed_at = now(), remove_reason = '换装' where id = any(${waiting.map(({ id }) => id)}::bigint[])`.execute(
    trx,
  );
  await sql`update customer_order set pool_reason = ${poolReason}, pool_at = now(), pool_from = ${old.waybillCode}, pool_remark = '换装'
    where client_id = ${ctx.clientId} and id = any(${waiting.map(({ orderId }) => orderId)}::bigint[])`.execute(trx);
  await updateTotals(trx, [old.id]);
  return waiting.map(({ orderCode }) => orderCode);
}

/** Skips stops where nothing is left to do; a trip without any other stop is then over. */
export async function passIdleStops(trx: Trx, waybillId: string, at: Date): Promise<void> {
  const open = sql`exists (select from waybill_leg l where l.waybill_id = ${waybillId} and l.removed_at is null
    and l.transportation_status < ${transportationStatus.completed}`;
  await sql`update waybill_stop p set stop_status = case when stop_status = ${stopStatus.toCome} then ${stopStatus.skipped}::smallint else ${stopStatus.left}::smallint end,
      leave_at = case when stop_status = ${stopStatus.toCome} then null else coalesce(leave_at, ${at}) end,
      leave_source = case when stop_status = ${stopStatus.toCome} then null else coalesce(leave_source, ${eventSource.manual}) end
    where waybill_id = ${waybillId} and stop_status < ${stopStatus.left} and case when stop_type = ${stopType.pass} then not ${open})
      else not ${open} and (l.to_seq = p.seq or l.from_seq = p.seq and l.transportation_status = ${transportationStatus.notStarted})) end`.execute(
    trx,
  );
}

export async function closeOldWaybill(trx: Trx, ctx: Ctx, old: LockedWaybill, at: Date) {
  await passIdleStops(trx, old.id, at);
  const state = await settleWaybill(trx, ctx, old, at);
  if (state === transportStatus.complete)
    await sql`update waybill set close_reason = '换装' where id = ${old.id}`.execute(trx);
  return state;
}

/** Writes where the goods lie between the two vehicles. */
export async function putDownGoods(trx: Trx, ctx: Ctx, moved: readonly Moved[], place: GoodsPlace): Promise<void> {
  await sql`update customer_order set on_hand_status = ${place.placeId === null ? onHandStatus.onTheWay : onHandStatus.atSite},
      current_place_id = ${place.placeId} where client_id = ${ctx.clientId} and id = any(${moved.map(({ leg }) => leg.orderId)}::bigint[])`.execute(
    trx,
  );
}
