import type { Parsed } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import type {
  BatchResult,
  vehicleAdd,
  vehicleBatchUpdate,
  vehicleSetStatus,
} from '@tongda/contract/resources/vehicle/calls';
import type { Certificates } from '@tongda/contract/resources/vehicle/certificate';
import { maintainStatus, vehicleStatus } from '@tongda/contract/resources/vehicle/enums';
import { plateSinceLabel, type VehicleFields, vehicleLabels } from '@tongda/contract/resources/vehicle/fields';
import type { ZoneInput } from '@tongda/contract/resources/vehicle/zone';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import {
  type AppError,
  blockedByRule,
  forbiddenError,
  illegalTransition,
  invalid,
  invalidField,
} from '../../../../core/http/errors';
import { changesBetween } from '../../../../core/record/audit';
import { eachRecord, registerWrites, type Target } from '../../../../core/record/register';
import { visibleVehicleRows } from '../../../base/org/door';
import { addUses, describeUses } from '../../../base/reference/door';
import { explainMissing, type FoundVehicle, findVehicle } from '../list/repo';
import { writeCertificates } from '../paper/certificates';
import { bindDevice } from '../terminal/binding';
import { restoreMasked } from './mask';
import { datePlate } from './plate-since';
import { coefficientFault, resolveRefs, vehicleRegister } from './write';
import { writeZones } from './zones';

export const { entity } = vehicleRegister;

/** A vehicle of the caller's company that he may edit; 4004 when it does not exist for him, 4003 when it is shared in or granted for looking only. */
export async function requireOwnVehicle(trx: Trx, ctx: Ctx, id: string): Promise<FoundVehicle> {
  const found = await findVehicle(trx, ctx, id);
  if (!found) throw await explainMissing(trx, ctx, id);
  if (found.clientId !== ctx.clientId) throw forbiddenError(`车辆${found.plateNo}由其他公司共享，只能查看`);
  const editable = await trx
    .selectFrom('vehicle as v')
    .select('v.id')
    .where('v.id', '=', id)
    .where(visibleVehicleRows(ctx, 'v', 'edit'))
    .executeTakeFirst();
  if (!editable) throw forbiddenError(readOnlyText(found.plateNo));
  return found;
}

const readOnlyText = (plateNo: string): string => `您没有车辆${plateNo}的编辑权限，请联系管理员授权`;

/** 4000 when the caller changes 里程修正系数 without the right. */
function refuseCoefficient(ctx: Ctx, coefficient: number, before?: number): void {
  const msg = coefficientFault(ctx, coefficient, before);
  if (msg !== null) throw invalidField('mileageCoefficient', msg);
}

/** A vehicle as the form sends it: its fields, papers and compartments; absent ones stay as they are, or blank for a new vehicle. */
type GivenVehicle = VehicleFields & {
  certificates?: Certificates | undefined;
  zones?: ZoneInput[] | undefined;
  /** wire time since when a changed plate is valid; null: from now on */
  plateSince?: string | null;
};

const writes = registerWrites<GivenVehicle, VehicleFields, FoundVehicle>(vehicleRegister, {
  load: requireOwnVehicle,
  prepare: async (trx, ctx, given, before) => {
    const fields = restoreMasked(given, before);
    refuseCoefficient(ctx, fields.mileageCoefficient, before?.mileageCoefficient);
    const { names, errors } = await resolveRefs(trx, ctx, fields, before ?? {});
    if (errors.length > 0) throw invalid(errors);
    const { plateNo } = fields;
    const { plateSince: since = null, certificates, zones } = given;
    if (since !== null && plateNo === before?.plateNo)
      throw invalidField('plateSince', `车牌号没有更改，不用填写${plateSinceLabel}`);
    return {
      fields,
      names: before ? namesOf(before, names) : names,
      also: async (id) => {
        if (before && since !== null) await datePlate(trx, ctx, { id, before: before.plateNo, plateNo, since });
        return [
          ...(since === null ? [] : [{ field: 'plateSince', label: plateSinceLabel, before: '', after: since }]),
          ...(await writeCertificates(trx, ctx, id, certificates)),
          ...(await writeZones(trx, ctx, id, zones)),
        ];
      },
    };
  },
});

/** Saves a changed vehicle with its papers and compartments; 4009 when somebody else changed it since `version`. */
export const updateVehicle = writes.update;

/** Adds a vehicle and binds the chosen terminal, if any. */
export function addVehicle(ctx: Ctx, { deviceId, ...given }: Parsed<typeof vehicleAdd>): Promise<{ id: string }> {
  return ctx.db(async (trx) => {
    const id = await writes.insert(trx, ctx, given);
    if (deviceId) await bindDevice(trx, ctx, { vehicleId: id, deviceId });
    return { id };
  });
}

/** Names of what the stored vehicle refers to, by `<kind> <id>`, together with those of the new values. */
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

interface VehicleTarget extends Target {
  clientId: string;
  vehicleStatus: number;
  /** number of the repair order for which it is in the workshop; '' when it is not */
  inRepair: string;
  orgName: string;
  fleetName: string;
  driverName: string;
  bound: boolean;
  editable: boolean;
}

