import { codes, type Parsed } from '@tongda/contract/core/endpoint';
import { transportationStatus, transportStatus } from '@tongda/contract/transport/enums';
import { stopStatus, stowStatus } from '@tongda/contract/transport/waybill/enums';
import { type BoardOrder, poolLimit, type stowageLoads } from '@tongda/contract/transport/waybill/stow/board';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/http/ctx';
import { AppError } from '../../../core/http/errors';
import { waybillScope } from '../../base/org/door';
import { lockOrders, logSteps, refreshStatus } from '../order/door';

import {
  type LockedWaybill,
  loadLegs,
  lockWaybill,
  refuseLoading,
  refuseStranded,
  refuseWaybill,
  settleWaybill,
  writeWaybill,
} from './state';
import { loadOrdersByCode } from './stow/pool';

type Step = { waybillCode: string; version: number };

const writtenOf = (waybill: LockedWaybill, version: number) => ({ waybillCode: waybill.waybillCode, version });

/** 任务完成: every leg must be over; stops that are still open are skipped. */
export function finishWaybill(ctx: Ctx, kind: number, { waybillCode, version }: Step) {
  return ctx.db(async (trx) => {
    const waybill = await lockWaybill(trx, ctx, waybillCode, { version, kind });
    refuseWaybill('finish', waybill);
    const open = (await loadLegs(trx, ctx, waybill.id)).find(
      (leg) => leg.transportationStatus !== transportationStatus.completed,
    );
    if (open)
      throw new AppError(codes.illegalTransition, `订单${open.orderCode}还没有签收或到站核对，不能完成`, {
        from: waybill.transportStatus,
        to: transportStatus.complete,
      });
    await sql`update waybill_stop set stop_status = case when stop_status = ${stopStatus.toCome} then ${stopStatus.skipped}::smallint else ${stopStatus.left}::smallint end,
      leave_at = coalesce(leave_at, case when stop_status = ${stopStatus.toCome} then null else now() end)
      where waybill_id = ${waybill.id} and stop_status < ${stopStatus.left}`.execute(trx);
    await settleWaybill(trx, ctx, waybill, new Date());
    return writtenOf(waybill, waybill.version + 1);
  });
}

/** 作废 before departure; the orders go back to the pool in the same transaction. */
export function voidWaybill(ctx: Ctx, kind: number, { waybillCode, version, reason }: Step & { reason: string }) {
  return ctx.db(async (trx) => {
    const waybill = await lockWaybill(trx, ctx, waybillCode, { version, kind });
    refuseWaybill('void', waybill);
    refuseStranded(waybill, '作废');
    const legs = await loadLegs(trx, ctx, waybill.id);
    const loaded = legs.find((leg) => leg.loadPieces > 0);
    if (loaded)
      throw new AppError(
        codes.illegalTransition,
        `订单${loaded.orderCode}已装车${loaded.loadPieces}件，请先撤销装车再作废`,
      );
    refuseLoading(waybill);
    const orders = await lockOrders(
      trx,
      ctx,
      legs.map(({ orderCode }) => orderCode),
    );
    await sql`update waybill_leg set removed_at = now(), remove_reason = ${reason} where waybill_id = ${waybill.id} and removed_at is null`.execute(
      trx,
    );
    const next = await writeWaybill(trx, ctx, waybill, { voided_at: sql<Date>`now()`, void_reason: reason });
    await refreshStatus(
      trx,
      ctx,
      orders.map(({ id }) => id),
    );
    await logSteps(trx, ctx, [
      { objType: 'waybill', objCode: waybillCode, action: '作废', from: waybill.transportStatus, remark: reason },
      ...orders.map((order) => ({
        objType: 'customerOrder' as const,
        objCode: order.orderCode,
        action: '移出运单',
        from: order.orderStatus,
        to: null,
        remark: `运单${waybillCode}作废：${reason}`,
      })),
    ]);
    return writtenOf(waybill, next);
  });
}

/** Waybills that can still be filled: drafts, and those named by number. */
export function listOpenLoads(ctx: Ctx, { waybillCodes, pickUps }: Parsed<typeof stowageLoads>) {
  return ctx.db(async (trx) => {
    const wanted = waybillCodes?.length
      ? sql`w.waybill_code = any(${waybillCodes}::text[])`
      : sql`w.stow_status <= ${stowStatus.stowing}`;
    const { rows } = await sql<{
      id: string;
      waybillCode: string;
      version: number;
      waybillKind: number;
      stowStatus: number;
      vehicleId: string | null;
      driverId: string | null;
      driverName: string;
      planDepartTime: string;
      fromPlaceId: string | null;
      toPlaceId: string | null;
      createUser: string;
      own: boolean;
    }>`select w.id::text, w.waybill_code as "waybillCode", w.version, w.waybill_kind as "waybillKind", w.stow_status as "stowStatus",
        w.vehicle_id::text as "vehicleId", w.driver_id::text as "driverId", coalesce(d.name, '') as "driverName",
        to_char(w.plan_depart_at at time zone ${ctx.timeZone}, 'YYYY-MM-DD HH24:MI:SS') as "planDepartTime",
        w.from_place_id::text as "fromPlaceId", w.to_place_id::text as "toPlaceId",
        coalesce(u.name, '') as "createUser", w.created_by is not distinct from ${ctx.userId}::bigint as own
      from waybill w left join driver d on d.id = w.driver_id left join app_user u on u.id = w.created_by
      where w.client_id = ${ctx.clientId} and w.voided_at is null and w.transport_status = ${transportStatus.toDepart}
        and w.stow_status < ${stowStatus.loaded} and (w.waybill_kind = 1) = ${pickUps} and ${waybillScope(ctx, 'w')} and ${wanted}
      order by w.plan_depart_at limit 50`.execute(trx);
    const { rows: legs } = await sql<{ waybillId: string; orderCode: string }>`select l.waybill_id::text as "waybillId",
        coalesce(u.pick_up_code, o.order_code) as "orderCode"
      from waybill_leg l join customer_order o on o.id = l.order_id left join pick_up_order u on u.id = l.pick_up_id
      where l.client_id = ${ctx.clientId} and l.waybill_id = any(${rows.map(({ id }) => id)}::bigint[]) and l.removed_at is null
      order by l.to_seq, l.id`.execute(trx);
    const byCode = new Map<string, BoardOrder>();
    for (let from = 0; from < legs.length; from += poolLimit) {
      const some = legs.slice(from, from + poolLimit).map(({ orderCode }) => orderCode);
      for (const order of await loadOrdersByCode(trx, ctx, some)) byCode.set(order.orderCode, order);
    }
    return rows.map(({ id, ...row }) => ({
      ...row,
      orders: legs.flatMap(({ waybillId, orderCode }) => (waybillId === id ? (byCode.get(orderCode) ?? []) : [])),
    }));
  });
}
