import { expect, it } from 'vitest';
import { newRecoveryCode, newTotpSecret, recoveryDigest, totpStepOf, totpUri } from './totp';

/** "12345678901234567890", the secret of RFC 6238, appendix B, in base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

it.each([
  // the last six of the eight digits of the appendix
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [2_000_000_000, '279037', 66_666_666],
])('RFC 6238 at %i s', (second, code, step) => {
  expect(totpStepOf(secret, code, second * 1000)).toBe(step);
  // half a minute of a wrong clock is forgiven, a minute more is not
  expect(totpStepOf(secret, code, (second + 30) * 1000)).toBe(step);
  expect(totpStepOf(secret, code, (second + 90) * 1000)).toBeNull();
});

it('the address names the platform and the account', () => {
  const made = newTotpSecret();
  expect(made).toMatch(/^[A-Z2-7]{32}$/u);
  const uri = new URL(totpUri(made, '通达', 'demo'));
  expect([uri.protocol, decodeURIComponent(uri.pathname)]).toEqual(['otpauth:', expect.stringContaining('demo')]);
  expect(uri.searchParams.get('secret')).toBe(made);
});

it('a recovery code is read however it is typed', () => {
  const code = newRecoveryCode();
  expect(code).toMatch(/^(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}$/u);
  expect(recoveryDigest(code.toLowerCase().replaceAll('-', ''))).toEqual(recoveryDigest(code));
});
