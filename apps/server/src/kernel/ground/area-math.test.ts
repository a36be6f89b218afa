import { type Shape, shapeAreaM2 } from '@tongda/geo/shape';
import type { LngLat } from '@tongda/geo/types';
import { describe, expect, it } from 'vitest';
import { splitArea, uniteAreas } from './area-math';

const box = (west: number, south: number, east: number, north: number): Shape => ({
  kind: 'rect',
  box: [west, south, east, north],
});
const ringOf = (result: ReturnType<typeof uniteAreas>): LngLat[] => {
  if (typeof result === 'string') throw new Error(result);
  return result;
};
const m2 = (ring: LngLat[]): number => shapeAreaM2({ kind: 'polygon', rings: [ring] });

describe('areas become one', () => {
  it('side by side, overlapping, one within the other', () => {
    const beside = ringOf(uniteAreas([box(121, 31, 121.01, 31.01), box(121.01, 31, 121.02, 31.01)]));
    expect(m2(beside)).toBeCloseTo(2 * m2(ringOf(uniteAreas([box(121, 31, 121.01, 31.01)]))), -2);
    const over = ringOf(uniteAreas([box(121, 31, 121.02, 31.01), box(121.01, 31.005, 121.03, 31.02)]));
    expect(over).toHaveLength(8);
    expect(ringOf(uniteAreas([box(121, 31, 121.03, 31.03), box(121.01, 31.01, 121.02, 31.02)]))).toHaveLength(4);
  });

  it('not when they lie apart or leave a hole', () => {
    expect(uniteAreas([box(121, 31, 121.01, 31.01), box(121.02, 31, 121.03, 31.01)])).toBe('apart');
    const frame = [box(121, 31, 121.03, 31.01), box(121, 31.02, 121.03, 31.03), box(121, 31, 121.01, 31.03)];
    expect(uniteAreas([...frame, box(121.02, 31, 121.03, 31.03)])).toBe('hole');
  });

  it('with no more corners than a polygon may have', () => {
    const circles = Array.from(
      { length: 6 },
      (_, i): Shape => ({ kind: 'circle', centre: [121 + i * 0.01, 31], radiusM: 800 }),
    );
    expect(ringOf(uniteAreas(circles)).length).toBeLessThanOrEqual(200);
  });
});

describe('a line makes two of one', () => {
  const halves = (shape: Shape, line: LngLat[]) => {
    const result = splitArea(shape, line);
    if (typeof result === 'string') throw new Error(result);
    return result;
  };
  it('whose areas add up to the whole, whichever way it is drawn', () => {
    const shape = box(121, 31, 121.04, 31.02);
    const whole = shapeAreaM2(shape);
    const bent: LngLat[] = [
      [121.01, 30.99],
      [121.02, 31.01],
      [121.01, 31.03],
    ];
    for (const line of [bent, [...bent].reverse()]) {
      const [one, two] = halves(shape, line);
      expect((m2(one) + m2(two)) / whole).toBeCloseTo(1, 4);
      expect(Math.min(m2(one), m2(two)) / whole).toBeCloseTo(0.4375, 3);
    }
  });

  it('also when it comes out of the side it went in by, and through a circle', () => {
    const notch: LngLat[] = [
      [121.01, 30.99],
      [121.02, 31.01],
      [121.03, 30.99],
    ];
    const [one, two] = halves(box(121, 31, 121.04, 31.02), notch);
    expect([one.length, two.length].sort()).toEqual([3, 7]);
    const [left, right] = halves({ kind: 'circle', centre: [121, 31], radiusM: 1000 }, [
      [121.0001, 30.9],
      [121.0001, 31.1],
    ]);
    expect(m2(left) / m2(right)).toBeGreaterThan(0.9);
  });

  it('not when it ends inside or crosses several times', () => {
    const shape = box(121, 31, 121.04, 31.02);
    expect(
      splitArea(shape, [
        [121.02, 30.99],
        [121.02, 31.01],
      ]),
    ).toBe('inside');
    expect(
      splitArea(shape, [
        [120, 30],
        [120, 31],
      ]),
    ).toBe('inside');
    const zigzag: LngLat[] = [
      [121.01, 30.99],
      [121.01, 31.03],
      [121.03, 31.03],
      [121.03, 30.99],
    ];
    expect(splitArea(shape, zigzag)).toBe('often');
  });
});
