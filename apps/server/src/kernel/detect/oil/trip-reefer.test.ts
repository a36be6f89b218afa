import { describe, expect, it } from 'vitest';
import { makePoint, pointsEvery, testStart } from '../../fixture';
import type { TrackPoint } from '../../point';
import { detectEpisodes, momentOf, ruleOf } from '../fixture';
import { ShapeIndex } from '../place/shapes';
import type { TripRule } from '../trip/types';

const min = 60;
const minutesOf = (t: number | null | undefined) => (t === null || t === undefined ? null : (t - testStart) / 60_000);
/** a kilometre a minute northwards, ACC on */
const onTheWay = (minute: number) => ({ speedKmh: 60, acc: true, northM: minute * 1000 });
const kindsOf = (points: readonly TrackPoint[], kinds: string[], around = {}, rules = [ruleOf('oil', {})]) =>
  detectEpisodes(points, momentOf(rules, { tankCapacityL: 300, ...around })).findings.filter((f) =>
    kinds.includes(f.kind),
  );

describe('K10: what goes while driving', () => {
  /** 0.3 L a minute, as 30 L/100 km make it; 2 L a minute from minute 30 to 45 */
  const level = (m: number) => 250 - 0.3 * m - (m > 30 ? 1.7 * (Math.min(m, 45) - 30) : 0);
  const leaking = pointsEvery(20, 0, 90 * min, (s) => ({ ...onTheWay(s / min), fuelL: [level(s / min)] }));
  const kinds = ['refuel', 'fuelDrop', 'fuelWaste', 'oilAlarm'];

  it('more than three times the reference is 异常消耗, with what is beyond the usual', () => {
    const [waste, ...none] = kindsOf(leaking, kinds);
    expect(none).toEqual([]);
    expect(waste).toMatchObject({ kind: 'fuelWaste', subject: 'tank1', limit: 9 });
    expect(Number(waste?.values.litres)).toBeGreaterThan(22);
    expect(Number(waste?.values.litres)).toBeLessThanOrEqual(25.5);
    expect(minutesOf(waste?.start)).toBeGreaterThanOrEqual(26);
    expect(minutesOf(waste?.end)).toBeLessThanOrEqual(48);
    expect(waste?.values).toMatchObject({ cause: 'waste', refLPer100Km: 30 });
  });

  it('a refuelling told by seldom reports is whole, though minutes lie between its steps', () => {
    const steps = [50, 50, 50, 50, 50, 50, 90, 130, 170, 210, 210, 210, 210, 210, 210, 210, 210];
    const seldom = steps.map((litres, i) => makePoint(i * 4 * min, { fuelL: [litres] }));
    expect(kindsOf(seldom, kinds).map((f) => [f.kind, f.values.litres])).toEqual([['refuel', 160]]);
  });

  it('is measured by the reference of the vehicle or of its tank: 80 L/100 km make it usual', () => {
    expect(kindsOf(leaking, kinds, { refLPer100Km: 80 })).toEqual([]);
    expect(kindsOf(leaking, kinds, { oil: new Map([[1, { refLPer100Km: 80 }]]) })).toEqual([]);
  });

  it('steady driving, and a refuelling at a stop, are none', () => {
    const filled = pointsEvery(20, 0, 90 * min, (s) => {
      const m = s / min;
      const stands = m > 40 && m < 50;
      const drivenM = Math.min(m, 40) + Math.max(0, m - 50);
      const add = m <= 42 ? 0 : Math.min(100, (m - 42) * 25);
      return {
        ...(stands ? { acc: false, northM: 40_000 } : onTheWay(drivenM)),
        fuelL: [150 - 0.3 * drivenM + add],
      };
    });
    const [refuel, ...none] = kindsOf(filled, kinds);
    expect(none).toEqual([]);
    expect(refuel?.kind).toBe('refuel');
    expect(refuel?.values.litres).toBeCloseTo(100, 0);
  });

  it('a rule tells it only where it asks for it', () => {
    const told = kindsOf(leaking, ['oilAlarm'], {}, [ruleOf('oil', { waste: true })]);
    expect(told.map(({ values }) => values.cause)).toEqual(['waste']);
  });
});

