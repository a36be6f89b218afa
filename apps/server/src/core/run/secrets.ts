import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Kysely } from 'kysely';
import type { DB } from '../generated/db-types';

/** Secrets of this deployment, made at first start and kept in the database (table `deployment`, readable by the owner only). */
export interface Secrets {
  /** published by getLoginCode: salt of the client's password hash */
  pwdSalt: string;
  /** Ed25519 pair that signs access tokens */
  tokenKeys: { privateKey: CryptoKey; publicKey: CryptoKey };
  /** signs download links and seals successor tokens */
  signKey: Buffer;
}

/** Loads the secrets, making the missing ones; safe when several processes start together. */
export async function loadSecrets(db: Kysely<DB>): Promise<Secrets> {
  const pwdSalt = await loadOrMakeSecret(db, 'pwd_salt', async () => randomBytes(16).toString('hex'));
  const signKey = await loadOrMakeSecret(db, 'sign_key', async () => randomBytes(32).toString('hex'));
  // newTokenKey made it
  const jwk = JSON.parse(await loadOrMakeSecret(db, 'token_key', newTokenKey)) as JWK;
  const { d: _private, ...publicJwk } = jwk;
  return {
    pwdSalt,
    signKey: Buffer.from(signKey, 'hex'),
    tokenKeys: {
      // a symmetric key would come as bytes; this one is a pair
      privateKey: (await importJWK(jwk, 'EdDSA')) as CryptoKey,
      // likewise
      publicKey: (await importJWK(publicJwk, 'EdDSA')) as CryptoKey,
    },
  };
}

async function newTokenKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  return JSON.stringify(await exportJWK(privateKey));
}

async function loadOrMakeSecret(db: Kysely<DB>, key: string, make: () => Promise<string>): Promise<string> {
  const find = () => db.selectFrom('deployment').select('value').where('key', '=', key).executeTakeFirst();
  const present = await find();
  if (present) return present.value;
  await db
    .insertInto('deployment')
    .values({ key, value: await make() })
    .onConflict((c) => c.doNothing())
    .execute();
  const row = await find();
  if (!row) throw new Error(`deployment secret ${key} could not be kept`);
  return row.value;
}

/** HMAC-SHA256 of `text`, base64url. */
export const signText = (secrets: Secrets, text: string): string =>
  createHmac('sha256', secrets.signKey).update(text).digest('base64url');

/** Whether `signature` is `signText(text)`, or its first `length` characters, compared in constant time. */
export function verifySignature(secrets: Secrets, text: string, signature: string, length?: number): boolean {
  const expected = Buffer.from(signText(secrets, text).slice(0, length));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
