import { randomBytes } from 'node:crypto';
import { overlapH } from '@tongda/contract/company/openapi/signature';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Secrets } from '../../../../core/run/secrets';
import { sealSecret } from '../../../base/identity/door';

export type Keys = Pick<Secrets, 'factorKey'>;

/** 256 bits, in characters that need no escaping anywhere. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The sealed secret as PostgreSQL reads bytes out of JSON. */
export const bytesOf = ({ factorKey }: Keys, secret: string): string =>
  `\\x${sealSecret(factorKey, secret).toString('hex')}`;

/** Gives a program a new secret and answers it. The one of before stays good for a day, so that no call fails while the program is changed; `atOnce` ends it now. */
export async function putSecret(
  trx: Trx,
  keys: Keys,
  { id, clientId }: { id: string; clientId: string },
  atOnce: boolean,
): Promise<string> {
  const secret = newSecret();
  await sql`update open_app set old_secret = case when ${atOnce} then null else secret end,
    old_until = case when ${atOnce} then null else now() + make_interval(hours => ${overlapH}::int) end,
    secret = ${bytesOf(keys, secret)}::bytea where id = ${id} and client_id = ${clientId}`.execute(trx);
  return secret;
}
