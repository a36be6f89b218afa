import type { AlarmRow } from '@tongda/contract/watch/alarm/calls';
import { alarmUrgency, countAlarmRows, countKey } from '@tongda/contract/watch/alarm/urgency';
import { expect, test } from 'vitest';
import { alarmRow as row } from '../handle/test-row';
import {
  ageWords,
  countAlarms,
  feedGroups,
  filterAlarms,
  freshAlarms,
  lastingWords,
  mergeAlarms,
  moveCounts,
  ringWords,
} from './lines';

const ids = (list: readonly AlarmRow[]): string[] => list.map(({ id }) => id);

test('the most urgent comes first, then the severest, then the newest; what is no longer answered is gone', () => {
  const list = mergeAlarms(
    [],
    ['1', '2', '3', '4'],
    [row('1', { urgency: 2, level: 3 }), row('2'), row('3', { level: 3 }), row('4')],
  );
  expect(ids(list)).toEqual(['3', '4', '2', '1']);
  // 3 was handled by somebody, 2 became severe, 5 is new
  expect(ids(mergeAlarms(list, ['3', '2', '5'], [row('2', { level: 3 }), row('5')]))).toEqual(['2', '5', '4', '1']);
});

test('an age is one figure', () => {
  expect([-5, 12_000, 99_000, 100_000, 3_599_000, 3_600_000, 86_400_000 * 2.5].map(ageWords)).toEqual([
    '0 秒',
    '12 秒',
    '99 秒',
    '1 分',
    '59 分',
    '1 时',
    '2 天',
  ]);
});

test('counts and filters by level and kind agree', () => {
  const list = [row('1', { level: 3 }), row('2', { kind: 'speedAlarm' }), row('3', { kind: 'speedAlarm', level: 3 })];
  const { levels, kinds } = countAlarms(list);
  expect([...levels]).toEqual([
    [3, 2],
    [2, 1],
  ]);
  expect(kinds).toEqual([
    ['speedAlarm', 2],
    ['temperatureAlarm', 1],
  ]);
  expect(ids(filterAlarms(list, { level: 3, kind: 'speedAlarm' }))).toEqual(['3']);
  expect(ids(filterAlarms(list, { level: null, kind: null }))).toEqual(['1', '2', '3']);
});

test('old data and what ended meanwhile are not new to anybody', () => {
  const list = [row('1'), row('2'), row('3', { announced: false }), row('4', { status: 1 })];
  expect(ids(freshAlarms(new Set(['1']), list))).toEqual(['2']);
});

test('the red ring: open alarms from level 2 on, the severest in a short word', () => {
  const words = ringWords([
    row('1', { vehicleId: 'a' }),
    row('2', { vehicleId: 'a', level: 3, kind: 'fatigueAlarm', title: '24小时累计驾驶超时' }),
    row('3', { vehicleId: 'b', level: 1 }),
    row('4', { vehicleId: 'c', status: 1 }),
    row('6', { vehicleId: 'e', urgency: 4 }),
    row('5', { vehicleId: 'd', kind: 'doorAlarm', title: '行驶开门' }),
  ]);
  expect([...words].sort()).toEqual([
    ['a', '疲劳报警'],
    ['d', '行驶开门'],
  ]);
});

test('the feed: new, then unacknowledged, then in hand, long-running ones last; repeats of a vehicle are one line, and every count adds up', () => {
  const list = [
    row('1', { urgency: 4, vehicleId: 'a', title: '设备离线', start: 5 }),
    row('2', { urgency: 4, vehicleId: 'b', title: '设备离线', start: 3, plateNo: '沪A5J873' }),
    row('3', { urgency: 4, vehicleId: 'b', title: '探头异常', start: 9 }),
    row('4', { urgency: 3 }),
    row('5', { vehicleId: 'a', title: '超速报警' }),
    row('6', { vehicleId: 'a', title: '超速报警', level: 3 }),
    row('7', { vehicleId: 'a' }),
    row('8', { urgency: 2, vehicleId: 'a', title: '超速报警' }),
    row('9', { urgency: null }),
  ];
  const groups = feedGroups(list);
  expect(
    groups.map(({ urgency, count, lines }) => [urgency, count, lines.map((l) => `${l.row.id}×${l.rows.length}`)]),
  ).toEqual([
    [1, 3, ['6×2', '7×1']],
    [2, 1, ['8×1']],
    [3, 1, ['4×1']],
    [4, 3, ['3×1', '1×1', '2×1']],
  ]);
  const counts = countAlarmRows(list);
  for (const { urgency, count, lines } of groups) {
    expect(count).toBe(counts[countKey(urgency)]);
    expect(lines.reduce((sum, { rows }) => sum + rows.length, 0)).toBe(count);
  }
  const { kinds, oldest } = lastingWords(groups.at(-1)?.lines ?? []);
  expect([kinds, oldest?.plateNo]).toEqual(['设备离线 2 · 探头异常 1', '沪A5J873']);
});

test('counts follow what comes and goes, also where the list holds only the most urgent', () => {
  const before = [row('1'), row('2', { urgency: 2 })];
  const all = { ...countAlarmRows(before), lasting: 700, past: 3 };
  const after = mergeAlarms(before, ['1', '3'], [row('3', { urgency: alarmUrgency.working }), row('4')]);
  expect(moveCounts(all, before, after)).toEqual({
    ...{ fresh: 1, unacknowledged: 1, working: 1, lasting: 700, past: 3, vehicles: 3 },
  });
});
