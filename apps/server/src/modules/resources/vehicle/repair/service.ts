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
import type { Ctx } from '../../../../core/http/ctx';
import { blocked, conflict, illegalTransition, invalidField } from '../../../../core/http/errors';
import { instantSql } from '../../../../core/http/wire-time';
import { changesBetween, recordChanges } from '../../../../core/record/audit';
import { nextCodes } from '../../../../core/record/codes';
import { refuseForeignFiles } from '../../../base/file/door';
import { ownVehicle, entity as vehicleEntity } from '../record/service';
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

/** An order in words, for the change history. */
const inWords = (r: Partial<StoredRepair>): Partial<Record<keyof typeof labels, string>> => ({
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

const metres = (km: number | null): number | null => (km === null ? null : Math.round(km * 1000));
const fen = (yuan: number | null): number | null => (yuan === null ? null : Math.round(yuan * 100));

interface Times {
  reportTime?: string;
  startTime?: string | null;
  endTime?: string | null;
}
/** A clock that is a little fast is not the future. */
const slackMs = 5 * minuteMs;

/** Times of the wire as instants; 4000 for one that does not exist or lies ahead. */
async function pastTimes(trx: Trx, ctx: Ctx, times: Times): Promise<Record<keyof Times, Date | null>> {
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

/** Vehicles are locked before their orders, so that two steps of one vehicle come one after the other. */
async function lockedVehicle(trx: Trx, ctx: Ctx, id: string) {
  const vehicle = await ownVehicle(trx, ctx, id);
  await sql`select from vehicle where id = ${id} for update`.execute(trx);
  return vehicle;
}

/** 4011 when the vehicle has an open order of the kind already. */
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
    throw blocked(`车辆${vehicle.plateNo}有未完结的${repairKind.label(kind)}单${open.code}，请先完成或取消`, [
      `${repairKind.label(kind)}单${open.code}`,
    ]);
}

const stateOf = ({ startTime, endTime }: Times): Status =>
  endTime ? maintainStatus.done : startTime ? maintainStatus.inRepair : maintainStatus.pending;

/** 登记: waits, is in the workshop, or is over already, as its times say. */
export function addRepair(ctx: Ctx, input: Parsed<typeof repairAdd>) {
  return ctx.db(async (trx) => {
    const vehicle = await lockedVehicle(trx, ctx, input.vehicleId);
    const times = await pastTimes(trx, ctx, input);
    const status = stateOf(input);
    if (status !== maintainStatus.done) await refuseSecond(trx, vehicle, input.kind);
    await refuseForeignFiles(trx, ctx, input.fileIds, 'fileIds');
    const alarmId = input.alarmId === null ? null : await alarmOf(trx, ctx, input.alarmId, vehicle.id);
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
    const changes = changesBetween({}, inWords(after), labels);
    await recordChanges(trx, ctx, [{ entity: repairEntity, entityId: id, action: '登记', changes }]);
    await follow(trx, ctx, vehicle.id, { repairCode, was: maintainStatus.pending, is: status });
    return { id, repairCode, maintainStatus: status };
  });
}

/** The alarm that an order comes from: the company's own, of this vehicle. */
async function alarmOf(trx: Trx, ctx: Ctx, alarmId: string, vehicleId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id::text from episode
    where id = ${alarmId} and client_id = ${ctx.clientId} and vehicle_id = ${vehicleId} and alarm`.execute(trx);
  const [alarm] = rows;
  if (!alarm) throw invalidField('alarmId', '报警不存在或不是该车的报警');
  return alarm.id;
}

/** While an order is in the workshop its vehicle is 维修中, afterwards 可用; a vehicle that somebody has disabled stays so. */
async function follow(
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

/** One step of an order: its vehicle is the caller's to change, nobody was faster, the state allows it; written and noted. */
function step(
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
    const vehicle = await lockedVehicle(trx, ctx, known.vehicleId);
    const before = requireRow(await findRepair(trx, ctx, id, true), '维修单');
    if (before.version !== version) throw conflict();
    if (!repairMachine.can(verb, before.maintainStatus))
      throw illegalTransition(repairMachine.refusal(verb, before.maintainStatus, `${repairKind.label(before.kind)}单`));
    const { cost_fen, ...facts } = await work(trx, before, vehicle);
    // who does not see the cost leaves it blank: it stays
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
    const changes = changesBetween(inWords(before), inWords(after), labels);
    if (changes.length > 0)
      await recordChanges(trx, ctx, [
        { entity: repairEntity, entityId: id, action: repairMachine.label(verb), changes },
      ]);
    await follow(trx, ctx, vehicle.id, { repairCode: before.repairCode, was: before.maintainStatus, is: next });
    return { id, maintainStatus: next, version: version + 1 };
  });
}

/** What the workshop did and what it cost. */
const billOf = (
  input: Pick<Parsed<typeof repairFinish>, 'mileageKm' | 'costYuan' | 'parts' | 'remark' | 'fileIds'>,
) => ({
  mileage_m: metres(input.mileageKm),
  cost_fen: fen(input.costYuan),
  parts: input.parts,
  remark: input.remark,
  file_ids: [...input.fileIds],
});

/** Files that stand there already stay whoever sent them; new ones are the caller's own. */
const refuseNewForeignFiles = (trx: Trx, ctx: Ctx, before: StoredRepair, fileIds: readonly string[]): Promise<void> =>
  refuseForeignFiles(
    trx,
    ctx,
    fileIds.filter((file) => !before.fileIds.includes(file)),
    'fileIds',
  );

/** 编辑: every fact, but not the state: the times that the state has, and no others. */
export const updateRepair = (ctx: Ctx, input: Parsed<typeof repairUpdate>): Promise<Written> =>
  step(ctx, input, 'edit', async (trx, before, vehicle) => {
    const state = before.maintainStatus;
    const want = stateOf(input);
    if (want !== state) {
      if (state === maintainStatus.pending)
        throw invalidField(input.startTime ? 'startTime' : 'endTime', '待维修的单请用“开始”填写开始时间');
      if (state === maintainStatus.inRepair && input.startTime)
        throw invalidField('endTime', '维修中的单请用“完成”填写完成时间');
      throw invalidField(input.startTime ? 'endTime' : 'startTime', `${input.startTime ? '完成' : '开始'}时间不能清空`);
    }
    const times = await pastTimes(trx, ctx, input);
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

export const startRepair = (ctx: Ctx, input: Parsed<typeof repairStart>): Promise<Written> =>
  step(ctx, input, 'start', async (trx, before) => {
    if (input.startTime < before.reportTime)
      throw invalidField('startTime', `开始时间不能早于报修时间${before.reportTime}`);
    const { startTime } = await pastTimes(trx, ctx, { startTime: input.startTime });
    return { started_at: startTime, workshop: input.workshop, mileage_m: metres(input.mileageKm) };
  });

export const finishRepair = (ctx: Ctx, input: Parsed<typeof repairFinish>): Promise<Written> =>
  step(ctx, input, 'finish', async (trx, before) => {
    if (before.startTime !== null && input.endTime <= before.startTime)
      throw invalidField('endTime', `完成时间须晚于开始时间${before.startTime}`);
    const { endTime } = await pastTimes(trx, ctx, { endTime: input.endTime });
    await refuseNewForeignFiles(trx, ctx, before, input.fileIds);
    return {
      ended_at: endTime,
      ...billOf(input),
    };
  });

export const cancelRepair = (ctx: Ctx, input: Parsed<typeof repairCancel>): Promise<Written> =>
  step(ctx, input, 'cancel', async () => ({ cancel_reason: input.reason }));