describe('K10: a sensor that falls to nothing', () => {
  const broken = (raw: number | null) =>
    pointsEvery(min, 0, 90 * min, (s) => ({ fuelL: [s >= 30 * min && s < 40 * min ? raw : 90] }));

  it.each([0, null])('%s is 油量传感器异常 from the first such reading to the next good one, and no theft', (raw) => {
    const found = kindsOf(broken(raw), ['refuel', 'fuelDrop', 'fuelWaste', 'fuelSensor', 'oilAlarm'], {}, [
      ruleOf('oil', { sensor: true }),
    ]);
    expect(found.map((f) => [f.kind, minutesOf(f.start), minutesOf(f.end), f.values.cause])).toEqual([
      ['fuelSensor', 30, 40, 'sensor'],
      ['oilAlarm', 30, 40, 'sensor'],
    ]);
  });

  it('one bad reading is none, nor is zero in a tank that was nearly empty', () => {
    const once = pointsEvery(min, 0, 60 * min, (s) => ({ fuelL: [s === 30 * min ? 0 : 90] }));
    const empty = pointsEvery(min, 0, 60 * min, (s) => ({ fuelL: [s >= 30 * min ? 0 : 5] }));
    for (const track of [once, empty]) expect(kindsOf(track, ['fuelSensor', 'fuelDrop'])).toEqual([]);
  });

  it('litres come from the calibration table of the tank, also of the second one', () => {
    const table = [
      [100, 0],
      [300, 60],
      [600, 180],
      [900, 260],
    ] as const;
    const raw = pointsEvery(min, 0, 90 * min, (s) => ({ fuelL: [null, s < 30 * min ? 450 : 750] }));
    const [refuel] = kindsOf(raw, ['refuel'], { tanks: new Map([[2, table]]) });
    expect(refuel).toMatchObject({ subject: 'tank2', values: { litres: 100, beforeL: 120, afterL: 220 } });
  });

  it('thresholds of the calibration take the place of the standard ones', () => {
    const track = pointsEvery(min, 0, 90 * min, (s) => ({ fuelL: [s < 30 * min ? 90 : 75] }));
    const oil = new Map([[1, { dropL: 20 }]]);
    expect(kindsOf(track, ['fuelDrop']).map((f) => f.values.litres)).toEqual([15]);
    expect(kindsOf(track, ['fuelDrop'], { oil })).toEqual([]);
  });
});

describe('K6: trips know their oil and temperatures', () => {
  it('consumption is before - after + filled in, temperatures are those of the way', () => {
    const track = pointsEvery(20, 0, 120 * min, (s) => {
      const m = s / min;
      const drivenM = Math.min(Math.max(0, m - 10), 30) + Math.min(Math.max(0, m - 50), 30);
      const stands = m <= 10 || (m > 40 && m <= 50) || m > 80;
      const add = Math.min(100, Math.max(0, m - 42) * 25);
      return {
        ...(stands ? { acc: true, northM: drivenM * 1000 } : onTheWay(drivenM)),
        tempC: [m < 10 || m > 81 ? 5 : m > 60 && m < 62 ? -12 : -18, 85],
        fuelL: [150 - 0.3 * drivenM + add],
      };
    });
    const [trip, ...none] = kindsOf(track, ['trip']);
    expect(none).toEqual([]);
    expect(Number(trip?.values.mileageM)).toBeCloseTo(60_000, -2);
    // 60 km at 30 L/100 km, and what ten minutes of idling are reckoned at (2 L/h)
    expect(Number(trip?.values.oilL)).toBeGreaterThan(17);
    expect(Number(trip?.values.oilL)).toBeLessThan(19);
    expect(trip?.values).toMatchObject({ tempMinC: -18, tempMaxC: -12, by: 'gap' });
  });

  it('without sensors they are empty', () => {
    const [trip] = kindsOf(
      pointsEvery(20, 0, 30 * min, (s) => onTheWay(s / min)),
      ['trip'],
    );
    expect(trip?.values).toMatchObject({ oilL: null, tempMinC: null, tempMaxC: null });
  });

  it('the mean speed is mileage by moving time: 10 km with half of 20 minutes at rest are 60 km/h', () => {
    const track = pointsEvery(20, 0, 40 * min, (s) => {
      const m = Math.min(s / min, 20);
      const drivenM = Math.min(m, 5) + Math.max(0, m - 15);
      return {
        ...(m > 5 && m < 15 ? { acc: true, northM: 5000 } : onTheWay(drivenM)),
        ...(s > 20 * min && { speedKmh: 0 }),
      };
    });
    const [trip] = kindsOf(track, ['trip']);
    expect(Number(trip?.values.avgSpeedKmh)).toBeGreaterThan(55);
    expect(Number(trip?.values.avgSpeedKmh)).toBeLessThan(62);
  });
});

