import { describe, expect, it } from 'vitest';
import { makePoint, pointsEvery, testStart } from '../fixture';
import type { TrackPoint } from '../point';
import { detectEpisodes, momentOf, ruleOf } from './fixture';
import { silentFindings } from './fold';
import { ShapeIndex } from './place/shapes';
import type { ActiveRule } from './types';

/** Conditions of rules that are about what does not come, or comes before the limit. The day begins at 08:00 in Shanghai; minutes count from there. */
const min = 60;
const minutes = (t: number | null) => (t === null ? null : (t - testStart) / 60_000);
const told = (points: TrackPoint[], rule: ActiveRule, around = {}) =>
  detectEpisodes(points, momentOf([rule], around)).findings.filter((f) => f.alarm);
const spans = (...of: Parameters<typeof told>) => told(...of).map((f) => [f.subject, minutes(f.start), minutes(f.end)]);
const kmNorth = (km: number): [number, number] => [121.4737, 31.2304 + km / 111.195];
const circle = (placeId: string, km: number) => ({
  placeId,
  kind: 'site' as const,
  shape: { kind: 'circle' as const, centre: kmNorth(km), radiusM: 500 },
  bufferM: 50,
  stayMs: 0,
  speedLimitKmh: null,
});
/** km north of the start by minute: standing, driving at 60 km/h from `from` to `to` */
const driving = (from: number, to: number, until: number, more: (minute: number) => Partial<TrackPoint> = () => ({})) =>
  pointsEvery(30, 0, until * min, (s) => {
    const km = Math.min(Math.max(s / min - from, 0), to - from);
    return { acc: true, speedKmh: km > 0 && km < to - from ? 60 : 0, northM: km * 1000, ...more(s / min) };
  });

describe('缺数', () => {
  const rule = ruleOf('temperature', { probes: [{ channel: 1, lower: null, upper: -12 }], delayS: 0, lostTimes: 20 });
  const readings = (from: number, to: number, tempC: Array<number | null>) =>
    pointsEvery(60, from * min, to * min, () => ({ acc: true, tempC }));
  it('begins with the last reading, is told after 20 intervals of a minute and ends with the next reading', () => {
    const points = [...readings(0, 10, [-18]), ...readings(11, 40, [null]), ...readings(41, 45, [-18])];
    expect(spans(points, rule)).toEqual([['tem1:lost', 10, 41]]);
    expect(minutes(told(points, rule)[0]?.confirmedAt ?? null)).toBe(30);
    const short = [...readings(0, 10, [-18]), ...readings(11, 29, [null]), ...readings(30, 35, [-18])];
    expect(spans(short, rule)).toEqual([]);
    expect(spans(points, ruleOf('temperature', { probes: [{ channel: 1, lower: null, upper: -12 }] }))).toEqual([]);
  });
  it('is told while the terminal is silent too, and stays the same row when it comes back', () => {
    const before = readings(0, 10, [-18]);
    const moment = momentOf([rule]);
    const { state } = detectEpisodes(before, moment);
    const at = (minute: number) => silentFindings(state, testStart + minute * 60_000, moment);
    expect(at(30)).toEqual([]);
    expect(at(31).map((f) => [f.subject, minutes(f.start), f.end])).toEqual([['tem1:lost', 10, null]]);
    expect(spans([...before, ...readings(50, 55, [-18])], rule)).toEqual([['tem1:lost', 10, 50]]);
  });
  it('counts no shorter silence than that of a parked terminal, and nothing where it is exempt', () => {
    const parked = [...readings(0, 10, [-18]), ...pointsEvery(60, 11 * min, 55 * min, () => ({ tempC: [null] }))];
    expect(told(parked, rule).map((f) => [f.subject, minutes(f.confirmedAt), f.end])).toEqual([
      ['tem1:lost', 50, null],
    ]);
    const exempt = ruleOf('temperature', {
      probes: [{ channel: 1, lower: null, upper: -12 }],
      lostTimes: 20,
      skipAccOff: true,
    });
    expect(spans(parked, exempt)).toEqual([]);
  });
});

describe('除霜', () => {
  const air = { supply: 2, back: 3 };
  const rule = (defrostMin: number) =>
    ruleOf('temperature', { probes: [{ channel: 1, lower: null, upper: -12 }], delayS: 300, defrostMin });
  /** box, supply and return air: cold, from minute 10 warm air for 15 minutes with the box above its bound until 30 */
  const box = (blows: number, reeferOn = true) =>
    pointsEvery(60, 0, 60 * min, (s) => {
      const m = s / min;
      const warm = m >= 10 && m < 25;
      return { acc: true, tempC: [m >= 12 && m < 30 ? -9 : -18, warm ? blows : -24, -18], extra: { reeferOn } };
    });
  it('does not count as over-temperature for so long from its beginning', () => {
    expect(spans(box(5), rule(0), { air })).toEqual([['tem1', 12, 30]]);
    expect(spans(box(5), rule(30), { air })).toEqual([]);
    // what is still warm after ten minutes counts from then on
    expect(spans(box(5), rule(10), { air })).toEqual([['tem1', 20, 30]]);
  });
  it('needs air that turns from cold to warm with the unit running', () => {
    expect(spans(box(-24), rule(30), { air })).toEqual([['tem1', 12, 30]]);
    expect(spans(box(5, false), rule(30), { air })).toEqual([['tem1', 12, 30]]);
    expect(spans(box(5), rule(30))).toEqual([['tem1', 12, 30]]);
  });
});

