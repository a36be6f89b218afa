import { ruleParams } from '@tongda/contract/rules/alarm-rule/codes';
import { describe, expect, it } from 'vitest';
import { makePoint, pointsEvery, testStart } from '../fixture';
import type { TrackPoint } from '../point';
import { detectEpisodes, momentOf, ruleOf, surroundings } from './fixture';
import { linePiecesOf, placeLimitAt } from './place/line-pieces';
import { ShapeIndex } from './place/shapes';
import type { PlaceShape } from './place/types';
import { limitAt, limitPlace } from './safety/speed';
import type { ActiveRule, Fact } from './types';

const min = 60;
const secondsOf = (t: number | null) => (t === null ? null : (t - testStart) / 1000);
/** seconds after 08:00 of a wall time of the same day */
const wall = (hour: number, minute = 0) => ((hour - 8) * 60 + minute) * 60;
const alarms = (points: TrackPoint[], rule: ActiveRule, around = {}) =>
  detectEpisodes(points, momentOf([rule], around)).findings.filter((f) => f.alarm);
const spans = (facts: Fact[]) => facts.map((f) => [f.subject, secondsOf(f.start), secondsOf(f.end)]);

/** Reports of a day: driving at 60 km/h northwards or standing, every 10 s. */
function day(legs: ReadonlyArray<readonly [drive: boolean, from: number, to: number]>, step = 10): TrackPoint[] {
  let northM = 0;
  return legs.flatMap(([drive, from, to]) =>
    pointsEvery(step, from, to - step, () => {
      if (drive) northM += (step * 60) / 3.6;
      return { speedKmh: drive ? 60 : 0, acc: drive, northM };
    }),
  );
}

describe('超速', () => {
  const rule = ruleOf('speed', { limitKmh: 80, placeLimits: false });
  it('counts after 10 s above, ends after 10 s below, with peak, mean and overspeed', () => {
    const speeds = [70, 85, 100, 90, 70, 70, 70];
    const points = speeds.map((speedKmh, i) => makePoint(i * 10, { speedKmh, acc: true, northM: i * 240 }));
    const [alarm] = alarms(points, rule);
    expect(alarm).toMatchObject({ peak: 100, limit: 80, values: { overPercent: 25 } });
    expect([
      secondsOf(alarm?.start ?? null),
      secondsOf(alarm?.confirmedAt ?? null),
      secondsOf(alarm?.end ?? null),
    ]).toEqual([10, 20, 40]);
    expect(alarm?.values.meanKmh).toBeCloseTo(93.8, 1);
  });

  it('does not know what a report without a speed does not know: neither above nor below', () => {
    const at = (speeds: Array<number | null>) =>
      speeds.map((speedKmh, i) => makePoint(i * 10, { speedKmh, acc: true, northM: i * 240 }));
    const [alarm, ...more] = alarms(at([70, 85, null, 100, 90, null, 70, 70, 70]), rule);
    expect(more).toEqual([]);
    expect(spans(alarm ? [alarm] : [])).toEqual([['', 10, 60]]);
    // 20 s from 85 to 100 and 10 s from 100 to 90; three stretches of 240 m
    expect(alarm).toMatchObject({ peak: 100, values: { meanKmh: 93.3, distanceM: 720 } });
    // unknown alone is no alarm, however long, and neither confirms nor ends one
    expect(alarms(at([70, null, null, null, null, 70]), rule)).toEqual([]);
    expect(alarms(at([70, 85, null, null, null]), rule)).toEqual([]);
    const [running] = alarms(at([70, 85, 100, null, null, null]), rule);
    expect(running?.end).toBeNull();
  });

  it('a silence ends it, also where the first report after it does not know its speed', () => {
    const points = [
      ...[85, 100, 90, 90].map((speedKmh, i) => makePoint(i * 10, { speedKmh, acc: true, northM: i * 240 })),
      ...[null, 90, 90].map((speedKmh, i) =>
        makePoint(2000 + i * 10, { speedKmh, acc: true, northM: 40_000 + i * 240 }),
      ),
    ];
    expect(alarms(points, rule).map((f) => [secondsOf(f.start), secondsOf(f.end), f.dataGap])).toEqual([
      [10, 30, true],
      [2010, null, false],
    ]);
  });

  it('the warning near the limit, a limit of a place and open doors wait for a known speed too', () => {
    const warns = ruleOf('speed', { limitKmh: 80, warnKmh: 10, placeLimits: false });
    const speeds = [60, 75, null, 76, null, 75, 60, 60, 60];
    const points = speeds.map((speedKmh, i) => makePoint(i * 10, { speedKmh, acc: true, northM: i * 200 }));
    expect(spans(alarms(points, warns))).toEqual([['soon', 10, 60]]);
    const door = ruleOf('door', { openMin: null, movingKmh: 20 });
    const open = [30, 30, null, 30, 30, null, 30, 0, 0, 0];
    const drive = open.map((speedKmh, i) =>
      makePoint(i * 10, { speedKmh, acc: true, northM: Math.min(i, 6) * 90, doors: 2 }),
    );
    expect(spans(alarms(drive, door)).map(([, start]) => start)).toEqual([10]);
  });

  it('one reading above is none', () => {
    const points = [70, 120, 70, 70, 70].map((speedKmh, i) =>
      makePoint(i * 10, { speedKmh, acc: true, northM: i * 250 }),
    );
    expect(alarms(points, rule)).toEqual([]);
  });

  it('takes 80 % at night and the limit of the place', () => {
    const params = {
      limitKmh: 80,
      durationS: 10,
      warnKmh: 0,
      placeLimits: true,
      roads: [],
      nightPercent: 80,
      nightFrom: '22:00',
      nightTo: '06:00',
    };
    const shapes = new ShapeIndex([
      {
        placeId: '1',
        kind: 'region',
        shape: { kind: 'circle', centre: [0, 0], radiusM: 10 },
        bufferM: 50,
        stayMs: 0,
        speedLimitKmh: 40,
      },
    ]);
    const around = { ...surroundings, shapes };
    const at = (t: number) => ({ t, lng: 0, lat: 0 });
    const noon = Date.UTC(2026, 2, 1, 4);
    const midnight = Date.UTC(2026, 2, 1, 16);
    expect([limitAt(at(noon), params, [], around), limitAt(at(midnight), params, [], around)]).toEqual([80, 64]);
    expect([limitAt(at(noon), params, ['1'], around), limitAt(at(midnight), params, ['1'], around)]).toEqual([40, 32]);
    expect([limitPlace(at(noon), params, ['1'], around), limitPlace(at(noon), params, [], around)]).toEqual([
      { placeId: '1' },
      {},
    ]);
  });
});

