import type { FieldMask } from '@tongda/contract/core/field/hidden-kinds';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../test/test-app';
import { holdTotal } from './totals';

let app: TestApp;
let a: FleetFixture;
const api = '/api/base/manage/fleet';
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '数数公司');
});
afterAll(() => app.close());

const caller = (sessionId: string, masks: FieldMask[] = []) => ({
  ...{ sessionId, userId: '1', clientId: '1', timeZone: 'Asia/Shanghai' },
  rights: { masks: new Set(masks) },
});

/** A fleet that nobody of the company wrote, as a job writes it. */
const writeUnseen = (name: string) =>
  app.database.systemDb.insertInto('fleet').values({ client_id: a.clientId, name }).execute();
const totalOf = async (page: number, filters: Record<string, unknown> = {}): Promise<number> =>
  (await a.post(`${api}/page`, { page, size: 10, ...filters })).data.total;

it('counts a list when its first page is looked at, and not again while it is turned', async () => {
  const first = await totalOf(1);
  await writeUnseen('后台一队');
  expect(await totalOf(2)).toBe(first);
  expect(await totalOf(2, { sort: 'name asc' })).toBe(first);
  // other filters are another list
  expect(await totalOf(2, { keyword: '后台' })).toBe(1);
  expect(await totalOf(1)).toBe(first + 1);
  expect(await totalOf(3)).toBe(first + 1);
});

it('counts again as soon as somebody of the company has written', async () => {
  const first = await totalOf(1);
  const { code } = await a.post(`${api}/add`, { name: '前台一队', orgId: a.orgId, leader: 'n陈国栋' });
  expect(code).toBe(200);
  expect(await totalOf(2)).toBe(first + 1);
});

it('holds nothing for another session', async () => {
  let counted = 0;
  const count = async () => ++counted;
  const ask = (sessionId: string, page: number) =>
    holdTotal(caller(sessionId), { path: '/list' }, { page, size: 10 }, count);
  expect(await ask('one', 1)).toBe(1);
  expect(await ask('one', 2)).toBe(1);
  expect(await ask('two', 2)).toBe(2);
});

it('holds nothing for another program: none of them has a session', async () => {
  let counted = 0;
  const ask = (who: ReturnType<typeof caller>, page: number) =>
    holdTotal(who, { path: '/of-programs' }, { page, size: 10 }, async () => ++counted);
  const program = caller('');
  expect(await ask(program, 1)).toBe(1);
  expect(await ask(program, 2)).toBe(1);
  // another program of the company, one of another company, and the same one when its fields or its days are others
  expect(await ask({ ...program, userId: '2' }, 2)).toBe(2);
  expect(await ask({ ...program, clientId: '2' }, 2)).toBe(3);
  expect(await ask(caller('', ['phone']), 2)).toBe(4);
  expect(await ask({ ...program, timeZone: 'UTC' }, 2)).toBe(5);
});

describe('a list that callers of one name see alike', () => {
  let counted = 0;
  let rows = 0;
  const ask = (who: ReturnType<typeof caller>, sameFor: string, path: `/${string}`) =>
    holdTotal(who, { path }, { page: 1, size: 10 }, async () => ({ total: rows, asked: ++counted }), sameFor);
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
    // at 0 the cache would take no time for noted
    vi.advanceTimersByTime(1);
    [counted, rows] = [0, 1_000];
  });
  afterEach(() => void vi.useRealTimers());

  it('is counted once in five seconds for all of them, also while it is being counted, and for nobody else', async () => {
    const both = await Promise.all([ask(caller('one'), 'all', '/large'), ask(caller('two'), 'all', '/large')]);
    expect(both.map(({ asked }) => asked)).toEqual([1, 1]);
    expect((await ask(caller('three'), 'all', '/large')).asked).toBe(1);
    expect((await ask(caller('four'), 'u7', '/large')).asked).toBe(2);
    expect((await ask(caller('five', ['phone']), 'all', '/large')).asked).toBe(3);
    expect((await ask({ ...caller('six'), clientId: '2' }, 'all', '/large')).asked).toBe(4);
    vi.advanceTimersByTime(5_100);
    expect((await ask(caller('three'), 'all', '/large')).asked).toBe(5);
  });

  it('is counted anew for each where it is short, so that what a job adds is seen at once, and after each write', async () => {
    rows = 999;
    expect([
      (await ask(caller('one'), 'all', '/short')).asked,
      (await ask(caller('two'), 'all', '/short')).asked,
    ]).toEqual([1, 2]);
    rows = 1_000;
    expect((await ask(caller('one'), 'all', '/written')).asked).toBe(3);
    expect((await a.post(`${api}/add`, { name: '又一队', orgId: a.orgId, leader: 'n陈国栋' })).code).toBe(200);
    expect((await ask(caller('one'), 'all', '/written')).asked).toBe(4);
  });

  it('is counted by the next one when counting failed', async () => {
    const failing = holdTotal(
      caller('one'),
      { path: '/failed' },
      { page: 1, size: 10 },
      () => Promise.reject(new Error('away')),
      'all',
    );
    await expect(failing).rejects.toThrow('away');
    expect((await ask(caller('two'), 'all', '/failed')).asked).toBe(1);
  });
});
