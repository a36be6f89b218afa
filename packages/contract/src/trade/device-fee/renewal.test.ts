import { describe, expect, it } from 'vitest';
import { discountPercent, lineAmount, renewedEnd } from './renewal';

describe('the new end of a service', () => {
  it.each([
    ['2026-12-10', '2026-11-21', 1, '2027-12-10'],
    ['2026-10-01', '2026-11-21', 1, '2027-11-21'],
    ['2028-02-29', '2026-11-21', 1, '2029-02-28'],
    ['2028-02-29', '2026-11-21', 4, '2032-02-29'],
    [null, '2026-11-21', 2, '2028-11-21'],
  ])('of %s, paid on %s for %i years, is %s', (end, paid, years, wanted) => {
    expect(renewedEnd(end, paid, years)).toBe(wanted);
  });
});

describe('the price', () => {
  const discounts = [
    { minYears: 2, percent: 95 },
    { minYears: 3, percent: 90 },
  ];
  it('takes the best discount that holds', () => {
    expect(discountPercent(discounts, 1)).toBe(100);
    expect(discountPercent(discounts, 2)).toBe(95);
    expect(discountPercent(discounts, 5)).toBe(90);
  });
  it('is whole fen', () => {
    expect(lineAmount(33_333, 3, 95)).toEqual({ amountFen: 94_999, discountFen: 5_000 });
    expect(lineAmount(36_000, 1, 100)).toEqual({ amountFen: 36_000, discountFen: 0 });
  });
});
