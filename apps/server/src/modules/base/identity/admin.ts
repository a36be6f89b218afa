import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import type { Secrets } from '../../../core/run/secrets';
import { hashForNow, hashForStore, hashPassword } from './password/hash';
import { newPassword } from './password/strength';
import { type EndReason, endSessions } from './session/sessions';
import { digestOf } from './session/tokens';

/** What administering accounts needs of sessions and passwords. */
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

/** What is kept of a 关联码. */
export const inviteDigest = (code: string): Buffer => digestOf(`company ${code}`);

/** A password that nobody chose, and its store form. */
export async function madePassword({ secrets }: AccountDeps): Promise<{ plain: string; hash: string }> {
  const plain = newPassword();
  return { plain, hash: await hashPassword(plain, secrets.pwdSalt) };
}

/** Store form of a password that somebody chose, from the client's hash of it. */
export const chosenPassword = (h: string): Promise<string> => hashForStore(h);

/** Store form of a password written in clear, a cell of a spreadsheet among thousands; the worker makes it a full one. */
export const writtenPassword = ({ secrets }: AccountDeps, plain: string): Promise<string> =>
  hashForNow(plain, secrets.pwdSalt);

/** Forgets failed logins of an account, from wherever they came. */
export async function unlockAccount({ db }: AccountDeps, names: readonly string[]): Promise<void> {
  await db
    .deleteFrom('login_attempt')
    .where(sql<boolean>`split_part(key, '|', 1) = any(${names.map((name) => name.toLowerCase())}::text[])`)
    .execute();
}
