import { describe, expect, it } from 'vitest';
import { degreesNorth, makePoint, pointsEvery, testStart } from '../fixture';
import { matchCalls, type PlannedCall, punctualityOf } from '../ground/punctuality';
import { dewPointC, qualityStatsOf } from '../temperature/figures';
import { detectEpisodes, momentOf, ruleOf } from './fixture';
import { litresOf, oilDefaults } from './oil/level';
import { dropLitres, dropThresholdL } from './oil/tank';
import { refuelLitres } from './oil/watch';
import { ShapeIndex } from './place/shapes';

const min = 60;
const at = (minutes: number) => testStart + minutes * 60_000;
const minutesOf = (t: number | null | undefined) => (t === null || t === undefined ? null : (t - testStart) / 60_000);

describe('K7 and K17: mean, mean kinetic temperature, in range', () => {
  const samples = (minutes: number[], values: number[]) => minutes.map((m, i) => ({ t: at(m), value: values[i] ?? 0 }));
  it('2, 4, 9, 5 ℃ every ten minutes within 2…8: 5.0, MKT 5.41, 75 % in range', () => {
    const stats = qualityStatsOf(samples([0, 10, 20, 30], [2, 4, 9, 5]), {
      gapMaxMs: 30 * 60_000,
      lastMs: 10 * 60_000,
      lower: 2,
      upper: 8,
    });
    expect(stats.avg).toBeCloseTo(5.0, 9);
    expect(stats.mktC).toBeCloseTo(5.41, 2);
    expect(stats.inRangeMs / stats.monitoredMs).toBe(0.75);
  });

  it('a sample stands for 30 minutes at most: 60 min monitored, 6.333, 10 min unmonitored', () => {
    const stats = qualityStatsOf(samples([0, 10, 20, 60], [2, 4, 9, 5]), {
      gapMaxMs: 30 * 60_000,
      lastMs: 10 * 60_000,
      lower: null,
      upper: null,
    });
    expect(stats.monitoredMs).toBe(60 * 60_000);
    expect(stats.avg).toBeCloseTo(6.333, 3);
    expect(stats.unmonitoredMs).toBe(10 * 60_000);
  });

  it('dew point of 20 ℃ and 60 % is 12.0 ℃', () => expect(dewPointC(20, 60)).toBeCloseTo(12.0, 1));
});

