import type { Parsed } from '@tongda/contract/core/endpoint';
import { granteeType } from '@tongda/contract/enums/org';
import type { authEffective, authHistory, authResources } from '@tongda/contract/resource-auth/resource-auth';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../core/ctx';
import { notFound } from '../../core/errors';
import { containing } from '../../core/options';
import { wireTimeOf } from '../../core/wire-time';
import { orgScope, visibleVehicleRows } from '../org/org.scope';
import { fromGrants, grantColumns, visibleDevices } from './auth.repo';
import { openedBy, personOf, reasonsOf, vehicleFacts } from './explain';

/** Lines of a dual list at most; more is found by typing or by department. */
const listed = 500;

/** Vehicles and devices that the caller may give. */
export function resourcesOf(ctx: Ctx, q: Parsed<typeof authResources>) {
  const like = q.keyword ? containing(q.keyword) : null;
  const ids = q.ids ? sql`and r.id = any(${q.ids}::bigint[])` : sql``;
  const org = q.orgId ? sql`and o.path @> array[${q.orgId}::bigint]` : sql``;
  const from =
    q.kind === 'vehicle'
      ? sql`from vehicle r left join org o on o.id = r.org_id where r.client_id = ${ctx.clientId} and r.deleted_at is null
          and ${visibleVehicleRows(ctx, 'r')} ${like ? sql`and (r.plate_no ilike ${like} or r.remark_no ilike ${like})` : sql``} ${org} ${ids}`
      : sql`from device r left join device_binding b on b.device_id = r.id and upper_inf(b.during) left join vehicle bv on bv.id = b.vehicle_id
          left join org o on o.id = bv.org_id where r.client_id = ${ctx.clientId} and r.deleted_at is null and ${visibleDevices(ctx, 'r')}
          ${like ? sql`and r.terminal_no ilike ${like}` : sql``} ${org} ${ids}`;
  const columns =
    q.kind === 'vehicle'
      ? sql`r.plate_no as name, r.remark_no as remark`
      : sql`r.terminal_no as name, coalesce(bv.plate_no, r.model, '') as remark`;
  return ctx.db(async (trx) => {
    const { rows } = await sql<{ id: string; name: string; orgName: string; remark: string }>`
      select r.id::text as id, ${columns}, coalesce(o.name, '') as "orgName" ${from} order by name, r.id limit ${q.ids ? 5000 : listed}`.execute(
      trx,
    );
    const total = await sql<{ n: number }>`select count(*)::int as n ${from}`.execute(trx);
    return { list: rows, total: total.rows[0]?.n ?? 0 };
  });
}

/** Vehicles that the caller may ask about: fifty at most, more is found by typing. */
export function choicesOf(ctx: Ctx, keyword: string | undefined) {
  return ctx.db(async (trx) => {
    const { rows } = await sql<{ id: string; name: string; note: string }>`
      select v.id::text as id, v.plate_no as name, coalesce(o.name, '') as note from vehicle v left join org o on o.id = v.org_id
      where v.deleted_at is null and ${visibleVehicleRows(ctx, 'v')} ${keyword ? sql`and v.plate_no ilike ${containing(keyword)}` : sql``}
      order by v.plate_no, v.id limit 50`.execute(trx);
    return rows;
  });
}

