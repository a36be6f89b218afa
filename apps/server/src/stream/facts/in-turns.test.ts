import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { InTurns } from './in-turns';

const noting = (turnMs: number, most: number, work: (item: number) => void = () => undefined) => {
  const done: number[] = [];
  const turns = new InTurns<number>({
    work: (item) => {
      done.push(item);
      work(item);
    },
    turnMs,
    most,
  });
  return { done, turns };
};
const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

describe('InTurns', () => {
  it('does nothing at once and everything in order soon', async () => {
    const { done, turns } = noting(50, 1000);
    for (const item of upTo(100)) turns.push(item);
    expect([done.length, turns.size]).toEqual([0, 100]);
    await turn();
    await turn();
    expect(done).toEqual(upTo(100));
    expect(turns.size).toBe(0);
  });

  it('gives way after each turn', async () => {
    const { done, turns } = noting(0, 1000);
    for (const item of upTo(100)) turns.push(item);
    await turn();
    expect(done.length).toBeLessThan(100);
    while (turns.size > 0) await turn();
    expect(done).toEqual(upTo(100));
  });

  it('lets no more wait than it may, and does all at once when asked', () => {
    const { done, turns } = noting(0, 10);
    for (const item of upTo(11)) turns.push(item);
    expect(done).toEqual(upTo(11));
    turns.push(11);
    expect(done).toEqual(upTo(11));
    turns.drain();
    expect(done).toEqual(upTo(12));
  });

  it('goes on behind an item that throws', () => {
    const { done, turns } = noting(50, 10, (item) => {
      if (item === 1) throw new Error('no');
    });
    for (const item of upTo(3)) turns.push(item);
    expect(() => turns.drain()).toThrow('no');
    turns.drain();
    expect(done).toEqual([0, 1, 2]);
  });
});
