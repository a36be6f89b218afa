import { randomBytes } from 'node:crypto';
import { factorRules } from '@tongda/contract/base/identity/factor';
import { Secret, TOTP } from 'otpauth';
import { digestOf } from '../session/tokens';

/** A generator as authenticator apps know it (RFC 6238): SHA-1, six digits, 30 s. */
const generatorOf = (secret: string, issuer = '', label = ''): TOTP =>
  new TOTP({
    issuer,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: factorRules.digits,
    period: factorRules.periodS,
  });

/** A new secret of 160 random bits, base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The otpauth:// address that an app reads from a QR. */
export const totpUri = (secret: string, issuer: string, account: string): string =>
  generatorOf(secret, issuer, account).toString();

/** Number of the 30 seconds since 1970 for which `code` is right, one before and after allowed for wrong clocks; null when it is wrong. */
export function totpStepOf(secret: string, code: string, now = Date.now()): number | null {
  const delta = generatorOf(secret).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 1000 / factorRules.periodS) + delta;
}

const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A recovery code of 80 random bits, in four groups of four. */
export function newRecoveryCode(): string {
  const code = [...randomBytes(16)].map((byte) => signs.charAt(byte % signs.length)).join('');
  return code.replace(/(.{4})(?=.)/gu, '$1-');
}

/** What is stored of a recovery code; groups and case do not matter. */
export const recoveryDigest = (code: string): Buffer => digestOf(`recovery ${code.replaceAll('-', '').toUpperCase()}`);
