import { type ItemNameOption, itemNameColumns, itemNameFilters } from '@tongda/contract/resources/item-name/calls';
import { sql } from 'kysely';
import { floatOrNull } from '../../../core/db/columns';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { byInitials, type IdName, wantedOf } from '../../../core/record/initials';
import { registerRows } from '../../../core/record/rows';

/** The customer to whom the caller's account belongs (查询账号); null for others. */
const ownCustomer = (ctx: Ctx) => sql`(select u.customer_id from app_user u where u.id = ${ctx.userId}::bigint)`;
/** SQL condition: a name of the whole company, or of the customer that the caller belongs to; whoever belongs to none sees all. */
export const ownNames = (ctx: Ctx, alias: string) => {
  const customer = sql.ref(`${alias}.customer_id`);
  return sql<boolean>`(${ownCustomer(ctx)} is null or ${customer} is null or ${customer} = ${ownCustomer(ctx)})`;
};

/** Query of the company's item names; an account of a customer sees the customer's names and those for all customers. */
export const fromItemNames = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('cargo_config as g')
    .leftJoin('customer as k', 'k.id', 'g.customer_id')
    .where('g.client_id', '=', ctx.clientId)
    .where('g.deleted_at', 'is', null)
    .where(ownNames(ctx, 'g'));

const useCount = sql<number>`(select count(*)::int from order_item i where i.cargo_id = g.id)`;

const selectItemNames = (trx: Trx, ctx: Ctx) =>
  fromItemNames(trx, ctx).select([
    'g.id',
    'g.cargo_name as cargoName',
    'g.cargo_code as cargoCode',
    'g.customer_id as customerId',
    sql<string>`coalesce(k.name, '')`.as('customerName'),
    'g.cargo_category as cargoCategory',
    'g.temperature_type as temperatureType',
    floatOrNull('g.temp_min_c').as('tempMin'),
    floatOrNull('g.temp_max_c').as('tempMax'),
    'g.pack_unit as packUnit',
    floatOrNull('g.unit_weight_kg').as('unitWeight'),
    floatOrNull('g.unit_volume_m3').as('unitVolume'),
    'g.shelf_life_days as shelfLifeDays',
    'g.conflict_group as conflictGroup',
    'g.value_tag as valueTag',
    'g.status',
    useCount.as('useCount'),
    'g.remark',
    wireTimeSql(sql<Date>`g.updated_at`, ctx.timeZone).as('updateTime'),
    'g.version',
  ]);

/** List, count and look-up of the register. */
export const itemNameRows = registerRows({
  filters: itemNameFilters,
  columns: itemNameColumns,
  alias: 'g',
  select: selectItemNames,
});

/** Item names with one of the names, of any customer, for imports. */
export const findItemNamesByName = (trx: Trx, ctx: Ctx, names: readonly string[]) =>
  selectItemNames(trx, ctx).where(sql<boolean>`g.cargo_name = any(${names}::text[])`).execute();

/** Item names to choose from in an order line by what was typed or its initials, those of the customer first, at most 50. */
export async function listItemNameChoices(
  trx: Trx,
  ctx: Ctx,
  { keyword = '', customerId }: { keyword?: string; customerId?: string },
): Promise<ItemNameOption[]> {
  const { like } = wantedOf(keyword);
  const owner = customerId ?? null;
  const names = sql<IdName>`${fromItemNames(trx, ctx).select(['g.id', 'g.cargo_name as name'])}`;
  const initials = await byInitials(trx, wantedOf(keyword), sql`g.id`, names);
  return fromItemNames(trx, ctx)
    .select([
      'g.id',
      'g.cargo_name as cargoName',
      'g.cargo_code as cargoCode',
      'g.temperature_type as temperatureType',
      'g.pack_unit as packUnit',
      floatOrNull('g.unit_weight_kg').as('unitWeight'),
      floatOrNull('g.unit_volume_m3').as('unitVolume'),
      sql<string>`coalesce(k.name, '')`.as('customerName'),
    ])
    .where('g.status', '=', 1)
    .where(sql<boolean>`(g.customer_id is null or g.customer_id = ${owner}::bigint)`)
    .where(sql<boolean>`(g.cargo_name ilike ${like} or g.cargo_code ilike ${like} or ${initials})`)
    .orderBy(sql`g.customer_id is null, g.cargo_name`)
    .limit(50)
    .execute();
}