/** What a department as such, or a user, sees: each vehicle with its reasons. The caller sees only what he may see himself. */
export function effectiveOf(ctx: Ctx, q: Parsed<typeof authEffective>) {
  const toOrg = q.granteeType === granteeType.org;
  return ctx.db(async (trx) => {
    const scope = toOrg
      ? sql`select from org o where o.id = ${q.granteeId} and o.client_id = ${ctx.clientId} and ${orgScope(ctx, 'o.id')}`
      : sql`select from app_user u where u.id = ${q.granteeId} and u.client_id = ${ctx.clientId} and u.deleted_at is null
          and (${orgScope(ctx, 'u.org_id')} or u.id = ${ctx.userId})`;
    if ((await scope.execute(trx)).rows.length === 0) throw notFound(toOrg ? '部门' : '用户');
    const person = toOrg
      ? await departmentAsPerson(trx, ctx, q.granteeId)
      : await personOf(trx, ctx.clientId, q.granteeId);
    if (!person) throw notFound('用户');
    const theirs = toOrg ? visibleToOrg(ctx, q.granteeId) : visibleToUser(ctx, person);
    const from = sql`from vehicle v where v.deleted_at is null and ${visibleVehicleRows(ctx, 'v')} and ${theirs}
      ${q.keyword ? sql`and v.plate_no ilike ${containing(q.keyword)}` : sql``}`;
    const page = await sql<{ id: string; color: number }>`select v.id::text as id, v.vehicle_color as color ${from}
      order by v.plate_no, v.id limit ${q.size} offset ${(q.page - 1) * q.size}`.execute(trx);
    const total = await sql<{ n: number }>`select count(*)::int as n ${from}`.execute(trx);
    const facts = new Map(
      (
        await vehicleFacts(
          trx,
          ctx.clientId,
          page.rows.map((r) => r.id),
        )
      ).map((f) => [f.vehicle.id, f]),
    );
    const now = new Date();
    const list = page.rows.flatMap(({ id, color }) => {
      const fact = facts.get(id);
      if (!fact) return [];
      const reasons = reasonsOf({ user: person, ...fact }, now, ctx.timeZone).filter((r) => r.state === 'active');
      const { plateNo, orgName } = fact.vehicle;
      return [
        { id, plateNo, orgName, vehicleColor: color, reasons: reasons.map((r) => r.text), rights: openedBy(reasons) },
      ];
    });
    return { list, total: total.rows[0]?.n ?? 0, page: q.page, size: q.size };
  });
}

type Trx = Parameters<Parameters<Ctx['db']>[0]>[0];

/** A department's view is that of somebody in it who has the usual data scope and nothing of his own. */
async function departmentAsPerson(trx: Trx, ctx: Ctx, orgId: string) {
  const org = await trx
    .selectFrom('org')
    .select(['name', sql<string[]>`path::text[]`.as('path')])
    .where('id', '=', orgId)
    .executeTakeFirstOrThrow();
  return {
    id: '0',
    name: org.name,
    clientId: ctx.clientId,
    orgId,
    orgName: org.name,
    orgPath: org.path,
    isPrimary: false,
    isAdmin: false,
    enabled: true,
    scopes: [{ kind: 1, from: '部门', orgs: [] }],
  };
}

const visibleToOrg = (
  ctx: Ctx,
  orgId: string,
): RawBuilder<boolean> => sql<boolean>`(v.org_id in (select b.id from org b where b.path @> array[${orgId}::bigint])
  or v.id in (select g.resource_id from resource_auth g where g.client_id = ${ctx.clientId} and g.resource_kind = 'vehicle' and g.revoked_at is null
    and g.valid_from <= now() and (g.valid_until is null or g.valid_until > now())
    and (g.org_id = ${orgId} or g.inherit and g.org_id = any((select path from org where id = ${orgId})::bigint[]))))`;

const visibleToUser = (ctx: Ctx, user: { id: string; isPrimary: boolean; isAdmin: boolean }): RawBuilder<boolean> =>
  visibleVehicleRows(
    { userId: user.id, clientId: ctx.clientId, isPrimary: user.isPrimary, isOrgManager: user.isAdmin },
    'v',
  );

/** Grants of a grantee or a resource with who ended them, newest first. */
export function historyOf(ctx: Ctx, q: Parsed<typeof authHistory>) {
  return ctx.db(async (trx) => {
    let grants = fromGrants(trx, ctx).leftJoin('app_user as rev', 'rev.id', 'g.revoked_by');
    if (q.granteeId)
      grants = grants.where(q.granteeType === granteeType.org ? 'g.org_id' : 'g.user_id', '=', q.granteeId);
    if (q.resourceId)
      grants = grants
        .where('g.resource_id', '=', q.resourceId)
        .where('g.resource_kind', '=', q.resourceKind ?? 'vehicle');
    const list = await grants
      .select(grantColumns(ctx))
      .select([
        sql<string>`coalesce(rev.name, '')`.as('revokeUser'),
        wireTimeOf(sql<Date>`g.revoked_at`, ctx.timeZone).as('revokeTime'),
      ])
      .orderBy('g.id', 'desc')
      .limit(q.size)
      .offset((q.page - 1) * q.size)
      .execute();
    const { n } = await grants.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
    return { list, total: n, page: q.page, size: q.size };
  });
}