describe('分段 of an electronic line', () => {
  it('sets the limit of its piece, the line the rest of it', () => {
    const path = [
      [121, 31],
      [121.4, 31],
    ] as const;
    const segments = [
      { fromKm: 0, toKm: 10, speedLimitKmh: 60 },
      { fromKm: 20, toKm: 30, speedLimitKmh: 100 },
      { fromKm: 30, toKm: 38, speedLimitKmh: null },
    ];
    const place: PlaceShape = {
      placeId: '1',
      kind: 'line',
      shape: { kind: 'line', path, halfWidthM: 200 },
      bufferM: 0,
      stayMs: 0,
      speedLimitKmh: 80,
      pieces: linePiecesOf(path, segments),
    };
    // a hundredth of a degree is 953 m here
    const limits = [121.05, 121.15, 121.25, 121.35].map((lng) => placeLimitAt(place, { lng, lat: 31.001 }));
    expect(limits).toEqual([60, 80, 100, 80]);
    expect(linePiecesOf(path, segments.slice(2))).toBeNull();
    const rule = ruleParams.speed.parse({ limitKmh: 90 });
    const around = { ...surroundings, shapes: new ShapeIndex([place]) };
    const limit = (lng: number) => limitAt({ t: 0, lng, lat: 31 }, rule, ['1'], around);
    expect([limit(121.05), limit(121.25)]).toEqual([60, 90]);
  });
});

