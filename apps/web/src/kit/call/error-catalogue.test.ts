// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { endpoint } from '@tongda/contract/core/endpoint';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { bindNotify, reportError } from '../dialog/notify';
import { call, fetchFile, uploadFiles } from './api';
import { transport } from './api-error';
import { useReached } from './reach';

const open = endpoint({ path: '/api/open', access: 'public', title: '公开', output: z.number() });
const file = endpoint({ method: 'GET', path: '/api/file', access: 'public', title: '文件', raw: true });
const server = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const timeouts: number[] = [];
let expire = (): void => undefined;
let toasts: ReactNode[] = [];

beforeEach(() => {
  vi.stubGlobal('fetch', server);
  toasts = [];
  bindNotify({
    message: { open: ({ content }: { content: ReactNode }) => toasts.push(content) },
  } as unknown as Parameters<typeof bindNotify>[0]);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    timeouts.push(ms);
    const controller = new AbortController();
    expire = () => controller.abort(new DOMException('', 'TimeoutError'));
    return controller.signal;
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  server.mockReset();
  timeouts.length = 0;
});

/** Waits as long as the signal lets it. */
const hang = (_url: string, { signal }: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

test.each([
  [500, '服务器遇到错误，无法完成请求！'],
  [502, '无法连接服务器，请稍后重试'],
  [503, '无法连接服务器，请稍后重试'],
  [504, '网络超时'],
  [413, '文件过大，请压缩后重新上传'],
  [429, '操作过于频繁，请稍后再试'],
  [520, '服务器遇到错误，无法完成请求！'],
])('HTTP %i says its sentence once within 3 s', async (status, sentence) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + status * 60_000 });
  server.mockImplementation(async () => new Response('', { status }));
  for (let i = 0; i < 3; i++) {
    await expect(call(open)).rejects.toMatchObject({ code: transport.server, message: sentence, told: true });
  }
  expect(toasts).toEqual([sentence]);
  vi.useRealTimers();
});

test('HTTP 404 is silent', async () => {
  server.mockImplementation(async () => new Response('', { status: 404 }));
  await expect(call(open)).rejects.toMatchObject({ code: transport.missing, told: true });
  expect(toasts).toEqual([]);
});

test('a request ends after 60 s with 网络超时, an upload and a file after 240 s', async () => {
  server.mockImplementation(hang);
  const late = call(open);
  await vi.waitFor(() => expect(server).toHaveBeenCalledTimes(1));
  expire();
  await expect(late).rejects.toMatchObject({ code: transport.timeout, message: '网络超时' });
  const sent = uploadFiles(open, new FormData(), { quiet: true });
  await vi.waitFor(() => expect(server).toHaveBeenCalledTimes(2));
  expire();
  await expect(sent).rejects.toMatchObject({ code: transport.timeout });
  const fetched = fetchFile(file);
  await vi.waitFor(() => expect(server).toHaveBeenCalledTimes(3));
  expire();
  await expect(fetched).rejects.toMatchObject({ code: transport.timeout });
  expect(timeouts).toEqual([60_000, 240_000, 240_000]);
});

test('a cancelled request says nothing', async () => {
  server.mockImplementation(hang);
  const stop = new AbortController();
  const wanted = call(open, undefined, { signal: stop.signal });
  await vi.waitFor(() => expect(server).toHaveBeenCalled());
  stop.abort();
  await expect(wanted).rejects.toMatchObject({ code: transport.aborted, told: true });
  expect(toasts).toEqual([]);
});

test('no network is said as such, a server that is away as such', async () => {
  server.mockRejectedValue(new TypeError('Failed to fetch'));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await expect(call(open, undefined, { quiet: true })).rejects.toMatchObject({ message: '网络连接已断开' });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  await expect(call(open, undefined, { quiet: true })).rejects.toMatchObject({ message: '无法连接服务器，请稍后重试' });
});

test('whether calls get through is known from the calls, whatever the browser says of its network', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const { result } = renderHook(() => useReached());
  const ask = () => act(() => call(open, undefined, { quiet: true }).catch(() => 0));
  server.mockRejectedValue(new TypeError('Failed to fetch'));
  await ask();
  expect(result.current).toBe(false);
  server.mockImplementation(async () => new Response('{"code":200,"data":1}'));
  await ask();
  expect(result.current).toBe(true);
  server.mockImplementation(async () => new Response('', { status: 502 }));
  await ask();
  expect(result.current).toBe(false);
  // a refusal is an answer
  server.mockImplementation(async () => new Response('{"code":4010,"msg":"","data":null}'));
  await ask();
  expect(result.current).toBe(true);
});

test('a file that comes as JSON is an error with the server’s words, or 文件下载失败!', async () => {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  server.mockImplementation(async () => new Response('{"code":4004,"msg":"文件已过期"}', { headers }));
  await expect(fetchFile(file)).rejects.toMatchObject({ code: 4004, message: '文件已过期' });
  server.mockImplementation(async () => new Response('{"code":5000,"msg":""}', { headers }));
  await expect(fetchFile(file)).rejects.toMatchObject({ message: '文件下载失败!' });
  server.mockImplementation(async () => new Response('abc', { headers: { 'content-type': 'text/csv' } }));
  expect((await fetchFile(file)).size).toBe(3);
});

test('an answer that is not our envelope is a server error', async () => {
  server.mockImplementation(async () => new Response('<html>', { headers: { 'content-type': 'text/html' } }));
  await expect(call(open)).rejects.toMatchObject({ code: transport.server });
});

test.each([
  ['the envelope', 200, { code: 5000, msg: '服务器遇到错误，无法完成请求！', data: { traceId: '9f3c0a' } }],
  ['the status', 500, { code: 5000, msg: '', data: { traceId: '9f3c0b' } }],
])('an unexpected error, told by %s, shows its number once and copies it', async (_by, status, body) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1e8 + status * 60_000 });
  const copied = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied } });
  server.mockImplementation(async () => new Response(JSON.stringify(body), { status }));
  for (let i = 0; i < 2; i++) await call(open).catch(reportError);
  expect(toasts).toHaveLength(1);
  render(toasts[0]);
  expect(document.body.textContent).toContain('服务器遇到错误，无法完成请求！');
  expect(screen.getByText(body.data.traceId)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '复制' }));
  await screen.findByText('复制成功！');
  expect(copied).toHaveBeenCalledWith(body.data.traceId);
  vi.useRealTimers();
});

test('a refusal without a number is said in the server’s words alone', async () => {
  server.mockImplementation(async () => new Response('{"code":4000,"msg":"车牌号已存在","data":{"errors":[]}}'));
  await call(open).catch(reportError);
  expect(toasts).toEqual(['车牌号已存在']);
});
