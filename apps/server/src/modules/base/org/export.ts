import { orgExport } from '@tongda/contract/base/org/calls';
import { type OrgSheetRow, orgSheetColumns } from '@tongda/contract/base/org/columns';
import { sql } from 'kysely';
import { registerExport } from '../../../core/export/definition';
import type { Ctx } from '../../../core/http/ctx';
import { orgScope } from './scope';
import { orgWay } from './way';

/** The tree of departments, parents before children, with the path that an import takes. */
export const orgFile = registerExport<typeof orgExport, OrgSheetRow>({
  endpoint: orgExport,
  module: '组织架构',
  name: '组织架构',
  columns: orgSheetColumns,
  condition: async () => '',
  count: async (ctx) => (await loadSheetRows(ctx)).length,
  rows: async function* (ctx) {
    yield* await loadSheetRows(ctx);
  },
});

const loadSheetRows = (ctx: Ctx): Promise<OrgSheetRow[]> =>
  ctx.db(async (trx) => {
    const { rows } = await sql<OrgSheetRow>`
      select ${orgWay} as path, o.name,
        coalesce(o.code, '') as code, o.org_type as "orgType", coalesce(m.name, '') as manager, coalesce(o.phone, '') as phone,
        coalesce(o.address, '') as address, o.sort, o.remark,
        (select count(*)::int from app_user u join org b on b.id = u.org_id where b.path @> array[o.id] and u.deleted_at is null) as "userTotal",
        (select count(*)::int from vehicle v join org b on b.id = v.org_id where b.path @> array[o.id] and v.deleted_at is null) as "vehicleTotal"
      from org o left join app_user m on m.id = o.manager_user_id
      where o.client_id = ${ctx.clientId} and ${orgScope(ctx, 'o.id')} order by cardinality(o.path), o.sort, o.id`.execute(
      trx,
    );
    return rows;
  });
