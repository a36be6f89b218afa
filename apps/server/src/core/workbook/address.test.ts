import { describe, expect, it } from 'vitest';
import { addressOf, areaOf, columnName, placeOf } from './address';

describe('addresses of cells', () => {
  it('names columns like a spreadsheet', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
  });

  it('reads what it writes, and nothing beyond a sheet', () => {
    expect(placeOf('$AB$12')).toEqual({ row: 12, column: 28 });
    for (const ref of ['A1', 'ZZ7', 'XFD1048576']) expect(addressOf(placeOf(ref) ?? { row: 0, column: 0 })).toBe(ref);
    expect(['A0', 'A', '1', 'XFE1', 'A1048577', 'a1', 'A1:B2'].map(placeOf)).toEqual(Array(7).fill(null));
  });

  it.each([
    ['B3:A1', { top: 1, left: 1, bottom: 3, right: 2 }],
    ['C4', { top: 4, left: 3, bottom: 4, right: 3 }],
    ['1:2', { top: 1, left: 1, bottom: 2, right: 16_384 }],
    ['B:C', { top: 1, left: 2, bottom: 1_048_576, right: 3 }],
    ['A1:', null],
    ['', null],
  ])('the area %s', (text, area) => expect(areaOf(text)).toEqual(area));
});
