import { distanceM } from '@tongda/geo/distance';
import { describe, expect, it } from 'vitest';
import { makePoint, testStart } from '../fixture';
import { etaOf, etaSpeedKmh, meanMovingSpeedKmh } from '../live/eta';
import { complianceOf } from '../temperature/compliance';
import { coolerStatusOf } from '../temperature/cooler';
import { qualityStatsOf } from '../temperature/figures';

const minuteMs = 60_000;
const at = (minutes: number) => testStart + minutes * minuteMs;
/** every five minutes of the worked example: 9.2 ℃ from 60 to 80, silence between 95 and 125 */
const worked = Array.from({ length: 48 }, (_, i) => i * 5)
  .filter((m) => m <= 95 || m >= 125)
  .map((m) => makePoint(m * 60, { tempC: [m >= 60 && m < 80 ? 9.2 : 5] }));
const whole = { from: at(0), until: at(240), channels: [], lower: 2, upper: 8, atStop: [], graceMin: 15 };

describe('temperature compliance (transport.md 6)', () => {
  it('240 min, 2…8 ℃, 20 min at 9.2 ℃ and 20 unknown: 90.91 %, coverage 91.67 %, longest 20 min', () => {
    const result = complianceOf({ ...whole, points: worked });
    expect(result).toMatchObject({ inMin: 200, outMin: 20, noneMin: 20, rate: 90.91, coverage: 91.67, longestMin: 20 });
    expect(result).toMatchObject({ min: 5, max: 9.2, overs: [{ from: at(60), until: at(80), peakC: 9.2 }] });
  });

  it('counts only the probes of the compartment, and the worst of them', () => {
    const points = worked.map((p) => ({ ...p, tempC: [5, 20] }));
    expect(complianceOf({ ...whole, points, channels: [1] }).rate).toBe(100);
    expect(complianceOf({ ...whole, points }).rate).toBe(0);
  });

  it('ends with what the compartment last said: the worst probe outside, else the mean, nothing after half an hour of silence', () => {
    const end = (tempC: number[], minutesBefore = 5) =>
      complianceOf({ ...whole, points: [makePoint((240 - minutesBefore) * 60, { tempC })] }).endC;
    expect(end([4, 5])).toBe(4.5);
    expect(end([4, 9.2])).toBe(9.2);
    expect(end([4, 5], 31)).toBeNull();
    // a report after the end says nothing of the goods
    expect(end([4, 5], -5)).toBeNull();
  });

  it('leaves out a door that opens at a stop and the quarter of an hour after it, but not one on the road', () => {
    const open = worked.map((p) => ({ ...p, doors: p.t >= at(60) && p.t < at(65) ? 2 : 1 }));
    const stop = [{ from: at(55), until: at(85) }];
    const there = complianceOf({ ...whole, points: open, atStop: stop });
    expect(there).toMatchObject({ outMin: 0, rate: 100, excluded: [{ from: at(60), until: at(80) }] });
    expect(complianceOf({ ...whole, points: open }).rate).toBe(90.91);
  });

  it('says nothing where nothing was measured', () => {
    expect(complianceOf({ ...whole, points: [] })).toMatchObject({ rate: null, coverage: 0, noneMin: 240, mktC: null });
  });

  it('mean kinetic temperature: 2, 4, 6, 8, 12 → 7.14 ℃; constant 5 → 5.00', () => {
    const mkt = (values: number[]) =>
      qualityStatsOf(
        values.map((value, i) => ({ t: at(i * 10), value })),
        { gapMaxMs: 10 * minuteMs, lastMs: 10 * minuteMs, lower: null, upper: null },
      ).mktC;
    expect(mkt([2, 4, 6, 8, 12])).toBeCloseTo(7.14, 2);
    expect(mkt([5, 5, 5])).toBeCloseTo(5, 2);
  });
});

describe('expected arrival (transport.md 6)', () => {
  it('青浦 → 苏州园区 with 62 km/h now and 55 usually: 67 min', () => {
    const [eta] = etaOf(
      {
        now: testStart,
        lng: 121.124,
        lat: 31.15,
        recentKmh: 62,
        usualKmh: 55,
        stops: [{ stopId: '1', lng: 120.62, lat: 31.3, serviceMin: 30 }],
      },
      distanceM,
    );
    expect(etaSpeedKmh(62, 55)).toBeCloseTo(59.2, 9);
    expect(Math.round(((eta?.at ?? 0) - testStart) / minuteMs)).toBe(67);
  });

  it('adds the service of the stops before and a rest after four hours of driving', () => {
    const stop = (stopId: string, lng: number) => ({ stopId, lng, lat: 0, serviceMin: 30 });
    const base = { now: 0, lng: 0, lat: 0, recentKmh: null, usualKmh: 60 };
    const [near, far] = etaOf({ ...base, stops: [stop('1', 1), stop('2', 2)] }, () => 180_000 / 1.3);
    expect([near?.at, far?.at]).toEqual([180 * minuteMs, (360 + 30 + 20) * minuteMs]);
  });

  it('never reckons with less than 20 or more than 90 km/h, and only with fixes that move', () => {
    expect([etaSpeedKmh(0, 0), etaSpeedKmh(140, 120)]).toEqual([20, 90]);
    const fix = (speedKmh: number) => ({ speedKmh, located: true });
    expect(meanMovingSpeedKmh([fix(0), fix(3), fix(40), fix(60)])).toBe(50);
    expect(meanMovingSpeedKmh([fix(0)])).toBeNull();
  });
});

describe('pre-cooling (transport.md 6)', () => {
  const cooling = (values: number[], reeferOn = true) =>
    values.map((value, i) => makePoint(i * 300, { tempC: [value], extra: { reeferOn } }));
  it('is done after ten minutes within 2 ℃ of the setpoint, runs before, stops with the unit', () => {
    expect(coolerStatusOf(cooling([20, 5, -10, -17]), -18)).toBe(0);
    expect(coolerStatusOf(cooling([20, 5, -16.5, -17, -18]), -18)).toBe(1);
    expect(coolerStatusOf(cooling([-18, -18, -18, -18], false), -18)).toBe(2);
    expect(coolerStatusOf([makePoint(0, {})], -18)).toBeNull();
  });
});
