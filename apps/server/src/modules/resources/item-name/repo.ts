import type { ItemNameFilters, ItemNameOption, ItemNameRow } from '@tongda/contract/resources/item-name/calls';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { every, orderBy } from '../../../core/db/rows';
import type { DB } from '../../../core/generated/db-types';
import type { Ctx } from '../../../core/http/ctx';
import { wireTimeOf } from '../../../core/http/wire-time';
import { containing } from '../../../core/record/options';

type Trx = Transaction<DB>;

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

const rowColumns = (ctx: Ctx) =>
  [
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
    wireTimeOf(sql<Date>`g.updated_at`, ctx.timeZone).as('updateTime'),
    'g.version',
  ] as const;

const sortable = {
  cargoName: 'g.cargo_name',
  cargoCode: 'g.cargo_code',
  status: 'g.status',
  cargoCategory: 'g.cargo_category',
  temperatureType: 'g.temperature_type',
  unitWeight: 'g.unit_weight_kg',
  unitVolume: 'g.unit_volume_m3',
  conflictGroup: 'g.conflict_group',
  customerName: 'customerName',
  shelfLifeDays: 'g.shelf_life_days',
  useCount: 'useCount',
  updateTime: 'g.updated_at',
};

type Filters = ItemNameFilters & { ids?: string[] };

function conditions(q: Filters): RawBuilder<boolean> {
  const found: Array<RawBuilder<boolean>> = [];
  const same = (column: string, value: unknown) => {
    if (value !== undefined) found.push(sql<boolean>`${sql.ref(column)} = ${value}`);
  };
  if (q.keyword) {
    const like = containing(q.keyword);
    found.push(sql<boolean>`(g.cargo_name ilike ${like} or g.cargo_code ilike ${like})`);
  }
  if (q.conflictGroup) found.push(sql<boolean>`g.conflict_group ilike ${containing(q.conflictGroup)}`);
  same('g.cargo_category', q.cargoCategory);
  same('g.temperature_type', q.temperatureType);
  same('g.customer_id', q.customerId);
  same('g.status', q.status);
  if (q.ids) found.push(sql<boolean>`g.id = any(${q.ids}::bigint[])`);
  return every(found);
}

export const listItemNames = (
  trx: Trx,
  ctx: Ctx,
  q: Filters & { sort?: string; limit: number; offset: number },
): Promise<ItemNameRow[]> =>
  fromItemNames(trx, ctx)
    .select(rowColumns(ctx))
    .where(conditions(q))
    .orderBy(orderBy(q.sort, sortable, 'g.id'))
    .limit(q.limit)
    .offset(q.offset)
    .execute();

export async function countItemNames(trx: Trx, ctx: Ctx, q: Filters): Promise<number> {
  const { n } = await fromItemNames(trx, ctx)
    .select(sql<number>`count(*)::int`.as('n'))
    .where(conditions(q))
    .executeTakeFirstOrThrow();
  return n;
}

/** One item name; undefined when it is not there. */
export const findItemName = (trx: Trx, ctx: Ctx, id: string) =>
  fromItemNames(trx, ctx).select(rowColumns(ctx)).where('g.id', '=', id).executeTakeFirst();

/** Item names by `<customer id or 0> <name>`, for imports. */
export const itemNamesByName = (trx: Trx, ctx: Ctx, names: readonly string[]) =>
  fromItemNames(trx, ctx).select(rowColumns(ctx)).where(sql<boolean>`g.cargo_name = any(${names}::text[])`).execute();

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
