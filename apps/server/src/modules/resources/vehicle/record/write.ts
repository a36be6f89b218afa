import { message } from '@tongda/contract/core/messages';
import { placeKind } from '@tongda/contract/ground/place/enums';
import { vehicleMileage } from '@tongda/contract/resources/vehicle/calls';
import { type VehicleFields, vehicleDicts, vehicleLabels } from '@tongda/contract/resources/vehicle/fields';
import type { Insertable } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Vehicle } from '../../../../core/generated/db-types';
import type { Ctx } from '../../../../core/http/ctx';
import type { Register } from '../../../../core/record/register';
import { visiblePlaces } from '../../../base/org/door';
import { resolveReferences } from '../../../base/reference/door';

/** The columns of a form's fields, in the units of the table: the initial mileage in metres. */
function columnsOf(v: VehicleFields): Omit<Insertable<Vehicle>, 'client_id'> {
  return {
    plate_no: v.plateNo,
    vehicle_color: v.vehicleColor,
    remark_no: v.remarkNo,
    org_id: v.orgId,
    fleet_id: v.fleetId,
    carrier_id: v.carrierId,
    driver_id: v.driverId,
    co_driver_id: v.coDriverId,
    escort_id: v.escortId,
    contact_phone: v.contactPhone,
    vehicle_cq: v.vehicleCq,
    usage_mode: v.usageMode,
    vehicle_type: v.vehicleType,
    temperature_types: [...new Set(v.temperatureTypes)].sort(),
    vin: v.vin,
    engine_no: v.engineNo,
    brand: v.brand,
    emission_standard: v.emissionStandard,
    fuel_type: v.fuelType,
    reg_date: v.regDate,
    plate_date: v.plateDate,
    vehicle_length_m: v.vehicleLength,
    box_length_m: v.boxLength,
    box_width_m: v.boxWidth,
    box_height_m: v.boxHeight,
    volume_m3: v.volume,
    load_weight_t: v.loadWeight,
    total_weight_t: v.totalWeight,
    axles: v.axles,
    pallets: v.pallets,
    tail_lift: v.tailLift,
    limit_area_ids: [...new Set(v.limitAreaIds)],
    refrigerator_count: v.refrigeratorCount,
    cooler_model: v.coolerModel,
    cooler_drive: v.coolerDrive,
    tank_capacity_l: v.tankCapacity,
    ref_oil_100km: v.refOil100,
    idle_oil_lph: v.idleOil,
    mileage_coefficient: v.mileageCoefficient,
    init_mileage_m: Math.round(v.initMileage * 1000),
    upkeep_km: v.upkeepKm,
    upkeep_days: v.upkeepDays,
    video_monitoring: v.videoMonitoring,
    camera_count: v.cameraCount,
    door_count: v.doorCount,
    tem_count: v.temCount,
    oil_count: v.oilCount,
    license_end: v.licenseDate,
    transport_cert_no: v.transportCertNo,
    transport_cert_end: v.transportCertDate,
    inspect_end: v.inspectDate,
    insure_end: v.insureDate,
    service_end: v.serviceEnd,
    remark: v.remark,
  };
}

/** Why the caller may not set this 里程修正系数, which takes a right of its own; null when he may, or when it is unchanged (for a new vehicle: 1). */
export const coefficientFault = (ctx: Ctx, coefficient: number, before: number | undefined): string | null =>
  coefficient === (before ?? 1) || ctx.can(vehicleMileage)
    ? null
    : `没有“${vehicleMileage.label}”权限，不能更改里程修正系数`;

type Refs = Partial<
  Pick<VehicleFields, 'orgId' | 'fleetId' | 'carrierId' | 'driverId' | 'coDriverId' | 'escortId' | 'limitAreaIds'>
>;

/**
 * Names of what a vehicle refers to, and an error for each record that does not exist in the company or lies outside the caller's scope. What the
 * vehicle referred to `before` may stay, even if it was disabled since.
 */
export async function resolveRefs(
  trx: Trx,
  ctx: Ctx,
  refs: Refs,
  before: Readonly<Partial<Record<Exclude<keyof Refs, 'limitAreaIds'>, string | null>>> & {
    readonly limitAreaIds?: readonly string[];
  } = {},
) {
  const found = await resolveReferences(
    trx,
    ctx,
    {
      orgId: ['org', refs.orgId],
      fleetId: ['fleet', refs.fleetId],
      carrierId: ['carrier', refs.carrierId],
      driverId: ['driver', refs.driverId],
      coDriverId: ['driver', refs.coDriverId],
      escortId: ['driver', refs.escortId],
    },
    before,
  );
  const areas = await loadAreas(trx, ctx, refs.limitAreaIds ?? [], before.limitAreaIds ?? []);
  return { names: new Map([...found.names, ...areas.names]), errors: [...found.errors, ...areas.errors] };
}

/** Names of a vehicle's 限行区域, and an error when the caller may not choose one; those of `before` may stay. */
async function loadAreas(trx: Trx, ctx: Ctx, ids: readonly string[], before: readonly string[]) {
  const wanted = [...new Set([...ids, ...before])];
  const rows =
    wanted.length === 0
      ? []
      : await trx
          .selectFrom('place as p')
          .select(['p.id', 'p.name', visiblePlaces(ctx, 'p').as('visible')])
          .where('p.client_id', '=', ctx.clientId)
          .where('p.id', 'in', wanted)
          .where('p.kind', '=', placeKind.region)
          .where('p.deleted_at', 'is', null)
          .execute();
  const usable = new Set(rows.flatMap(({ id, visible }) => (visible ? [id] : [])));
  const wrong = ids.some((id) => !usable.has(id) && !before.includes(id));
  return {
    names: new Map(rows.map(({ id, name }) => [`area ${id}`, name])),
    errors: wrong ? [{ field: 'limitAreaIds', msg: '所选区域不存在或不在您的权限范围内' }] : [],
  };
}

/** The register of vehicles, for writing and for the import. */
export const vehicleRegister: Register<VehicleFields> = {
  entity: 'vehicle',
  table: 'vehicle',
  noun: '车辆',
  wording: {
    labels: vehicleLabels,
    dicts: vehicleDicts,
    refs: {
      orgId: 'org',
      fleetId: 'fleet',
      carrierId: 'carrier',
      driverId: 'driver',
      coDriverId: 'driver',
      escortId: 'driver',
      limitAreaIds: 'area',
    },
  },
  columnsOf,
  twice: (index) => (index === 'vehicle_plate' ? { field: 'plateNo', msg: message('vehicle.plateTaken') } : null),
};