describe('预警差值', () => {
  const speeds = (list: number[]) =>
    list.map((speedKmh, i) => makePoint(i * 10, { speedKmh, acc: true, northM: i * 240 }));
  const seconds = (points: TrackPoint[], warnKmh: number) =>
    told(points, ruleOf('speed', { limitKmh: 80, placeLimits: false, warnKmh })).map((f) => [
      f.subject,
      f.level,
      (f.start - testStart) / 1000,
      f.end === null ? null : (f.end - testStart) / 1000,
      f.peak,
    ]);
  it('announces the limit, and ends where the limit is passed: speeding begins of its own', () => {
    const points = speeds([60, 77, 78, 79, 85, 90, 85, 70, 70, 70]);
    expect(seconds(points, 5)).toEqual([
      ['soon', 1, 10, 40, 79],
      ['', 2, 40, 70, 90],
    ]);
    expect(seconds(points, 0)).toEqual([['', 2, 40, 70, 90]]);
  });
  it('once, until it was clearly slower; no second one while coming down from speeding', () => {
    expect(seconds(speeds([60, 77, 78, 77, 60, 60, 60, 77, 78, 79, 79]), 5)).toEqual([
      ['soon', 1, 10, 40, 78],
      ['soon', 1, 70, null, 79],
    ]);
    expect(seconds(speeds([60, 90, 90, 90, 77, 77, 77, 77, 60, 60]), 5).map(([subject]) => subject)).toEqual(['']);
  });
});

describe('未到', () => {
  const shapes = new ShapeIndex([circle('7', 20)]);
  const rule = (arriveBy: string) =>
    ruleOf('zone', { trigger: 'absent', placeIds: ['7'], arriveFrom: '08:00', arriveBy });
  const arrives = driving(10, 40, 90);
  it('is told at the hour when the place was not reached, and ends with the arrival', () => {
    const [alarm, ...none] = told(arrives, rule('08:20'), { shapes });
    expect(none).toEqual([]);
    expect(alarm).toMatchObject({ subject: 'place:7', values: { trigger: 'absent' }, placeId: '7' });
    expect(minutes(alarm?.start ?? null)).toBe(20);
    expect(minutes(alarm?.end ?? null)).toBeCloseTo(29.5, 0);
  });
  it('says nothing of who came in time or stood there, and each day anew', () => {
    expect(spans(arrives, rule('08:40'), { shapes })).toEqual([]);
    const day = 1440;
    const standing = pointsEvery(600, 0, 2 * day * min, () => ({ northM: 20_000 }));
    expect(spans(standing, rule('08:40'), { shapes })).toEqual([]);
    const away = pointsEvery(600, 0, 2 * day * min, () => ({}));
    // open until the next day of the company begins
    expect(spans(away, rule('08:40'), { shapes })).toEqual([
      ['place:7', 40, 16 * 60],
      ['place:7', day + 40, day + 16 * 60],
    ]);
  });
  it('a rule that begins after the hour did not see the day', () => {
    expect(
      spans(
        pointsEvery(60, 60 * min, 90 * min, () => ({})),
        rule('08:40'),
        { shapes },
      ),
    ).toEqual([]);
  });
});