describe('K8 and K17: over-limit episodes', () => {
  const values = [-18, -13, -11.5, -10, -8, -9, -12.2, -12.6, -12.8, -14];
  const rule = ruleOf('temperature', { probes: [{ channel: 1, lower: null, upper: -12 }] });
  const points = values.map((value, i) => makePoint(i * 5 * min, { tempC: [value] }));

  it('bound −12, delay 10 min, hysteresis 0.5', () => {
    const [alarm, ...rest] = detectEpisodes(points, momentOf([rule])).findings.filter((f) => f.alarm);
    expect(rest).toEqual([]);
    expect(alarm).toMatchObject({ kind: 'temperatureAlarm', subject: 'tem1', peak: -8, limit: -12, level: 2 });
    expect(minutesOf(alarm?.start)).toBe(10);
    expect(minutesOf(alarm?.confirmedAt)).toBe(20);
    expect(minutesOf(alarm?.end)).toBe(35);
    expect(alarm?.values.areaMin).toBe(47.5);
  });

  it('tells it when it is confirmed and when it ends, not in between', () => {
    const told = detectEpisodes(points, momentOf([rule])).told.filter((f) => f.alarm);
    expect(told.map((f) => [minutesOf(f.end), f.level])).toEqual([
      [null, 2],
      [35, 2],
    ]);
  });

  it('what was alarmed on half of the data is none on all of it', () => {
    const sparse = [
      makePoint(0, { tempC: [-18] }),
      makePoint(10 * min, { tempC: [-11.5] }),
      makePoint(25 * min, { tempC: [-9] }),
    ];
    // three reports a quarter of an hour apart at most: usual interval above 5 min, so 15 min are bridged
    const steady = pointsEvery(5 * min, -45 * min, -5 * min, () => ({ tempC: [-18] }));
    const alarms = (all: typeof sparse) => detectEpisodes(all, momentOf([rule])).findings.filter((f) => f.alarm);
    expect(alarms([...steady, ...sparse])).toHaveLength(1);
    const late = [makePoint(15 * min, { tempC: [-16] }), makePoint(20 * min, { tempC: [-15] })];
    const cured = [...steady, ...sparse, ...late].sort((a, b) => a.t - b.t);
    expect(alarms(cured)).toEqual([]);
  });

  it('out again within ten minutes is the same episode, later another one', () => {
    const out = new Set([4, 8, 12, 16, 28, 52, 56, 60, 64]);
    const track = pointsEvery(4 * min, 0, 64 * min, (s) => ({ tempC: [out.has(s / min) ? -10 : -14] }));
    const alarms = detectEpisodes(track, momentOf([rule])).findings.filter((f) => f.alarm);
    expect(alarms.map((f) => [minutesOf(f.start), minutesOf(f.end)])).toEqual([
      [4, 32],
      [52, null],
    ]);
  });

  it('a silence ends it one interval after its last sample, marked', () => {
    const track = [
      ...pointsEvery(5 * min, 0, 30 * min, () => ({ tempC: [-5] })),
      ...pointsEvery(5 * min, 90 * min, 100 * min, () => ({ tempC: [-18] })),
    ];
    const [alarm] = detectEpisodes(track, momentOf([rule])).findings.filter((f) => f.alarm);
    expect(minutesOf(alarm?.end)).toBe(35);
    expect(alarm?.dataGap).toBe(true);
    expect(alarm?.level).toBe(3);
  });

  it('time after a door opened is left out where the rule says so', () => {
    const skip = ruleOf('temperature', {
      probes: [{ channel: 1, lower: null, upper: -12 }],
      delayS: 0,
      afterDoorMin: 30,
    });
    const track = pointsEvery(5 * min, 0, 60 * min, (s) => ({
      tempC: [s >= 10 * min && s <= 35 * min ? -5 : -18],
      doors: s === 10 * min ? 2 : 1,
    }));
    expect(detectEpisodes(track, momentOf([skip])).findings.filter((f) => f.alarm)).toEqual([]);
  });

  it('all probes, or their mean, where the rule says so', () => {
    const probes = [
      { channel: 1, lower: null, upper: -12 },
      { channel: 2, lower: null, upper: -12 },
    ];
    const track = pointsEvery(5 * min, 0, 60 * min, () => ({ tempC: [-5, -18] }));
    const found = (combine: 'any' | 'all' | 'average') =>
      detectEpisodes(track, momentOf([ruleOf('temperature', { probes, combine })]))
        .findings.filter((f) => f.alarm)
        .map((f) => f.subject);
    expect([found('any'), found('all'), found('average')]).toEqual([['tem1'], [], ['temAvg']]);
  });
});

describe('K10 and K17: oil', () => {
  const table = [
    [100, 0],
    [300, 60],
    [600, 180],
    [900, 260],
  ] as const;
  it('reads litres from the calibration table', () => {
    expect(litresOf(table, 450)).toBe(120);
    expect(litresOf(table, 750)).toBe(220);
    expect([litresOf(table, 0), litresOf(table, 2000)]).toEqual([0, 260]);
  });

  it('62.0 to 171.5 in 12 min of idling at 2 L/h is 109.9 L', () => {
    expect(refuelLitres(62, 171.5, 12 * 60_000, 2)).toBe(109.9);
  });

  it('90.0 to 85.5 in 2 h of idling is nothing; 90 to 52 with ACC off is 38.0 L above the 9 L of a 300 L tank', () => {
    expect(dropLitres(90, 85.5, 2 * 3_600_000, 2)).toBe(0.5);
    expect(dropThresholdL(300, oilDefaults)).toBe(9);
    expect(dropLitres(90, 52, 0, 2)).toBe(38);
  });

  const around = { tankCapacityL: 300 };
  const fuelAt = (level: (m: number) => number, acc = false) =>
    pointsEvery(min, 0, 90 * min, (s) => ({ acc, fuelL: [level(s / min)] }));
  const found = (points: ReturnType<typeof fuelAt>) =>
    detectEpisodes(points, momentOf([ruleOf('oil', {})], around)).findings.filter((f) =>
      ['refuel', 'fuelDrop', 'oilAlarm'].includes(f.kind),
    );

  it('finds a theft of 38 L in 15 min, as a fact and by the rule', () => {
    const facts = found(fuelAt((m) => (m < 30 ? 90 : m < 45 ? 90 - ((m - 30) * 38) / 15 : 52)));
    expect(facts.map((f) => f.kind).sort()).toEqual(['fuelDrop', 'oilAlarm']);
    for (const { values, limit } of facts) {
      expect(values.litres).toBeCloseTo(38, 0);
      expect(limit).toBe(9);
    }
  });

  it('finds a refuelling and joins two that are less than ten minutes apart', () => {
    const once = found(fuelAt((m) => (m < 30 ? 62 : m < 36 ? 62 + ((m - 30) * 109.5) / 6 : 171.5)));
    expect(once.map((f) => f.kind)).toEqual(['refuel']);
    expect(once[0]?.values.litres).toBeCloseTo(109.5, 0);
    const twice = found(
      fuelAt((m) => (m < 30 ? 62 : m < 33 ? 62 + (m - 30) * 20 : m < 40 ? 122 : m < 43 ? 122 + (m - 40) * 20 : 182)),
    );
    expect(twice).toHaveLength(1);
    expect(twice[0]?.values.litres).toBeCloseTo(120, 0);
  });

  it('is not troubled by slow burning, nor by a sensor that falls to zero', () => {
    expect(found(fuelAt((m) => 90 - (m / 60) * 2, true))).toEqual([]);
    expect(found(fuelAt((m) => (m > 30 && m < 40 ? 0 : 90)))).toEqual([]);
  });
});

