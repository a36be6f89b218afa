import { maskIdCard, maskPhone } from '@tongda/contract/core/field/mask';
import { type DriverFilters, driverColumns, driverFilters } from '@tongda/contract/resources/driver/calls';
import { driverStatus } from '@tongda/contract/resources/enums';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { wireTimeSql } from '../../../core/http/wire-time';
import { endsSoon, isOver } from '../../../core/record/filters';
import { registerRows } from '../../../core/record/rows';
import { orgScope, visibleVehicleRows } from '../../base/org/door';
import { monthBegin, withScores } from './score';

/** Drivers of the caller's departments, those without a department too. */
export const fromDrivers = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('driver as d')
    .leftJoin('org as o', 'o.id', 'd.org_id')
    .leftJoin('fleet as f', 'f.id', 'd.fleet_id')
    .leftJoin('carrier as c', 'c.id', 'd.carrier_id')
    .where('d.client_id', '=', ctx.clientId)
    .where('d.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('d.org_id', 'is', null), orgScope(ctx, 'd.org_id')]));

const orEmpty = (column: string): RawBuilder<string> => sql<string>`coalesce(${sql.ref(column)}, '')`;

/** What he drove this month, km: trips on vehicles that the caller sees. */
const monthKm = (ctx: Ctx): RawBuilder<number> =>
  sql<number>`(select round(coalesce(sum((e.values ->> 'mileageM')::numeric), 0) / 1000, 1)::float8 from episode e join vehicle ev on ev.id = e.vehicle_id
    where e.driver_id = d.id and e.kind = 'trip' and e.status <> 2 and e.start_time >= ${monthBegin(ctx.timeZone)} and ${visibleVehicleRows(ctx, 'ev', 'view', false)})`;

/** Columns of DriverRow; numbers in full. */
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
    monthKm(ctx).as('monthKm'),
    'd.status',
    'd.hire_date as hireDate',
    'd.version',
    wireTimeSql(sql<Date>`d.updated_at`, ctx.timeZone).as('updateTime'),
  ] as const;

const endColumns = driverFilters.table.expire.columns.map((column) => `d.${column}`);
const isIn = (status: number) => () => sql<boolean>`d.status = ${sql.lit(status)}`;
const tabs: Record<NonNullable<DriverFilters['tab']>, (ctx: Ctx) => RawBuilder<boolean>> = {
  employed: isIn(driverStatus.employed),
  disabled: isIn(driverStatus.disabled),
  left: isIn(driverStatus.left),
  soon: (ctx) => endsSoon(endColumns, ctx),
  expired: (ctx) => isOver(endColumns, ctx),
};
const drives = sql<boolean>`exists (select from vehicle v where v.driver_id = d.id and v.deleted_at is null)`;
const invited = sql<boolean>`exists (select from app_user au where au.driver_id = d.id and au.deleted_at is null)`;
const holds = (condition: RawBuilder<boolean>) => (code: number) =>
  code === 1 ? condition : sql<boolean>`not ${condition}`;

/** The register's list, number and look-up; numbers in full. */
export const driverRows = registerRows({
  filters: driverFilters,
  columns: driverColumns,
  alias: 'd',
  select: (trx: Trx, ctx: Ctx) => fromDrivers(trx, ctx).select(rowColumns(ctx)),
  finish: (trx, ctx, found) => withScores(trx, ctx, found),
  // an empty name would come before the others, none comes after them
  sort: { fleetName: 'f.name', orgName: 'o.name', carrierName: 'c.name' },
  own: { hasVehicle: holds(drives), hasAccount: holds(invited), tab: (tab, ctx) => tabs[tab](ctx) },
});

/** What everybody sees of the numbers. */
export const maskedDriver = <T extends { phone: string; idCard: string | null }>(driver: T): T => ({
  ...driver,
  phone: maskPhone(driver.phone),
  idCard: driver.idCard && maskIdCard(driver.idCard),
});

/** Numbers of the status tabs, in one pass. */
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

const wholeDrivers = (trx: Trx, ctx: Ctx) =>
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

/** One driver with everything the form holds; undefined when he is not there or not the caller's to see. */
export const findDriver = (trx: Trx, ctx: Ctx, id: string) =>
  wholeDrivers(trx, ctx).where('d.id', '=', id).executeTakeFirst();
export type FoundDriver = NonNullable<Awaited<ReturnType<typeof findDriver>>>;

/** Drivers by phone, whether or not the caller may see them. */
export const driversByPhone = async (trx: Trx, ctx: Ctx, phones: string[]) => {
  const seen = await wholeDrivers(trx, ctx).where(sql<boolean>`d.phone = any(${phones}::text[])`).execute();
  const all = await trx
    .selectFrom('driver')
    .select(['id', 'phone'])
    .where('client_id', '=', ctx.clientId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`phone = any(${phones}::text[])`)
    .execute();
  return { seen, all };
};

/** When he was main driver of which vehicle, newest first. */
export const drivenVehicles = (trx: Trx, ctx: Ctx, id: string) =>
  trx
    .selectFrom('vehicle_period as p')
    .innerJoin('vehicle as v', 'v.id', 'p.vehicle_id')
    .select([
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
