import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { tokenLife } from '@tongda/contract/identity/session';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Secrets } from '../../core/secrets';

/** What an access token says (shell.md A2). */
export interface AccessClaims {
  userId: string;
  clientId: string;
  sessionId: string;
}

/** Signed access token of 30 minutes. */
export function signAccess(secrets: Secrets, claims: AccessClaims): Promise<string> {
  return new SignJWT({ cid: claims.clientId, sid: claims.sessionId })
    .setProtectedHeader({ alg: 'EdDSA', kid: 'v1' })
    .setSubject(claims.userId)
    .setJti(randomBytes(9).toString('base64url'))
    .setIssuedAt()
    .setExpirationTime(`${tokenLife.accessCookie}s`)
    .sign(secrets.tokenKeys.privateKey);
}

const verified = new LRUCache<string, AccessClaims & { exp: number }>({ max: 20_000 });

/** Claims of a good token, or null. A signature is checked once, its expiry every time. */
export async function verifyAccess(secrets: Secrets, token: string): Promise<AccessClaims | null> {
  const known = verified.get(token);
  if (known) return known.exp * 1000 > Date.now() ? known : null;
  try {
    const { payload } = await jwtVerify(token, secrets.tokenKeys.publicKey, { algorithms: ['EdDSA'] });
    const claims = {
      userId: String(payload.sub),
      clientId: String(payload.cid),
      sessionId: String(payload.sid),
      exp: payload.exp ?? 0,
    };
    verified.set(token, claims);
    return claims;
  } catch {
    return null;
  }
}

/** A new refresh token: 256 random bits; only its SHA-256 is stored. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url');
export const refreshDigest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Seals the successor pair of a used refresh token, so that a second window gets the same answer without plain tokens at rest. */
export function seal(secrets: Secrets, text: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', secrets.signKey, iv);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** Opens what `seal` closed. */
export function unseal(secrets: Secrets, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', secrets.signKey, sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
}
