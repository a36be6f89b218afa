import { afterAll, beforeAll, expect, it } from 'vitest';
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
    holdTotal({ sessionId, clientId: '1' }, { path: '/list' }, { page, size: 10 }, count);
  expect(await ask('one', 1)).toBe(1);
  expect(await ask('one', 2)).toBe(1);
  expect(await ask('two', 2)).toBe(2);
});
