import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ShortFirst } from './short-first';

it('runs a few at a time, and lets the next one in when one of them is long', async () => {
  const gate = new ShortFirst(2, 20);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  const all = ['a', 'b', 'c', 'd'].map((name) => gate.run(work(name)));
  expect(begun).toEqual(['a', 'b']);
  ends.get('a')?.();
  expect(await all[0]).toBe('a');
  await pause(1);
  expect(begun).toEqual(['a', 'b', 'c']);
  // nobody ends b and c, and yet d comes in
  await expect.poll(() => begun).toEqual(['a', 'b', 'c', 'd']);
  for (const end of ends.values()) end();
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
});

it('hands on the error of the work and frees its place', async () => {
  const gate = new ShortFirst(1, 1_000);
  await expect(gate.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await gate.run(async () => 'next')).toBe('next');
});

it('lets in first who has waited longest in all', async () => {
  const gate = new ShortFirst(1, 1_000);
  const begun: string[] = [];
  const work = (name: string) => async () => {
    begun.push(name);
  };
  const first = gate.run(() => pause(5), 0);
  await Promise.all([first, gate.run(work('new'), 30), gate.run(work('old'), 10), gate.run(work('older'), 5)]);
  expect(begun).toEqual(['older', 'old', 'new']);
});
