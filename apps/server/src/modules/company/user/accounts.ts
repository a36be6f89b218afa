import { type Kysely, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { DB } from '../../../core/generated/db-types';
import { quotaCounts } from '../../base/allowance/door';

/** Accounts of a company, those that are disabled too. Deleted ones and those of programs do not count. */
export async function countAccounts(db: Trx | Kysely<DB>, clientId: string): Promise<number> {
  const { n } = await db
    .selectFrom('app_user')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}

quotaCounts.add({ key: 'accounts', count: countAccounts });
