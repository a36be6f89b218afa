import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { driverStatus } from '@tongda/contract/resources/enums';
import {
  type DriverActionRow,
  doorSteps,
  type driverAct,
  driverActionWords,
} from '@tongda/contract/transport/driver-app/calls';
import type { driverSignLink } from '@tongda/contract/transport/trip/receiver-sign';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { AppError, illegalTransition, notFound } from '../../../core/http/errors';
import type { Secrets } from '../../../core/run/secrets';
import { listShownFiles, refuseForeignFiles } from '../../base/file/door';
import { createMessage } from '../../base/message/door';
import { waybillScope } from '../../base/org/door';
import { logSteps } from '../order/door';
import { makeSignLink } from '../trip/door';
import { doDriverStep, menuOf } from '../waybill/door';
import { noteScan } from './scan';
import { findOwnDriver } from './who';

type Step = Parsed<typeof driverAct>;

/**
 * Takes one step of a driver exactly once: its key, its effect and its record are written in one transaction. A step that is no longer possible is
 * recorded as refused, so that nothing that the driver entered is lost and the phone goes on with the next one.
 */
export function doStepOnce(ctx: Ctx, secrets: Secrets, given: Step): Promise<Output<typeof driverAct>> {
  return ctx.db(async (trx) => {
    const driver = await findOwnDriver(trx, ctx);
    const known = await findEarlierAnswer(trx, ctx, given.key);
    if (known) return known;
    const waybill = await lockWaybillOf(trx, ctx, driver.id, given);
    const waybillId = waybill.id;
    const step = await renumberStop(trx, waybillId, given);
    await refuseForeignFiles(trx, ctx, step.fileIds, 'fileIds');
    const kept = await keepStep(trx, ctx, driver.id, waybillId, step);
    // the same step was sent twice at once: this one waited for the other, which has taken effect
    if (!kept) return requireRow((await findEarlierAnswer(trx, ctx, step.key)) ?? undefined, '操作');
    await sql`savepoint step`.execute(trx);
    try {
      refuseLeaver(driver, step);
      const scanned = await noteScan(trx, ctx, secrets, step, kept.id);
      if (waybill.against) throw illegalTransition(waybill.against);
      const done = await doDriverStep(trx, ctx, step, kept.at, scanned);
      const { msg, conflict } = typeof done === 'string' ? { msg: done, conflict: false } : done;
      if (msg)
        await sql`update driver_action set message = ${msg}, conflict = ${conflict} where id = ${kept.id}`.execute(trx);
      if (conflict) await tellConflict(trx, ctx, waybill, kept.id, step, msg);
      return { refused: false, conflict, msg, repeated: false };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await sql`rollback to savepoint step`.execute(trx);
      const conflict = doorSteps.has(step.action);
      await sql`update driver_action set refused = true, conflict = ${conflict}, message = ${error.message} where id = ${kept.id}`.execute(
        trx,
      );
      const remark = `${driverActionWords[step.action]}：${error.message}`.slice(0, 200);
      const action = conflict ? '司机端操作待核实' : '司机端操作未生效';
      await logSteps(trx, ctx, [{ objType: 'waybill', objCode: step.waybillCode, action, remark }]);
      if (conflict) await tellConflict(trx, ctx, waybill, kept.id, step, error.message);
      return { refused: true, conflict, msg: error.message, repeated: false };
    }
  });
}

/** Steps by which a driver takes a trip on. */
const beginningSteps: ReadonlySet<Step['action']> = new Set(['accept', 'depart']);
/** 4010: a driver who has left may not accept or start trips. Goods on the road may still be handed over, so that nothing is left unsigned. */
function refuseLeaver({ status }: { status: number }, { action }: Step): void {
  if (status !== driverStatus.employed && beginningSteps.has(action))
    throw illegalTransition(
      `您已${driverStatus.label(status)}，不能${driverActionWords[action]}，请联系调度改派；在途的任务仍可到站、拍照和签收`,
    );
}

