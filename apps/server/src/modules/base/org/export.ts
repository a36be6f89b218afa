import type { OrgSheetRow } from '@tongda/contract/base/org/columns';
import { sql } from 'kysely';
import type { RegisterReader } from '../../../core/record/serve';
import { findOrg } from './repo';
import { orgScope } from './scope';
import { orgWay } from './way';

/** The tree of departments as a sheet, parents before children, with the path that an import takes. */
export const orgSheet: RegisterReader<OrgSheetRow> = {
  list: async (trx, ctx, { ids, limit, offset }) => {
    const { rows } = await sql<OrgSheetRow>`
      select ${orgWay} as path, o.name,
        coalesce(o.code, '') as code, o.org_type as "orgType", coalesce(m.name, '') as manager, coalesce(o.phone, '') as phone,
        coalesce(o.address, '') as address, o.sort, o.remark,
        (select count(*)::int from app_user u join org b on b.id = u.org_id where b.path @> array[o.id] and u.deleted_at is null) as "userTotal",
        (select count(*)::int from vehicle v join org b on b.id = v.org_id where b.path @> array[o.id] and v.deleted_at is null) as "vehicleTotal"
      from org o left join app_user m on m.id = o.manager_user_id
      where o.client_id = ${ctx.clientId} and ${orgScope(ctx, 'o.id')} and ${isChosen(ids)}
      order by cardinality(o.path), o.sort, o.id limit ${limit} offset ${offset}`.execute(trx);
    return rows;
  },
  count: async (trx, ctx, { ids }) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from org o
      where o.client_id = ${ctx.clientId} and ${orgScope(ctx, 'o.id')} and ${isChosen(ids)}`.execute(trx);
    return rows[0]?.n ?? 0;
  },
  sees: async (trx, ctx, id) => (await findOrg(trx, ctx, id)) !== undefined,
};

/** SQL condition: the department is one of the ticked ones; all are when none is ticked. */
const isChosen = (ids: readonly string[] | undefined) =>
  ids ? sql<boolean>`o.id = any(${[...ids]}::bigint[])` : sql<boolean>`true`;
