// @vitest-environment jsdom
import { endpoint } from '@tongda/contract/core/endpoint';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { bindNotify } from '../dialog/notify';
import { keepFreeToken } from '../session/free-token';
import { navigation } from '../session/leave';
import { clearTokens, mayRefresh, readAccess, storeTokens } from '../session/tokens';
import { call } from './api';
import { ApiError } from './api-error';
import { forgetAnswers } from './kept-answers';

const rows = endpoint({ path: '/api/rows', access: 'session', title: '行', output: z.array(z.number()) });
const pair = (n: number) => ({
  access_token: `access${n}`,
  refresh_token: `refresh${n}`,
  expires_in: 1800,
  refresh_expires_in: 28_800,
  superManagerFlag: 0 as const,
  superClientId: null,
  superUserId: null,
  superUserName: null,
  noJump: 1 as const,
});
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const ok = (data: unknown) => json({ code: 200, msg: 'ok', data });

const server = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const visited: string[] = [];
const toasts: string[] = [];
const dialogs: string[] = [];
const contents: string[] = [];
const refreshes = () => server.mock.calls.filter(([url]) => url === '/api/sso/oauth/token').length;
const bearer = (init: RequestInit) => new Headers(init.headers).get('Authorization');

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  storeTokens(pair(1));
  vi.stubGlobal('fetch', server);
  navigation.assign = (url) => void visited.push(url);
  bindNotify({
    message: { open: ({ content }: { content: string }) => toasts.push(content) },
    modal: {
      warning: ({ title, content }: { title: string; content: string }) => {
        dialogs.push(title);
        contents.push(content);
      },
    },
  } as unknown as Parameters<typeof bindNotify>[0]);
});
afterEach(() => {
  vi.useRealTimers();
  server.mockReset();
  visited.length = 0;
  toasts.length = 0;
  dialogs.length = 0;
});

test('a fresh token travels as Bearer and nothing is renewed', async () => {
  server.mockImplementation(async () => ok([1]));
  await expect(call(rows)).resolves.toEqual([1]);
  expect(bearer(server.mock.calls[0]?.[1] ?? {})).toBe('Bearer access1');
  expect(refreshes()).toBe(0);
});

test('after the stamp ten parallel calls cause exactly one refresh and all use the new token', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + 21 * 60_000);
  server.mockImplementation(async (url) => (url.endsWith('/token') ? ok(pair(2)) : ok([2])));
  const answers = await Promise.all(Array.from({ length: 10 }, () => call(rows)));
  expect(answers).toEqual(Array.from({ length: 10 }, () => [2]));
  expect(refreshes()).toBe(1);
  const used = server.mock.calls.filter(([url]) => url === '/api/rows').map(([, init]) => bearer(init));
  expect(new Set(used)).toEqual(new Set(['Bearer access2']));
  expect(readAccess()).toBe('access2');
  expect(mayRefresh()).toBe(true);
});

test('a storm of fifty parallel calls that are refused causes one refresh, and the refresh token is in no script’s hands', async () => {
  server.mockImplementation(async (url, init) => {
    if (url.endsWith('/token')) return ok(pair(2));
    return bearer(init) === 'Bearer access1' ? json({ code: 401 }, 401) : ok([5]);
  });
  const answers = await Promise.all(Array.from({ length: 50 }, () => call(rows)));
  expect(answers).toHaveLength(50);
  expect(refreshes()).toBe(1);
  const [, init] = server.mock.calls.find(([url]) => url === '/api/sso/oauth/token') ?? [];
  expect(new URLSearchParams(String(init?.body)).get('refresh_token')).toBe('');
  expect(`${document.cookie} ${JSON.stringify(localStorage)}`).not.toContain('refresh1');
});

test('a super manager’s own identity is kept, travels with the refresh, and goes when the flag goes', async () => {
  storeTokens({
    ...pair(1),
    superManagerFlag: 1,
    superClientId: '103',
    superUserId: '159',
    superUserName: '超级管理员',
  });
  server.mockImplementation(async (url, init) => {
    if (url.endsWith('/token')) return ok(pair(2));
    return bearer(init) === 'Bearer access1' ? json({ code: 401 }, 401) : ok([6]);
  });
  await call(rows);
  const [, init] = server.mock.calls.find(([url]) => url === '/api/sso/oauth/token') ?? [];
  const sent = new URLSearchParams(String(init?.body));
  expect([sent.get('superClientId'), sent.get('superUserId'), sent.get('superUserName')]).toEqual([
    '103',
    '159',
    '超级管理员',
  ]);
  expect(localStorage.getItem('td.super')).toBeNull();
});

test('T6: a call that is flagged to come back goes to its page on 401, without a refresh, and never to another site', async () => {
  server.mockImplementation(async () => json({ code: 401 }, 401));
  await expect(call(rows, undefined, { comeBack: '/community/message?tab=1' })).rejects.toMatchObject({ told: true });
  expect(visited).toEqual(['/community/message?tab=1']);
  expect(refreshes()).toBe(0);
  await expect(call(rows, undefined, { comeBack: '//evil.example/x' })).rejects.toMatchObject({ code: 401 });
  expect(visited.at(-1)).toMatch(/^\/community\/login/u);
});

test('a free token travels beside the Bearer', async () => {
  keepFreeToken('free1');
  server.mockImplementation(async () => ok([7]));
  await call(rows);
  const headers = new Headers(server.mock.calls[0]?.[1].headers);
  expect([headers.get('Authorization'), headers.get('Open-Access-Token')]).toEqual(['Bearer access1', 'free1']);
});

