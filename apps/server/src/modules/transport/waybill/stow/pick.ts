import { codes, type Parsed } from '@tongda/contract/core/endpoint';
import { orderStatus, transportationStatus, transportStatus } from '@tongda/contract/transport/enums';
import { pickUpOrderMachine } from '@tongda/contract/transport/order/status';
import type { pickUpFail, pickUpPick, pickUpVoid } from '@tongda/contract/transport/pick-up/calls';
import { abnormalType, eventSource, onHandStatus, stopStatus } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import { requireRow } from '../../../../core/db/rows';
import type { Trx } from '../../../../core/db/trx';
import { instantSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { AppError, invalidField } from '../../../../core/http/errors';
import { refuseForeignFiles } from '../../../base/file/door';
import { orderScope } from '../../../base/org/door';
import { createAbnormalDraft } from '../../abnormal/door';
import {
  conflictOf,
  type LockedOrder,
  lockOrders,
  logSteps,
  refreshStatus,
  releaseEmptyTrips,
  updateTotals,
} from '../../order/door';
import { parseEventTime } from '../event-time';
import { passIdleStops } from '../road/reload-move';
import { type LockedWaybill, loadLegs, lockWaybill, type OpenLeg, settleWaybill, writeWaybill } from '../state';
import { notePicked } from './picked';

type PickLeg = OpenLeg & { pickUpId: string };

/** Locks a pick-up order and its 提单, the waybill first as in all steps. */
async function lockPickUpOnTrip(
  trx: Trx,
  ctx: Ctx,
  verb: 'pick' | 'fail' | 'void',
  { pickUpCode, version }: { pickUpCode: string; version: number },
): Promise<{ waybill: LockedWaybill; pickUp: LockedOrder; leg: PickLeg }> {
  const { rows } = await sql<{
    waybillCode: string | null;
  }>`select (select w.waybill_code from waybill_leg l join waybill w on w.id = l.waybill_id
      where l.pick_up_id = p.id and l.removed_at is null order by l.id desc limit 1) as "waybillCode"
    from pick_up_order p join customer_order o on o.id = p.order_id
    where p.client_id = ${ctx.clientId} and p.pick_up_code = ${pickUpCode} and ${orderScope(ctx, 'o')}`.execute(trx);
  const { waybillCode } = requireRow(rows[0], '提货单');
  const waybill = waybillCode === null ? null : await lockWaybill(trx, ctx, waybillCode);
  const pickUp = requireRow((await lockOrders(trx, ctx, [pickUpCode]))[0], '提货单');
  if (!pickUpOrderMachine.can(verb, pickUp.orderStatus))
    throw new AppError(codes.illegalTransition, pickUpOrderMachine.refusal(verb, pickUp.orderStatus, '提货单'), {
      from: pickUp.orderStatus,
      to: pickUpOrderMachine.to(verb),
    });
  if (pickUp.version !== version) throw await conflictOf(trx, ctx, 'pickUpOrder', pickUpCode);
  const leg = waybill ? (await loadLegs(trx, ctx, waybill.id)).find((one) => one.orderCode === pickUpCode) : undefined;
  if (!waybill || !leg || leg.pickUpId === null)
    throw new AppError(codes.illegalTransition, `提货单${pickUpCode}不在提单上，由运输任务直接装货`);
  return { waybill, pickUp, leg: { ...leg, pickUpId: leg.pickUpId } };
}

/** 提货确认: the goods are on the truck as counted; a difference from the plan drafts an abnormal report. */
export function pickGoods(ctx: Ctx, input: Parsed<typeof pickUpPick>) {
  return ctx.db(async (trx) => {
    const { waybill, pickUp, leg } = await lockPickUpOnTrip(trx, ctx, 'pick', input);
    if (waybill.transportStatus !== transportStatus.inTransit)
      throw new AppError(codes.illegalTransition, `提单${waybill.waybillCode}还没有发车，不能提货确认`);
    const at = await parseEventTime(trx, ctx, waybill, input.pickTime, { field: 'pickTime', word: '提货' });
    const plan = await trx
      .selectFrom('pick_up_item')
      .select(['id', 'cargo_name as name', 'pieces'])
      .where('pick_up_id', '=', leg.pickUpId)
      .orderBy('line_no')
      .execute();
    const lines = plan.map((item) => {
      const line = input.lines.find(({ itemId }) => itemId === item.id);
      if (!line) throw invalidField('lines', `请填写${item.name}的实提数量`);
      if (line.actualPieces > 0 && (line.actualWeight <= 0 || line.actualVolume <= 0))
        throw invalidField('lines', `请填写${item.name}的实提重量和体积`);
      return {
        itemId: item.id,
        pieces: line.actualPieces,
        weightKg: line.actualPieces > 0 ? line.actualWeight : 0,
        volumeM3: line.actualPieces > 0 ? line.actualVolume : 0,
        productTemp: line.productTemp,
      };
    });
    const pieces = lines.reduce((n, line) => n + line.pieces, 0);
    if (pieces === 0) throw invalidField('lines', '没有提到货时请登记提货失败');
    await refuseForeignFiles(trx, ctx, input.fileIds, 'fileIds');
    await notePicked(trx, ctx, leg, lines, at);
    await trx
      .updateTable('pick_up_order')
      .set({ handed_by: input.handedBy, file_ids: input.fileIds })
      .where('id', '=', leg.pickUpId)
      .execute();
    await trx
      .updateTable('waybill_leg')
      .set({ transportation_status: transportationStatus.inTransit })
      .where('id', '=', leg.id)
      .execute();
    await sql`update customer_order set on_hand_status = ${onHandStatus.onTheWay}, current_place_id = null where id = ${leg.orderId}`.execute(
      trx,
    );
    await sql`update waybill_stop set stop_status = greatest(stop_status, ${stopStatus.arrived}), arrive_at = coalesce(arrive_at, ${at}),
      arrive_source = coalesce(arrive_source, ${eventSource.manual}) where waybill_id = ${waybill.id} and seq = ${leg.fromSeq}`.execute(
      trx,
    );
    await updateTotals(trx, [waybill.id]);
    await leavePoint(trx, waybill, leg.fromSeq, at);
    await settleWaybill(trx, ctx, waybill, at);
    await refreshStatus(trx, ctx, [leg.orderId]);
    const words = `实提${pieces}件，计划${pickUp.pieces}件`;
    await logSteps(trx, ctx, [
      {
        objType: 'pickUpOrder',
        objCode: leg.orderCode,
        action: '提货确认',
        from: pickUp.orderStatus,
        to: orderStatus.inTransit,
        remark: words,
        happenedAt: at,
      },
      {
        objType: 'waybill',
        objCode: waybill.waybillCode,
        action: '提货确认',
        from: 2,
        to: 2,
        remark: `${leg.orderCode} ${words}`,
        happenedAt: at,
      },
    ]);
    const abnormalCode =
      pieces === pickUp.pieces ? null : await draftDifference(trx, ctx, waybill, leg, pieces - pickUp.pieces, words);
    return { pickUpCode: leg.orderCode, orderStatus: orderStatus.inTransit, abnormalCode };
  });
}

const draftDifference = (trx: Trx, ctx: Ctx, waybill: LockedWaybill, leg: PickLeg, difference: number, words: string) =>
  createAbnormalDraft(trx, ctx, {
    waybillId: waybill.id,
    orderIds: [leg.orderId],
    type: difference < 0 ? abnormalType.shortage : abnormalType.surplus,
    description: `提货单${leg.orderCode}${words}`,
    affectPieces: Math.abs(difference),
    onceKey: `pick ${leg.id}`,
  });

/** Marks a pick-up point as left when nothing waits there any more, or as skipped when nothing was taken there. */
async function leavePoint(trx: Trx, waybill: LockedWaybill, seq: number, at: Date): Promise<void> {
  await sql`update waybill_stop s set checked_at = coalesce(checked_at, now()),
      stop_status = case when x.taken then ${sql.lit(stopStatus.left)} else ${sql.lit(stopStatus.skipped)} end,
      leave_at = case when x.taken then ${at}::timestamptz end, leave_source = case when x.taken then ${sql.lit(eventSource.manual)} end
    from (select coalesce(bool_or(l.transportation_status > 0), false) as taken, coalesce(bool_or(l.transportation_status = 0), false) as waits
      from waybill_leg l where l.waybill_id = ${waybill.id} and l.removed_at is null and l.from_seq = ${seq}) x
    where s.waybill_id = ${waybill.id} and s.seq = ${seq} and not x.waits`.execute(trx);
}

/** Takes a pick-up of which nothing is aboard off its 提单; a trip without any is free again, or over when it is on the road. */
async function takeOff(trx: Trx, ctx: Ctx, waybill: LockedWaybill, leg: PickLeg, why: string): Promise<void> {
  await sql`update waybill_leg set removed_at = now(), remove_reason = ${why} where id = ${leg.id}`.execute(trx);
  const now = new Date();
  if (waybill.transportStatus === transportStatus.inTransit) {
    await leavePoint(trx, waybill, leg.fromSeq, now);
    // a trip that fetches nothing any more is over, and its truck is free
    if ((await loadLegs(trx, ctx, waybill.id)).length === 0) await passIdleStops(trx, waybill.id, now);
    await settleWaybill(trx, ctx, waybill, now);
  } else await writeWaybill(trx, ctx, waybill, {});
  await updateTotals(trx, [waybill.id]);
  await releaseEmptyTrips(trx, ctx, [waybill.id], why);
  await refreshStatus(trx, ctx, [leg.orderId]);
}

/** 作废 of a pick-up that is on a 提单 and not loaded yet: one call takes it off and voids it (transport.md 3.2). */
export function voidPick(ctx: Ctx, input: Parsed<typeof pickUpVoid>) {
  const { reason } = input;
  return ctx.db(async (trx) => {
    const { waybill, pickUp, leg } = await lockPickUpOnTrip(trx, ctx, 'void', input);
    await sql`update pick_up_order set voided_at = now(), void_reason = ${reason}, version = version + 1, updated_at = now(),
      updated_by = ${ctx.userId} where id = ${leg.pickUpId}`.execute(trx);
    await takeOff(trx, ctx, waybill, leg, `提货单作废：${reason}`);
    const { order_code } = await trx
      .selectFrom('customer_order')
      .select('order_code')
      .where('id', '=', leg.orderId)
      .executeTakeFirstOrThrow();
    const step = { action: '作废', from: pickUp.orderStatus, to: orderStatus.voided };
    await logSteps(trx, ctx, [
      { ...step, objType: 'pickUpOrder', objCode: leg.orderCode, remark: reason },
      {
        objType: 'waybill',
        objCode: waybill.waybillCode,
        action: '移出提货单',
        remark: `${leg.orderCode}作废：${reason}`.slice(0, 200),
      },
      {
        objType: 'customerOrder',
        objCode: order_code,
        action: '作废提货单',
        remark: `${leg.orderCode} ${reason}`.slice(0, 200),
      },
    ]);
    return { pickUpCode: leg.orderCode, version: pickUp.version + 1 };
  });
}

/** 提货失败: takes the pick-up off its 提单; it waits in the pool again, with another window if one was agreed. */
export function failPick(ctx: Ctx, input: Parsed<typeof pickUpFail>) {
  const { failReason, nextTimeStart, nextTimeEnd } = input;
  return ctx.db(async (trx) => {
    const { waybill, pickUp, leg } = await lockPickUpOnTrip(trx, ctx, 'fail', input);
    const next =
      nextTimeStart && nextTimeEnd
        ? sql`, plan_from = ${instantSql(nextTimeStart, ctx.timeZone)}, plan_to = ${instantSql(nextTimeEnd, ctx.timeZone)}`
        : sql``;
    await sql`update pick_up_order set fail_count = fail_count + 1, fail_reason = ${failReason}, failed_at = now(), follows_order = false,
        version = version + 1, updated_at = now(), updated_by = ${ctx.userId}${next} where id = ${leg.pickUpId}`.execute(
      trx,
    );
    await takeOff(trx, ctx, waybill, leg, `提货失败：${failReason}`);
    await logSteps(trx, ctx, [
      {
        objType: 'pickUpOrder',
        objCode: leg.orderCode,
        action: '提货失败',
        from: pickUp.orderStatus,
        to: orderStatus.toDispatch,
        remark: failReason,
      },
      {
        objType: 'waybill',
        objCode: waybill.waybillCode,
        action: '提货失败',
        remark: `${leg.orderCode} ${failReason}`,
      },
    ]);
    return { pickUpCode: leg.orderCode, orderStatus: orderStatus.toDispatch };
  });
}
