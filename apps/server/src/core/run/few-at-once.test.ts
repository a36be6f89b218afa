import { expect, it } from 'vitest';
import { FewAtOnce, mapFew } from './few-at-once';

it('runs as many as it may, in their order, and goes on behind one that fails', async () => {
  const few = new FewAtOnce(2);
  const seen: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    seen.push(name);
    return new Promise<string>((resolve, reject) =>
      ends.set(name, () => (name === 'b' ? reject(new Error('broken')) : resolve(name))),
    );
  };
  const all = ['a', 'b', 'c', 'd'].map((name) => few.run(work(name)));
  const settled = Promise.allSettled(all);
  expect(seen).toEqual(['a', 'b']);
  for (const name of ['b', 'a', 'c', 'd']) {
    ends.get(name)?.();
    await new Promise((resolve) => setTimeout(resolve));
  }
  expect(seen).toEqual(['a', 'b', 'c', 'd']);
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(await few.run(async () => 'e')).toBe('e');
});

it('does the same work for each of a list, a few at a time, and answers in the order of the list', async () => {
  let [running, most] = [0, 0];
  const double = async (value: number): Promise<number> => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 10 - value));
    running--;
    return value * 2;
  };
  expect(await mapFew([1, 2, 3, 4, 5], 2, double)).toEqual([2, 4, 6, 8, 10]);
  expect(most).toBe(2);
});