/** Runs a batch over vehicles of the company that the caller may edit; the others are refused. One line of result for each. */
async function eachVehicle<T extends VehicleTarget>(
  ctx: Ctx,
  ids: readonly string[],
  batch: Parameters<typeof eachRecord<VehicleFields, T>>[3],
): Promise<BatchResult[]> {
  const refuse = (target: T): AppError | null => refuseForeign(ctx, target) ?? batch.refuse(target);
  const lines = await eachRecord(ctx, vehicleRegister, ids, { ...batch, refuse });
  return lines.map(({ name, ...line }) => ({ ...line, plateNo: name }));
}

const refuseForeign = (ctx: Ctx, t: VehicleTarget): AppError | null => {
  if (t.clientId !== ctx.clientId) return forbiddenError(`车辆${t.name}由其他公司共享，只能查看`);
  return t.editable ? null : forbiddenError(readOnlyText(t.name));
};

const loadTargets = (ctx: Ctx) => (trx: Trx, ids: string[]) =>
  trx
    .selectFrom('vehicle as v')
    .leftJoin('org as o', 'o.id', 'v.org_id')
    .leftJoin('fleet as f', 'f.id', 'v.fleet_id')
    .leftJoin('driver as d', 'd.id', 'v.driver_id')
    .select(['v.id', 'v.plate_no as name', 'v.version', 'v.client_id as clientId', 'v.vehicle_status as vehicleStatus'])
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

/** Soft-deletes vehicles; refused for one that has a terminal or that trips, locks, plans or rules use. */
export const deleteVehicles = (ctx: Ctx, ids: string[]): Promise<BatchResult[]> =>
  eachVehicle<VehicleTarget & { uses: string[] }>(ctx, ids, {
    load: async (trx, wanted) => addUses(trx, 'vehicle', await loadTargets(ctx)(trx, wanted)),
    action: '删除',
    refuse: (t) => {
      if (t.bound) return blockedByRule(message('vehicle.boundCannotDelete', { plate: t.name }), ['设备已解绑']);
      const words = describeUses(t.uses);
      return words === null ? null : blockedByRule(`车辆${t.name}${words}`, t.uses);
    },
    set: null,
  });

/** Changes the status of vehicles; refused (4011) for a vehicle that is to become available while an order keeps it in the workshop. */
export function setVehicleStatus(
  ctx: Ctx,
  { ids, vehicleStatus: next }: Parsed<typeof vehicleSetStatus>,
): Promise<BatchResult[]> {
  return eachVehicle(ctx, ids, {
    load: loadTargets(ctx),
    action: '改变状态',
    refuse: (t) => {
      if (t.vehicleStatus === next) return illegalTransition(`车辆${t.name}已是“${vehicleStatus.label(next)}”`);
      return next === vehicleStatus.available && t.inRepair
        ? blockedByRule(`车辆${t.name}的维修单${t.inRepair}还在维修中，完成或取消该单后自动恢复可用`, [
            `维修单${t.inRepair}`,
          ])
        : null;
    },
    set: { vehicle_status: next },
    changes: (t) => [
      {
        field: 'vehicleStatus',
        label: '状态',
        before: vehicleStatus.label(t.vehicleStatus),
        after: vehicleStatus.label(next),
      },
    ],
    onlyChanged: true,
  });
}

/** 批量修改: changes department, fleet or main driver of many vehicles; absent fields stay. */
export function updateVehicles(
  ctx: Ctx,
  { ids, orgId, fleetId, driverId }: Parsed<typeof vehicleBatchUpdate>,
): Promise<BatchResult[]> {
  const { orgId: org, fleetId: fleet, driverId: driver } = vehicleLabels;
  type After = Partial<Record<'orgId' | 'fleetId' | 'driverId', string>>;
  return eachVehicle<VehicleTarget & { after: After }>(ctx, ids, {
    load: async (trx, wanted) => {
      const refs = { orgId, fleetId: fleetId ?? null, driverId: driverId ?? null };
      const { names, errors } = await resolveRefs(trx, ctx, refs);
      if (errors.length > 0) throw invalid(errors);
      const after: After = {
        ...(orgId === undefined ? {} : { orgId: names.get(`org ${orgId}`) }),
        ...(fleetId === undefined ? {} : { fleetId: names.get(`fleet ${fleetId}`) ?? '' }),
        ...(driverId === undefined ? {} : { driverId: names.get(`driver ${driverId}`) ?? '' }),
      };
      return (await loadTargets(ctx)(trx, wanted)).map((target) => ({ ...target, after }));
    },
    action: '批量修改',
    refuse: () => null,
    set: {
      ...(orgId === undefined ? {} : { org_id: orgId }),
      ...(fleetId === undefined ? {} : { fleet_id: fleetId }),
      ...(driverId === undefined ? {} : { driver_id: driverId }),
    },
    changes: (t) => {
      const before = { orgId: t.orgName, fleetId: t.fleetName, driverId: t.driverName };
      return changesBetween(before, { ...before, ...t.after }, { orgId: org, fleetId: fleet, driverId: driver });
    },
    onlyChanged: true,
  });
}
