import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provedWork } from '../../../../test/login-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { hashAsClient } from './password/hash';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ API_DOCS: '1' });
});
afterAll(() => app.close());

const refresh = (token: string) =>
  app.form('/api/sso/oauth/token', { grant_type: 'refresh_token', refresh_token: token });

describe('password hash of the browser (shell.md A7)', () => {
  it.each([
    ['Demo@2026', 'e2b0d8fb6c26f0b84c3ed22b5f4c9470cd6a4c1ab4f74619aa5755b74ba58764'],
    ['abc123', 'b590e4436bf56122e248ecf0aaa5cc8b39b051053fd61fe8a27e4870919a90b2'],
  ])('H(%s)', (password, hash) => {
    expect(hashAsClient(password, '00112233445566778899aabbccddeeff')).toBe(hash);
  });
});

describe('login', () => {
  it('gives both tokens, which open the session, and jumps to the location window', async () => {
    const { account } = await app.company('登录公司');
    const answer = await app.login(account, 'Test@2026');
    expect(answer).toMatchObject({
      status: 200,
      code: 200,
      data: { expires_in: 1800, superManagerFlag: 0, noJump: 0 },
    });
    const info = await app.get('/api/sso/oauth/getLoginInfo', answer.data.access_token);
    expect(info).toMatchObject({ status: 200, code: 1, data: { accountCode: account, loginType: 0 } });
    const user = await app.post('/api/base/user/info', {}, answer.data.access_token);
    expect(user.data).toMatchObject({ clientName: '登录公司', isPrimaryUser: 1, timeZone: 'Asia/Shanghai' });
    expect(user.data).toMatchObject({ isOrgManager: 0 });
    expect(user.data).not.toHaveProperty('clientSharedCode');
  });

  it('says the same for an unknown account and a wrong password', async () => {
    const { account } = await app.company('同句公司');
    const wrong = await app.login(account, 'Wrong@2026');
    const unknown = await app.login('nobody', 'Wrong@2026');
    expect([wrong.code, wrong.msg]).toEqual([4000, '账号或密码错误']);
    expect([unknown.code, unknown.msg]).toEqual([4000, '账号或密码错误']);
  });

  it('wants a proof of work after two failures, takes it once, and locks after five', async () => {
    const { account } = await app.company('锁定公司');
    const attempt = (password: string, captcha: Record<string, string> = {}) =>
      app.form('/api/sso/oauth/token', {
        grant_type: 'password',
        username: account,
        password: hashAsClient(password, app.secrets.pwdSalt),
        ...captcha,
      });
    const solved = () => provedWork(app);
    await attempt('Wrong@1');
    expect((await attempt('Wrong@2')).data).toMatchObject({ needsCaptcha: true, proofBits: 14 });
    expect(await attempt('Test@2026')).toMatchObject({ code: 4000, msg: '验证码错误或已过期' });
    const once = await solved();
    expect((await attempt('Wrong@3', once)).msg).toBe('账号或密码错误');
    expect((await attempt('Test@2026', once)).msg).toBe('验证码错误或已过期');
    await attempt('Wrong@4', await solved());
    expect((await attempt('Wrong@5', await solved())).msg).toMatch(
      /^密码错误次数过多，账号已锁定，请1[45]分钟后再试$/u,
    );
    expect((await attempt('Test@2026', await solved())).msg).toMatch(/账号已锁定/u);
  });

  it('refuses disabled users and companies whose service ended, with the right sentence', async () => {
    const disabled = await app.company('停用公司');
    await app.database.systemDb.updateTable('app_user').set({ status: 0 }).where('id', '=', disabled.userId).execute();
    expect((await app.login(disabled.account, 'Test@2026')).msg).toBe('账号已停用，请联系管理员');
    const ended = await app.company('到期公司');
    await app.database.systemDb
      .updateTable('client')
      .set({ service_end: '2020-01-01' })
      .where('id', '=', ended.clientId)
      .execute();
    expect((await app.login(ended.account, 'Test@2026')).msg).toBe('贵公司服务已到期，请联系服务商续费');
  });

  it('names what is missing or malformed', async () => {
    expect(await app.form('/api/sso/oauth/token', { grant_type: 'password', username: 'someone' })).toMatchObject({
      code: 4000,
      data: { errors: [{ field: 'password', msg: '请输入密码' }] },
    });
    expect(await app.form('/api/sso/oauth/token', { grant_type: 'magic' })).toMatchObject({
      code: 4000,
      msg: '不支持的登录方式',
    });
    expect(
      await app.form('/api/sso/oauth/token', { grant_type: 'password', username: 'someone', password: 'plain' }),
    ).toMatchObject({ code: 4000, msg: '参数错误' });
  });
});

