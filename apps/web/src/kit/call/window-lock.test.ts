// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runInOneWindow } from './window-lock';

// jsdom has no Web Locks: this is the plain-http way.
beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

test('two windows that begin together work one after the other', async () => {
  let inside = 0;
  let most = 0;
  const done: string[] = [];
  const work = (who: string) => async (renew: () => void) => {
    most = Math.max(most, ++inside);
    for (let i = 0; i < 20; i++) {
      renew();
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    inside--;
    done.push(who);
  };
  void runInOneWindow('x', work('a'), () => true);
  void runInOneWindow('x', work('b'), () => true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(most).toBe(1);
  expect(done.sort()).toEqual(['a', 'b']);
  expect(localStorage.getItem('x')).toBeNull();
});

test('a window that was closed in the middle loses the lease, and who has nothing to do stops waiting', async () => {
  localStorage.setItem('x', JSON.stringify({ owner: 'gone', until: Date.now() + 5000 }));
  const work = vi.fn(async () => undefined);
  const idle = vi.fn(async () => undefined);
  void runInOneWindow('x', work, () => true);
  let wanted = true;
  const waiting = runInOneWindow('x', idle, () => wanted);
  await vi.advanceTimersByTimeAsync(1000);
  wanted = false;
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(9000);
  await waiting;
  expect(work).toHaveBeenCalledTimes(1);
  expect(idle).not.toHaveBeenCalled();
});
