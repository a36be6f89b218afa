import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeVehicle } from '../../../../test/stream-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { wireTime } from '../../../core/http/answer/wire-time';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('holds from a day on, ends what held before, and has the days computed again', async () => {
  const company = '行程公司';
  const { token, clientId } = await app.company(company);
  const { vehicleId } = await makeVehicle(app.database, company);
  const { systemDb } = app.database;
  const post = (path: string, input: object, who = token) => app.post(`/api/report/travelSetting/${path}`, input, who);
  const zone = 'Asia/Shanghai';
  const range = {
    startTime: wireTime(Date.now() - 40 * 86_400_000, zone),
    endTime: wireTime(Date.now() + 60_000, zone),
  };
  const list = async () => (await post('page', range)).data.list as Array<Record<string, unknown>>;
  const first = await post('save', { vehicleIds: [vehicleId], mode: 1, gapMin: 30, days: 3 });
  expect(first.data).toEqual({ done: 1, days: 4 });
  expect(await list()).toMatchObject([{ mode: 1, gapMin: 30, until: null, open: true, starts: '' }]);

  const { rows } = await sql<{ id: string }>`insert into place (client_id, kind, place_type, name)
    values (${clientId}, 'site', 1, '总仓'), (${clientId}, 'site', 1, '一店') returning id::text`.execute(systemDb);
  const [depot, shop] = rows.map(({ id }) => id);
  const bySites = { vehicleIds: [vehicleId], mode: 2, startIds: [depot], endIds: [shop], minKm: 2.5 };
  expect((await post('save', { ...bySites, endIds: [depot] })).data.errors).toMatchObject([{ field: 'endIds' }]);
  expect((await post('save', { ...bySites, mode: 1, gapMin: null })).data.errors).toMatchObject([{ field: 'gapMin' }]);
  // what holds is not ended by the way
  expect((await post('save', bySites)).data.errors).toMatchObject([
    { field: 'vehicleIds', msg: expect.stringMatching(/^该车辆已存在生效的行程设置：./u) },
  ]);
  expect(await list()).toHaveLength(1);
  expect((await post('save', { ...bySites, replace: true })).data).toEqual({ done: 1, days: 0 });
  const [now, before] = await list();
  expect(now).toMatchObject({ mode: 2, starts: '总仓', ends: '一店', minKm: 2.5, until: null });
  expect(before).toMatchObject({ mode: 1, open: false, until: now?.since });

  // who still has the one before on his screen is told so, although nobody changed that one since it ended
  expect(await post('save', { ...bySites, id: before?.id, version: before?.version })).toMatchObject({
    code: 4009,
    msg: '这条设置已被替换或结束，请刷新后重试',
  });
  expect(await post('del', { id: before?.id, version: before?.version })).toMatchObject({
    code: 4009,
    msg: '这条设置已被替换或结束，请刷新后重试',
  });

  // 开关机 needs nothing else
  expect((await post('save', { vehicleIds: [vehicleId], mode: 4, gapMin: 30, replace: true })).code).toBe(200);
  const powered = (await list()).find(({ open }) => open === true);
  expect(powered).toMatchObject({ mode: 4, gapMin: null, starts: '' });
  expect((await post('save', { ...bySites, replace: true })).code).toBe(200);

  const { token: stranger } = await app.company('别家公司');
  expect((await post('save', { vehicleIds: [vehicleId], mode: 1, gapMin: 30 }, stranger)).code).toBe(4004);
  const last = (await list()).find(({ open }) => open === true);
  expect(await post('del', { id: last?.id, version: 9 })).toMatchObject({
    code: 4009,
    msg: expect.stringMatching(/ 已行程设置（行程方式），请刷新后重试$/u),
  });
  expect((await post('del', { id: last?.id, version: 1 })).code).toBe(200);
  expect((await list()).every(({ open }) => open === false)).toBe(true);
});
