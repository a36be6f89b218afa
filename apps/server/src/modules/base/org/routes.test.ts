import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';

const api = '/api/base/org';
let app: TestApp;
let a: FleetFixture;
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '甲公司');
});
afterAll(() => app.close());

const fields = (parentId: string, name: string, more: object = {}) => ({ parentId, name, orgType: 3, ...more });
const add = async (parentId: string, name: string, more: object = {}): Promise<string> => {
  const answer = await a.post(`${api}/add`, fields(parentId, name, more));
  if (answer.code !== 200) throw new Error(answer.msg);
  return String(answer.data.id);
};
const treeOf = async () => (await a.post(`${api}/tree`)).data as Array<Record<string, unknown>>;

describe('departments', () => {
  it('are added, edited with a history, and count what lies below', async () => {
    const id = await add(a.orgId, '调度部', { code: 'DD-01', phone: '021-52340000' });
    await a.addVehicle('沪A90001', { orgId: id });
    await a.user({ orgId: id });
    const node = (await treeOf()).find((o) => o.id === id);
    expect(node).toMatchObject({ userCount: 1, vehicleCount: 1, userTotal: 1, vehicleTotal: 1, code: 'DD-01' });
    expect((await treeOf()).find((o) => o.id === a.orgId)).toMatchObject({ vehicleTotal: 1, vehicleCount: 0 });
    const detail = (await a.post(`${api}/detail`, { id })).data;
    const saved = await a.post(`${api}/update`, { ...detail, managerUserId: a.userId, name: '调度中心' });
    expect(saved).toMatchObject({ code: 200, data: { version: 2 } });
    expect(await a.post(`${api}/update`, { ...detail, name: '别的' })).toMatchObject(changedByOther);
    const his = (await a.post(`${api}/changeHis`, { id })).data.list;
    expect(his[0]).toMatchObject({ action: '编辑' });
    expect(his[0].changes.map((c: { label: string }) => c.label)).toEqual(['部门名称', '负责人']);
  });

  it('keep names unique under a parent and codes in the company', async () => {
    await add(a.orgId, '财务部', { code: 'CW' });
    expect(await a.post(`${api}/add`, fields(a.orgId, '财务部'))).toMatchObject({
      code: 4000,
      msg: '同一上级下已有同名部门',
      data: { errors: [{ field: 'name' }] },
    });
    expect(await a.post(`${api}/add`, fields(a.subOrgId, '财务部', { code: 'CW' }))).toMatchObject({
      code: 4000,
      msg: '部门编码已存在',
    });
    expect(await a.post(`${api}/add`, fields(a.orgId, '甲'))).toMatchObject({
      code: 4000,
      msg: '部门名称应为2~30个字符',
    });
  });

  it('refuse loops, the ninth level, and moving the company', async () => {
    const top = await add(a.orgId, '循环上');
    const below = await add(top, '循环下');
    expect(await a.post(`${api}/move`, { orgId: top, parentId: below })).toMatchObject({
      code: 4000,
      msg: '不能移动到本部门或其下级部门',
    });
    expect(await a.post(`${api}/move`, { orgId: a.orgId, parentId: top })).toMatchObject({ code: 4011 });
    let deep = below;
    for (let level = 4; level <= 8; level++) deep = await add(deep, `第${level}级`);
    expect(await a.post(`${api}/add`, fields(deep, '第9级'))).toMatchObject({ code: 4000, msg: '组织架构最多8级' });
    const two = await add(a.orgId, '两级上');
    await add(two, '两级下');
    expect(await a.post(`${api}/move`, { orgId: two, parentId: deep })).toMatchObject({ msg: '组织架构最多8级' });
  });

  it('move with everything below, in the wanted order', async () => {
    const north = await add(a.orgId, '北区');
    const south = await add(a.orgId, '南区');
    const team = await add(north, '一队');
    const crew = await add(team, '甲班');
    const vehicle = await a.addVehicle('沪A90002', { orgId: crew });
    const user = await a.user({ orgId: south, menus: ['vehicle'] });
    const seen = async (): Promise<number> =>
      (await app.post('/api/base/manage/vehicle/page', { plateNo: '沪A90002' }, user.token)).data.total;
    expect(await seen()).toBe(0);
    expect(await a.post(`${api}/move`, { orgId: team, parentId: south, index: 0 })).toMatchObject({ code: 200 });
    expect(await seen()).toBe(1);
    expect((await treeOf()).find((o) => o.id === south)).toMatchObject({ vehicleTotal: 1 });
    expect(vehicle).not.toBe('');
  });

  it('are moved by the head of a department within what he sees, and nowhere else', async () => {
    const own = await add(a.orgId, '负责人的部门');
    const [one, two] = [await add(own, '一组'), await add(own, '二组')];
    const other = await add(a.orgId, '别人的部门');
    const rights = { menus: ['structure'], buttons: ['structure/move', 'structure/jurisdiction'], orgId: own };
    const { token, userId } = await a.user(rights);
    expect(await a.post(`${api}/manager`, { orgId: own, userId })).toMatchObject({ code: 200 });
    const head = (path: string, body: object) => app.post(`${api}/${path}`, body, token);
    expect((await head('tree', {})).data.map((o: { name: string }) => o.name).toSorted()).toEqual(
      ['负责人的部门', '一组', '二组'].toSorted(),
    );
    expect(await head('move', { orgId: two, parentId: one })).toMatchObject({ code: 200 });
    expect((await treeOf()).find((o) => o.id === two)).toMatchObject({ parentId: one });
    const detail = (await head('detail', { id: two })).data;
    expect(await head('update', { ...detail, parentId: own })).toMatchObject({ code: 200 });
    expect(await head('move', { orgId: one, parentId: other })).toMatchObject({ code: 4004 });
    expect(await head('move', { orgId: other, parentId: own })).toMatchObject({ code: 4004 });
    expect(await head('move', { orgId: own, parentId: a.orgId })).toMatchObject({ code: 4004 });
    // his own department is renamed where it stands
    const { data: mine } = await head('detail', { id: own });
    expect(await head('update', { ...mine, name: '负责人的新部门' })).toMatchObject({ code: 200 });
  });

  it('are not moved by the head of a department to where their people, or he, would have more than he has', async () => {
    const own = await add(a.orgId, '被限的部门');
    const [given, team] = [await add(own, '有授权的组'), await add(own, '没有授权的组')];
    const vehicle = await a.addVehicle('沪A90005', { orgId: a.orgId });
    const grant = { kind: 'vehicle', granteeType: 1, resourceIds: [vehicle], rights: ['view', 'control'] };
    const saved = await a.post('/api/base/resourceAuth/save', { ...grant, granteeIds: [given], inherit: true });
    expect(saved).toMatchObject({ code: 200, data: { added: 1 } });
    const member = await a.user({ orgId: team, menus: ['vehicle'] });
    const rights = {
      menus: ['structure', 'vehicle'],
      buttons: ['structure/move', 'structure/jurisdiction', 'structure/transfer'],
    };
    const [head, aside] = [await a.user({ ...rights, orgId: own }), await a.user({ ...rights, orgId: team })];
    // he sees two departments by name, and none of what lies above them
    const db = app.database.systemDb;
    await db.updateTable('app_user').set({ data_scope: 4 }).where('id', '=', aside.userId).execute();
    const named = [given, team].map((org_id) => ({ client_id: a.clientId, user_id: aside.userId, org_id }));
    await db.insertInto('user_org_scope').values(named).execute();
    const sees = async (token: string) =>
      (await app.post('/api/base/manage/vehicle/page', { plateNo: '沪A90005' }, token)).data.total;
    for (const { token, userId } of [head, aside]) {
      const ask = (path: string, body: object) => app.post(`${api}/${path}`, body, token);
      const refused = { code: 4003, msg: expect.stringMatching(/获得.*资源/u) };
      expect(await ask('move', { orgId: team, parentId: given }), userId).toMatchObject(refused);
      const { data: detail } = await ask('detail', { id: team });
      expect(await ask('update', { ...detail, parentId: given }), userId).toMatchObject(refused);
      expect(await ask('transfer', { userIds: [userId], orgId: given }), userId).toMatchObject({ code: 4003 });
      expect([await sees(token), await sees(member.token)]).toEqual([0, 0]);
    }
    // who has what the department was given moves it there
    expect(await a.post(`${api}/move`, { orgId: team, parentId: given })).toMatchObject({ code: 200 });
    expect(await sees(member.token)).toBe(1);
    expect(await app.post(`${api}/move`, { orgId: team, parentId: own }, head.token)).toMatchObject({ code: 4003 });
  });

  it('that hold something are not deleted: what uses them is named', async () => {
    const used = await add(a.orgId, '在用部门');
    await a.addVehicle('沪A90003', { orgId: used });
    await add(used, '子部门');
    const refused = await a.post(`${api}/del`, { id: used });
    expect(refused).toMatchObject({ code: 4011 });
    expect(refused.msg).toBe('该部门下存在用户/车辆/子部门，无法删除：1个子部门（子部门），1辆车（沪A90003）');
    const free = await add(a.orgId, '空部门');
    expect(await a.post(`${api}/del`, { id: free })).toMatchObject({ code: 200 });
    expect((await treeOf()).some((o) => o.id === free)).toBe(false);
  });

  it('show members and vehicles, own and given ones, and take users over', async () => {
    const from = await add(a.orgId, '调出部门');
    const to = await add(a.orgId, '调入部门');
    const user = await a.user({ orgId: from, menus: ['vehicle'] });
    const vehicle = await a.addVehicle('沪A90004', { orgId: a.orgId });
    const given = await a.post('/api/base/resourceAuth/save', {
      kind: 'vehicle',
      granteeType: 1,
      granteeIds: [from],
      resourceIds: [vehicle],
      rights: ['view'],
    });
    expect(given.data).toEqual({ added: 1, updated: 0, skipped: 0 });
    expect((await a.post(`${api}/vehicles`, { orgId: from })).data.list).toMatchObject([
      { plateNo: '沪A90004', source: 'grant' },
    ]);
    const sees = async () => (await app.post('/api/base/manage/vehicle/page', {}, user.token)).data.total;
    expect(await sees()).toBe(1);
    expect((await a.post(`${api}/members`, { orgId: from })).data.list.map((m: { id: string }) => m.id)).toEqual([
      user.userId,
    ]);
    expect(await a.post(`${api}/transfer`, { orgId: to, userIds: [user.userId] })).toMatchObject({
      data: { moved: 1 },
    });
    expect((await a.post(`${api}/members`, { orgId: from })).data.total).toBe(0);
    expect(await sees()).toBe(0);
  });

  it('say what of any kind they still hold; papers and what was deleted go to the one above', async () => {
    const id = await add(a.orgId, '要撤的部门');
    const own = { client_id: a.clientId, org_id: id };
    const db = app.database.systemDb;
    const store = await db
      .insertInto('store')
      .values({ ...own, code: 'ORG-1', name: '部门的店', address: '路1号' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rule = { name: '部门规则', kind: 'idle', scope: 4, targetIds: [id], params: { maxMin: 30, minutes: 30 } };
    expect(await a.post('/api/alarm/rule/add', rule)).toMatchObject({ code: 200 });
    await db
      .updateTable('device')
      .set({ org_id: id })
      .where('id', '=', a.deviceIds[2] ?? '')
      .execute();
    expect((await a.post(`${api}/del`, { id })).msg).toMatch(
      /^该部门下存在用户\/车辆\/子部门，无法删除：1台终端（T\d+），1家门店（部门的店），1条报警规则（部门规则）$/u,
    );
    await db.updateTable('store').set({ deleted_at: new Date() }).where('id', '=', store.id).execute();
    await db
      .updateTable('device')
      .set({ org_id: null })
      .where('id', '=', a.deviceIds[2] ?? '')
      .execute();
    await db.updateTable('alarm_rule').set({ deleted_at: new Date() }).where('client_id', '=', a.clientId).execute();
    expect(await a.post(`${api}/del`, { id })).toMatchObject({ code: 200 });
    const { org_id } = await db
      .selectFrom('store')
      .select('org_id')
      .where('id', '=', store.id)
      .executeTakeFirstOrThrow();
    expect(org_id).toBe(a.orgId);
  });

  it('lie in the scope of the caller', async () => {
    const user = await a.user({ orgId: a.subOrgId, menus: ['structure'] });
    const tree = (await app.post(`${api}/tree`, {}, user.token)).data as Array<{ id: string }>;
    expect(tree.map((o) => o.id)).toEqual([a.subOrgId]);
    expect(await app.post(`${api}/detail`, { id: a.orgId }, user.token)).toMatchObject({ code: 4004 });
    expect(await app.post(`${api}/members`, { orgId: a.orgId }, user.token)).toMatchObject({ code: 4004 });
    expect(await app.post(`${api}/del`, { id: a.subOrgId }, user.token)).toMatchObject({ code: 4003 });
  });
});

it('the first page of the administration counts what is there', async () => {
  const { data } = await a.post('/api/base/enterprise/home/summary');
  expect(data).toMatchObject({ orgs: (await treeOf()).length, vehicles: 5, devices: 3, usersDisabled: 0 });
  expect(data.recent.length).toBeGreaterThan(5);
});

it('what was done in one go is one line of the last changes', async () => {
  await sql`insert into change_history (client_id, entity, entity_id, action, user_id, user_name, changes, at)
    select ${a.clientId}, 'auth', n, '导入新增', ${a.userId}, '林', '[]', now() + interval '1 minute' from generate_series(1, 500) n`.execute(
    app.database.systemDb,
  );
  const { recent } = (await a.post('/api/base/enterprise/home/summary')).data;
  expect(recent[0]).toMatchObject({ entity: '车辆设备授权', action: '导入新增', text: '等500条' });
  expect(recent[1].action).not.toBe('导入新增');
});

it('how far the company is set up is counted for who sees all of it, and told to nobody else', async () => {
  const [vehicle, device] = [await a.addVehicle('沪D10001'), a.deviceIds[0] ?? ''];
  await sql`insert into device_binding (client_id, device_id, vehicle_id, during) values (${a.clientId}, ${device}, ${vehicle}, '[2026-01-01,)')`.execute(
    app.database.systemDb,
  );
  const { data } = await a.post('/api/base/enterprise/home/setup');
  const tree = await treeOf();
  expect(data).toMatchObject({ orgs: tree.length, vehicles: 6, devices: 3, bound: 1, reporting: 0, customers: 0 });
  const few = await a.user({ menus: ['enterpriseHome'] });
  expect(await app.post('/api/base/enterprise/home/setup', {}, few.token)).toMatchObject({ code: 200, data: null });
});
