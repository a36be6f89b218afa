import { expect, test } from 'vitest';
import { wireTime } from '../../core/http/answer/wire-time';
import { nextSending, rangeOfSending } from './schedule';

const zone = 'Asia/Shanghai';
const base = { weekday: 1, monthDay: 1, clock: '08:00' };
/** 2026-11-23 is a Monday; 09:00 in Shanghai */
const monday = Date.parse('2026-11-23T01:00:00Z');

test.each([
  [{ ...base, cycle: 'day' }, '2026-11-24 08:00:00'],
  [{ ...base, cycle: 'day', clock: '09:01' }, '2026-11-23 09:01:00'],
  [{ ...base, cycle: 'week' }, '2026-11-30 08:00:00'],
  [{ ...base, cycle: 'week', weekday: 7 }, '2026-11-29 08:00:00'],
  [{ ...base, cycle: 'month' }, '2026-12-01 08:00:00'],
  [{ ...base, cycle: 'month', monthDay: 28 }, '2026-11-28 08:00:00'],
] as const)('%o is sent next at %s', (schedule, at) =>
  expect(wireTime(nextSending(schedule, monday, zone), zone)).toBe(at),
);

test('the moment itself is over: what is due now is sent again a day later', () =>
  expect(nextSending({ ...base, cycle: 'day' }, Date.parse('2026-11-24T00:00:00Z'), zone)).toBe(
    Date.parse('2026-11-25T00:00:00Z'),
  ));

test.each([
  ['day', '2026-11-22 00:00:00', '2026-11-22 23:59:59'],
  ['week', '2026-11-16 00:00:00', '2026-11-22 23:59:59'],
  ['month', '2026-10-01 00:00:00', '2026-10-31 23:59:59'],
] as const)('a report of each %s covers %s to %s', (cycle, startTime, endTime) =>
  expect(rangeOfSending(cycle, monday, zone)).toEqual({ startTime, endTime }),
);

test('the day is the one of the company, not the one of the server', () =>
  expect(rangeOfSending('day', Date.parse('2026-11-22T17:00:00Z'), zone).startTime).toBe('2026-11-22 00:00:00'));
