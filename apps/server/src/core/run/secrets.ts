import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../generated/db-types';
import { isSealed, sealValue, unsealValue } from './sealed-value';

/** Secrets of this deployment, made at first start and kept in the database (table `deployment`, readable by the owner only). */
export interface Secrets {
  /** published by getLoginCode: salt of the client's password hash */
  pwdSalt: string;
  /** Ed25519 pair that signs access tokens */
  tokenKeys: { privateKey: CryptoKey; publicKey: CryptoKey };
  /** signs links and printed codes, and seals successor tokens */
  signKey: Buffer;
  /** keys that signed before the last rotations, newest first: printed codes and links that are out stay good */
  oldSignKeys: Buffer[];
  /** seals the secrets of second factors and of programs that call open interfaces; a rotation of the others leaves it alone */
  factorKey: Buffer;
}

/** Where the secrets lie: texts by name. */
export interface KeyStore {
  read(key: string): Promise<string | null>;
  /** keeps a value unless there is one already */
  add(key: string, value: string): Promise<void>;
  replace(key: string, value: string): Promise<void>;
  /** writes the table anew (`rewriteTable`), so that no page of it, and so no backup, holds an earlier value */
  purge(): Promise<void>;
}

/**
 * The statements, of one transaction, that write the table `deployment` anew. `vacuum full` would keep rows of before as long as some transaction of any
 * connection, were it one that is only logging in, may still see them; a truncated table's new file holds only what is inserted.
 */
export const rewriteTable = [
  'lock table deployment in access exclusive mode',
  'create temporary table kept_deployment on commit drop as table deployment',
  'truncate deployment',
  'insert into deployment table kept_deployment',
] as const;

const names = {
  salt: 'pwd_salt',
  sign: 'sign_key',
  token: 'token_key',
  oldSign: 'old_sign_keys',
  factor: 'factor_key',
} as const;
/** What is encrypted when there is a passphrase; the salt is published anyway. */
const sealable = [names.sign, names.token, names.oldSign, names.factor] as const;
/** Rotations after which a printed code has to be printed again. */
const keptKeys = 5;

/** The table `deployment` of a database. */
export const tableStore = (db: Kysely<DB>): KeyStore => ({
  read: async (key) =>
    (await db.selectFrom('deployment').select('value').where('key', '=', key).executeTakeFirst())?.value ?? null,
  add: async (key, value) => {
    await db
      .insertInto('deployment')
      .values({ key, value })
      .onConflict((c) => c.doNothing())
      .execute();
  },
  replace: async (key, value) => {
    await db
      .insertInto('deployment')
      .values({ key, value })
      .onConflict((c) => c.column('key').doUpdateSet({ value }))
      .execute();
  },
  purge: async () => {
    await db.transaction().execute(async (trx) => {
      for (const statement of rewriteTable) await sql.raw(statement).execute(trx);
    });
  },
});

/**
 * Loads the secrets, making the missing ones; safe when several processes start together. With a passphrase keys are kept encrypted, so that they are
 * encrypted in every backup; those that are not yet are encrypted now. Throws StartupError when keys are encrypted and the passphrase is not theirs.
 */
export async function loadSecrets(store: KeyStore, passphrase?: string): Promise<Secrets> {
  const pwdSalt = await loadOrMakeSecret(store, names.salt, async () => randomBytes(16).toString('hex'));
  const signKey = await loadOrMakeSecret(store, names.sign, newSignKey, passphrase);
  const factorKey = await loadOrMakeSecret(store, names.factor, newSignKey, passphrase);
  // newTokenKey made it
  const jwk = JSON.parse(await loadOrMakeSecret(store, names.token, newTokenKey, passphrase)) as JWK;
  const { d: _private, ...publicJwk } = jwk;
  return {
    pwdSalt,
    signKey: Buffer.from(signKey, 'hex'),
    factorKey: Buffer.from(factorKey, 'hex'),
    oldSignKeys: (await loadOldKeys(store, passphrase)).map((key) => Buffer.from(key, 'hex')),
    tokenKeys: {
      // a symmetric key would come as bytes; this one is a pair
      privateKey: (await importJWK(jwk, 'EdDSA')) as CryptoKey,
      // likewise
      publicKey: (await importJWK(publicJwk, 'EdDSA')) as CryptoKey,
    },
  };
}

