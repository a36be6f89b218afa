import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../../test/test-app';
import { listEndpoints } from '../../../../core/http/endpoints';
import { Authenticator } from '../session/authenticate';
import { hashAsClient } from './hash';
import { hashUsualPasswords, listUsualPasswords } from './usual';
import { weakPasswords } from './weak';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const h = (password: string): string => hashAsClient(password, app.secrets.pwdSalt);
const change = (token: string, oldPwd: string, newPwd: string) =>
  app.post('/api/base/user/upPwd', { oldPwd: h(oldPwd), newPwd: h(newPwd) }, token);

describe('changing the password (shell.md A7, G4)', () => {
  it('ends every session, and the new one lets in', async () => {
    const { account, token } = await app.company('改密公司');
    const { data } = await app.login(account, 'Test@2026');
    expect((await change(data.access_token, 'Test@2026', 'Kessel#42ufer')).code).toBe(200);
    for (const over of [token, data.access_token])
      expect((await app.post('/api/base/user/info', {}, over)).status).toBe(401);
    const refused = await app.form('/api/sso/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: data.refresh_token,
    });
    expect(refused.code).toBe(500);
    expect((await app.login(account, 'Test@2026')).code).toBe(4000);
    expect((await app.login(account, 'Kessel#42ufer')).code).toBe(200);
  });

  it('needs menu 10489, which roles give, unless the password must be changed', async () => {
    const person = await app.company('授权改密公司', { primary: false });
    const { clientId } = person;
    const db = app.database.systemDb;
    const { id: roleId } = await db
      .insertInto('role')
      .values({ client_id: clientId, name: '只看位置' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('user_role').values({ client_id: clientId, user_id: person.userId, role_id: roleId }).execute();
    const give = (menu_key: string) =>
      db.insertInto('role_menu').values({ client_id: clientId, role_id: roleId, menu_key }).execute();
    const enter = async () => (await app.login(person.account, 'Test@2026')).data.access_token;
    await give('location');
    const without = await enter();
    expect(await change(without, 'Test@2026', 'Kessel#42ufer')).toMatchObject({ code: 4003 });
    await db.updateTable('app_user').set({ must_change_pwd: true }).where('id', '=', person.userId).execute();
    expect((await change(await enter(), 'Test@2026', 'Kessel#42ufer')).code).toBe(200);
    await give('changePassword');
    const { data } = await app.login(person.account, 'Kessel#42ufer');
    const tree = await app.post('/api/base/user/menuTree', {}, data.access_token);
    expect(JSON.stringify(tree.data.menuTree)).toContain('"id":"10489"');
    expect((await change(data.access_token, 'Kessel#42ufer', 'Anker#77boje')).code).toBe(200);
  });

  it('says 原密码不正确; five wrong ones in 15 minutes end the session', async () => {
    const { token } = await app.company('原密公司');
    for (let i = 0; i < 4; i++)
      expect(await change(token, `Falsch#${i}abc`, 'Kessel#42ufer')).toMatchObject({
        code: 4000,
        msg: '原密码不正确',
        data: { errors: [{ field: 'oldPwd' }] },
      });
    expect((await change(token, 'Falsch#5abc', 'Kessel#42ufer')).status).toBe(401);
    expect((await app.post('/api/base/user/info', {}, token)).status).toBe(401);
  });

  it('of thirty guesses at the same moment no more than five are looked at', async () => {
    const { account, token } = await app.company('齐猜公司');
    const guesses = Array.from({ length: 30 }, (_, i) => `Falsch#${i}abc`);
    const answers = await Promise.all(guesses.map((old) => change(token, old, 'Kessel#42ufer')));
    // the fifth ends the session, and those after it are not looked at
    expect(answers.filter(({ code }) => code === 4000)).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(26);
    expect((await app.login(account, 'Test@2026')).code).toBe(200);
  });

  it('refuses the password of now and the last three before it', async () => {
    const { account, token: first } = await app.company('旧密公司');
    const chain = ['Test@2026', 'Kessel#42ufer', 'Anker#77boje', 'Mast#88segel', 'Deck#99luke'];
    let token = first;
    for (let i = 1; i < chain.length; i++) {
      expect((await change(token, chain[i - 1] ?? '', chain[i] ?? '')).code).toBe(200);
      token = (await app.login(account, chain[i] ?? '')).data.access_token;
    }
    for (const old of chain.slice(1))
      expect(await change(token, 'Deck#99luke', old)).toMatchObject({
        code: 4000,
        msg: '新密码不能与最近使用过的密码相同',
      });
    expect((await change(token, 'Deck#99luke', 'Test@2026')).code).toBe(200);
  }, 20_000);

  it('refuses the five hundred usual ones, and those made from account or phone', async () => {
    expect(weakPasswords).toHaveLength(500);
    const { account, token, userId } = await app.company('弱密公司');
    await app.database.systemDb
      .updateTable('app_user')
      .set({ phone: '13712345678' })
      .where('id', '=', userId)
      .execute();
    for (const weak of ['123456', 'abc123', 'Aa123456', `${account}123`, '345678', 'a345678'])
      expect(await change(token, 'Test@2026', weak), weak).toMatchObject({
        code: 4000,
        msg: '密码过于简单，请更换',
        data: { errors: [{ field: 'newPwd' }] },
      });
  });

  it('refuses three thousand of the public lists, once they were worked out for this installation', async () => {
    const list = await listUsualPasswords();
    expect(list).toHaveLength(3_000);
    expect(list.slice(0, 3)).toEqual(['trustno1', 'q1w2e3r4t5', 'ncc1701']);
    const { token } = await app.company('常用密码公司');
    const refused = { code: 4000, msg: '密码过于简单，请更换', data: { errors: [{ field: 'newPwd' }] } };
    expect(await hashUsualPasswords(app.database.systemDb, app.secrets.pwdSalt, 2)).toBe(2);
    for (const usual of list.slice(0, 2)) expect(await change(token, 'Test@2026', usual), usual).toMatchObject(refused);
    // the next run goes on with the third
    expect(await hashUsualPasswords(app.database.systemDb, app.secrets.pwdSalt, 1)).toBe(1);
    expect(await change(token, 'Test@2026', list[2] ?? '')).toMatchObject(refused);
    expect((await change(token, 'Test@2026', list[3] ?? '')).code).toBe(200);
  });

  it('a given password lets in for a week; a reset begins another', async () => {
    const a = await app.company('过期初始公司');
    const db = app.database.systemDb;
    const { userId: id, account } = await app.company('被重置公司');
    const given = (days: number) =>
      sql`update app_user set must_change_pwd = true, created_by = ${a.userId}, pwd_changed_at = now() - make_interval(days => ${days}) where id = ${id}`.execute(
        db,
      );
    await given(6);
    expect((await app.login(account, 'Test@2026')).code).toBe(200);
    await given(8);
    expect(await app.login(account, 'Test@2026')).toMatchObject({
      code: 4000,
      msg: '初始密码已超过7天，请联系管理员重置，或用“忘记密码”设置新密码',
    });
    // a wrong one learns nothing of that
    expect((await app.login(account, 'Test@2027')).msg).toContain('账号或密码错误');
    // one's own is not meant
    await sql`update app_user set must_change_pwd = false where id = ${id}`.execute(db);
    expect((await app.login(account, 'Test@2026')).code).toBe(200);
  });

  it('a given password must be changed before anything else works', async () => {
    const { account, userId } = await app.company('初始公司');
    const db = app.database.systemDb;
    await db.updateTable('app_user').set({ must_change_pwd: true }).where('id', '=', userId).execute();
    const { data } = await app.login(account, 'Test@2026');
    const list = (token: string) => app.post('/api/base/manage/vehicle/page', { page: 1, size: 15 }, token);
    expect((await app.post('/api/base/user/info', {}, data.access_token)).data.mustChangePwd).toBe(true);
    expect(await list(data.access_token)).toMatchObject({ code: 4003, msg: '请先修改初始密码' });
    // whatever it is: only the dialog's own calls answer, with rights of nothing
    const reached: string[] = [];
    for (const e of listEndpoints()) {
      if (e.access === 'public' || e.body !== 'json' || e.path.endsWith('/logout')) continue;
      const { code } =
        e.method === 'GET' ? await app.get(e.path, data.access_token) : await app.post(e.path, {}, data.access_token);
      if (code !== 4003) reached.push(e.path.replace('/api/', ''));
    }
    expect(reached.sort()).toEqual([
      'base/user/info',
      'base/user/menuTree',
      'base/user/upPwd',
      'sso/oauth/getLoginInfo',
    ]);
    expect((await app.post('/api/base/user/menuTree', { sysList: ['common', 'tms'] }, data.access_token)).data).toEqual(
      {
        menuTree: [],
        buttonGrouping: {},
      },
    );
    const live = new Authenticator(app.database, app.secrets, app.log);
    await expect(live.ofUsableToken(data.access_token, '')).rejects.toMatchObject({ code: 4003 });
    await change(data.access_token, 'Test@2026', 'Kessel#42ufer');
    const renewed = (await app.login(account, 'Kessel#42ufer')).data.access_token;
    expect((await app.post('/api/base/user/info', {}, renewed)).data.mustChangePwd).toBe(false);
    expect((await list(renewed)).code).toBe(200);
  });

  it('a given password counts in every company that its account enters', async () => {
    const [home, other] = [await app.company('本家公司'), await app.company('另一家公司')];
    const db = app.database.systemDb;
    await db
      .insertInto('account_company')
      .values({ client_id: other.clientId, account_id: home.userId, user_id: other.userId })
      .execute();
    await db.updateTable('app_user').set({ must_change_pwd: true }).where('id', '=', home.userId).execute();
    const entered = await app.form('/api/sso/oauth/token', {
      grant_type: 'password',
      username: home.account,
      password: hashAsClient('Test@2026', app.secrets.pwdSalt),
      companyId: other.clientId,
    });
    const me = await app.post('/api/base/user/info', {}, entered.data.access_token);
    expect(me.data).toMatchObject({ clientId: other.clientId, mustChangePwd: true });
    const list = await app.post('/api/base/manage/vehicle/page', { page: 1, size: 15 }, entered.data.access_token);
    expect(list).toMatchObject({ code: 4003, msg: '请先修改初始密码' });
  });
});
