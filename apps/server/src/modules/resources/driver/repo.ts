import { type DriverFilters, driverColumns, driverFilters } from '@tongda/contract/resources/driver/calls';
import { driverStatus } from '@tongda/contract/resources/enums';
import { type RawBuilder, sql } from 'kysely';
import { orEmpty } from '../../../core/db/columns';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { endsSoon, holds, isOver } from '../../../core/record/filters';
import { registerRows } from '../../../core/record/rows';
import { orgScope, visibleVehicleRows } from '../../base/org/door';
import { addScores, monthBeginSql } from './score';

/** Query of the drivers of the caller's departments and of those without a department. */
export const fromDrivers = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('driver as d')
    .leftJoin('org as o', 'o.id', 'd.org_id')
    .leftJoin('fleet as f', 'f.id', 'd.fleet_id')
    .leftJoin('carrier as c', 'c.id', 'd.carrier_id')
    .where('d.client_id', '=', ctx.clientId)
    .where('d.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('d.org_id', 'is', null), orgScope(ctx, 'd.org_id')]));

/** Distance of driver `d` this month, km, from trips on vehicles that the caller sees. */
const monthKmSql = (ctx: Ctx): RawBuilder<number> =>
  sql<number>`(select round(coalesce(sum((e.values ->> 'mileageM')::numeric), 0) / 1000, 1)::float8 from episode e join vehicle ev on ev.id = e.vehicle_id
    where e.driver_id = d.id and e.kind = 'trip' and e.status <> 2 and e.start_time >= ${monthBeginSql(ctx.timeZone)} and ${visibleVehicleRows(ctx, 'ev', 'view', false)})`;

/** The columns of DriverRow, numbers unmasked. */
const rowColumns = (ctx: Ctx) =>
  [
    'd.id',
    'd.name',
    'd.sex',
    orEmpty('d.phone').as('phone'),
    'd.id_card as idCard',
    'd.org_id as orgId',
    orEmpty('o.name').as('orgName'),
    'd.fleet_id as fleetId',
    orEmpty('f.name').as('fleetName'),
    'd.carrier_id as carrierId',
    orEmpty('c.name').as('carrierName'),
    'd.license_no as licenseNo',
    'd.license_class as licenseClass',
    'd.license_end as licenseEnd',
    'd.qualification_no as qualificationNo',
    'd.qualification_end as qualificationEnd',
    'd.health_cert_end as healthCertEnd',
    'd.ic_card_no as icCardNo',
    sql<
      string[]
    >`array(select v.plate_no from vehicle v where v.driver_id = d.id and v.deleted_at is null and ${visibleVehicleRows(ctx, 'v')} order by v.plate_no)`.as(
      'plates',
    ),
    monthKmSql(ctx).as('monthKm'),
    'd.status',
    'd.hire_date as hireDate',
    'd.version',
    wireTimeSql(sql<Date>`d.updated_at`, ctx.timeZone).as('updateTime'),
  ] as const;

const endColumns = driverFilters.table.expire.columns.map((column) => `d.${column}`);
const hasStatus = (status: number) => () => sql<boolean>`d.status = ${sql.lit(status)}`;
const tabs: Record<NonNullable<DriverFilters['tab']>, (ctx: Ctx) => RawBuilder<boolean>> = {
  employed: hasStatus(driverStatus.employed),
  disabled: hasStatus(driverStatus.disabled),
  left: hasStatus(driverStatus.left),
  soon: (ctx) => endsSoon(endColumns, ctx),
  expired: (ctx) => isOver(endColumns, ctx),
};
const drives = sql<boolean>`exists (select from vehicle v where v.driver_id = d.id and v.deleted_at is null)`;
const invited = sql<boolean>`exists (select from app_user au where au.driver_id = d.id and au.deleted_at is null)`;

/** List, count and look-up of the register, numbers unmasked. */
export const driverRows = registerRows({
  filters: driverFilters,
  columns: driverColumns,
  alias: 'd',
  select: (trx: Trx, ctx: Ctx) => fromDrivers(trx, ctx).select(rowColumns(ctx)),
  finish: (trx, ctx, found) => addScores(trx, ctx, found),
  // the columns of the joined tables are null without a record, and so sort last; '' would sort first
  sort: { fleetName: 'f.name', orgName: 'o.name', carrierName: 'c.name' },
  own: { hasVehicle: holds(drives), hasAccount: holds(invited), tab: (tab, ctx) => tabs[tab](ctx) },
});

/** Number of drivers of each tab, in one query. */
export const countByTab = (trx: Trx, ctx: Ctx, q: DriverFilters) => {
  const of = (tab: keyof typeof tabs) => sql<number>`(count(*) filter (where ${tabs[tab](ctx)}))::int`.as(tab);
  return fromDrivers(trx, ctx)
    .select([
      sql<number>`count(*)::int`.as('all'),
      of('employed'),
      of('disabled'),
      of('left'),
      of('soon'),
      of('expired'),
    ])
    .where(driverRows.where(ctx, { ...q, tab: undefined }))
    .executeTakeFirstOrThrow();
};

const selectDrivers = (trx: Trx, ctx: Ctx) =>
  fromDrivers(trx, ctx)
    .leftJoin('app_user as u', 'u.id', 'd.updated_by')
    .select(rowColumns(ctx))
    .select([
      'd.first_license_date as firstLicenseDate',
      'd.emergency_name as emergencyName',
      'd.emergency_relation as emergencyRelation',
      'd.emergency_phone as emergencyPhone',
      'd.address',
      'd.remark',
      wireTimeSql(sql<Date>`d.created_at`, ctx.timeZone).as('createTime'),
      orEmpty('u.name').as('updateUser'),
    ]);

/** One driver with all fields of the form; undefined when he does not exist or the caller may not see him. */
export const findDriver = (trx: Trx, ctx: Ctx, id: string) =>
  selectDrivers(trx, ctx).where('d.id', '=', id).executeTakeFirst();
export type FoundDriver = NonNullable<Awaited<ReturnType<typeof findDriver>>>;

/** Drivers with one of the phone numbers: `seen` by the caller with all fields, and `all` of the company. */
export const findDriversByPhone = async (trx: Trx, ctx: Ctx, phones: string[]) => {
  const seen = await selectDrivers(trx, ctx).where(sql<boolean>`d.phone = any(${phones}::text[])`).execute();
  const all = await trx
    .selectFrom('driver')
    .select(['id', 'phone'])
    .where('client_id', '=', ctx.clientId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`phone = any(${phones}::text[])`)
    .execute();
  return { seen, all };
};

/** Vehicles of which he was the main driver, with the periods, newest first. */
export const listDrivenVehicles = (trx: Trx, ctx: Ctx, id: string) =>
  trx
    .selectFrom('vehicle_period as p')
    .innerJoin('vehicle as v', 'v.id', 'p.vehicle_id')
    .select([
      'v.id as vehicleId',
      'v.plate_no as plateNo',
      wireTimeSql(sql<Date>`p.since`, ctx.timeZone).as('startTime'),
      sql<string | null>`${wireTimeSql(sql<Date | null>`p.until`, ctx.timeZone)}`.as('endTime'),
    ])
    .where('p.kind', '=', 'driver')
    .where('p.value', '=', id)
    .where('p.client_id', '=', ctx.clientId)
    .orderBy('p.since', 'desc')
    .limit(50)
    .execute();
