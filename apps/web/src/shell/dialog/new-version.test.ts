// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchVersion } from './new-version';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minutes = (n: number) => vi.advanceTimersByTimeAsync(n * 60_000);

test('asks every five minutes and says once that another build is there', async () => {
  const offers = ['a', null, 'b', 'b'];
  const offered = vi.fn(async () => offers.shift() ?? null);
  const found = vi.fn();
  watchVersion('a', found, offered);
  await minutes(4.9);
  expect(offered).toHaveBeenCalledTimes(0);
  await minutes(5.2);
  expect(offered).toHaveBeenCalledTimes(2);
  expect(found).not.toHaveBeenCalled();
  await minutes(5);
  expect(found).toHaveBeenCalledTimes(1);
  await minutes(60);
  expect(offered).toHaveBeenCalledTimes(3);
});

test('looks when the page is seen again; a stopped watch and one without a build ask nothing', async () => {
  const offered = vi.fn(async () => 'b');
  const found = vi.fn();
  watchVersion('a', found, offered);
  document.dispatchEvent(new Event('visibilitychange'));
  await minutes(0);
  expect(found).toHaveBeenCalledTimes(1);
  watchVersion('', found, offered);
  watchVersion('a', found, offered)();
  await minutes(20);
  expect(offered).toHaveBeenCalledTimes(1);
});
