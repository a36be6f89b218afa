import type { SafetyEvent } from '@tongda/contract/core/topics';
import { describe, expect, it } from 'vitest';
import { degreesNorth, makePoint, pointsEvery, testStart } from '../fixture';
import type { TrackPoint } from '../point';
import { detectEpisodes, momentOf, ruleOf } from './fixture';
import { silentFindings } from './fold';
import { safetyRule } from './safety/alarms';

const seconds = (t: number | null) => (t === null ? null : (t - testStart) / 1000);
const alarmsOf = (points: readonly TrackPoint[], moment: ReturnType<typeof momentOf>) =>
  detectEpisodes(points, moment).findings.filter((f) => f.alarm);

describe('platform and terminal about the same thing (report.md 6)', () => {
  const overspeed = 2 ** 1;
  const speed = ruleOf('speed', { limitKmh: 80 });
  const terminal = ruleOf('terminal', { bits: [1, 29] });
  /** 95 km/h from `from` to `to`, the terminal's bit from `bitFrom` to `bitTo` */
  const drive = (from: number, to: number, bitFrom: number, bitTo: number) =>
    pointsEvery(5, 0, 400, (s) => ({
      speedKmh: s >= from && s < to ? 95 : 60,
      northM: s * 17,
      acc: true,
      alarmBits: s >= bitFrom && s < bitTo ? overspeed : 0,
    }));
  const rows = (points: readonly TrackPoint[], rules = [speed, terminal]) =>
    alarmsOf(points, momentOf(rules)).map((f) => [f.kind, seconds(f.start), f.values.source ?? null]);

  it('is one alarm of both, whoever was first, and nobody hears of the second one', () => {
    expect(rows(drive(100, 200, 100, 200))).toEqual([['speedAlarm', 100, 'both']]);
    expect(rows(drive(130, 200, 100, 140))).toEqual([['speedAlarm', 130, 'both']]);
    expect(rows(drive(100, 200, 150, 180))).toEqual([['speedAlarm', 100, 'both']]);
    const told = detectEpisodes(drive(100, 200, 100, 200), momentOf([speed, terminal])).told.filter((f) => f.alarm);
    expect(new Set(told.map(({ kind }) => kind))).toEqual(new Set(['speedAlarm']));
    expect(told.at(-1)?.end).not.toBeNull();
  });

  it('is two where more than a minute lies between, and the terminal tells its own after its minute', () => {
    expect(rows(drive(200, 260, 100, 120))).toEqual([
      ['terminalAlarm', 100, null],
      ['speedAlarm', 200, null],
    ]);
    const told = detectEpisodes(drive(300, 301, 100, 200), momentOf([speed, terminal])).told.filter((f) => f.alarm);
    expect(told.map((f) => [f.kind, seconds(f.end)])).toEqual([
      ['terminalAlarm', null],
      ['terminalAlarm', 200],
    ]);
  });

  it('waits for nothing where no rule of the platform looks for it, or nothing of the platform means the same', () => {
    const alone = detectEpisodes([makePoint(0), makePoint(5, { alarmBits: overspeed })], momentOf([terminal]));
    expect(alone.told.filter((f) => f.alarm)).toHaveLength(1);
    const crash = detectEpisodes([makePoint(0), makePoint(5, { alarmBits: 2 ** 29 })], momentOf([speed, terminal]));
    expect(crash.told.filter((f) => f.alarm)).toHaveLength(1);
  });

  it('is told though nothing comes any more', () => {
    const moment = momentOf([speed, terminal]);
    const { state, findings } = detectEpisodes([makePoint(0), makePoint(5, { alarmBits: overspeed })], moment);
    expect(findings.filter((f) => f.alarm)).toEqual([]);
    expect(silentFindings(state, testStart + 60_000, moment)).toEqual([]);
    expect(silentFindings(state, testStart + 65_000, moment).map((f) => f.subject)).toEqual(['bit1']);
  });

  it('power: the rule of devices and the bit of the terminal are one alarm', () => {
    const points = pointsEvery(10, 0, 200, (s) => ({ alarmBits: s >= 50 && s < 100 ? 2 ** 8 : 0 }));
    const rules = [ruleOf('device', { faults: ['powerCut'] }), ruleOf('terminal', { bits: [8] })];
    expect(rows(points, rules)).toEqual([['deviceAlarm', 50, 'both']]);
  });
});

