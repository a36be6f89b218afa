import { labelOf } from '@tongda/contract/base/dictionary/calls';
import { minuteMs } from '@tongda/contract/core/durations';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { maintainStatus, repairKind, vehicleStatus } from '@tongda/contract/resources/vehicle/enums';
import {
  type RepairVerb,
  type repairAdd,
  type repairCancel,
  type repairFinish,
  repairMachine,
  type repairStart,
  type repairUpdate,
} from '@tongda/contract/resources/vehicle/repair';
import { sql, type Updateable } from 'kysely';
import { requireRow } from '../../../../core/db/rows';
import type { Trx } from '../../../../core/db/trx';
import type { VehicleRepair } from '../../../../core/generated/db-types';
import { instantSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { blockedByRule, changedMeanwhile, illegalTransition, invalidField } from '../../../../core/http/errors';
import { changesBetween, recordChanges } from '../../../../core/record/audit';
import { nextCodes } from '../../../../core/record/codes';
import { refuseForeignFiles } from '../../../base/file/door';
import { requireOwnVehicle, entity as vehicleEntity } from '../record/service';
import { findRepair, type StoredRepair } from './repo';

type Status = StoredRepair['maintainStatus'];
export const repairEntity = 'vehicle_repair';

const labels = {
  kind: '类别',
  maintainStatus: '状态',
  reason: '原因',
  workshop: '维修厂',
  reportTime: '报修时间',
  startTime: '开始时间',
  endTime: '完成时间',
  mileageKm: '里程(km)',
  costYuan: '费用(元)',
  parts: '更换配件',
  remark: '备注',
  files: '附件数',
  cancelReason: '取消原因',
} as const;

/** An order in words, by field of the change history. */
const describeRepair = (r: Partial<StoredRepair>): Partial<Record<keyof typeof labels, string>> => ({
  kind: r.kind === undefined ? '' : repairKind.label(r.kind),
  maintainStatus: r.maintainStatus === undefined ? '' : maintainStatus.label(r.maintainStatus),
  reason: r.reason,
  workshop: r.workshop,
  reportTime: r.reportTime,
  startTime: r.startTime ?? '',
  endTime: r.endTime ?? '',
  mileageKm: r.mileageKm === null || r.mileageKm === undefined ? '' : String(r.mileageKm),
  costYuan: r.costYuan === null || r.costYuan === undefined ? '' : r.costYuan.toFixed(2),
  parts: r.parts,
  remark: r.remark,
  files: r.fileIds?.length ? String(r.fileIds.length) : '',
  cancelReason: r.cancelReason,
});

const toMetres = (km: number | null): number | null => (km === null ? null : Math.round(km * 1000));
const toFen = (yuan: number | null): number | null => (yuan === null ? null : Math.round(yuan * 100));

interface Times {
  reportTime?: string;
  startTime?: string | null;
  endTime?: string | null;
}
/** A time may lie this far ahead, because a user's clock may be a little fast. */
const slackMs = 5 * minuteMs;

/** Wire times as instants; 4000 for one that does not exist or lies in the future. */
async function readPastTimes(trx: Trx, ctx: Ctx, times: Times): Promise<Record<keyof Times, Date | null>> {
  const instant = async (name: keyof Times): Promise<Date | null> => {
    const wire = times[name];
    if (!wire) return null;
    const day = wire.slice(0, 10);
    const real = new Date(`${wire.replace(' ', 'T')}Z`);
    if (Number.isNaN(real.getTime()) || !real.toISOString().startsWith(day))
      throw invalidField(name, `${labels[name]}不存在`);
    const { rows } = await sql<{ at: Date }>`select ${instantSql(wire, ctx.timeZone)} as at`.execute(trx);
    const at = new Date(rows[0]?.at ?? Number.NaN);
    if (at.getTime() > Date.now() + slackMs) throw invalidField(name, `${labels[name]}不能晚于当前时间`);
    return at;
  };
  return {
    reportTime: await instant('reportTime'),
    startTime: await instant('startTime'),
    endTime: await instant('endTime'),
  };
}

/** A vehicle that the caller may edit, with a row lock: it is taken before that of an order, so that steps of one vehicle run one after the other. */
async function lockVehicle(trx: Trx, ctx: Ctx, id: string) {
  const vehicle = await requireOwnVehicle(trx, ctx, id);
  await sql`select from vehicle where id = ${id} for update`.execute(trx);
  return vehicle;
}

/** 4011 when the vehicle already has an open order of the kind; `but` is the order that is being changed. */
async function refuseSecond(
  trx: Trx,
  vehicle: { id: string; plateNo: string },
  kind: number,
  but: string | null = null,
): Promise<void> {
  const { rows } = await sql<{ code: string }>`select repair_code as code from vehicle_repair
    where vehicle_id = ${vehicle.id} and kind = ${kind} and maintain_status in (${maintainStatus.pending}, ${maintainStatus.inRepair})
      and id is distinct from ${but}::bigint`.execute(trx);
  const [open] = rows;
  if (open)
    throw blockedByRule(`车辆${vehicle.plateNo}有未完结的${repairKind.label(kind)}单${open.code}，请先完成或取消`, [
      `${repairKind.label(kind)}单${open.code}`,
    ]);
}

const stateOf = ({ startTime, endTime }: Times): Status =>
  endTime ? maintainStatus.done : startTime ? maintainStatus.inRepair : maintainStatus.pending;

/** 登记: adds an order that is waiting, in the workshop or done, depending on which of its times are given. */
export function addRepair(ctx: Ctx, input: Parsed<typeof repairAdd>) {
  return ctx.db(async (trx) => {
    const vehicle = await lockVehicle(trx, ctx, input.vehicleId);
    const times = await readPastTimes(trx, ctx, input);
    const status = stateOf(input);
    if (status !== maintainStatus.done) await refuseSecond(trx, vehicle, input.kind);
    await refuseForeignFiles(trx, ctx, input.fileIds, 'fileIds');
    const alarmId = input.alarmId === null ? null : await findAlarm(trx, ctx, input.alarmId, vehicle.id);
    const [repairCode = ''] = await nextCodes(trx, ctx, 'WX');
    const { id } = await trx
      .insertInto('vehicle_repair')
      .values({
        client_id: ctx.clientId,
        vehicle_id: vehicle.id,
        repair_code: repairCode,
        kind: input.kind,
        maintain_status: status,
        reason: input.reason,
        workshop: input.workshop,
        reported_at: times.reportTime ?? new Date(),
        started_at: times.startTime,
        ended_at: times.endTime,
        ...billOf(input),
        episode_id: alarmId,
        created_by: ctx.userId,
        updated_by: ctx.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const after = requireRow(await findRepair(trx, ctx, id), '维修单');
    const changes = changesBetween({}, describeRepair(after), labels);
    await recordChanges(trx, ctx, [{ entity: repairEntity, entityId: id, action: '登记', changes }]);
    await syncVehicleStatus(trx, ctx, vehicle.id, { repairCode, was: maintainStatus.pending, is: status });
    return { id, repairCode, maintainStatus: status };
  });
}

/** The id of the alarm that an order is made from; 4000 when it is not an alarm of this vehicle and company. */
async function findAlarm(trx: Trx, ctx: Ctx, alarmId: string, vehicleId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id::text from episode
    where id = ${alarmId} and client_id = ${ctx.clientId} and vehicle_id = ${vehicleId} and alarm`.execute(trx);
  const [alarm] = rows;
  if (!alarm) throw invalidField('alarmId', '报警不存在或不是该车的报警');
  return alarm.id;
}

/** Sets the vehicle to 维修中 when an order goes to the workshop, and back to 可用 afterwards; a disabled vehicle stays disabled. */
async function syncVehicleStatus(
  trx: Trx,
  ctx: Ctx,
  vehicleId: string,
  { repairCode, was, is }: { repairCode: string; was: Status; is: Status },
): Promise<void> {
  const [from, to] =
    is === maintainStatus.inRepair
      ? [vehicleStatus.available, vehicleStatus.maintenance]
      : was === maintainStatus.inRepair
        ? [vehicleStatus.maintenance, vehicleStatus.available]
        : [null, null];
  if (from === null || to === null || was === is) return;
  const changed = await trx
    .updateTable('vehicle')
    .set({
      vehicle_status: to,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
      updated_by: ctx.userId,
    })
    .where('id', '=', vehicleId)
    .where('vehicle_status', '=', from)
    .where(
      sql<boolean>`(${sql.lit(to)} = ${sql.lit(vehicleStatus.maintenance)} or not exists (select from vehicle_repair r
        where r.vehicle_id = vehicle.id and r.maintain_status = ${sql.lit(maintainStatus.inRepair)}))`,
    )
    .executeTakeFirst();
  if (Number(changed.numUpdatedRows) === 0) return;
  const word = (code: number): string => labelOf('vehicleStatus', code);
  await recordChanges(trx, ctx, [
    {
      entity: vehicleEntity,
      entityId: vehicleId,
      action: `维修单${repairCode}${maintainStatus.label(is)}`,
      changes: [{ field: 'vehicleStatus', label: '状态', before: word(from), after: word(to) }],
    },
  ]);
}

interface Written {
  id: string;
  maintainStatus: Status;
  version: number;
}

/**
 * Runs a step of an order and records it: the caller may edit the vehicle, nobody has changed the order since `version` (4009), and its state allows
 * the step (4010). `work` answers the columns to set.
 */
function takeStep(
  ctx: Ctx,
  { id, version }: { id: string; version: number },
  verb: RepairVerb,
  work: (
    trx: Trx,
    repair: StoredRepair,
    vehicle: { id: string; plateNo: string },
  ) => Promise<Updateable<VehicleRepair>>,
): Promise<Written> {
  return ctx.db(async (trx) => {
    const known = requireRow(await findRepair(trx, ctx, id), '维修单');
    const vehicle = await lockVehicle(trx, ctx, known.vehicleId);
    const before = requireRow(await findRepair(trx, ctx, id, true), '维修单');
    if (before.version !== version) throw changedMeanwhile(repairEntity, id);
    if (!repairMachine.can(verb, before.maintainStatus))
      throw illegalTransition(repairMachine.refusal(verb, before.maintainStatus, `${repairKind.label(before.kind)}单`));
    const { cost_fen, ...facts } = await work(trx, before, vehicle);
    // the form of somebody whose role hides costs sends none: the stored cost stays
    const set = cost_fen === null && ctx.rights.masks.has('cost') ? facts : { ...facts, cost_fen };
    const next = repairMachine.to(verb) ?? before.maintainStatus;
    await trx
      .updateTable('vehicle_repair')
      .set({
        ...set,
        maintain_status: next,
        version: version + 1,
        updated_at: sql<Date>`now()`,
        updated_by: ctx.userId,
      })
      .where('id', '=', id)
      .execute();
    const after = requireRow(await findRepair(trx, ctx, id), '维修单');
    const changes = changesBetween(describeRepair(before), describeRepair(after), labels);
    if (changes.length > 0)
      await recordChanges(trx, ctx, [
        { entity: repairEntity, entityId: id, action: repairMachine.label(verb), changes },
      ]);
    await syncVehicleStatus(trx, ctx, vehicle.id, {
      repairCode: before.repairCode,
      was: before.maintainStatus,
      is: next,
    });
    return { id, maintainStatus: next, version: version + 1 };
  });
}

/** The columns of what the workshop did and what it cost. */
const billOf = (
  input: Pick<Parsed<typeof repairFinish>, 'mileageKm' | 'costYuan' | 'parts' | 'remark' | 'fileIds'>,
) => ({
  mileage_m: toMetres(input.mileageKm),
  cost_fen: toFen(input.costYuan),
  parts: input.parts,
  remark: input.remark,
  file_ids: [...input.fileIds],
});

/** Refuses new files that the caller did not upload himself; files that the order has already may stay. */
const refuseNewForeignFiles = (trx: Trx, ctx: Ctx, before: StoredRepair, fileIds: readonly string[]): Promise<void> =>
  refuseForeignFiles(
    trx,
    ctx,
    fileIds.filter((file) => !before.fileIds.includes(file)),
    'fileIds',
  );

/** 编辑: changes the facts of an order but not its state, so the times that belong to the state have to be there, and no others. */
export const updateRepair = (ctx: Ctx, input: Parsed<typeof repairUpdate>): Promise<Written> =>
  takeStep(ctx, input, 'edit', async (trx, before, vehicle) => {
    const state = before.maintainStatus;
    const want = stateOf(input);
    if (want !== state) {
      if (state === maintainStatus.pending)
        throw invalidField(input.startTime ? 'startTime' : 'endTime', '待维修的单请用“开始”填写开始时间');
      if (state === maintainStatus.inRepair && input.startTime)
        throw invalidField('endTime', '维修中的单请用“完成”填写完成时间');
      throw invalidField(input.startTime ? 'endTime' : 'startTime', `${input.startTime ? '完成' : '开始'}时间不能清空`);
    }
    const times = await readPastTimes(trx, ctx, input);
    if (input.kind !== before.kind && state !== maintainStatus.done)
      await refuseSecond(trx, vehicle, input.kind, before.id);
    await refuseNewForeignFiles(trx, ctx, before, input.fileIds);
    return {
      kind: input.kind,
      reason: input.reason,
      workshop: input.workshop,
      reported_at: times.reportTime ?? undefined,
      started_at: times.startTime,
      ended_at: times.endTime,
      ...billOf(input),
    };
  });

/** 开始: the vehicle goes to the workshop. */
export const startRepair = (ctx: Ctx, input: Parsed<typeof repairStart>): Promise<Written> =>
  takeStep(ctx, input, 'start', async (trx, before) => {
    if (input.startTime < before.reportTime)
      throw invalidField('startTime', `开始时间不能早于报修时间${before.reportTime}`);
    const { startTime } = await readPastTimes(trx, ctx, { startTime: input.startTime });
    return { started_at: startTime, workshop: input.workshop, mileage_m: toMetres(input.mileageKm) };
  });

/** 完成: the work is done; stores bill and files. */
export const finishRepair = (ctx: Ctx, input: Parsed<typeof repairFinish>): Promise<Written> =>
  takeStep(ctx, input, 'finish', async (trx, before) => {
    if (before.startTime !== null && input.endTime <= before.startTime)
      throw invalidField('endTime', `完成时间须晚于开始时间${before.startTime}`);
    const { endTime } = await readPastTimes(trx, ctx, { endTime: input.endTime });
    await refuseNewForeignFiles(trx, ctx, before, input.fileIds);
    return {
      ended_at: endTime,
      ...billOf(input),
    };
  });

/** 取消: ends an order without work. */
export const cancelRepair = (ctx: Ctx, input: Parsed<typeof repairCancel>): Promise<Written> =>
  takeStep(ctx, input, 'cancel', async () => ({ cancel_reason: input.reason }));
