import { expect, test } from 'vitest';
import {
  type AlarmFacts,
  alarmFactsLine,
  alarmKinds,
  alarmNo,
  alarmTitle,
  categoryOf,
  kindShort,
  messageTypeOf,
  minuteWords,
} from './words';

const facts = (more: Partial<AlarmFacts>): AlarmFacts => ({
  kind: 'temperatureAlarm',
  subject: 'tem1',
  subjectName: '',
  peak: null,
  limit: null,
  values: {},
  ...more,
});

/** Values of an alarm that has no type of its own, as the terminal told it; `bytes` of its identifier. */
const told = (rawItem: number, rawType: number, bytes = 16) => ({
  ...{ alarmType: -1, rawItem, rawType },
  identifiers: [1, 2].map(() => 'ab'.repeat(bytes)).join(),
});

test.each<[title: string, line: string, more: Partial<AlarmFacts>]>([
  ['超温报警', '后区 −9.8 ℃，上限 −12 ℃', { subjectName: '后区', peak: -9.8, limit: -12 }],
  ['超温报警', '探头2 1 ℃，下限 2 ℃', { subject: 'tem2', peak: 1, limit: 2 }],
  ['温度缺数', '后区', { subject: 'tem1:lost', subjectName: '后区' }],
  ['接近限速', '88 km/h，限速 90 km/h', { kind: 'speedAlarm', subject: 'soon', peak: 88, limit: 90 }],
  ['未按时到达', '', { kind: 'zoneAlarm', subject: 'place:7', values: { trigger: 'absent' } }],
  ['运输预计晚点', '16分', { kind: 'punctualityAlarm', subject: 'eta:7', peak: 16, values: { result: '预计晚点' } }],
  ['超速报警', '105 km/h，限速 90 km/h', { kind: 'speedAlarm', subject: '', peak: 105, limit: 90 }],
  ['行驶开门', '2号门', { kind: 'doorAlarm', subject: 'door2:moving' }],
  ['上锁开门', '1号门', { kind: 'doorAlarm', subject: 'door1:locked' }],
  ['设备离线', '允许 1小时', { kind: 'deviceAlarm', subject: 'offline', limit: 60 }],
  ['探头异常', '探头3', { kind: 'deviceAlarm', subject: 'tem3' }],
  ['停车超时报警', '5小时3分，允许 4小时', { kind: 'parkingAlarm', subject: '', peak: 303, limit: 240 }],
  ['紧急报警', '', { kind: 'terminalAlarm', subject: 'bit0' }],
  ['疲劳驾驶', '62 km/h', { kind: 'safetyAlarm', subject: '65:aa', peak: 62, values: { alarmType: 186 } }],
  ['其他', '', { kind: 'safetyAlarm', subject: '65:200', values: told(0x65, 200) }],
  ['驾驶员异常', '', { kind: 'safetyAlarm', subject: '65:5', values: told(0x65, 5) }],
  ['双手脱离方向盘', '', { kind: 'safetyAlarm', subject: '65:6', values: told(0x65, 6) }],
  // Guangdong, whose identifiers are longer, has another meaning for it
  ['探头遮挡', '', { kind: 'safetyAlarm', subject: '65:6', values: told(0x65, 6, 40) }],
  ['未系安全带', '', { kind: 'safetyAlarm', subject: '65:10', values: told(0x65, 0x0a, 40) }],
  ['实线变道', '', { kind: 'safetyAlarm', subject: '64:18', values: told(0x64, 0x12, 40) }],
  ['急转弯', '41 km/h', { kind: 'safetyAlarm', subject: '70:3', peak: 41, values: told(0x70, 3) }],
  ['胎压异常', '', { kind: 'safetyAlarm', subject: '66:0', values: told(0x66, 0) }],
  ['油量异常报警', '油箱1 38 L，阈值 9 L', { kind: 'oilAlarm', subject: 'tank1', limit: 9, values: { litres: 38 } }],
])('%s %s', (title, line, more) => {
  expect([alarmTitle(facts(more)), alarmFactsLine(facts(more))]).toEqual([title, line]);
});

test('messages: 13 the vehicle, 15 its device and faults of the terminal, 12 the vehicle’s own faults', () => {
  const category = (kind: AlarmFacts['kind'], subject: string) => categoryOf({ kind, subject });
  expect(category('temperatureAlarm', 'tem1')).toBe(13);
  expect(category('terminalAlarm', 'bit0')).toBe(13);
  expect(category('terminalAlarm', 'bit5')).toBe(15);
  expect(category('deviceAlarm', 'powerCut')).toBe(15);
  expect(category('faultAlarm', 'tyre')).toBe(12);
  expect(messageTypeOf(facts({ kind: 'safetyAlarm', values: { alarmType: 188 } }))).toEqual({
    type: 188,
    name: '抽烟',
  });
  const types = alarmKinds.map((kind) => messageTypeOf(facts({ kind, subject: '' })).type);
  expect(new Set(types).size).toBe(alarmKinds.length);
});

test('every kind has a short word; minutes and numbers read as people say them', () => {
  expect(alarmKinds.filter((kind) => kindShort[kind] === '')).toEqual([]);
  expect([0, 59, 60, 1500].map(minuteWords)).toEqual(['0分', '59分', '1小时', '1天1小时']);
  expect(alarmNo('1042')).toBe('BJ00001042');
});
