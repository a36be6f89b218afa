import { describe, expect, it } from 'vitest';
import { computeWayFacts } from '../day/facts';
import { degreesNorth, makePoint, testStart } from '../fixture';
import { kernelDefaults } from '../settings';
import { spellsOf } from './spells';

const minuteMs = 60_000;

describe('spells (K4)', () => {
  it('ten minutes of standing, ten of driving at 36 km/h, ten of idling, then silence: four spells that add up to the hour and to the mileage', () => {
    const points = Array.from({ length: 31 }, (_, i) => {
      const drives = i > 10 && i <= 20;
      const metres = i <= 10 ? 0 : Math.min(i - 10, 10) * 600;
      return makePoint(i * 60, {
        lat: 31.2304 + degreesNorth(metres),
        speedKmh: drives || i === 10 ? 36 : 0,
        acc: i >= 10,
      });
    });
    const range = { from: testStart, to: testStart + 60 * minuteMs };
    const facts = computeWayFacts(points, range, kernelDefaults);
    const spells = spellsOf(facts.segments);
    expect(spells.map(({ state }) => state)).toEqual(['parked', 'moving', 'idle', 'noData']);
    expect(spells.reduce((sum, { start, end }) => sum + end - start, 0)).toBe(60 * minuteMs);
    expect(spells.reduce((sum, { mileageM }) => sum + mileageM, 0)).toBeCloseTo(facts.mileageM, 6);
    expect(spells[1]).toMatchObject({ maxSpeedKmh: 36, gapMileageM: 0 });
  });
});
