import type { Kysely } from 'kysely';
import type { DB } from '../../../../core/generated/db-types';
import type { Ctx } from '../../../../core/http/ctx';
import { type Caller, writeLogin } from '../login/history';

/** Takes the second factor of an account away and writes down who did it; false when it has none. Recovery codes go with it. */
export async function removeFactor(db: Kysely<DB>, ctx: Ctx, accountId: string, caller: Caller): Promise<boolean> {
  const gone = await db
    .deleteFrom('second_factor')
    .where('user_id', '=', accountId)
    .where('secret', 'is not', null)
    .returning('client_id')
    .executeTakeFirst();
  if (!gone) return false;
  const { account_code } = await db
    .selectFrom('app_user')
    .select('account_code')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  await writeLogin(db, {
    event: 'factor_reset',
    account: account_code,
    caller,
    user: { id: accountId, clientId: gone.client_id },
    actor: { userId: ctx.actor?.userId ?? ctx.userId, name: ctx.actor?.name ?? ctx.userName },
  });
  return true;
}
