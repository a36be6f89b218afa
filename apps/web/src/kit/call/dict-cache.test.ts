import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDictCache } from './dict-cache';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const answer = async (codes: string[]) => Object.fromEntries(codes.map((code) => [code, [{ code: 1, name: code }]]));

test('five look-ups of three codes within 100 ms are one request', async () => {
  const fetch = vi.fn(answer);
  const dict = createDictCache(fetch);
  const all = Promise.all(['a', 'b', 'a', 'c', 'b'].map(dict));
  await vi.advanceTimersByTimeAsync(100);
  expect((await all).map((items) => items[0]?.name)).toEqual(['a', 'b', 'a', 'c', 'b']);
  expect(fetch.mock.calls).toEqual([[['a', 'b', 'c']]]);
});

test('kept for ten minutes: none after 9:59, one after 10:01', async () => {
  const fetch = vi.fn(answer);
  const dict = createDictCache(fetch);
  const ask = async () => {
    const items = dict('a');
    await vi.advanceTimersByTimeAsync(100);
    return items;
  };
  await ask();
  await vi.advanceTimersByTimeAsync((9 * 60 + 58) * 1000);
  await ask();
  expect(fetch).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(3000);
  await ask();
  expect(fetch).toHaveBeenCalledTimes(2);
});

test('a failed request is not kept, an unknown code is empty', async () => {
  const fetch = vi.fn(answer);
  fetch.mockRejectedValueOnce(new Error('away'));
  const dict = createDictCache(fetch);
  const first = dict('a').catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(100);
  expect(await first).toBe('away');
  fetch.mockResolvedValueOnce({});
  const second = dict('a');
  await vi.advanceTimersByTimeAsync(100);
  expect(await second).toEqual([]);
});
