import { describe, expect, it } from 'vitest';
import { bearingDeg, directionName } from './bearing';
import { destinationOf, distanceM, pathLengthM } from './distance';

describe('distanceM', () => {
  it('gives 1463 m for the worked example of report.md K17', () => {
    expect(Math.round(distanceM(121.4737, 31.2304, 121.4837, 31.2404))).toBe(1463);
  });
  it('is zero at the same place and half the circumference at the antipode', () => {
    expect(distanceM(113.3, 23.1, 113.3, 23.1)).toBe(0);
    expect(distanceM(0, 0, 180, 0)).toBeCloseTo(Math.PI * 6_371_008.8, 0);
  });
  it('adds up along a path', () => {
    expect(
      pathLengthM([
        [120, 30],
        [120, 31],
        [120, 32],
      ]),
    ).toBeCloseTo(2 * distanceM(120, 30, 120, 31), 3);
    expect(pathLengthM([[120, 30]])).toBe(0);
  });
});

describe('bearing', () => {
  it('counts clockwise from north', () => {
    expect(bearingDeg(120, 30, 120, 31)).toBeCloseTo(0, 6);
    expect(bearingDeg(120, 0, 121, 0)).toBeCloseTo(90, 6);
    expect(bearingDeg(120, 31, 120, 30)).toBeCloseTo(180, 6);
    expect(bearingDeg(121, 0, 120, 0)).toBeCloseTo(270, 6);
  });
  it('leads back to where the distance came from', () => {
    const [lng, lat] = destinationOf(113.27, 23.13, 57, 25_000);
    expect(distanceM(113.27, 23.13, lng, lat)).toBeCloseTo(25_000, 3);
    expect(bearingDeg(113.27, 23.13, lng, lat)).toBeCloseTo(57, 6);
  });
  it('names eight directions', () => {
    expect([0, 22, 23, 90, 200, 315, 337, 338, -45, 720].map(directionName)).toEqual([
      '北',
      '北',
      '东北',
      '东',
      '南',
      '西北',
      '西北',
      '北',
      '西北',
      '北',
    ]);
  });
});
