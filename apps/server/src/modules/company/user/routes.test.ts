import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { sheetOf, uploadSheet } from '../../../../test/sheet-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { hashAsClient } from '../../base/identity/password/hash';
import { strengthenPasswords } from '../../base/identity/password/jobs';

const api = '/api/base/user';
let app: TestApp;
let a: FleetFixture;
let roleId: string;
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '甲公司');
  roleId = String((await a.post('/api/base/role/add', { name: '普通角色' })).data.id);
});
afterAll(() => app.close());

let serial = 0;
const fields = (more: object = {}) => ({
  name: '张三',
  phone: `1377000${String(1000 + serial++)}`,
  orgId: a.orgId,
  roleIds: [roleId],
  userOrgType: 0,
  ...more,
});
async function add(accountCode: string, more: object = {}): Promise<{ id: string; password: string }> {
  const answer = await a.post(`${api}/add`, fields({ accountCode, ...more }));
  if (answer.code !== 200) throw new Error(answer.msg);
  return answer.data;
}

describe('users', () => {
  it('log in with the password that is shown once; account and phone are unique', async () => {
    const { password } = await add('zhangsan', { phone: '13755550001' });
    expect((await app.login('zhangsan', password)).code).toBe(200);
    expect(await a.post(`${api}/add`, fields({ accountCode: 'ZhangSan' }))).toMatchObject({
      code: 4000,
      data: { errors: [{ field: 'accountCode', msg: '账号已存在' }] },
    });
    expect(await a.post(`${api}/add`, fields({ accountCode: 'lisi', phone: '13755550001' }))).toMatchObject({
      code: 4000,
      data: { errors: [{ field: 'phone', msg: '手机号码已被其他账号使用' }] },
    });
    expect(await a.post(`${api}/add`, fields({ accountCode: '12' }))).toMatchObject({
      code: 4000,
      msg: '账号应为3~15位',
    });
    // a password that the administrator chose travels as its hash and is not answered
    const chosen = await add('chosen', { password: hashAsClient('Chosen@26', app.secrets.pwdSalt) });
    expect(chosen.password).toBeNull();
    expect((await app.login('chosen', 'Chosen@26')).code).toBe(200);
  });

  it('are changed by one at a time, with a history', async () => {
    const { id } = await add('wangwu');
    const detail = (await a.post(`${api}/detail`, { id })).data;
    const change = { ...detail, name: '王五', dataScope: 4, orgIds: [a.subOrgId] };
    expect(await a.post(`${api}/update`, change)).toMatchObject({ code: 200, data: { version: 2 } });
    expect(await a.post(`${api}/update`, change)).toMatchObject(changedByOther);
    const [line] = (await a.post(`${api}/changeHis`, { id })).data.list;
    expect(line.changes.map((c: { label: string }) => c.label)).toEqual(['姓名', '数据范围', '自定义部门']);
  });

  it('have a line of history also for a new number that looks like the old one under its mask', async () => {
    const { id } = await add('looklike', { phone: '13816502213' });
    const detail = (await a.post(`${api}/detail`, { id })).data;
    expect(await a.post(`${api}/update`, { ...detail, phone: '13816592213' })).toMatchObject({ code: 200 });
    const [line] = (await a.post(`${api}/changeHis`, { id })).data.list;
    expect(line.changes).toMatchObject([{ field: 'phone', before: '138****2213', after: '138****2213' }]);
  });

  it('are found for a choice by their initials too', async () => {
    const { id } = await add('ouyang', { name: '欧阳建国' });
    const found = async (keyword: string) =>
      (await a.post(`${api}/options`, { keyword })).data.map((one: { id: string }) => one.id);
    expect(await found('oyjg')).toEqual([id]);
    expect(await found('oyjh')).toEqual([]);
  });

  it('lose their sessions when they are disabled, kicked or reset', async () => {
    const { id, password } = await add('zhaoliu');
    const enter = async (secret: string): Promise<string> =>
      String((await app.login('zhaoliu', secret)).data?.access_token ?? '');
    const alive = async (token: string): Promise<number> =>
      (await app.get('/api/sso/oauth/getLoginInfo', token)).status;
    const first = await enter(password);
    expect(await alive(first)).toBe(200);
    await a.post(`${api}/kick`, { ids: [id] });
    expect(await alive(first)).toBe(401);
    const second = await enter(password);
    await sql`update app_user set pwd_changed_at = now() - interval '30 days' where id = ${id}`.execute(
      app.database.systemDb,
    );
    const { data } = await a.post(`${api}/resetPwd`, { id });
    expect(await alive(second)).toBe(401);
    expect((await app.login('zhaoliu', password)).code).toBe(4000);
    const third = await enter(data.password);
    await a.post(`${api}/status`, { ids: [id], accountStatus: 0 });
    expect(await alive(third)).toBe(401);
    expect((await app.login('zhaoliu', data.password)).code).toBe(4003);
  });

  it('nobody disables or deletes himself or the primary account; a deleted account is free again', async () => {
    expect(await a.post(`${api}/status`, { ids: [a.userId], accountStatus: 0 })).toMatchObject({ code: 4011 });
    expect(await a.post(`${api}/del`, { ids: [a.userId] })).toMatchObject({ code: 4011 });
    const { id } = await add('sunqi');
    expect(await a.post(`${api}/del`, { ids: [id] })).toMatchObject({ code: 200 });
    expect(await a.post(`${api}/detail`, { id })).toMatchObject({ code: 4004 });
    await add('sunqi');
  });

  it('that administer are for administrators; roles are given only by who holds what they hold', async () => {
    const clerk = await a.user({ menus: ['userManagement'] });
    const db = app.database.systemDb;
    await sql`insert into role_button (client_id, role_id, menu_id, path) select ${a.clientId}, role_id, 122, p from user_role,
      unnest(array['userManagement/addModify', 'userManagement/resetPwd', 'userManagement/role']) p where user_id = ${clerk.userId}`.execute(
      db,
    );
    await app.bus.publish('accessChanged', a.clientId, { clientId: a.clientId });
    const post = (path: string, body: object) => app.post(`${api}/${path}`, body, clerk.token);
    const { id } = await add('boss', { userOrgType: 1 });
    expect(await post('resetPwd', { id })).toMatchObject({ code: 4003, msg: '只有管理员可以管理管理员账号' });
    expect(await post('add', fields({ accountCode: 'newboss', userOrgType: 1 }))).toMatchObject({ code: 4003 });
    await sql`insert into role_menu (client_id, role_id, menu_key) values (${a.clientId}, ${roleId}, 'vehicle')`.execute(
      db,
    );
    expect(await post('add', fields({ accountCode: 'helper' }))).toMatchObject({
      code: 4003,
      msg: '角色“普通角色”含有您没有的权限，不能授予',
    });
  });

  it('a locked account is shown and unlocked', async () => {
    const { id } = await add('suoding');
    for (let i = 0; i < 5; i++)
      await sql`insert into login_attempt as t (key, account, network, failed_count, window_start, locked_until) values ('suoding|10.0.0.1', 'suoding', '10.0.0.1', 5, now(), now() + interval '15 minutes')
        on conflict (key) do nothing`.execute(app.database.systemDb);
    const shown = async (): Promise<boolean> =>
      (await a.post(`${api}/page`, { keyword: 'suoding' })).data.list[0].locked;
    expect(await shown()).toBe(true);
    expect(await a.post(`${api}/unlock`, { id })).toMatchObject({ code: 200 });
    expect(await shown()).toBe(false);
  });
});

