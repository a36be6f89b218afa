import { expect, it } from 'vitest';
import { dayStart, localDay, nextDayStart, wallToMs, zoneOffsetMs } from './edges';

const utc = (iso: string) => Date.parse(iso);

it('the day of Asia/Shanghai begins at 16:00 UTC', () => {
  expect(zoneOffsetMs(utc('2026-03-01T00:00:00Z'), 'Asia/Shanghai')).toBe(8 * 3_600_000);
  expect(localDay(utc('2026-03-01T15:59:59Z'), 'Asia/Shanghai')).toBe('2026-03-01');
  expect(localDay(utc('2026-03-01T16:00:00Z'), 'Asia/Shanghai')).toBe('2026-03-02');
  expect(dayStart(utc('2026-03-01T15:59:59Z'), 'Asia/Shanghai')).toBe(utc('2026-02-28T16:00:00Z'));
  expect(nextDayStart(utc('2026-03-01T15:59:59Z'), 'Asia/Shanghai')).toBe(utc('2026-03-01T16:00:00Z'));
});

it('days of 23 and 25 hours keep their borders', () => {
  const zone = 'Europe/Berlin';
  expect(dayStart(utc('2026-03-29T12:00:00Z'), zone)).toBe(utc('2026-03-28T23:00:00Z'));
  expect(nextDayStart(utc('2026-03-29T12:00:00Z'), zone)).toBe(utc('2026-03-29T22:00:00Z'));
  expect(dayStart(utc('2026-10-25T12:00:00Z'), zone)).toBe(utc('2026-10-24T22:00:00Z'));
  expect(nextDayStart(utc('2026-10-25T12:00:00Z'), zone)).toBe(utc('2026-10-25T23:00:00Z'));
});

it('a half-hour zone works', () => {
  expect(localDay(utc('2026-03-01T18:29:59Z'), 'Asia/Kolkata')).toBe('2026-03-01');
  expect(localDay(utc('2026-03-01T18:30:00Z'), 'Asia/Kolkata')).toBe('2026-03-02');
});

it('reads wall-clock text of a zone and refuses dates that do not exist', () => {
  expect(wallToMs('2026-03-01 08:00:00', 'Asia/Shanghai')).toBe(utc('2026-03-01T00:00:00Z'));
  expect(wallToMs('2026-07-01 00:30:00', 'Europe/Berlin')).toBe(utc('2026-06-30T22:30:00Z'));
  expect(wallToMs('2026-02-30 00:00:00', 'Asia/Shanghai')).toBeNull();
  expect(wallToMs('2026-02-28 25:00:00', 'Asia/Shanghai')).toBeNull();
});
