import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextDayStart } from './day/edges';
import { computeTrackFacts } from './day/facts';
import { makePoint, testStart } from './fixture';
import { mileageOf, segmentsOf } from './motion/segments';
import type { TrackPoint } from './point';
import { kernelDefaults, type SettingsAt } from './settings';

/** Tracks as unruly as real ones: silences, jumps, no fix, ACC flicker, odometers that are missing or run backwards. */
const anyTrack = fc
  .array(
    fc.record({
      step: fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 1, max: 60 }) }, fc.integer({ min: 61, max: 20_000 })),
      moveM: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 0, max: 300 }) }, fc.integer({ min: 0, max: 30_000 })),
      speedKmh: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 120 })),
      acc: fc.boolean(),
      located: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
      late: fc.boolean(),
      odometer: fc.option(fc.integer({ min: 0, max: 3000 })),
    }),
    { maxLength: 60 },
  )
  .map((steps): TrackPoint[] => {
    let seconds = 0;
    let northM = 0;
    let odometerM = 50_000;
    return steps.map(({ step, moveM, odometer, ...rest }) => {
      seconds += step;
      northM += moveM;
      odometerM += (odometer ?? 0) - 100;
      return makePoint(seconds, { ...rest, northM, odometerM: odometer === null ? null : odometerM });
    });
  });

const anyRange = fc
  .tuple(fc.integer({ min: -3600, max: 40_000 }), fc.integer({ min: 1, max: 200_000 }))
  .map(([from, length]) => ({ from: testStart + from * 1000, to: testStart + (from + length) * 1000 }));

/** Constants that the company changes on the way. */
const anySettings = fc
  .record({
    at: fc.integer({ min: 0, max: 100_000 }),
    movingSpeedKmh: fc.integer({ min: 1, max: 20 }),
    stayRadiusM: fc.integer({ min: 20, max: 1000 }),
    gapFloorMs: fc.integer({ min: 60_000, max: 7_200_000 }),
    accOff: fc.integer({ min: 60_000, max: 40_000_000 }),
    speedMaxKmh: fc.integer({ min: 80, max: 250 }),
  })
  .map(({ at, accOff, ...given }): SettingsAt => {
    const later = { ...kernelDefaults, ...given, offlineMs: { accOn: 600_000, accOff } };
    return (t) => (t < testStart + at * 1000 ? kernelDefaults : later);
  });

describe('whatever the track', () => {
  it('moving + idle + parked + no data = wall time, without hole or overlap', () => {
    fc.assert(
      fc.property(anyTrack, anyRange, anySettings, (track, range, settings) => {
        const { timeMs, segments } = computeTrackFacts(track, range, settings);
        expect(timeMs.moving + timeMs.idle + timeMs.parked + timeMs.noData).toBe(range.to - range.from);
        let cursor = range.from;
        for (const segment of segments) {
          expect(segment.start).toBe(cursor);
          cursor = segment.end;
        }
        expect(cursor).toBe(range.to);
      }),
      { numRuns: 300 },
    );
  });

  it('the order of arrival changes nothing', () => {
    const shuffled = anyTrack.chain((track) =>
      fc.tuple(fc.constant(track), fc.shuffledSubarray(track, { minLength: track.length })),
    );
    fc.assert(
      fc.property(shuffled, anyRange, ([track, mixed], range) => {
        const { clean: _a, ...inOrder } = computeTrackFacts(track, range, kernelDefaults);
        const { clean: _b, ...outOfOrder } = computeTrackFacts(mixed, range, kernelDefaults);
        expect(outOfOrder).toEqual(inOrder);
      }),
      { numRuns: 200 },
    );
  });

  it('points sent twice change nothing', () => {
    fc.assert(
      fc.property(anyTrack, anyRange, (track, range) => {
        const once = computeTrackFacts(track, range, kernelDefaults);
        const twice = computeTrackFacts([...track, ...track], range, kernelDefaults);
        expect(twice.mileageM).toBe(once.mileageM);
        expect(twice.timeMs).toEqual(once.timeMs);
        expect(twice.stays).toEqual(once.stays);
      }),
      { numRuns: 100 },
    );
  });

  it('mileage is never negative and days add up to the whole', () => {
    const settings = { ...kernelDefaults, gapMaxMs: 600_000 };
    fc.assert(
      fc.property(anyTrack, (track) => {
        const end = testStart + 1_300_000_000;
        const whole = mileageOf(segmentsOf(track, { from: testStart, to: end }, settings)).mileageM;
        let days = 0;
        for (let from = testStart; from < end; from = nextDayStart(from, 'Asia/Shanghai')) {
          const to = Math.min(end, nextDayStart(from, 'Asia/Shanghai'));
          const { mileageM } = mileageOf(segmentsOf(track, { from, to }, settings));
          expect(mileageM).toBeGreaterThanOrEqual(0);
          days += mileageM;
        }
        expect(days).toBeCloseTo(whole, 3);
      }),
      { numRuns: 200 },
    );
  });

  it('stays and trips lie inside the range, in order, and stays do not overlap', () => {
    fc.assert(
      fc.property(anyTrack, anyRange, (track, range) => {
        const { stays, trips } = computeTrackFacts(track, range, kernelDefaults);
        let end = range.from;
        for (const stay of stays) {
          expect(stay.start).toBeGreaterThanOrEqual(end);
          expect(stay.end - stay.start).toBeGreaterThanOrEqual(kernelDefaults.parkingMs);
          end = stay.end;
        }
        expect(end).toBeLessThanOrEqual(range.to);
        for (const trip of trips) {
          expect(trip.mileageM).toBeGreaterThanOrEqual(kernelDefaults.tripMinMileageM);
          expect(trip.end).toBeLessThanOrEqual(range.to);
        }
      }),
      { numRuns: 200 },
    );
  });
});
