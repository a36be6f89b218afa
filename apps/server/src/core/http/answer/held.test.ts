import { endpoint } from '@tongda/contract/core/endpoint';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Ctx } from '../ctx';
import { route } from '../route';
import { HeldAnswers, type MakeAnswer } from './held';
import { Packed } from './packed';

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  // at 0 the cache would take no time for noted
  await vi.advanceTimersByTimeAsync(1);
});
afterEach(() => void vi.useRealTimers());

/** A maker that counts, and waits for its turn when it is told to. */
function counted() {
  const state = { made: 0, go: Promise.resolve() };
  const make = async () => {
    const mine = ++state.made;
    await state.go;
    return Packed.of({ okCode: 200 }, `第${mine}次`);
  };
  return { state, make };
}
const get = async (answers: HeldAnswers, key: string, make: MakeAnswer<unknown>) =>
  (await answers.get(key, make)).open();

it('makes an answer once for all who ask within a second, also while it is being made', async () => {
  const answers = new HeldAnswers();
  const { make } = counted();
  const [first, second] = await Promise.all([answers.get('a', make), answers.get('a', make)]);
  expect(second).toBe(first);
  await vi.advanceTimersByTimeAsync(900);
  expect(await answers.get('a', make)).toBe(first);
  expect(await first.open()).toBe('第1次');
  expect(await get(answers, 'b', make)).toBe('第2次');
  await vi.advanceTimersByTimeAsync(1_100);
  expect(await get(answers, 'a', make)).toBe('第3次');
});

it('holds what takes long to make ten times as long as that, five seconds at most', async () => {
  const answers = new HeldAnswers();
  const { state, make } = counted();
  const takes = (ms: number) => async () => {
    await vi.advanceTimersByTimeAsync(ms);
    return make();
  };
  await answers.get('a', takes(300));
  await vi.advanceTimersByTimeAsync(2_900);
  await answers.get('a', make);
  expect(state.made).toBe(1);
  await vi.advanceTimersByTimeAsync(200);
  await answers.get('a', takes(4_000));
  expect(state.made).toBe(2);
  await vi.advanceTimersByTimeAsync(4_900);
  await answers.get('a', make);
  expect(state.made).toBe(2);
  await vi.advanceTimersByTimeAsync(200);
  await answers.get('a', make);
  expect(state.made).toBe(3);
});

it('answers nobody with what was begun before he asked, when nothing is to be held', async () => {
  const answers = new HeldAnswers({ ms: 0 });
  const { state, make } = counted();
  let go = (): void => undefined;
  state.go = new Promise((resolve) => {
    go = resolve;
  });
  const first = get(answers, 'a', make);
  const later = [get(answers, 'a', make), get(answers, 'a', make), get(answers, 'a', make)];
  const other = get(answers, 'b', make);
  expect(state.made).toBe(2);
  go();
  expect(await first).toBe('第1次');
  // all who asked meanwhile share one
  expect(await Promise.all(later)).toEqual(['第3次', '第3次', '第3次']);
  expect(await other).toBe('第2次');
  expect(await get(answers, 'a', make)).toBe('第4次');
});

it('makes the next answer also when the one before it failed', async () => {
  const answers = new HeldAnswers({ ms: 0 });
  const { make } = counted();
  const failed = answers.get('a', () => Promise.reject(new Error('away')));
  const next = get(answers, 'a', make);
  await expect(failed).rejects.toThrow('away');
  expect(await next).toBe('第1次');
});

it('holds nothing of what failed, and nothing that is passing', async () => {
  const answers = new HeldAnswers({ ms: 'ever' });
  const { make } = counted();
  await expect(answers.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  const passing: MakeAnswer<unknown> = (say) => {
    say();
    return make();
  };
  expect(await get(answers, 'a', passing)).toBe('第1次');
  expect(await get(answers, 'a', make)).toBe('第2次');
  expect(await get(answers, 'a', make)).toBe('第2次');
});

it('holds what its key names as long as there is room, the latest used', async () => {
  const answers = new HeldAnswers({ ms: 'ever', bytes: 1_000 });
  const { make } = counted();
  const first = await answers.get('0', make);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(await answers.get('0', make)).toBe(first);
  // short texts take a few dozen bytes and 200 for their place
  for (const key of ['1', '2', '3', '4', '5']) await answers.get(key, make);
  expect(await answers.get('0', make)).not.toBe(first);
});

it('gives callers of one scope, rights and masks the same answer, and nobody else', async () => {
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
    const [clientId, scope, mask, right] = String(headers.authorization).split(' ');
    const masks = new Set(mask && mask !== '-' ? [mask] : []);
    const rights = { all: false, keys: new Set(), buttons: new Set(right ? [right] : []), masks };
    // as much of a context as `route` looks at
    return { clientId, userId: scope, rights, can: () => true, timeZone: 'Asia/Shanghai' } as unknown as Ctx;
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
  expect(await ask('1 all - 136:edit')).toBe(6);
  const packed = await ask('1 all', undefined, { 'accept-encoding': 'gzip' });
  expect(packed.headers['content-encoding']).toBe('gzip');
  const etag = String(packed.headers.etag);
  const again = await ask('1 all', undefined, { 'accept-encoding': 'gzip', 'if-none-match': etag });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});
