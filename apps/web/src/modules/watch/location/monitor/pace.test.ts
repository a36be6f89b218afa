import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pace } from './pace';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const everyMs = 500;
function paced() {
  const times: number[] = [];
  const pace: Pace = new Pace(() => void times.push(performance.now()), everyMs);
  return { pace, times, start: performance.now() };
}

test('changes of half a second are shown together', () => {
  const { pace, times, start } = paced();
  for (let ms = 0; ms < 1_900; ms += 100) {
    pace.heard();
    vi.advanceTimersByTime(0);
    pace.shown();
    vi.advanceTimersByTime(100);
  }
  expect(times.map((at) => at - start)).toEqual([0, 500, 1_000, 1_500]);
});

test('a picture that took 800 ms is followed by a pause of 800 ms, however much was heard meanwhile', () => {
  const { pace, times, start } = paced();
  pace.heard();
  for (let i = 0; i < 8; i++) {
    vi.advanceTimersByTime(100);
    pace.heard();
  }
  pace.shown();
  for (let i = 0; i < 8; i++) {
    pace.heard();
    vi.advanceTimersByTime(100);
  }
  expect(times.map((at) => at - start)).toEqual([0, 1_600]);
});

test('after a picture that took five seconds the next comes a second later', () => {
  const { pace, times, start } = paced();
  pace.heard();
  vi.advanceTimersByTime(5_000);
  pace.shown();
  pace.heard();
  vi.advanceTimersByTime(3_000);
  expect(times.map((at) => at - start)).toEqual([0, 6_000]);
});

test('what was heard while a picture was drawn is shown afterwards, without another change', () => {
  const { pace, times, start } = paced();
  pace.heard();
  vi.advanceTimersByTime(10);
  pace.heard();
  pace.shown();
  vi.advanceTimersByTime(10_000);
  expect(times.map((at) => at - start)).toEqual([0, 510]);
});

test('a picture that never came does not stop the next for more than ten seconds', () => {
  const { pace, times } = paced();
  pace.heard();
  vi.advanceTimersByTime(9_000);
  pace.heard();
  vi.advanceTimersByTime(0);
  expect(times).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  pace.heard();
  vi.advanceTimersByTime(0);
  expect(times).toHaveLength(2);
});

test('after the end nothing is shown', () => {
  const { pace, times } = paced();
  pace.heard();
  pace.stop();
  vi.advanceTimersByTime(1_000);
  expect(times).toEqual([]);
});
