import { roleFilters } from '@tongda/contract/company/role/calls';
import type { FieldMask } from '@tongda/contract/core/field/hidden-kinds';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { registerRows } from '../../../core/record/rows';

/** The register's list, number and look-up: the product's roles first, then in the order in which they were made. */
export const roleRows = registerRows({
  filters: roleFilters,
  columns: [],
  alias: 'r',
  select: (trx: Trx, ctx: Ctx) =>
    trx
      .selectFrom('role as r')
      .where('r.client_id', '=', ctx.clientId)
      .select(['r.id', 'r.name', 'r.remark', 'r.status', 'r.preset', 'r.all_rights as allRights'])
      .select(['r.data_scope as dataScope', 'r.version', sql<FieldMask[]>`r.masks`.as('masks')])
      .select([
        sql<string>`coalesce(r.code, '')`.as('code'),
        sql<string[]>`array(select s.org_id::text from role_org_scope s where s.role_id = r.id order by 1)`.as(
          'orgIds',
        ),
        sql<number>`(select count(*)::int from user_role ur join app_user u on u.id = ur.user_id
          where ur.role_id = r.id and u.deleted_at is null)`.as('userCount'),
        sql<number>`(select count(*)::int from role_menu m where m.role_id = r.id)`.as('menuCount'),
        wireTimeSql(sql<Date>`r.updated_at`, ctx.timeZone).as('updateTime'),
      ]),
  usual: sql`r.preset desc, r.all_rights desc, r.id`,
});
