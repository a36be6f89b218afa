import { dataScope } from '@tongda/contract/base/org/enums';
import type { GrantKind } from '@tongda/contract/company/resource-auth/rights';
import { type FieldMask, hiddenByAll } from '@tongda/contract/core/field/hidden-kinds';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import { isPlaceKind, nameOfKind, tableOfKind } from '../kinds';
import type { Grant, Person, Resource, Share } from './rules';

/** A user with the data scopes that apply to him (his own, or those of his roles) and the fields that are hidden from him; undefined when he does not exist in the company. */
export async function loadPerson(trx: Trx, clientId: string, userId: string): Promise<Person | undefined> {
  const user = await trx
    .selectFrom('app_user as u')
    .leftJoin('org as o', 'o.id', 'u.org_id')
    .select(['u.id', 'u.name', 'u.client_id as clientId', 'u.org_id as orgId', 'u.is_primary as isPrimary'])
    .select(['u.org_type', 'u.status', 'u.data_scope'])
    .select([
      sql<string>`coalesce(o.name, '')`.as('orgName'),
      sql<string[]>`coalesce(o.path, '{}')::text[]`.as('orgPath'),
    ])
    .where('u.id', '=', userId)
    .where('u.client_id', '=', clientId)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!user) return undefined;
  const { org_type, status, data_scope, ...rest } = user;
  const scopes =
    data_scope === null ? await loadRoleScopes(trx, userId) : [await loadOwnScope(trx, userId, data_scope)];
  return {
    ...rest,
    isAdmin: org_type === 1,
    enabled: status === 1,
    scopes,
    hides: await loadHiddenFields(trx, userId),
  };
}

/** Fields that are hidden from the user because all his roles hide them. */
async function loadHiddenFields(trx: Trx, userId: string): Promise<FieldMask[]> {
  const { rows } = await sql<{
    masks: string[];
    open: boolean;
  }>`select r.masks, r.all_rights or u.is_primary as open from user_role ur
    join role r on r.id = ur.role_id join app_user u on u.id = ur.user_id where ur.user_id = ${userId} and r.status = 1`.execute(
    trx,
  );
  return rows.some(({ open }) => open) ? [] : [...hiddenByAll(rows.map(({ masks }) => masks))];
}

async function loadOwnScope(trx: Trx, userId: string, kind: number): Promise<Person['scopes'][number]> {
  const orgs = await trx
    .selectFrom('user_org_scope as s')
    .innerJoin('org as o', 'o.id', 's.org_id')
    .select(['o.id', 'o.name'])
    .where('s.user_id', '=', userId)
    .execute();
  return { kind, from: '本人', orgs };
}

async function loadRoleScopes(trx: Trx, userId: string): Promise<Person['scopes']> {
  const { rows } = await sql<{ kind: number; name: string; orgs: Array<{ id: string; name: string }> }>`
    select r.data_scope as kind, r.name, coalesce((select json_agg(json_build_object('id', o.id::text, 'name', o.name))
      from role_org_scope s join org o on o.id = s.org_id where s.role_id = r.id), '[]') as orgs
    from user_role ur join role r on r.id = ur.role_id where ur.user_id = ${userId} and r.status = 1 order by r.id`.execute(
    trx,
  );
  if (rows.length === 0) return [{ kind: dataScope.self, from: '默认', orgs: [] }];
  return rows.map(({ kind, name, orgs }) => ({ kind, from: `角色“${name}”`, orgs }));
}

/** SQL columns `open` and `createdBy` of `Resource`: for whom a place is visible and who made it; null for other kinds. */
const openingSql = (kind: GrantKind): RawBuilder<unknown> =>
  isPlaceKind(kind)
    ? sql`case r.visible when 1 then 'company' when 2 then 'org' else 'own' end as open, r.created_by::text as "createdBy"`
    : sql`null as open, null as "createdBy"`;

/** Resources of a kind by their ids, each with its grants (newest first) and, for vehicles, its shares. */
export async function loadResourceFacts(trx: Trx, clientId: string, kind: GrantKind, resourceIds: readonly string[]) {
  const ids = [...resourceIds];
  if (ids.length === 0) return [];
  const resources = await sql<Resource>`select ${kind} as kind, r.id::text as id, ${nameOfKind(kind, 'r')} as name,
      r.client_id::text as "clientId", r.org_id::text as "orgId", coalesce(o.name, '') as "orgName", coalesce(o.path, '{}')::text[] as "orgPath", ${openingSql(kind)}
    from ${tableOfKind(kind)} r left join org o on o.id = r.org_id where r.id = any(${ids}::bigint[]) and r.deleted_at is null`.execute(
    trx,
  );
  const grants = await sql<Grant & { resourceId: string }>`select g.id::text as id, g.resource_id::text as "resourceId",
      g.org_id::text as "orgId", coalesce(o.name, '') as "orgName", g.user_id::text as "userId", g.inherit, g.rights,
      g.valid_from as "from", g.valid_until as "until", g.revoked_at as "revokedAt", coalesce(u.name, '') as "grantedBy"
    from resource_auth g left join org o on o.id = g.org_id left join app_user u on u.id = g.granted_by
    where g.client_id = ${clientId} and g.resource_kind = ${kind} and g.resource_id = any(${ids}::bigint[]) order by g.id desc`.execute(
    trx,
  );
  const shares = kind === 'vehicle' ? await loadShares(trx, clientId, ids) : [];
  return resources.rows.map((resource) => ({
    resource,
    grants: grants.rows.filter((g) => g.resourceId === resource.id),
    shares: shares.filter((s) => s.vehicleId === resource.id),
  }));
}

async function loadShares(trx: Trx, clientId: string, ids: string[]): Promise<Array<Share & { vehicleId: string }>> {
  const { rows } = await sql<Share & { vehicleId: string }>`select a.vehicle_id::text as "vehicleId",
      coalesce(app_owner_name(a.vehicle_id), '其他公司') as owner, a.valid_from as "from", a.valid_until as "until"
    from vehicle_access a where a.client_id = ${clientId} and a.source = 'share' and a.vehicle_id = any(${ids}::bigint[])`.execute(
    trx,
  );
  return rows;
}
