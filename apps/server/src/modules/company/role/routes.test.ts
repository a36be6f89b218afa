import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';
import { createMessage } from '../../base/message/service';

const api = '/api/base/role';
let app: TestApp;
let a: FleetFixture;
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '甲公司');
});
afterAll(() => app.close());

const add = async (name: string): Promise<string> => String((await a.post(`${api}/add`, { name })).data.id);
const rightsOf = async (roleId: string) => (await a.post(`${api}/menuTree`, { roleId })).data;
const vehicleAdd = { menuId: 111, path: 'vehicle/add' };

describe('roles', () => {
  it('have unique names, a history, and are deleted only without members', async () => {
    const id = await add('调度');
    expect(await a.post(`${api}/add`, { name: '调度' })).toMatchObject({ code: 4000, msg: '角色名称已存在' });
    expect(await a.post(`${api}/update`, { id, version: 1, name: '调度组', remark: '白班' })).toMatchObject({
      data: { version: 2 },
    });
    expect(await a.post(`${api}/update`, { id, version: 1, name: '夜班' })).toMatchObject(changedByOther);
    const user = await a.user({});
    await a.post(`${api}/addMembers`, { roleId: id, userIds: [user.userId] });
    const refused = await a.post(`${api}/del`, { id });
    expect(refused.code).toBe(4011);
    expect(refused.msg).toMatch(/^角色“调度组”还有1名成员（.+），请先移除成员再删除$/u);
    await a.post(`${api}/removeMembers`, { roleId: id, userIds: [user.userId] });
    expect(await a.post(`${api}/changeHis`, { id })).toMatchObject({
      data: { list: [{ action: '移除成员' }, { action: '加成员' }, { action: '编辑' }, { action: '新增' }] },
    });
    expect(await a.post(`${api}/del`, { id })).toMatchObject({ code: 200 });
  });

  it('may be given what only a part of a call asks for: full numbers, corrections of probes and mileage, a departure in spite of something', async () => {
    const roleId = await add('细项');
    const wanted = [
      { menuId: 111, path: 'vehicle/sensitive' },
      { menuId: 111, path: 'vehicle/mileage' },
      { menuId: 111, path: 'vehicle/probeCorrect' },
      { menuId: 113, path: 'driver/sensitive' },
      { menuId: 900814, path: 'waybillManage/departureManage/override' },
      // asked for by a call of two pages
      { menuId: 166, path: 'alarmRecord/handle' },
    ];
    const { tree } = await rightsOf(roleId);
    type Node = { menuId: number; buttons: Array<{ path: string }>; children: Node[] };
    const offered = (nodes: Node[]): string[] =>
      nodes.flatMap((n) => [...n.buttons.map(({ path }) => `${n.menuId} ${path}`), ...offered(n.children)]);
    expect(offered(tree)).toEqual(expect.arrayContaining(wanted.map((b) => `${b.menuId} ${b.path}`)));
    await a.post(`${api}/saveMenu`, { roleId, version: 1, menus: [], buttons: wanted });
    const user = await a.user({});
    await a.post(`${api}/addMembers`, { roleId, userIds: [user.userId] });
    const { buttonGrouping } = (await app.post('/api/base/user/menuTree', {}, user.token)).data;
    expect(buttonGrouping['111']).toEqual(
      expect.arrayContaining([{ path: 'vehicle/sensitive' }, { path: 'vehicle/mileage' }]),
    );
    expect(buttonGrouping['113']).toEqual([{ path: 'driver/sensitive' }]);
  });

  it('tick a menu with its button and lose the buttons with the menu', async () => {
    const roleId = await add('勾选');
    const saved = await a.post(`${api}/saveMenu`, { roleId, version: 1, menus: [], buttons: [vehicleAdd] });
    // a new role begins with 修改密码
    expect(saved.data).toEqual({ version: 2, added: 2, removed: 1 });
    expect(await rightsOf(roleId)).toMatchObject({ checked: ['vehicle'], buttons: [vehicleAdd], version: 2 });
    expect(await a.post(`${api}/saveMenu`, { roleId, version: 1, menus: [], buttons: [] })).toMatchObject({
      code: 4009,
    });
    const gone = await a.post(`${api}/saveMenu`, { roleId, version: 2, menus: [], buttons: [] });
    expect(gone.data).toMatchObject({ added: 0, removed: 2 });
    expect(await rightsOf(roleId)).toMatchObject({ checked: [], buttons: [] });
  });

  it('show what they open together, a disabled one nothing', async () => {
    const [one, two] = [await add('预览甲'), await add('预览乙')];
    await a.post(`${api}/saveMenu`, { roleId: one, version: 1, menus: ['driver'], buttons: [vehicleAdd] });
    await a.post(`${api}/saveMenu`, { roleId: two, version: 1, menus: ['userManagement'], buttons: [] });
    const preview = async (...roleIds: string[]) => (await a.post(`${api}/menuPreview`, { roleIds })).data;
    expect(await preview(one, two)).toEqual({
      systems: [
        { system: '运输资源', pages: ['车辆管理', '司机管理'], buttons: 1 },
        { system: '公司管理', pages: ['用户管理'], buttons: 0 },
      ],
      masks: [],
    });
    await a.post(`${api}/status`, { id: one, version: 2, status: 0 });
    expect((await preview(one, two)).systems).toHaveLength(1);
    expect(await a.post(`${api}/menuPreview`, { roleIds: ['999999'] })).toMatchObject({ code: 4004 });
  });

  it('take effect at the next call of a logged-in user', async () => {
    const roleId = await add('即时');
    const user = await a.user({});
    const page = () => app.post('/api/base/manage/vehicle/page', {}, user.token);
    expect(await page()).toMatchObject({ code: 4003 });
    await a.post(`${api}/addMembers`, { roleId, userIds: [user.userId] });
    await a.post(`${api}/saveMenu`, { roleId, version: 1, menus: ['vehicle'], buttons: [] });
    await app.bus.publish('accessChanged', a.clientId, { clientId: a.clientId });
    expect(await page()).toMatchObject({ code: 200 });
    await a.post(`${api}/status`, { id: roleId, status: 0, version: 2 });
    await app.bus.publish('accessChanged', a.clientId, { clientId: a.clientId });
    expect(await page()).toMatchObject({ code: 4003 });
  });

  it.each([
    [
      '菜单',
      async (id: string) => a.post(`${api}/saveMenu`, { roleId: id, version: 2, menus: ['vehicle'], buttons: [] }),
    ],
    ['成员', async (id: string, userIds: string[]) => a.post(`${api}/addMembers`, { roleId: id, userIds })],
    ['启用', async (id: string) => a.post(`${api}/status`, { id, status: 1, version: 3 })],
    [
      '数据范围',
      async (id: string) => a.post(`${api}/saveDataScope`, { roleId: id, version: 2, dataScope: 4, orgIds: [a.orgId] }),
    ],
  ])('hand what is still open to who may act on it from now on: %s', async (what, widen) => {
    const roleId = await add(`交接${what}`);
    const user = await a.user({ orgId: null });
    const menus = what === '菜单' ? [] : ['vehicle'];
    await a.post(`${api}/saveMenu`, { roleId, version: 1, menus, buttons: [] });
    if (what === '启用') await a.post(`${api}/status`, { id: roleId, status: 0, version: 2 });
    if (what !== '成员') await a.post(`${api}/addMembers`, { roleId, userIds: [user.userId] });
    const vehicleId = what === '数据范围' ? await a.addVehicle('沪A20031', { orgId: a.orgId }) : null;
    const due = {
      clientId: a.clientId,
      type: 12001,
      title: `年检${what}`,
      content: '即将到期',
      menu: 'vehicle' as const,
      vehicleId,
    };
    await createMessage(app.database.systemDb, { ...due, category: 12, onceKey: `due ${what}` });
    await createMessage(app.database.systemDb, { ...due, category: 13, onceKey: `alarm ${what}` });
    const told = async () => {
      const { list } = (await app.post('/api/base/msg/page', { keyword: `年检${what}` }, user.token)).data;
      return list.map(({ category }: { category: number }) => category);
    };
    await app.bus.publish('accessChanged', a.clientId, { clientId: a.clientId });
    expect(await told()).toEqual([]);
    expect(await widen(roleId, [user.userId])).toMatchObject({ code: 200 });
    await app.bus.publish('accessChanged', a.clientId, { clientId: a.clientId });
    // the alarm of before he came is not his
    expect(await told()).toEqual([12]);
  });

  it('are given only by who holds what they hold', async () => {
    const grantor = await a.user({ menus: ['rolePermissions', 'vehicle'], buttons: ['vehicle/edit'] });
    const db = app.database.systemDb;
    const { role_id } = await db
      .selectFrom('user_role')
      .select('role_id')
      .where('user_id', '=', grantor.userId)
      .executeTakeFirstOrThrow();
    for (const path of ['rolePermissions/save', 'rolePermissions/member'])
      await db.insertInto('role_button').values({ client_id: a.clientId, role_id, menu_id: 118, path }).execute();
    await app.bus.publish('accessChanged', a.clientId, { clientId: a.clientId });
    const roleId = await add('越权');
    const save = (menus: string[], buttons: object[]) =>
      app.post(`${api}/saveMenu`, { roleId, version: 1, menus, buttons }, grantor.token);
    expect(await save(['vehicle'], [vehicleAdd])).toMatchObject({
      code: 4003,
      msg: '您没有这些权限，不能授予：车辆管理-新增',
    });
    expect(await save(['userManagement'], [])).toMatchObject({ code: 4003 });
    expect(await save(['vehicle'], [{ menuId: 111, path: 'vehicle/edit' }])).toMatchObject({ code: 200 });
    const strong = await add('强权');
    await a.post(`${api}/saveMenu`, { roleId: strong, version: 1, menus: ['userManagement'], buttons: [] });
    expect(
      await app.post(`${api}/addMembers`, { roleId: strong, userIds: [grantor.userId] }, grantor.token),
    ).toMatchObject({ code: 4003, msg: '角色“强权”含有您没有的权限，不能授予' });
  });

  it('with all rights are copied, not changed; somebody always manages roles', async () => {
    const db = app.database.systemDb;
    const { id } = await db
      .insertInto('role')
      .values({ client_id: a.clientId, name: '企业管理员', all_rights: true, preset: true })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await a.post(`${api}/saveMenu`, { roleId: id, version: 1, menus: [], buttons: [] })).toMatchObject({
      code: 4010,
      msg: '角色“企业管理员”为系统预置，不能修改，可复制后调整',
    });
    const copy = await a.post(`${api}/copy`, { fromId: id, name: '副管理员' });
    const held = await rightsOf(String(copy.data.id));
    expect(held.checked).toContain('rolePermissions');
    expect(held.buttons).toContainEqual(vehicleAdd);
    // without a primary user, the last one with the menu keeps it
    const others = db.updateTable('app_user').where('client_id', '=', a.clientId).where('id', '<>', a.userId);
    await others.set({ status: 0 }).execute();
    await db.updateTable('app_user').set({ is_primary: false, org_type: 1 }).where('id', '=', a.userId).execute();
    await db
      .insertInto('user_role')
      .values({ client_id: a.clientId, user_id: a.userId, role_id: String(copy.data.id) })
      .execute();
    await app.bus.publish('accessChanged', a.clientId, { clientId: a.clientId });
    const version = held.version;
    const rest = held.checked.filter((key: string) => key !== 'rolePermissions');
    const buttons = held.buttons.filter((b: { menuId: number }) => b.menuId !== 118);
    expect(await a.post(`${api}/saveMenu`, { roleId: copy.data.id, version, menus: rest, buttons })).toMatchObject({
      code: 4011,
      msg: '至少要有一个启用的用户能管理角色权限',
    });
    expect(await a.post(`${api}/removeMembers`, { roleId: copy.data.id, userIds: [a.userId] })).toMatchObject({
      code: 4011,
    });
    await db.updateTable('app_user').set({ is_primary: true }).where('id', '=', a.userId).execute();
    await app.bus.publish('accessChanged', a.clientId, { clientId: a.clientId });
  });

  it('carry a data scope that users without one of their own have', async () => {
    const roleId = await add('范围');
    const user = await a.user({ orgId: a.subOrgId, menus: ['vehicle'] });
    const home = await a.addVehicle('沪A80001', { orgId: a.subOrgId });
    const top = await a.addVehicle('沪A80002', { orgId: a.orgId });
    await app.database.systemDb.deleteFrom('user_role').where('user_id', '=', user.userId).execute();
    await a.post(`${api}/addMembers`, { roleId, userIds: [user.userId] });
    await a.post(`${api}/saveMenu`, { roleId, version: 1, menus: ['vehicle'], buttons: [] });
    const scope = async (dataScope: number, orgIds: string[], version: number): Promise<string[]> => {
      const saved = await a.post(`${api}/saveDataScope`, { roleId, version, dataScope, orgIds });
      expect([saved.code, saved.msg]).toEqual([200, 'ok']);
      await app.bus.publish('accessChanged', a.clientId, { clientId: a.clientId });
      const { data } = await app.post('/api/base/manage/vehicle/page', { plateNo: '沪A8000' }, user.token);
      return data.list.map((v: { id: string }) => v.id);
    };
    expect(await scope(2, [], 2)).toEqual([home]);
    expect(await scope(3, [], 3)).toEqual([]);
    expect(await scope(4, [a.orgId], 4)).toEqual([top, home]);
    expect(await a.post(`${api}/saveDataScope`, { roleId, version: 5, dataScope: 4, orgIds: [] })).toMatchObject({
      code: 4000,
      msg: '请至少选择一个部门',
    });
  });
});
