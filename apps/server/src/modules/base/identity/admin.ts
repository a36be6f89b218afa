import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import type { Secrets } from '../../../core/run/secrets';
import { hashForNow, hashForStore, hashPassword } from './password/hash';
import { randomPassword } from './password/strength';
import { type EndReason, endSessions, endWithPassword } from './session/sessions';
import { digestOf } from './session/tokens';

/** Services that the administration of accounts needs for sessions and passwords. */
export interface AccountDeps {
  db: Kysely<DB>;
  secrets: Secrets;
  /** tells every process that a session is over */
  revoked: (sessionId: string, reason: string) => Promise<void>;
}

/** Ends every session of these users at once, in every process. Answers how many were alive. */
export async function endSessionsOf(deps: AccountDeps, userIds: readonly string[], reason: EndReason): Promise<number> {
  const ended = await deps.db.transaction().execute(async (trx) => {
    const ids: string[] = [];
    for (const userId of userIds) ids.push(...(await endSessions(trx, { userId }, reason)));
    return ids;
  });
  for (const id of ended) await deps.revoked(id, reason);
  return ended.length;
}

/** Ends at once, in every process, what an account has open or has begun with the password that was replaced. */
export async function endLoginsOf(deps: AccountDeps, accountId: string): Promise<void> {
  const ended = await deps.db.transaction().execute((trx) => endWithPassword(trx, accountId));
  for (const id of ended) await deps.revoked(id, 'pwd_changed');
}

/** Ends sessions by their ids, in every process. Answers how many were alive. */
export async function endSessionIds(deps: AccountDeps, ids: readonly string[], reason: EndReason): Promise<number> {
  const ended = await deps.db.transaction().execute((trx) => endSessions(trx, { ids }, reason));
  for (const id of ended) await deps.revoked(id, reason);
  return ended.length;
}

/** Ends the sessions that an account of another company has in this one. */
export async function endSessionsOfAccount(deps: AccountDeps, accountId: string, clientId: string): Promise<void> {
  const rows = await deps.db
    .selectFrom('auth_session')
    .select('id')
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .where('revoked_at', 'is', null)
    .execute();
  await endSessionIds(
    deps,
    rows.map(({ id }) => id),
    'ended',
  );
}

/** The digest of a 关联码, which is stored instead of the code. */
export const inviteDigest = (code: string): Buffer => digestOf(`company ${code}`);

/** Makes a random password; answers it in plain text and in its stored form. */
export async function makePassword({ secrets }: AccountDeps): Promise<{ plain: string; hash: string }> {
  const plain = randomPassword();
  return { plain, hash: await hashPassword(plain, secrets.pwdSalt) };
}

/** Stored form of a password that somebody chose, from the hash that his browser made. */
export const hashChosenPassword = (h: string): Promise<string> => hashForStore(h);

/** Stored form of a plain password from a spreadsheet with thousands of them: a quick form, which a job turns into the full one later. */
export const hashWrittenPassword = ({ secrets }: AccountDeps, plain: string): Promise<string> =>
  hashForNow(plain, secrets.pwdSalt);

/** Forgets the failed logins of an account from all addresses, which unlocks it. */
export async function unlockAccount({ db }: AccountDeps, names: readonly string[]): Promise<void> {
  await db
    .deleteFrom('login_attempt')
    .where(sql<boolean>`account = any(${names.map((name) => name.toLowerCase())}::text[])`)
    .execute();
}
