import { expect, it } from 'vitest';
import { direction, mostRecent, RecentFrames } from './recent-frames';

const bytes = (length: number, fill: number): Uint8Array => new Uint8Array(length).fill(fill);

it('remembers the newest frames of a terminal in their order, as many as there is room for', () => {
  const recent = new RecentFrames();
  recent.ringOf('1', 'c').put(1_000, direction.up, bytes(30, 1));
  recent.ringOf('1', 'c').put(1_001, direction.down, bytes(20, 2));
  recent.ringOf('1', 'c').put(1_002, direction.up, bytes(30, 3), { refused: true, unheeded: false });
  recent.ringOf('1', 'c').put(1_003, direction.up, bytes(30, 4), { refused: false, unheeded: true });
  expect(recent.of('1', 'c')).toEqual([
    { at: 1_000, direction: 1, bytes: bytes(30, 1), refused: false, unheeded: false },
    { at: 1_001, direction: 2, bytes: bytes(20, 2), refused: false, unheeded: false },
    { at: 1_002, direction: 1, bytes: bytes(30, 3), refused: true, unheeded: false },
    { at: 1_003, direction: 1, bytes: bytes(30, 4), refused: false, unheeded: true },
  ]);
  for (let i = 0; i < 200; i++) recent.ringOf('1', 'c').put(2_000 + i, direction.up, bytes(1 + (i % 7), i));
  const frames = recent.of('1', 'c');
  expect(frames.map(({ at }) => at)).toEqual(Array.from({ length: mostRecent }, (_, i) => 2_150 + i));
  expect(frames.at(-1)?.bytes).toEqual(bytes(1 + (199 % 7), 199));
  for (let i = 0; i < 40; i++) recent.ringOf('1', 'c').put(3_000 + i, direction.up, bytes(1_000, i));
  const large = recent.of('1', 'c');
  expect(large.length).toBeGreaterThanOrEqual(2);
  expect(large.at(-1)).toMatchObject({ at: 3_039, bytes: bytes(1_000, 39) });
  // one that has no room leaves the others where they are
  recent.ringOf('1', 'c').put(4_000, direction.up, bytes(17_000, 1));
  expect(recent.of('1', 'c')).toEqual(large);
});

it('remembers the reports of ten minutes and their answers where there is room, and fifty frames where people look', () => {
  const recent = new RecentFrames();
  const ring = recent.ringOf('1', 'c');
  for (let s = 0; s <= 600; s += 10) {
    ring.put(s * 1000, direction.up, bytes(95, 1));
    ring.put(s * 1000 + 5, direction.down, bytes(20, 2));
  }
  expect(recent.of('1', 'c', Number.POSITIVE_INFINITY)[0]?.at).toBe(0);
  expect(recent.of('1', 'c')).toHaveLength(mostRecent);
});

it('forgets what a terminal said for another company', () => {
  const recent = new RecentFrames();
  recent.ringOf('1', 'a').put(1_000, direction.up, bytes(30, 1));
  expect(recent.of('1', 'b')).toEqual([]);
  recent.ringOf('1', 'b').put(2_000, direction.up, bytes(30, 2));
  expect(recent.of('1', 'b').map(({ at }) => at)).toEqual([2_000]);
  expect(recent.of('1', 'a')).toEqual([]);
});

/** Ten frames, which take 1,024 bytes. */
const say = (recent: RecentFrames, device: number, at = 0, length = 89): void => {
  for (let i = 0; i < 10; i++) recent.ringOf(String(device), 'c').put(at, direction.up, bytes(length, device));
};
const countsOf = (recent: RecentFrames, devices: readonly number[]): number[] =>
  devices.map((device) => recent.of(String(device), 'c').length);

it('has no more bytes than it may: terminals that have left are forgotten for those that speak', () => {
  const recent = new RecentFrames(2 * 1024 + 256);
  const [first, second] = [recent.ringOf('1', 'c'), recent.ringOf('2', 'c')];
  say(recent, 1);
  say(recent, 2);
  // over the ring that a connection has in its hand
  first.put(11 * 60_000, direction.up, bytes(20, 1));
  say(recent, 3, 11 * 60_000);
  expect(countsOf(recent, [1, 2, 3])).toEqual([11, 0, 10]);
  expect([first.gone, second.gone]).toEqual([false, true]);
  expect(second.put(12 * 60_000, direction.up, bytes(300, 2))).toBeUndefined();
});

it('when nobody has left, who has much keeps the newest, and nobody loses all at each of his frames', () => {
  const recent = new RecentFrames(200 * 1024 + 20 * 3072);
  const devices = Array.from({ length: 200 }, (_, i) => i);
  for (let round = 0; round < 60; round++)
    for (const device of devices) recent.ringOf(String(device), 'c').put(round, direction.up, bytes(89, device));
  expect(Math.min(...countsOf(recent, devices))).toBeGreaterThanOrEqual(5);
  expect(devices.map((device) => recent.of(String(device), 'c').at(-1)?.at)).toEqual(devices.map(() => 59));
  // one that is large takes the room of the one that is idle longest
  for (let i = 0; i < 60; i++) say(recent, 7, 60);
  expect(countsOf(recent, [7])[0]).toBeGreaterThanOrEqual(5);
});

it('long frames have room however many terminals there are', () => {
  const recent = new RecentFrames(64 * 1024);
  for (let round = 0; round < 5; round++)
    for (let device = 0; device < 200; device++)
      recent.ringOf(String(device), 'c').put(round, direction.up, bytes(300, device));
  expect(recent.of('199', 'c').at(-1)).toMatchObject({ at: 4, bytes: bytes(300, 199) });
  recent.ringOf('5', 'c').put(6, direction.up, bytes(1_500, 5));
  expect(recent.of('5', 'c').at(-1)).toMatchObject({ at: 6, bytes: bytes(1_500, 5) });
});
