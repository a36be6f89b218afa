import { endpoint } from '@tongda/contract/core/endpoint';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Ctx } from '../ctx';
import { route } from '../route';
import { HeldAnswers, textOf } from './held';

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  // at 0 the cache would take no time for noted
  await vi.advanceTimersByTimeAsync(1);
});
afterEach(() => void vi.useRealTimers());

it('makes an answer once for all who ask within a second, also while it is being made', async () => {
  const answers = new HeldAnswers();
  let made = 0;
  const make = async () => `第${++made}次`;
  const [first, second] = await Promise.all([answers.get('a', make), answers.get('a', make)]);
  expect(second).toBe(first);
  await vi.advanceTimersByTimeAsync(900);
  expect(await answers.get('a', make)).toBe(first);
  expect(await textOf(first)).toBe('第1次');
  expect(await textOf(await answers.get('b', make))).toBe('第2次');
  await vi.advanceTimersByTimeAsync(1_100);
  expect(await textOf(await answers.get('a', make))).toBe('第3次');
});

it('holds nothing of what failed', async () => {
  const answers = new HeldAnswers();
  await expect(answers.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await textOf(await answers.get('a', async () => '有'))).toBe('有');
});

it('gives callers of one scope and masks the same answer, and nobody else', async () => {
  const app = Fastify();
  let made = 0;
  const asked = endpoint({
    path: '/api/test/held',
    access: 'session',
    title: '测试',
    kept: true,
    input: z.object({ word: z.string().optional() }),
    output: z.object({ n: z.number(), clientId: z.string() }),
  });
  app.decorate('boundEndpoints', new Set<string>());
  app.decorate('details', new Map());
  app.decorate('checkAnswers', false);
  app.decorate('authenticate', async ({ headers }) => {
    const [clientId, scope, mask] = String(headers.authorization).split(' ');
    const masks = new Set(mask ? [mask] : []);
    // as much of a context as `route` looks at
    return { clientId, userId: scope, rights: { masks }, can: () => true, timeZone: 'Asia/Shanghai' } as unknown as Ctx;
  });
  route(app, asked, async ({ clientId }) => ({ n: ++made, clientId }), { sameFor: ({ userId }) => userId });
  const ask = async (who: string, word?: string, headers: Record<string, string> = {}) => {
    const answer = await app.inject({
      ...{ method: 'POST', url: asked.path, payload: word === undefined ? {} : { word } },
      headers: { authorization: who, ...headers },
    });
    return answer.statusCode === 200 && !answer.headers['content-encoding'] ? answer.json().data.n : answer;
  };
  expect(await ask('1 all')).toBe(1);
  expect(await ask('1 all')).toBe(1);
  expect(await ask('2 all')).toBe(2);
  expect(await ask('1 u7')).toBe(3);
  expect(await ask('1 all phone')).toBe(4);
  expect(await ask('1 all', '冷')).toBe(5);
  const packed = await ask('1 all', undefined, { 'accept-encoding': 'gzip' });
  expect(packed.headers['content-encoding']).toBe('gzip');
  const etag = String(packed.headers.etag);
  const again = await ask('1 all', undefined, { 'accept-encoding': 'gzip', 'if-none-match': etag });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});