/**
 * Puts new keys in place of those that sign. Access tokens of before are over (browsers get new ones by themselves); links and printed codes stay good by
 * the old keys, unless `forget` says that those may be known to others. Answers how many old keys still count.
 */
export async function rotateKeys(store: KeyStore, passphrase: string | undefined, forget: boolean): Promise<number> {
  const current = await loadOrMakeSecret(store, names.sign, newSignKey, passphrase);
  const old = forget ? [] : [current, ...(await loadOldKeys(store, passphrase))].slice(0, keptKeys);
  const keep = (value: string) => (passphrase === undefined ? value : sealValue(value, passphrase));
  await store.replace(names.oldSign, await keep(JSON.stringify(old)));
  await store.replace(names.sign, await keep(newSignKey()));
  await store.replace(names.token, await keep(await newTokenKey()));
  return old.length;
}

/** Keeps the keys as they are, without encryption. Throws StartupError when the passphrase is not theirs. */
export async function openKeys(store: KeyStore, passphrase: string): Promise<void> {
  for (const name of sealable) {
    const value = await store.read(name);
    if (value !== null && isSealed(value)) await store.replace(name, await unsealValue(value, passphrase));
  }
}

/** Whether keys lie in the database encrypted. */
export async function areKeysSealed(store: KeyStore): Promise<boolean> {
  const value = await store.read(names.sign);
  return value !== null && isSealed(value);
}

const newSignKey = (): string => randomBytes(32).toString('hex');

async function newTokenKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  return JSON.stringify(await exportJWK(privateKey));
}

async function loadOldKeys(store: KeyStore, passphrase?: string): Promise<string[]> {
  const value = await readSecret(store, names.oldSign, passphrase);
  // rotateKeys wrote it
  return value === null ? [] : (JSON.parse(value) as string[]);
}

async function loadOrMakeSecret(
  store: KeyStore,
  key: string,
  make: () => string | Promise<string>,
  passphrase?: string,
): Promise<string> {
  const present = await readSecret(store, key, passphrase);
  if (present !== null) return present;
  const made = await make();
  await store.add(key, passphrase === undefined ? made : await sealValue(made, passphrase));
  const value = await readSecret(store, key, passphrase);
  if (value === null) throw new Error(`deployment secret ${key} could not be kept`);
  return value;
}

/** The plain value of a secret; one that should be encrypted and is not is encrypted now. */
async function readSecret(store: KeyStore, key: string, passphrase?: string): Promise<string | null> {
  const value = await store.read(key);
  if (value === null) return null;
  if (isSealed(value)) return unsealValue(value, passphrase);
  if (passphrase !== undefined && sealable.some((name) => name === key)) {
    await store.replace(key, await sealValue(value, passphrase));
    await store.purge();
  }
  return value;
}

const signWith = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

/** HMAC-SHA256 of `text`, base64url. */
export const signText = (secrets: Secrets, text: string): string => signWith(secrets.signKey, text);

/** All keys that may have signed what comes back to us, the current one first. */
export const signKeys = ({ signKey, oldSignKeys }: Secrets): Buffer[] => [signKey, ...oldSignKeys];

/** Whether `signature` is `signText(text)` of now or before a rotation, or its first `length` characters, compared in constant time. */
export function verifySignature(secrets: Secrets, text: string, signature: string, length?: number): boolean {
  const given = Buffer.from(signature);
  return signKeys(secrets).some((key) => {
    const expected = Buffer.from(signWith(key, text).slice(0, length));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}
