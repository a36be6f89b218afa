import { authRights, grantKinds } from '@tongda/contract/company/resource-auth/rights';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { ScopeOf } from '../../base/org/door';
import { tableOfKind, visibleOfKind } from './kinds';

/**
 * Ids of those users who were given a resource, or a right to it, that `who` does not have: their accounts are beyond him. What a department was
 * given is not looked at: who puts people into a department puts them in charge of what is the department's.
 */
export async function listHoldersBeyond(
  trx: Trx,
  who: ScopeOf,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const held = sql`select g.user_id, g.resource_id, g.resource_kind as kind, unnest(g.rights) as held from resource_auth g
    where g.client_id = ${who.clientId} and g.user_id = any(${[...userIds]}::bigint[]) and g.revoked_at is null
      and (g.valid_until is null or g.valid_until > now())`;
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