describe('疲劳驾驶 (monitor.md 0.7)', () => {
  const rule = ruleOf('fatigue', {});
  const over = (legs: Parameters<typeof day>[0]) => alarms(day(legs), rule).map((f) => [f.subject, f.values.overMin]);

  it('2 h, 15 min halt, 2 h 05: over by 5 minutes', () => {
    expect(
      over([
        [true, wall(7), wall(9)],
        [false, wall(9), wall(9, 15)],
        [true, wall(9, 15), wall(11, 20)],
        [false, wall(11, 20), wall(12)],
      ]),
    ).toEqual([['day', 5]]);
  });
  it('says what was driven within 24 hours, and which part of the run lay in the night', () => {
    const found = alarms(
      day([
        [true, wall(5), wall(7)],
        [false, wall(7), wall(7, 30)],
        [true, wall(8), wall(12, 10)],
        [false, wall(12, 10), wall(13)],
      ]),
      rule,
    );
    expect(found.map(({ subject, values }) => [subject, values.totalMin, values.nightPercent])).toEqual([
      ['day', 370, 0],
    ]);
    const early = alarms(
      day([
        [true, wall(4), wall(8, 10)],
        [false, wall(8, 10), wall(9)],
      ]),
      rule,
    );
    // 120 of 250 minutes
    expect(early.map(({ subject, values }) => [subject, values.totalMin, values.nightPercent])).toEqual([
      ['day', 250, 48],
    ]);
  });
  it('a rest of 20 minutes parts the run', () => {
    expect(
      over([
        [true, wall(7), wall(9)],
        [false, wall(9), wall(9, 21)],
        [true, wall(9, 21), wall(11, 25)],
        [false, wall(11, 25), wall(12)],
      ]),
    ).toEqual([]);
  });
  it('21:00-23:30 has 90 night minutes: nothing', () => {
    expect(
      over([
        [true, wall(21), wall(23, 30)],
        [false, wall(23, 30), wall(24)],
      ]),
    ).toEqual([]);
  });
  it('22:00-00:10 is over the night limit by 10 minutes', () => {
    expect(
      over([
        [true, wall(22), wall(24, 10)],
        [false, wall(24, 10), wall(25)],
      ]),
    ).toEqual([['night', 10]]);
  });
  it('more than 8 h in 24 h counts though every run was short', () => {
    const legs = [0, 1, 2, 3].flatMap((i) => [
      [true, wall(7 + i * 3), wall(9 + i * 3, 10)] as const,
      [false, wall(9 + i * 3, 10), wall(10 + i * 3)] as const,
    ]);
    expect(over(legs).map(([limit]) => limit)).toEqual(['total']);
  });
});

describe('停车超时 and 怠速超时', () => {
  const stand = (acc: boolean) => [
    ...pointsEvery(30, 0, 40 * min, () => ({ acc })),
    ...day([[true, 41 * min, 50 * min]]),
  ];
  it('begin with the stay and end when it goes on', () => {
    const [parked] = alarms(stand(false), ruleOf('parking', { minutes: 30 }));
    expect([secondsOf(parked?.start ?? null), secondsOf(parked?.confirmedAt ?? null)]).toEqual([0, 30 * min]);
    expect(secondsOf(parked?.end ?? null)).toBeGreaterThanOrEqual(40 * min);
    expect(alarms(stand(true), ruleOf('idle', { minutes: 30 }))).toHaveLength(1);
    expect(alarms(stand(false), ruleOf('idle', { minutes: 30 }))).toEqual([]);
  });
  it('not inside a site', () => {
    const shapes = new ShapeIndex([
      {
        placeId: '1',
        kind: 'site',
        shape: { kind: 'circle', centre: [121.4737, 31.2304], radiusM: 200 },
        bufferM: 50,
        stayMs: 0,
        speedLimitKmh: null,
      },
    ]);
    expect(alarms(stand(false), ruleOf('parking', { minutes: 30 }), { shapes })).toEqual([]);
  });
});

