import type { Parsed } from '@tongda/contract/core/endpoint';
import { wallText } from '@tongda/contract/core/wall-time';
import { dispatchSource, transportStatus } from '@tongda/contract/transport/enums';
import { stopType, stowStatus, waybillKind } from '@tongda/contract/transport/waybill/enums';
import type { Judgement } from '@tongda/contract/transport/waybill/judge';
import type { StopPlan } from '@tongda/contract/transport/waybill/stop-plan';
import type { Site } from '@tongda/contract/transport/waybill/stow/assemble';
import type { BoardOrder, BoardVehicle, stowageConfirm } from '@tongda/contract/transport/waybill/stow/board';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import { instantSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { nextCodes } from '../../../../core/record/codes';
import { type LockedOrder, logSteps, refreshStatus } from '../../order/door';
import { busyAsRule, type LockedWaybill, writeWaybill } from '../state';
import { zoneTempsOf } from './write';

const prefixes = {
  [waybillKind.billOfLading]: 'TD',
  [waybillKind.stowage]: 'PZ',
  [waybillKind.transportTask]: 'YS',
} as const;

/** A load with everything that it names, as read from the database. */
export interface KnownLoad {
  vehicle: BoardVehicle;
  driverId: string | null;
  from: Site | null;
  to: Site | null;
  orders: BoardOrder[];
  judged: Judgement;
  stopPlans: StopPlan[];
  returnTo: Site | null;
}

/** Input of `writeHead`. `stowStatus`: written instead of the one that the confirmation means. */
export type LoadToWrite = Omit<Parsed<typeof stowageConfirm>, 'waybillCode' | 'version'> & { stowStatus?: number };

/** Columns of the entered stop plans and of the 返程点. */
export const planColumnsOf = (ctx: Ctx, { stopPlans, returnTo, judged }: KnownLoad) => ({
  stop_plans: JSON.stringify(stopPlans),
  return_place_id: returnTo?.placeId ?? null,
  plan_return_at: judged.returnAt === null ? null : instantSql(wallText(judged.returnAt), ctx.timeZone),
});

/** 晚到放行: who said why the trip goes although it is late; what was said before stays. */
export const lateColumnsOf = (
  ctx: Ctx,
  { lateReason }: { lateReason?: string | null | undefined },
  { checks }: Judgement,
): { late_reason?: string; late_by?: string } =>
  lateReason && checks.some(({ code, value, limit }) => code === 'WINDOW' && (value ?? 0) > (limit ?? 0))
    ? { late_reason: lateReason, late_by: ctx.userName }
    : {};

/** Names of the ends of a trip, as the list shows them. */
export function endsOf({ from, to, judged }: KnownLoad) {
  const unload = judged.stops.filter((stop) => stop.stopType === stopType.unload);
  return {
    from_place_id: from?.placeId ?? null,
    to_place_id: to?.placeId ?? null,
    from_name: judged.stops[0]?.name ?? '',
    to_name: to?.name ?? `${unload.at(-1)?.name ?? ''}${unload.length > 1 ? `等${unload.length}站` : ''}`,
  };
}
/** Writes the waybill of a load itself: a new one, or `own` again. */
export async function writeHead(
  trx: Trx,
  ctx: Ctx,
  input: LoadToWrite,
  load: KnownLoad,
  own: LockedWaybill | null,
): Promise<{ id: string; waybillCode: string; version: number }> {
  const { judged, orders } = load;
  const at = (ms: number) => instantSql(wallText(ms), ctx.timeZone);
  const sum = (of: (order: BoardOrder) => number, places: number) =>
    orders.reduce((total, order) => total + Math.round(of(order) * 10 ** places), 0) / 10 ** places;
  const row = {
    vehicle_id: load.vehicle.vehicleId,
    driver_id: load.driverId,
    co_driver_id: input.coDriverId,
    carrier_id: sql<string | null>`(select carrier_id from vehicle where id = ${load.vehicle.vehicleId})`,
    ...endsOf(load),
    plan_depart_at: instantSql(input.planDepartTime, ctx.timeZone),
    plan_arrive_at: at(judged.arriveAt),
    busy_from: instantSql(input.planDepartTime, ctx.timeZone),
    busy_until: at(judged.returnAt ?? judged.arriveAt),
    ...planColumnsOf(ctx, load),
    plan_distance_m: judged.distanceM,
    set_temp_c: input.setTemp ?? judged.setTemp,
    zone_temps: JSON.stringify(zoneTempsOf(judged)),
    seal_no: input.sealNo,
    remark: input.remark,
    total_pieces: sum((order) => order.pieces, 0),
    total_weight_kg: sum((order) => order.weightKg, 2),
    total_volume_m3: sum((order) => order.volumeM3, 3),
    load_rate_weight: judged.loadRateWeight,
    load_rate_volume: judged.loadRateVolume,
    temperature_types: [...new Set(orders.map((order) => order.temperatureType))].sort(),
    stow_status: input.stowStatus ?? (input.confirm ? stowStatus.stowed : stowStatus.stowing),
    ...lateColumnsOf(ctx, input, judged),
  };
  if (own) {
    // another driver, or one who refused before, has not accepted the trip yet
    const driver_confirm = sql<number>`case when driver_id is distinct from ${load.driverId}::bigint then 0 else driver_confirm end`;
    return { ...own, version: await writeWaybill(trx, ctx, own, { ...row, driver_confirm }) };
  }
  const [waybillCode = ''] = await nextCodes(trx, ctx, prefixes[input.waybillKind]);
  const { id } = await busyAsRule(() =>
    trx
      .insertInto('waybill')
      .values({
        ...row,
        client_id: ctx.clientId,
        org_id: ctx.orgId,
        waybill_code: waybillCode,
        waybill_kind: input.waybillKind,
        created_by: ctx.userId,
        updated_by: ctx.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return { id, waybillCode, version: 1 };
}

/** Derives the states of the orders again and writes the log of orders and waybill. */
export async function logStowage(
  trx: Trx,
  ctx: Ctx,
  waybillCode: string,
  input: Parsed<typeof stowageConfirm>,
  orders: readonly LockedOrder[],
  gone: readonly string[],
  own: LockedWaybill | null,
): Promise<void> {
  const ids = orders.map(({ id }) => id);
  await sql`update customer_order set dispatch_source = ${dispatchSource.manual}, pool_reason = null, pool_at = null
    where client_id = ${ctx.clientId} and order_code = any(${input.orderCodes}::text[])`.execute(trx);
  await refreshStatus(trx, ctx, ids);
  const { rows } = await sql<{ id: string; status: number }>`select id::text, order_status as status from customer_order
    where id = any(${ids}::bigint[])`.execute(trx);
  const after = new Map(rows.map(({ id, status }) => [id, status]));
  await logSteps(trx, ctx, [
    {
      objType: 'waybill',
      objCode: waybillCode,
      action: input.confirm ? '确认配载' : '保存配载',
      from: own?.transportStatus ?? null,
      to: transportStatus.toDepart,
      remark: `${input.orderCodes.length}个订单${gone.length > 0 ? `，移出${gone.join('、')}` : ''}${input.lateReason ? `，晚到放行：${input.lateReason}` : ''}`,
    },
    ...orders
      .filter((order) => order.onTrip !== waybillCode || gone.includes(order.orderCode))
      .map((order) => ({
        objType: 'customerOrder' as const,
        objCode: order.orderCode,
        action: gone.includes(order.orderCode) ? '移出运单' : '配载',
        from: order.orderStatus,
        to: after.get(order.id) ?? order.orderStatus,
        remark: waybillCode,
      })),
  ]);
}
