import { expect, it } from 'vitest';
import { direction, mostRecent, RecentFrames } from './recent-frames';

const bytes = (length: number, fill: number): Uint8Array => new Uint8Array(length).fill(fill);

it('remembers the newest frames of a terminal in their order, as many as there is room for', () => {
  const recent = new RecentFrames();
  recent.ringOf('1', 'c').put(1_000, direction.up, bytes(30, 1));
  recent.ringOf('1', 'c').put(1_001, direction.down, bytes(20, 2));
  recent.ringOf('1', 'c').put(1_002, direction.up, bytes(30, 3), true);
  expect(recent.of('1', 'c')).toEqual([
    { at: 1_000, direction: 1, bytes: bytes(30, 1), refused: false },
    { at: 1_001, direction: 2, bytes: bytes(20, 2), refused: false },
    { at: 1_002, direction: 1, bytes: bytes(30, 3), refused: true },
  ]);
  for (let i = 0; i < 200; i++) recent.ringOf('1', 'c').put(2_000 + i, direction.up, bytes(1 + (i % 7), i));
  const frames = recent.of('1', 'c');
  expect(frames.map(({ at }) => at)).toEqual(Array.from({ length: mostRecent }, (_, i) => 2_150 + i));
  expect(frames.at(-1)?.bytes).toEqual(bytes(1 + (199 % 7), 199));
  for (let i = 0; i < 20; i++) recent.ringOf('1', 'c').put(3_000 + i, direction.up, bytes(1_000, i));
  const large = recent.of('1', 'c');
  expect(large.length).toBeGreaterThanOrEqual(2);
  expect(large.at(-1)).toMatchObject({ at: 3_019, bytes: bytes(1_000, 19) });
  // one that has no room leaves the others where they are
  recent.ringOf('1', 'c').put(4_000, direction.up, bytes(5_000, 1));
  expect(recent.of('1', 'c')).toEqual(large);
});

it('forgets what a terminal said for another company', () => {
  const recent = new RecentFrames();
  recent.ringOf('1', 'a').put(1_000, direction.up, bytes(30, 1));
  expect(recent.of('1', 'b')).toEqual([]);
  recent.ringOf('1', 'b').put(2_000, direction.up, bytes(30, 2));
  expect(recent.of('1', 'b').map(({ at }) => at)).toEqual([2_000]);
  expect(recent.of('1', 'a')).toEqual([]);
});

it('has no more bytes than it may: what is left grows no more, and the terminal that came first begins anew', () => {
  const recent = new RecentFrames(1024 + 2 * 256);
  const say = (device: number): void => {
    // 256 bytes hold two frames of 100, 1,024 ten
    for (let i = 0; i < 10; i++) recent.ringOf(String(device), 'c').put(i, direction.up, bytes(89, device));
  };
  const counts = (): number[] => [1, 2, 3, 4].map((device) => recent.of(String(device), 'c').length);
  const first = recent.ringOf('1', 'c');
  say(1);
  say(2);
  say(3);
  expect(counts()).toEqual([10, 2, 2, 0]);
  expect(first.gone).toBe(false);
  say(4);
  expect(counts()).toEqual([0, 2, 2, 10]);
  expect(first.gone).toBe(true);
});
