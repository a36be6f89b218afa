import { authRights, grantKinds } from '@tongda/contract/company/resource-auth/rights';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { ScopeOf } from '../../base/org/door';
import { tableOfKind, visibleOfKind } from './kinds';

/**
 * Ids of those users who were given a resource, or a right to it, that `who` does not have: their accounts are beyond him. What their departments, or
 * those above with inheritance, were given counts like what they were given themselves (`scope_grants`), unless it is the caller's by the same grant.
 */
export async function listHoldersBeyond(
  trx: Trx,
  who: ScopeOf,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const reaches = (
    user: string,
    path: string,
  ) => sql`exists (select from scope_kinds(${sql.ref(`${user}.id`)}) k where k.kind <> 3)
    and (g.org_id = ${sql.ref(`${user}.org_id`)} or g.inherit and g.org_id = any(${sql.ref(path)}))`;
  const held = sql`select u.id as user_id, g.resource_id, g.resource_kind as kind, unnest(g.rights) as held
    from app_user u left join org o on o.id = u.org_id
    join app_user me on me.id = ${who.userId} left join org mine on mine.id = me.org_id
    join resource_auth g on g.client_id = ${who.clientId} and g.revoked_at is null and (g.valid_until is null or g.valid_until > now())
      and (g.user_id = u.id or (${reaches('u', 'o.path')}) and (${reaches('me', 'mine.path')}) is not true)
    where u.client_id = ${who.clientId} and u.id = any(${[...userIds]}::bigint[])`;
  const { rows: pairs } = await sql<{
    kind: string;
    held: string;
  }>`select distinct kind, held from (${held}) h`.execute(trx);
  const beyond = new Set<string>();
  for (const kind of grantKinds)
    for (const right of authRights) {
      if (!pairs.some((pair) => pair.kind === kind && pair.held === right)) continue;
      const { rows } = await sql<{ id: string }>`select distinct h.user_id::text as id from (${held}) h
        join ${tableOfKind(kind)} r on r.id = h.resource_id and r.deleted_at is null
        where h.kind = ${kind} and h.held = ${right} and (${visibleOfKind(who, kind, 'r', right)}) is not true`.execute(
        trx,
      );
      for (const { id } of rows) beyond.add(id);
    }
  return beyond;
}
