import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstSerialOf, missingOf, placeOf } from './place';

const here = (pairs: Array<[no: number, serial: number]>) => new Map(pairs);

describe('a package of a message that is open', () => {
  it('is missing when the order of the serials allows it, with other frames between them and over the wrap', () => {
    expect(placeOf(here([[1, 10]]), 2, 11, false)).toBe('missing');
    expect(placeOf(here([[1, 10]]), 2, 17, false)).toBe('missing');
    expect(placeOf(here([[1, 65_535]]), 2, 0, false)).toBe('missing');
    expect(placeOf(here([[2, 11]]), 1, 10, false)).toBe('missing');
    // some firmwares send all packages with one serial
    expect(placeOf(here([[1, 10]]), 2, 10, false)).toBe('missing');
  });

  it('is known when number and serial are here', () => {
    expect(placeOf(here([[1, 10]]), 1, 10, false)).toBe('kept');
  });

  it('begins another message where it cannot belong to this one', () => {
    expect(placeOf(here([[1, 10]]), 1, 30, false)).toBe('other');
    // the first package of this message was lost; the next message of the same length begins
    const lacksFirst = here([
      [2, 11],
      [3, 12],
    ]);
    expect(placeOf(lacksFirst, 1, 13, false)).toBe('other');
    expect(placeOf(lacksFirst, 1, 13, true)).toBe('other');
  });

  it('may have a new serial once it was asked for', () => {
    const lacksSecond = here([
      [1, 10],
      [3, 12],
    ]);
    expect(placeOf(lacksSecond, 2, 40, false)).toBe('other');
    expect(placeOf(lacksSecond, 2, 40, true)).toBe('missing');
  });

  it('of one message never belongs to another one, however its packages are shuffled', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 0xffff }),
        fc.infiniteStream(fc.nat()),
        (total, first, random) => {
          const parts = Array.from({ length: total }, (_, i) => [i + 1, (first + i) & 0xffff] as const);
          const shuffled = parts.map((part) => ({ part, at: random.next().value })).sort((a, b) => a.at - b.at);
          const serials = new Map<number, number>();
          for (const { part } of shuffled) {
            expect(placeOf(serials, ...part, false)).toBe('missing');
            serials.set(...part);
            expect(firstSerialOf(serials)).toBe(first);
          }
          expect(missingOf(serials, total)).toEqual([]);
        },
      ),
    );
  });
});

it('names what is missing', () => {
  const some = here([
    [2, 11],
    [4, 13],
  ]);
  expect(missingOf(some, 5)).toEqual([1, 3, 5]);
  expect(firstSerialOf(some)).toBe(10);
});
