import { expect, it } from 'vitest';
import { fewAtOnce } from './few-at-once';

it('runs so many at once, one after the other, also after one that failed', async () => {
  const inTurn = fewAtOnce(2);
  let running = 0;
  let most = 0;
  const begun: number[] = [];
  const all = Array.from({ length: 6 }, (_, i) =>
    inTurn(async () => {
      begun.push(i);
      most = Math.max(most, ++running);
      await new Promise((done) => setImmediate(done));
      running--;
      if (i === 1) throw new Error('damaged');
      return i;
    }),
  );
  const ended = await Promise.allSettled(all);
  expect(ended.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, true, true]);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  expect(most).toBe(2);
  expect(await inTurn(async () => 'free')).toBe('free');
});