describe('门磁', () => {
  const points = pointsEvery(10, 0, 30 * min, (s) => ({ doors: s >= 60 && s < 20 * min ? 2 : 1 }));
  it('open too long, outside of the sites, at a closed time: each by itself', () => {
    const rule = ruleOf('door', { openMin: 10, outside: true, closedFrom: '08:05', closedTo: '09:00' });
    expect(spans(alarms(points, rule)).sort()).toEqual([
      ['door1:closed', 5 * min, 20 * min],
      ['door1:open', 60, 20 * min],
      ['door1:outside', 60, 20 * min],
    ]);
  });
  it('away from the places where it may be opened: those that are chosen, else all sites', () => {
    const ground = (placeId: string, kind: PlaceShape['kind'], lng: number): PlaceShape => ({
      ...{ placeId, kind, bufferM: 0, stayMs: 0, speedLimitKmh: null },
      shape: { kind: 'circle', centre: [lng, 31.2304], radiusM: 200 },
    });
    // the truck stands in site 1; site 2 and area 3 are half a kilometre away
    const shapes = new ShapeIndex([
      ground('1', 'site', 121.4737),
      ground('2', 'site', 121.479),
      ground('3', 'region', 121.4684),
    ]);
    const away = (placeIds: string[], outsideM = 0) =>
      spans(alarms(points, ruleOf('door', { outside: true, placeIds, outsideM }), { shapes }));
    const raised = [['door1:outside', 60, 20 * min]];
    expect([away([]), away(['1']), away(['2', '1'])]).toEqual([[], [], []]);
    // in a site of the company, but in none of the chosen ones
    expect([away(['2']), away(['3']), away(['2', '3'])]).toEqual([raised, raised, raised]);
    // both begin 300 m from here
    expect([away(['2'], 299), away(['2'], 310), away(['3'], 310)]).toEqual([raised, [], []]);
    // an area counts where it is chosen, not among "all sites"
    const onlyArea = new ShapeIndex([ground('3', 'region', 121.4737)]);
    const inArea = (placeIds: string[]) =>
      spans(alarms(points, ruleOf('door', { outside: true, placeIds }), { shapes: onlyArea }));
    expect([inArea([]), inArea(['3'])]).toEqual([raised, []]);
  });
  it('open while driving for 30 s', () => {
    const driving = pointsEvery(10, 0, 5 * min, (s) => ({
      doors: 2,
      speedKmh: s > 60 ? 40 : 0,
      acc: true,
      northM: s > 60 ? (s - 60) * 11 : 0,
    }));
    expect(alarms(driving, ruleOf('door', { movingKmh: 10 })).map((f) => f.subject)).toEqual(['door1:moving']);
  });
  it('a truck that unloads where its antenna finds nothing does not drive with an open door, though its last fix was on the road', () => {
    const unloading = pointsEvery(10, 0, 15 * min, (s) => ({
      doors: s > 4 * min && s < 14 * min ? 2 : 0,
      speedKmh: s < 2 * min ? 40 : 0,
      acc: true,
      located: s < 2 * min,
      northM: Math.min(s, 2 * min) * 11,
    }));
    expect(alarms(unloading, ruleOf('door', { movingKmh: 10 }))).toEqual([]);
  });
  it('open although its lock is closed, until the lock is opened; a door without a closed lock may open', () => {
    const rule = ruleOf('door', { locked: true });
    expect(spans(alarms(points, rule, { lockedDoors: new Set([2]) }))).toEqual([]);
    expect(spans(alarms(points, rule))).toEqual([]);
    const lockedUntil = (seconds: number) => (t: number) =>
      momentOf([rule], { lockedDoors: new Set(t < testStart + seconds * 1000 ? [1] : []) });
    expect(spans(detectEpisodes(points, lockedUntil(5 * min)).findings.filter(({ alarm }) => alarm))).toEqual([
      ['door1:locked', 60, 5 * min],
    ]);
    // opened a moment before its door: the contact tells it first where the lock's message is slower
    expect(spans(detectEpisodes(points, lockedUntil(65)).findings.filter(({ alarm }) => alarm))).toEqual([]);
  });
});

