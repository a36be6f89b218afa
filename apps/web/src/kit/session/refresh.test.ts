// @vitest-environment jsdom
import type { TokenAnswer } from '@tongda/contract/base/identity/calls';
import { endpoint } from '@tongda/contract/core/endpoint';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';

const rows = endpoint({ path: '/api/rows', access: 'session', title: '行', output: z.array(z.number()) });
const pair = (n: number): TokenAnswer => ({
  access_token: `access${n}`,
  refresh_token: `refresh${n}`,
  expires_in: 1800,
  refresh_expires_in: 28_800,
  superManagerFlag: 0,
  superClientId: null,
  superUserId: null,
  superUserName: null,
  noJump: 1,
});
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const ok = (data: unknown) => json({ code: 200, msg: 'ok', data });
const bearer = (init: RequestInit) => new Headers(init.headers).get('Authorization');
const server = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const refreshes = () => server.mock.calls.filter(([url]) => url === '/api/sso/oauth/token').length;
/** Addresses that windows were sent to. */
const visited: string[] = [];

/** A window of the browser: the program loaded once more, over the same cookies and storage. */
async function openWindow() {
  vi.resetModules();
  const [{ call }, { navigation }, { storeTokens, readAccess }] = await Promise.all([
    import('../call/api'),
    import('./leave'),
    import('./tokens'),
  ]);
  navigation.assign = (url) => void visited.push(url);
  return { read: () => call(rows, undefined, { quiet: true }), storeTokens, readAccess };
}

/** Web Locks as far as the refresh uses them: one holder, and whoever cannot have it at once goes without. */
function lockManager() {
  let held = false;
  return {
    request: async (_name: string, _options: object, work: (lock: object | null) => Promise<unknown>) => {
      if (held) return work(null);
      held = true;
      try {
        return await work({});
      } finally {
        held = false;
      }
    },
  };
}

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('fetch', server);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'locks');
  server.mockReset();
  visited.length = 0;
});

test.each([
  ['with Web Locks', true],
  ['without them, as on plain http', false],
])('two windows whose tokens grew old at the same moment refresh once and both go on, %s', async (_, locks) => {
  if (locks) Object.defineProperty(navigator, 'locks', { value: lockManager(), configurable: true });
  const [one, other] = [await openWindow(), await openWindow()];
  one.storeTokens(pair(1));
  vi.setSystemTime(Date.now() + 21 * 60_000);
  server.mockImplementation(async (url) => {
    if (!url.endsWith('/token')) return ok([2]);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    return ok(pair(2));
  });
  const answers = Promise.all([one.read(), other.read()]);
  await vi.advanceTimersByTimeAsync(4000);
  expect(await answers).toEqual([[2], [2]]);
  expect(refreshes()).toBe(1);
  const used = server.mock.calls.filter(([url]) => url === '/api/rows').map(([, init]) => bearer(init));
  expect(used).toEqual(['Bearer access2', 'Bearer access2']);
  expect(visited).toEqual([]);
});

test('a call that is refused while another window refreshes waits for its token and is sent again', async () => {
  const [one, other] = [await openWindow(), await openWindow()];
  one.storeTokens(pair(1));
  server.mockImplementation(async (url, init) => {
    if (url.endsWith('/token')) {
      await new Promise((resolve) => setTimeout(resolve, 3000));
      return ok(pair(2));
    }
    return bearer(init) === 'Bearer access1' ? json({ code: 401 }, 401) : ok([3]);
  });
  const first = one.read();
  await vi.advanceTimersByTimeAsync(500);
  const second = other.read();
  await vi.advanceTimersByTimeAsync(6000);
  expect([await first, await second]).toEqual([[3], [3]]);
  expect(refreshes()).toBe(1);
  expect(visited).toEqual([]);
});

test('a refresh that takes longer than the other windows wait ends nobody’s session', async () => {
  Object.defineProperty(navigator, 'locks', { value: lockManager(), configurable: true });
  const [one, other] = [await openWindow(), await openWindow()];
  one.storeTokens(pair(1));
  vi.setSystemTime(Date.now() + 21 * 60_000);
  server.mockImplementation(async (url) => {
    if (!url.endsWith('/token')) return ok([4]);
    await new Promise((resolve) => setTimeout(resolve, 14_000));
    return ok(pair(2));
  });
  const first = one.read();
  const second = other.read().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await first).toEqual([4]);
  expect(await second).toMatchObject({ message: expect.stringContaining('超时') });
  expect(visited).toEqual([]);
  expect(one.readAccess()).toBe('access2');
});

test('a refusal of old tokens does not end the login that was made in another window meanwhile', async () => {
  const [one, other] = [await openWindow(), await openWindow()];
  one.storeTokens(pair(1));
  server.mockImplementation(async (url, init) => {
    if (!url.endsWith('/token')) return bearer(init) === 'Bearer access1' ? json({ code: 401 }, 401) : ok([5]);
    other.storeTokens(pair(7));
    return json({ code: 500, msg: '登录已过期，请重新登录', data: null });
  });
  await expect(one.read()).resolves.toEqual([5]);
  expect(visited).toEqual([]);
  expect(one.readAccess()).toBe('access7');
});
