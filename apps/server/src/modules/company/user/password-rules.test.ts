import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { provedWork } from '../../../../test/login-kit';
import { sheetOf, uploadSheet } from '../../../../test/sheet-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { hashAsClient } from '../../base/identity/password/hash';

const base = '/api/base/user';
let app: TestApp;
let a: FleetFixture;
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '规则公司');
});
afterAll(() => app.close());

const h = (password: string): string => hashAsClient(password, app.secrets.pwdSalt);
const run = (query: ReturnType<typeof sql>) => query.execute(app.database.systemDb);
async function rules(more: object): Promise<void> {
  const { version, ...now } = (await a.post(`${base}/security/info`)).data;
  const saved = await a.post(`${base}/security/save`, { ...now, ...more, version });
  if (saved.code !== 200) throw new Error(saved.msg);
  await app.bus.publish('accessChanged', a.clientId, { clientId: a.clientId });
}

describe('rules of passwords and logins', () => {
  it('are as ever before somebody sets them, and noted when they change', async () => {
    expect((await a.post(`${base}/security/info`)).data).toMatchObject({
      idleMin: 480,
      minLength: 6,
      kinds: 2,
      expireDays: null,
      remembered: 3,
      lockAfter: 5,
      lockMin: 15,
      screenMaxH: 24,
      secondFactor: 'optional',
      overdue: 0,
    });
    await rules({ remembered: 5 });
    const his = await a.post(`${base}/security/changeHis`, { id: a.clientId });
    expect(his.data.list[0].changes).toEqual([
      { field: 'remembered', label: '不可重复的历史密码', before: '最近3个', after: '最近5个' },
    ]);
    const { version } = (await a.post(`${base}/security/info`)).data;
    const wrong = { multiLogin: true, sessionMaxH: 24, version, lockAfter: 2, expireDays: 400 };
    expect((await a.post(`${base}/security/save`, wrong)).data.errors).toEqual([
      { field: 'expireDays', msg: '密码有效期应为1~365天' },
      { field: 'lockAfter', msg: '锁定前的错误次数应为3~10次' },
    ]);
  });

  it('lock after the company’s number of wrong passwords, for its time', async () => {
    await rules({ lockAfter: 3, lockMin: 60 });
    const { userId } = await a.user({});
    const { rows } = await run(sql`select account_code as code from app_user where id = ${userId}`);
    const { code } = rows[0] as { code: string };
    await app.login(code, 'wrong1!');
    await app.login(code, 'wrong1!');
    // the third try wants a proof of work
    const third = await app.form('/api/sso/oauth/token', {
      grant_type: 'password',
      username: code,
      password: h('wrong1!'),
      ...(await provedWork(app)),
    });
    expect(third.data?.lockedMinutes ?? third.msg).toBe(60);
    await rules({ lockAfter: 5, lockMin: 15 });
  });

  it('end idle sessions after the company’s time', async () => {
    await rules({ idleMin: 10 });
    const { userId } = await a.user({});
    const { rows } =
      await run(sql`select round(extract(epoch from r.expires_at - now()) / 60)::int as min from auth_refresh r
      join auth_session s on s.id = r.session_id where s.user_id = ${userId}`);
    expect(rows).toEqual([{ min: 10 }]);
    await rules({ idleMin: 480 });
  });

  it('let an old password do nothing but be changed, and remember so many of the last ones', async () => {
    const user = await a.user({ menus: ['vehicle', 'changePassword'] });
    await rules({ expireDays: 30, remembered: 1 });
    await run(sql`update app_user set pwd_changed_at = now() - interval '31 days' where id = ${user.userId}`);
    await app.bus.publish('accessChanged', a.clientId, { clientId: a.clientId });
    const page = () => app.post('/api/base/manage/vehicle/page', {}, user.token);
    expect(await page()).toMatchObject({ code: 4003, msg: '密码已过期，请先修改密码' });
    const me = (await app.post(`${base}/info`, {}, user.token)).data;
    expect(me).toMatchObject({ mustChangePwd: true, pwdExpired: true, pwdRule: { minLength: 6, kinds: 2 } });
    expect((await a.post(`${base}/security/info`)).data.overdue).toBe(1);
    const code = me.accountCode;
    let [token, old] = [user.token, 'Test@2026'];
    const change = async (next: string): Promise<string> => {
      const answer = await app.post(`${base}/upPwd`, { oldPwd: h(old), newPwd: h(next) }, token);
      if (answer.code !== 200) return answer.msg;
      old = next;
      token = String((await app.login(code, next)).data.access_token);
      return 'ok';
    };
    expect(await change('Nova@2027')).toBe('ok');
    expect((await app.post('/api/base/manage/vehicle/page', {}, token)).code).toBe(200);
    expect(await change('Test@2026')).toBe('新密码不能与最近使用过的密码相同');
    expect(await change('Zeta@2028')).toBe('ok');
    // one is remembered: the first may come back
    expect(await change('Test@2026')).toBe('ok');
    await rules({ expireDays: null });
  });

  it('say which passwords of a table are too short', async () => {
    await rules({ minLength: 10, kinds: 3 });
    await a.post('/api/base/role/add', { name: '规则角色' });
    const table = async (password: string) =>
      uploadSheet(
        app,
        `${base}/importCheck`,
        await sheetOf(
          ['账号', '姓名', '手机', '部门', '角色', '初始密码'],
          [['guize', '王小明', '17700008801', '华东分公司', '规则角色', password]],
        ),
        a.token,
        { mode: 'both', commit: 'all' },
      );
    expect((await table('Abc123456789')).data.errors).toMatchObject([
      { column: 'F', msg: '密码应为10~16位，须同时包含字母、数字和符号' },
    ]);
    expect((await table('Abc12345@9')).data.errors).toEqual([]);
    await rules({ minLength: 6, kinds: 2 });
  });
});

