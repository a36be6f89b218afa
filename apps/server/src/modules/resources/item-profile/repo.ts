import {
  type ItemProfileEdition,
  type ItemProfileRow,
  type ItemProfileUse,
  type ItemRow,
  itemProfileColumns,
  itemProfileFilters,
  standardProfile,
} from '@tongda/contract/resources/item-profile/calls';
import { type RawBuilder, sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { registerRows } from '../../../core/record/rows';
import { itemTable, type StoredProfile, wholeRows } from '../../../frames/item-rows';
import type { ItemTable } from '../../../frames/items';

const count = (query: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(select count(*)::int ${query})`;

const selectProfiles = (trx: Trx, ctx: Pick<Ctx, 'timeZone'>) =>
  trx
    .selectFrom('item_profile as p')
    .select(['p.id', 'p.name', 'p.code', 'p.base', 'p.edition_no as editionNo', 'p.remark', 'p.version'])
    .select('p.updated_name as updateUser')
    .select([
      sql<string>`coalesce((select b.name from item_profile b where b.code = p.base), '')`.as('baseName'),
      // only the calls of this module and the releases fill the column
      sql<ItemRow[]>`p.rows`.as('rows'),
      sql<boolean>`p.code = ${standardProfile}`.as('isFixed'),
      count(sql`from device_model m where m.item_profile = p.code and m.kind = 'terminal' and m.deleted_at is null`).as(
        'modelCount',
      ),
      count(sql`from device d where d.item_profile = p.code and d.deleted_at is null`).as('deviceCount'),
      count(sql`from item_profile b where b.base = p.code`).as('baseOfCount'),
      wireTimeSql(sql<Date>`p.updated_at`, ctx.timeZone).as('updateTime'),
    ]);

export const profileRows = registerRows({
  filters: itemProfileFilters,
  columns: itemProfileColumns,
  alias: 'p',
  select: selectProfiles,
  finish: async (_trx, _ctx, found): Promise<ItemProfileRow[]> =>
    found.map((row) => ({
      ...row,
      rows: wholeRows(row.rows),
      rowCount: row.rows.length,
      items: [...new Set(row.rows.map(({ item }) => item))].sort((a, b) => a - b),
    })),
  usual: sql`p.code <> ${standardProfile}, p.code`,
  own: {
    item: (typed) => {
      const id = /^[0-9a-f]{1,2}$/iu.test(typed) ? Number.parseInt(typed, 16) : -1;
      return sql<boolean>`exists (select from jsonb_array_elements(p.rows) r where (r ->> 'item')::int = ${id})`;
    },
  },
});

export const loadProfile = async (trx: Trx, ctx: Ctx, id: string): Promise<ItemProfileRow> =>
  requireRow(await profileRows.find(trx, ctx, id), '扩展数据');

/** Every edition of a profile, the newest first. */
export async function listEditions(trx: Trx, ctx: Ctx, id: string): Promise<ItemProfileEdition[]> {
  const found = await trx
    .selectFrom('item_profile_edition as e')
    .select(['e.edition_no as editionNo', 'e.name', 'e.base', 'e.created_name as createUser'])
    .select([
      sql<string>`coalesce((select b.name from item_profile b where b.code = e.base), e.base)`.as('baseName'),
      // written as the rows of profiles are
      sql<ItemRow[]>`e.rows`.as('rows'),
      wireTimeSql(sql<Date>`e.created_at`, ctx.timeZone).as('createTime'),
    ])
    .where('e.profile_id', '=', id)
    .orderBy('e.edition_no', 'desc')
    .execute();
  return found.map((row) => ({ ...row, rows: wholeRows(row.rows) }));
}

/** Models that name a profile, and terminals without such a model that do, a page of them. */
export async function pageUses(
  trx: Trx,
  code: string,
  { page, size }: { page: number; size: number },
): Promise<{ list: ItemProfileUse[]; total: number }> {
  const { rows } = await sql<ItemProfileUse & { total: number }>`
    with uses as (
      select 'm' || m.id as id, m.client_id, m.name as model, m.kind,
        (select count(*)::int from device d where d.model_id = m.id and d.deleted_at is null) as n
      from device_model m where m.item_profile = ${code} and m.kind = 'terminal' and m.deleted_at is null
      union all
      select 'd' || d.client_id, d.client_id, '', 'terminal', count(*)::int from device d
      left join device_model m on m.id = d.model_id and m.item_profile = d.item_profile
      where d.item_profile = ${code} and d.deleted_at is null and m.id is null group by d.client_id)
    select u.id, c.name as "clientName", u.model, u.kind, u.n as "deviceCount", count(*) over ()::int as total
    from uses u join client c on c.id = u.client_id order by u.n desc, c.name, u.model
    limit ${size} offset ${(page - 1) * size}`.execute(trx);
  return { list: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** Every profile as the protocol reads it, but for the standard. */
export async function loadDescribed(trx: Trx): Promise<StoredProfile[]> {
  const rows = await trx
    .selectFrom('item_profile')
    .select(['code as name', 'base', sql<ItemRow[]>`rows`.as('rows')])
    .where('code', '<>', standardProfile)
    .orderBy('code')
    .execute();
  return rows;
}

/** Codes and names of all profiles, the standard first. */
export const listNames = (trx: Trx): Promise<Array<{ code: string; name: string }>> =>
  trx
    .selectFrom('item_profile')
    .select(['code', 'name'])
    .orderBy(sql`code <> ${standardProfile}`)
    .orderBy('code')
    .execute();

/** What items mean now, for whoever reads frames. */
export async function loadItemTable(trx: Trx): Promise<ItemTable> {
  const names = await listNames(trx);
  return itemTable(await loadDescribed(trx), new Map(names.map(({ code, name }) => [code, name])));
}

/** SQL for the name of the profile with this code. */
export const profileNameSql = (code: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`coalesce((select ip.name from item_profile ip where ip.code = ${code}), '')`;
