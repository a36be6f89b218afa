import { minuteMs } from '@tongda/contract/core/durations';
import type { Kysely } from 'kysely';
import type { DB } from '../../../../core/generated/db-types';
import { defineJob, type JobDefinition } from '../../../../core/run/jobs';
import { quickPrefix, strengthenHash } from './hash';
import { hashUsualPasswords } from './usual';

export const passwordJobName = 'strengthen-passwords';
/** How often somebody looks for passwords that an import brought. */
export const passwordEveryMs = minuteMs;

/** Gives passwords that an import brought their full store form, one after another; one that was changed meanwhile stays as it is. */
export const passwordJob = (db: Kysely<DB>): JobDefinition<never> =>
  defineJob<object>(passwordJobName, () => strengthenPasswords(db));

export const usualJobName = 'hash-usual-passwords';

/** Works out the hashes of usual passwords, a few at a time, until all are there. */
export const usualJob = (db: Kysely<DB>, pwdSalt: string): JobDefinition<never> =>
  defineJob<object>(usualJobName, async () => void (await hashUsualPasswords(db, pwdSalt)));

export async function strengthenPasswords(db: Kysely<DB>): Promise<void> {
  const users = await db
    .selectFrom('app_user')
    .select(['id', 'pwd_hash'])
    .where('pwd_hash', 'like', `${quickPrefix}%`)
    .execute();
  for (const { id, pwd_hash } of users) {
    await db
      .updateTable('app_user')
      .set({ pwd_hash: await strengthenHash(pwd_hash) })
      .where('id', '=', id)
      .where('pwd_hash', '=', pwd_hash)
      .execute();
  }
}
