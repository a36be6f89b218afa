import { createHash } from 'node:crypto';
import { leadingZeroBits, proofOfWork, proofText } from '@tongda/contract/base/identity/proof-of-work';
import type { TestApp } from './test-app';

/** The number that proves work of `bits` for a key, as a browser finds it. */
export function proveWork(key: string, bits: number): string {
  for (let nonce = 0; ; nonce++) {
    const hash = createHash('sha256')
      .update(proofText(key, String(nonce)))
      .digest();
    if (leadingZeroBits(hash) >= bits) return String(nonce);
  }
}

/** A fresh key with its work done, as fields of a login or feedback. */
export async function provedWork(
  app: TestApp,
  bits: number = proofOfWork.usualBits,
): Promise<{ captchaKey: string; captchaCode: string }> {
  const { captchaKey } = (await app.get('/api/sso/oauth/getLoginCode?captcha=1')).data;
  return { captchaKey, captchaCode: proveWork(captchaKey, bits) };
}