describe('K13 and K17: sites', () => {
  const site = { kind: 'circle', centre: [121.4737, 31.2304], radiusM: 500 } as const;
  const shapes = new ShapeIndex([
    { placeId: '7', kind: 'site', shape: site, bufferM: 50, stayMs: 180_000, speedLimitKmh: null },
  ]);
  const visits = (points: Parameters<typeof detectEpisodes>[0]) =>
    detectEpisodes(points, momentOf([], { shapes })).findings.filter((f) => f.kind === 'visit');

  it('60 m outside at 0 s and 40 m inside at 20 s: in after 12 s', () => {
    const [visit] = visits([
      makePoint(0, { northM: 560 }),
      makePoint(20, { northM: 460 }),
      makePoint(40, { northM: 400 }),
      makePoint(60, { northM: 380 }),
    ]);
    expect(visit).toMatchObject({ subject: 'place:7', placeId: '7', start: testStart + 12_000, end: null });
  });

  it('leaves with the second fix beyond the buffer, and a short way out is no leaving', () => {
    const inside = (from: number, to: number) => pointsEvery(10, from, to, () => ({ northM: 100 }));
    const out = (from: number, to: number) => pointsEvery(10, from, to, () => ({ northM: 700 }));
    const [one, ...none] = visits([...inside(0, 300), ...out(310, 400), ...inside(410, 600)]);
    expect(none).toEqual([]);
    expect(one?.end).toBeNull();
    const odometer = (p: ReturnType<typeof makePoint>) => ({ ...p, odometerM: (p.t - testStart) / 10 });
    const [left] = visits([...inside(0, 300), ...out(310, 900)].map(odometer));
    expect(left?.end).toBeGreaterThan(testStart + 300_000);
    expect(left?.end).toBeLessThan(testStart + 310_000);
    expect(left?.values).toMatchObject({ passing: false, inOdometerM: 0, outOdometerM: 30_000 });
  });

  it('a border crossed in silence is put in the middle, with its doubt', () => {
    const [visit] = visits([
      ...pointsEvery(10, 0, 100, () => ({ northM: 5000 })),
      ...pointsEvery(10, 3700, 3800, () => ({ northM: 0 })),
    ]);
    expect(visit?.start).toBe(testStart + 1_900_000);
    expect(visit?.values.inDoubtMs).toBe(1_800_000);
  });

  it('one fix inside is nothing, unless it lasts a minute', () => {
    expect(
      visits([makePoint(0, { northM: 700 }), makePoint(10, { northM: 480 }), makePoint(20, { northM: 700 })]),
    ).toEqual([]);
    expect(
      visits([
        makePoint(0, { northM: 700 }),
        makePoint(100, { northM: 480 }),
        makePoint(170, { northM: 700 }),
        makePoint(180, { northM: 700 }),
      ]),
    ).toHaveLength(1);
    expect(degreesNorth(1)).toBeGreaterThan(0);
  });
});

