import type { AccountUse } from '@tongda/contract/company/user/calls';
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { DB } from '../../../core/generated/db-types';
import { loadAllowance, quotaCounts } from '../../base/allowance/door';

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

export const loadAccountUse = async (db: Trx | Kysely<DB>, clientId: string): Promise<AccountUse> => ({
  ...(await loadAllowance(db, clientId)).accounts,
  used: await countAccounts(db, clientId),
});

quotaCounts.add({ key: 'accounts', count: countAccounts });
