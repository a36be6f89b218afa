import { describe, expect, it } from 'vitest';
import { areaText, lengthText, measureText } from './measure';

describe('measure', () => {
  it('writes lengths and areas like a map does', () => {
    expect([0, 859.6, 1463, 99_940, 1_284_300].map(lengthText)).toEqual([
      '0 m',
      '860 m',
      '1.5 km',
      '99.9 km',
      '1,284 km',
    ]);
    expect([4200, 2_500_000, 123_456_789_000].map(areaText)).toEqual(['4,200 m²', '2.50 km²', '123,457 km²']);
  });
  it('needs two points for a distance and three for an area', () => {
    expect(measureText('distance', [[121.4737, 31.2304]])).toBe('');
    expect(
      measureText('distance', [
        [121.4737, 31.2304],
        [121.4837, 31.2404],
      ]),
    ).toBe('总长 1.5 km');
    expect(
      measureText('area', [
        [120, 30],
        [120.1, 30],
      ]),
    ).toBe('');
    // 0.1° by 0.1° at 30° north: 11.12 km by 9.63 km
    expect(
      measureText('area', [
        [120, 30],
        [120.1, 30],
        [120.1, 30.1],
        [120, 30.1],
      ]),
    ).toBe('面积 107 km²，周长 41.5 km');
  });
});