describe('单段用时 and ETA 预警', () => {
  const shapes = new ShapeIndex([circle('1', 0), circle('2', 30)]);
  const planned = (minute: number) => testStart + minute * 60_000;
  const around = {
    shapes,
    calls: [
      { id: 'a', plan: 'p', placeId: '1', arriveAt: planned(0) },
      { id: 'b', plan: 'p', placeId: '2', arriveAt: planned(50) },
    ],
  };
  /** leaves at minute 10, is there at about 40 */
  const there = driving(10, 40, 60);
  const timely = { earlyMin: 600, lateMin: 600 };
  it('a leg that takes longer than allowed is told when the time is over, and again with the arrival', () => {
    const [leg, ...none] = told(there, ruleOf('timeliness', { ...timely, legMaxMin: 20 }), around);
    expect(none).toEqual([]);
    expect(leg).toMatchObject({ subject: 'leg:b', placeId: '2', limit: 20, values: { result: '单段用时超限' } });
    expect(leg?.confirmedAt).toBe((leg?.start ?? 0) + 20 * 60_000);
    expect([leg?.start, leg?.end].map((t) => Math.round(minutes(t ?? null) ?? 0))).toEqual([11, 40]);
    expect(leg?.peak).toBe(29);
    expect(told(there, ruleOf('timeliness', { ...timely, legMaxMin: 30 }), around)).toEqual([]);
    const other = { ...around, calls: around.calls.map((call) => ({ ...call, plan: call.id })) };
    expect(told(there, ruleOf('timeliness', { ...timely, legMaxMin: 20 }), other)).toEqual([]);
  });
  it('warns from N minutes before the time on when place and speed say that it will be late', () => {
    // stands 30 km away (39 km of road, 43 min at 55 km/h) and does not leave before minute 30
    const late = driving(30, 60, 80);
    const rule = (etaWarnMin: number, lateMin = 15) => ruleOf('timeliness', { earlyMin: 600, lateMin, etaWarnMin });
    const warnings = (points: TrackPoint[], of: ActiveRule) =>
      told(points, of, around).filter(({ subject }) => subject === 'eta:b');
    const [warning, ...none] = warnings(late, rule(30));
    expect(none).toEqual([]);
    // at 08:23 it needs until 09:06, 16 minutes after the plan
    expect(warning).toMatchObject({ level: 1, limit: 15, values: { result: '预计晚点', planned: planned(50) } });
    expect(minutes(warning?.start ?? null)).toBe(23);
    // over when it arrives
    expect(minutes(warning?.end ?? null)).toBeCloseTo(60.5, 0);
    expect(minutes(warnings(late, rule(10))[0]?.start ?? null)).toBe(40);
    expect(warnings(late, rule(30, 60))).toEqual([]);
    expect(warnings(there, rule(30))).toEqual([]);
  });
});

describe('仅在途', () => {
  const ground = (km: number) => ({ kind: 'circle' as const, centre: kmNorth(km), radiusM: 500 });
  const stops = [
    { stopId: '1', tripId: '9', last: false, shape: ground(0) },
    { stopId: '2', tripId: '9', last: true, shape: ground(20) },
  ];
  const rule = ruleOf(
    'temperature',
    { probes: [{ channel: 1, lower: null, upper: -12 }], delayS: 0 },
    { period: { weekdays: [], spans: [], inTransit: true } },
  );
  /** warm all the time; drives from minute 10 to 30 and stands at the last stop */
  const warm = driving(10, 30, 60, () => ({ tempC: [-5] }));
  it('holds between leaving the first stop and arriving at the last one', () => {
    const [alarm, ...none] = spans(warm, rule, { stops });
    expect(none).toEqual([]);
    // 500 m and 100 m more to leave, certain with the second fix; 500 m before the stop it is there, certain after a minute
    expect(alarm).toEqual(['tem1', 11.5, 30.5]);
    expect(spans(warm, rule)).toEqual([]);
    expect(spans(warm, { ...rule, period: { weekdays: [], spans: [] } }, { stops })).toEqual([['tem1', 0, null]]);
  });
  it('cold goods under way are watched with the engine off too, an empty truck in the yard is not', () => {
    const off = driving(10, 30, 60, () => ({ tempC: [-5], acc: false }));
    const probes = [{ channel: 1, lower: null, upper: -12 }];
    const parked = ruleOf('temperature', { probes, delayS: 0, skipAccOff: true });
    expect(spans(off, parked, { stops })[0]?.slice(0, 2)).toEqual(['tem1', 11.5]);
    expect(spans(off, parked)).toEqual([]);
  });
  it('a departure and an arrival that somebody entered count like those of the fences', () => {
    const at = (minute: number) => testStart + minute * 60_000;
    const entered = [
      { tripId: '9', at: at(5), departs: true },
      { tripId: '9', at: at(40), departs: false },
    ];
    // an address without a ground
    expect(spans(warm, rule, { entered })).toEqual([['tem1', 5, 39.5]]);
    // the truck was there before somebody said so
    expect(spans(warm, rule, { stops, entered })).toEqual([['tem1', 5, 30.5]]);
    expect(spans(warm, rule, { stops, entered: entered.slice(1) })).toEqual([['tem1', 11.5, 30.5]]);
  });
  it('a waybill that is taken away is no longer under way', () => {
    const points = warm.filter(({ t }) => t <= testStart + 25 * 60_000);
    const found = detectEpisodes(points, (t) =>
      momentOf([rule], t < testStart + 20 * 60_000 ? { stops } : {}),
    ).findings;
    expect(found.filter((f) => f.alarm).map((f) => [minutes(f.start), minutes(f.end)])).toEqual([[11.5, 19.5]]);
  });
});