test('while another window refreshes this one waits a second and takes its token', async () => {
  vi.useFakeTimers();
  vi.setSystemTime(Date.now() + 21 * 60_000);
  localStorage.setItem('td.refreshGuard', String(Date.now()));
  server.mockImplementation(async () => ok([3]));
  const answer = call(rows);
  await vi.advanceTimersByTimeAsync(500);
  expect(server).not.toHaveBeenCalled();
  storeTokens(pair(3));
  await vi.advanceTimersByTimeAsync(600);
  await expect(answer).resolves.toEqual([3]);
  expect(refreshes()).toBe(0);
  expect(bearer(server.mock.calls[0]?.[1] ?? {})).toBe('Bearer access3');
});

test('401 renews and repeats once', async () => {
  server.mockImplementation(async (url, init) => {
    if (url.endsWith('/token')) return ok(pair(2));
    return bearer(init) === 'Bearer access1' ? json({ code: 401 }, 401) : ok([4]);
  });
  await expect(call(rows)).resolves.toEqual([4]);
  expect(refreshes()).toBe(1);
  expect(visited).toEqual([]);
});

test('401 twice in a row ends at the login', async () => {
  server.mockImplementation(async (url) => (url.endsWith('/token') ? ok(pair(2)) : json({ code: 401 }, 401)));
  await expect(call(rows)).rejects.toMatchObject({ code: 401 });
  expect(server.mock.calls.filter(([url]) => url === '/api/rows')).toHaveLength(2);
  expect(visited[0]).toMatch(/^\/community\/login/u);
  expect(readAccess()).toBeNull();
});

test('a refused refresh (body code 500) ends at the login', async () => {
  server.mockImplementation(async (url) =>
    url.endsWith('/token') ? json({ code: 500, msg: '登录已过期，请重新登录', data: null }) : json({ code: 401 }, 401),
  );
  await expect(call(rows)).rejects.toMatchObject({ code: 401 });
  expect(visited).toHaveLength(1);
});

test('nobody logged in: no request, straight to the login', async () => {
  clearTokens();
  await expect(call(rows)).rejects.toMatchObject({ code: 401 });
  expect(server).not.toHaveBeenCalled();
  expect(visited).toHaveLength(1);
});

test('403 shows 强制退出 once although several calls fail', async () => {
  const data = { time: '2026-11-21 09:30:00', ip: '203.0.*.*', city: null };
  server.mockImplementation(async () => json({ code: 403, msg: '', data }, 403));
  await Promise.allSettled(Array.from({ length: 10 }, () => call(rows)));
  expect(dialogs).toEqual(['强制退出']);
  expect(contents[0]).toBe(
    '您的账号在另一台电脑登录，如非本人操作，请及时修改密码（2026-11-21 09:30:00，网络地址 203.0.*.*）',
  );
});

test('404 is silent, 500 503 504 have their sentences, the same toast is not stacked', async () => {
  const statuses = [404, 500, 500, 503, 504];
  server.mockImplementation(async () => new Response('', { status: statuses.shift() ?? 200 }));
  for (let i = 0; i < 5; i++) await call(rows).catch(() => undefined);
  expect(toasts).toEqual(['服务器遇到错误，无法完成请求！', '无法连接服务器，请稍后重试', '网络超时']);
});

test('a business failure carries code, sentence and fields and is not toasted', async () => {
  const errors = [{ field: 'plateNo', msg: '车牌号已存在' }];
  server.mockImplementation(async () => json({ code: 4000, msg: '车牌号已存在', data: { errors } }));
  const failure = await call(rows).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({ code: 4000, message: '车牌号已存在', errors });
  expect(toasts).toEqual([]);
});

test('no permission is a body code and never throws the user out', async () => {
  server.mockImplementation(async () => json({ code: 4003, msg: '暂无操作权限', data: null }));
  await expect(call(rows)).rejects.toMatchObject({ code: 4003 });
  expect(dialogs).toEqual([]);
});

test('a kept answer is asked for with its tag, and used again while the server says that it holds', async () => {
  const tree = endpoint({ path: '/api/tree', access: 'session', kept: true, title: '树', output: z.array(z.number()) });
  const tagged = (data: unknown, etag: string) =>
    new Response(JSON.stringify({ code: 200, msg: 'ok', data }), { headers: { etag } });
  const asked = () => server.mock.calls.map(([, init]) => new Headers(init.headers).get('If-None-Match'));
  server.mockImplementationOnce(async () => tagged([1], 'W/"a"'));
  expect(await call(tree)).toEqual([1]);
  server.mockImplementationOnce(async () => new Response(null, { status: 304 }));
  expect(await call(tree)).toEqual([1]);
  server.mockImplementationOnce(async () => tagged([1, 2], 'W/"b"'));
  expect(await call(tree)).toEqual([1, 2]);
  forgetAnswers();
  server.mockImplementationOnce(async () => tagged([3], 'W/"c"'));
  expect(await call(tree)).toEqual([3]);
  expect(asked()).toEqual([null, 'W/"a"', 'W/"a"', null]);
  server.mockImplementationOnce(async () => tagged([1], 'W/"a"'));
  await call(rows);
  server.mockImplementationOnce(async () => ok([4]));
  await call(rows);
  expect(asked().slice(4)).toEqual([null, null]);
});
