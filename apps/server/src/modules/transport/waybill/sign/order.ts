import { hourMs } from '@tongda/contract/core/durations';
import { codes, type Parsed } from '@tongda/contract/core/endpoint';
import { orderStatus, transportationStatus, transportStatus } from '@tongda/contract/transport/enums';
import { customerOrderMachine } from '@tongda/contract/transport/order/status';
import { type orderRevokeSign, type orderSign, revokeSignHours } from '@tongda/contract/transport/waybill/calls';
import { eventSource, onHandStatus, stopStatus, stopType } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import { requireRow } from '../../../../core/db/rows';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { AppError, invalidField } from '../../../../core/http/errors';
import { orderScope } from '../../../base/org/door';
import { draftReturn, type LockedOrder, lockOrders, logSteps, refreshStatus, withdrawReturn } from '../../order/door';
import { cancelReceipt, openReceipt } from '../../receipt/door';
import { closeStop } from '../dock/arrive';
import { parseEventTime } from '../event-time';
import { eventKind, findEvent, noteEvent } from '../road/stop-events';
import { type LockedWaybill, loadLegs, lockWaybill, type OpenLeg, settleWaybill, writeWaybill } from '../state';

/** Finds the number of the waybill whose leg ends at the receiver. */
async function findLastTrip(trx: Trx, ctx: Ctx, orderCode: string): Promise<string | undefined> {
  const { rows } = await sql<{
    waybillCode: string | null;
  }>`select (select w.waybill_code from waybill_leg l join waybill w on w.id = l.waybill_id
      where l.order_id = o.id and l.removed_at is null and l.final order by l.id desc limit 1) as "waybillCode"
    from customer_order o where o.client_id = ${ctx.clientId} and o.order_code = ${orderCode} and ${orderScope(ctx, 'o')}`.execute(
    trx,
  );
  return requireRow(rows[0], '订单').waybillCode ?? undefined;
}

function refuseSign(verb: 'sign' | 'revokeSign', order: LockedOrder): void {
  if (!customerOrderMachine.can(verb, order.orderStatus))
    throw new AppError(codes.illegalTransition, customerOrderMachine.refusal(verb, order.orderStatus, '订单'), {
      from: order.orderStatus,
      to: customerOrderMachine.to(verb),
    });
}

/** Locks the waybill and then the order, in the sequence of all steps, and finds the leg that ends at the receiver. */
async function lockForSigning(
  trx: Trx,
  ctx: Ctx,
  verb: 'sign' | 'revokeSign',
  orderCode: string,
): Promise<{ waybill: LockedWaybill; order: LockedOrder; leg: OpenLeg }> {
  const waybillCode = await findLastTrip(trx, ctx, orderCode);
  const waybill = waybillCode === undefined ? undefined : await lockWaybill(trx, ctx, waybillCode);
  const order = requireRow((await lockOrders(trx, ctx, [orderCode]))[0], '订单');
  refuseSign(verb, order);
  const legs = waybill ? await loadLegs(trx, ctx, waybill.id) : [];
  const leg = legs.find((one) => one.orderId === order.id);
  if (!waybill || !leg)
    throw new AppError(codes.illegalTransition, `订单${orderCode}还没有配送到收货点的运单，不能签收`);
  return { waybill, order, leg };
}

/** 签收: accepted plus refused pieces must equal the delivered ones. The leg ends with it, and so do the stop and the trip after their last one. */
export function signOrder(ctx: Ctx, input: Parsed<typeof orderSign>) {
  const { orderCode, signer, signPieces, rejectPieces, rejectReason } = input;
  return ctx.db(async (trx) => {
    const { waybill, order, leg } = await lockForSigning(trx, ctx, 'sign', orderCode);
    const there = leg.transportationStatus === transportationStatus.completed;
    if (leg.transportationStatus === transportationStatus.notStarted)
      throw new AppError(codes.illegalTransition, `订单${orderCode}还没有发车，不能签收`);
    const stop = await findStopAt(trx, waybill, leg.toSeq);
    if (!there && stop.placeId !== null)
      throw new AppError(codes.illegalTransition, `订单${orderCode}还没有到${stop.name}核对，不能签收`);
    const delivered = leg.unloadPieces ?? leg.loadPieces;
    if (signPieces + rejectPieces !== delivered)
      throw invalidField('signPieces', `实签${signPieces}件加拒收${rejectPieces}件，应等于送达${delivered}件`);
    if (rejectPieces > 0 && !rejectReason) throw invalidField('rejectReason', '有拒收时请填写拒收原因');
    const at = await parseEventTime(trx, ctx, waybill, input.signTime, { field: 'signTime', word: '签收' });
    await sql`update customer_order set signed_at = ${at}, signer = ${signer}, sign_pieces = ${signPieces}, reject_pieces = ${rejectPieces},
        reject_reason = ${rejectReason}, on_hand_status = ${onHandStatus.delivered}, current_place_id = null, updated_at = now(),
        updated_by = ${ctx.userId}, version = version + 1 where id = ${order.id}`.execute(trx);
    let state = waybill.transportStatus;
    if (!there) {
      await trx
        .updateTable('waybill_leg')
        .set({ transportation_status: transportationStatus.completed, unload_pieces: delivered })
        .where('id', '=', leg.id)
        .execute();
      await sql`update waybill_stop set stop_status = greatest(stop_status, ${stopStatus.arrived}), arrive_at = coalesce(arrive_at, ${at}),
        arrive_source = coalesce(arrive_source, ${eventSource.manual}) where id = ${stop.id}`.execute(trx);
      if (await isLastAtStop(trx, waybill, leg.toSeq))
        await closeStop(trx, waybill, stop, { at, source: eventSource.manual });
      state = await settleWaybill(trx, ctx, waybill, at);
    }
    await refreshStatus(trx, ctx, [order.id]);
    await openReceipt(trx, ctx, order.id, at);
    const returnCode =
      rejectPieces > 0
        ? await draftReturn(trx, ctx, { orderCode, pieces: rejectPieces, reason: rejectReason ?? '' })
        : null;
    await logSteps(trx, ctx, [
      {
        objType: 'customerOrder',
        objCode: orderCode,
        action: '签收',
        from: order.orderStatus,
        to: orderStatus.completed,
        remark: `${signer}签收${signPieces}件${rejectPieces > 0 ? `，拒收${rejectPieces}件：${rejectReason}，退货单${returnCode}` : ''}`,
        happenedAt: at,
      },
      {
        objType: 'waybill',
        objCode: waybill.waybillCode,
        action: '签收',
        from: 2,
        to: state,
        remark: orderCode,
        happenedAt: at,
      },
    ]);
    return {
      orderCode,
      orderStatus: orderStatus.completed,
      waybillCode: waybill.waybillCode,
      transportStatus: state,
      returnCode,
    };
  });
}

