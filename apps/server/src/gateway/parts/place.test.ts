import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstSerialOf, messageOf, missingOf, placeOf } from './place';

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

describe('of several messages that lack a package', () => {
  const message = (name: string, serials: Array<[no: number, serial: number]>, asked: number) => ({
    ...{ name, serials: here(serials), sums: new Map<number, number>(), asked, done: false },
  });
  const whose = (all: Array<ReturnType<typeof message>>, no: number, serial: number) =>
    messageOf(all, { no, serial, sum: 0 })?.message.name;
  const first4 = (serial: number): Array<[number, number]> => [1, 2, 3, 4].map((no) => [no, serial + no - 1]);

  it('the one from which it counts has it, else the one that was asked for first', () => {
    const all = [
      message('newer', [...first4(30), [6, 35]], 1),
      message('older', [...first4(10), [6, 15]], 1),
      message('oldest, done', [...first4(1), [6, 6]], 1),
    ].map((one) => ({ ...one, done: one.name.endsWith('done') }));
    expect(whose(all, 5, 34)).toBe('newer');
    expect(whose(all, 5, 14)).toBe('older');
    expect(whose(all, 5, 50)).toBe('older');
  });

  it('one that is just being sent, with other frames between, has its next one', () => {
    const all = [message('sent now', first4(30), 0), message('lossy', [...first4(10), [6, 15]], 3)];
    expect(whose(all, 5, 36)).toBe('sent now');
    expect(whose([message('sent now', [...first4(30), [6, 40]], 0), ...all.slice(1)], 5, 50)).toBe('lossy');
  });
});

it('a package with the number and serial of one that is here, and another body, is of another message', () => {
  const known = { serials: here([[1, 10]]), sums: new Map([[1, 7]]), asked: 0, done: true };
  expect(messageOf([known], { no: 1, serial: 10, sum: 7 })?.place).toBe('kept');
  expect(messageOf([known], { no: 1, serial: 10, sum: 8 })).toBeUndefined();
  // one that came before checksums were kept
  expect(messageOf([{ ...known, sums: new Map() }], { no: 1, serial: 10, sum: 8 })?.place).toBe('kept');
});
