import { describe, expect, it } from 'vitest';
import { matchPlanRun, type PlannedStop, type PlanVisit } from '../../../kernel/ground/plan-run';
import { deviationsOf } from '../../../kernel/ground/plan-way';
import type { Segment } from '../../../kernel/motion/segments';
import type { TrackPoint } from '../../../kernel/point';
import { type CalcRules, type CalcStop, timeBestOrder, timeStops, windowAfter } from './calc';

const at = (lng: number, more: Partial<CalcStop> = {}): CalcStop => ({
  lng,
  lat: 31,
  stayMin: 20,
  windowFrom: null,
  windowTo: null,
  ...more,
});
const rules: CalcRules = { departClock: 8 * 60, speedKmh: 45, keepLast: false, returnToStart: false };

describe('windowAfter', () => {
  it.each([
    ['08:00', '10:00', '12:00', { opens: 120, closes: 240 }],
    ['running at departure', '06:00', '10:00', { opens: -120, closes: 120 }],
    ['over today, so tomorrow', '05:00', '07:00', { opens: 1260, closes: 1380 }],
    ['over midnight', '22:00', '02:00', { opens: 840, closes: 1080 }],
    ['until only', null, '09:30', { opens: null, closes: 90 }],
    ['from only, later', '09:00', null, { opens: 60, closes: null }],
    ['from only, begun', '06:00', null, { opens: -120, closes: null }],
    ['any time', null, null, { opens: null, closes: null }],
  ])('%s', (_, windowFrom, windowTo, expected) => {
    expect(windowAfter({ windowFrom, windowTo }, rules.departClock)).toEqual(expected);
  });
});

describe('timed', () => {
  // 0.1 degree at 31 N is 9.53 km, on the road 12.4 km, 17 minutes at 45 km/h
  it('drives, waits for the window, stays, and sums up', () => {
    const run = timeStops([at(121), at(121.1, { windowFrom: '09:00' }), at(121.2, { windowTo: '09:15' })], rules);
    expect(run.stops.map(({ arrive, waitMin, leave, lateMin }) => ({ arrive, waitMin, leave, lateMin }))).toEqual([
      { arrive: 0, waitMin: 0, leave: 0, lateMin: 0 },
      { arrive: 17, waitMin: 43, leave: 80, lateMin: 0 },
      { arrive: 97, waitMin: 0, leave: 117, lateMin: 22 },
    ]);
    expect(run).toMatchObject({ distanceM: 24_800, minutes: 97, lateMin: 22, back: null });
  });

  it('comes home when it is told to', () => {
    const run = timeStops([at(121), at(121.1)], { ...rules, returnToStart: true });
    expect(run.back).toEqual({ distanceM: 12_400, driveMin: 17, arrive: 54 });
    expect(run).toMatchObject({ distanceM: 24_800, minutes: 54 });
  });
});

describe('bestTimed', () => {
  const order = (stops: CalcStop[], more: Partial<CalcRules> = {}) =>
    timeBestOrder(stops, { ...rules, ...more }).stops.map(({ index }) => index);

  it('takes the short way when nobody waits for it', () => {
    expect(order([at(121), at(121.3), at(121.1), at(121.2)])).toEqual([0, 2, 3, 1]);
    expect(order([at(121), at(121.3), at(121.1), at(121.2)], { keepLast: true })).toEqual([0, 2, 1, 3]);
  });

  it('goes far first when the far one closes early', () => {
    const stops = [at(121), at(121.1, { stayMin: 60 }), at(121.3, { windowTo: '09:00' })];
    expect(order(stops)).toEqual([0, 2, 1]);
    expect(timeBestOrder(stops, rules).lateMin).toBe(0);
    expect(timeStops(stops, rules).lateMin).toBeGreaterThan(0);
  });

  it('is never worse than the order given, for a hundred stops within a second', () => {
    const stops = Array.from({ length: 100 }, (_, i) =>
      at(121 + ((i * 37) % 41) / 40, {
        lat: 31 + ((i * 53) % 29) / 40,
        windowTo: i % 7 === 0 ? '14:00' : null,
        stayMin: 5,
      }),
    );
    const best = timeBestOrder(stops, rules);
    const given = timeStops(stops, rules);
    expect(best.lateMin).toBeLessThanOrEqual(given.lateMin);
    expect(best.distanceM).toBeLessThan(given.distanceM / 3);
    expect([...best.stops].map(({ index }) => index).sort((a, b) => a - b)).toEqual(stops.map((_, i) => i));
  });
});