describe('a company of 300 people', () => {
  it('is set up from two tables as its staff office keeps them: departments by their way below the company, no passwords', async () => {
    const both = { mode: 'both', commit: 'all' };
    const cities = ['北京', '天津', '成都', '重庆', '武汉', '长沙', '西安', '郑州', '济南', '沈阳'];
    const parts = ['调度部', '车队一', '车队二'];
    const paths = cities.flatMap((city) => [`${city}分公司`, ...parts.map((part) => `${city}分公司/${part}`)]);
    const orgs = await sheetOf(
      ['部门路径'],
      paths.map((path) => [`华东分公司/${path}`]),
    );
    const made = await uploadSheet(app, '/api/base/org/import', orgs, a.token, both);
    expect(made.data, JSON.stringify(made)).toMatchObject({ added: 40 });
    const people = Array.from({ length: 300 }, (_, i) => [
      `yuan${String.fromCharCode(97 + (i % 26))}${i}`,
      '王小明',
      17_700_000_000 + i,
      `${cities[i % 10]}分公司/${parts[Math.floor(i / 10) % 3]}`,
      '普通角色',
    ]);
    const users = await sheetOf(['账号', '姓名', '手机', '部门', '角色'], people);
    const done = await uploadSheet(app, `${api}/import`, users, a.token, both);
    expect(done.data, JSON.stringify(done).slice(0, 400)).toMatchObject({ added: 300, skipped: 0 });
    const [one] = (await a.post(`${api}/page`, { keyword: 'yuana0' })).data.list;
    expect(one).toMatchObject({ orgName: '调度部', roleNames: '普通角色' });
    const { password } = (await a.post(`${api}/resetPwd`, { id: one.id })).data;
    expect((await app.login('yuana0', password)).code).toBe(200);
    // a department's name that several have needs its way
    const twins = await sheetOf(
      ['账号', '姓名', '手机', '部门', '角色'],
      [['zaiyige', '李四', '17800000001', '车队一', '普通角色']],
    );
    const check = (await uploadSheet(app, `${api}/importCheck`, twins, a.token, both)).data;
    expect(check.errors).toMatchObject([{ row: 2, column: 'D', msg: '有多个部门叫“车队一”，请填完整路径' }]);
  });

  it('logs in with the passwords of its table at once, and after the worker made them full ones', async () => {
    const users = await sheetOf(
      ['账号', '姓名', '手机', '部门', '角色', '初始密码'],
      ['mimaa', 'mimab'].map((account, i) => [
        account,
        '王小明',
        `1770000900${i}`,
        '华东分公司',
        '普通角色',
        `Mima@${account}`,
      ]),
    );
    const done = await uploadSheet(app, `${api}/import`, users, a.token, { mode: 'both', commit: 'all' });
    expect(done.data, JSON.stringify(done)).toMatchObject({ added: 2 });
    const stored = async (): Promise<string[]> =>
      (
        await app.database.systemDb
          .selectFrom('app_user')
          .select('pwd_hash')
          .where('account_code', 'in', ['mimaa', 'mimab'])
          .execute()
      ).map((row) => row.pwd_hash.slice(0, 15));
    const logins = async () => {
      expect((await app.login('mimaa', 'Mima@mimaa')).code).toBe(200);
      expect((await app.login('mimaa', 'Mima@mimab')).code).toBe(4000);
      expect((await app.login('mimab', 'Mima@mimab')).code).toBe(200);
    };
    expect((await stored()).every((form) => form.startsWith('sha256$'))).toBe(true);
    await logins();
    await strengthenPasswords(app.database.systemDb);
    expect(await stored()).toEqual(['sha256+argon2$$', 'sha256+argon2$$']);
    await logins();
  });
});
