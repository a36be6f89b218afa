import { customerColumns, customerFilters } from '@tongda/contract/resources/customer/calls';
import type { CustomerAddress, CustomerContact } from '@tongda/contract/resources/customer/fields';
import { type RawBuilder, sql } from 'kysely';
import { orEmpty } from '../../../core/db/columns';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { holds } from '../../../core/record/filters';
import { likePattern } from '../../../core/record/options';
import { registerRows } from '../../../core/record/rows';
import { orgScope, visibleStores } from '../../base/org/door';

/** Query of the customers of the caller's departments and of those without a department. */
export const fromCustomers = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('customer as k')
    .leftJoin('org as o', 'o.id', 'k.org_id')
    .where('k.client_id', '=', ctx.clientId)
    .where('k.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('k.org_id', 'is', null), orgScope(ctx, 'k.org_id')]));

/** A field of a list's default entry, or of its first entry when none is the default. */
const mainEntryField = (list: 'contacts' | 'addresses', field: string): RawBuilder<string> =>
  sql<string>`coalesce((select e.value->>${sql.lit(field)} from jsonb_array_elements(${sql.ref(`k.${list}`)}) with ordinality e(value, at)
    order by (e.value->>'main')::boolean desc nulls last, e.at limit 1), '')`;

const rowColumns = (ctx: Ctx) =>
  [
    'k.id',
    'k.code',
    'k.name',
    'k.short_name as shortName',
    'k.customer_type as customerType',
    'k.level',
    mainEntryField('contacts', 'name').as('contact'),
    mainEntryField('contacts', 'phone').as('phone'),
    mainEntryField('addresses', 'area').as('area'),
    mainEntryField('addresses', 'address').as('address'),
    'k.org_id as orgId',
    orEmpty('o.name').as('orgName'),
    sql<number>`(select count(*)::int from store s where s.customer_id = k.id and s.deleted_at is null)`.as(
      'storeCount',
    ),
    'k.contract_end as contractEnd',
    'k.settle_type as settleType',
    'k.payment_days as paymentDays',
    'k.temperature_type as temperatureType',
    'k.salesman',
    'k.status',
    'k.version',
    wireTimeSql(sql<Date>`k.created_at`, ctx.timeZone).as('createTime'),
    wireTimeSql(sql<Date>`k.updated_at`, ctx.timeZone).as('updateTime'),
  ] as const;

/** List, count and look-up of the register. */
export const customerRows = registerRows({
  filters: customerFilters,
  columns: customerColumns,
  alias: 'k',
  select: (trx: Trx, ctx: Ctx) => fromCustomers(trx, ctx).select(rowColumns(ctx)),
  // the column of the joined table is null without a department, and so sorts last; '' would sort first
  sort: { orgName: 'o.name' },
  own: {
    hasStore: holds(sql<boolean>`exists (select from store s where s.customer_id = k.id and s.deleted_at is null)`),
    hasAccount: holds(
      sql<boolean>`exists (select from app_user au where au.customer_id = k.id and au.deleted_at is null)`,
    ),
    area: (text) => sql<boolean>`exists (select from jsonb_array_elements(k.addresses) a
      where a->>'area' ilike ${likePattern(text)} or a->>'address' ilike ${likePattern(text)})`,
  },
});

const selectCustomers = (trx: Trx, ctx: Ctx) =>
  fromCustomers(trx, ctx)
    .leftJoin('app_user as u', 'u.id', 'k.updated_by')
    .select(rowColumns(ctx))
    .select([
      'k.credit_code as creditCode',
      sql<CustomerContact[]>`k.contacts`.as('contacts'),
      sql<Array<CustomerAddress & { lng: number | null; lat: number | null }>>`k.addresses`.as('addresses'),
      sql<number | null>`k.temp_lower_c::float8`.as('tempLower'),
      sql<number | null>`k.temp_upper_c::float8`.as('tempUpper'),
      'k.hours_limit as hoursLimit',
      'k.invoice_title as invoiceTitle',
      'k.tax_no as taxNo',
      'k.ext_code as extCode',
      'k.contract_no as contractNo',
      'k.remark',
      orEmpty('u.name').as('updateUser'),
    ]);

/** One customer with all fields of the form; undefined when it does not exist or the caller may not see it. */
export const findCustomer = (trx: Trx, ctx: Ctx, id: string) =>
  selectCustomers(trx, ctx).where('k.id', '=', id).executeTakeFirst();
export type FoundCustomer = NonNullable<Awaited<ReturnType<typeof findCustomer>>>;
/** The customers with one of the names that the caller sees, with all fields of the form. */
export const findCustomersByName = (trx: Trx, ctx: Ctx, names: string[]) =>
  selectCustomers(trx, ctx).where(sql<boolean>`k.name = any(${names}::text[])`).execute();

/** Stores of a customer that the caller sees, at most 200; coordinates WGS-84. */
export const listCustomerStores = (trx: Trx, ctx: Ctx, id: string) =>
  trx
    .selectFrom('store as s')
    .leftJoin('place_shape as g', (j) => j.onRef('g.place_id', '=', 's.place_id').on(sql<boolean>`upper_inf(g.during)`))
    .select(['s.id', 's.code', 's.name', 's.address', 'g.lng', 'g.lat'])
    .where('s.customer_id', '=', id)
    .where('s.client_id', '=', ctx.clientId)
    .where('s.deleted_at', 'is', null)
    .where(visibleStores(ctx, 's'))
    .orderBy('s.code')
    .limit(200)
    .execute();
