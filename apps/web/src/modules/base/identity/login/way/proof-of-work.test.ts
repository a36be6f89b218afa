import { createHash } from 'node:crypto';
import { leadingZeroBits, proofText } from '@tongda/contract/base/identity/proof-of-work';
import { expect, it } from 'vitest';
import { proveWork } from './proof-of-work';

it('finds a number that the server accepts, and lets the page live meanwhile', async () => {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  const nonce = await proveWork('1700000000-abc-sig', 14);
  clearInterval(timer);
  const hash = createHash('sha256').update(proofText('1700000000-abc-sig', nonce)).digest();
  expect(leadingZeroBits(hash)).toBeGreaterThanOrEqual(14);
});
