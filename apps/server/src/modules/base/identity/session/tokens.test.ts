import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Secrets } from '../../../../core/run/secrets';
import { signAccess, signFree, verifyAccess, verifyFree } from './tokens';

let secrets: Secrets;
beforeAll(async () => {
  const tokenKeys = await generateKeyPair('EdDSA', { extractable: true });
  // what is read of the secrets
  secrets = { pwdSalt: '', signKey: randomBytes(32), tokenKeys } as unknown as Secrets;
});

const facts = {
  userId: '7',
  clientId: '3',
  sessionId: 'b7a0a1c2-0000-4000-8000-000000000001',
  loginType: 0,
  warehouse: '',
  permVersion: 1,
  actor: null,
};
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const inAnHour = Math.floor(Date.now() / 1000) + 3600;
const claims = { sub: '1', cid: '1', sid: facts.sessionId, aud: 'tongda', exp: inAnHour };

describe('access tokens', () => {
  it('are good as they were signed', async () => {
    expect(await verifyAccess(secrets, await signAccess(secrets, facts))).toMatchObject({ userId: '7', clientId: '3' });
  });

  it('are refused without a signature, whatever algorithm they name', async () => {
    for (const alg of ['none', 'None', 'NONE', 'EdDSA', 'HS256'])
      expect(await verifyAccess(secrets, `${part({ alg, typ: 'JWT' })}.${part(claims)}.`), alg).toBeNull();
  });

  it('are refused when the public key was used as a shared secret', async () => {
    const body = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
    const key = await exportSPKI(secrets.tokenKeys.publicKey);
    expect(
      await verifyAccess(secrets, `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`),
    ).toBeNull();
  });

  it('are refused when they bring their own key', async () => {
    const own = await generateKeyPair('EdDSA', { extractable: true });
    const jwk = await exportJWK(own.publicKey);
    const forged = await new SignJWT({ cid: '1', sid: facts.sessionId })
      .setProtectedHeader({ alg: 'EdDSA', jwk, jku: 'https://evil.example/keys', kid: 'v1' })
      .setSubject('1')
      .setAudience('tongda')
      .setExpirationTime('1h')
      .sign(own.privateKey);
    expect(await verifyAccess(secrets, forged)).toBeNull();
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const other = await new SignJWT({ cid: '1' })
      .setProtectedHeader({ alg: 'RS256' })
      .setAudience('tongda')
      .sign(rsa.privateKey);
    expect(await verifyAccess(secrets, other)).toBeNull();
  });

  it('end with their time, also when they were found good before', async () => {
    const token = await signAccess(secrets, { ...facts, lifeS: 60 });
    expect(await verifyAccess(secrets, token)).not.toBeNull();
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] });
    try {
      expect(await verifyAccess(secrets, token)).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it('end with the key that signed them, also when they were found good before', async () => {
    const token = await signAccess(secrets, facts);
    expect(await verifyAccess(secrets, token)).not.toBeNull();
    const rotated = { ...secrets, tokenKeys: await generateKeyPair('EdDSA', { extractable: true }) };
    expect(await verifyAccess(rotated, token)).toBeNull();
    expect(await verifyAccess(secrets, token)).not.toBeNull();
  });

  it('are no free tokens, and free tokens are none of them', async () => {
    const free = await signFree(secrets, { clientId: '3', scope: 'share:track', subject: 'x' }, 1);
    expect(await verifyFree(secrets, free)).toMatchObject({ clientId: '3' });
    expect(await verifyAccess(secrets, free)).toBeNull();
    expect(await verifyFree(secrets, await signAccess(secrets, facts))).toBeNull();
  });
});
