import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Encrypts what must not lie in the database in plain text (AES-256-GCM): the successor pair of a used refresh token, secrets of second factors, passwords in commands. */
export function sealText(key: Buffer, text: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** Decrypts what {@link sealText} encrypted with one of `keys` (several where keys are rotated). Throws when none of the keys did. */
export function unsealText(keys: readonly Buffer[], sealed: Buffer): string {
  for (const key of keys) {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 });
    decipher.setAuthTag(sealed.subarray(12, 28));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
    } catch {
      // sealed with another key
    }
  }
  throw new Error('sealed with a key that is no longer known');
}
