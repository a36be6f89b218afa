import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Talks } from './talks';

const patienceMs = 1_000;
const areas = 0x8606;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  ['the first alone is enough: some terminals answer no other', [7], 'accepted'],
  ['the first twice is no more than that', [7, 7], 'accepted'],
  ['the second alone is not', [8], 'silent'],
  ['the first two are not: the terminal answers each, and has not had the last', [7, 8], 'silent'],
  ['whatever came before, the last one is the answer', [8, 9], 'accepted'],
])('of the packages of a message, acknowledged before nothing else comes, %s', async (_, serials, what) => {
  const talks = new Talks(patienceMs);
  const wish = { resultMs: patienceMs, accepted: () => undefined, late: () => undefined };
  const outcome = talks.begin(areas, { first: 7, count: 3 }, wish);
  for (const replySerial of serials) talks.replied({ replySerial, replyId: areas, result: 0 });
  vi.advanceTimersByTime(patienceMs);
  expect(await outcome).toMatchObject({ what, serial: 9 });
});