describe('a drive beside its plan', () => {
  const min = 60_000;
  const stop = (placeId: string, arrive: number, leave: number, closes: number | null = null): PlannedStop => ({
    placeId,
    arriveAt: arrive * min,
    leaveAt: leave * min,
    stayMin: leave - arrive,
    opensAt: null,
    closesAt: closes === null ? null : closes * min,
  });
  // minutes after the planned departure
  const plan = [stop('A', 0, 0), stop('B', 60, 80), stop('C', 120, 140, 115), stop('D', 200, 200)];
  const visit = (placeId: string, from: number, to: number | null, passing = false): PlanVisit => ({
    placeId,
    inAt: from * min,
    outAt: to === null ? null : to * min,
    passing,
  });
  const run = (visits: PlanVisit[], now: number) => {
    const found = matchPlanRun(plan, visits, now * min);
    const short = ({ result, order }: (typeof found.stops)[number]) => (result ? `${result} ${order ?? '-'}` : null);
    const at = (t: number | null) => (t === null ? null : t / min);
    return { state: found.state, from: at(found.startAt), to: at(found.endAt), stops: found.stops.map(short) };
  };

  it('begins when the first stop is left, and ends at the last one', () => {
    // it stands at A since yesterday
    expect(run([visit('A', -900, null)], 30)).toEqual({
      state: 'waiting',
      from: null,
      to: null,
      stops: [null, null, null, null],
    });
    const left = visit('A', -900, 5);
    expect(run([left], 30)).toMatchObject({ state: 'running', from: 5, to: null });
    const way = [left, visit('B', 70, 90), visit('C', 130, 150)];
    expect(run(way, 160)).toMatchObject({ state: 'running', stops: [null, 'onTime 1', 'late 2', null] });
    expect(run([...way, visit('D', 170, null)], 171)).toMatchObject({
      state: 'done',
      to: 170,
      stops: [null, 'onTime 1', 'late 2', 'onTime 3'],
    });
  });

  it('knows a stop that was called at in another turn, and one that was left out', () => {
    const turned = [visit('A', -30, 0), visit('C', 50, 60), visit('B', 90, 100), visit('D', 195, null)];
    expect(run(turned, 200)).toMatchObject({ state: 'done', stops: [null, 'late 2', 'onTime 1', 'onTime 3'] });
    const left = [visit('A', -30, 0), visit('B', 60, 70), visit('C', 100, 101, true), visit('D', 195, null)];
    expect(run(left, 200)).toMatchObject({ state: 'done', stops: [null, 'onTime 1', null, 'onTime 2'] });
    expect(run(left, 120 + 1440)).toMatchObject({ stops: [null, 'onTime 1', 'missed -', 'onTime 2'] });
  });

  it('is not over when the last stop is passed first; a day after its end it is', () => {
    const early = [visit('A', -30, 0), visit('D', 30, 40)];
    expect(run(early, 60)).toMatchObject({ state: 'running' });
    expect(run(early, 200 + 1440)).toMatchObject({ state: 'done', to: 30 });
    // nothing known: it never began
    expect(run([visit('A', -900, -300)], 5000)).toMatchObject({ state: 'waiting' });
  });

  /** fixes half a minute apart on their way east, so far north of 31°N */
  const drive = (north: number[]): Segment[] =>
    north.slice(1).map((lat, i) => {
      const fix = (k: number, y: number) => ({ t: k * 30_000, lng: 121 + k * 0.005, lat: 31 + y }) as TrackPoint;
      const [from, to] = [fix(i, north[i] ?? 0), fix(i + 1, lat)];
      return { start: from.t, end: to.t, state: 'moving', gap: false, displaced: true, mileageM: 500, from, to };
    });
  const ends = [
    [121, 31],
    [121.2, 31],
  ] as const;

  it('is off its line after a minute beyond 200 m, not near its stops', () => {
    const way = { stops: ends, line: { path: ends, halfWidthM: 50 } };
    const calm = Array.from({ length: 41 }, () => 0.001);
    expect(deviationsOf(way, drive(calm))).toEqual([]);
    const once = calm.map((y, k) => (k === 20 ? 0.01 : y));
    expect(deviationsOf(way, drive(once))).toEqual([]);
    const off = calm.map((y, k) => (k >= 20 && k < 26 ? 0.01 : y));
    expect(deviationsOf(way, drive(off))).toMatchObject([{ start: 600_000, end: 780_000, mileageM: 2500 }]);
    expect(deviationsOf(way, drive(calm.map((y, k) => (k < 2 ? 0.005 : y))))).toEqual([]);
    expect(deviationsOf({ ...way, line: { path: ends, halfWidthM: 1500 } }, drive(off))).toEqual([]);
  });

  it('without a line keeps to its plan while the way is no longer than 1.3 times the bee line', () => {
    const way = { stops: ends, line: null };
    const bow = (deg: number) => Array.from({ length: 41 }, (_, k) => deg * Math.sin((Math.PI * k) / 40));
    // 19 km apart: 6 km to the side in the middle is a way of 22 km, 12 km to the side one of 31 km
    expect(deviationsOf(way, drive(bow(0.054)))).toEqual([]);
    expect(deviationsOf(way, drive(bow(0.108)))).toHaveLength(1);
  });
});
