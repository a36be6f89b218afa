import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/core/db/database';
import { loadSecrets, tableStore } from '../../apps/server/src/core/run/secrets';
import { hashAsClient, hashPassword } from '../../apps/server/src/modules/base/identity/password/hash';

const [account, password] = ['bench', 'Tongda@2026'];

/** The envelope of every answer. */
export interface Answer {
  code: number;
  msg: string;
  // biome-ignore lint/suspicious/noExplicitAny: a benchmark looks into answers freely
  data: any;
}

/** Makes the first user of a company; answers the salt with which its browser hashes the password. */
export async function addCaller({ systemDb }: Database, clientId: string): Promise<string> {
  const { pwdSalt } = await loadSecrets(tableStore(systemDb));
  await sql`insert into app_user (client_id, account_code, name, is_primary, pwd_hash) values (${clientId}, ${account}, '基准', true, ${await hashPassword(password, pwdSalt)})`.execute(
    systemDb,
  );
  await sql`update client set second_factor = 'optional' where id = ${clientId}`.execute(systemDb);
  return pwdSalt;
}

/** Logs that user in at the server on this port; answers the head of his calls. */
export async function logIn(port: number, salt: string): Promise<{ authorization: string }> {
  const login = await fetch(`http://127.0.0.1:${port}/api/sso/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', username: account, password: hashAsClient(password, salt) }),
  });
  // the contract's answer to a login
  const { data } = (await login.json()) as Answer;
  return { authorization: `Bearer ${data.access_token}` };
}