describe('K6: trips from site to site (行程设置)', () => {
  const circle = (northM: number) => ({
    kind: 'circle' as const,
    centre: [121.4737, makePoint(0, { northM }).lat] as [number, number],
    radiusM: 500,
  });
  const site = (placeId: string, northM: number) => ({
    placeId,
    kind: 'site' as const,
    shape: circle(northM),
    bufferM: 50,
    stayMs: 180_000,
    speedLimitKmh: null,
  });
  const shapes = new ShapeIndex([site('1', 0), site('2', 20_000)]);
  const trip = { mode: 'site' as const, starts: new Set(['1']), ends: new Set(['2']), minMileageM: null };
  /** ten minutes in the depot, 10 km, half an hour of rest, 10 km, at the store */
  const way = pointsEvery(20, 0, 90 * min, (s) => {
    const m = s / min;
    const km = Math.min(Math.max(0, m - 10), 10) + Math.min(Math.max(0, m - 50), 10);
    const stands = m <= 10 || (m > 20 && m <= 50) || m > 60;
    return stands ? { acc: true, northM: km * 1000 } : onTheWay(km);
  });

  it('begins with leaving the start and ends with reaching the end, however long it rests between', () => {
    const { findings, told } = detectEpisodes(way, momentOf([], { shapes, trip }));
    const [one, ...none] = findings.filter((f) => f.kind === 'trip');
    expect(none).toEqual([]);
    expect(minutesOf(one?.start)).toBeCloseTo(10.5, 1);
    expect(minutesOf(one?.end)).toBeCloseTo(59.5, 1);
    expect(Number(one?.values.mileageM)).toBeCloseTo(19_000, -2);
    expect(one?.values).toMatchObject({ by: 'site' });
    expect(Number(one?.values.idleMs) / 60_000).toBeCloseTo(30, 0);
    expect(told.filter((f) => f.kind === 'trip')).toHaveLength(1);
    // the same way by parkings of a quarter of an hour is two trips
    expect(detectEpisodes(way, momentOf([], { shapes })).findings.filter((f) => f.kind === 'trip')).toHaveLength(2);
  });

  it('runs until the end is reached', () => {
    const half = way.filter(({ t }) => t < testStart + 40 * 60_000);
    const [open] = detectEpisodes(half, momentOf([], { shapes, trip })).findings.filter((f) => f.kind === 'trip');
    expect(open?.end).toBeNull();
    expect(Number(open?.values.mileageM)).toBeCloseTo(9500, -2);
  });

  it('a gap of its own parts trips where the vehicle has one', () => {
    const rule = { mode: 'gap' as const, gapMs: 60 * 60_000, minMileageM: null };
    expect(detectEpisodes(way, momentOf([], { trip: rule })).findings.filter((f) => f.kind === 'trip')).toHaveLength(1);
  });

  it('a trip ends where the engine was switched off, and goes on through a stop with a running engine', () => {
    // a quarter of an hour on the road, ten minutes with the engine on, a quarter more, two minutes off, and ten more
    const legs: ReadonlyArray<[minutes: number, drives: boolean, acc: boolean]> = [
      [15, true, true],
      [25, false, true],
      [40, true, true],
      [42, false, false],
      [52, true, true],
      [60, false, false],
    ];
    let northM = 0;
    const points = pointsEvery(20, 0, 60 * min - 20, (s) => {
      const [, drives = false, acc = false] = legs.find(([until]) => s < until * min) ?? [];
      if (drives) northM += 333;
      return { speedKmh: drives ? 60 : 0, acc, northM };
    });
    const trips = (rule: TripRule | null) =>
      detectEpisodes(points, momentOf([], rule === null ? {} : { trip: rule }))
        .findings.filter((f) => f.kind === 'trip')
        .map(({ start, end, values }) => [
          Math.round(minutesOf(start) ?? -1),
          Math.round(minutesOf(end) ?? -1),
          values.by,
        ]);
    expect(trips({ mode: 'power', minMileageM: null })).toEqual([
      [0, 40, 'power'],
      [42, 52, 'power'],
    ]);
    // by the constants nothing here is a pause of a quarter of an hour
    expect(trips(null)).toHaveLength(1);
  });
});

