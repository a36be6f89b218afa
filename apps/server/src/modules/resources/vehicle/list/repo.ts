import { boundFields } from '@tongda/contract/core/field/bound';
import type { LiveVehicle } from '@tongda/contract/core/live';
import type { VehicleFilters, VehicleRow } from '@tongda/contract/resources/vehicle/calls';
import type { Zone } from '@tongda/contract/resources/vehicle/probe';
import { sql } from 'kysely';
import { z } from 'zod';
import { floatOrNull, orEmpty } from '../../../../core/db/columns';
import type { Trx } from '../../../../core/db/trx';
import { wireTimeSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { type AppError, deletedRecord, notFound } from '../../../../core/http/errors';
import type { Hold, RegisterReader } from '../../../../core/record/serve';
import { codesAt, hasShares, isProgram, seesAll, visibleVehicleRows } from '../../../base/org/door';
import { statusOfState } from '../../device/door';
import { type Filters, isUnfiltered, selectVehicles, tabConditions } from './filters';
import { isWalked, type ListQuery, orderOf, selectInOrder, walkInOrder } from './window';

/** deviceStatus of the vehicle's terminal; null without a terminal, or with one that the company may not see. */
const deviceStatusSql = sql<number | null>`case when dev.id is not null then ${statusOfState} end`;

/** Query of the vehicles that the caller sees, joined with the records that they refer to. */
export function fromVehicles(trx: Trx, ctx: Ctx) {
  return trx
    .selectFrom('vehicle as v')
    .leftJoin('org as o', 'o.id', 'v.org_id')
    .leftJoin('fleet as f', 'f.id', 'v.fleet_id')
    .leftJoin('carrier as c', 'c.id', 'v.carrier_id')
    .leftJoin('driver as d', 'd.id', 'v.driver_id')
    .leftJoin('device_binding as b', (j) => j.onRef('b.vehicle_id', '=', 'v.id').on(sql<boolean>`upper_inf(b.during)`))
    .leftJoin('device as dev', 'dev.id', 'b.device_id')
    .leftJoin('device_state as s', 's.vehicle_id', 'v.id')
    .where('v.deleted_at', 'is', null)
    .where(visibleVehicleRows(ctx, 'v'));
}

/** `from` of the stored paper of vehicle `v` that ends first. */
const firstPaper = sql`from vehicle_certificate x where x.vehicle_id = v.id and x.end_date is not null order by x.end_date, x.doc_type limit 1`;

/** The columns of VehicleRow. */
export function rowColumns(ctx: Ctx) {
  return [
    'v.id',
    'v.plate_no as plateNo',
    'v.vehicle_color as vehicleColor',
    'v.remark_no as remarkNo',
    'v.vehicle_type as vehicleType',
    'v.vehicle_cq as vehicleCq',
    'v.usage_mode as usageMode',
    floatOrNull('v.vehicle_length_m').as('vehicleLength'),
    floatOrNull('v.load_weight_t').as('loadWeight'),
    floatOrNull('v.volume_m3').as('volume'),
    'v.temperature_types as temperatureTypes',
    'v.org_id as orgId',
    orEmpty('o.name').as('orgName'),
    'v.fleet_id as fleetId',
    orEmpty('f.name').as('fleetName'),
    'v.carrier_id as carrierId',
    orEmpty('c.name').as('carrierName'),
    'v.driver_id as driverId',
    orEmpty('d.name').as('driverName'),
    orEmpty('d.phone').as('driverPhone'),
    'dev.id as deviceId',
    orEmpty('dev.terminal_no').as('terminalNo'),
    orEmpty('dev.sim_no').as('simNo'),
    deviceStatusSql.as('deviceStatus'),
    'v.video_monitoring as videoMonitoring',
    'v.tem_count as temCount',
    'v.door_count as doorCount',
    'v.oil_count as oilCount',
    'v.refrigerator_count as refrigeratorCount',
    'v.camera_count as cameraCount',
    sql<number>`(select count(*)::int from probe p where p.vehicle_id = v.id)`.as('probeCount'),
    'v.license_end as licenseDate',
    'v.transport_cert_end as transportCertDate',
    'v.inspect_end as inspectDate',
    'v.insure_end as insureDate',
    'v.service_end as serviceEnd',
    sql<string | null>`(select x.doc_type ${firstPaper})`.as('otherPaper'),
    sql<string | null>`(select x.end_date::text ${firstPaper})`.as('otherPaperDate'),
    'v.vehicle_status as vehicleStatus',
    sql<string>`case when v.client_id = ${ctx.clientId} then '' else coalesce(app_owner_name(v.id), '') end`.as(
      'sharedFrom',
    ),
    'v.version',
    wireTimeSql(sql<Date>`v.updated_at`, ctx.timeZone).as('updateTime'),
  ] as const;
}

/** The rows of a window, with the names of what they refer to. */
async function loadRows(
  trx: Trx,
  ctx: Ctx,
  q: ListQuery,
  window: ReadonlyArray<{ id: string }>,
): Promise<VehicleRow[]> {
  const rows = await fromVehicles(trx, ctx)
    .where(sql<boolean>`v.id = any(${window.map(({ id }) => id)}::bigint[])`)
    .select(rowColumns(ctx))
    .orderBy(orderOf(q.sort))
    .execute();
  if (!isProgram(ctx)) return rows;
  const at = Date.now();
  const named = boundFilter.parse(q);
  const codes = await codesAt(
    trx,
    ctx,
    rows.map(({ id }) => ({ vehicleId: id, at })),
    named,
  );
  return rows.map((row, i) => ({ ...row, extCode: codes[i] ?? '' }));
}
/** What a program named vehicles by. */
const boundFilter = z.object(boundFields);

/**
 * A window of the register in the wanted order. Its ids are found first on the vehicles and the table of the order alone, then only these rows are
 * joined with everything else: 100,000 vehicles must not be joined to show fifteen.
 */
export async function listVehicles(trx: Trx, ctx: Ctx, q: ListQuery): Promise<VehicleRow[]> {
  const window = await selectInOrder(trx, ctx, q).select('v.id').execute();
  return window.length === 0 ? [] : loadRows(trx, ctx, q, window);
}

/**
 * A page with its total. With filters or a data scope most of the time goes into scanning the vehicles, so page and total come from one scan.
 * Without any the page comes from an index, and only the count scans.
 */
export async function pageVehicles(
  trx: Trx,
  ctx: Ctx,
  query: ListQuery,
  hold: Hold,
): Promise<{ list: VehicleRow[]; total: number }> {
  const q = { ...query, shares: await hasShares(trx, ctx) };
  if (isWalked(q)) {
    const total = await hold(() => countVehicles(trx, ctx, q));
    const window = await walkInOrder(trx, ctx, q, total);
    return { list: window.length === 0 ? [] : await loadRows(trx, ctx, q, window), total };
  }
  if (seesAll(ctx) && isUnfiltered(q)) {
    return { list: await listVehicles(trx, ctx, q), total: await hold(() => countVehicles(trx, ctx, q)) };
  }
  const window = await selectInOrder(trx, ctx, q)
    .select(['v.id', sql<number>`(count(*) over ())::int`.as('total')])
    .execute();
  const [first] = window;
  if (!first) return { list: [], total: q.offset === 0 ? 0 : await countVehicles(trx, ctx, q) };
  return { list: await loadRows(trx, ctx, q, window), total: first.total };
}

export async function countVehicles(trx: Trx, ctx: Ctx, q: Filters): Promise<number> {
  const { n } = await selectVehicles(trx, ctx, q).select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
  return n;
}

/** List, count, page and look-up of the register. */
export const vehicleRows: RegisterReader<VehicleRow> = {
  list: listVehicles,
  count: countVehicles,
  page: pageVehicles,
  sees: async (trx, ctx, id) => (await findVehicle(trx, ctx, id)) !== undefined,
};

/** Number of vehicles of each tab, in one query. */
export async function countByTab(trx: Trx, ctx: Ctx, q: VehicleFilters) {
  const of = (tab: keyof typeof tabConditions) =>
    sql<number>`(count(*) filter (where ${tabConditions[tab](ctx)}))::int`.as(tab);
  return selectVehicles(trx, ctx, { ...q, tab: undefined })
    .select([
      sql<number>`count(*)::int`.as('all'),
      of('available'),
      of('maintenance'),
      of('disabled'),
      of('soon'),
      of('expired'),
      of('noDevice'),
    ])
    .executeTakeFirstOrThrow();
}

/** Query of vehicles with all fields of the form and of the details page. */
function selectWholeVehicles(trx: Trx, ctx: Ctx) {
  return fromVehicles(trx, ctx)
    .leftJoin('driver as d2', 'd2.id', 'v.co_driver_id')
    .leftJoin('driver as d3', 'd3.id', 'v.escort_id')
    .leftJoin('app_user as u', 'u.id', 'v.updated_by')
    .select(rowColumns(ctx))
    .select([
      'v.client_id as clientId',
      'v.vin',
      'v.engine_no as engineNo',
      'v.brand',
      'v.emission_standard as emissionStandard',
      'v.fuel_type as fuelType',
      'v.reg_date as regDate',
      'v.plate_date as plateDate',
      floatOrNull('v.box_length_m').as('boxLength'),
      floatOrNull('v.box_width_m').as('boxWidth'),
      floatOrNull('v.box_height_m').as('boxHeight'),
      floatOrNull('v.total_weight_t').as('totalWeight'),
      'v.axles',
      'v.pallets',
      'v.tail_lift as tailLift',
      sql<Zone[]>`v.zones`.as('zones'),
      'v.limit_area_ids as limitAreaIds',
      sql<
        Array<{ id: string; name: string }>
      >`coalesce((select jsonb_agg(jsonb_build_object('id', a.id::text, 'name', a.name) order by a.name)
        from place a where a.id = any(v.limit_area_ids) and a.client_id = v.client_id and a.deleted_at is null), '[]')`.as(
        'limitAreas',
      ),
      'v.tank_capacity_l as tankCapacity',
      floatOrNull('v.ref_oil_100km').as('refOil100'),
      floatOrNull('v.idle_oil_lph').as('idleOil'),
      'v.cooler_model as coolerModel',
      'v.cooler_drive as coolerDrive',
      sql<number>`v.mileage_coefficient::float8`.as('mileageCoefficient'),
      sql<number>`v.init_mileage_m::float8 / 1000`.as('initMileage'),
      'v.upkeep_km as upkeepKm',
      'v.upkeep_days as upkeepDays',
      'v.co_driver_id as coDriverId',
      orEmpty('d2.name').as('coDriverName'),
      'v.escort_id as escortId',
      orEmpty('d3.name').as('escortName'),
      'v.contact_phone as contactPhone',
      'v.transport_cert_no as transportCertNo',
      'v.remark',
      wireTimeSql(sql<Date>`v.created_at`, ctx.timeZone).as('createTime'),
      orEmpty('u.name').as('updateUser'),
      sql<LiveVehicle | null>`s.live`.as('live'),
    ]);
}

/** One vehicle; undefined when it does not exist or the caller may not see it. */
export const findVehicle = (trx: Trx, ctx: Ctx, id: string) =>
  selectWholeVehicles(trx, ctx).where('v.id', '=', id).executeTakeFirst();
/** The error when `findVehicle` found nothing: the vehicle was deleted, or it does not exist for the caller (4004). */
export async function explainMissing(trx: Trx, ctx: Ctx, id: string): Promise<AppError> {
  const gone = await trx
    .selectFrom('vehicle as v')
    .select('v.id')
    .where('v.id', '=', id)
    .where('v.client_id', '=', ctx.clientId)
    .where('v.deleted_at', 'is not', null)
    .where(visibleVehicleRows(ctx, 'v'))
    .executeTakeFirst();
  return gone ? deletedRecord('车辆') : notFound('车辆');
}
/** The vehicles of `ids` that the caller sees. */
export const findVehicles = (trx: Trx, ctx: Ctx, ids: string[]) =>
  selectWholeVehicles(trx, ctx).where(sql<boolean>`v.id = any(${ids}::bigint[])`).execute();
export type FoundVehicle = NonNullable<Awaited<ReturnType<typeof findVehicle>>>;

/** The company's vehicles with one of the plates, whether the caller sees them or not; deleted ones are left out. */
export const findOwnPlates = (trx: Trx, ctx: Ctx, plates: string[]) =>
  trx
    .selectFrom('vehicle')
    .select(['id', 'plate_no'])
    .where('client_id', '=', ctx.clientId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`plate_no = any(${plates}::text[])`)
    .execute();
