import { transportationStatus, transportStatus } from '@tongda/contract/transport/enums';
import { driverConfirmStatus, stowStatus } from '@tongda/contract/transport/waybill/enums';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { logSteps } from './log';

/**
 * Pieces of leg `l` that totals have: those of its weight and volume. What was loaded of a leg that has begun; before, what is planned, whatever was counted
 * so far (`piecesAboard` of the contract says the counts).
 */
export const totalledPieces: RawBuilder<number> = sql<number>`(case when l.transportation_status > ${sql.lit(transportationStatus.notStarted)}
  and l.load_pieces > 0 then l.load_pieces else l.plan_pieces end)`;

/** Pieces of order `o` that the next trip can load: those that its site received, those that its last trip unloaded, all of a new one. */
export const piecesOnHand: RawBuilder<number> = sql<number>`coalesce(case when o.current_place_id is not null then o.on_hand_pieces end,
  (select p.unload_pieces from waybill_leg p where p.order_id = o.id and p.removed_at is null
    and p.transportation_status = ${sql.lit(transportationStatus.completed)} order by p.leg_no desc limit 1), o.total_pieces)`;

/** Percent of what truck `v` may hold, as `percentOf` has it; null where the truck or its limit is not known. The column holds six digits. */
const shareOf = (peak: RawBuilder<unknown>, limit: RawBuilder<unknown>) =>
  sql`least(9999.99, round(${peak} * 100 / nullif(${limit}, 0)::numeric, 2))`;

/**
 * Writes the totals of waybills from their present legs, the temperature classes of these goods, and how full that makes the truck where it is fullest
 * (`heaviestLoad` of the contract).
 */
export const updateTotals = (trx: Trx, waybillIds: readonly string[]) =>
  sql`update waybill w set total_pieces = t.pieces, total_weight_kg = t.kg, total_volume_m3 = t.m3, temperature_types = t.types,
      load_rate_weight = (select ${shareOf(sql`t.peak_kg`, sql`v.load_weight_t * 1000`)} from vehicle v where v.id = w.vehicle_id),
      load_rate_volume = (select ${shareOf(sql`t.peak_m3`, sql`v.volume_m3`)} from vehicle v where v.id = w.vehicle_id)
    from (select x.id, coalesce(sum(${totalledPieces}), 0)::int as pieces, coalesce(sum(l.weight_kg), 0) as kg, coalesce(sum(l.volume_m3), 0) as m3,
        max(aboard.kg) as peak_kg, max(aboard.m3) as peak_m3,
        coalesce(array_agg(distinct g.type order by g.type) filter (where g.type is not null), '{}') as types
      from unnest(${waybillIds}::bigint[]) x(id) left join waybill_leg l on l.waybill_id = x.id and l.removed_at is null
        left join lateral (select coalesce((select u.temperature_type from pick_up_order u where u.id = l.pick_up_id), o.temperature_type) as type
          from customer_order o where o.id = l.order_id) g on true
        left join lateral (select sum(b.weight_kg) as kg, sum(b.volume_m3) as m3 from waybill_leg b
          where b.waybill_id = l.waybill_id and b.removed_at is null and b.from_seq <= l.from_seq and l.from_seq < b.to_seq) aboard on true
      group by x.id) t
    where w.id = t.id`.execute(trx);

/** Counts what was really loaded of a leg: its weight and volume follow the pieces, half a unit rounds up. */
export const loadPiecesOf = (trx: Trx, legId: string, pieces: number) =>
  sql`update waybill_leg l set load_pieces = ${pieces}::int, weight_kg = round(l.weight_kg * ${pieces}::int / ${totalledPieces}, 2),
      volume_m3 = round(l.volume_m3 * ${pieces}::int / ${totalledPieces}, 3) where l.id = ${legId} and ${totalledPieces} > 0`.execute(
    trx,
  );

/**
 * Releases those of the waybills that have lost their last order before the departure: they wait for goods again, and truck and drivers are free at that
 * time. Called wherever legs are taken off, after `updateTotals`. Answers the numbers of the released ones.
 */
export async function releaseEmptyTrips(
  trx: Trx,
  ctx: Ctx,
  waybillIds: readonly string[],
  reason: string,
): Promise<string[]> {
  const { rows } = await sql<{
    code: string;
  }>`update waybill w set stow_status = ${stowStatus.toStow}, busy_until = busy_from,
      driver_confirm = case when driver_confirm = ${driverConfirmStatus.refused} then driver_confirm else ${driverConfirmStatus.waiting} end,
      load_started_at = null, loaded_at = null, load_rate_weight = null, load_rate_volume = null, temperature_types = '{}'
    where w.id = any(${waybillIds}::bigint[]) and w.client_id = ${ctx.clientId} and w.voided_at is null
      and w.transport_status = ${transportStatus.toDepart}
      and not exists (select from waybill_leg l where l.waybill_id = w.id and l.removed_at is null) returning waybill_code as code`.execute(
    trx,
  );
  await logSteps(
    trx,
    ctx,
    rows.map(({ code }) => ({
      objType: 'waybill' as const,
      objCode: code,
      action: '订单已全部移出，释放车辆',
      remark: reason.slice(0, 200),
    })),
  );
  return rows.map(({ code }) => code);
}
