import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { randomPassword } from '../../base/identity/door';
import { addStandardRoles } from '../role/door';

export interface FirstLogin {
  account: string;
  password: string;
}

const account = 'admin';
/**
 * Makes a company with its administrator in an empty database, so that somebody can log in. Answers account and password this one time, or null
 * when there is a company already. `hashPassword` turns a plain password into the form that is stored.
 */
export async function makeFirstCompany(
  db: Kysely<DB>,
  hashPassword: (plain: string) => Promise<string>,
): Promise<FirstLogin | null> {
  const password = randomPassword();
  const hash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('tongda first company'))`.execute(trx);
    if (await trx.selectFrom('client').select('id').limit(1).executeTakeFirst()) return null;
    const company = await trx
      .insertInto('client')
      .values({ name: '我的企业', system_codes: ['TMS'] })
      .returning('id')
      .executeTakeFirstOrThrow();
    const own = { client_id: company.id };
    const org = await trx
      .insertInto('org')
      .values({ ...own, name: '总部' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const admin = await trx
      .insertInto('app_user')
      .values({
        ...own,
        org_id: org.id,
        account_code: account,
        name: '管理员',
        pwd_hash: hash,
        must_change_pwd: true,
        is_primary: true,
        org_type: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const role_id = await addStandardRoles(trx, company.id);
    await trx
      .insertInto('user_role')
      .values({ ...own, user_id: admin.id, role_id })
      .execute();
    return { account, password };
  });
}
