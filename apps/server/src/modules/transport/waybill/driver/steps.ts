import { codes } from '@tongda/contract/core/endpoint';
import { transportationStatus, transportStatus } from '@tongda/contract/transport/enums';
import {
  driverConfirmStatus,
  eventSource,
  signMethod,
  stopStatus,
  stowStatus,
} from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import { wireTime } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { AppError, illegalTransition } from '../../../../core/http/errors';
import { lockOrders, logSteps, refreshStatus, releaseEmptyTrips, updateTotals } from '../../order/door';
import { attachPages, noteSignMethod } from '../../receipt/door';
import { confirmArrival, registerArrival } from '../dock/arrive';
import { departWaybill } from '../dock/depart';
import { signOrder } from '../sign/order';
import { type LockedWaybill, loadLegs, lockWaybill, writeWaybill } from '../state';
import { attachPictures, findPicturesAt, reportAbnormal, tellRefusal } from './report';
import type { Step, StepOf } from './step';

/** A text for the driver, or a step that took effect although a rule of the plan stood against it: the desk has to look at that. */
type StepDone = string | { msg: string; conflict: true };

/**
 * Takes a driver's step on the waybill, at the time `at` when the driver took it, inside `trx`. The calling code has checked that the waybill is the
 * driver's: beyond that the account needs no rights and need not see the truck in its departments. `scanned`: the driver scanned the code of the
 * store. Answers a text for the driver (`发车已登记` when somebody else entered the step before, the number of a report), or an empty one.
 */
export async function doDriverStep(trx: Trx, who: Ctx, step: Step, at: Date, scanned = false): Promise<StepDone> {
  const ctx: Ctx = { ...who, isOrgManager: true, can: () => true, db: (work) => work(trx) };
  const time = wireTime(at, ctx.timeZone);
  switch (step.action) {
    case 'accept':
      return acceptTrip(trx, ctx, step);
    case 'refuse':
      return refuseTrip(trx, ctx, step);
    case 'depart':
      return departTrip(trx, ctx, step, time);
    case 'arrive':
      return arriveAtStop(trx, ctx, step, time, scanned ? eventSource.scan : eventSource.manual);
    case 'load':
      return loadAtStop(trx, ctx, step, at);
    case 'sign':
      return signAtStop(trx, ctx, step, time);
    case 'photo':
      return attachPictures(trx, ctx, step);
    case 'abnormal':
      return reportAbnormal(trx, ctx, step, at);
  }
}

interface Answered extends LockedWaybill {
  driverConfirm: number;
}
async function lockToAnswer(trx: Trx, ctx: Ctx, waybillCode: string, word: string): Promise<Answered> {
  const waybill = await lockWaybill(trx, ctx, waybillCode);
  const { driver_confirm } = await trx
    .selectFrom('waybill')
    .select('driver_confirm')
    .where('id', '=', waybill.id)
    .executeTakeFirstOrThrow();
  if (waybill.transportStatus !== transportStatus.toDepart)
    throw illegalTransition(`运单${waybillCode}${transportStatus.label(waybill.transportStatus)}，不能${word}`);
  if (waybill.stowStatus < stowStatus.stowed)
    throw illegalTransition(`运单${waybillCode}正在重新配载，请等调度确认后再${word}`);
  return { ...waybill, driverConfirm: driver_confirm };
}

async function acceptTrip(trx: Trx, ctx: Ctx, { waybillCode }: StepOf<'accept'>): Promise<string> {
  const waybill = await lockToAnswer(trx, ctx, waybillCode, '接单');
  if (waybill.driverConfirm === driverConfirmStatus.accepted) return '已接过单';
  await writeWaybill(trx, ctx, waybill, { driver_confirm: driverConfirmStatus.accepted });
  await logSteps(trx, ctx, [{ objType: 'waybill', objCode: waybillCode, action: '司机接单' }]);
  return '';
}

/**
 * 拒单: its orders wait in the pool again, and the truck is free (transport.md 3.3). Goods that changed vehicles on the road lie at no site and cannot wait there: the dispatcher gives
 * the trip to somebody else.
 */
async function refuseTrip(trx: Trx, ctx: Ctx, { waybillCode, reason }: StepOf<'refuse'>): Promise<string> {
  const waybill = await lockToAnswer(trx, ctx, waybillCode, '拒单');
  if (waybill.driverConfirm !== driverConfirmStatus.waiting)
    throw illegalTransition(`运单${waybillCode}已接单，不能拒单，请联系调度改派`);
  if (waybill.stranded) throw illegalTransition(`运单${waybillCode}的货物在途中换装，不能拒单，请联系调度改派`);
  const legs = await loadLegs(trx, ctx, waybill.id);
  const loaded = legs.find((leg) => leg.loadPieces > 0);
  if (loaded)
    throw new AppError(codes.illegalTransition, `订单${loaded.orderCode}已装车${loaded.loadPieces}件，不能拒单`);
  const orders = await lockOrders(
    trx,
    ctx,
    legs.map(({ orderCode }) => orderCode),
  );
  const ids = orders.map(({ id }) => id);
  await sql`update waybill_leg set removed_at = now(), remove_reason = '拒单' where waybill_id = ${waybill.id} and removed_at is null`.execute(
    trx,
  );
  await sql`update customer_order set pool_reason = '拒单', pool_at = now() where id = any(${ids}::bigint[])`.execute(
    trx,
  );
  await writeWaybill(trx, ctx, waybill, {
    driver_confirm: driverConfirmStatus.refused,
    driver_id: null,
  });
  await updateTotals(trx, [waybill.id]);
  await releaseEmptyTrips(trx, ctx, [waybill.id], reason);
  await refreshStatus(trx, ctx, ids);
  await logSteps(trx, ctx, [
    { objType: 'waybill', objCode: waybillCode, action: '司机拒单', remark: reason },
    ...orders.map((order) => ({
      objType: 'customerOrder' as const,
      objCode: order.orderCode,
      action: '移出运单',
      from: order.orderStatus,
      to: null,
      remark: `运单${waybillCode}司机拒单：${reason}`,
    })),
  ]);
  await tellRefusal(trx, ctx, waybill, reason);
  return '';
}

