import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocateDecimal, allocateUnits } from './allocate';

describe('allocate (transport.md 4.1)', () => {
  it('holds the worked examples', () => {
    expect(allocateUnits(10_000, [1, 1, 1])).toEqual([3334, 3333, 3333]);
    expect(allocateDecimal(333.33, [3, 3, 4], 2)).toEqual([100, 100, 133.33]);
    expect(allocateDecimal(1.111, [3, 3, 4], 3)).toEqual([0.333, 0.333, 0.445]);
    expect(allocateDecimal(1000, [3, 3, 4], 2)).toEqual([300, 300, 400]);
    // 4.6: tonne-kilometres
    expect(allocateDecimal(1860, [1.2 * 180, 0.8 * 95, 2.5 * 310], 2)).toEqual([376.53, 132.48, 1350.99]);
    // 4.7: sites
    expect(allocateDecimal(1260.5, [320, 180, 500], 2)).toEqual([403.36, 226.89, 630.25]);
    expect(allocateDecimal(1260.5, [1, 1, 1], 2)).toEqual([420.17, 420.17, 420.16]);
  });
  it('treats bases that are all 0 as equal, and divides what is owed back alike', () => {
    expect(allocateUnits(7, [0, 0])).toEqual([4, 3]);
    expect(allocateUnits(-7, [0, 0])).toEqual([-4, -3]);
  });
  it('refuses what cannot be divided', () => {
    expect(() => allocateUnits(1.5, [1])).toThrow(RangeError);
    expect(() => allocateUnits(1, [])).toThrow(RangeError);
    expect(() => allocateUnits(1, [-1, 2])).toThrow(RangeError);
    expect(() => allocateUnits(1, [Number.NaN])).toThrow(RangeError);
  });
  it('adds up exactly, and no share is off by a unit', () => {
    const bases = fc.array(
      fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 1000),
      { minLength: 1, maxLength: 20 },
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), bases, (total, given) => {
        const shares = allocateUnits(total, given);
        expect(shares.reduce((a, b) => a + b, 0)).toBe(total);
        const sum = given.reduce((a, b) => a + b, 0);
        shares.forEach((share, i) => {
          const exact = sum === 0 ? total / given.length : (total * (given[i] ?? 0)) / sum;
          expect(Math.abs(share - exact)).toBeLessThan(1.000_001);
        });
      }),
    );
  });
});