describe('区域 and 线路偏离', () => {
  const shapes = new ShapeIndex([
    {
      placeId: '5',
      kind: 'region',
      shape: { kind: 'circle', centre: [121.4737, 31.2304], radiusM: 500 },
      bufferM: 50,
      stayMs: 0,
      speedLimitKmh: null,
    },
    {
      placeId: '6',
      kind: 'line',
      shape: {
        kind: 'line',
        path: [
          [121.4737, 31.2],
          [121.4737, 31.5],
        ],
        halfWidthM: 200,
      },
      bufferM: 50,
      stayMs: 0,
      speedLimitKmh: null,
    },
  ]);
  const through = pointsEvery(10, 0, 1800, (s) => ({
    speedKmh: s < 600 || s > 1200 ? 36 : 0,
    acc: true,
    northM: s < 600 ? -3000 + s * 5 : s < 1200 ? 0 : (s - 1200) * 5,
  }));
  it('enter, leave and stay', () => {
    const of = (trigger: 'enter' | 'leave' | 'stay') =>
      alarms(through, ruleOf('zone', { placeIds: ['5'], trigger, minutes: 5 }), { shapes });
    const [enter] = of('enter');
    expect(enter?.start).toBeGreaterThan(testStart + 490_000);
    expect(enter?.end).toBeGreaterThan(testStart + 1_290_000);
    expect(of('leave')[0]?.start).toBe(enter?.end);
    expect(of('stay')[0]?.start).toBe(enter?.start);
    expect(alarms(through, ruleOf('zone', { placeIds: ['5'], trigger: 'stay', minutes: 60 }), { shapes })).toEqual([]);
  });
  it('each place by itself: driving from one half of an area into the other is leaving and entering', () => {
    const half = (placeId: string, south: number, north: number): PlaceShape => ({
      placeId,
      kind: 'region',
      shape: {
        kind: 'polygon',
        rings: [
          [
            [121.4, south],
            [121.6, south],
            [121.6, north],
            [121.4, north],
          ],
        ],
      },
      bufferM: 0,
      stayMs: 0,
      speedLimitKmh: null,
    });
    // the drive begins at 31.2304 - 3 km; the seam lies where it stands for ten minutes
    const halves = new ShapeIndex([half('7', 31.2, 31.225), half('8', 31.225, 31.26)]);
    const of = (trigger: 'enter' | 'leave') =>
      alarms(through, ruleOf('zone', { placeIds: ['7', '8'], trigger }), { shapes: halves }).map((f) => f.placeId);
    expect(of('enter')).toEqual(['7', '8']);
    expect(of('leave')).toEqual(['7']);
  });
  it('off the corridor for a minute after having been in it', () => {
    const away = pointsEvery(10, 0, 900, (s) => ({
      speedKmh: 40,
      acc: true,
      northM: s * 11,
      lng: 121.4737 + (s >= 300 && s < 600 ? 0.004 : 0),
    }));
    expect(spans(alarms(away, ruleOf('line', { placeIds: ['6'] }), { shapes }))).toEqual([['place:6', 300, 600]]);
    const never = pointsEvery(10, 0, 900, () => ({ lng: 122 }));
    expect(alarms(never, ruleOf('line', { placeIds: ['6'] }), { shapes })).toEqual([]);
  });
});

describe('设备异常, 终端报警, 主动安全', () => {
  it('silence, lost power, no fix, low battery, a broken probe', () => {
    const rule = ruleOf('device', { faults: ['offline', 'powerCut', 'notLocated', 'lowBattery', 'probe'] });
    const points = [
      ...pointsEvery(30, 0, 300, () => ({ acc: true, tempC: [-18] })),
      ...pointsEvery(30, 1500, 1800, () => ({ acc: true, alarmBits: 2 ** 8, tempC: [85] })),
      ...pointsEvery(30, 1830, 3600, () => ({ acc: true, located: false, extra: { battPct: 10 } })),
      makePoint(3630, { acc: true, tempC: [-18] }),
    ];
    expect(spans(alarms(points, rule)).sort()).toEqual([
      ['lowBattery', 1830, 3630],
      ['notLocated', 1830, 3630],
      ['offline', 300, 1500],
      ['powerCut', 1500, 1830],
      ['tem1', 1560, 3630],
    ]);
  });

  it('says it while nothing comes, and the same afterwards', async () => {
    const { silentFindings } = await import('./fold');
    const rule = ruleOf('device', { faults: ['offline'] });
    const moment = momentOf([rule]);
    const { state } = detectEpisodes(
      pointsEvery(30, 0, 300, () => ({ acc: true })),
      moment,
    );
    expect(silentFindings(state, testStart + 800_000, moment)).toEqual([]);
    const [open] = silentFindings(state, testStart + 900_001, moment);
    expect(open).toMatchObject({ subject: 'offline', start: testStart + 300_000, end: null });
  });

  it('bits of the alarm word from first to last report', () => {
    const points = pointsEvery(10, 0, 100, (s) => ({ alarmBits: s >= 20 && s < 60 ? 2 ** 29 : 0 }));
    expect(spans(alarms(points, ruleOf('terminal', { bits: [29] })))).toEqual([['bit29', 20, 60]]);
  });

  it('an alarm of the driver camera from start to end, once though it is sent twice', () => {
    const event = (flag: number, s: number) => ({
      item: 0x65,
      type: 1,
      level: 2,
      flag,
      alarmId: 1,
      identifier: 'ab01',
      t: testStart + s * 1000,
      speedKmh: 70,
      attachments: 3,
    });
    const rule = ruleOf('safety', { types: [{ type: 186, minKmh: 50, level: 0 }] });
    const points = pointsEvery(10, 0, 60, (s) => ({
      extra: s === 10 || s === 20 ? { safety: [event(1, 10)] } : s === 40 ? { safety: [event(2, 40)] } : null,
    }));
    const found = alarms(points, rule);
    expect(spans(found)).toEqual([['65:1', 10, 40]]);
    expect(found[0]).toMatchObject({ level: 3, values: { alarmType: 186, rawItem: 0x65, rawType: 1, attachments: 3 } });
  });

  it.each([
    ['harsh cornering', 0x70, 3],
    ['no seat belt (Guangdong)', 0x65, 0x0a],
    ['solid line crossed (Guangdong)', 0x64, 0x12],
  ])('%s is an alarm of a rule that watches the other types', (_, item, type) => {
    const event = { ...{ item, type, level: null, flag: 0, alarmId: 1, identifier: 'ab01' }, attachments: 0 };
    const rule = ruleOf('safety', { types: [{ type: -1, minKmh: 30, level: 0 }] });
    const points = pointsEvery(10, 0, 60, (s) => ({
      extra: s === 10 ? { safety: [{ ...event, t: testStart + 10_000, speedKmh: 41 }] } : null,
    }));
    const found = alarms(points, rule);
    expect(found).toMatchObject([{ peak: 41, values: { alarmType: -1, rawItem: item, rawType: type } }]);
    expect(alarms(points, ruleOf('safety', { types: [{ type: 186, minKmh: 30, level: 0 }] }))).toEqual([]);
  });
});

