import { type UserDetail, userFilters } from '@tongda/contract/company/user/calls';
import { userColumns } from '@tongda/contract/company/user/columns';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { byInitials, type IdName, wantedOf } from '../../../core/record/initials';
import { likePattern } from '../../../core/record/options';
import { registerRows } from '../../../core/record/rows';
import { orgScope } from '../../base/org/door';

/** Query of the users in the caller's departments, and the caller himself. */
function fromUsers(trx: Trx, ctx: Ctx) {
  return trx
    .selectFrom('app_user as u')
    .leftJoin('org as o', 'o.id', 'u.org_id')
    .where('u.client_id', '=', ctx.clientId)
    .where('u.deleted_at', 'is', null)
    .where((eb) => eb.or([orgScope(ctx, 'u.org_id'), eb('u.id', '=', ctx.userId)]));
}

/** Number of vehicles that the user of a row sees, by the same SQL functions as his own lists. */
const visibleVehicles = sql<number>`(select count(*)::int from vehicle v where v.deleted_at is null and v.client_id = u.client_id
    and (u.is_primary or u.org_type = 1 or v.org_id = any(array(select scope_orgs(u.id)))
      or v.id in (select scope_grants(u.id, 'vehicle', 'view'))))
  + (select count(distinct a.vehicle_id)::int from vehicle_access a join vehicle x on x.id = a.vehicle_id and x.deleted_at is null
    where a.client_id = u.client_id and a.source = 'share' and a.valid_from <= now() and (a.valid_until is null or a.valid_until > now()))`;

/** The register's list, number and look-up. */
export const userRows = registerRows({
  filters: userFilters,
  columns: userColumns,
  alias: 'u',
  select: (trx: Trx, ctx: Ctx) =>
    fromUsers(trx, ctx)
      .select(['u.id', 'u.name', 'u.account_code as accountCode', 'u.org_id as orgId', 'u.org_type as userOrgType'])
      .select(['u.is_primary as isPrimary', 'u.data_scope as dataScope', 'u.status as accountStatus', 'u.version'])
      .select('u.expire_date as expireDate')
      .select([
        sql<string>`coalesce(overlay(u.phone placing '****' from 4 for 4), '')`.as('phone'),
        sql<string>`coalesce(o.name, '')`.as('orgName'),
        sql<string>`coalesce((select string_agg(r.name, '、' order by r.id) from user_role ur join role r on r.id = ur.role_id
          where ur.user_id = u.id), '')`.as('roleNames'),
        visibleVehicles.as('visibleVehicles'),
        sql<boolean>`u.id in (select locked_users())`.as('locked'),
        sql<boolean>`u.id in (select factor_users())`.as('factored'),
        sql<number>`(u.wx_openid is not null)::int`.as('wxBound'),
        wireTimeSql(sql<Date>`u.last_login_at`, ctx.timeZone).as('lastLoginTime'),
        wireTimeSql(sql<Date>`u.created_at`, ctx.timeZone).as('createTime'),
      ]),
  sort: {
    name: 'u.name',
    accountCode: 'u.account_code',
    orgName: 'o.name',
    accountStatus: 'u.status',
    lastLoginTime: 'u.last_login_at',
    expireDate: 'u.expire_date',
  },
  usual: sql`u.is_primary desc, u.org_type desc, u.id`,
  own: {
    roleId: (id) => sql<boolean>`exists (select from user_role ur where ur.user_id = u.id and ur.role_id = ${id})`,
    idle: (code) =>
      code === '1'
        ? sql<boolean>`coalesce(u.last_login_at, u.created_at) < now() - interval '90 days'`
        : sql<boolean>`true`,
  },
});

/** One user with everything that the form shows; undefined when the caller may not see him. */
export async function findUser(trx: Trx, ctx: Ctx, id: string): Promise<UserDetail | undefined> {
  return fromUsers(trx, ctx)
    .where('u.id', '=', id)
    .select(['u.id', 'u.account_code as accountCode', 'u.name', 'u.org_id as orgId', 'u.org_type as userOrgType'])
    .select(['u.is_primary as isPrimary', 'u.data_scope as dataScope', 'u.remark', 'u.status as accountStatus'])
    .select(['u.version', 'u.expire_date as expireDate'])
    .select([
      sql<string>`coalesce(u.phone, '')`.as('phone'),
      sql<string>`coalesce(u.email, '')`.as('email'),
      sql<string>`coalesce(o.name, '')`.as('orgName'),
      sql<string[]>`array(select ur.role_id::text from user_role ur where ur.user_id = u.id order by 1)`.as('roleIds'),
      sql<string[]>`array(select s.org_id::text from user_org_scope s where s.user_id = u.id order by 1)`.as('orgIds'),
      wireTimeSql(sql<Date>`u.created_at`, ctx.timeZone).as('createTime'),
      wireTimeSql(sql<Date>`u.updated_at`, ctx.timeZone).as('updateTime'),
    ])
    .executeTakeFirst();
}

/** Users for select boxes: the first hundred that match the keyword, or, with `ids`, exactly those. */
export async function listUserOptions(trx: Trx, ctx: Ctx, { keyword, ids }: { keyword?: string; ids?: string[] }) {
  let users = fromUsers(trx, ctx);
  if (keyword) {
    const like = likePattern(keyword);
    const names = sql<IdName>`${fromUsers(trx, ctx).select(['u.id', 'u.name'])}`;
    const initials = await byInitials(trx, wantedOf(keyword), sql`u.id`, names);
    users = users.where((eb) =>
      eb.or([eb('u.name', 'ilike', like), eb('u.account_code', 'ilike', like), eb('u.phone', 'ilike', like), initials]),
    );
  }
  if (ids) users = users.where(sql<boolean>`u.id = any(${ids}::bigint[])`);
  return users
    .select(['u.id', 'u.name', 'u.account_code as accountCode', sql<string>`coalesce(o.name, '')`.as('orgName')])
    .orderBy('u.name')
    .orderBy('u.id')
    .limit(ids ? 500 : 100)
    .execute();
}