describe('K11: what the unit did', () => {
  const air = { supply: 1, back: 2 };
  const session = (track: TrackPoint[]) =>
    detectEpisodes(track, momentOf([], { air })).findings.find((f) => f.kind === 'reefer');
  const airAt = (m: number) => (m <= 60 ? [-20, -15] : m <= 75 ? [0, -10] : [-15, -15]);

  it('60 min cooling, 15 min defrost, 15 min standby: duty 0.667', () => {
    const track = pointsEvery(min, 0, 90 * min, (s) => ({ extra: { reeferOn: true }, tempC: airAt(s / min) }));
    expect(session(track)?.values).toEqual({
      inferred: false,
      onMs: 90 * 60_000,
      coolingMs: 60 * 60_000,
      heatingMs: 0,
      defrostMs: 15 * 60_000,
      standbyMs: 15 * 60_000,
      mode: 'cooling',
      duty: 0.667,
    });
  });

  it('warm air that does not follow cold one, or lasts over half an hour, is heating', () => {
    const warm = (from: number) =>
      pointsEvery(min, 0, 90 * min, (s) => ({
        extra: { reeferOn: true },
        tempC: s / min < from ? [-20, -15] : [10, 5],
      }));
    expect(session(warm(0))?.values).toMatchObject({ heatingMs: 90 * 60_000, defrostMs: 0, mode: 'heating', duty: 0 });
    expect(session(warm(40))?.values).toMatchObject({ coolingMs: 39 * 60_000, heatingMs: 51 * 60_000, defrostMs: 0 });
  });

  it('a pause up to three minutes belongs to the session, not to its running time', () => {
    const track = pointsEvery(min, 0, 60 * min, (s) => ({
      extra: { reeferOn: s !== 30 * min && s !== 31 * min },
      tempC: [-20, -15],
    }));
    const found = session(track);
    expect(minutesOf(found?.start)).toBe(0);
    expect(found?.values.onMs).toBe(57 * 60_000);
  });

  it('is inferred from its air where it says nothing, and flagged; without probes of air modes stay open', () => {
    const silent = pointsEvery(min, 0, 60 * min, (s) => ({ tempC: airAt(s / min) }));
    expect(session(silent)?.values).toMatchObject({ inferred: true, onMs: 60 * 60_000, mode: 'cooling', duty: 1 });
    const blind = pointsEvery(min, 0, 60 * min, () => ({ extra: { reeferOn: true }, tempC: [-18] }));
    const { findings } = detectEpisodes(blind, momentOf([]));
    expect(findings.find((f) => f.kind === 'reefer')?.values).toMatchObject({
      onMs: 60 * 60_000,
      mode: null,
      duty: null,
    });
  });
});
