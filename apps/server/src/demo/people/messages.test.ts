import { expect, it } from 'vitest';
import { toldAt } from './messages';

/** The day that a message counts from is the one that it bears: at seven in the morning in China it is still yesterday in UTC. */
it.each([
  ['2026-11-29T23:01:00Z', '2026-11-30T00:00:00.000Z'],
  ['2026-11-30T02:00:00Z', '2026-11-30T00:00:00.000Z'],
  ['2026-11-29T15:59:00Z', '2026-11-29T00:00:00.000Z'],
  ['2026-11-29T16:00:00Z', '2026-11-30T00:00:00.000Z'],
])('what is due at %s is told at eight of that day in China', (then, at) => {
  expect(toldAt(Date.parse(then)).toISOString()).toBe(at);
});
