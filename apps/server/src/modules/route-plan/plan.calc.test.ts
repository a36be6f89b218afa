import { describe, expect, it } from 'vitest';
import { bestTimed, type CalcRules, type CalcStop, timed, windowAfter } from './plan.calc';

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
    const run = timed([at(121), at(121.1, { windowFrom: '09:00' }), at(121.2, { windowTo: '09:15' })], rules);
    expect(run.stops.map(({ arrive, waitMin, leave, lateMin }) => ({ arrive, waitMin, leave, lateMin }))).toEqual([
      { arrive: 0, waitMin: 0, leave: 0, lateMin: 0 },
      { arrive: 17, waitMin: 43, leave: 80, lateMin: 0 },
      { arrive: 97, waitMin: 0, leave: 117, lateMin: 22 },
    ]);
    expect(run).toMatchObject({ distanceM: 24_800, minutes: 97, lateMin: 22, back: null });
  });

  it('comes home when it is told to', () => {
    const run = timed([at(121), at(121.1)], { ...rules, returnToStart: true });
    expect(run.back).toEqual({ distanceM: 12_400, driveMin: 17, arrive: 54 });
    expect(run).toMatchObject({ distanceM: 24_800, minutes: 54 });
  });
});

describe('bestTimed', () => {
  const order = (stops: CalcStop[], more: Partial<CalcRules> = {}) =>
    bestTimed(stops, { ...rules, ...more }).stops.map(({ index }) => index);

  it('takes the short way when nobody waits for it', () => {
    expect(order([at(121), at(121.3), at(121.1), at(121.2)])).toEqual([0, 2, 3, 1]);
    expect(order([at(121), at(121.3), at(121.1), at(121.2)], { keepLast: true })).toEqual([0, 2, 1, 3]);
  });

  it('goes far first when the far one closes early', () => {
    const stops = [at(121), at(121.1, { stayMin: 60 }), at(121.3, { windowTo: '09:00' })];
    expect(order(stops)).toEqual([0, 2, 1]);
    expect(bestTimed(stops, rules).lateMin).toBe(0);
    expect(timed(stops, rules).lateMin).toBeGreaterThan(0);
  });

  it('is never worse than the order given, for a hundred stops within a second', () => {
    const stops = Array.from({ length: 100 }, (_, i) =>
      at(121 + ((i * 37) % 41) / 40, {
        lat: 31 + ((i * 53) % 29) / 40,
        windowTo: i % 7 === 0 ? '14:00' : null,
        stayMin: 5,
      }),
    );
    const best = bestTimed(stops, rules);
    const given = timed(stops, rules);
    expect(best.lateMin).toBeLessThanOrEqual(given.lateMin);
    expect(best.distanceM).toBeLessThan(given.distanceM / 3);
    expect([...best.stops].map(({ index }) => index).sort((a, b) => a - b)).toEqual(stops.map((_, i) => i));
  });
});
