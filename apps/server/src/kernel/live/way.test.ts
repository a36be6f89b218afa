import { dayMs, hourMs } from '@tongda/contract/core/durations';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { neighbourMs } from '../../core/telemetry/read';
import { dayStart, localDay, nextDayStart } from '../day/edges';
import { computeWayFacts } from '../day/facts';
import { degreesNorth, makePoint } from '../fixture';
import { mileageStart } from '../motion/mileage';
import { fixOf, type TrackPoint } from '../point';
import { bridgeMaxMs, kernelDefaults } from '../settings';
import { createState, totalMileageOf } from './state';
import { addOpen, stepWay } from './way';

const zone = 'Asia/Shanghai';
const who = { vehicleId: '1', clientId: '1', deviceId: '1' };

/** The live state after these fixes, in order. */
function walk(points: readonly TrackPoint[]) {
  const state = { ...createState(who, 0), mileage: mileageStart };
  for (const point of points) {
    const day = localDay(point.t, zone);
    if (state.day !== '' && day !== state.day) {
      addOpen(state, state.day, state.todayM);
      state.todayM = 0;
    }
    state.day = day;
    stepWay(state, fixOf(point), kernelDefaults, zone);
  }
  return state;
}

/** Metres of each day by its own points and the fixes within three days around it, as summary and trajectory calculate them. */
function metresByDay(points: readonly TrackPoint[]): Map<string, number> {
  const days = new Map<string, number>();
  const last = points[points.length - 1]?.t ?? 0;
  for (let from = dayStart(points[0]?.t ?? 0, zone); from <= last; from = nextDayStart(from, zone)) {
    const to = nextDayStart(from, zone);
    const near = [
      ...points.filter(({ t }) => t < from && t >= from - neighbourMs).slice(-1),
      ...points.filter(({ t }) => t >= from && t < to),
      ...points.filter(({ t }) => t >= to && t < to + neighbourMs).slice(0, 1),
    ];
    const { mileageM } = computeWayFacts(near, { from, to: Math.min(to, last) }, kernelDefaults, to - 1);
    days.set(localDay(from, zone), mileageM);
  }
  return days;
}

const night = 16 * 3600 - 300; // five minutes before midnight in Shanghai, in seconds of makePoint
const drive = (seconds: number, northM: number, more = {}) => makePoint(seconds, { northM, speedKmh: 60, ...more });

describe('the way of a day, one report at a time', () => {
  it('divides a stretch over midnight by time and counts it once', () => {
    const state = walk([drive(night, 0), drive(night + 600, 6000)]);
    expect(state.todayM).toBeCloseTo(3000, 3);
    expect(state.openDays?.['2026-03-01']).toBeCloseTo(3000, 3);
    expect(totalMileageOf(state)).toBeCloseTo(6000, 3);
  });

  it('gives a day without points its share of a silence', () => {
    const points = [drive(night, 0), drive(night + 300 + 36 * 3600, 145_200)];
    const state = walk(points);
    // 5 minutes, 24 hours and 12 hours of 36 h 5 min
    const perHour = 145_200 / (36 + 1 / 12);
    expect(state.openDays?.['2026-03-02']).toBeCloseTo(24 * perHour, 3);
    expect(state.todayM).toBeCloseTo(12 * perHour, 3);
    expect(totalMileageOf(state)).toBeCloseTo(145_200, 3);
  });

  it('does not bridge more than three days, by the odometer neither', () => {
    const late = (bridgeMaxMs + hourMs) / 1000;
    const state = walk([drive(0, 0, { odometerM: 0 }), drive(late, 90_000, { odometerM: 90_000 })]);
    expect(totalMileageOf(state)).toBe(0);
    expect(neighbourMs).toBeGreaterThanOrEqual(bridgeMaxMs);
  });

  it('counts a day that the database has summed up only there', () => {
    const state = walk([drive(night, 0), drive(night + 600, 6000)]);
    const past = { m: 3100, until: '2026-03-01', odometerM: 500 };
    expect(totalMileageOf({ ...state, past, startM: 500 })).toBeCloseTo(500 + 3100 + 3000, 3);
  });

  it('never compares the odometers of two terminals', () => {
    const a = drive(0, 0, { odometerM: 1000, deviceId: '1' });
    const state = walk([a, drive(60, 1000, { odometerM: 2500, deviceId: '2' })]);
    expect(state.todayM).toBeCloseTo(1000, 3);
  });

  const track = fc
    .array(
      fc.record({
        step: fc.oneof(
          { weight: 8, arbitrary: fc.integer({ min: 10, max: 3000 }) },
          fc.integer({ min: 3001, max: (4 * dayMs) / 1000 }),
        ),
        metres: fc.constantFrom(0, 0, 400, 5000, 90_000),
        jump: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
        odometer: fc.constantFrom('none', 'metres', 'kilometres', 'dead'),
      }),
      { minLength: 1, maxLength: 30 },
    )
    .map((legs) => {
      let [seconds, northM] = [0, 0];
      return legs.map(({ step, metres, jump, odometer }, i) => {
        seconds += step;
        northM += Math.min(metres, step * 40);
        const shown = { none: null, metres: northM, kilometres: Math.floor(northM / 1000) * 1000, dead: 7 }[odometer];
        const lat = 31 + degreesNorth((northM % 2_000_000) + (jump && i < legs.length - 2 ? 300_000 : 0));
        return makePoint(seconds, { lat, speedKmh: metres > 0 ? 50 : 0, odometerM: shown });
      });
    });

  it('comes to the figures of the days, over silences, jumps, midnights and days without points', () => {
    fc.assert(
      fc.property(track, (points) => {
        const state = walk(points);
        // one that nothing has confirmed yet is not on the live card
        fc.pre(state.suspect === null);
        const days = metresByDay(points);
        const live = { ...state.openDays, [state.day]: state.todayM };
        for (const [day, metres] of days) expect(live[day] ?? 0).toBeCloseTo(metres, 3);
        const sum = [...days.values()].reduce((all, metres) => all + metres, 0);
        expect(totalMileageOf(state)).toBeCloseTo(sum, 3);
      }),
      { numRuns: 500 },
    );
  });
});
