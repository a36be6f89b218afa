import { describe, expect, it } from 'vitest';
import { cutWay, locateOnWay, wayOf } from './way';

/** one degree of latitude on the mean sphere, metres */
const degree = 111_195;
const way = wayOf([
  [120, 30],
  [120, 31],
  [120, 32],
]);

describe('a way', () => {
  it('says how far along and how far off a position lies', () => {
    const hit = locateOnWay(way, 120.01, 30.5);
    expect(hit?.atM).toBeCloseTo(degree / 2, -2);
    expect(hit?.offM).toBeCloseTo(958, -1);
    expect(locateOnWay(wayOf([]), 120, 30)).toBeNull();
  });

  it('is cut between two of its metres, in the direction of the drive', () => {
    const [from, to] = [degree / 2, degree * 1.5];
    expect(cutWay(way, from, to).map(([, lat]) => Math.round(lat * 100) / 100)).toEqual([30.5, 31, 31.5]);
    expect(cutWay(way, to, from).map(([, lat]) => Math.round(lat * 100) / 100)).toEqual([31.5, 31, 30.5]);
    expect(cutWay(way, 0, 3 * degree).map(([, lat]) => lat)).toEqual([30, 31, 32]);
  });
});
