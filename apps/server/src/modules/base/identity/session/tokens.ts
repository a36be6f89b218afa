import { createHash, randomBytes } from 'node:crypto';
import { tokenLife } from '@tongda/contract/base/identity/calls';
import { type FreeTokenScope, freeTokenMaxH, freeTokenScopes } from '@tongda/contract/base/identity/free-token';
import { hourS } from '@tongda/contract/core/durations';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { sealText, unsealText } from '../../../../core/run/sealed-text';
import type { Secrets } from '../../../../core/run/secrets';

/** Claims of an access token (shell.md A2), for other services to read; what the caller may do is decided by the row of his session. */
export interface AccessClaims {
  userId: string;
  clientId: string;
  sessionId: string;
}
export interface AccessFacts extends AccessClaims {
  loginType: number;
  warehouse: string;
  permVersion: number;
  actor: { uid: string; cid: string; mode: string } | null;
  /** seconds from now, 1800 unless the session itself ends before */
  lifeS?: number;
}

const algorithm = 'EdDSA';
const keyId = 'v1';
const accessAudience = 'tongda';
const freeAudience = 'tongda-open';

/** Signed access token of 30 minutes. */
export function signAccess(secrets: Secrets, facts: AccessFacts): Promise<string> {
  const claims = {
    cid: facts.clientId,
    sid: facts.sessionId,
    lt: facts.loginType,
    wh: facts.warehouse,
    pv: facts.permVersion,
    ...(facts.actor ? { act: facts.actor } : {}),
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm, kid: keyId })
    .setSubject(facts.userId)
    .setAudience(accessAudience)
    .setJti(randomBytes(9).toString('base64url'))
    .setIssuedAt()
    .setExpirationTime(`${facts.lifeS ?? tokenLife.accessCookie}s`)
    .sign(secrets.tokenKeys.privateKey);
}

interface Verified extends AccessClaims {
  exp: number;
  /** the key that it was verified with: after a rotation it has to be good with the new one */
  key: Secrets['tokenKeys']['publicKey'];
}
const verified = new LRUCache<string, Verified>({ max: 20_000 });

/** Claims of a good token, or null. A signature is checked once a key, its expiry every time. */
export async function verifyAccess(secrets: Secrets, token: string): Promise<AccessClaims | null> {
  const { publicKey } = secrets.tokenKeys;
  const known = verified.get(token);
  if (known?.key === publicKey) return known.exp * 1000 > Date.now() ? known : null;
  try {
    const { payload } = await jwtVerify(token, publicKey, {
      algorithms: [algorithm],
      audience: accessAudience,
    });
    const claims: Verified = {
      userId: String(payload.sub),
      clientId: String(payload.cid),
      sessionId: String(payload.sid),
      exp: payload.exp ?? 0,
      key: publicKey,
    };
    verified.set(token, claims);
    return claims;
  } catch {
    return null;
  }
}

export interface FreeClaims {
  clientId: string;
  scope: FreeTokenScope;
  /** what it was given for: a survey, a share */
  subject: string;
  /** epoch ms */
  expireAt: number;
}

/** A free token (Open-Access-Token): one company, one scope, 24 h at most. Only open routes ask for it. */
export async function signFree(secrets: Secrets, claims: Omit<FreeClaims, 'expireAt'>, hours: number): Promise<string> {
  const seconds = Math.floor(Math.min(Math.max(hours, 0), freeTokenMaxH) * hourS);
  return new SignJWT({ cid: claims.clientId, scope: claims.scope })
    .setProtectedHeader({ alg: algorithm, kid: keyId })
    .setSubject(claims.subject)
    .setAudience(freeAudience)
    .setIssuedAt()
    .setExpirationTime(`${seconds}s`)
    .sign(secrets.tokenKeys.privateKey);
}

const freePayload = z.object({
  sub: z.string(),
  cid: z.string(),
  scope: z.enum(freeTokenScopes),
  exp: z.number(),
  iat: z.number(),
});

/** What a free token is good for, or null. An access token is none, and the other way round. */
export async function verifyFree(secrets: Secrets, token: string): Promise<FreeClaims | null> {
  try {
    const { payload } = await jwtVerify(token, secrets.tokenKeys.publicKey, {
      algorithms: [algorithm],
      audience: freeAudience,
    });
    const { sub, cid, scope, exp, iat } = freePayload.parse(payload);
    if (exp - iat > freeTokenMaxH * hourS) return null;
    return { clientId: cid, scope, subject: sub, expireAt: exp * 1000 };
  } catch {
    return null;
  }
}

/** A new secret for a token: 256 random bits, of which only the SHA-256 is stored. */
export const makeSecret = (): string => randomBytes(32).toString('base64url');
export const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Seals the secret of a program with the key that no rotation changes; {@link unsealSecret} reads it. */
export const sealSecret = (factorKey: Buffer, secret: string): Buffer => sealText(factorKey, secret);
export const unsealSecret = (factorKey: Buffer, sealed: Buffer): string => unsealText([factorKey], sealed);
