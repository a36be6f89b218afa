import { pbkdf2, pbkdf2Sync } from 'node:crypto';
import { promisify } from 'node:util';
import { hash, verify } from '@node-rs/argon2';
import { passwordScheme } from '@tongda/contract/identity/session';

const { saltPrefix, iterations, bytes } = passwordScheme;
const derivation = (password: string, pwdSalt: string) =>
  [password.normalize('NFKC'), `${saltPrefix}${pwdSalt}`, iterations, bytes, 'sha256'] as const;

/** The client's hash H of a password (shell.md A7), as a browser sends it. Takes 7 ms of the thread that calls it. */
export const clientHash = (password: string, pwdSalt: string): string =>
  pbkdf2Sync(...derivation(password, pwdSalt)).toString('hex');

/** argon2id over H with OWASP's smallest parameters; about 30 ms of one core. */
export const hashForStore = (h: string): Promise<string> =>
  hash(h, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });

/** Store form of a plain password, for seeding, resets and imports; nothing else waits for it. */
export async function hashPassword(password: string, pwdSalt: string): Promise<string> {
  const h = await promisify(pbkdf2)(...derivation(password, pwdSalt));
  return hashForStore(h.toString('hex'));
}

let decoy: Promise<string> | null = null;

/**
 * Whether H belongs to the stored hash. With `stored` null (unknown account) it costs the same time and says no.
 * At most four run at once, so that a burst of logins cannot take all cores and memory.
 */
export async function checkPassword(h: string, stored: string | null): Promise<boolean> {
  decoy ??= hashForStore('0'.repeat(64));
  const target = stored ?? (await decoy);
  return gate(async () => (await verify(target, h)) && stored !== null);
}

const waiting: Array<() => void> = [];
let running = 0;
async function gate<T>(work: () => Promise<T>): Promise<T> {
  if (running >= 4) await new Promise<void>((go) => waiting.push(go));
  running++;
  try {
    return await work();
  } finally {
    running--;
    waiting.shift()?.();
  }
}
