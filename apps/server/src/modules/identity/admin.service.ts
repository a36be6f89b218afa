import { type Kysely, sql } from 'kysely';
import type { DB } from '../../core/db-types';
import type { Secrets } from '../../core/secrets';
import { newPassword } from './first-company.service';
import { hashForStore, hashPassword } from './password';
import { type EndReason, endSessions } from './sessions';

/** What administering accounts needs of sessions and passwords. */
export interface AccountDeps {
  db: Kysely<DB>;
  secrets: Secrets;
  /** tells every process that a session is over */
  revoked: (sessionId: string, reason: string) => Promise<void>;
}

/** Ends every session of these users at once, in every process. */
export async function endSessionsOf(deps: AccountDeps, userIds: readonly string[], reason: EndReason): Promise<void> {
  const ended = await deps.db.transaction().execute(async (trx) => {
    const ids: string[] = [];
    for (const userId of userIds) ids.push(...(await endSessions(trx, { userId }, reason)));
    return ids;
  });
  for (const id of ended) await deps.revoked(id, reason);
}

/** A password that nobody chose, and its store form. */
export async function madePassword({ secrets }: AccountDeps): Promise<{ plain: string; hash: string }> {
  const plain = newPassword();
  return { plain, hash: await hashPassword(plain, secrets.pwdSalt) };
}

/** Store form of a password that somebody chose, from the client's hash of it. */
export const chosenPassword = (h: string): Promise<string> => hashForStore(h);

/** Store form of a password written in clear (a cell of a spreadsheet). */
export const writtenPassword = ({ secrets }: AccountDeps, plain: string): Promise<string> =>
  hashPassword(plain, secrets.pwdSalt);

/** Forgets failed logins of an account, from wherever they came. */
export async function unlockAccount({ db }: AccountDeps, names: readonly string[]): Promise<void> {
  await db
    .deleteFrom('login_attempt')
    .where(sql<boolean>`split_part(key, '|', 1) = any(${names.map((name) => name.toLowerCase())}::text[])`)
    .execute();
}
