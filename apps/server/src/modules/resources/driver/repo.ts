import { maskIdCard, maskPhone } from '@tongda/contract/core/mask';
import type { DriverFilters, DriverRow } from '@tongda/contract/resources/driver/calls';
import { driverExpiries } from '@tongda/contract/resources/driver/fields';
import { driverStatus } from '@tongda/contract/resources/enums';
import { type RawBuilder, sql } from 'kysely';
import { every, orderBy } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { wireTimeOf } from '../../../core/http/wire-time';
import { endsSoon, isOver } from '../../../core/record/filters';
import { containing } from '../../../core/record/options';
import { orgScope, visibleVehicleRows } from '../../base/org/door';

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

/** The first moment of the company's running month, or of one so many months before. */
export const monthBegin = (timeZone: string, before = 0): RawBuilder<Date> =>
  sql<Date>`((date_trunc('month', now() at time zone ${timeZone}) - make_interval(months => ${sql.lit(before)})) at time zone ${timeZone})`;
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
    wireTimeOf(sql<Date>`d.updated_at`, ctx.timeZone).as('updateTime'),
  ] as const;

const sortable = {
  name: 'd.name',
  monthKm: 'monthKm',
  status: 'd.status',
  fleetName: 'f.name',
  orgName: 'o.name',
  carrierName: 'c.name',
  licenseClass: 'd.license_class',
  licenseEnd: 'd.license_end',
  qualificationEnd: 'd.qualification_end',
  healthCertEnd: 'd.health_cert_end',
  hireDate: 'd.hire_date',
  updateTime: 'd.updated_at',
};
const ends = {
  licenseEnd: 'd.license_end',
  qualificationEnd: 'd.qualification_end',
  healthCertEnd: 'd.health_cert_end',
};
const endColumns = driverExpiries.map((field) => ends[field]);
const soon = (ctx: Ctx) => endsSoon(endColumns, ctx);
const over = (ctx: Ctx) => isOver(endColumns, ctx);

type Filters = DriverFilters & { ids?: string[] };

const tabs: Record<NonNullable<DriverFilters['tab']>, (ctx: Ctx) => RawBuilder<boolean>> = {
  employed: () => sql<boolean>`d.status = ${sql.lit(driverStatus.employed)}`,
  disabled: () => sql<boolean>`d.status = ${sql.lit(driverStatus.disabled)}`,
  left: () => sql<boolean>`d.status = ${sql.lit(driverStatus.left)}`,
  soon,
  expired: over,
};

function conditions(ctx: Ctx, q: Filters): RawBuilder<boolean> {
  const found: Array<RawBuilder<boolean>> = [];
  if (q.name) found.push(sql<boolean>`d.name ilike ${containing(q.name)}`);
  if (q.phone) found.push(sql<boolean>`d.phone ilike ${containing(q.phone)}`);
  if (q.orgId) {
    found.push(sql<boolean>`d.org_id in (with recursive below(id) as (
      select ${q.orgId}::bigint union select o2.id from org o2 join below on o2.parent_id = below.id) select id from below)`);
  }
  if (q.fleetId) found.push(sql<boolean>`d.fleet_id = ${q.fleetId}`);
  if (q.carrierId) found.push(sql<boolean>`d.carrier_id = ${q.carrierId}`);
  if (q.licenseClass) found.push(sql<boolean>`d.license_class = ${q.licenseClass}`);
  if (q.status !== undefined) found.push(sql<boolean>`d.status = ${q.status}`);
  if (q.expire) found.push(q.expire === 'soon' ? soon(ctx) : over(ctx));
  if (q.hasVehicle !== undefined) {
    const drives = sql`exists (select from vehicle v where v.driver_id = d.id and v.deleted_at is null)`;
    found.push(q.hasVehicle === 1 ? sql<boolean>`${drives}` : sql<boolean>`not ${drives}`);
  }
  if (q.hasAccount !== undefined) {
    const invited = sql`exists (select from app_user au where au.driver_id = d.id and au.deleted_at is null)`;
    found.push(q.hasAccount === 1 ? sql<boolean>`${invited}` : sql<boolean>`not ${invited}`);
  }
  if (q.ids) found.push(sql<boolean>`d.id = any(${q.ids}::bigint[])`);
  if (q.tab) found.push(tabs[q.tab](ctx));
  return every(found);
}

/** What everybody sees of the numbers. */
export const maskedDriver = <T extends { phone: string; idCard: string | null }>(driver: T): T => ({
  ...driver,
  phone: maskPhone(driver.phone),
  idCard: driver.idCard && maskIdCard(driver.idCard),
});

/** A window of the register in the wanted order; numbers in full. */
export const listDrivers = (
  trx: Trx,
  ctx: Ctx,
  q: Filters & { sort?: string; limit: number; offset: number },
): Promise<Array<Omit<DriverRow, 'monthScore'>>> =>
  fromDrivers(trx, ctx)
    .select(rowColumns(ctx))
    .where(conditions(ctx, q))
    .orderBy(orderBy(q.sort, sortable, 'd.id'))
    .limit(q.limit)
    .offset(q.offset)
    .execute();

export async function countDrivers(trx: Trx, ctx: Ctx, q: Filters): Promise<number> {
  const { n } = await fromDrivers(trx, ctx)
    .select(sql<number>`count(*)::int`.as('n'))
    .where(conditions(ctx, q))
    .executeTakeFirstOrThrow();
  return n;
}

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
    .where(conditions(ctx, { ...q, tab: undefined }))
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
      wireTimeOf(sql<Date>`d.created_at`, ctx.timeZone).as('createTime'),
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
      wireTimeOf(sql<Date>`p.since`, ctx.timeZone).as('startTime'),
      sql<string | null>`${wireTimeOf(sql<Date | null>`p.until`, ctx.timeZone)}`.as('endTime'),
    ])
    .where('p.kind', '=', 'driver')
    .where('p.value', '=', id)
    .where('p.client_id', '=', ctx.clientId)
    .orderBy('p.since', 'desc')
    .limit(50)
    .execute();