describe('K14 and K17: punctuality', () => {
  const call: PlannedCall = { id: '1.1', placeId: '1', arriveAt: at(0), earlyMs: 30 * 60_000, lateMs: 15 * 60_000 };
  it.each([
    [-31, 'early'],
    [-30, 'onTime'],
    [15, 'onTime'],
    [16, 'late'],
  ])('%i min is %s', (minutes, result) => expect(punctualityOf(minutes * 60_000, call)).toBe(result));

  it('visits are matched within twelve hours, in order, none twice; nothing a day later is missed', () => {
    const calls = [
      call,
      { ...call, id: '1.2', arriveAt: at(120) },
      { ...call, id: '1.3', placeId: '2', arriveAt: at(240) },
    ];
    const visits = [10, 119, 300].map((minutes) => ({ placeId: '1', inAt: at(minutes), outAt: null }));
    const results = (now: number) =>
      matchCalls(calls, visits, now).map((r) => [r.result, r.diffMs === null ? null : r.diffMs / 60_000]);
    expect(results(at(500))).toEqual([
      ['onTime', 10],
      ['onTime', -1],
      [null, null],
    ]);
    expect(results(at(240 + 24 * 60))[2]).toEqual(['missed', null]);
  });

  it('the rule tells early, late and missed calls, once each', () => {
    const shape = { kind: 'circle', centre: [121.4737, 31.2304], radiusM: 300 } as const;
    const shapes = new ShapeIndex([{ placeId: '1', kind: 'site', shape, bufferM: 50, stayMs: 0, speedLimitKmh: null }]);
    const calls = [
      { id: '9.1', placeId: '1', arriveAt: at(30) },
      { id: '9.2', placeId: '2', arriveAt: at(60) },
    ];
    const rule = ruleOf('timeliness', {});
    const [early] = detectEpisodes(
      [...pointsEvery(60, 0, 60 * min, () => ({ northM: 2000 })), ...pointsEvery(60, 61 * min, 70 * min, () => ({}))],
      momentOf([rule], { shapes, calls: [{ id: '9.3', placeId: '1', arriveAt: at(180) }] }),
    ).told.filter((f) => f.alarm);
    expect(early).toMatchObject({ subject: 'call:9.3', values: { result: '早到' } });
    expect(early?.end).toBe(early?.start);
    const points = [
      ...pointsEvery(60, 0, 60 * min, () => ({ northM: 2000 })),
      ...pointsEvery(60, 61 * min, 26 * 60 * min, () => ({})),
    ];
    const found = detectEpisodes(points, momentOf([rule], { shapes, calls })).told.filter((f) => f.alarm);
    expect(found.map((f) => [f.subject, f.values.result, f.values.diffMin])).toEqual([
      ['call:9.1', '晚点', 31],
      ['call:9.2', '未到', null],
    ]);
  });

  it('a trip that begins where the truck stood all night is neither late there nor early at a place of the day before', () => {
    const site = (placeId: string, northM: number) => ({
      placeId,
      kind: 'site' as const,
      shape: {
        kind: 'circle' as const,
        centre: [121.4737, 31.2304 + degreesNorth(northM)] as const,
        radiusM: 300,
      },
      bufferM: 50,
      stayMs: 0,
      speedLimitKmh: null,
    });
    const shapes = new ShapeIndex([site('yard', 0), site('store', 20_000)]);
    const hour = 60 * min;
    // at the store, in the yard for 15 hours, to the store and home again
    const drive = (fromS: number, fromM: number, toM: number) =>
      pointsEvery(min, fromS, fromS + hour, (s) => ({ northM: fromM + ((toM - fromM) * (s - fromS)) / hour }));
    const points = [
      ...pointsEvery(5 * min, 0, hour, () => ({ northM: 20_000 })),
      ...drive(hour, 20_000, 0),
      ...pointsEvery(5 * min, 2 * hour + 5 * min, 17 * hour, () => ({ northM: 0 })),
      ...drive(17 * hour + min, 0, 20_000),
      ...pointsEvery(5 * min, 18 * hour + 5 * min, 19 * hour, () => ({ northM: 20_000 })),
      ...drive(19 * hour + min, 20_000, 0),
      ...pointsEvery(5 * min, 20 * hour + 5 * min, 22 * hour, () => ({ northM: 0 })),
    ];
    const trip = (startH: number) => [
      { id: '8.1', plan: 'waybill:8', placeId: 'yard', arriveAt: at(startH * 60), leaveAt: at(startH * 60) },
      { id: '8.2', plan: 'waybill:8', placeId: 'store', arriveAt: at((startH + 1) * 60) },
    ];
    const rule = ruleOf('timeliness', { etaWarnMin: 60 });
    const told = (startH: number, until = 22 * 60) =>
      detectEpisodes(
        points.filter(({ t }) => t <= at(until)),
        momentOf([rule], { shapes, calls: trip(startH) }),
      )
        .told.filter((f) => f.alarm)
        .map((f) => [f.subject, f.values.result]);
    expect(told(17)).toEqual([]);
    // planned for an hour before it left: late at the store, and there only
    expect(new Set(told(16).map(([subject]) => String(subject).split(':')[1]))).toEqual(new Set(['8.2']));
    // a trip of tomorrow says nothing of today's calls
    expect(told(17 + 10)).toEqual([]);
  });
});
