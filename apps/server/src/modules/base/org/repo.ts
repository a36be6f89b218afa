import { type OrgDetail, type OrgRow, orgMembers, orgVehicles } from '@tongda/contract/base/org/calls';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { likePattern } from '../../../core/record/options';
import { holdTotal } from '../../../core/record/totals';
import { orgScope, visibleVehicleRows } from './scope';

/** Departments of the caller's scope with their numbers, parents before children, siblings in their order. */
export async function listOrgs(trx: Trx, ctx: Ctx): Promise<OrgRow[]> {
  const { rows } = await sql<OrgRow>`
    with users as (select org_id, count(*)::int as n from app_user
        where client_id = ${ctx.clientId} and deleted_at is null group by org_id),
      vehicles as (select org_id, count(*)::int as n from vehicle where client_id = ${ctx.clientId} and deleted_at is null group by org_id),
      held as (select o.id, o.path, coalesce(u.n, 0) as users, coalesce(v.n, 0) as vehicles from org o
        left join users u on u.org_id = o.id left join vehicles v on v.org_id = o.id where o.client_id = ${ctx.clientId}),
      totals as (select a.id, sum(h.users)::int as users, sum(h.vehicles)::int as vehicles
        from held h cross join unnest(h.path) a(id) group by a.id)
    select o.id::text, o.parent_id::text as "parentId", o.name, coalesce(o.code, '') as code, o.org_type as "orgType", o.sort, o.version,
      coalesce(m.name, '') as "managerName", h.users as "userCount", h.vehicles as "vehicleCount",
      t.users as "userTotal", t.vehicles as "vehicleTotal"
    from org o join held h on h.id = o.id join totals t on t.id = o.id left join app_user m on m.id = o.manager_user_id
    where ${orgScope(ctx, 'o.id')} order by cardinality(o.path), o.sort, o.id`.execute(trx);
  return rows;
}

/** One department of the caller's scope. */
export async function findOrg(trx: Trx, ctx: Ctx, id: string): Promise<(OrgDetail & { path: string[] }) | undefined> {
  return trx
    .selectFrom('org as o')
    .leftJoin('org as p', 'p.id', 'o.parent_id')
    .leftJoin('app_user as m', 'm.id', 'o.manager_user_id')
    .select(['o.id', 'o.parent_id as parentId', 'o.name', 'o.org_type as orgType', 'o.sort', 'o.remark', 'o.version'])
    .select(['o.lng', 'o.lat', 'o.manager_user_id as managerUserId'])
    .select([
      sql<string>`coalesce(p.name, '')`.as('parentName'),
      sql<string>`coalesce(o.code, '')`.as('code'),
      sql<string>`coalesce(m.name, '')`.as('managerName'),
      sql<string>`coalesce(o.phone, '')`.as('phone'),
      sql<string>`coalesce(o.address, '')`.as('address'),
      sql<string[]>`o.path::text[]`.as('path'),
      wireTimeSql(sql<Date>`o.created_at`, ctx.timeZone).as('createTime'),
      wireTimeSql(sql<Date>`o.updated_at`, ctx.timeZone).as('updateTime'),
    ])
    .where('o.id', '=', id)
    .where('o.client_id', '=', ctx.clientId)
    .where(orgScope(ctx, 'o.id'))
    .executeTakeFirst();
}

const belowSql = (column: string, orgId: string, wanted: '0' | '1') =>
  wanted === '1'
    ? sql<boolean>`${sql.ref(column)} in (select b.id from org b where b.path @> array[${orgId}::bigint])`
    : sql<boolean>`${sql.ref(column)} = ${orgId}`;

/** Users of a department (and below it). */
export async function listMembers(trx: Trx, ctx: Ctx, q: Parsed<typeof orgMembers>) {
  let members = trx
    .selectFrom('app_user as u')
    .leftJoin('org as o', 'o.id', 'u.org_id')
    .where('u.client_id', '=', ctx.clientId)
    .where('u.deleted_at', 'is', null)
    .where(belowSql('u.org_id', q.orgId, q.below))
    .where(orgScope(ctx, 'u.org_id'));
  if (q.accountStatus !== undefined) members = members.where('u.status', '=', q.accountStatus);
  if (q.keyword) {
    const like = likePattern(q.keyword);
    members = members.where((eb) =>
      eb.or([eb('u.name', 'ilike', like), eb('u.account_code', 'ilike', like), eb('u.phone', 'ilike', like)]),
    );
  }
  const list = await members
    .select([
      'u.id',
      'u.name',
      'u.account_code as accountCode',
      'u.org_type as userOrgType',
      'u.status as accountStatus',
    ])
    .select([
      sql<string>`coalesce(u.phone, '')`.as('phone'),
      sql<string>`coalesce(o.name, '')`.as('orgName'),
      sql<string>`coalesce((select string_agg(r.name, '、' order by r.id) from user_role ur join role r on r.id = ur.role_id
        where ur.user_id = u.id), '')`.as('roleNames'),
      wireTimeSql(sql<Date>`u.last_login_at`, ctx.timeZone).as('lastLoginTime'),
    ])
    .orderBy(sql`u.is_primary desc, u.org_type desc, u.id`)
    .limit(q.size)
    .offset((q.page - 1) * q.size)
    .execute();
  const total = await holdTotal(ctx, orgMembers, q, async () => {
    const { n } = await members.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
    return n;
  });
  return { list, total, page: q.page, size: q.size };
}

/** Vehicles that belong to a department (and below it), and those that were given to it or to one above it with inheritance. */
export async function listOrgVehicles(trx: Trx, ctx: Ctx, q: Parsed<typeof orgVehicles>) {
  const own = belowSql('v.org_id', q.orgId, q.below);
  const given = sql<boolean>`v.id in (select g.resource_id from resource_auth g
    where g.client_id = ${ctx.clientId} and g.resource_kind = 'vehicle' and g.revoked_at is null
      and g.valid_from <= now() and (g.valid_until is null or g.valid_until > now())
      and (g.org_id = ${q.orgId} or g.inherit and g.org_id = any((select path from org where id = ${q.orgId})::bigint[])))`;
  let vehicles = trx
    .selectFrom('vehicle as v')
    .leftJoin('org as o', 'o.id', 'v.org_id')
    .where('v.client_id', '=', ctx.clientId)
    .where('v.deleted_at', 'is', null)
    .where(visibleVehicleRows(ctx, 'v'))
    .where(sql<boolean>`(${own} or ${given})`);
  if (q.keyword) vehicles = vehicles.where('v.plate_no', 'ilike', likePattern(q.keyword));
  const list = await vehicles
    .select(['v.id', 'v.plate_no as plateNo', 'v.vehicle_color as vehicleColor', 'v.vehicle_type as vehicleType'])
    .select(['v.vehicle_status as vehicleStatus'])
    .select([
      sql<string>`coalesce(o.name, '')`.as('orgName'),
      sql<'own' | 'grant'>`case when ${own} then 'own' else 'grant' end`.as('source'),
      sql<string>`coalesce((select d.terminal_no from device_binding b join device d on d.id = b.device_id
        where b.vehicle_id = v.id and upper_inf(b.during) limit 1), '')`.as('terminalNo'),
    ])
    .orderBy('v.plate_no')
    .orderBy('v.id')
    .limit(q.size)
    .offset((q.page - 1) * q.size)
    .execute();
  const total = await holdTotal(ctx, orgVehicles, q, async () => {
    const { n } = await vehicles.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
    return n;
  });
  return { list, total, page: q.page, size: q.size };
}
