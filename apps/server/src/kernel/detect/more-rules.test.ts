import { describe, expect, it } from 'vitest';
import { makePoint, pointsEvery, testStart } from '../fixture';
import type { TrackPoint } from '../point';
import { detectEpisodes, momentOf, ruleOf } from './fixture';
import { ShapeIndex } from './place/shapes';
import type { PlaceShape } from './place/types';
import type { ActiveRule } from './types';

const min = 60;
const at = (t: number | null) => (t === null ? null : (t - testStart) / 1000 / min);
const spans = (points: TrackPoint[], rules: ActiveRule[], around = {}) =>
  detectEpisodes(points, momentOf(rules, around))
    .findings.filter((f) => f.alarm)
    .map((f) => [f.subject, at(f.start), at(f.end)]);
/** 1 km around a point `northM` metres north of the start */
const circle = (placeId: string, kind: 'site' | 'region', northM: number) => ({
  placeId,
  kind,
  shape: { kind: 'circle' as const, centre: [121.4737, 31.2304 + northM / 111_195] as [number, number], radiusM: 1000 },
  bufferM: 50,
  stayMs: 0,
  speedLimitKmh: null,
});
/** 10 m/s northwards, every 10 s */
const drive = (from: number, to: number, speedOf: (s: number) => number = () => 36) =>
  pointsEvery(10, from, to, (s) => ({ acc: true, speedKmh: speedOf(s), northM: s * 10 }));

describe('二氧化碳', () => {
  it('is judged like temperature: delay, hysteresis 200 ppm, nonsense left out (report.md 6.5)', () => {
    const ppm = [3000, 5200, 5600, 5400, 4900, 60_000, 4700, 4700, 4600];
    const points = ppm.map((value, i) => makePoint(i * 5 * min, { extra: { co2Ppm: [value] } }));
    const rule = ruleOf('co2', { probes: [{ channel: 1, lower: null, upper: 5000 }] });
    const [alarm, ...none] = detectEpisodes(points, momentOf([rule])).findings.filter((f) => f.alarm);
    expect(none).toEqual([]);
    expect(alarm).toMatchObject({ kind: 'co2Alarm', subject: 'co21', peak: 5600, limit: 5000, level: 2 });
    // 4900 is inside the bound, not past the hysteresis
    expect([alarm?.start, alarm?.confirmedAt, alarm?.end].map((t) => at(t ?? null))).toEqual([5, 15, 30]);
  });
});

describe('车辆故障', () => {
  const rule = ruleOf('fault', { faults: ['lowVoltage', 'tyre'], voltageV: 22, durationS: 60 });
  const volts = (minute: number, extVoltageV: number, alarmBits = 0) =>
    makePoint(minute * min, { alarmBits, extra: { extVoltageV } });
  it('a low battery counts after its delay, with the lowest voltage; a cut wire is none', () => {
    expect(spans([volts(0, 24), volts(1, 1), volts(2, 1), volts(3, 1)], [rule])).toEqual([]);
    const points = [volts(0, 24), volts(1, 21.5), volts(2, 20.8), volts(3, 21), volts(4, 24)];
    const [fault] = detectEpisodes(points, momentOf([rule])).findings.filter((f) => f.alarm);
    expect(fault).toMatchObject({ subject: 'lowVoltage', peak: 20.8, limit: 22 });
    expect([fault?.start, fault?.confirmedAt, fault?.end].map((t) => at(t ?? null))).toEqual([1, 2, 4]);
  });
  it('the same fault within a day is one incident, later another one', () => {
    const tyre = 2 ** 16;
    const wave = (from: number) => [volts(from, 24, tyre), volts(from + 2, 24, tyre), volts(from + 4, 24)];
    const points = [...wave(0), ...wave(60), ...wave(26 * 60)];
    expect(spans(points, [rule])).toEqual([
      ['tyre', 0, 64],
      ['tyre', 26 * 60, 26 * 60 + 4],
    ]);
  });
});

