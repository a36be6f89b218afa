import { expect, it } from 'vitest';
import { PerMinute } from './per-minute';

it('allows so many calls a minute to each caller, and again in the next one', () => {
  let now = 0;
  const limit = new PerMinute(2, () => now);
  expect([limit.allows('a'), limit.allows('a'), limit.allows('a'), limit.allows('b')]).toEqual([
    true,
    true,
    false,
    true,
  ]);
  now = 60_000;
  expect(limit.allows('a')).toBe(true);
});
