import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { sheetOf, uploadSheet } from '../../../../test/sheet-kit';
import { type TestApp, testApp } from '../../../../test/test-app';

/** What somebody with the account of a department's head tried in order to get further than his department. */
let app: TestApp;
let a: FleetFixture;
let head: { userId: string; token: string };
let roleOfHead: string;
const menus = ['userManagement', 'rolePermissions', 'structure', 'vehicleEquipmentGrant', 'driver', 'vehicle'];

const post = (path: string, body: object) => app.post(`/api/base/${path}`, body, head.token);
const changed = () => app.bus.publish('accessChanged', a.clientId, { clientId: a.clientId });
const db = () => app.database.systemDb;

beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '大集团');
  head = await a.user({ orgId: a.subOrgId, menus });
  const { role_id } = await db()
    .selectFrom('user_role')
    .select('role_id')
    .where('user_id', '=', head.userId)
    .executeTakeFirstOrThrow();
  roleOfHead = role_id;
  await db()
    .updateTable('app_user')
    .set({ name: '部门长', phone: '13770001999' })
    .where('id', '=', head.userId)
    .execute();
  await sql`insert into role_button (client_id, role_id, menu_id, path) select ${a.clientId}, ${roleOfHead}, m, p from (values
    (122, 'userManagement/addModify'), (122, 'userManagement/role'), (122, 'userManagement/import'), (122, 'userManagement/resetPwd'),
    (118, 'rolePermissions/save'), (118, 'rolePermissions/addModify'), (118, 'rolePermissions/member'), (118, 'rolePermissions/status')) b(m, p)
    on conflict do nothing`.execute(db());
  for (const { menu, path } of await rightsOf('resourceAuth', 'user', 'role', 'manage/driver'))
    await sql`insert into role_button (client_id, role_id, menu_id, path) values (${a.clientId}, ${roleOfHead}, ${menu}, ${path}) on conflict do nothing`.execute(
      db(),
    );
  await changed();
});
afterAll(() => app.close());

/** The buttons that the calls below these addresses ask for. */
async function rightsOf(...bases: string[]): Promise<Array<{ menu: number; path: string }>> {
  const { listEndpoints } = await import('../../../core/http/endpoints');
  return listEndpoints().flatMap(({ path, access }) =>
    typeof access === 'object' && access.path && bases.some((base) => path.startsWith(`/api/base/${base}/`))
      ? [access.menu].flat().map((menu) => ({ menu, path: access.path ?? '' }))
      : [],
  );
}

const departmentsOf = async (userId: string): Promise<string[]> =>
  (await sql<{ id: string }>`select scope_orgs(${userId})::text as id`.execute(db())).rows.map(({ id }) => id).sort();

let serial = 0;
const person = (more: object) => ({
  name: '张三',
  phone: String(13_770_002_000 + ++serial),
  accountCode: `guest${'abcdefghijklmnopqrstuvwxyz'.charAt(serial)}`,
  orgId: a.subOrgId,
  roleIds: [roleOfHead],
  userOrgType: 0,
  ...more,
});

