import { randomBytes } from 'node:crypto';
import { leadingZeroBits, proofOfWork } from '@tongda/contract/base/identity/proof-of-work';
import { expect, it } from 'vitest';
import { proveWork } from '../../../../../test/login-kit';
import type { Secrets } from '../../../../core/run/secrets';
import { newProofKey, takeProof } from './proof';

// only the signing key is asked for
const secrets = { signKey: randomBytes(32), oldSignKeys: [] } as unknown as Secrets;

it.each([
  [[0xff], 0],
  [[0x7f], 1],
  [[0, 0x01], 15],
  [[0, 0, 0x80], 16],
  [[0, 0], 16],
])('%j begins with %i zero bits', (bytes, bits) => expect(leadingZeroBits(Uint8Array.from(bytes))).toBe(bits));

it('a proof is good once, for two minutes, with as many bits as are asked for', () => {
  const bits = 8;
  const now = Date.parse('2026-11-23T00:00:00Z');
  const make = () => newProofKey(secrets, now).captchaKey;
  const key = make();
  expect(key.length).toBeLessThanOrEqual(128);
  const nonce = proveWork(key, bits);
  expect(takeProof(secrets, key, nonce, 60, now)).toBe(false);
  expect(takeProof(secrets, key, nonce, bits, now)).toBe(true);
  expect(takeProof(secrets, key, nonce, bits, now)).toBe(false);
  const late = make();
  expect(takeProof(secrets, late, proveWork(late, bits), bits, now + (proofOfWork.ttlS + 1) * 1000)).toBe(false);
});

it('a key that somebody made himself is refused, and one whose time was changed', () => {
  const { captchaKey } = newProofKey(secrets);
  const [until = '', ...rest] = captchaKey.split('-');
  for (const key of [`${Number(until) + 600}-${rest.join('-')}`, 'mine-1-x', '', '--'])
    expect(takeProof(secrets, key, proveWork(key, 4), 4)).toBe(false);
});
