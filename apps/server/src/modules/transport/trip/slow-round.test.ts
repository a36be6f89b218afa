import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SlowRound } from './slow-round';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A round over numbers, each of which takes 50 ms, and what is done in turn with it. */
function scene(things: number) {
  const done: Array<number | string> = [];
  let loads = 0;
  let running = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    running = running.then(work).catch((error: Error) => void done.push(error.message));
    return running;
  };
  const round = new SlowRound<number>(
    async () => {
      loads++;
      return Array.from({ length: things }, (_, i) => i + 1);
    },
    async (left, untilMs) => {
      for (const [i, thing] of left.entries()) {
        if (performance.now() >= untilMs) return left.slice(i);
        await new Promise((resolve) => setTimeout(resolve, 50));
        done.push(thing);
      }
      return [];
    },
    inTurn,
  );
  return { round, done, inTurn, loads: () => loads };
}

it('works for 200 ms, lets others work four times as long, and goes on where it was', async () => {
  const { round, done, inTurn } = scene(10);
  round.want();
  await vi.advanceTimersByTimeAsync(100);
  void inTurn(async () => void done.push('urgent'));
  await vi.advanceTimersByTimeAsync(150);
  expect(done).toEqual([1, 2, 3, 4, 'urgent']);
  await vi.advanceTimersByTimeAsync(700);
  expect(done).toHaveLength(5);
  await vi.advanceTimersByTimeAsync(260);
  expect(done.slice(5)).toEqual([5, 6, 7, 8]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(done.slice(9)).toEqual([9, 10]);
});

it('comes to its end before it begins anew, and is asked for once however often it is wanted', async () => {
  const { round, done, loads } = scene(6);
  round.want();
  await vi.advanceTimersByTimeAsync(250);
  round.want();
  round.want();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(done).toEqual([1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6]);
  expect(loads()).toBe(2);
});

it('is finished at once where somebody waits for it, and begins nothing once it is stopped', async () => {
  const { round, done, inTurn } = scene(10);
  round.want();
  const finished = inTurn(() => round.finish());
  await vi.advanceTimersByTimeAsync(520);
  await finished;
  expect(done).toHaveLength(10);
  round.want();
  round.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(done).toHaveLength(10);
});

it('goes on with its next slice after one that failed', async () => {
  const { round, done, inTurn } = scene(0);
  let tries = 0;
  const failing = new SlowRound<number>(
    async () => [1],
    async () => {
      if (++tries === 1) throw new Error('away');
      return [];
    },
    inTurn,
  );
  failing.want();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(done).toEqual(['away']);
  expect(tries).toBe(2);
  round.stop();
});