describe('tokens', () => {
  it('a refresh replaces both; the used one gives the same pair for 10 s, later it ends the session', async () => {
    const { account } = await app.company('换牌公司');
    const first = (await app.login(account, 'Test@2026')).data;
    const second = (await refresh(first.refresh_token)).data;
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(second.noJump).toBe(1);
    expect((await refresh(first.refresh_token)).data).toEqual(second);
    await sql`update auth_refresh set used_at = now() - interval '11 seconds' where used_at is not null`.execute(
      app.database.systemDb,
    );
    expect(await refresh(first.refresh_token)).toMatchObject({ status: 200, code: 500 });
    expect((await refresh(second.refresh_token)).code).toBe(500);
    expect((await app.post('/api/base/user/info', {}, second.access_token)).status).toBe(401);
  });

  it('fifty refreshes at the same moment give one pair', async () => {
    const { account } = await app.company('风暴公司');
    const first = (await app.login(account, 'Test@2026')).data;
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(first.refresh_token)));
    expect(new Set(answers.map(({ data }) => data.refresh_token)).size).toBe(1);
    expect(new Set(answers.map(({ data }) => data.access_token)).size).toBe(1);
  });

  it('no session outlives what its company allows, however often it is renewed', async () => {
    const { account, clientId, userId } = await app.company('短时公司');
    const { rows } = await sql<{
      hours: number;
    }>`select round(extract(epoch from absolute_expire_at - created_at) / 3600)::int as hours
      from auth_session where user_id = ${userId}`.execute(app.database.systemDb);
    expect(rows).toEqual([{ hours: 24 }]);
    await app.database.systemDb.updateTable('client').set({ session_max_h: 1 }).where('id', '=', clientId).execute();
    const { data } = await app.login(account, 'Test@2026');
    expect(data.refresh_expires_in).toBeLessThanOrEqual(3600);
    await sql`update auth_session set absolute_expire_at = now() + interval '600 seconds' where client_id = ${clientId}`.execute(
      app.database.systemDb,
    );
    const renewed = (await refresh(data.refresh_token)).data;
    expect(renewed.expires_in).toBeLessThanOrEqual(600);
    await sql`update auth_session set absolute_expire_at = now() - interval '1 second' where client_id = ${clientId}`.execute(
      app.database.systemDb,
    );
    expect((await refresh(renewed.refresh_token)).code).toBe(500);
  });

  it('a warehouse that nobody is authorised for is ignored and written down', async () => {
    const { account, clientId } = await app.company('仓库公司');
    const { data } = await app.login(account, 'Test@2026');
    const wish = { grant_type: 'refresh_token', refresh_token: data.refresh_token, loginWarehouse: 'W1' };
    const renewed = await app.form('/api/sso/oauth/token', wish);
    const claims = JSON.parse(
      Buffer.from(String(renewed.data.access_token).split('.')[1] ?? '', 'base64url').toString(),
    );
    expect(claims.wh).toBe('');
    const logged = await app.database.systemDb
      .selectFrom('login_log')
      .select(['event', 'detail'])
      .where('client_id', '=', clientId)
      .where('event', '=', 'warehouse_refused')
      .execute();
    expect(logged).toEqual([{ event: 'warehouse_refused', detail: { wanted: 'W1', kept: '' } }]);
  });

  it('a refresh token over its 8 hours, and nonsense, are refused with body code 500', async () => {
    const { account } = await app.company('过期公司');
    const { refresh_token } = (await app.login(account, 'Test@2026')).data;
    await sql`update auth_refresh set expires_at = now() - interval '1 second'`.execute(app.database.systemDb);
    expect(await refresh(refresh_token)).toMatchObject({ status: 200, code: 500, msg: '登录已过期，请重新登录' });
    expect((await refresh('nonsense')).code).toBe(500);
  });

  it('logout ends the session at once', async () => {
    const { token } = await app.company('退出公司');
    expect((await app.form('/api/sso/oauth/logout', {})).status).toBe(401);
    expect(
      (
        await app.http.inject({
          method: 'POST',
          url: '/api/sso/oauth/logout',
          headers: { authorization: `Bearer ${token}` },
        })
      ).statusCode,
    ).toBe(200);
    expect((await app.post('/api/base/user/info', {}, token)).status).toBe(401);
  });

  it('no token, a forged and an altered token are HTTP 401', async () => {
    const { token } = await app.company('伪造公司');
    const altered = `${token.slice(0, -4)}AAAA`;
    for (const bad of [undefined, 'x.y.z', altered]) {
      expect(await app.post('/api/base/user/info', {}, bad)).toMatchObject({
        status: 401,
        msg: '登录已过期，请重新登录',
      });
    }
  });

  it('only hashes of refresh tokens are stored', async () => {
    const { account } = await app.company('散列公司');
    const { refresh_token } = (await app.login(account, 'Test@2026')).data;
    const rows = await app.database.systemDb.selectFrom('auth_refresh').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(refresh_token);
  });
});