describe('胎压', () => {
  const bounds = { tyreNormalKpa: 830, tyreLowKpa: 700, tyreHighKpa: 950, tyreHighC: 90 };
  const rule = ruleOf('fault', { faults: ['tyre'], voltageV: 22, ...bounds, durationS: 0 });
  const tyres = (minute: number, tyreKpa?: Array<number | null>, tyreTempC?: number[], alarmBits = 0) =>
    makePoint(minute * min, {
      alarmBits,
      extra: { ...(tyreKpa ? { tyreKpa } : {}), ...(tyreTempC ? { tyreTempC } : {}) },
    });
  it('a tyre out of the bounds is a fault until its readings say otherwise; the alarm of the terminal counts too', () => {
    const points = [
      ...[tyres(0, [830, 840]), tyres(1, [830, 690]), tyres(2), tyres(3, [830, null]), tyres(4, [830, 820], [91])],
      ...[tyres(5, [830, 820], [88]), tyres(6, [830, 820], undefined, 2 ** 16), tyres(7, [830])],
    ];
    // one incident: it came back within a day
    const [fault, ...none] = detectEpisodes(points, momentOf([rule])).findings.filter((f) => f.alarm);
    expect(none).toEqual([]);
    expect(fault?.values.times).toBe(3);
    expect([fault?.subject, at(fault?.start ?? null), at(fault?.end ?? null)]).toEqual(['tyre', 1, 7]);
  });
  it('without bounds only the alarm of the terminal counts', () => {
    const plain = ruleOf('fault', { faults: ['tyre'], voltageV: 22, durationS: 0 });
    expect(spans([tyres(0, [100]), tyres(1, [100], [140])], [plain])).toEqual([]);
    expect(spans([tyres(0, [100], undefined, 2 ** 16), tyres(1, [100])], [plain])).toEqual([['tyre', 0, 1]]);
  });
});

describe('故障码', () => {
  const rule = ruleOf('fault', { faults: ['dtc'], voltageV: 22, durationS: 0 });
  const codes = (minute: number, faultCodes?: string) =>
    makePoint(minute * min, { extra: faultCodes === undefined ? null : { faultCodes } });
  it('each code is an alarm until a list lacks it; a report without a list says nothing', () => {
    const points = [codes(0), codes(1, 'P0301'), codes(2), codes(3, 'p0301,U0100'), codes(4, 'U0100'), codes(5, '')];
    expect(spans(points, [rule])).toEqual([
      ['dtc:P0301', 1, 4],
      ['dtc:U0100', 3, 5],
    ]);
  });
  it('a code that no report names for a day ended with the last that did, and is a new one later', () => {
    const points = [codes(0, 'P0301'), codes(10, 'P0301'), codes(12), codes(25 * 60), codes(26 * 60, 'P0301')];
    const twice = [
      ['dtc:P0301', 0, 10],
      ['dtc:P0301', 26 * 60, null],
    ];
    expect(spans(points, [rule])).toEqual(twice);
    // nor does it matter that nothing at all came in between
    expect(
      spans(
        [points[0], points[1], points[4]].filter((one) => one !== undefined),
        [rule],
      ),
    ).toEqual(twice);
  });
  it('follows so many codes and no more', () => {
    const lists = Array.from({ length: 4 }, (_, i) => Array.from({ length: 30 }, (_, j) => `P${1000 + i * 30 + j}`));
    const points = lists.map((list, i) => codes(i, list.join()));
    expect(spans(points, [rule])).toHaveLength(60);
  });
  it('counts how often a code came back within a day, and waits as long as the rule says', () => {
    const again = [codes(0, 'P0301'), codes(5, ''), codes(60, 'P0301'), codes(65, '')];
    const [alarm, ...none] = detectEpisodes(again, momentOf([rule])).findings.filter((f) => f.alarm);
    expect(none).toEqual([]);
    expect(alarm).toMatchObject({ subject: 'dtc:P0301', values: { times: 2 } });
    const slow = ruleOf('fault', { faults: ['dtc'], voltageV: 22, durationS: 300 });
    expect(spans([codes(0, 'P0301'), codes(4, ''), codes(20, 'U0100'), codes(25, 'U0100')], [slow])).toEqual([
      ['dtc:U0100', 20, null],
    ]);
  });
});

describe('设备异常', () => {
  it('antenna and camera by their bits', () => {
    const rule = ruleOf('device', { faults: ['antenna', 'camera'] });
    const points = [0, 2 ** 5, 2 ** 6 + 2 ** 11, 0].map((alarmBits, i) => makePoint(i * min, { alarmBits }));
    expect(spans(points, [rule])).toEqual([
      ['antenna', 1, 3],
      ['camera', 2, 3],
    ]);
  });
});

describe('视频报警', () => {
  const videos = [0, 2 ** 0, 2 ** 0 + 2 ** 4, 0, 2 ** 2].map((videoAlarms, i) =>
    makePoint(i * min, { extra: { videoAlarms } }),
  );

  it('terminal alarms from 32 on are the bits of item 0x14, and only those of the rule', () => {
    expect(spans(videos, [ruleOf('terminal', { bits: [0, 32, 36] })])).toEqual([
      ['bit32', 1, 3],
      ['bit36', 2, 3],
    ]);
  });
  it('a lost signal is a broken camera, a broken storage is not', () => {
    expect(spans(videos, [ruleOf('device', { faults: ['camera'] })])).toEqual([['camera', 1, 3]]);
    expect(spans(videos, [ruleOf('device', { faults: ['storage'] })])).toEqual([['storage', 4, null]]);
  });
});

