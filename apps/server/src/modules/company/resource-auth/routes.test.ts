import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';
import { createMessage } from '../../base/message/service';

const api = '/api/base/resourceAuth';
let app: TestApp;
let a: FleetFixture;
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '甲公司');
});
afterAll(() => app.close());

const give = (resourceIds: string[], more: object) =>
  a.post(`${api}/save`, { kind: 'vehicle', granteeType: 2, resourceIds, rights: ['view'], ...more });
const seen = async (token: string, plateNo: string): Promise<number> =>
  (await app.post('/api/base/manage/vehicle/page', { plateNo }, token)).data.total;

describe('grants', () => {
  it('open a vehicle to a user until they are revoked or over; a department’s one stays when the user’s goes', async () => {
    const id = await a.addVehicle('沪A70001');
    const user = await a.user({ orgId: a.subOrgId, menus: ['vehicle'] });
    expect(await seen(user.token, '沪A70001')).toBe(0);
    expect((await give([id], { granteeIds: [user.userId] })).data).toEqual({ added: 1, updated: 0, skipped: 0 });
    expect((await give([id], { granteeIds: [user.userId] })).data).toEqual({ added: 0, updated: 0, skipped: 1 });
    expect((await give([id], { granteeIds: [user.userId], rights: ['edit'] })).data.updated).toBe(1);
    expect(await seen(user.token, '沪A70001')).toBe(1);
    await give([id], { granteeType: 1, granteeIds: [a.subOrgId] });
    const grants = (await a.post(`${api}/page`, { keyword: '沪A70001', granteeType: 2 })).data.list;
    expect(grants).toMatchObject([{ rights: ['view', 'edit'], status: 1, granteeId: user.userId }]);
    await a.post(`${api}/revoke`, { authIds: [grants[0].id] });
    expect(await seen(user.token, '沪A70001')).toBe(1);
    await sql`update resource_auth set valid_from = now() - interval '2 days', valid_until = now() - interval '1 day' where org_id = ${a.subOrgId}`.execute(
      app.database.systemDb,
    );
    expect(await seen(user.token, '沪A70001')).toBe(0);
  });

  it('hand what is still open about a vehicle to who sees it from now on', async () => {
    const vehicleId = await a.addVehicle('沪A70009');
    const due = {
      clientId: a.clientId,
      vehicleId,
      category: 12 as const,
      type: 12001,
      title: '年检',
      content: '即将到期',
    };
    await createMessage(app.database.systemDb, { ...due, onceKey: 'due of 沪A70009' });
    const [one, two, below] = [await a.user({}), await a.user({}), await a.user({ orgId: a.subOrgId })];
    const told = async (user: { token: string }) =>
      (await app.post('/api/base/msg/getNoticeNum', {}, user.token)).data.msgCategoryMap[12] ?? 0;
    expect(await told(one)).toBe(0);
    await give([vehicleId], { granteeIds: [one.userId] });
    expect(await told(one)).toBe(1);
    expect((await a.post(`${api}/copy`, { fromUserId: one.userId, toUserId: two.userId })).data.added).toBe(1);
    expect(await told(two)).toBe(1);
    expect(await told(below)).toBe(0);
    await give([vehicleId], { granteeType: 1, granteeIds: [a.subOrgId] });
    expect(await told(below)).toBe(1);
  });

  it('to look at do not let edit; the right to edit does', async () => {
    const id = await a.addVehicle('沪A70002');
    const user = await a.user({ orgId: a.subOrgId, menus: ['vehicle'], buttons: ['vehicle/status'] });
    await give([id], { granteeIds: [user.userId] });
    const stop = () => app.post('/api/base/manage/vehicle/status', { ids: [id], vehicleStatus: 2 }, user.token);
    expect(await stop()).toMatchObject({ code: 4003, msg: '您没有车辆沪A70002的编辑权限，请联系管理员授权' });
    await give([id], { granteeIds: [user.userId], rights: ['view', 'edit'] });
    expect(await stop()).toMatchObject({ code: 200 });
  });

  it('are copied to another user, extended, and end in the future only', async () => {
    const id = await a.addVehicle('沪A70003');
    const [one, two] = [await a.user({}), await a.user({})];
    await give([id], { granteeIds: [one.userId], endTime: '2099-01-01 00:00:00' });
    const copy = { fromUserId: one.userId, toUserId: two.userId };
    expect((await a.post(`${api}/copy`, copy)).data).toEqual({ added: 1, skipped: 0 });
    expect((await a.post(`${api}/copy`, copy)).data).toEqual({ added: 0, skipped: 1 });
    const [grant] = (await a.post(`${api}/page`, { granteeUserId: two.userId })).data.list;
    expect(grant.endTime).toBe('2099-01-01 00:00:00');
    expect(await a.post(`${api}/extend`, { authIds: [grant.id], endTime: '2020-01-01 00:00:00' })).toMatchObject({
      code: 4000,
      msg: '结束时间必须晚于开始时间和当前时间',
    });
    expect((await a.post(`${api}/extend`, { authIds: [grant.id], endTime: null })).data).toEqual({ changed: 1 });
    const change = { id: grant.id, version: grant.version, rights: ['view', 'video'] };
    expect(await a.post(`${api}/update`, change)).toMatchObject(changedByOther);
    expect(await a.post(`${api}/update`, { ...change, version: grant.version + 1 })).toMatchObject({ code: 200 });
  });

  it('are given only by who has what he gives', async () => {
    const id = await a.addVehicle('沪A70004');
    const grantor = await a.user({ orgId: a.subOrgId, menus: ['vehicleEquipmentGrant'] });
    await sql`insert into role_button (client_id, role_id, menu_id, path) select ${a.clientId}, role_id, 120,
      'resourceAuthorization/vehicleEquipment/edit' from user_role where user_id = ${grantor.userId}`.execute(
      app.database.systemDb,
    );
    await app.bus.publish('accessChanged', a.clientId, { clientId: a.clientId });
    const post = (rights: string[]) =>
      app.post(
        `${api}/save`,
        { kind: 'vehicle', granteeType: 1, granteeIds: [a.subOrgId], resourceIds: [id], rights },
        grantor.token,
      );
    expect(await post(['view'])).toMatchObject({ code: 4000, msg: '有1辆车不存在或您无权查看，不能授权' });
    await give([id], { granteeIds: [grantor.userId] });
    expect(await post(['view', 'control'])).toMatchObject({ code: 4003, msg: '有1辆车您没有“控制”权限，不能授予' });
    expect(await post(['view'])).toMatchObject({ code: 200, data: { added: 1 } });
  });

  it('say before they are saved when they would open nothing: departments above see the resource anyway', async () => {
    const [own, below] = [await a.addVehicle('沪A70006'), await a.addVehicle('沪A70007')];
    await sql`update vehicle set org_id = ${a.subOrgId} where id = ${below}`.execute(app.database.systemDb);
    const ask = (granteeIds: string[], more: object = {}) =>
      a.post(`${api}/check`, { kind: 'vehicle', granteeType: 1, granteeIds, resourceIds: [own, below], ...more });
    const name = async (id: string) =>
      (await sql<{ name: string }>`select name from org where id = ${id}`.execute(app.database.systemDb)).rows[0]?.name;
    expect((await ask([a.subOrgId])).data.warnings).toEqual([
      `“${await name(a.subOrgId)}”归属其本部门或下级的1辆车辆本来就可见，授权不会带来变化`,
    ]);
    expect((await ask([a.orgId])).data.warnings[0]).toContain('2辆车辆本来就可见');
    expect((await ask([a.subOrgId], { resourceIds: [own] })).data.warnings).toEqual([]);
    expect(await ask(['999999'])).toMatchObject({ code: 4004 });
  });

  it('stand as ticks in the forms of departments and users, saved with them', async () => {
    const [id, own] = [await a.addVehicle('沪A70008'), await a.addVehicle('沪A70010')];
    await sql`update vehicle set org_id = ${a.subOrgId} where id = ${own}`.execute(app.database.systemDb);
    const shape = { kind: 'circle', lng: 121.38, lat: 31.25, radiusM: 500 };
    const place = { kind: 'site', placeType: 2, name: '管辖仓', visible: 2, orgId: a.orgId, shape };
    const site = (await a.post('/api/base/manage/region/add', place)).data.id;
    const sourcesOf = async (base: string, target: string, group = 'vehicle', keyword = '沪A700') =>
      Object.fromEntries(
        (await a.post(`${base}/jurisdiction`, { id: target, group, keyword })).data.list.map(
          (r: { name: string; source: string }) => [r.name, r.source],
        ),
      );
    const org = '/api/base/org';
    expect(await sourcesOf(org, a.subOrgId)).toMatchObject({ 沪A70008: 'none', 沪A70010: 'other' });
    const { data: dept } = await a.post(`${org}/detail`, { id: a.subOrgId });
    const add = [
      { kind: 'vehicle', id },
      { kind: 'site', id: site },
    ];
    const save = async (change: object) => {
      const { version } = (await a.post(`${org}/detail`, { id: a.subOrgId })).data;
      return a.post(`${org}/update`, { ...dept, version, jurisdiction: change });
    };
    expect(await save({ add, remove: [] })).toMatchObject({ code: 200 });
    expect(await sourcesOf(org, a.subOrgId)).toMatchObject({ 沪A70008: 'given', 沪A70010: 'other' });
    expect(await sourcesOf(org, a.subOrgId, 'map', '管辖')).toEqual({ 管辖仓: 'given' });
    const user = await a.user({ orgId: a.subOrgId, menus: ['vehicle'] });
    expect(await seen(user.token, '沪A70008')).toBe(1);
    expect(await sourcesOf('/api/base/user', user.userId)).toMatchObject({ 沪A70008: 'other' });
    await save({ add: [], remove: add });
    expect(await seen(user.token, '沪A70008')).toBe(0);
    const { data } = await a.post('/api/base/user/detail', { id: user.userId });
    const person = { ...data, name: '王小明', phone: '13912340001' };
    const mine = { add: add.slice(0, 1), remove: [] };
    expect(await a.post('/api/base/user/update', { ...person, jurisdiction: mine })).toMatchObject({ code: 200 });
    expect(await sourcesOf('/api/base/user', user.userId)).toMatchObject({ 沪A70008: 'given' });
    expect(await a.post(`${org}/jurisdiction`, { id: '999999', group: 'vehicle' })).toMatchObject({ code: 4004 });
  });

  it('explain what they open, and what a role does not', async () => {
    const id = await a.addVehicle('沪A70005');
    const user = await a.user({ orgId: a.subOrgId });
    const ask = async () => (await a.post(`${api}/explainVehicle`, { userId: user.userId, vehicleId: id })).data;
    expect(await ask()).toMatchObject({ visible: false, reasons: [] });
    await give([id], { granteeIds: [user.userId] });
    expect(await ask()).toMatchObject({
      visible: true,
      rights: ['view'],
      reasons: [{ kind: 'user', state: 'active' }],
    });
    const button = (await a.post(`${api}/explainButton`, { userId: user.userId, menuId: 111, path: 'vehicle/add' }))
      .data;
    expect(button.allowed).toBe(false);
    expect(button.answer).toMatch(/没有一个启用的角色拥有该菜单$/u);
  });
});
