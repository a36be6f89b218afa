import { expect, it } from 'vitest';
import { partOf, readRange } from './range';

it.each([
  ['bytes=0-', { first: 0 }],
  ['bytes=0-0', { first: 0, last: 0 }],
  ['BYTES= 5-9 ', { first: 5, last: 9 }],
  ['bytes=-3', { suffix: 3 }],
  ['bytes=-0', { suffix: 0 }],
  // the whole: nothing asked, several at once, another unit, the wrong way round, no range at all
  [undefined, undefined],
  ['', undefined],
  ['bytes=0-1,4-5', undefined],
  ['bytes=0-1,', undefined],
  ['items=0-1', undefined],
  ['bytes=9-5', undefined],
  ['bytes=-', undefined],
  ['bytes=a-b', undefined],
  ['bytes=1', undefined],
  ['bytes=0x1-2', undefined],
  ['bytes=1.5-2', undefined],
])('the header %j asks for %j', (header, asked) => {
  expect(readRange(header)).toEqual(asked);
});

it.each([
  [10, undefined, 0, 10],
  [10, { first: 0 }, 0, 10],
  [10, { first: 9 }, 9, 1],
  [10, { first: 10 }, 0, 0],
  [10, { first: 3, last: 3 }, 3, 1],
  [10, { first: 3, last: 9 }, 3, 7],
  [10, { first: 3, last: 10 }, 3, 7],
  [10, { first: 1e20 }, 0, 0],
  [10, { suffix: 1 }, 9, 1],
  [10, { suffix: 10 }, 0, 10],
  [10, { suffix: 11 }, 0, 10],
  [10, { suffix: 0 }, 0, 0],
  [0, undefined, 0, 0],
  [0, { first: 0 }, 0, 0],
  [0, { suffix: 5 }, 0, 0],
])('of %i bytes %j is from %i on %i', (size, asked, from, length) => {
  expect(partOf(size, asked)).toEqual({ from, length });
});
