import { type GrantFamily, grantFamilies, grantKindNames } from '@tongda/contract/company/resource-auth/rights';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { type Change, recordChanges } from '../../../core/record/audit';
import { nameOfKind, tableOfKind } from './kinds';

const holdsNow = sql`g.revoked_at is null and (g.valid_until is null or g.valid_until > now())`;

/** SQL that lists what is granted to a user himself and valid now, as rows of one column (name) like 车辆 沪A12345. */
export function namesOfGrants(family: GrantFamily, userId: string): RawBuilder<unknown> {
  const each = grantFamilies[family].kinds.map(
    (kind) => sql`select ${sql.lit(grantKindNames[kind])} || ' ' || ${nameOfKind(kind, 'r')} from resource_auth g
      join ${tableOfKind(kind)} r on r.id = g.resource_id where g.resource_kind = ${sql.lit(kind)} and g.user_id = ${userId} and ${holdsNow}`,
  );
  return sql.join(each, sql` union all `);
}

/** Ends every grant of a user who leaves, and writes a line in the history of each. */
export async function endGrantsOf(trx: Trx, ctx: Ctx, user: { id: string; name: string }): Promise<void> {
  const { rows } = await sql<{
    id: string;
  }>`update resource_auth g set revoked_at = now(), revoked_by = ${ctx.userId}, version = version + 1
    where g.user_id = ${user.id} and ${holdsNow} returning g.id::text as id`.execute(trx);
  const changes: Change[] = [{ field: 'user', label: '离职交接', before: user.name, after: '' }];
  await recordChanges(
    trx,
    ctx,
    rows.map(({ id }) => ({ entity: 'auth', entityId: id, action: '撤销', changes })),
  );
}