describe('道路限速', () => {
  it('the limit of a class of road holds on the lines and areas that are of that class', () => {
    const around = { shapes: new ShapeIndex([circle('7', 'region', 5000)]) };
    const rule = ruleOf('speed', {
      limitKmh: 80,
      placeLimits: false,
      roads: [{ road: 4, placeIds: ['7'], limitKmh: 30 }],
    });
    const [alarm, ...none] = detectEpisodes(drive(0, 900), momentOf([rule], around)).findings.filter((f) => f.alarm);
    expect(none).toEqual([]);
    // inside from 4,000 m to 6,000 m
    expect(alarm).toMatchObject({ limit: 30, peak: 36, placeId: '7', values: { road: 4 } });
    expect(at(alarm?.start ?? null)).toBeCloseTo(6.8, 0);
    expect(spans(drive(0, 900), [ruleOf('speed', { limitKmh: 80, placeLimits: false })], around)).toEqual([]);
  });
});

describe('区域内超速', () => {
  it('counts inside only, after its delay', () => {
    const around = { shapes: new ShapeIndex([circle('7', 'site', 5000)]) };
    const rule = ruleOf('zone', { placeIds: ['7'], trigger: 'speed', limitKmh: 20, durationS: 30 });
    const [alarm, ...none] = detectEpisodes(drive(0, 900), momentOf([rule], around)).findings.filter(
      (f) => f.kind === 'zoneAlarm',
    );
    expect(none).toEqual([]);
    expect(alarm).toMatchObject({ placeId: '7', limit: 20, peak: 36, values: { trigger: 'speed' } });
    expect(spans(drive(0, 900), [ruleOf('zone', { placeIds: ['7'], trigger: 'speed', limitKmh: 40 })], around)).toEqual(
      [],
    );
  });
  it('each place by itself: over the seam of two parts of an area one ends and another begins, after its delay', () => {
    const strip = (placeId: string, south: number, north: number): PlaceShape => ({
      ...{ placeId, kind: 'region', bufferM: 0, stayMs: 0, speedLimitKmh: null },
      shape: {
        kind: 'polygon',
        rings: [
          [
            [121, south],
            [122, south],
            [122, north],
            [121, north],
          ],
        ],
      },
    });
    const around = { shapes: new ShapeIndex([strip('7', 31, 31.26), strip('8', 31.26, 32)]) };
    const rule = ruleOf('zone', { placeIds: ['7', '8'], trigger: 'speed', limitKmh: 20, durationS: 30 });
    const found = detectEpisodes(drive(0, 900), momentOf([rule], around)).findings.filter(
      (f) => f.kind === 'zoneAlarm',
    );
    expect(found.map((f) => f.placeId)).toEqual(['7', '8']);
    expect(found[0]?.end).toBe(found[1]?.start);
  });
});

describe('运输时效', () => {
  it('a stay at a planned place that lasts too long is told when its time is over, and again with its end', () => {
    const around = {
      shapes: new ShapeIndex([circle('7', 'site', 0)]),
      calls: [{ id: '1', placeId: '7', arriveAt: testStart, cancelled: false }],
    };
    const rule = ruleOf('timeliness', { stayMin: 60 });
    const standing = pointsEvery(60, 0, 90 * min, () => ({ acc: true }));
    const open = detectEpisodes(standing, momentOf([rule], around)).findings.filter((f) => f.subject === 'stay:7');
    expect(open).toMatchObject([{ end: null, limit: 60, values: { result: '停留超时' } }]);
    const left = pointsEvery(10, 90 * min + 10, 100 * min, (s) => ({
      acc: true,
      speedKmh: 36,
      northM: (s - 90 * min) * 10,
    }));
    const [done, ...none] = detectEpisodes([...standing, ...left], momentOf([rule], around)).findings.filter(
      (f) => f.subject === 'stay:7',
    );
    expect(none).toEqual([]);
    expect(at(done?.end ?? null)).toBeGreaterThan(90);
    expect(done?.start).toBe(open[0]?.start);
  });

  it('leaving later than planned is told with the end of the visit (K14)', () => {
    const shapes = new ShapeIndex([circle('7', 'site', 0)]);
    const points = [
      ...pointsEvery(60, 0, 90 * min, () => ({ acc: true })),
      ...pointsEvery(10, 90 * min + 10, 100 * min, (s) => ({ acc: true, speedKmh: 36, northM: (s - 90 * min) * 10 })),
    ];
    const results = (planMin: number, leaveLateMin: number | null) => {
      const calls = [{ id: '1', placeId: '7', arriveAt: testStart, leaveAt: testStart + planMin * 60_000 }];
      return detectEpisodes(points, momentOf([ruleOf('timeliness', { leaveLateMin })], { shapes, calls }))
        .findings.filter((f) => f.alarm)
        .map((f) => [f.subject, f.values.result, f.peak]);
    };
    expect(results(60, 15)).toEqual([['leave:1', '延迟离开', 32]]);
    expect(results(80, 15)).toEqual([]);
    expect(results(60, null)).toEqual([]);
  });
});

