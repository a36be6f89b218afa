import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addRange, missingIn, type Ranges, rangesOf, rangesText } from './ranges';

it('joins what touches and names what is missing', () => {
  const ranges = addRange(addRange(addRange([], 10, 20), 30, 40), 20, 25);
  expect(ranges).toEqual([
    [10, 25],
    [30, 40],
  ]);
  expect(missingIn(ranges, 50)).toEqual([
    { offset: 0, length: 10 },
    { offset: 25, length: 5 },
    { offset: 40, length: 10 },
  ]);
  expect(missingIn(ranges, 32)).toEqual([
    { offset: 0, length: 10 },
    { offset: 25, length: 5 },
  ]);
  expect(missingIn([], 0)).toEqual([]);
  expect(rangesOf(rangesText(ranges))).toEqual(ranges);
});

it('counts every byte once, in whatever order and overlap the pieces come', () => {
  const piece = fc.tuple(fc.nat({ max: 60 }), fc.nat({ max: 20 }));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const here = new Set<number>();
      let ranges: Ranges = [];
      for (const [from, length] of pieces) {
        for (let i = from; i < from + length; i++) here.add(i);
        ranges = addRange(ranges, from, from + length);
      }
      const missing = new Set(
        missingIn(ranges, 80).flatMap(({ offset, length }) => Array.from({ length }, (_, i) => offset + i)),
      );
      for (let i = 0; i < 80; i++) expect(missing.has(i)).toBe(!here.has(i));
    }),
  );
});
