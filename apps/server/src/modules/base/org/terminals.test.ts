import { afterAll, beforeAll, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';
import { makeFirstCompany } from '../../company/user/founding';

const base = '/api/base/org/terminals';
let app: TestApp;
let a: FleetFixture;
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '接入设置公司');
});
afterAll(() => app.close());

const terminal = async (more: {
  code?: string | null;
  came?: string | null;
  policy?: string | null;
  came_at?: boolean;
}): Promise<string> => {
  const number = String(15_500_000_000 + Math.floor(Math.random() * 1e9));
  const { id } = await app.database.systemDb
    .insertInto('device')
    .values({
      client_id: a.clientId,
      terminal_no: number,
      phone_key: number,
      auth_code: more.code ?? null,
      terminal_policy: more.policy ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (more.came !== undefined)
    await app.database.systemDb
      .insertInto('device_access')
      .values({
        device_id: id,
        client_id: a.clientId,
        tried_at: new Date(),
        tried_from: '1.2.3.4:5',
        outcome: 'accepted',
        accepted_at: new Date(),
        accepted_from: '1.2.3.4:5',
        accepted_code: more.came,
      })
      .execute();
  return id;
};

it('a new company is strict and told of new networks', async () => {
  const fresh = await testApp();
  await makeFirstCompany(fresh.database.systemDb, async (plain) => plain);
  const { rows } = await fresh.database.pool.query('select terminal_policy, terminal_alerts from client');
  expect(rows).toEqual([{ terminal_policy: 'strict', terminal_alerts: true }]);
  await fresh.close();
});

it('an administrator moves the company from 宽松 to 严格 and sees before what that means; terminals of other platforms keep their codes', async () => {
  const tolerant = { policy: 'tolerant', alerts: true, cutReview: false };
  const strict = { policy: 'strict', alerts: true, cutReview: false };
  expect(await a.post(`${base}/save`, { ...tolerant, before: strict })).toMatchObject({ code: 200 });
  // two of the fixture are silent
  const { counts: empty } = (await a.post(`${base}/info`)).data;
  await terminal({ code: 'own-code', came: 'own-code' });
  const foreign = await terminal({ code: 'never-used', came: 'foreign-code' });
  const fresh = await terminal({ came: 'other-code' });
  await terminal({ came: '12' });
  await terminal({ came: null });
  const apart = await terminal({ code: 'x'.repeat(12), came: 'apart-code', policy: 'strict' });
  const info = (await a.post(`${base}/info`)).data;
  expect(info).toMatchObject({ ...tolerant, editable: true, updateTime: expect.any(String) });
  expect(info.counts).toEqual({ own: 1, foreign: 2, without: 2, silent: empty.silent, ownPolicy: 1 });
  expect(await a.post(`${base}/save`, { ...strict, adopt: true, before: tolerant })).toMatchObject({
    code: 200,
    data: { adopted: 2 },
  });
  const rows = await app.database.systemDb
    .selectFrom('device')
    .select(['id', 'auth_code'])
    .where('id', 'in', [foreign, fresh, apart])
    .execute();
  expect(Object.fromEntries(rows.map((row) => [row.id, row.auth_code]))).toEqual({
    [foreign]: 'foreign-code',
    [fresh]: 'other-code',
    [apart]: 'x'.repeat(12),
  });
  const { list } = (await a.post(`${base}/changeHis`, { id: a.clientId, page: 1, size: 15 })).data;
  expect(list[0].changes).toMatchObject([
    { label: '注册方式', before: '宽松', after: '严格' },
    { label: '采用现有鉴权码', after: '2台终端' },
  ]);
  const device = (await a.post('/api/base/manage/device/changeHis', { id: foreign, page: 1, size: 15 })).data;
  expect(JSON.stringify(device)).not.toContain('foreign-code');
});

it('who saves over somebody else’s change, or is no administrator, changes nothing; another company reads its own', async () => {
  const now = { policy: 'strict', alerts: true, cutReview: false };
  const wrong = { ...now, before: { ...now, policy: 'tolerant' } };
  expect(await a.post(`${base}/save`, wrong)).toMatchObject(changedByOther);
  const reader = await a.user({ menus: ['structure'] });
  expect((await app.post(`${base}/info`, {}, reader.token)).data).toMatchObject({ ...now, editable: false });
  const off = { policy: 'tolerant', alerts: false, cutReview: false, before: now };
  expect((await app.post(`${base}/save`, off, reader.token)).code).toBe(4003);
  const nobody = await a.user({});
  expect((await app.post(`${base}/info`, {}, nobody.token)).code).toBe(4003);
  const b = await fleetFixture(app, '另一家接入设置公司');
  expect((await b.post(`${base}/save`, { policy: 'strict', alerts: false, cutReview: false, before: now })).code).toBe(
    200,
  );
  expect((await a.post(`${base}/info`)).data).toMatchObject(now);
  expect((await b.post(`${base}/changeHis`, { id: a.clientId, page: 1, size: 15 })).code).toBe(4004);
});
