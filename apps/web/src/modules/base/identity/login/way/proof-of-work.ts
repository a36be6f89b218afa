import { sha256 } from '@noble/hashes/sha2.js';
import { leadingZeroBits, proofText } from '@tongda/contract/base/identity/proof-of-work';

/** Milliseconds of one stretch of work, after which the page may paint. */
const stretchMs = 12;

/** Finds the number that proves work of `bits` for `key`; the page stays alive meanwhile. */
export async function proveWork(key: string, bits: number): Promise<string> {
  const encoder = new TextEncoder();
  let until = performance.now() + stretchMs;
  for (let nonce = 0; ; nonce++) {
    const text = String(nonce);
    if (leadingZeroBits(sha256(encoder.encode(proofText(key, text)))) >= bits) return text;
    if (nonce % 256 === 255 && performance.now() > until) {
      await new Promise((go) => setTimeout(go));
      until = performance.now() + stretchMs;
    }
  }
}