describe('rights of administrators', () => {
  const forget = () => run(sql`update auth_session set proved_at = null where user_id = ${a.userId}`);
  const prove = (password: string) => a.post(`${base}/prove`, { password: h(password) });

  it('are given only by who proved lately who he is', async () => {
    const roleId = String((await a.post('/api/base/role/add', { name: '管人' })).data.id);
    const plain = String((await a.post('/api/base/role/add', { name: '看车' })).data.id);
    const user = await a.user({});
    const ids = [user.userId];
    await forget();
    const menu = { roleId, version: 1, menus: ['userManagement'], buttons: [] };
    expect(await a.post('/api/base/role/saveMenu', menu)).toMatchObject({
      code: 4012,
      msg: '给角色增加管理菜单“用户管理”，请输入您的登录密码确认',
    });
    expect(await prove('Wrong@2026')).toMatchObject({ code: 4000, msg: '登录密码不正确，请重新输入' });
    expect(await prove('Test@2026')).toMatchObject({ code: 200 });
    expect(await a.post('/api/base/role/saveMenu', menu)).toMatchObject({ code: 200 });

    await forget();
    // a role that manages nobody needs no proof
    expect((await a.post(`${base}/setRole`, { ids, roleIds: [plain], how: 'add' })).code).toBe(200);
    const refused = await a.post(`${base}/setRole`, { ids, roleIds: [roleId], how: 'add' });
    expect(refused).toMatchObject({ code: 4012, msg: '授予管理类角色“管人”，请输入您的登录密码确认' });
    expect((await a.post('/api/base/role/addMembers', { roleId, userIds: ids })).code).toBe(4012);
    const detail = (await a.post(`${base}/detail`, { id: user.userId })).data;
    const change = { ...detail, name: '张三', phone: '17700009912', userOrgType: 1 };
    expect(await a.post(`${base}/update`, change)).toMatchObject({
      code: 4012,
      msg: '把张三设为管理员，请输入您的登录密码确认',
    });
    await prove('Test@2026');
    expect((await a.post(`${base}/update`, change)).code).toBe(200);
    // taking away needs none
    await forget();
    expect((await a.post(`${base}/setRole`, { ids, roleIds: [plain], how: 'remove' })).code).toBe(200);
    // an old proof is none
    await run(sql`update auth_session set proved_at = now() - interval '16 minutes' where user_id = ${a.userId}`);
    expect((await a.post('/api/base/role/addMembers', { roleId, userIds: ids })).code).toBe(4012);
    await prove('Test@2026');
  });
});

