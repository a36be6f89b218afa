import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';

let app: TestApp;
let a: FleetFixture;
let b: FleetFixture;
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '分组公司');
  b = await fleetFixture(app, '邻居公司');
});
afterAll(() => app.close());

const api = '/api/base/manage/vehicleGroup';
const names = async (token = a.token) =>
  (await app.post(`${api}/showGroup`, {}, token)).data.map((g: { name: string }) => g.name);

describe('vehicle groups', () => {
  it('belong to one user, hold vehicles several times, and lose those he no longer sees', async () => {
    const [v1, v2] = [await a.addVehicle('沪A50001'), await a.addVehicle('沪A50002', { orgId: a.subOrgId })];
    const foreign = await b.addVehicle('苏B50003');
    const user = await a.user({ orgId: a.orgId });
    const one = await app.post(`${api}/addGroup`, { name: '医药专线', vehicleIds: [v1, v2, foreign] }, user.token);
    const two = await app.post(`${api}/addGroup`, { name: '城配' }, user.token);
    expect([one.code, two.code]).toEqual([200, 200]);
    await app.post(`${api}/addGroupVehicle`, { groupId: two.data.id, vehicleIds: [v2] }, user.token);
    const shown = async () =>
      (await app.post(`${api}/showGroup`, {}, user.token)).data.map(
        (g: { name: string; vehicles: Array<{ plateNo: string }> }) => [g.name, g.vehicles.map((v) => v.plateNo)],
      );
    expect(await shown()).toEqual([
      ['医药专线', ['沪A50001', '沪A50002']],
      ['城配', ['沪A50002']],
    ]);
    expect(await names()).toEqual([]);
    const { data } = await app.post(`${api}/getVehicleByUserId`, {}, user.token);
    expect(data.map((v: { plateNo: string; groupIds: string[] }) => [v.plateNo, v.groupIds.length])).toEqual([
      ['沪A50001', 1],
      ['沪A50002', 2],
    ]);
    await app.database.systemDb
      .updateTable('app_user')
      .set({ org_id: a.subOrgId })
      .where('id', '=', user.userId)
      .execute();
    expect(await shown()).toEqual([
      ['医药专线', ['沪A50002']],
      ['城配', ['沪A50002']],
    ]);
    expect((await app.post(`${api}/delGroup`, { id: one.data.id }, user.token)).code).toBe(200);
    expect(await a.post('/api/base/manage/vehicle/page', { plateNo: '沪A5000' })).toMatchObject({ data: { total: 2 } });
  });

  it('take and give single vehicles, so that two people at once keep what the other put in', async () => {
    const [v1, v2, v3] = [
      await a.addVehicle('沪A50011'),
      await a.addVehicle('沪A50012'),
      await a.addVehicle('沪A50013'),
    ];
    const { data } = await a.post(`${api}/addGroup`, { name: '两人同改', vehicleIds: [v1] });
    const change = (input: object) => a.post(`${api}/addGroupVehicle`, { groupId: data.id, ...input });
    await Promise.all([change({ add: [v2] }), change({ add: [v3] })]);
    const inside = async () =>
      (await a.post(`${api}/showGroup`, {})).data
        .find(({ id }: { id: string }) => id === data.id)
        .vehicles.map((v: { plateNo: string }) => v.plateNo);
    expect(await inside()).toEqual(['沪A50011', '沪A50012', '沪A50013']);
    await change({ remove: [v1, v2] });
    expect(await inside()).toEqual(['沪A50013']);
    expect(await change({})).toMatchObject({ code: 4000, msg: '请选择车辆' });
    await a.post(`${api}/delGroup`, { id: data.id });
  });

  it('have names of 1 to 20 characters, each once a user', async () => {
    const { data } = await a.post(`${api}/addGroup`, { name: ' 一组 ' });
    expect(await a.post(`${api}/addGroup`, { name: '一组' })).toMatchObject({ code: 4000, msg: '分组“一组”已存在' });
    expect(await a.post(`${api}/addGroup`, { name: '' })).toMatchObject({ code: 4000, msg: '请输入分组名称' });
    expect(await a.post(`${api}/addGroup`, { name: '字'.repeat(21) })).toMatchObject({
      code: 4000,
      msg: '最多20个字符',
    });
    expect((await a.post(`${api}/updateGroupName`, { id: data.id, name: '一组' })).code).toBe(200);
    expect((await a.post(`${api}/updateGroupName`, { id: data.id, name: '字'.repeat(20) })).code).toBe(200);
    expect((await b.post(`${api}/addGroup`, { name: '一组' })).code).toBe(200);
    expect(await b.post(`${api}/updateGroupName`, { id: data.id, name: '抢' })).toMatchObject({ code: 4004 });
    expect(await b.post(`${api}/addGroupVehicle`, { groupId: data.id, vehicleIds: [] })).toMatchObject({ code: 4004 });
    await a.post(`${api}/delGroup`, { id: data.id });
  });

  it('keep the order that was dragged', async () => {
    const ids: string[] = [];
    for (const name of ['甲', '乙', '丙', '丁']) ids.push((await a.post(`${api}/addGroup`, { name })).data.id);
    await a.post(`${api}/saveVehicleGroupSort`, { groupIds: [ids[3], ids[0]] });
    expect(await names()).toEqual(['丁', '甲', '乙', '丙']);
    await a.post(`${api}/updateVehicleGroupSort`, { id: ids[2], sort: 1 });
    expect(await names()).toEqual(['丁', '丙', '甲', '乙']);
    await a.post(`${api}/addGroup`, { name: '首', sort: 0 });
    expect(await names()).toEqual(['首', '丁', '丙', '甲', '乙']);
    expect(await a.post(`${api}/saveVehicleGroupSort`, { groupIds: ['1'] })).toMatchObject({ code: 4004 });
  });

  it('are fifty at most, also when two requests come together', async () => {
    const c = await fleetFixture(app, '满组公司');
    for (let i = 0; i < 49; i++) expect((await c.post(`${api}/addGroup`, { name: `组${i}` })).code).toBe(200);
    const both = await Promise.all(['五十', '五十一'].map((name) => c.post(`${api}/addGroup`, { name })));
    expect(both.map(({ code }) => code).sort()).toEqual([200, 4011]);
    expect(both.find(({ code }) => code === 4011)?.msg).toBe('最多50个分组');
  });
});
