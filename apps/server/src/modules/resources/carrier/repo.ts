import { carrierColumns, carrierFilters } from '@tongda/contract/resources/carrier/calls';
import type { CarrierContact } from '@tongda/contract/resources/carrier/fields';
import { carrierShare } from '@tongda/contract/resources/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { registerRows } from '../../../core/record/rows';
import { orgOrNone, visibleVehicleRows } from '../../base/org/door';
import { figuresSql, rowFiguresOf, scoreSql } from './figures';

/** Query of the company's carriers; they belong to no department, so everybody sees all of them. */
export const fromCarriers = (trx: Trx, ctx: Ctx) =>
  trx.selectFrom('carrier as c').where('c.client_id', '=', ctx.clientId).where('c.deleted_at', 'is', null);

/** The linked company of a carrier with the present sharing between it and ours; no row for a carrier without a link. */
const partner = sql<{
  name: string;
  shared_in: number;
  shared_out: number;
  until_at: Date | null;
  ended: boolean;
}>`(select * from app_partner(c.linked_client_id))`;
const joinPartner = (from: ReturnType<typeof fromCarriers>) =>
  from.leftJoinLateral(partner.as('p'), (join) => join.onTrue());
const shareState = sql<number>`case when p.name is null then ${sql.lit(carrierShare.unlinked)}
  when p.shared_in + p.shared_out > 0 then ${sql.lit(carrierShare.sharing)}
  when p.ended then ${sql.lit(carrierShare.ended)} else ${sql.lit(carrierShare.none)} end`;

const rowColumns = (ctx: Ctx) =>
  [
    'c.id',
    'c.name',
    'c.code',
    'c.short_name as shortName',
    'c.carrier_type as carrierType',
    'c.contact',
    'c.phone',
    sql<number>`(select count(*)::int from vehicle v where v.carrier_id = c.id and v.deleted_at is null)`.as(
      'vehicleCount',
    ),
    sql<number>`(select count(*)::int from driver d where d.carrier_id = c.id and d.deleted_at is null)`.as(
      'driverCount',
    ),
    'c.business_area as businessArea',
    'c.temperature_types as temperatureTypes',
    'c.permit_no as permitNo',
    'c.permit_end as permitEnd',
    'c.contract_no as contractNo',
    'c.contract_start as contractStart',
    'c.contract_end as contractEnd',
    'c.settle_type as settleType',
    'c.payment_days as paymentDays',
    sql<number | null>`c.deposit_fen::float8 / 100`.as('depositYuan'),
    'c.level',
    'c.audit_status as auditStatus',
    shareState.as('shareState'),
    'p.name as linkedName',
    sql<number>`coalesce(p.shared_in, 0)`.as('sharedIn'),
    sql<number>`coalesce(p.shared_out, 0)`.as('sharedOut'),
    sql<string | null>`${wireTimeSql(sql<Date | null>`p.until_at`, ctx.timeZone)}`.as('shareUntil'),
    'c.status',
    'c.version',
    wireTimeSql(sql<Date>`c.updated_at`, ctx.timeZone).as('updateTime'),
  ] as const;

/** List, count and look-up of the register. */
export const carrierRows = registerRows({
  filters: carrierFilters,
  columns: carrierColumns,
  alias: 'c',
  select: (trx: Trx, ctx: Ctx) =>
    joinPartner(fromCarriers(trx, ctx)).select(rowColumns(ctx)).select(figuresSql(ctx.timeZone).as('figures')),
  finish: async (_trx, _ctx, found) => found.map(({ figures, ...row }) => ({ ...row, ...rowFiguresOf(figures) })),
  sort: (ctx) => ({ score: scoreSql(ctx.timeZone) }),
  own: { shareState: (code) => sql<boolean>`${shareState} = ${code}` },
});

const selectCarriers = (trx: Trx, ctx: Ctx) =>
  joinPartner(fromCarriers(trx, ctx))
    .leftJoin('app_user as u', 'u.id', 'c.updated_by')
    .select(rowColumns(ctx))
    .select([
      'c.credit_code as creditCode',
      sql<CarrierContact[]>`c.contacts`.as('contacts'),
      sql<string[]>`c.route_ids::text[]`.as('routeIds'),
      'c.email',
      'c.address',
      'c.vehicle_scale as vehicleScale',
      sql<number | null>`c.tax_rate::float8`.as('taxRate'),
      'c.account_name as accountName',
      'c.bank_name as bankName',
      'c.bank_account as bankAccount',
      'c.audit_remark as auditRemark',
      'c.remark',
      wireTimeSql(sql<Date>`c.created_at`, ctx.timeZone).as('createTime'),
      sql<string>`coalesce(u.name, '')`.as('updateUser'),
    ]);

/** The figures of one carrier; undefined when it does not exist. */
export async function loadCarrierFigures(trx: Trx, ctx: Ctx, id: string) {
  const row = await fromCarriers(trx, ctx)
    .select(figuresSql(ctx.timeZone).as('figures'))
    .where('c.id', '=', id)
    .executeTakeFirst();
  return row?.figures;
}

/** One carrier with all fields of the form; undefined when it does not exist. */
export const findCarrier = (trx: Trx, ctx: Ctx, id: string) =>
  selectCarriers(trx, ctx).where('c.id', '=', id).executeTakeFirst();
export type FoundCarrier = NonNullable<Awaited<ReturnType<typeof findCarrier>>>;
/** Carriers with one of the names, with all fields of the form. */
export const findCarriersByName = (trx: Trx, ctx: Ctx, names: string[]) =>
  selectCarriers(trx, ctx).where(sql<boolean>`c.name = any(${names}::text[])`).execute();

/** Electronic lines of the caller's departments: all, or those of `ids`. */
export async function loadLines(
  trx: Trx,
  ctx: Ctx,
  ids?: readonly string[],
): Promise<Array<{ id: string; name: string; code: string | null }>> {
  const { rows } = await sql<{
    id: string;
    name: string;
    code: string | null;
  }>`select r.id::text as id, r.name, r.code from transport_route r
    where r.client_id = ${ctx.clientId} and r.deleted_at is null and ${orgOrNone(ctx, 'r.org_id')}
      and ${ids === undefined ? sql`true` : sql`r.id = any(${[...ids]}::bigint[])`} order by r.name, r.id`.execute(trx);
  return rows;
}

/** Vehicles of a carrier that the caller sees. */
export const listCarrierVehicles = (trx: Trx, ctx: Ctx, id: string) =>
  trx
    .selectFrom('vehicle as v')
    .select(['v.id', 'v.plate_no as plateNo', 'v.vehicle_color as vehicleColor', 'v.vehicle_type as vehicleType'])
    .where('v.carrier_id', '=', id)
    .where('v.deleted_at', 'is', null)
    .where(visibleVehicleRows(ctx, 'v'))
    .orderBy('v.plate_no')
    .execute();
/** Drivers of a carrier, whichever department they belong to. */
export const listCarrierDrivers = (trx: Trx, ctx: Ctx, id: string) =>
  trx
    .selectFrom('driver as d')
    .select(['d.id', 'd.name', 'd.license_class as licenseClass'])
    .where('d.carrier_id', '=', id)
    .where('d.client_id', '=', ctx.clientId)
    .where('d.deleted_at', 'is', null)
    .orderBy('d.name')
    .execute();
