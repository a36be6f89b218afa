import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makePoint, testStart } from '../fixture';
import { doorEpisodesOf } from '../motion/doors';
import { cleanTrack, orderPoints } from '../motion/hygiene';
import { segmentsOf } from '../motion/segments';
import { staysOf } from '../motion/stays';
import { tripsOf } from '../motion/trips';
import type { TrackPoint } from '../point';
import { kernelDefaults } from '../settings';
import { driveStart, stepDrive } from './drive';
import { detectEpisodes, momentOf, ruleOf, surroundings } from './fixture';
import { foldStart } from './fold';
import { ShapeIndex } from './place/shapes';
import { journeyDetector, minStayMs } from './trip/journey';
import type { Fact, Sample } from './types';

/** Days as unruly as real ones: stops, silences, jumps, sensors that come and go. */
const anyDay = fc
  .array(
    fc.record({
      step: fc.oneof({ weight: 12, arbitrary: fc.integer({ min: 5, max: 120 }) }, fc.integer({ min: 121, max: 9000 })),
      drive: fc.boolean(),
      long: fc.integer({ min: 1, max: 12 }),
      jump: fc.integer({ min: 0, max: 40 }).map((n) => n === 0),
      acc: fc.boolean(),
      located: fc.integer({ min: 0, max: 14 }).map((n) => n > 0),
      temp: fc.option(fc.integer({ min: -250, max: 100 }).map((n) => n / 10)),
      doors: fc.constantFrom(0, 1, 2, 5, 6, 9),
      fuel: fc.integer({ min: 0, max: 300 }),
      alarmBits: fc.constantFrom(0, 0, 0, 2 ** 29, 2 ** 8),
    }),
    { maxLength: 25 },
  )
  .map((legs): TrackPoint[] => {
    let seconds = 0;
    let northM = 0;
    const out: TrackPoint[] = [];
    for (const { step, drive, long, jump, temp, fuel, ...rest } of legs) {
      for (let i = 0; i < long; i++) {
        seconds += i === 0 ? step : Math.min(step, 60);
        northM += drive ? Math.min(step, 60) * 15 : 0;
        out.push(
          makePoint(seconds, {
            ...rest,
            speedKmh: drive ? 54 : 0,
            northM: northM + (jump && i === 0 ? 50_000 : 0),
            odometerM: Math.round(northM / 100) * 100,
            tempC: temp === null ? [] : [temp],
            fuelL: fuel > 20 ? [fuel] : [],
          }),
        );
      }
    }
    return out;
  });

const gapMaxMs = 600_000;
/** The fold's way with one gapMax for all, as the reports have it. */
function foldJourney(points: readonly TrackPoint[]) {
  let drive = driveStart;
  let state = journeyDetector.start;
  const facts: Fact[] = [];
  const segments: Sample['segments'][number][] = [];
  for (const p of orderPoints(points)) {
    const step = stepDrive(drive, p, { ...kernelDefaults, gapMaxMs });
    drive = step.state;
    segments.push(...step.segments);
    const sample = { segments: step.segments, point: p, facts: [], fuel: null } as unknown as Sample;
    const next = journeyDetector.step(state, sample, undefined, surroundings);
    state = next.state;
    facts.push(...next.facts);
  }
  facts.push(...journeyDetector.running(state, undefined));
  const last = new Map(facts.map((f) => [`${f.kind} ${f.start}`, f]));
  return { segments, facts: [...last.values()].sort((a, b) => a.start - b.start) };
}