/** Makes a link by which the receiver signs on an own phone, for an order of the caller's own trip. */
export const makeOwnSignLink = (ctx: Ctx, { waybillCode, orderCode }: Parsed<typeof driverSignLink>) =>
  ctx.db(async (trx) => {
    const driver = await findOwnDriver(trx, ctx);
    await lockOwnWaybill(trx, ctx, driver.id, waybillCode);
    return makeSignLink(trx, ctx, orderCode, waybillCode);
  });

async function findEarlierAnswer(trx: Trx, ctx: Ctx, key: string): Promise<Output<typeof driverAct> | null> {
  const row = await trx
    .selectFrom('driver_action')
    .select(['refused', 'conflict', 'message', 'user_id'])
    .where('client_id', '=', ctx.clientId)
    .where('action_key', '=', key)
    .executeTakeFirst();
  if (!row) return null;
  if (row.user_id !== ctx.userId) throw notFound('操作');
  return { refused: row.refused, conflict: row.conflict, msg: row.message, repeated: true };
}

/** Locks the waybill so that the driver's steps follow one another, and answers its id; 4004 when it is not the driver's. */
async function lockOwnWaybill(trx: Trx, ctx: Ctx, driverId: string, waybillCode: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select w.id::text from waybill w where w.client_id = ${ctx.clientId}
    and w.waybill_code = ${waybillCode} and w.voided_at is null and ${driverId}::bigint in (w.driver_id, w.co_driver_id) for update`.execute(
    trx,
  );
  const [waybill] = rows;
  if (!waybill) throw notFound('任务');
  return waybill.id;
}

interface OwnWaybill {
  id: string;
  kind: keyof typeof menuOf;
  vehicleId: string | null;
  plateNo: string;
  /** why a step of this driver cannot take effect by itself any more; empty when it can */
  against: string;
}
/**
 * Locks the waybill of a step. What a driver did counts as a fact also after the trip was voided or given to somebody else, whether he knew it or not:
 * whoever has it, had it or worked on it may still report, and the desk decides. 4004 for everybody else.
 */
async function lockWaybillOf(trx: Trx, ctx: Ctx, driverId: string, { waybillCode }: Step): Promise<OwnWaybill> {
  const { rows } = await sql<OwnWaybill>`select w.id::text, w.waybill_kind as kind, w.vehicle_id::text as "vehicleId",
      coalesce((select v.plate_no from vehicle v where v.id = w.vehicle_id), '') as "plateNo",
      case when w.voided_at is not null then '运单' || w.waybill_code || '已作废' when ${driverId}::bigint in (w.driver_id, w.co_driver_id) then ''
        else '运单' || w.waybill_code || '已改派其他司机' end as against
    from waybill w where w.client_id = ${ctx.clientId} and w.waybill_code = ${waybillCode}
      and (${driverId}::bigint in (w.driver_id, w.co_driver_id) or ${driverId}::bigint = any(w.former_driver_ids)
        or exists (select from driver_action a where a.waybill_id = w.id and a.driver_id = ${driverId}::bigint)) for update of w`.execute(
    trx,
  );
  const [waybill] = rows;
  if (!waybill) throw notFound('任务');
  return waybill;
}

/** Tells the dispatchers of a trip that a step of its driver waits for them. */
const tellConflict = (
  trx: Trx,
  ctx: Ctx,
  waybill: OwnWaybill,
  actionId: string,
  step: Step,
  why: string,
): Promise<unknown> =>
  createMessage(trx, {
    clientId: ctx.clientId,
    category: 12,
    type: 12_108,
    typeName: '司机操作待核实',
    objTag: `waybill:${step.waybillCode}`,
    objName: waybill.plateNo || step.waybillCode,
    title: `${driverActionWords[step.action]}待核实`,
    content:
      `司机在运单${step.waybillCode}上的${driverActionWords[step.action]}与计划不符：${why}。请在运单的司机端记录中采纳或关闭`.slice(
        0,
        300,
      ),
    vehicleId: waybill.vehicleId,
    menu: menuOf[waybill.kind],
    onceKey: `driverConflict:${actionId}`,
  });

/** The step with the present number of its stop: pick-ups may have been put before it since the button was pressed. */
async function renumberStop(trx: Trx, waybillId: string, step: Step): Promise<Step> {
  if (!('stopId' in step) || !step.stopId) return step;
  const stop = await trx
    .selectFrom('waybill_stop')
    .select('seq')
    .where('id', '=', step.stopId)
    .where('waybill_id', '=', waybillId)
    .executeTakeFirst();
  return stop ? { ...step, stopSeq: stop.seq } : step;
}

/** Records what was entered. The time is never before the driver's last step on the trip, as steps may arrive out of order. */
async function keepStep(trx: Trx, ctx: Ctx, driverId: string, waybillId: string, step: Step) {
  const { key, action, waybillCode: _code, agoMs, lng = null, lat = null, fileIds, ...entered } = step;
  const stopSeq = 'stopSeq' in step ? (step.stopSeq ?? null) : null;
  const orderCode = 'orderCode' in step ? step.orderCode : null;
  const { rows } = await sql<{
    id: string;
    at: Date;
  }>`insert into driver_action (client_id, driver_id, user_id, action_key, action,
      waybill_id, stop_seq, order_code, acted_at, lng, lat, entered, file_ids)
    values (${ctx.clientId}, ${driverId}, ${ctx.userId}, ${key}, ${action}, ${waybillId}, ${stopSeq}, ${orderCode},
      greatest(now() - interval '1 millisecond' * ${agoMs}, (select max(acted_at) from driver_action
        where waybill_id = ${waybillId} and user_id = ${ctx.userId})),
      ${lng}, ${lat}, ${JSON.stringify(entered)}::jsonb, ${fileIds}::bigint[])
    on conflict (client_id, action_key) do nothing returning id::text, acted_at as at`.execute(trx);
  const [row] = rows;
  return row && { id: row.id, at: new Date(row.at) };
}

/** Recorded steps of drivers on a waybill that the caller may see, oldest first, with links to the pictures. */
export function listActionsOf(ctx: Ctx, secrets: Secrets, waybillCode: string): Promise<DriverActionRow[]> {
  return ctx.db(async (trx) => {
    const { rows: waybills } = await sql<{
      id: string;
    }>`select w.id::text from waybill w where w.client_id = ${ctx.clientId}
      and w.waybill_code = ${waybillCode} and ${waybillScope(ctx, 'w')}`.execute(trx);
    const { id } = requireRow(waybills[0], '运单');
    const time = (column: string) => wireTimeSql(sql<Date>`${sql.ref(column)}`, ctx.timeZone);
    const { rows } = await sql<{
      id: string;
      action: string;
      driverName: string;
      stopSeq: number | null;
      orderCode: string | null;
      actedTime: string;
      receivedTime: string;
      refused: boolean;
      msg: string;
      conflict: boolean;
      resolution: number | null;
      resolvedTime: string | null;
      resolvedBy: string | null;
      resolveNote: string;
      scanStore: string | null;
      lng: number | null;
      lat: number | null;
      entered: { remark?: string; reason?: string; description?: string; signatureId?: string | null };
      fileIds: string[];
    }>`select a.id::text, a.action, d.name as "driverName", a.stop_seq as "stopSeq", a.order_code as "orderCode",
        ${time('a.acted_at')} as "actedTime", ${time('a.created_at')} as "receivedTime", a.refused, a.message as msg, a.conflict,
        a.resolution, ${time('a.resolved_at')} as "resolvedTime", a.resolved_by as "resolvedBy", a.resolve_note as "resolveNote", s.name as "scanStore", a.lng, a.lat,
        a.entered, a.file_ids::text[] as "fileIds"
      from driver_action a join driver d on d.id = a.driver_id left join store s on s.id = a.scan_store_id
      where a.waybill_id = ${id} and a.client_id = ${ctx.clientId} order by a.acted_at, a.id limit 500`.execute(trx);
    const files = await listShownFiles(trx, ctx, secrets, [...new Set(rows.flatMap(({ fileIds }) => fileIds))]);
    return rows.map(({ entered, fileIds, ...row }) => ({
      ...row,
      remark: [entered.reason, entered.description, entered.remark].filter(Boolean).join('；'),
      files: fileIds.flatMap((fileId) => {
        const file = files.get(fileId);
        return file ? [{ ...file, signature: fileId === entered.signatureId }] : [];
      }),
    }));
  });
}
