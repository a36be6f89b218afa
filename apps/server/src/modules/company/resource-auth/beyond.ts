import { authRights, grantKinds } from '@tongda/contract/company/resource-auth/rights';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { ScopeOf } from '../../base/org/door';
import { tableOfKind, visibleOfKind } from './kinds';

/** SQL: whether a grant `g` reaches a user through his department, or one above it. */
const reaches = (
  user: string,
  path: string,
) => sql`exists (select from scope_kinds(${sql.ref(`${user}.id`)}) k where k.kind <> 3)
    and (g.org_id = ${sql.ref(`${user}.org_id`)} or g.inherit and g.org_id = any(${sql.ref(path)}))`;
/** SQL: the rest of a query of grants `g` that have not ended, in the company of `who`, who is `me` and stands in `mine`. */
const openGrants = (
  who: ScopeOf,
) => sql`join app_user me on me.id = ${who.userId} left join org mine on mine.id = me.org_id
    join resource_auth g on g.client_id = ${who.clientId} and g.revoked_at is null and (g.valid_until is null or g.valid_until > now())`;

/** Of rows `subject, resource_id, kind, held` (a right): the subjects of those that hold a resource, or a right to it, that `who` does not have. */
async function listSubjectsBeyond(trx: Trx, who: ScopeOf, held: RawBuilder<unknown>): Promise<Set<string>> {
  const { rows: pairs } = await sql<{
    kind: string;
    held: string;
  }>`select distinct kind, held from (${held}) h`.execute(trx);
  const beyond = new Set<string>();
  for (const kind of grantKinds)
    for (const right of authRights) {
      if (!pairs.some((pair) => pair.kind === kind && pair.held === right)) continue;
      const { rows } = await sql<{ id: string }>`select distinct h.subject::text as id from (${held}) h
        join ${tableOfKind(kind)} r on r.id = h.resource_id and r.deleted_at is null
        where h.kind = ${kind} and h.held = ${right} and (${visibleOfKind(who, kind, 'r', right)}) is not true`.execute(
        trx,
      );
      for (const { id } of rows) beyond.add(id);
    }
  return beyond;
}

/** Ids of the company's grants to departments that hold a resource, or a right to it, that `who` does not have. Grants that reach him are none of them, also when they begin later. */
export async function listDepartmentGrantsBeyond(trx: Trx, who: ScopeOf): Promise<string[]> {
  const held = sql`select g.id as subject, g.resource_id, g.resource_kind as kind, unnest(g.rights) as held from (select 1) one
    ${openGrants(who)} and g.org_id is not null and (${reaches('me', 'mine.path')}) is not true`;
  return [...(await listSubjectsBeyond(trx, who, held))];
}

/** Ids of those users whom one of these grants reaches through their departments. */
export async function listReached(
  trx: Trx,
  userIds: readonly string[],
  grantIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0 || grantIds.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select u.id::text as id from app_user u join org o on o.id = u.org_id
    where u.id = any(${[...userIds]}::bigint[]) and exists (select from resource_auth g
      where g.id = any(${[...grantIds]}::bigint[]) and ${reaches('u', 'o.path')})`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Ids of those users who were given a resource, or a right to it, that `who` does not have: their accounts are beyond him. What their departments, or
 * those above with inheritance, were given counts like what they were given themselves (`scope_grants`), unless it is the caller's by the same grant.
 */
export async function listHoldersBeyond(
  trx: Trx,
  who: ScopeOf,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const held = sql`select u.id as subject, g.resource_id, g.resource_kind as kind, unnest(g.rights) as held
    from app_user u left join org o on o.id = u.org_id ${openGrants(who)}
      and (g.user_id = u.id or (${reaches('u', 'o.path')}) and (${reaches('me', 'mine.path')}) is not true)
    where u.client_id = ${who.clientId} and u.id = any(${[...userIds]}::bigint[])`;
  return await listSubjectsBeyond(trx, who, held);
}
