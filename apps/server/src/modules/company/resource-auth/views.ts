import { granteeType } from '@tongda/contract/base/org/enums';
import type { EffectiveRow, GrantCalls, GrantResource } from '@tongda/contract/company/resource-auth/calls';
import { type GrantFamily, type GrantKind, grantFamilies } from '@tongda/contract/company/resource-auth/rights';
import type { explainChoices } from '@tongda/contract/company/resource-auth/shapes';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { notFound } from '../../../core/http/errors';
import { likePattern } from '../../../core/record/options';
import { holdTotal } from '../../../core/record/totals';
import { orgScope } from '../../base/org/door';
import { loadPerson, loadResourceFacts } from './explain/facts';
import type { Person } from './explain/rules';
import { reasonsOf, rightsOpenedBy } from './explain/rules';
import { isPlaceKind, nameOfKind, tableOfKind, visibleOfKind, visibleToOrg } from './kinds';
import { fromGrants, grantColumns } from './repo';

/** Most lines that a dual list loads; the search box and the department filter narrow a longer list. */
const dualListLines = 500;

/** Joins and expressions for a resource of a kind: its department, the remark beside its name, and whether it has a place on the map (`point`). */
export function joinsOfKind(kind: GrantKind) {
  if (kind === 'device')
    return {
      join: sql`left join device_binding b on b.device_id = r.id and upper_inf(b.during) left join vehicle bv on bv.id = b.vehicle_id`,
      org: sql`bv.org_id`,
      remark: sql`coalesce(bv.plate_no, r.model, '')`,
    };
  if (kind === 'lock')
    return {
      join: sql`left join vehicle bv on bv.id = r.vehicle_id`,
      org: sql`r.org_id`,
      remark: sql`coalesce(bv.plate_no, r.model, '')`,
    };
  if (kind === 'vehicle') return { join: sql``, org: sql`r.org_id`, remark: sql`r.remark_no` };
  const shape = sql`left join place_shape g on g.place_id = ${isPlaceKind(kind) ? sql`r.id` : sql`r.place_id`} and upper_inf(g.during)`;
  return { join: shape, org: sql`r.org_id`, remark: sql`r.address`, point: true };
}

/** Resources of a kind that the caller may give. */
export function listGivableResources(ctx: Ctx, q: Parsed<GrantCalls['resources']>) {
  const { join, org, remark, point } = joinsOfKind(q.kind);
  const name = nameOfKind(q.kind, 'r');
  const like = q.keyword
    ? sql`and (${name} ilike ${likePattern(q.keyword)} or ${remark} ilike ${likePattern(q.keyword)})`
    : sql``;
  const from = sql`from ${tableOfKind(q.kind)} r ${join} left join org o on o.id = ${org}
    where r.client_id = ${ctx.clientId} and r.deleted_at is null and ${visibleOfKind(ctx, q.kind, 'r')} ${like}
      ${q.orgId ? sql`and o.path @> array[${q.orgId}::bigint]` : sql``} ${q.ids ? sql`and r.id = any(${q.ids}::bigint[])` : sql``}`;
  return ctx.db(async (trx) => {
    const { rows } =
      await sql<GrantResource>`select ${q.kind} as kind, r.id::text as id, ${name} as name, ${remark} as remark,
        coalesce(o.name, '') as "orgName", ${point ? sql`g.lng, g.lat` : sql`null::float8 as lng, null::float8 as lat`}
      ${from} order by 3, r.id limit ${q.ids ? 5000 : dualListLines}`.execute(trx);
    const total = await sql<{ n: number }>`select count(*)::int as n ${from}`.execute(trx);
    return { list: rows, total: total.rows[0]?.n ?? 0 };
  });
}

/** Resources that the caller may ask about in 权限诊断: the first fifty that match the keyword. */
export function listExplainChoices(ctx: Ctx, { kind, keyword }: Parsed<typeof explainChoices>) {
  const name = nameOfKind(kind, 'r');
  const { join, org } = joinsOfKind(kind);
  return ctx.db(async (trx) => {
    const { rows } = await sql<{ id: string; name: string; note: string }>`
      select r.id::text as id, ${name} as name, coalesce(o.name, '') as note from ${tableOfKind(kind)} r ${join} left join org o on o.id = ${org}
      where r.deleted_at is null and ${visibleOfKind(ctx, kind, 'r')} ${keyword ? sql`and ${name} ilike ${likePattern(keyword)}` : sql``}
      order by 2, r.id limit 50`.execute(trx);
    return rows;
  });
}

