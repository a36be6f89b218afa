import { labelOf } from '@tongda/contract/base/dictionary/calls';
import { codes, type Parsed } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import type {
  BatchResult,
  vehicleAdd,
  vehicleBatchUpdate,
  vehicleSetStatus,
  vehicleUpdate,
} from '@tongda/contract/resources/vehicle/calls';
import type { Certificates } from '@tongda/contract/resources/vehicle/certificate';
import { maintainStatus, vehicleStatus } from '@tongda/contract/resources/vehicle/enums';
import { plateSinceLabel, type VehicleFields, vehicleLabels } from '@tongda/contract/resources/vehicle/fields';
import type { ZoneInput } from '@tongda/contract/resources/vehicle/zone';
import { sql, type Updateable } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import { guardUnique } from '../../../../core/db/unique';
import type { Vehicle } from '../../../../core/generated/db-types';
import type { Ctx } from '../../../../core/http/ctx';
import { AppError, blocked, conflict, forbidden, invalid, invalidField, notFound } from '../../../../core/http/errors';
import { type Change, changesBetween, recordChanges } from '../../../../core/record/audit';
import { visibleVehicleRows } from '../../../base/org/door';
import { addUses, describeUses } from '../../../base/reference/door';
import { type FoundVehicle, findVehicle, missingVehicle } from '../list/repo';
import { writeCertificates } from '../paper/certificates';
import { bindDevice } from '../terminal/binding';
import { unmaskedVehicle } from './mask';
import { datePlate } from './plate-since';
import { coefficientFault, columnsOf, inWords, resolveRefs } from './write';
import { writeZones } from './zones';

export const entity = 'vehicle';

/** A vehicle of the caller's company that he may change; 4004 when it is not there, 4003 when it is shared in or given to look at only. */
export async function ownVehicle(trx: Trx, ctx: Ctx, id: string): Promise<FoundVehicle> {
  const found = await findVehicle(trx, ctx, id);
  if (!found) throw await missingVehicle(trx, ctx, id);
  if (found.clientId !== ctx.clientId) throw forbidden(`车辆${found.plateNo}由其他公司共享，只能查看`);
  const editable = await trx
    .selectFrom('vehicle as v')
    .select('v.id')
    .where('v.id', '=', id)
    .where(visibleVehicleRows(ctx, 'v', 'edit'))
    .executeTakeFirst();
  if (!editable) throw forbidden(readOnly(found.plateNo));
  return found;
}

const readOnly = (plateNo: string): string => `您没有车辆${plateNo}的编辑权限，请联系管理员授权`;

/** A vehicle with what is kept beside its fields; absent: blank, or as it was. */
type WholeVehicle = VehicleFields & { certificates?: Certificates | undefined; zones?: ZoneInput[] | undefined };

/** Adds a vehicle, with its terminal when one is chosen. */
export function addVehicle(ctx: Ctx, input: Parsed<typeof vehicleAdd>): Promise<{ id: string }> {
  const { deviceId, ...vehicle } = input;
  return ctx.db(async (trx) => {
    const id = await insertVehicle(trx, ctx, vehicle);
    if (deviceId) await bindDevice(trx, ctx, { vehicleId: id, deviceId });
    return { id };
  });
}