describe('one report at a time gives what the whole track gives', () => {
  const settings = { ...kernelDefaults, gapMaxMs };
  const whole = (points: TrackPoint[]) => {
    const { fixes } = cleanTrack(points, settings.speedMaxKmh);
    const range = { from: fixes[0]?.t ?? 0, to: fixes[fixes.length - 1]?.t ?? 0 };
    return segmentsOf(fixes, range, settings);
  };

  it('segments: states, mileage, silences', () => {
    fc.assert(
      fc.property(anyDay, (points) => {
        const { segments } = foldJourney(points);
        const batch = whole(points);
        // the last fix may still be doubted
        for (const [i, segment] of segments.entries()) {
          const { start, end, state, gap, mileageM } = batch[i] ?? {};
          expect({ start, end, state, gap, mileageM }).toEqual({
            start: segment.start,
            end: segment.end,
            state: segment.state,
            gap: segment.gap,
            mileageM: segment.mileageM,
          });
        }
        expect(batch.length - segments.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 200 },
    );
  });

  it('stays and trips', () => {
    fc.assert(
      fc.property(anyDay, (points) => {
        const { segments, facts } = foldJourney(points);
        const all = segments as unknown as ReturnType<typeof whole>;
        const stays = staysOf(all, { ...kernelDefaults, parkingMs: minStayMs }).map((s) => [
          s.start,
          s.open ? null : s.end,
          s.accOffMs,
          s.idleMs,
        ]);
        const found = facts.filter((f) => f.kind === 'stay');
        // a hop at the end that may still be overlooked leaves the stay closed for now
        const ends = found.map((f, i) => [
          f.start,
          stays[i]?.[1] === null ? null : f.end,
          f.values.accOffMs,
          f.values.idleMs,
        ]);
        expect(ends).toEqual(stays);
        const trips = tripsOf(all, { ...kernelDefaults, gapMaxMs }).map((t) => [
          t.start,
          Math.round(t.mileageM),
          t.drivingMs,
        ]);
        const foldTrips = facts.filter((f) => f.kind === 'trip');
        expect(foldTrips.map((f) => [f.start, Math.round(Number(f.values.mileageM)), f.values.drivingMs])).toEqual(
          trips,
        );
      }),
      { numRuns: 300 },
    );
  });

  it('doors', () => {
    fc.assert(
      fc.property(anyDay, (points) => {
        const ordered = orderPoints(points);
        const batch = doorEpisodesOf(ordered)
          .filter((d) => d.durationMs >= 10_000)
          .map((d) => `${d.door} ${d.start} ${d.end}`);
        const { findings } = detectEpisodes(ordered, momentOf([]));
        const found = findings.filter((f) => f.kind === 'door').map((f) => `${f.subject.slice(4)} ${f.start} ${f.end}`);
        expect(found.sort()).toEqual(batch.sort());
      }),
      { numRuns: 200 },
    );
  });
});

describe('states are small plain JSON', () => {
  const rules = [
    ruleOf('temperature', { probes: [{ channel: 1, lower: -20, upper: -5 }] }),
    ruleOf('speed', { limitKmh: 50 }),
    ruleOf('parking', { minutes: 10 }),
    ruleOf('fatigue', { dayMin: 60 }),
    ruleOf('device', { faults: ['offline', 'powerCut', 'notLocated', 'probe'] }),
    ruleOf('terminal', { bits: [29] }),
    ruleOf('door', { openMin: 5, outside: true }),
    ruleOf('zone', { placeIds: ['1'], trigger: 'enter' }),
    ruleOf('oil', {}),
  ];
  const shapes = new ShapeIndex([
    {
      placeId: '1',
      kind: 'site',
      shape: { kind: 'circle', centre: [121.4737, 31.25], radiusM: 800 },
      bufferM: 50,
      stayMs: 180_000,
      speedLimitKmh: null,
    },
  ]);
  const moment = momentOf(rules, { shapes, tankCapacityL: 300 });

  it('a track cut in two, its state sent through JSON, gives the same findings and state', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(200), (points, cut) => {
        const ordered = orderPoints(points);
        const at = Math.min(cut, ordered.length);
        const inOne = detectEpisodes(ordered, moment);
        const first = detectEpisodes(ordered.slice(0, at), moment);
        const second = detectEpisodes(ordered.slice(at), moment, JSON.parse(JSON.stringify(first.state)));
        expect([...first.told, ...second.told]).toEqual(inOne.told);
        expect(JSON.stringify(second.state)).toBe(JSON.stringify(inOne.state));
      }),
      { numRuns: 150 },
    );
  });

  it('nothing depends on when a report arrived', () => {
    fc.assert(
      fc.property(anyDay, fc.infiniteStream(fc.nat(7_200_000)), (points, delays) => {
        const ordered = orderPoints(points);
        const delayed = ordered.map((p) => ({ ...p, late: true, receiveTime: p.t + Number(delays.next().value) }));
        const [now, later] = [detectEpisodes(ordered, moment), detectEpisodes(delayed, moment)];
        expect(JSON.stringify(later)).toBe(JSON.stringify(now));
      }),
      { numRuns: 150 },
    );
  });

  it('the fold leaves its start alone and refuses to go back', () => {
    expect(foldStart.drive.t).toBeNull();
    const one = detectEpisodes([makePoint(10), makePoint(5), makePoint(10)], moment);
    expect(one.state.drive.t).toBe(testStart + 10_000);
  });
});
