import type { Parsed } from '@tongda/contract/core/endpoint';
import { authStatus, granteeType } from '@tongda/contract/enums/org';
import type { AuthFilters, AuthRow, authGrantees, GranteeRow } from '@tongda/contract/resource-auth/resource-auth';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Ctx } from '../../core/ctx';
import type { DB } from '../../core/db-types';
import { containing } from '../../core/options';
import { orderBy } from '../../core/rows';
import { instantOf, wireTimeOf } from '../../core/wire-time';
import { orgScope, seesAll, visibleResources, visibleVehicleRows } from '../org/org.scope';

type Trx = Transaction<DB>;
export type AuthQuery = AuthFilters & { ids?: string[] };

/** A device in no vehicle belongs to the company as a whole: administrators give it. */
export const visibleDevices = (ctx: Ctx, alias: string): RawBuilder<boolean> =>
  seesAll(ctx)
    ? sql<boolean>`${sql.ref(`${alias}.client_id`)} = ${ctx.clientId}`
    : sql<boolean>`(${sql.ref(`${alias}.id`)} in (select scope_grants(${ctx.userId}::bigint, 'device', 'view'))
        or exists (select from device_binding b join vehicle bv on bv.id = b.vehicle_id
          where b.device_id = ${sql.ref(`${alias}.id`)} and upper_inf(b.during) and ${visibleResources(ctx, 'vehicle', 'bv')}))`;

/** Grants of vehicles and devices that the caller may see, whose grantee stands in his departments. */
export function fromGrants(trx: Trx, ctx: Ctx) {
  return trx
    .selectFrom('resource_auth as g')
    .leftJoin('vehicle as v', (j) => j.onRef('v.id', '=', 'g.resource_id').on('g.resource_kind', '=', 'vehicle'))
    .leftJoin('device as d', (j) => j.onRef('d.id', '=', 'g.resource_id').on('g.resource_kind', '=', 'device'))
    .leftJoin('org as vo', 'vo.id', 'v.org_id')
    .leftJoin('org as o', 'o.id', 'g.org_id')
    .leftJoin('app_user as u', 'u.id', 'g.user_id')
    .leftJoin('app_user as by', 'by.id', 'g.granted_by')
    .where('g.client_id', '=', ctx.clientId)
    .where('g.resource_kind', 'in', ['vehicle', 'device'])
    .where(
      sql<boolean>`(g.resource_kind = 'vehicle' and ${visibleVehicleRows(ctx, 'v')} or g.resource_kind = 'device' and ${visibleDevices(ctx, 'd')})`,
    )
    .where(sql<boolean>`(${orgScope(ctx, 'g.org_id')} or ${orgScope(ctx, 'u.org_id')})`);
}

/** State of a grant, worked out when it is asked for. */
export const statusSql = sql<number>`case when g.revoked_at is not null then ${sql.lit(authStatus.revoked)}
  when g.valid_until <= now() then ${sql.lit(authStatus.expired)} else ${sql.lit(authStatus.active)} end`;

const soon = sql<boolean>`g.revoked_at is null and g.valid_until > now() and g.valid_until < now() + interval '30 days'`;

function conditions(ctx: Ctx, q: AuthQuery): Array<RawBuilder<boolean>> {
  const found: Array<RawBuilder<boolean>> = [];
  const words = (q.keyword ?? '')
    .split(/[\s,，、;；]+/u)
    .filter(Boolean)
    .slice(0, 200);
  if (words.length > 0)
    found.push(sql<boolean>`coalesce(v.plate_no, d.terminal_no) ilike any(${words.map(containing)})`);
  if (q.orgId) found.push(sql<boolean>`vo.path @> array[${q.orgId}::bigint]`);
  if (q.granteeType !== undefined)
    found.push(
      q.granteeType === granteeType.org ? sql<boolean>`g.org_id is not null` : sql<boolean>`g.user_id is not null`,
    );
  if (q.granteeOrgId) found.push(sql<boolean>`g.org_id = ${q.granteeOrgId}`);
  if (q.granteeUserId) found.push(sql<boolean>`g.user_id = ${q.granteeUserId}`);
  if (q.status !== undefined) found.push(sql<boolean>`${statusSql} = ${q.status}`);
  if (q.from) found.push(sql<boolean>`coalesce(g.valid_until, 'infinity') >= ${instantOf(q.from, ctx.timeZone)}`);
  if (q.to) found.push(sql<boolean>`g.valid_from <= ${instantOf(q.to, ctx.timeZone)}`);
  if (q.soon === '1') found.push(soon);
  if (q.ids) found.push(sql<boolean>`g.id = any(${q.ids}::bigint[])`);
  return found;
}
const filtered = (trx: Trx, ctx: Ctx, q: AuthQuery) =>
  conditions(ctx, q).reduce((query, condition) => query.where(condition), fromGrants(trx, ctx));

