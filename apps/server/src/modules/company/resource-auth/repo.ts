import { authStatus, granteeType } from '@tongda/contract/base/org/enums';
import {
  type AuthFilters,
  type AuthRow,
  type GranteeFilters,
  type GranteeRow,
  granteeFilterSet,
  grantFilters,
} from '@tongda/contract/company/resource-auth/calls';
import { type GrantFamily, grantFamilies } from '@tongda/contract/company/resource-auth/rights';
import { type RawBuilder, sql } from 'kysely';
import { allOf, orderByClause } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { instantSql, wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { filterConditions, type OwnConditions } from '../../../core/record/filters';
import { likePattern } from '../../../core/record/options';
import {
  orgScope,
  visiblePlaces,
  visibleResources,
  visibleStores,
  visibleTerminals,
  visibleVehicleRows,
} from '../../base/org/door';

export type AuthQuery = AuthFilters & { ids?: string[] };

const visibleSql: Readonly<Record<GrantFamily, (ctx: Ctx) => RawBuilder<boolean>>> = {
  vehicle: (ctx) =>
    sql`(g.resource_kind = 'vehicle' and ${visibleVehicleRows(ctx, 'v')} or g.resource_kind = 'device' and ${visibleTerminals(ctx, 'd')})`,
  map: (ctx) =>
    sql`(g.resource_kind = 'store' and ${visibleStores(ctx, 'st')} or g.resource_kind <> 'store' and ${visiblePlaces(ctx, 'p')})`,
  lock: (ctx) => visibleResources(ctx, 'lock', 'l'),
};

/** Query of the grants of a family whose resource the caller may see and whose grantee lies in his departments. */
export function fromGrants(trx: Trx, ctx: Ctx, family: GrantFamily) {
  return trx
    .selectFrom('resource_auth as g')
    .leftJoin('vehicle as v', (j) => j.onRef('v.id', '=', 'g.resource_id').on('g.resource_kind', '=', 'vehicle'))
    .leftJoin('device as d', (j) => j.onRef('d.id', '=', 'g.resource_id').on('g.resource_kind', '=', 'device'))
    .leftJoin('place as p', (j) =>
      j.onRef('p.id', '=', 'g.resource_id').on('g.resource_kind', 'in', ['site', 'region', 'route']),
    )
    .leftJoin('store as st', (j) => j.onRef('st.id', '=', 'g.resource_id').on('g.resource_kind', '=', 'store'))
    .leftJoin('place_shape as ps', (j) =>
      j.on(sql<boolean>`ps.place_id = coalesce(p.id, st.place_id) and upper_inf(ps.during)`),
    )
    .leftJoin('bluetooth_lock as l', (j) => j.onRef('l.id', '=', 'g.resource_id').on('g.resource_kind', '=', 'lock'))
    .leftJoin('vehicle as lv', 'lv.id', 'l.vehicle_id')
    .leftJoin('lock_grant as lg', 'lg.auth_id', 'g.id')
    .leftJoin('store as fs', 'fs.id', 'lg.fence_store_id')
    .leftJoin('org as vo', (j) => j.on(sql<boolean>`vo.id = coalesce(v.org_id, p.org_id, st.org_id, l.org_id)`))
    .leftJoin('org as o', 'o.id', 'g.org_id')
    .leftJoin('app_user as u', 'u.id', 'g.user_id')
    .leftJoin('app_user as by', 'by.id', 'g.granted_by')
    .where('g.client_id', '=', ctx.clientId)
    .where('g.resource_kind', 'in', [...grantFamilies[family].kinds])
    .where(visibleSql[family](ctx))
    .where(sql<boolean>`(${orgScope(ctx, 'g.org_id')} or ${orgScope(ctx, 'u.org_id')})`);
}

/** State of a grant at the moment of the query. */
const statusSql = sql<number>`case when g.revoked_at is not null then ${sql.lit(authStatus.revoked)}
  when g.valid_until <= now() then ${sql.lit(authStatus.expired)} else ${sql.lit(authStatus.active)} end`;

const endsSoonSql = sql<boolean>`g.revoked_at is null and g.valid_until > now() and g.valid_until < now() + interval '30 days'`;

const isGrantedTo = (type: GranteeFilters['granteeType']): RawBuilder<boolean> =>
  type === granteeType.org ? sql<boolean>`g.org_id is not null` : sql<boolean>`g.user_id is not null`;

const grantConditions: OwnConditions<typeof grantFilters.table> = {
  keyword: (text) => {
    const words = text
      .split(/[\s,，、;；]+/u)
      .filter(Boolean)
      .slice(0, 200);
    return words.length > 0 ? sql<boolean>`${nameSql} ilike any(${words.map(likePattern)})` : sql<boolean>`true`;
  },
  orgId: (org) => sql<boolean>`vo.path @> array[${org}::bigint]`,
  granteeType: isGrantedTo,
  granteeOrgId: (org) => sql<boolean>`g.org_id = ${org}`,
  status: (status) => sql<boolean>`${statusSql} = ${status}`,
  from: ({ from, to }, { timeZone }) =>
    allOf([
      ...(from ? [sql<boolean>`coalesce(g.valid_until, 'infinity') >= ${instantSql(from, timeZone)}`] : []),
      ...(to ? [sql<boolean>`g.valid_from <= ${instantSql(to, timeZone)}`] : []),
    ]),
  soon: () => endsSoonSql,
};
const selectGrants = (trx: Trx, ctx: Ctx, family: GrantFamily, q: AuthQuery) =>
  fromGrants(trx, ctx, family).where(filterConditions(grantFilters.table, 'g', grantConditions, ctx, q));

const nameSql = sql<string>`coalesce(v.plate_no, d.terminal_no, p.name, st.name, l.lock_no, '已删除')`;

/** Selected columns, named as the fields of AuthRow. */
export const grantColumns = (ctx: Ctx) =>
  [
    'g.id',
    sql<AuthRow['resourceKind']>`g.resource_kind`.as('resourceKind'),
    'g.resource_id as resourceId',
    nameSql.as('resourceName'),
    'v.vehicle_color as vehicleColor',
    sql<string>`coalesce(v.vehicle_type, d.model, l.model, '')`.as('deviceType'),
    sql<AuthRow['shape']>`ps.kind`.as('shape'),
    sql<string | null>`lv.id::text`.as('vehicleId'),
    sql<string>`coalesce(lv.plate_no, '')`.as('plateNo'),
    'l.battery_pct as batteryPct',
    sql<string>`coalesce(vo.name, '')`.as('orgName'),
    sql<number>`case when g.org_id is null then ${sql.lit(granteeType.user)} else ${sql.lit(granteeType.org)} end`.as(
      'granteeType',
    ),
    sql<string>`coalesce(g.org_id, g.user_id)::text`.as('granteeId'),
    sql<string>`coalesce(o.name, u.name || '（' || u.account_code || '）', '')`.as('granteeName'),
    sql<AuthRow['rights']>`g.rights`.as('rights'),
    'g.inherit',
    wireTimeSql(sql<Date>`g.valid_from`, ctx.timeZone).as('startTime'),
    wireTimeSql(sql<Date>`g.valid_until`, ctx.timeZone).as('endTime'),
    statusSql.as('status'),
    sql<string>`coalesce(by.name, '')`.as('grantUser'),
    wireTimeSql(sql<Date>`g.granted_at`, ctx.timeZone).as('grantTime'),
    'g.remark',
    sql<
      AuthRow['terms']
    >`case when lg.auth_id is null then null else json_build_object('methods', lg.methods, 'timeWindows', lg.time_windows,
      'fenceStoreId', lg.fence_store_id::text, 'fenceStoreName', coalesce(fs.name, ''), 'fenceRadiusM', lg.fence_radius_m,
      'maxOpens', lg.max_opens, 'usedOpens', lg.used_opens) end`.as('terms'),
    'g.version',
  ] as const;

const sortable = {
  orgName: 'vo.name',
  startTime: 'g.valid_from',
  endTime: 'g.valid_until',
  grantTime: 'g.granted_at',
};

export async function listGrants(
  trx: Trx,
  ctx: Ctx,
  family: GrantFamily,
  q: AuthQuery & { sort?: string; limit: number; offset: number },
): Promise<AuthRow[]> {
  const name = { vehicle: 'v.plate_no', map: 'p.name', lock: 'l.lock_no' }[family];
  return selectGrants(trx, ctx, family, q)
    .select(grantColumns(ctx))
    .orderBy(orderByClause(q.sort, { ...sortable, resourceName: name }, 'g.id'))
    .limit(q.limit)
    .offset(q.offset)
    .execute();
}

export async function countGrants(trx: Trx, ctx: Ctx, family: GrantFamily, q: AuthQuery): Promise<number> {
  const { n } = await selectGrants(trx, ctx, family, q)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

export const findGrant = (trx: Trx, ctx: Ctx, family: GrantFamily, id: string): Promise<AuthRow | undefined> =>
  fromGrants(trx, ctx, family).where('g.id', '=', id).select(grantColumns(ctx)).executeTakeFirst();

/** FROM and WHERE of the grants by which the grantees of a family are listed and counted. */
const granteeConditions: OwnConditions<typeof granteeFilterSet.table> = {
  keyword: (text) => sql<boolean>`coalesce(o.name, u.name || u.account_code) ilike ${likePattern(text)}`,
  granteeType: isGrantedTo,
};
const granteesSql = (ctx: Ctx, family: GrantFamily, q: GranteeFilters): RawBuilder<unknown> =>
  sql`from resource_auth g left join org o on o.id = g.org_id left join app_user u on u.id = g.user_id
      left join org uo on uo.id = u.org_id
    where g.client_id = ${ctx.clientId} and g.resource_kind = any(${[...grantFamilies[family].kinds]}::text[])
      and (${orgScope(ctx, 'g.org_id')} or ${orgScope(ctx, 'u.org_id')})
      and ${filterConditions(granteeFilterSet.table, 'g', granteeConditions, ctx, q)}`;

const granteeSort = {
  granteeName: 'x.granteeName',
  orgName: 'x.orgName',
  active: 'x.active',
  soon: 'x.soon',
  ended: 'x.ended',
  lastTime: 'x.lastTime',
};

/** Departments and users with the number of their grants. */
export async function listGrantees(
  trx: Trx,
  ctx: Ctx,
  family: GrantFamily,
  q: GranteeFilters & { sort?: string; limit: number; offset: number },
): Promise<GranteeRow[]> {
  const { rows } = await sql<GranteeRow>`select * from (
      select case when g.org_id is null then 'u-' || g.user_id else 'o-' || g.org_id end as key,
        case when g.org_id is null then ${granteeType.user}::int else ${granteeType.org}::int end as "granteeType",
        coalesce(g.org_id, g.user_id)::text as "granteeId", coalesce(o.name, u.name || '（' || u.account_code || '）') as "granteeName",
        coalesce(uo.name, '') as "orgName",
        (count(*) filter (where ${statusSql} = ${authStatus.active}))::int as active, (count(*) filter (where ${endsSoonSql}))::int as soon,
        (count(*) filter (where ${statusSql} <> ${authStatus.active}))::int as ended,
        ${wireTimeSql(sql<Date>`max(g.granted_at)`, ctx.timeZone)} as "lastTime"
      ${granteesSql(ctx, family, q)} group by g.org_id, g.user_id, o.name, u.name, u.account_code, uo.name) x
    order by ${orderByClause(q.sort ?? 'lastTime desc', granteeSort, 'x.key')} limit ${q.limit} offset ${q.offset}`.execute(
    trx,
  );
  return rows;
}

export async function countGrantees(trx: Trx, ctx: Ctx, family: GrantFamily, q: GranteeFilters): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(distinct (g.org_id, g.user_id))::int as n ${granteesSql(ctx, family, q)}`.execute(trx);
  return rows[0]?.n ?? 0;
}