describe('rights', () => {
  it('a user without roles holds nothing, a primary user every working menu', async () => {
    const primary = await app.company('主账号公司');
    const plain = await app.company('普通公司', { primary: false });
    const full = await app.post('/api/base/user/menuTree', { sysList: ['common', 'webGIS', 'tms'] }, primary.token);
    const ids = JSON.stringify(full.data.menuTree);
    expect(ids).toContain('/community/location');
    expect(ids).not.toContain('/backstage');
    const none = await app.post('/api/base/user/menuTree', {}, plain.token);
    expect(none.data).toEqual({ menuTree: [], buttonGrouping: {} });
  });

  it('a role gives its menus and buttons and nothing else', async () => {
    const { clientId, userId, account } = await app.company('角色公司', { primary: false });
    const db = app.database.systemDb;
    const { id: role } = await db
      .insertInto('role')
      .values({ client_id: clientId, name: '运输' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('user_role').values({ client_id: clientId, user_id: userId, role_id: role }).execute();
    await db.insertInto('role_menu').values({ client_id: clientId, role_id: role, menu_key: 'vehicle' }).execute();
    const { data } = await app.login(account, 'Test@2026');
    const tree = await app.post('/api/base/user/menuTree', {}, data.access_token);
    expect(JSON.stringify(tree.data.menuTree)).toContain('/resources/vehicle');
    expect(JSON.stringify(tree.data.menuTree)).not.toContain('/community/location');
    expect(tree.data.buttonGrouping).toEqual({});
  });
});

describe('every call', () => {
  it('malformed JSON, a 10 MB body and an unknown path are answered in the envelope', async () => {
    const { token } = await app.company('畸形公司');
    expect(await app.post('/api/base/user/menuTree', '{"sysList":', token)).toMatchObject({
      status: 200,
      code: 4000,
      msg: '请求内容不是有效的JSON',
    });
    const big = JSON.stringify({ sysList: ['x'.repeat(10 * 1024 * 1024)] });
    expect(await app.post('/api/base/user/menuTree', big, token)).toMatchObject({
      status: 200,
      code: 4000,
      msg: '请求内容过大，最多1 MB',
    });
    expect(await app.post('/api/base/user/menuTree', { sysList: 5 }, token)).toMatchObject({
      code: 4000,
      data: { errors: [{ field: 'sysList' }] },
    });
  });

  it('preferences are a user’s own, and a bad value is refused whole', async () => {
    const one = await app.company('偏好公司');
    const other = await app.company('旁人公司');
    const saveMap = { 'menuRight.guideUser': '1', 'table.x': '{bad' };
    const refused = await app.post('/api/base/userFrontendConfig/bathSave', { saveMap }, one.token);
    expect(JSON.stringify(refused.data.errors)).toContain('table.x');
    expect(
      (await app.post('/api/base/userFrontendConfig/bathGet', { keys: ['menuRight.guideUser'] }, one.token)).data,
    ).toEqual({});
    await app.post(
      '/api/base/userFrontendConfig/saveField',
      { page: 'vehicle', key: 'columns', fields: [{ value: 'plateNo' }] },
      one.token,
    );
    expect(
      (await app.post('/api/base/userFrontendConfig/getField', { page: 'vehicle', key: 'columns' }, one.token)).data,
    ).toBe('[{"value": "plateNo"}]');
    expect(
      (await app.post('/api/base/userFrontendConfig/getField', { page: 'vehicle', key: 'columns' }, other.token)).data,
    ).toBeNull();
  });

  it('the dictionary answers by GET and POST, and unknown codes are empty', async () => {
    const { token } = await app.company('字典公司');
    const byGet = await app.get('/api/base/manage/vehicle/getDictionary?typeCode=vehicleStatus&typeCode=nope', token);
    expect(byGet.data).toEqual({
      vehicleStatus: [
        { code: 0, name: '可用' },
        { code: 1, name: '维修中' },
        { code: 2, name: '停用' },
      ],
      nope: [],
    });
    expect(
      (await app.post('/api/base/manage/vehicle/getDictionary', { typeCode: ['vehicleStatus'] }, token)).data
        .vehicleStatus,
    ).toHaveLength(3);
  });

  it('the API document describes every bound endpoint', async () => {
    const answer = await app.http.inject({ url: '/api/docs/json' });
    const { paths } = answer.json() as { paths: Record<string, Record<string, unknown>> };
    for (const bound of app.http.boundEndpoints) {
      const [method = '', path = ''] = bound.split(' ');
      expect(paths[path]?.[method.toLowerCase()], bound).toBeDefined();
    }
  });
});