/** Columns of AuthRow, under its names. */
export const grantColumns = (ctx: Ctx) =>
  [
    'g.id',
    sql<AuthRow['resourceKind']>`g.resource_kind`.as('resourceKind'),
    'g.resource_id as resourceId',
    sql<string>`coalesce(v.plate_no, d.terminal_no, '已删除')`.as('resourceName'),
    'v.vehicle_color as vehicleColor',
    sql<string>`coalesce(v.vehicle_type, d.model, '')`.as('deviceType'),
    sql<string>`coalesce(vo.name, '')`.as('orgName'),
    sql<number>`case when g.org_id is null then ${sql.lit(granteeType.user)} else ${sql.lit(granteeType.org)} end`.as(
      'granteeType',
    ),
    sql<string>`coalesce(g.org_id, g.user_id)::text`.as('granteeId'),
    sql<string>`coalesce(o.name, u.name || '（' || u.account_code || '）', '')`.as('granteeName'),
    sql<AuthRow['rights']>`g.rights`.as('rights'),
    'g.inherit',
    wireTimeOf(sql<Date>`g.valid_from`, ctx.timeZone).as('startTime'),
    wireTimeOf(sql<Date>`g.valid_until`, ctx.timeZone).as('endTime'),
    statusSql.as('status'),
    sql<string>`coalesce(by.name, '')`.as('grantUser'),
    wireTimeOf(sql<Date>`g.granted_at`, ctx.timeZone).as('grantTime'),
    'g.remark',
    'g.version',
  ] as const;

const sortable = {
  resourceName: 'v.plate_no',
  orgName: 'vo.name',
  startTime: 'g.valid_from',
  endTime: 'g.valid_until',
  grantTime: 'g.granted_at',
};

export async function listGrants(
  trx: Trx,
  ctx: Ctx,
  q: AuthQuery & { sort?: string; limit: number; offset: number },
): Promise<AuthRow[]> {
  return filtered(trx, ctx, q)
    .select(grantColumns(ctx))
    .orderBy(orderBy(q.sort, sortable, 'g.id'))
    .limit(q.limit)
    .offset(q.offset)
    .execute();
}

export async function countGrants(trx: Trx, ctx: Ctx, q: AuthQuery): Promise<number> {
  const { n } = await filtered(trx, ctx, q).select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
  return n;
}

export const findGrant = (trx: Trx, ctx: Ctx, id: string): Promise<AuthRow | undefined> =>
  fromGrants(trx, ctx).where('g.id', '=', id).select(grantColumns(ctx)).executeTakeFirst();

/** Departments and users with the number of their grants. */
export async function listGrantees(trx: Trx, ctx: Ctx, q: Parsed<typeof authGrantees>) {
  const keyword = q.keyword
    ? sql`and coalesce(o.name, u.name || u.account_code) ilike ${containing(q.keyword)}`
    : sql``;
  const kind =
    q.granteeType === undefined
      ? sql``
      : q.granteeType === granteeType.org
        ? sql`and g.org_id is not null`
        : sql`and g.user_id is not null`;
  const all = sql`from resource_auth g left join org o on o.id = g.org_id left join app_user u on u.id = g.user_id
      left join org uo on uo.id = u.org_id
    where g.client_id = ${ctx.clientId} and g.resource_kind in ('vehicle', 'device')
      and (${orgScope(ctx, 'g.org_id')} or ${orgScope(ctx, 'u.org_id')}) ${keyword} ${kind}`;
  const { rows } = await sql<GranteeRow>`select * from (
      select case when g.org_id is null then 'u-' || g.user_id else 'o-' || g.org_id end as key,
        case when g.org_id is null then ${granteeType.user}::int else ${granteeType.org}::int end as "granteeType",
        coalesce(g.org_id, g.user_id)::text as "granteeId", coalesce(o.name, u.name || '（' || u.account_code || '）') as "granteeName",
        coalesce(uo.name, '') as "orgName",
        (count(*) filter (where ${statusSql} = ${authStatus.active}))::int as active, (count(*) filter (where ${soon}))::int as soon,
        (count(*) filter (where ${statusSql} <> ${authStatus.active}))::int as ended,
        ${wireTimeOf(sql<Date>`max(g.granted_at)`, ctx.timeZone)} as "lastTime"
      ${all} group by g.org_id, g.user_id, o.name, u.name, u.account_code, uo.name) x
    order by x."lastTime" desc, x.key limit ${q.size} offset ${(q.page - 1) * q.size}`.execute(trx);
  const total = await sql<{ n: number }>`select count(distinct (g.org_id, g.user_id))::int as n ${all}`.execute(trx);
  return { list: rows, total: total.rows[0]?.n ?? 0, page: q.page, size: q.size };
}
