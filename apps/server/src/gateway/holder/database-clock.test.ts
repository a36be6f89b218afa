import { expect, it } from 'vitest';
import { DatabaseClock } from './database-clock';

/** A database whose clock shows 1,000,000 ms more than the process's, and asks of it that take so long one way and the other, ms. */
function scene() {
  let now = 5_000;
  let aheadMs = 1_000_000;
  const clock = new DatabaseClock(() => now);
  const read = (goMs: number, comeMs: number): Promise<void> =>
    clock.read(async () => {
      now += goMs;
      const told = now + aheadMs;
      now += comeMs;
      return told;
    });
  return { clock, read, pass: (ms: number) => (now += ms), set: (byMs: number) => (aheadMs += byMs) };
}

it('tells what the clock of the database showed', async () => {
  const { clock, read } = scene();
  expect(() => clock.at(0)).toThrow();
  await read(3, 3);
  expect(clock.at(4_000)).toBe(1_004_000);
});

it('believes a slow look at once when it shows that the quick one cannot be true any more', async () => {
  const { clock, read, pass, set } = scene();
  await read(1, 1);
  set(60_000);
  pass(15_000);
  // its own error is 200 ms at most
  await read(0, 400);
  expect(clock.at(0)).toBe(1_059_800);
});

it('believes a quick look rather than a slow one, for ten minutes', async () => {
  const { clock, read, pass } = scene();
  await read(1, 3);
  expect(clock.at(0)).toBe(999_999);
  await read(0, 400);
  expect(clock.at(0)).toBe(999_999);
  pass(600_000);
  await read(0, 400);
  expect(clock.at(0)).toBe(999_800);
});
