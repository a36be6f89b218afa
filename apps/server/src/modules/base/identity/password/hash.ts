import { createHash, pbkdf2, pbkdf2Sync, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { hash, verify } from '@node-rs/argon2';
import { passwordScheme } from '@tongda/contract/base/identity/calls';
import { Gate } from './gate';

const { saltPrefix, iterations, bytes } = passwordScheme;
const saltAndText = (password: string, pwdSalt: string) =>
  [password.normalize('NFKC'), `${saltPrefix}${pwdSalt}`, iterations, bytes, 'sha256'] as const;

/** The client's hash H of a password (shell.md A7), as a browser sends it. Takes 7 ms of the thread that calls it. */
export const hashAsClient = (password: string, pwdSalt: string): string =>
  pbkdf2Sync(...saltAndText(password, pwdSalt)).toString('hex');

/** OWASP's smallest parameters of argon2id (`memoryCost` in KiB); about 30 ms of one core. */
let cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Tests log in thousands of times and measure nothing of argon2id: from here on this process hashes in a thousandth of the time.
 * Throws outside of a test run, so that no setting can ever weaken what an installation stores.
 */
export function hashCheaply(): void {
  if (process.env.VITEST !== 'true') throw new Error('passwords are hashed cheaply in tests only');
  cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
}

/** One core is left to everybody else (trucks are acknowledged by this process); two hundred wait six seconds where one core hashes. */
const gate = new Gate(Math.max(1, Math.min(4, availableParallelism() - 1)), 200);

/** argon2id over H. Throws 4029 when too many passwords wait. */
export const hashForStore = (h: string): Promise<string> => gate.run(() => hash(h, cost));

/** Stored form of a plain password, for seeding, resets and imports. */
export async function hashPassword(password: string, pwdSalt: string): Promise<string> {
  const h = await promisify(pbkdf2)(...saltAndText(password, pwdSalt));
  return hashForStore(h.toString('hex'));
}

/** Prefix of a stored form that {@link hashForNow} made. */
export const quickPrefix = 'sha256$';
/** Prefix of such a form after {@link strengthenHash}. */
const wrappedPrefix = 'sha256+argon2$';
const sha256Hex = (h: string): string => createHash('sha256').update(h).digest('hex');

/**
 * Store form of a plain password among thousands that are given at once (an import): 7 ms instead of 40, because argon2id is left to
 * {@link strengthenHash}, minutes later. Until then whoever steals the table meets the 10,000 rounds of PBKDF2 that lead to H.
 */
export async function hashForNow(password: string, pwdSalt: string): Promise<string> {
  const h = await promisify(pbkdf2)(...saltAndText(password, pwdSalt));
  return quickPrefix + sha256Hex(h.toString('hex'));
}

/** The full store form of what {@link hashForNow} made, argon2id over its digest: the password need not be known. Others are full already. */
export const strengthenHash = async (stored: string): Promise<string> =>
  stored.startsWith(quickPrefix) ? wrappedPrefix + (await hashForStore(stored.slice(quickPrefix.length))) : stored;

let decoy: Promise<string> | null = null;
/** The hash that stands in for the one of an unknown account; made once, and again when it was refused because too many waited. */
function makeDecoy(): Promise<string> {
  decoy ??= hashForStore('0'.repeat(64)).catch((error: unknown) => {
    decoy = null;
    throw error;
  });
  return decoy;
}

/**
 * Whether H belongs to the stored hash. With `stored` null (unknown account) it costs the same time and says no.
 * They wait for one another, so that a burst of logins cannot take all cores and memory. Throws 4029 when too many wait.
 */
export async function checkPassword(h: string, stored: string | null): Promise<boolean> {
  const hidden = await makeDecoy();
  return gate.run(() => matchesStored(h, stored, hidden));
}

/** Compares H with a stored form. Every form costs one argon2id, so the time tells nothing about it. */
async function matchesStored(h: string, stored: string | null, hidden: string): Promise<boolean> {
  if (stored?.startsWith(quickPrefix)) {
    await verify(hidden, h);
    return timingSafeEqual(Buffer.from(quickPrefix + sha256Hex(h)), Buffer.from(stored));
  }
  if (stored?.startsWith(wrappedPrefix)) return verify(stored.slice(wrappedPrefix.length), sha256Hex(h));
  return (await verify(stored ?? hidden, h)) && stored !== null;
}
