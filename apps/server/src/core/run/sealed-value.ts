import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { StartupError } from '../pg/startup-error';

/** Marks a text that is encrypted: `sealed:1:` salt, initialisation vector, tag and text, each base64url (scrypt, AES-256-GCM). */
const mark = 'sealed:1:';
/** OWASP's parameters for scrypt with 64 MB: a stolen backup lets one guess a few passphrases a second and core. */
const cost = { N: 2 ** 16, r: 8, p: 2, maxmem: 256 * 1024 * 1024 };

export const isSealed = (value: string): boolean => value.startsWith(mark);

/** Values of one process share a salt, so that several are read at the price of one. */
const ownSalt = randomBytes(16);
/** The last derived keys, by salt and passphrase. */
const derived = new Map<string, Promise<Buffer>>();
const mostDerived = 4;

function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  const name = `${salt.toString('hex')} ${passphrase}`;
  const known = derived.get(name);
  if (known) return known;
  const fresh = new Promise<Buffer>((done, fail) => {
    scrypt(passphrase.normalize('NFC'), salt, 32, cost, (error, key) => (error ? fail(error) : done(key)));
  });
  derived.set(name, fresh);
  const [oldest] = derived.keys();
  if (derived.size > mostDerived && oldest !== undefined) derived.delete(oldest);
  return fresh;
}

/** Encrypts a text with a passphrase. */
export async function sealValue(text: string, passphrase: string): Promise<string> {
  const [salt, iv] = [ownSalt, randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt), iv);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return mark + [salt, iv, cipher.getAuthTag(), body].map((part) => part.toString('base64url')).join(':');
}

/** Decrypts what {@link sealValue} encrypted. Throws StartupError without a passphrase and with a wrong one. */
export async function unsealValue(sealed: string, passphrase: string | undefined): Promise<string> {
  if (passphrase === undefined)
    throw new StartupError('数据库中的签名密钥已用口令加密，请用环境变量 KEY_PASSPHRASE 给出口令。');
  const [salt, iv, tag, body] = sealed
    .slice(mark.length)
    .split(':')
    .map((part) => Buffer.from(part, 'base64url'));
  if (!salt || !iv || !tag || !body) throw new StartupError('数据库中加密的签名密钥已损坏，请从备份恢复。');
  const decipher = createDecipheriv('aes-256-gcm', await keyOf(passphrase, salt), iv, { authTagLength: 16 });
  decipher.setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch {
    throw new StartupError('KEY_PASSPHRASE 不是加密签名密钥时的口令，请检查。');
  }
}
