import { type ItemNameOption, itemNameColumns, itemNameFilters } from '@tongda/contract/resources/item-name/calls';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { wireTimeSql } from '../../../core/http/wire-time';
import { containing } from '../../../core/record/options';
import { registerRows } from '../../../core/record/rows';

/** The caller's own account buys for one customer only. */
const ownCustomer = (ctx: Ctx) => sql`(select u.customer_id from app_user u where u.id = ${ctx.userId}::bigint)`;

/** Item names of the company; a customer's account sees its own and those of everybody. */
export const fromItemNames = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('cargo_config as g')
    .leftJoin('customer as k', 'k.id', 'g.customer_id')
    .where('g.client_id', '=', ctx.clientId)
    .where('g.deleted_at', 'is', null)
    .where(sql<boolean>`(${ownCustomer(ctx)} is null or g.customer_id is null or g.customer_id = ${ownCustomer(ctx)})`);

const float = (column: string): RawBuilder<number | null> => sql<number | null>`${sql.ref(column)}::float8`;
const useCount = sql<number>`(select count(*)::int from order_item i where i.cargo_id = g.id)`;

const select = (trx: Trx, ctx: Ctx) =>
  fromItemNames(trx, ctx).select([
    'g.id',
    'g.cargo_name as cargoName',
    'g.cargo_code as cargoCode',
    'g.customer_id as customerId',
    sql<string>`coalesce(k.name, '')`.as('customerName'),
    'g.cargo_category as cargoCategory',
    'g.temperature_type as temperatureType',
    float('g.temp_min_c').as('tempMin'),
    float('g.temp_max_c').as('tempMax'),
    'g.pack_unit as packUnit',
    float('g.unit_weight_kg').as('unitWeight'),
    float('g.unit_volume_m3').as('unitVolume'),
    'g.shelf_life_days as shelfLifeDays',
    'g.conflict_group as conflictGroup',
    'g.value_tag as valueTag',
    'g.status',
    useCount.as('useCount'),
    'g.remark',
    wireTimeSql(sql<Date>`g.updated_at`, ctx.timeZone).as('updateTime'),
    'g.version',
  ]);

/** The register's list, number and look-up. */
export const itemNameRows = registerRows({
  filters: itemNameFilters,
  columns: itemNameColumns,
  alias: 'g',
  select,
});

/** Item names that are called so, whichever customer they belong to, for imports. */
export const itemNamesByName = (trx: Trx, ctx: Ctx, names: readonly string[]) =>
  select(trx, ctx).where(sql<boolean>`g.cargo_name = any(${names}::text[])`).execute();

/** Names that an order line may take, those of the customer first. */
export const itemNameChoices = (
  trx: Trx,
  ctx: Ctx,
  { keyword, customerId }: { keyword?: string; customerId?: string },
): Promise<ItemNameOption[]> => {
  const like = keyword ? containing(keyword) : null;
  const owner = customerId ?? null;
  return fromItemNames(trx, ctx)
    .select([
      'g.id',
      'g.cargo_name as cargoName',
      'g.cargo_code as cargoCode',
      'g.temperature_type as temperatureType',
      'g.pack_unit as packUnit',
      float('g.unit_weight_kg').as('unitWeight'),
      float('g.unit_volume_m3').as('unitVolume'),
      sql<string>`coalesce(k.name, '')`.as('customerName'),
    ])
    .where('g.status', '=', 1)
    .where(sql<boolean>`(g.customer_id is null or g.customer_id = ${owner}::bigint)`)
    .where(sql<boolean>`(${like}::text is null or g.cargo_name ilike ${like} or g.cargo_code ilike ${like})`)
    .orderBy(sql`g.customer_id is null, g.cargo_name`)
    .limit(50)
    .execute();
};
