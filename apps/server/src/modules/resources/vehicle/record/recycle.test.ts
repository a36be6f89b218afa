import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../../test/test-app';

let app: TestApp;
let a: FleetFixture;
let b: FleetFixture;
const api = '/api/base/manage/vehicle';
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '回收公司');
  b = await fleetFixture(app, '别家回收');
});
afterAll(() => app.close());

const bin = async (token = a.token, more: object = {}) =>
  (await app.post(`${api}/recycle/page`, { page: 1, size: 15, ...more }, token)).data;
const restore = (id: string, token = a.token) => app.post(`${api}/recycle/restore`, { id }, token);
const foreign = { code: 4004, msg: '已删除的车辆不存在或无权查看' };

it('a deleted vehicle is taken back as it was, without what is gone by now', async () => {
  const id = await a.addVehicle('沪S00001', { fleetId: a.fleetId, driverId: a.driverId, remark: '原备注' });
  await a.post(`${api}/del`, { ids: [id] });
  expect(await bin()).toMatchObject({
    total: 1,
    list: [
      {
        id,
        name: '沪S00001',
        detail: '冷链一队 · 华东分公司',
        daysLeft: 30,
        deleteUser: expect.stringMatching(/./u),
      },
    ],
  });
  expect((await bin(a.token, { keyword: '沪X' })).total).toBe(0);
  expect(await bin(b.token)).toMatchObject({ total: 0 });
  expect(await restore(id, b.token)).toMatchObject(foreign);
  await sql`update driver set deleted_at = now() where id = ${a.driverId}`.execute(app.database.systemDb);
  expect(await restore(id)).toMatchObject({ code: 200 });
  expect((await a.post(`${api}/detail`, { id })).data).toMatchObject({
    plateNo: '沪S00001',
    fleetId: a.fleetId,
    driverId: null,
    remark: '原备注',
    version: 3,
  });
  expect((await a.post(`${api}/changeHis`, { id })).data.list[0]).toMatchObject({ action: '恢复' });
  expect((await bin()).total).toBe(0);
  // one that is there is not taken back
  expect(await restore(id)).toMatchObject(foreign);
});

it('not while another vehicle carries the plate, not after thirty days, and not by everybody', async () => {
  const id = await a.addVehicle('沪S00011');
  await a.post(`${api}/del`, { ids: [id] });
  await a.addVehicle('沪S00011');
  expect(await restore(id)).toMatchObject({
    code: 4011,
    msg: '车辆“沪S00011”不能恢复：车牌号已存在',
  });
  const old = await a.addVehicle('沪S00012');
  await a.post(`${api}/del`, { ids: [old] });
  await sql`update vehicle set deleted_at = now() - interval '30 days 1 minute' where id = ${old}`.execute(
    app.database.systemDb,
  );
  expect((await bin()).list.map((v: { id: string }) => v.id)).toEqual([id]);
  expect(await restore(old)).toMatchObject(foreign);
  const reader = await a.user({ menus: ['vehicle'] });
  expect(await app.post(`${api}/recycle/page`, { page: 1, size: 15 }, reader.token)).toMatchObject({ code: 4003 });
  expect(await restore(id, reader.token)).toMatchObject({ code: 4003 });
});
