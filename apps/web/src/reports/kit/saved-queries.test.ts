import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { filtersOf, keepQuery, withQuery } from './saved-queries';

beforeEach(() => {
  vi.useFakeTimers();
  // noon in Shanghai
  vi.setSystemTime(new Date('2026-11-20T04:00:00Z'));
});
afterEach(() => vi.useRealTimers());

const week = { startTime: '2026-11-14 00:00:00', endTime: '2026-11-20 23:59:59', fleetId: '7' };

test('a usual range is that of the day on which the query is asked again', () => {
  const kept = keepQuery('一队', week);
  expect(kept).toEqual({ name: '一队', preset: '近7天', filters: { fleetId: '7' } });
  vi.setSystemTime(new Date('2026-11-22T04:00:00Z'));
  expect(filtersOf(kept)).toEqual({ fleetId: '7', startTime: '2026-11-16 00:00:00', endTime: '2026-11-22 23:59:59' });
});

test('another range is kept as it is', () => {
  const filters = { ...week, startTime: '2026-11-13 00:00:00' };
  const kept = keepQuery('一队', filters);
  expect(kept.preset).toBe(null);
  vi.setSystemTime(new Date('2026-12-22T04:00:00Z'));
  expect(filtersOf(kept)).toEqual(filters);
});

test('a query of the same name is replaced', () => {
  const [a, b] = [keepQuery('a', week), keepQuery('b', week)];
  const again = keepQuery('a', { ...week, fleetId: '8' });
  expect(withQuery([a, b], again)).toEqual([b, again]);
});