describe('冷机', () => {
  it('joins sessions parted by less than three minutes', () => {
    const points = pointsEvery(60, 0, 60 * min, (s) => ({
      extra: { reeferOn: (s >= 600 && s < 1200) || (s >= 1320 && s < 1800) || s >= 3000 },
    }));
    const sessions = detectEpisodes(points, momentOf([])).findings.filter((f) => f.kind === 'reefer');
    expect(sessions.map((f) => [secondsOf(f.start), secondsOf(f.end)])).toEqual([
      [600, 1740],
      [3000, null],
    ]);
  });
  it('is inferred from cold supply air where the unit says nothing', () => {
    const points = pointsEvery(60, 0, 30 * min, (s) => ({ tempC: [s >= 600 ? -20 : -10, -10] }));
    const [session] = detectEpisodes(points, momentOf([], { air: { supply: 1, back: 2 } })).findings.filter(
      (f) => f.kind === 'reefer',
    );
    expect(session).toMatchObject({ start: testStart + 600_000, values: { inferred: true } });
  });
});

describe('rules come, change and go', () => {
  const rule = ruleOf('temperature', { probes: [{ channel: 1, lower: null, upper: 0 }], delayS: 0 });
  const points = pointsEvery(60, 0, 60 * min, () => ({ tempC: [5] }));
  it('what runs ends under the old version, the new one starts anew', () => {
    const newer = { ...rule, version: 2 };
    const found = detectEpisodes(points, (t) => momentOf([t < testStart + 1800_000 ? rule : newer])).findings.filter(
      (f) => f.alarm,
    );
    expect(found.map((f) => [f.ruleVersion, secondsOf(f.start), secondsOf(f.end)])).toEqual([
      [1, 0, 1740],
      [2, 1800, null],
    ]);
  });
  it('hold in their time of day only', () => {
    const timed = { ...rule, period: { weekdays: [], spans: [{ from: '08:10', to: '08:20' }] } };
    const found = detectEpisodes(points, momentOf([timed])).findings.filter((f) => f.alarm);
    expect(spans(found)).toEqual([['tem1', 600, 1140]]);
  });
  it('a detector that fails costs only its own findings', async () => {
    const { foldStart, stepFold } = await import('./fold');
    const broken = { ...ruleOf('temperature', {}), params: null };
    const errors: string[] = [];
    const moment = momentOf([broken, rule]);
    const { findings } = stepFold(foldStart, makePoint(0, { tempC: [5] }), moment, (kind) => errors.push(kind));
    expect(errors).toEqual(['temperature']);
    expect(findings.filter((f) => f.alarm)).toHaveLength(1);
  });
});