describe('豁免', () => {
  const temperature = (more: object) =>
    ruleOf('temperature', { probes: [{ channel: 1, lower: null, upper: -12 }], delayS: 600, ...more });
  it('inside a site', () => {
    const around = { shapes: new ShapeIndex([circle('7', 'site', 0)]) };
    const warm = pointsEvery(60, 0, 20 * min, () => ({ acc: true, tempC: [-5] }));
    expect(spans(warm, [temperature({ skipInSite: true })], around)).toEqual([]);
    expect(spans(warm, [temperature({})], around)).toEqual([['tem1', 0, null]]);
  });
});

describe('货箱预冷 (K12)', () => {
  const probes = [{ channel: 1, lower: null, upper: -16 }];
  /** unit on from minute 10; cools 1 ℃ a minute from 10 ℃ */
  const cooling = (more: (minute: number) => Partial<TrackPoint> = () => ({})) =>
    pointsEvery(60, 0, 70 * min, (s) => {
      const m = s / min;
      return { doors: 1, tempC: [Math.max(-18, m < 10 ? 10 : 20 - m)], extra: { reeferOn: m >= 10 }, ...more(m) };
    });
  const stops = (points: TrackPoint[]) => runs(points).map((run) => run.slice(0, 4));
  const runs = (points: TrackPoint[]) =>
    detectEpisodes(points, momentOf([], { probes }))
      .findings.filter((f) => f.kind === 'preCooling')
      .map((f) => [
        at(f.start),
        at(f.end),
        f.values.coolerStatus,
        at(f.values.reachedAt as number | null),
        f.values.rateCPerH,
      ]);
  it('begins with the unit on a warm closed box, is done when all probes were cold for ten minutes', () => {
    // -16 at minute 36, done at 46
    expect(runs(cooling())).toEqual([[10, 46, 1, 36, 46.7]]);
    expect(runs(cooling().slice(0, 30))).toEqual([[10, null, 0, null, 60]]);
  });
  it('stops when the unit is off for more than ten minutes or a door is open for more than five', () => {
    expect(stops(cooling((m) => (m > 20 ? { extra: { reeferOn: false }, tempC: [2] } : {})))).toEqual([
      [10, 21, 2, null],
    ]);
    expect(stops(cooling((m) => (m > 20 && m < 40 ? { doors: 2, tempC: [2] } : {})))).toEqual([[10, 21, 2, null]]);
  });
  it('does not begin with an open door, a cold box, or a unit that ran before', () => {
    expect(runs(cooling((m) => (m < 16 ? { doors: 2 } : {})))).toEqual([]);
    expect(runs(cooling(() => ({ tempC: [-18] })))).toEqual([]);
    expect(runs(cooling(() => ({ extra: { reeferOn: true } })).slice(12))).toEqual([]);
  });
  it('is no over-temperature where the rule says so', () => {
    const rule = (skipPreCooling: boolean) => ruleOf('temperature', { probes, delayS: 600, skipPreCooling });
    const warm = cooling((m) => (m < 10 ? { tempC: [null] } : {}));
    expect(spans(warm, [rule(false)], { probes })).toEqual([['tem1', 10, 37]]);
    expect(spans(warm, [rule(true)], { probes })).toEqual([]);
  });
});

describe('the more specific rule', () => {
  it('takes the place of the general one while it holds', () => {
    const special = ruleOf(
      'terminal',
      { bits: [0] },
      { period: { weekdays: [], spans: [{ from: '08:02', to: '08:04' }] } },
    );
    const general = ruleOf('terminal', { bits: [0] }, { yieldsTo: [special] });
    const points = pointsEvery(30, 0, 6 * min, () => ({ alarmBits: 1 }));
    const found = detectEpisodes(points, momentOf([general, special])).findings.filter((f) => f.alarm);
    expect(found.map((f) => [f.ruleId === special.id ? 'special' : 'general', at(f.start), at(f.end)])).toEqual([
      ['general', 0, 1.5],
      ['special', 2, 3.5],
      ['general', 4, null],
    ]);
  });
});