describe('roles by import', () => {
  const headings = ['账号', '角色', '备注', '姓名', '手机', '部门'];
  const upload = async (call: 'importCheck' | 'import', rows: Array<Array<string | null>>, token = a.token) =>
    uploadSheet(app, `${base}/${call}`, await sheetOf(headings, rows), token, { mode: 'update', commit: 'all' });
  const rolesOf = async (userId: string) => {
    const { rows } = await run(
      sql`select r.name from user_role ur join role r on r.id = ur.role_id where ur.user_id = ${userId} order by r.name`,
    );
    return (rows as Array<{ name: string }>).map(({ name }) => name);
  };

  it('replace those of users who are there, a blank cell leaves them, and undo gives them back', async () => {
    for (const name of ['甲角色', '乙角色']) await a.post('/api/base/role/add', { name });
    const user = await a.user({});
    const { rows } = await run(sql`select account_code as code from app_user where id = ${user.userId}`);
    const { code } = rows[0] as { code: string };
    await run(sql`update app_user set name = '张三', phone = '17700007701' where id = ${user.userId}`);
    const done = await upload('import', [[code, '乙角色、甲角色', null]]);
    expect(done.data, JSON.stringify(done)).toMatchObject({ updated: 1 });
    expect(await rolesOf(user.userId)).toEqual(['甲角色', '乙角色']);
    const [line] = (await a.post(`${base}/changeHis`, { id: user.userId })).data.list;
    expect(line).toMatchObject({ action: '导入修改', changes: [{ label: '角色', before: code }] });
    // an untouched cell leaves them
    expect((await upload('import', [[code, null, '改过']])).data).toMatchObject({ updated: 1 });
    expect(await rolesOf(user.userId)).toEqual(['甲角色', '乙角色']);
    // whoever reads the history sees that the number is another one, and none of both
    expect((await upload('import', [[code, null, null, null, '17700997701']])).data).toMatchObject({ updated: 1 });
    const [renumbered] = (await a.post(`${base}/changeHis`, { id: user.userId })).data.list;
    expect(renumbered.changes).toMatchObject([{ field: 'phone', before: '177****7701', after: '177****7701' }]);
    expect((await upload('importCheck', [[code, '没有的角色', null]])).data.errors[0].msg).toContain('没有的角色');
    const other = await upload('import', [[code, '乙角色', null]]);
    expect(await rolesOf(user.userId)).toEqual(['乙角色']);
    expect((await a.post(`${base}/importUndo`, { id: other.data.runId })).data).toMatchObject({ undone: 1 });
    expect(await rolesOf(user.userId)).toEqual(['甲角色', '乙角色']);
  });

  it('are only those that the importer could give himself; those of administrators want his password', async () => {
    const user = await a.user({});
    const { rows } = await run(sql`select account_code as code from app_user where id = ${user.userId}`);
    const { code } = rows[0] as { code: string };
    await run(sql`update app_user set name = '李四', phone = '17700007702' where id = ${user.userId}`);
    await run(sql`update auth_session set proved_at = null where user_id = ${a.userId}`);
    expect(await upload('import', [[code, '管人', null]])).toMatchObject({ code: 4012 });
    const clerk = await a.user({ menus: ['userManagement'], buttons: ['userManagement/import'] });
    await run(sql`insert into role (client_id, name, all_rights) values (${a.clientId}, '全权角色', true)`);
    const check = await upload('importCheck', [[code, '全权角色', null]], clerk.token);
    expect(check.data.errors).toMatchObject([{ column: 'B', msg: '角色“全权角色”含有您没有的权限，不能授予' }]);
    await a.post(`${base}/prove`, { password: h('Test@2026') });
    const done = await upload('import', [[code, '管人', null]]);
    expect(done.data).toMatchObject({ updated: 1 });
    expect((await a.post(`${base}/importUndo`, { id: done.data.runId })).data).toMatchObject({ undone: 1 });
    expect(await rolesOf(user.userId)).toEqual([code]);
  });
});