describe('the head of a department', () => {
  it('sees his department; somebody without role and scope sees himself', async () => {
    expect(await departmentsOf(head.userId)).toEqual([a.subOrgId]);
    const { userId, token } = await a.user({ orgId: a.orgId, menus: ['vehicle'] });
    await a.addVehicle('沪A60001');
    const total = async () =>
      (await app.post('/api/base/manage/vehicle/page', { plateNo: '沪A60001' }, token)).data?.total;
    expect(await total()).toBe(1);
    await db().deleteFrom('user_role').where('user_id', '=', userId).execute();
    expect(await departmentsOf(userId)).toEqual([]);
  });

  it('cannot give himself or a friend a wider scope, directly or through a role', async () => {
    const wide = (await a.post('/api/base/role/add', { name: '全公司查看' })).data.id;
    await a.post('/api/base/role/saveDataScope', { roleId: wide, version: 1, dataScope: 4, orgIds: [a.orgId] });
    const scope = '的数据范围将大于您的数据范围';
    const mine = (await post('user/detail', { id: head.userId })).data;
    for (const more of [{ roleIds: [...mine.roleIds, wide] }, { userOrgType: 1 }])
      expect((await post('user/update', { ...mine, ...more })).code, JSON.stringify(more)).toBe(4003);
    expect((await post('user/add', person({ roleIds: [wide] }))).msg).toContain(scope);
    expect((await post('role/addMembers', { roleId: wide, userIds: [head.userId] })).msg).toContain(scope);
    expect((await post('user/setRole', { ids: [head.userId], roleIds: [wide], how: 'add' })).msg).toContain(scope);
    // his own scope limits him; without it his role would not
    await db().updateTable('app_user').set({ data_scope: 2 }).where('id', '=', head.userId).execute();
    await db().updateTable('role').set({ data_scope: 4 }).where('id', '=', roleOfHead).execute();
    await db()
      .insertInto('role_org_scope')
      .values({ client_id: a.clientId, role_id: roleOfHead, org_id: a.orgId })
      .execute();
    const now = (await post('user/detail', { id: head.userId })).data;
    expect((await post('user/update', { ...now, dataScope: null })).msg).toContain(scope);
    await db().updateTable('app_user').set({ data_scope: null }).where('id', '=', head.userId).execute();
    await db().updateTable('role').set({ data_scope: 2 }).where('id', '=', roleOfHead).execute();
    const saved = await post('role/saveDataScope', {
      roleId: roleOfHead,
      version: 1,
      dataScope: 4,
      orgIds: [a.subOrgId],
    });
    expect(saved.msg).toBe('ok');
    await db().updateTable('role').set({ data_scope: 3 }).where('id', '=', roleOfHead).execute();
    const grown = await post('role/saveDataScope', { roleId: roleOfHead, version: saved.data.version, dataScope: 1 });
    expect(grown.code).toBe(4003);
    await db().updateTable('role').set({ data_scope: 1 }).where('id', '=', roleOfHead).execute();
    expect(await departmentsOf(head.userId)).toEqual([a.subOrgId]);
  });

  it('cannot enable a stronger role that somebody of his has, nor change it', async () => {
    const { id } = await db()
      .insertInto('role')
      .values({ client_id: a.clientId, name: '停用的强角色', status: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db().insertInto('role_menu').values({ client_id: a.clientId, role_id: id, menu_key: 'settlement' }).execute();
    expect((await post('role/status', { id, version: 1, status: 1 })).code).toBe(4003);
    expect((await post('role/update', { id, version: 1, name: '改名' })).code).toBe(4003);
    expect((await post('role/addMembers', { roleId: id, userIds: [head.userId] })).code).toBe(4003);
  });

  it('cannot take over a colleague through a driver: tied to him and invited again', async () => {
    const colleague = await a.user({ orgId: a.subOrgId, menus: ['settlement'] });
    const driver = await db()
      .insertInto('driver')
      .values({ client_id: a.clientId, name: '假司机', org_id: a.subOrgId, phone: '13700001111' })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await post('manage/driver/account', { id: driver.id, userId: colleague.userId })).code).toBe(4003);
    await db().updateTable('app_user').set({ driver_id: driver.id }).where('id', '=', colleague.userId).execute();
    expect((await post('manage/driver/invite', { id: driver.id, reset: true })).code).toBe(4003);
  });

  it('judges an account as it is when he writes to it', async () => {
    const one = await a.user({ orgId: a.subOrgId });
    let answer: Promise<{ code: number }> | null = null;
    // somebody is just making him an administrator
    await db()
      .transaction()
      .execute(async (trx) => {
        await trx.updateTable('app_user').set({ org_type: 1 }).where('id', '=', one.userId).execute();
        answer = post('user/resetPwd', { id: one.userId });
        await expect
          .poll(async () => {
            const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
              where wait_event_type = 'Lock' and datname = current_database() and query like '%app_user%'`.execute(
              db(),
            );
            return rows[0]?.n;
          })
          .toBe(1);
      });
    expect(await answer).toMatchObject({ code: 4003 });
    const { must_change_pwd } = await db()
      .selectFrom('app_user')
      .select('must_change_pwd')
      .where('id', '=', one.userId)
      .executeTakeFirstOrThrow();
    expect(must_change_pwd).toBe(false);
  });

  it('changes nobody whose department was given what he has not, and brings nobody there', async () => {
    await db().updateTable('role').set({ data_scope: 1 }).where('id', '=', roleOfHead).execute();
    const below = (await a.post('/api/base/org/add', { parentId: a.subOrgId, name: '受权组', orgType: 2 })).data
      .id as string;
    const there = await a.user({ orgId: below });
    const here = await a.user({ orgId: a.subOrgId });
    const resetPwd = (id: string) => post('user/resetPwd', { id });
    expect((await resetPwd(there.userId)).code).toBe(200);
    const grant = { kind: 'vehicle', granteeType: 1, resourceIds: [await a.addVehicle('沪A60020')], rights: ['view'] };
    const give = (org: string, more: object = {}) =>
      a.post('/api/base/resourceAuth/save', { ...grant, granteeIds: [org], ...more });
    expect((await give(below)).code).toBe(200);
    expect(await resetPwd(there.userId)).toMatchObject({
      code: 4003,
      msg: expect.stringContaining('获得了您无权查看'),
    });
    expect(await post('user/add', person({ orgId: below }))).toMatchObject({
      code: 4003,
      msg: expect.stringContaining('将获得您无权查看'),
    });
    expect((await post('org/transfer', { userIds: [here.userId], orgId: below })).code).toBe(4003);
    // who sees himself only has nothing of what his department was given
    const self = (await a.post('/api/base/role/add', { name: '受权组本人' })).data.id as string;
    await a.post('/api/base/role/saveDataScope', { roleId: self, version: 1, dataScope: 3, orgIds: [] });
    await db().updateTable('user_role').set({ role_id: self }).where('user_id', '=', there.userId).execute();
    expect((await resetPwd(there.userId)).code).toBe(200);
    await db().updateTable('user_role').set({ role_id: roleOfHead }).where('user_id', '=', there.userId).execute();
    expect((await resetPwd(there.userId)).code).toBe(4003);
    // what his own department has is his, also what it will have
    expect((await give(a.subOrgId, { inherit: true })).code).toBe(200);
    await db()
      .updateTable('resource_auth')
      .set({ valid_from: new Date(Date.now() + 86_400_000) })
      .where('org_id', '=', a.subOrgId)
      .execute();
    expect((await resetPwd(here.userId)).code).toBe(200);
    expect((await resetPwd(there.userId)).code).toBe(4003);
    await db()
      .updateTable('resource_auth')
      .set({ valid_from: new Date(0) })
      .where('org_id', '=', a.subOrgId)
      .execute();
    expect((await resetPwd(there.userId)).code).toBe(200);
  });

  it('imports nobody stronger, and takes no import of others back', async () => {
    const heads = ['账号', '姓名', '手机', '部门', '角色', '数据范围'];
    const { name } = await db()
      .selectFrom('role')
      .select('name')
      .where('id', '=', roleOfHead)
      .executeTakeFirstOrThrow();
    await a.post('/api/base/role/add', { name: '只看自己' });
    await db().updateTable('role').set({ data_scope: 3 }).where('name', '=', '只看自己').execute();
    const file = (scope: string, role = name) =>
      sheetOf(heads, [['daoru', '李四', '13770005555', '上海部', role, scope]]);
    const send = async (bytes: Buffer, token: string) =>
      uploadSheet(app, '/api/base/user/import', bytes, token, { mode: 'both', commit: 'all' });
    const made = await send(await file('', '只看自己'), a.token);
    expect(made.data, JSON.stringify(made)).toMatchObject({ added: 1 });
    const wider = await send(await file('本部门及下级', '只看自己'), a.token);
    expect(wider.data).toMatchObject({ updated: 1 });
    // the owner gave him a menu that the head has not: neither a line nor the undo of the owner's import touches him
    await db()
      .insertInto('role_menu')
      .values({ client_id: a.clientId, role_id: await idOf('只看自己'), menu_key: 'settlement' })
      .execute();
    const refused = await send(await file('仅本人', '只看自己'), head.token);
    expect(refused.code).toBe(4000);
    expect(JSON.stringify(refused.data)).toContain('不在您的权限范围内');
    expect((await post('user/importUndo', { id: wider.data.runId })).code).toBe(4003);
    expect((await post('user/importUndo', { id: made.data.runId, rest: true })).code).not.toBe(200);
  });

  it('cannot make a vehicle that was lent to him his own, or lend it on for longer', async () => {
    const id = await a.addVehicle('沪A60009');
    const lent = await a.post('/api/base/resourceAuth/save', {
      kind: 'vehicle',
      granteeType: 2,
      granteeIds: [head.userId],
      resourceIds: [id],
      rights: ['view', 'control'],
      endTime: '2099-01-01 00:00:00',
    });
    expect(lent.code).toBe(200);
    const friend = await a.user({ orgId: a.subOrgId });
    const give = (to: string, endTime?: string) =>
      post('resourceAuth/save', {
        kind: 'vehicle',
        granteeType: 2,
        granteeIds: [to],
        resourceIds: [id],
        rights: ['view'],
        endTime,
      });
    const longer = { code: 4000, msg: '有车辆是授权给您的，有效期不能晚于您自己的有效期' };
    expect(await give(head.userId)).toMatchObject(longer);
    expect(await give(friend.userId)).toMatchObject(longer);
    expect(await give(friend.userId, '2099-01-02 00:00:00')).toMatchObject(longer);
    expect(await give(friend.userId, '2098-01-01 00:00:00')).toMatchObject({ code: 200 });
    const { rows } = await sql<{
      id: string;
      user_id: string;
    }>`select id::text, user_id::text from resource_auth where resource_id = ${id}`.execute(db());
    const own = rows.find((row) => row.user_id === head.userId)?.id;
    const given = rows.find((row) => row.user_id === friend.userId)?.id;
    for (const authId of [own, given])
      expect(await post('resourceAuth/extend', { authIds: [authId], endTime: null }), authId).toMatchObject(longer);
    expect((await post('resourceAuth/extend', { authIds: [given], endTime: '2098-06-01 00:00:00' })).code).toBe(200);
    // what belongs to his department he gives for as long as he likes
    const home = await a.addVehicle('沪A60010', { orgId: a.subOrgId });
    const forever = {
      kind: 'vehicle',
      granteeType: 2,
      granteeIds: [friend.userId],
      resourceIds: [home],
      rights: ['view'],
    };
    expect((await post('resourceAuth/save', forever)).code).toBe(200);
  });
});

const idOf = async (role: string): Promise<string> =>
  (
    await db()
      .selectFrom('role')
      .select('id')
      .where('name', '=', role)
      .where('client_id', '=', a.clientId)
      .executeTakeFirstOrThrow()
  ).id;

describe('staff of the provider who manages roles there', () => {
  it('cannot give himself the right to write on visits by naming a role so', async () => {
    const provider = await fleetFixture(app, '运营商');
    await db().updateTable('client').set({ kind: 'provider' }).where('id', '=', provider.clientId).execute();
    const staff = await provider.user({ menus: ['rolePermissions', 'userManagement'] });
    const { role_id } = await db()
      .selectFrom('user_role')
      .select('role_id')
      .where('user_id', '=', staff.userId)
      .executeTakeFirstOrThrow();
    for (const path of new Set((await rightsOf('role')).map((right) => right.path)))
      await db()
        .insertInto('role_button')
        .values({ client_id: provider.clientId, role_id, menu_id: 118, path })
        .execute();
    await app.bus.publish('accessChanged', provider.clientId, { clientId: provider.clientId });
    const ask = (path: string, body: object) => app.post(`/api/base/role/${path}`, body, staff.token);
    expect((await ask('update', { id: role_id, version: 1, name: '我的', code: 'visit-write' })).code).toBe(200);
    await db().updateTable('role').set({ code: 'visit:write', version: 1 }).where('id', '=', role_id).execute();
    const other = await db()
      .insertInto('role')
      .values({ client_id: provider.clientId, name: '访问可写', code: 'visit:write' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db().updateTable('role').set({ code: null }).where('id', '=', role_id).execute();
    expect((await ask('addMembers', { roleId: other.id, userIds: [staff.userId] })).code).toBe(4003);
  });
});
