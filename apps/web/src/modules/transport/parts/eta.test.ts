import { afterEach, expect, test, vi } from 'vitest';
import { etaText, etaTitle } from './eta';

afterEach(() => vi.useRealTimers());
const at = (wire: string) => vi.useFakeTimers({ now: new Date(`${wire.replace(' ', 'T')}+08:00`) });

test('an expected arrival to come is a time', () => {
  at('2026-11-30 10:00:00');
  expect(etaText('2026-11-30 10:20:30')).toBe('11-30\u00A010:20');
  expect(etaText('2026-11-30 10:20:30', { exact: true })).toBe('11-30\u00A010:20:30');
  expect(etaTitle('2026-11-30 10:20:30')).toBeUndefined();
  expect(etaText(null)).toBe('--');
  expect(etaText(null, { missing: '' })).toBe('');
});

test('one that is over says so, and no more than is known', () => {
  at('2026-11-30 10:25:50');
  // it may come at any second, or stand there until somebody enters it
  expect(etaText('2026-11-30 10:20:59')).toBe('11-30\u00A010:20');
  at('2026-11-30 10:55:00');
  expect(etaText('2026-11-30 10:20:59')).toBe('10:20\u00A0已过');
  expect(etaText('2026-11-30 10:20:59', { exact: true })).toBe('10:20\u00A0已过');
  expect(etaText('2026-11-29 23:10:00')).toBe('11-29\u00A0已过');
  expect(etaTitle('2026-11-30 10:20:59')).toBe('预计 11-30\u00A010:20 到达，已过，还没有到站记录');
});
