import { passwordFault, usualPassword } from '@tongda/contract/base/identity/password-rule';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../../core/generated/db-types';
import { digestOf } from '../session/tokens';
import { hashPlain, weakPasswords } from './weak';

/** How many passwords of the public lists are refused, beyond the five hundred of `weak.ts` (OWASP ASVS 5, 6.2.4). */
export const usualCount = 3_000;
/** So many are worked out at a time: half a second of a processor. */
const sliceOf = 60;

/** The most used passwords that keep the rule of passwords, the most used first, without those that are refused anyway. */
export async function listUsualPasswords(): Promise<string[]> {
  // a third of a megabyte, which is wanted once in the life of an installation and by imports of accounts
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const known = new Set(weakPasswords);
  return dictionary['passwords-common']
    .filter((text) => !known.has(text) && passwordFault(usualPassword, text) === null)
    .slice(0, usualCount);
}

/** Works out the next hashes of the list under this installation's salt. Answers how many were added: 0 when all are there. */
export async function hashUsualPasswords(db: Kysely<DB>, pwdSalt: string, most = sliceOf): Promise<number> {
  const mark = digestOf(pwdSalt);
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(seq) + 1, 0) as next from usual_password where salt_mark = ${mark}`.execute(db);
  const next = rows[0]?.next ?? 0;
  if (next >= usualCount) return 0;
  const slice = (await listUsualPasswords()).slice(next, next + most);
  const made: string[] = [];
  // one after another: nobody waits for them, and logins use the same threads
  for (const text of slice) made.push(await hashPlain(text, pwdSalt));
  if (made.length === 0) return 0;
  await sql`delete from usual_password where salt_mark <> ${mark}`.execute(db);
  await db
    .insertInto('usual_password')
    .values(made.map((hash, i) => ({ salt_mark: mark, seq: next + i, hash })))
    .onConflict((clash) => clash.doNothing())
    .execute();
  return made.length;
}

/** Whether H is the hash of a usual password, as far as the list has been worked out. */
export async function isUsual(db: Kysely<DB>, h: string, pwdSalt: string): Promise<boolean> {
  const found = await db
    .selectFrom('usual_password')
    .select('seq')
    .where('salt_mark', '=', digestOf(pwdSalt))
    .where('hash', '=', h)
    .executeTakeFirst();
  return found !== undefined;
}
