import { expect, it } from 'vitest';
import { DatabaseClock } from './database-clock';

/** A database whose clock shows 1,000,000 ms more than the process's, and asks of it that take so long one way and the other, ms. */
function scene() {
  let now = 5_000;
  const clock = new DatabaseClock(() => now);
  const read = (goMs: number, comeMs: number): Promise<void> =>
    clock.read(async () => {
      now += goMs;
      const told = now + 1_000_000;
      now += comeMs;
      return told;
    });
  return { clock, read, pass: (ms: number) => (now += ms) };
}

it('tells what the clock of the database showed', async () => {
  const { clock, read } = scene();
  expect(() => clock.at(0)).toThrow();
  await read(3, 3);
  expect(clock.at(4_000)).toBe(1_004_000);
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