/** Resources of a family that a department as such, or a user, sees, each with its reasons; only those that the caller sees too. Throws 4004 for a grantee out of his scope. */
export function listEffective(ctx: Ctx, family: GrantFamily, q: Parsed<GrantCalls['effective']>) {
  const toOrg = q.granteeType === granteeType.org;
  return ctx.db(async (trx) => {
    const scope = toOrg
      ? sql`select from org o where o.id = ${q.granteeId} and o.client_id = ${ctx.clientId} and ${orgScope(ctx, 'o.id')}`
      : sql`select from app_user u where u.id = ${q.granteeId} and u.client_id = ${ctx.clientId} and u.deleted_at is null
          and (${orgScope(ctx, 'u.org_id')} or u.id = ${ctx.userId})`;
    if ((await scope.execute(trx)).rows.length === 0) throw notFound(toOrg ? '部门' : '用户');
    const person = toOrg
      ? await loadDepartmentAsPerson(trx, ctx, q.granteeId)
      : await loadPerson(trx, ctx.clientId, q.granteeId);
    if (!person) throw notFound('用户');
    const theirs = (kind: GrantKind) =>
      toOrg ? visibleToOrg(ctx, q.granteeId, kind, 'r') : visibleOfKind(scopeOfPerson(ctx, person), kind, 'r');
    // a device goes with its vehicle
    const kinds = q.kind ? [q.kind] : grantFamilies[family].kinds.filter((kind) => kind !== 'device');
    const parts = kinds.map((kind) => {
      const name = nameOfKind(kind, 'r');
      return sql`select ${kind} as kind, r.id, ${name} as name, ${kind === 'vehicle' ? sql`r.vehicle_color` : sql`null::smallint`} as color
        from ${tableOfKind(kind)} r where r.deleted_at is null and ${visibleOfKind(ctx, kind, 'r')} and ${theirs(kind)}
        ${q.keyword ? sql`and ${name} ilike ${likePattern(q.keyword)}` : sql``}`;
    });
    const from = sql`from (${sql.join(parts, sql` union all `)}) x`;
    const page = await sql<{
      kind: GrantKind;
      id: string;
      color: number | null;
    }>`select x.kind, x.id::text as id, x.color ${from}
      order by x.kind, x.name, x.id limit ${q.size} offset ${(q.page - 1) * q.size}`.execute(trx);
    const total = await holdTotal(ctx, { path: `/effective/${family}` }, q, async () => {
      const counted = await sql<{ n: number }>`select count(*)::int as n ${from}`.execute(trx);
      return counted.rows[0]?.n ?? 0;
    });
    const facts = new Map<string, Awaited<ReturnType<typeof loadResourceFacts>>[number]>();
    for (const kind of kinds) {
      const ids = page.rows.filter((r) => r.kind === kind).map((r) => r.id);
      for (const fact of await loadResourceFacts(trx, ctx.clientId, kind, ids))
        facts.set(`${kind} ${fact.resource.id}`, fact);
    }
    const now = new Date();
    const list = page.rows.flatMap(({ kind, id, color }): EffectiveRow[] => {
      const fact = facts.get(`${kind} ${id}`);
      if (!fact) return [];
      const reasons = reasonsOf({ user: person, ...fact }, now, ctx.timeZone).filter((r) => r.state === 'active');
      const { name, orgName } = fact.resource;
      return [
        {
          kind,
          id,
          name,
          orgName,
          vehicleColor: color,
          reasons: reasons.map((r) => r.text),
          rights: rightsOpenedBy(reasons, person.hides),
        },
      ];
    });
    return { list, total, page: q.page, size: q.size };
  });
}

const scopeOfPerson = (ctx: Ctx, user: Person) => ({
  userId: user.id,
  clientId: ctx.clientId,
  isPrimary: user.isPrimary,
  isOrgManager: user.isAdmin,
  rights: { masks: new Set(user.hides) },
});

/** A department as the explanation needs it: like a user in it who has the standard data scope and no grants of his own. */
async function loadDepartmentAsPerson(trx: Trx, ctx: Ctx, orgId: string) {
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
    hides: [],
  };
}

/** Grants of one grantee or one resource, ended ones too, with who ended them; newest first. */
export function listGrantHistory(ctx: Ctx, family: GrantFamily, q: Parsed<GrantCalls['history']>) {
  return ctx.db(async (trx) => {
    let grants = fromGrants(trx, ctx, family).leftJoin('app_user as rev', 'rev.id', 'g.revoked_by');
    if (q.granteeId)
      grants = grants.where(q.granteeType === granteeType.org ? 'g.org_id' : 'g.user_id', '=', q.granteeId);
    if (q.resourceId)
      grants = grants
        .where('g.resource_id', '=', q.resourceId)
        .where('g.resource_kind', '=', q.resourceKind ?? grantFamilies[family].kinds[0] ?? 'vehicle');
    const list = await grants
      .select(grantColumns(ctx))
      .select([
        sql<string>`coalesce(rev.name, '')`.as('revokeUser'),
        wireTimeSql(sql<Date>`g.revoked_at`, ctx.timeZone).as('revokeTime'),
      ])
      .orderBy('g.id', 'desc')
      .limit(q.size)
      .offset((q.page - 1) * q.size)
      .execute();
    const total = await holdTotal(ctx, { path: `/history/${family}` }, q, async () => {
      const { n } = await grants.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
      return n;
    });
    return { list, total, page: q.page, size: q.size };
  });
}