async function findStopAt(trx: Trx, waybill: LockedWaybill, seq: number) {
  const { rows } = await sql<{
    id: string;
    seq: number;
    name: string;
    stopType: number;
    placeId: string | null;
  }>`select id::text, seq, name,
      stop_type as "stopType", place_id::text as "placeId" from waybill_stop where waybill_id = ${waybill.id} and seq = ${seq}`.execute(
    trx,
  );
  return requireRow(rows[0], '途经点');
}

const isLastAtStop = async (trx: Trx, waybill: LockedWaybill, seq: number): Promise<boolean> => {
  const { rows } = await sql<{
    open: boolean;
  }>`select exists (select from waybill_leg where waybill_id = ${waybill.id} and removed_at is null
    and to_seq = ${seq} and transportation_status <> ${transportationStatus.completed}) as open`.execute(trx);
  return rows[0]?.open === false;
};

/** 撤销签收 within a day: the goods are on the truck, or at the site, again. */
export function revokeSign(ctx: Ctx, { orderCode, reason }: Parsed<typeof orderRevokeSign>) {
  return ctx.db(async (trx) => {
    const { waybill, order, leg } = await lockForSigning(trx, ctx, 'revokeSign', orderCode);
    if (order.signedAt && Date.now() - new Date(order.signedAt).getTime() > revokeSignHours * hourMs)
      throw new AppError(codes.illegalTransition, `签收已超过${revokeSignHours}小时，不能撤销签收`);
    await withdrawReturn(trx, ctx, order.id);
    await cancelReceipt(trx, ctx, order.id, reason);
    const stop = await findStopAt(trx, waybill, leg.toSeq);
    const atSite = stop.placeId !== null;
    await sql`update customer_order set signed_at = null, signer = null, sign_pieces = null, reject_pieces = null, reject_reason = null,
        on_hand_status = ${atSite ? onHandStatus.atSite : onHandStatus.onTheWay}, current_place_id = ${stop.placeId}, updated_at = now(),
        updated_by = ${ctx.userId}, version = version + 1 where id = ${order.id}`.execute(trx);
    if (!atSite) await reopenTrip(trx, ctx, waybill, leg, stop);
    await refreshStatus(trx, ctx, [order.id]);
    const undone = { action: '撤销签收', remark: reason };
    await logSteps(trx, ctx, [
      { ...undone, objType: 'customerOrder', objCode: orderCode, from: order.orderStatus, to: orderStatus.inTransit },
      {
        ...undone,
        objType: 'waybill',
        objCode: waybill.waybillCode,
        from: waybill.transportStatus,
        to: transportStatus.inTransit,
      },
    ]);
    return { orderCode, orderStatus: orderStatus.inTransit };
  });
}

/** A stop with goods to hand over is not left. When its fence saw the truck go waits among its events, and counts again with the next signature. */
async function takeLeaveBack(trx: Trx, ctx: Ctx, waybill: LockedWaybill, stopId: string): Promise<void> {
  const { rows } = await sql<{
    at: Date | null;
  }>`update waybill_stop p set stop_status = ${stopStatus.arrived}, leave_at = null, leave_source = null
    from waybill_stop before where before.id = p.id and p.id = ${stopId}
    returning case when before.leave_source = ${eventSource.fence} then before.leave_at end as at`.execute(trx);
  const at = rows[0]?.at;
  if (!at) return;
  const episodeId = (await findEvent(trx, stopId, eventKind.leave))?.episodeId ?? null;
  await noteEvent(trx, ctx, waybill, { stopId, episodeId }, eventKind.leave, at, false);
}

async function reopenTrip(
  trx: Trx,
  ctx: Ctx,
  waybill: LockedWaybill,
  leg: OpenLeg,
  stop: { id: string; stopType: number },
): Promise<void> {
  await trx
    .updateTable('waybill_leg')
    .set({ transportation_status: transportationStatus.inTransit })
    .where('id', '=', leg.id)
    .execute();
  if (stop.stopType === stopType.unload) await takeLeaveBack(trx, ctx, waybill, stop.id);
  if (waybill.transportStatus === transportStatus.complete)
    await writeWaybill(trx, ctx, waybill, {
      transport_status: transportStatus.inTransit,
      actual_arrive_at: null,
      arrive_source: null,
      arrive_mileage_m: null,
      close_reason: null,
    });
  else await writeWaybill(trx, ctx, waybill, {});
}
