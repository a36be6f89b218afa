import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchNotices } from './notice-timer';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function page() {
  const events = new EventTarget();
  const state = { hidden: false };
  return {
    page: Object.defineProperty(events, 'hidden', { get: () => state.hidden }) as unknown as Document,
    hide: (hidden: boolean) => {
      state.hidden = hidden;
      events.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

test('at once, each minute while seen, not while hidden, at once when seen again', () => {
  const refresh = vi.fn();
  const seen = page();
  const stop = watchNotices({ refresh, page: seen.page });
  expect(refresh).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(59_999);
  expect(refresh).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(refresh).toHaveBeenCalledTimes(2);
  seen.hide(true);
  vi.advanceTimersByTime(600_000);
  expect(refresh).toHaveBeenCalledTimes(2);
  seen.hide(false);
  expect(refresh).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(60_000);
  expect(refresh).toHaveBeenCalledTimes(4);
  stop();
  seen.hide(false);
  vi.advanceTimersByTime(120_000);
  expect(refresh).toHaveBeenCalledTimes(4);
});
