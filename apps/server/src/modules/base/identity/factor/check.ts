import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../../core/generated/db-types';
import { unsealText } from '../../../../core/run/sealed-text';
import type { Secrets } from '../../../../core/run/secrets';
import { recoveryDigest, totpStepOf } from './totp';

/** Whether the account has a second factor. */
export async function hasFactor(db: Kysely<DB>, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('second_factor')
    .select('user_id')
    .where('user_id', '=', accountId)
    .where('secret', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses a code up: six digits of the app or a recovery code, each good once. Answers which it was; null when it is wrong or was used. */
export async function takeFactorCode(
  db: Kysely<DB>,
  secrets: Secrets,
  accountId: string,
  code: string,
): Promise<'app' | 'recovery' | null> {
  if (!/^\d+$/u.test(code)) return (await takeRecoveryCode(db, accountId, code)) ? 'recovery' : null;
  const row = await db.selectFrom('second_factor').select('secret').where('user_id', '=', accountId).executeTakeFirst();
  if (!row?.secret) return null;
  const step = totpStepOf(unsealText([secrets.factorKey], row.secret), code);
  if (step === null) return null;
  const taken = await db
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('user_id', '=', accountId)
    .where('last_step', '<', sql<string>`${step}`)
    .returning('user_id')
    .executeTakeFirst();
  return taken ? 'app' : null;
}

async function takeRecoveryCode(db: Kysely<DB>, accountId: string, code: string): Promise<boolean> {
  const taken = await db
    .updateTable('recovery_code')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', accountId)
    .where('code_sha256', '=', recoveryDigest(code))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return taken !== undefined;
}