describe('active safety: one type within a minute (monitor.md 0.2)', () => {
  const event = (s: number, more: Partial<SafetyEvent> = {}): SafetyEvent => ({
    item: 0x65,
    type: 1,
    level: 1,
    flag: 0,
    alarmId: s,
    identifier: `id${s}`,
    t: testStart + s * 1000,
    speedKmh: 70,
    attachments: 1,
    ...more,
  });
  const rule = ruleOf('safety', { types: [{ type: 186, minKmh: 0, level: 0 }] });
  const reports = (...events: SafetyEvent[]) =>
    events.map((e) => makePoint(seconds(e.t) ?? 0, { extra: { safety: [e] } }));
  const found = (points: readonly TrackPoint[]) =>
    alarmsOf(points, momentOf([rule])).map((f) => [seconds(f.start), seconds(f.end), f.values.times, f.level]);

  it('10:00:00, 10:00:40 and 10:01:30 are one of three, 10:02:31 is another one', () => {
    expect(found(reports(event(0), event(40), event(90, { level: 2 }), event(151)))).toEqual([
      [0, 90, 3, 3],
      [151, 151, 1, 2],
    ]);
  });

  it('each type has a level of its own; what the terminal takes as its second is severe', () => {
    const own = ruleOf('safety', {
      types: [
        { type: 188, minKmh: 0, level: 1 },
        { type: 186, minKmh: 0, level: 3 },
      ],
    });
    const smoking = (s: number, level: number) => event(s, { type: 3, level });
    const levels = alarmsOf(reports(smoking(0, 1), event(1), smoking(100, 2)), momentOf([own])).map((f) => f.level);
    expect(levels).toEqual([1, 3, 3]);
  });

  it('the same alarm sent again is none', () => {
    const again = makePoint(30, { extra: { safety: [event(0)] } });
    expect(found([...reports(event(0)), again])).toEqual([[0, 0, 1, 2]]);
  });

  it('runs from start to end; without an end it was a moment', () => {
    const start = event(0, { flag: 1 });
    const end = makePoint(100, { extra: { safety: [event(100, { flag: 2, identifier: 'id0' })] } });
    expect(found([...reports(start), end])).toEqual([[0, 100, 1, 2]]);
    expect(found([...reports(start), makePoint(500)])).toEqual([[0, null, 1, 2]]);
    expect(found([...reports(start), makePoint(601)])).toEqual([[0, 0, 1, 2]]);
  });

  it('is kept as an event where no rule watches it, with the sorts that are no alarms', () => {
    const facts = detectEpisodes(reports(event(0), event(10, { type: 0x11 })), momentOf([])).findings;
    expect(facts.filter((f) => f.kind === 'safetyEvent').map((f) => [f.subject, f.alarm, f.values.alarmType])).toEqual([
      ['65:1', false, 186],
      ['65:17', false, null],
    ]);
    expect(
      safetyRule.running(safetyRule.start, { types: [], sensitivity: 'keep', gradeKmh: null, volume: null }),
    ).toEqual([]);
  });

  it('a group has an impossible clock as long as none of its alarms has a possible one', () => {
    const off = { timeAbnormal: true as const };
    const clocks = alarmsOf(reports(event(0, off), event(30, off), event(200, off), event(230)), momentOf([rule]));
    expect(clocks.map((f) => f.values.timeAbnormal)).toEqual([true, undefined]);
  });
});

describe('疲劳驾驶 belongs to a driver (K15)', () => {
  const min = 60;
  const drive = (minutes: number) =>
    pointsEvery(30, 0, minutes * min, (s) => ({ speedKmh: 60, acc: true, northM: (s / 3.6) * 60 }));
  const rule = (params: { warnMin?: number } = {}) => ruleOf('fatigue', { dayMin: 240, ...params });

  it('another driver begins anew; the alarm that ran stays with the one before', () => {
    const first = momentOf([rule()], { driverId: '1' });
    const second = { ...first, around: { ...first.around, driverId: '2' }, driverAt: () => '2' };
    const change = (at: number) => (t: number) => (t < testStart + at * min * 1000 ? first : second);
    expect(detectEpisodes(drive(300), change(200)).findings.filter((f) => f.alarm)).toEqual([]);
    const [alarm, ...none] = detectEpisodes(drive(400), change(250)).findings.filter((f) => f.alarm);
    expect(none).toEqual([]);
    expect(alarm).toMatchObject({ subject: 'day', driverId: '1' });
    expect(seconds(alarm?.end ?? null)).toBeLessThanOrEqual(250 * min);
    expect(degreesNorth(1)).toBeGreaterThan(0);
  });

  it('is announced before, where the rule wishes it, as a notice that ends when it comes true', () => {
    const alarms = detectEpisodes(drive(260), momentOf([rule({ warnMin: 30 })])).findings.filter((f) => f.alarm);
    expect(
      alarms.map((f) => [f.subject, f.level, Math.floor((f.confirmedAt - testStart) / 60_000), f.end !== null]),
    ).toEqual([
      ['daySoon', 1, 210, true],
      ['day', 2, 240, false],
    ]);
  });
});
