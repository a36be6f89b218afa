import { expect, test } from 'vitest';
import { appliedLimit, shortLimit } from './applied';

const temperature = { probes: [{ channel: 2, lower: -22, upper: -15 }], combine: 'any' };
const alarm = { subject: 'tem2', subjectName: '后区', placeName: '', placeId: null, values: {} };

test.each<[string, Parameters<typeof appliedLimit>[0], Parameters<typeof appliedLimit>[1], string]>([
  [
    'bounds of the rule',
    { ...alarm, kind: 'temperatureAlarm', peak: -14.6, limit: -15 },
    { name: '冷冻温度', version: 3, kind: 'temperature', params: temperature },
    '上限 −15 ℃，来自规则“冷冻温度”第3版的探头2',
  ],
  [
    'bounds of the vehicle',
    { ...alarm, kind: 'temperatureAlarm', peak: -23.1, limit: -22 },
    { name: '冷冻温度', version: 1, kind: 'temperature', params: { ...temperature, probes: [] } },
    '下限 −22 ℃，来自车辆探头“后区”设置的上下限',
  ],
  [
    'mean of the probes',
    { ...alarm, kind: 'humidityAlarm', subject: 'humAvg', subjectName: '', peak: 91, limit: 85 },
    {
      name: '湿度',
      version: 1,
      kind: 'humidity',
      params: { probes: [{ channel: 1, lower: null, upper: 85 }], combine: 'average' },
    },
    '上限 85 %RH，来自规则“湿度”第1版，按探头平均值判定',
  ],
  [
    'speed of the rule',
    { ...alarm, kind: 'speedAlarm', subject: '', peak: 92, limit: 80 },
    { name: '限速', version: 2, kind: 'speed', params: { limitKmh: 80, roads: [], nightPercent: 100 } },
    '限速 80 km/h，来自规则“限速”第2版',
  ],
  [
    'speed of the rule at night',
    { ...alarm, kind: 'speedAlarm', subject: '', peak: 79, limit: 72 },
    { name: '限速', version: 2, kind: 'speed', params: { limitKmh: 80, roads: [], nightPercent: 90 } },
    '限速 72 km/h，来自规则“限速”第2版，夜间按90%',
  ],
  [
    'speed of a place',
    { ...alarm, kind: 'speedAlarm', subject: '', peak: 60, limit: 40, placeId: '7', placeName: '园区' },
    { name: '限速', version: 2, kind: 'speed', params: { limitKmh: 80, roads: [], nightPercent: 90 } },
    '限速 40 km/h，来自地点“园区”的限速',
  ],
  [
    'speed of a class of road',
    { ...alarm, kind: 'speedAlarm', subject: '', peak: 70, limit: 60, placeId: '9', placeName: 'G312' },
    {
      name: '限速',
      version: 2,
      kind: 'speed',
      params: { limitKmh: 80, roads: [{ road: 2, placeIds: ['9'], limitKmh: 60 }], nightPercent: 100 },
    },
    '限速 60 km/h，来自规则“限速”第2版的国道限速（G312）',
  ],
  [
    'minutes of the rule',
    { ...alarm, kind: 'parkingAlarm', subject: '', peak: 66, limit: 30 },
    { name: '停车', version: 1, kind: 'parking', params: { minutes: 30 } },
    '允许 30分，来自规则“停车”第1版',
  ],
  [
    'no limit',
    { ...alarm, kind: 'terminalAlarm', subject: 'bit0', peak: null, limit: null },
    { name: '终端', version: 1, kind: 'terminal', params: { bits: [0] } },
    '',
  ],
])('%s', (_what, facts, rule, words) => expect(appliedLimit(facts, rule)).toBe(words));

const speeding = { ...alarm, kind: 'speedAlarm' as const, subject: '', peak: 92, limit: 80 };
const speedRule = {
  kind: 'speed' as const,
  params: { limitKmh: 80, roads: [{ road: 2, placeIds: ['9'], limitKmh: 60 }], nightPercent: 90 },
};
test.each([
  ['its rule', {}, '限速 80 km/h（规则）'],
  ['its rule at night', { limit: 72 }, '限速 72 km/h（规则，夜间）'],
  ['a place', { limit: 40, placeId: '7', placeName: '园区' }, '限速 40 km/h（地点）'],
  ['a class of road', { limit: 60, placeId: '9', placeName: 'G312' }, '限速 60 km/h（国道）'],
  ['a class of road at night', { limit: 54, placeId: '9', placeName: 'G312' }, '限速 54 km/h（国道，夜间）'],
])('a list says shortly that the limit of a speed is that of %s', (_what, more, words) =>
  expect(shortLimit({ ...speeding, ...more }, speedRule)).toBe(words),
);

test('a list says the limit alone for other alarms and where the rule is not known', () => {
  expect(shortLimit(speeding, null)).toBe('限速 80 km/h');
  const cold = { ...alarm, kind: 'temperatureAlarm' as const, peak: -14.6, limit: -15 };
  expect(shortLimit(cold, { kind: 'temperature', params: temperature })).toBe('上限 −15 ℃');
});