async function departTrip(trx: Trx, ctx: Ctx, step: StepOf<'depart'>, departTime: string): Promise<StepDone> {
  const waybill = await lockWaybill(trx, ctx, step.waybillCode);
  if (waybill.actualDepartAt !== null) return '发车已登记';
  const input = {
    waybillCode: step.waybillCode,
    version: waybill.version,
    departTime,
    mileageKm: null,
    sealNo: step.sealNo,
    boxTemp: null,
    checkItems: [],
    fileIds: [],
    // the truck has left already: a warning without a reason is recorded and does not undo that
    overrideReason: step.overrideReason ?? '司机端发车，未说明情况',
    remark: step.remark,
  };
  await sql`savepoint depart`.execute(trx);
  try {
    await departWaybill(ctx, input, { late: true });
    return '';
  } catch (error) {
    // a rule of the plan forbids it, and the truck is on the road: what happened is written, and the desk is asked
    if (!(error instanceof AppError && error.code === codes.blockedByRule)) throw error;
    await sql`rollback to savepoint depart`.execute(trx);
    await departWaybill(ctx, input, { late: true, fact: true });
    return { msg: `发车已登记，待调度核实：${error.message}`, conflict: true };
  }
}

async function findStop(trx: Trx, waybill: LockedWaybill, seq: number) {
  const { rows } = await sql<{ name: string; status: number; checked: boolean }>`select name, stop_status as status,
      checked_at is not null as checked from waybill_stop where waybill_id = ${waybill.id} and seq = ${seq}`.execute(
    trx,
  );
  const stop = rows[0];
  if (!stop) throw illegalTransition(`运单${waybill.waybillCode}没有第${seq}站，请刷新任务`);
  return stop;
}

async function arriveAtStop(
  trx: Trx,
  ctx: Ctx,
  step: StepOf<'arrive'>,
  arriveTime: string,
  source: number,
): Promise<string> {
  const waybill = await lockWaybill(trx, ctx, step.waybillCode);
  const stop = await findStop(trx, waybill, step.stopSeq);
  // the fence of the place or a clerk may have been quicker
  if (waybill.transportStatus === transportStatus.inTransit && stop.status !== stopStatus.toCome)
    return `${stop.name}到站已登记`;
  await registerArrival(ctx, { waybillCode: step.waybillCode, stopSeq: step.stopSeq, arriveTime }, source);
  return '';
}

async function loadAtStop(trx: Trx, ctx: Ctx, step: StepOf<'load'>, at: Date): Promise<string> {
  const waybill = await lockWaybill(trx, ctx, step.waybillCode);
  const stop = await findStop(trx, waybill, step.stopSeq);
  if (stop.checked) return `${stop.name}装货已核对`;
  const legs = await loadLegs(trx, ctx, waybill.id);
  const here = legs.filter(
    (leg) => leg.fromSeq === step.stopSeq && leg.transportationStatus !== transportationStatus.completed,
  );
  if (here.length === 0) throw illegalTransition(`${stop.name}没有要装的货`);
  const counted = {
    waybillCode: step.waybillCode,
    version: waybill.version,
    stopSeq: step.stopSeq,
    sealNoSeen: null,
    boxTemp: null,
    fileIds: [],
    reportDifferences: true,
    lines: here.map((leg) => ({
      orderCode: leg.orderCode,
      pieces: leg.planPieces,
      damaged: 0,
      short: 0,
      over: 0,
      productTemp: null,
    })),
    remark: step.remark,
  };
  await confirmArrival(ctx, counted, eventSource.manual, at);
  return '';
}

async function signAtStop(trx: Trx, ctx: Ctx, step: StepOf<'sign'>, signTime: string): Promise<string> {
  const waybill = await lockWaybill(trx, ctx, step.waybillCode);
  const leg = (await loadLegs(trx, ctx, waybill.id)).find((one) => one.orderCode === step.orderCode);
  if (!leg?.final) throw illegalTransition(`订单${step.orderCode}不在运单${step.waybillCode}上交付`);
  const { orderCode, signer, signPieces, rejectPieces, rejectReason } = step;
  await signOrder(ctx, { orderCode, signer, signPieces, rejectPieces, rejectReason, signTime });
  const method = step.signatureId ? signMethod.handwritten : signMethod.photo;
  if (step.fileIds.length > 0) await noteSignMethod(trx, ctx, orderCode, method);
  await attachPages(trx, ctx, orderCode, [...step.fileIds, ...(await findPicturesAt(trx, ctx, waybill.id, leg.toSeq))]);
  return '';
}
