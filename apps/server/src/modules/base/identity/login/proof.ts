import { createHash, randomBytes } from 'node:crypto';
import { leadingZeroBits, proofOfWork, proofText } from '@tongda/contract/base/identity/proof-of-work';
import { LRUCache } from 'lru-cache';
import { type Secrets, signText, verifySignature } from '../../../../core/run/secrets';

/** Keys that were used. Only a key with its work done gets here, so nobody pushes others out for nothing. */
const used = new LRUCache<string, true>({ max: 100_000, ttl: proofOfWork.ttlS * 1000 });
const signed = (body: string): string => `proof of work ${body}`;

/** A key to prove work for, good for one try within two minutes. It is signed and not stored, so that asking for many costs no memory. */
export function newProofKey(secrets: Secrets, now = Date.now()): { captchaKey: string; expireIn: number } {
  const body = `${Math.floor(now / 1000) + proofOfWork.ttlS}-${randomBytes(9).toString('hex')}`;
  return { captchaKey: `${body}-${signText(secrets, signed(body))}`, expireIn: proofOfWork.ttlS };
}

/** Whether the usual work was proved: for what anybody may send without a login. */
export const takeUsualProof = (secrets: Secrets, key: string | undefined, nonce: string | undefined): boolean =>
  takeProof(secrets, key, nonce, proofOfWork.usualBits);

/** Whether `nonce` proves work of `bits` for a key of ours that is alive and was not used; a proof is used up by that. */
export function takeProof(
  secrets: Secrets,
  key: string | undefined,
  nonce: string | undefined,
  bits: number,
  now = Date.now(),
): boolean {
  if (!key || !nonce) return false;
  const [until = '', random = '', ...rest] = key.split('-');
  if (!verifySignature(secrets, signed(`${until}-${random}`), rest.join('-'))) return false;
  if (Number(until) * 1000 < now || used.has(random)) return false;
  if (leadingZeroBits(createHash('sha256').update(proofText(key, nonce)).digest()) < bits) return false;
  used.set(random, true);
  return true;
}
