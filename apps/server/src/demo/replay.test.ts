import { expect, it } from 'vitest';
import { demoClients } from './people';
import { replayedAt } from './replay';

it('lets only the demo company look as if its history had been received when it was taken', () => {
  const [taken, now] = [1_795_000_000_000, 1_795_600_000_000];
  expect(replayedAt(demoClients.cold.id, taken, now)).toBe(taken + 1000);
  expect(replayedAt(demoClients.cold.id, now, now)).toBe(now);
  expect(replayedAt(demoClients.shipper.id, taken, now)).toBe(now);
});