/** Writes one new vehicle with its papers and compartments, and its first line of history. */
async function insertVehicle(trx: Trx, ctx: Ctx, vehicle: WholeVehicle): Promise<string> {
  const { certificates, zones, ...given } = vehicle;
  const fields = unmaskedVehicle(given, null);
  refuseCoefficient(ctx, fields.mileageCoefficient);
  const { names, errors } = await resolveRefs(trx, ctx, fields);
  if (errors.length > 0) throw invalid(errors);
  const { id } = await guardPlate(() =>
    trx
      .insertInto('vehicle')
      .values({ ...columnsOf(fields), client_id: ctx.clientId, updated_by: ctx.userId })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const changes = [
    ...changesBetween({}, inWords(fields, names), vehicleLabels),
    ...(await writeCertificates(trx, ctx, id, certificates)),
    ...(await writeZones(trx, ctx, id, zones)),
  ];
  await recordChanges(trx, ctx, [{ entity, entityId: id, action: '新增', changes }]);
  return id;
}

/** 4000 at its field when the caller may not correct mileages and yet does. */
function refuseCoefficient(ctx: Ctx, coefficient: number, before?: number): void {
  const msg = coefficientFault(ctx, coefficient, before);
  if (msg !== null) throw invalidField('mileageCoefficient', msg);
}

/** Saves a changed vehicle if nobody else changed it since `version` was read. */
export function updateVehicle(ctx: Ctx, input: Parsed<typeof vehicleUpdate>): Promise<{ id: string; version: number }> {
  return ctx.db(async (trx) => ({ id: input.id, version: await changeVehicle(trx, ctx, input) }));
}

/** Writes the fields and papers of one vehicle and what changed; answers the new version. */
async function changeVehicle(trx: Trx, ctx: Ctx, input: Parsed<typeof vehicleUpdate>): Promise<number> {
  const { id, version, certificates, zones, plateSince, ...given } = input;
  const before = await ownVehicle(trx, ctx, id);
  const fields = unmaskedVehicle(given, before);
  refuseCoefficient(ctx, fields.mileageCoefficient, before.mileageCoefficient);
  const { names, errors } = await resolveRefs(trx, ctx, fields, before);
  if (errors.length > 0) throw invalid(errors);
  const { plateNo } = fields;
  if (plateSince && plateNo === before.plateNo)
    throw invalidField('plateSince', `车牌号没有更改，不用填写${plateSinceLabel}`);
  const row = await guardPlate(() =>
    trx
      .updateTable('vehicle')
      .set({ ...columnsOf(fields), ...touched(ctx) })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('deleted_at', 'is', null)
      .returning('version')
      .executeTakeFirst(),
  );
  if (!row) throw conflict();
  if (plateSince) await datePlate(trx, ctx, { id, before: before.plateNo, plateNo, since: plateSince });
  const was = inWords(before as unknown as VehicleFields, namesOf(before, names));
  const changes = [
    ...changesBetween(was, inWords(fields, namesOf(before, names)), vehicleLabels),
    ...(plateSince ? [{ field: 'plateSince', label: plateSinceLabel, before: '', after: plateSince }] : []),
    ...(await writeCertificates(trx, ctx, id, certificates)),
    ...(await writeZones(trx, ctx, id, zones)),
  ];
  if (changes.length > 0) await recordChanges(trx, ctx, [{ entity, entityId: id, action: '编辑', changes }]);
  return row.version;
}

const touched = (ctx: Ctx) => ({
  version: sql<number>`version + 1`,
  updated_at: sql<Date>`now()`,
  updated_by: ctx.userId,
});

/** Names by `<kind> <id>` of what the vehicle points at now, beside those of the new choice. */
function namesOf(v: FoundVehicle, more: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([
    [`org ${v.orgId}`, v.orgName],
    [`fleet ${v.fleetId}`, v.fleetName],
    [`carrier ${v.carrierId}`, v.carrierName],
    [`driver ${v.driverId}`, v.driverName],
    [`driver ${v.coDriverId}`, v.coDriverName],
    [`driver ${v.escortId}`, v.escortName],
    ...more,
  ]);
}

/** The unique index has the last word on plates: two people may save the same one at once. */
export const guardPlate = <T>(write: () => Promise<T>): Promise<T> =>
  guardUnique(
    (index) => (index === 'vehicle_plate' ? invalidField('plateNo', message('vehicle.plateTaken')) : null),
    write,
  );

interface Step {
  action: string;
  /** Why this vehicle cannot be changed; null when it can. */
  refuse: (v: Target) => AppError | null;
  set: Updateable<Vehicle>;
  changes: (v: Target) => Change[];
}
interface Target {
  id: string;
  plateNo: string;
  clientId: string;
  vehicleStatus: number;
  /** number of its order that is in the workshop now; empty when none is */
  inRepair: string;
  orgName: string;
  fleetName: string;
  driverName: string;
  bound: boolean;
  editable: boolean;
  /** what uses it, looked up for a delete only */
  uses?: string[];
}

/**
 * Does one step to many vehicles in one transaction, a line of result for each. A single vehicle that cannot be changed is an error,
 * so that row actions read like any other call.
 */
async function eachVehicle(
  ctx: Ctx,
  ids: string[],
  stepOf: (trx: Trx) => Promise<Step>,
  load = loadTargets,
): Promise<BatchResult[]> {
  return ctx.db(async (trx) => {
    const step = await stepOf(trx);
    const targets = new Map((await load(trx, ctx, ids)).map((t) => [t.id, t]));
    const results: BatchResult[] = [];
    const done: Target[] = [];
    for (const id of new Set(ids)) {
      const target = targets.get(id);
      const refusal = target ? (foreign(ctx, target) ?? step.refuse(target)) : notFound('车辆');
      if (refusal && ids.length === 1) throw refusal;
      results.push({ id, plateNo: target?.plateNo ?? '', ok: !refusal, msg: refusal?.message ?? '' });
      if (target && !refusal) done.push(target);
    }
    if (done.length > 0) {
      await trx
        .updateTable('vehicle')
        .set({ ...step.set, ...touched(ctx) })
        .where(
          'id',
          'in',
          done.map((t) => t.id),
        )
        .execute();
      const audits = done.map((t) => ({ entity, entityId: t.id, action: step.action, changes: step.changes(t) }));
      await recordChanges(
        trx,
        ctx,
        audits.filter((a) => a.changes.length > 0 || step.action === '删除'),
      );
    }
    return results;
  });
}

const foreign = (ctx: Ctx, t: Target): AppError | null => {
  if (t.clientId !== ctx.clientId) return forbidden(`车辆${t.plateNo}由其他公司共享，只能查看`);
  return t.editable ? null : forbidden(readOnly(t.plateNo));
};

async function loadTargets(trx: Trx, ctx: Ctx, ids: string[]): Promise<Target[]> {
  // Locked apart and in order: a lock would hide vehicles that are only shared in, and two batches must not wait for each other.
  await trx.selectFrom('vehicle').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
  return trx
    .selectFrom('vehicle as v')
    .leftJoin('org as o', 'o.id', 'v.org_id')
    .leftJoin('fleet as f', 'f.id', 'v.fleet_id')
    .leftJoin('driver as d', 'd.id', 'v.driver_id')
    .select(['v.id', 'v.plate_no as plateNo', 'v.client_id as clientId', 'v.vehicle_status as vehicleStatus'])
    .select([
      sql<string>`coalesce(o.name, '')`.as('orgName'),
      sql<string>`coalesce(f.name, '')`.as('fleetName'),
      sql<string>`coalesce(d.name, '')`.as('driverName'),
      sql<string>`coalesce((select r.repair_code from vehicle_repair r
        where r.vehicle_id = v.id and r.maintain_status = ${sql.lit(maintainStatus.inRepair)} limit 1), '')`.as(
        'inRepair',
      ),
      sql<boolean>`exists (select from device_binding b where b.vehicle_id = v.id and upper_inf(b.during))`.as('bound'),
      visibleVehicleRows(ctx, 'v', 'edit').as('editable'),
    ])
    .where('v.id', 'in', ids)
    .where('v.deleted_at', 'is', null)
    .where(visibleVehicleRows(ctx, 'v'))
    .execute();
}

/** Soft delete; a vehicle that still carries a terminal, or that trips, locks, plans or rules count on, stays. Its history stays with it. */
export function deleteVehicles(ctx: Ctx, ids: string[]): Promise<BatchResult[]> {
  const step: Step = {
    action: '删除',
    refuse: (t) => {
      if (t.bound) return blocked(message('vehicle.boundCannotDelete', { plate: t.plateNo }), ['设备已解绑']);
      const words = describeUses(t.uses ?? []);
      return words === null ? null : blocked(`车辆${t.plateNo}${words}`, t.uses);
    },
    set: { deleted_at: new Date() },
    changes: () => [],
  };
  return eachVehicle(
    ctx,
    ids,
    async () => step,
    async (trx, who, wanted) => addUses(trx, 'vehicle', await loadTargets(trx, who, wanted)),
  );
}

export function setStatus(ctx: Ctx, input: Parsed<typeof vehicleSetStatus>): Promise<BatchResult[]> {
  const words = (code: number): string => labelOf('vehicleStatus', code);
  return eachVehicle(ctx, input.ids, async () => ({
    action: '改变状态',
    refuse: (t) => {
      if (t.vehicleStatus === input.vehicleStatus)
        return new AppError(codes.illegalTransition, `车辆${t.plateNo}已是“${words(input.vehicleStatus)}”`);
      return input.vehicleStatus === vehicleStatus.available && t.inRepair
        ? blocked(`车辆${t.plateNo}的维修单${t.inRepair}还在维修中，完成或取消该单后自动恢复可用`, [
            `维修单${t.inRepair}`,
          ])
        : null;
    },
    set: { vehicle_status: input.vehicleStatus },
    changes: (t) => [
      { field: 'vehicleStatus', label: '状态', before: words(t.vehicleStatus), after: words(input.vehicleStatus) },
    ],
  }));
}

export function batchUpdate(ctx: Ctx, input: Parsed<typeof vehicleBatchUpdate>): Promise<BatchResult[]> {
  const { ids, orgId, fleetId, driverId } = input;
  return eachVehicle(ctx, ids, async (trx) => {
    const { names, errors } = await resolveRefs(trx, ctx, {
      orgId,
      fleetId: fleetId ?? null,
      driverId: driverId ?? null,
    });
    if (errors.length > 0) throw invalid(errors);
    const after: Partial<Record<'orgId' | 'fleetId' | 'driverId', string>> = {
      ...(orgId === undefined ? {} : { orgId: names.get(`org ${orgId}`) }),
      ...(fleetId === undefined ? {} : { fleetId: names.get(`fleet ${fleetId}`) ?? '' }),
      ...(driverId === undefined ? {} : { driverId: names.get(`driver ${driverId}`) ?? '' }),
    };
    const { orgId: org, fleetId: fleet, driverId: driver } = vehicleLabels;
    return {
      action: '批量修改',
      refuse: () => null,
      set: {
        ...(orgId === undefined ? {} : { org_id: orgId }),
        ...(fleetId === undefined ? {} : { fleet_id: fleetId }),
        ...(driverId === undefined ? {} : { driver_id: driverId }),
      },
      changes: (t) => {
        const before = { orgId: t.orgName, fleetId: t.fleetName, driverId: t.driverName };
        return changesBetween(before, { ...before, ...after }, { orgId: org, fleetId: fleet, driverId: driver });
      },
    };
  });
}
