import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../../test/test-app';
import { guardAccounts, guardGiven } from '../../org/door';
import { Authenticator } from '../session/authenticate';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const change = (body: object, token: string) => app.post('/api/sso/oauth/changeLogin', body, token);
const info = async (token: string) => (await app.post('/api/base/user/info', {}, token)).data;
const refresh = (fields: Record<string, string>) =>
  app.form('/api/sso/oauth/token', { grant_type: 'refresh_token', ...fields });
const events = async (clientId: string) =>
  app.database.systemDb
    .selectFrom('login_log')
    .select(['event', 'user_id', 'actor_user_id', 'actor_name', 'detail'])
    .where('client_id', '=', clientId)
    .where('actor_user_id', 'is not', null)
    .orderBy('id')
    .execute();

/** The provider's company with a super manager. */
async function provider(name: string, options: { super?: boolean } = {}) {
  const staff = await app.company(name);
  const db = app.database.systemDb;
  await db.updateTable('client').set({ kind: 'provider' }).where('id', '=', staff.clientId).execute();
  await db
    .updateTable('app_user')
    .set({ is_super: options.super ?? false, name: `${name}员工` })
    .where('id', '=', staff.userId)
    .execute();
  const { data } = await app.login(staff.account, 'Test@2026');
  return { ...staff, token: String(data.access_token), tokens: data };
}

describe('a super manager acts as another user (shell.md A5, T8)', () => {
  it('switches, is seen, refreshes, writes under both names and comes back', async () => {
    const boss = await provider('超管公司', { super: true });
    expect(boss.tokens).toMatchObject({ superManagerFlag: 1, superUserId: boss.userId, superClientId: boss.clientId });
    const target = await app.company('被管公司');
    const target2 = { targetClientId: target.clientId, targetUserId: target.userId };
    const acting = await change({ mode: 'super', ...target2, reason: '核对设备绑定问题' }, boss.token);
    expect(acting).toMatchObject({
      code: 200,
      data: {
        superManagerFlag: 1,
        superUserId: boss.userId,
        superUserName: '超管公司员工',
        noJump: 1,
        expires_in: 1800,
      },
    });
    const token = acting.data.access_token;
    expect(await info(token)).toMatchObject({
      id: target.userId,
      clientName: '被管公司',
      loginType: 0,
      superManagerFlag: 1,
      proxyUser: { id: boss.userId, name: '超管公司员工', mode: 'super', reason: '核对设备绑定问题', readOnly: false },
    });
    const claims = JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({
      sub: target.userId,
      cid: target.clientId,
      lt: 0,
      wh: '',
      act: { uid: boss.userId, cid: boss.clientId, mode: 'super' },
    });
    const forged = { refresh_token: acting.data.refresh_token, superUserId: target.userId };
    expect(await refresh(forged)).toMatchObject({ status: 200, code: 500 });
    const renewed = await refresh({
      refresh_token: acting.data.refresh_token,
      superClientId: boss.clientId,
      superUserId: boss.userId,
      superUserName: '超管公司员工',
    });
    expect(renewed).toMatchObject({ code: 200, data: { noJump: 1, superUserId: boss.userId } });
    const nested = await change({ mode: 'super', ...target2, reason: '再次代管试一试' }, renewed.data.access_token);
    expect(nested.code).toBe(4000);
    const back = await change({ mode: 'back' }, renewed.data.access_token);
    expect(back).toMatchObject({ code: 200, data: { superManagerFlag: 1, noJump: 1 } });
    expect(await info(back.data.access_token)).toMatchObject({ id: boss.userId, proxyUser: null });
    expect((await app.post('/api/base/user/info', {}, renewed.data.access_token)).status).toBe(401);
    expect(await events(target.clientId)).toEqual([
      {
        event: 'act_start',
        user_id: target.userId,
        actor_user_id: boss.userId,
        actor_name: '超管公司员工',
        detail: { reason: '核对设备绑定问题' },
      },
      {
        event: 'act_end',
        user_id: target.userId,
        actor_user_id: boss.userId,
        actor_name: '超管公司员工',
        detail: null,
      },
    ]);
  });

  it('is for super managers only, wants a reason, and ends after 60 minutes', async () => {
    const plain = await app.company('平常公司');
    const target = await app.company('目标公司');
    const wish = { mode: 'super', targetClientId: target.clientId, targetUserId: target.userId, reason: '看一看页面' };
    expect((await change(wish, plain.token)).code).toBe(4003);
    expect((await app.post('/api/sso/oauth/actingUsers', { clientId: target.clientId }, plain.token)).code).toBe(4003);
    const boss = await provider('超管二', { super: true });
    expect(await change({ ...wish, reason: '短' }, boss.token)).toMatchObject({
      code: 4000,
      data: { errors: [{ field: 'reason', msg: '请填写原因，5~100个字' }] },
    });
    const users = await app.post('/api/sso/oauth/actingUsers', { clientId: target.clientId }, boss.token);
    expect(users.data).toEqual([{ value: target.userId, label: `${target.account} · ${target.account}` }]);
    const { data } = await change(wish, boss.token);
    expect(Math.abs(data.refresh_expires_in - 60 * 60)).toBeLessThan(5);
    await sql`update auth_session set absolute_expire_at = now() - interval '1 second' where actor_mode = 'super'`.execute(
      app.database.systemDb,
    );
    expect((await refresh({ refresh_token: data.refresh_token })).code).toBe(500);
  });

  it('cannot touch what is the user’s own, and ends when the super manager logs in elsewhere', async () => {
    const boss = await provider('超管三', { super: true });
    await app.database.systemDb
      .updateTable('client')
      .set({ multi_login: false })
      .where('id', '=', boss.clientId)
      .execute();
    const target = await app.company('私人公司');
    const wish = {
      mode: 'super',
      targetClientId: target.clientId,
      targetUserId: target.userId,
      reason: '帮助设置页面',
    };
    const { data } = await change(wish, boss.token);
    const hash = '0'.repeat(64);
    const password = await app.post('/api/base/user/upPwd', { oldPwd: hash, newPwd: hash }, data.access_token);
    expect(password).toMatchObject({ status: 200, code: 4003, msg: '代管期间不能执行此操作' });
    await app.login(boss.account, 'Test@2026');
    expect((await app.post('/api/base/user/info', {}, data.access_token)).status).toBe(403);
  });
});

describe('provider staff visit a company (shell.md A6, T9)', () => {
  it('see the company read-only, and leave to where they came from', async () => {
    const staff = await provider('运营公司');
    const client = await app.company('被访公司');
    await app.database.systemDb
      .updateTable('client')
      .set({ shared_code: 'BFGS01' })
      .where('id', '=', client.clientId)
      .execute();
    const own = { phone: '13918824407', email: 'boss@beifang.cn' };
    await app.database.systemDb
      .updateTable('app_user')
      .set({ org_type: 1, ...own })
      .where('id', '=', client.userId)
      .execute();
    expect(await info(client.token)).toMatchObject({ isOrgManager: 1, clientSharedCode: 'BFGS01', ...own });
    const visit = await change(
      { mode: 'visit', targetClientId: client.clientId, reason: '故障排查：定位不准' },
      staff.token,
    );
    expect(visit.code).toBe(200);
    expect(Math.abs(visit.data.refresh_expires_in - 2 * 3600)).toBeLessThan(5);
    const token = visit.data.access_token;
    expect(await info(token)).toMatchObject({
      loginType: -1,
      clientId: client.clientId,
      clientName: '被访公司',
      proxyUser: { id: staff.userId, name: '运营公司员工', mode: 'visit', readOnly: true },
    });
    expect(await info(token)).not.toHaveProperty('clientSharedCode');
    expect(await info(token)).toMatchObject({ phone: '139****4407', email: null });
    // buttons that would be refused are not shown, those that look are
    const { buttonGrouping } = (await app.post('/api/base/user/menuTree', { sysList: ['common'] }, token)).data;
    const shown = JSON.stringify(buttonGrouping);
    expect(shown).not.toContain('"vehicle/add"');
    expect(shown).toContain('"vehicle/export"');
    const write = { page: 'vehicle', key: 'columns', fields: [{ value: 'plateNo' }] };
    expect(await app.post('/api/base/userFrontendConfig/saveField', write, token)).toMatchObject({
      status: 200,
      code: 4003,
      msg: '当前为只读访问，不能修改数据',
    });
    expect(
      (await app.post('/api/base/userFrontendConfig/getField', { page: 'vehicle', key: 'columns' }, token)).data,
    ).toBeNull();
    // the visited user's own session goes on
    expect((await app.post('/api/base/user/info', {}, client.token)).status).toBe(200);
    const out = await app.http.inject({
      method: 'POST',
      url: '/api/sso/oauth/logout',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'outLogin=1',
    });
    expect(out.json()).toMatchObject({ code: 200, data: { noJump: 1 } });
    const home = await info(out.json().data.access_token);
    expect(home).toMatchObject({ id: staff.userId, clientId: staff.clientId, proxyUser: null, loginType: 1 });
    expect((await events(client.clientId)).map(({ event, actor_name }) => [event, actor_name])).toEqual([
      ['visit_start', '运营公司员工'],
      ['visit_end', '运营公司员工'],
    ]);
  });

  it('holders of the role visit:write may write, but never what is money, passwords, roles or deletion', async () => {
    const staff = await provider('写权公司');
    const db = app.database.systemDb;
    const own = { client_id: staff.clientId };
    const role = await db
      .insertInto('role')
      .values({ ...own, name: '访问可写', code: 'visit:write' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('user_role')
      .values({ ...own, user_id: staff.userId, role_id: role.id })
      .execute();
    const client = await app.company('可写公司');
    const { data } = await change({ mode: 'visit', targetClientId: client.clientId, reason: '开通配置' }, staff.token);
    expect((await info(data.access_token)).proxyUser.readOnly).toBe(false);
    const write = { page: 'vehicle', key: 'columns', fields: [{ value: 'plateNo' }] };
    expect((await app.post('/api/base/userFrontendConfig/saveField', write, data.access_token)).code).toBe(200);
    const hash = '0'.repeat(64);
    const refused = await app.post('/api/base/user/upPwd', { oldPwd: hash, newPwd: hash }, data.access_token);
    expect(refused).toMatchObject({ status: 200, code: 4003, msg: '访问企业期间不能执行此操作' });
  });

  it('writing ones make no account, change none and give nothing, by whatever call', async () => {
    const staff = await provider('造号公司');
    const db = app.database.systemDb;
    const role = await db
      .insertInto('role')
      .values({ client_id: staff.clientId, name: '访问可写', code: 'visit:write' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('user_role')
      .values({ client_id: staff.clientId, user_id: staff.userId, role_id: role.id })
      .execute();
    const client = await app.company('被造号公司');
    const { data } = await change({ mode: 'visit', targetClientId: client.clientId, reason: '开通配置' }, staff.token);
    const token = data.access_token;
    const closed = '访问企业期间不能执行此操作';
    for (const path of [
      'user/add',
      'user/resetPwd',
      'user/setRole',
      'role/addMembers',
      'resourceAuth/save',
      'org/transfer',
    ])
      expect(await app.post(`/api/base/${path}`, {}, token), path).toMatchObject({ code: 4003, msg: closed });
    // and the rule of accounts refuses them below the calls too, wherever a form carries accounts or grants
    const authenticator = new Authenticator(app.database, app.secrets, app.log);
    const ctx = await authenticator.ofUsableToken(token, '');
    await expect(ctx.db((trx) => guardAccounts(trx, ctx, [client.userId]))).rejects.toMatchObject({ code: 4003 });
    await expect(ctx.db((trx) => guardGiven(trx, ctx, [client.userId]))).rejects.toMatchObject({ code: 4003 });
    const org = await db
      .insertInto('org')
      .values({ client_id: client.clientId, name: '总部' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const vehicle = await db
      .insertInto('vehicle')
      .values({ client_id: client.clientId, plate_no: '沪A70001' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const jurisdiction = { add: [{ kind: 'vehicle', id: vehicle.id }], remove: [] };
    const given = { name: '新部门', parentId: org.id, orgType: 3, jurisdiction };
    expect((await app.post('/api/base/org/add', given, token)).msg).toContain('访问企业期间不能授权');
  });

  it('that may only look has the fees of terminals to look at', async () => {
    const staff = await provider('看费用公司');
    const client = await app.company('费用公司');
    const { data } = await change({ mode: 'visit', targetClientId: client.clientId, reason: '数据核对' }, staff.token);
    for (const call of ['devicePage', 'summary', 'orderPage'])
      expect((await app.post(`/api/base/onlineRenewal/${call}`, {}, data.access_token)).code, call).toBe(200);
  });

  it('is not for tenants, wants a reason, and outLogin without a visit is refused', async () => {
    const tenant = await app.company('普通租户');
    const other = await app.company('别家公司');
    const wish = { mode: 'visit', targetClientId: other.clientId };
    expect((await change({ ...wish, reason: '其他' }, tenant.token)).code).toBe(4003);
    const staff = await provider('原因公司');
    const companies = (token: string) => app.post('/api/sso/oauth/visitCompanies', { keyword: '公司' }, token);
    expect((await companies(tenant.token)).code).toBe(4003);
    // a company that nobody could be visited as is not offered
    const deserted = await app.company('无主公司');
    await app.database.systemDb
      .updateTable('app_user')
      .set({ status: 0 })
      .where('client_id', '=', deserted.clientId)
      .execute();
    const names = (await companies(staff.token)).data.map(({ label }: { label: string }) => label);
    expect(names).not.toContain('无主公司');
    expect(names).toContain('别家公司');
    expect(names).not.toContain('原因公司');
    expect(await change(wish, staff.token)).toMatchObject({ code: 4000, msg: '请填写访问原因' });
    const out = await app.http.inject({
      method: 'POST',
      url: '/api/sso/oauth/logout',
      headers: { authorization: `Bearer ${staff.token}`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'outLogin=1',
    });
    expect(out.json()).toMatchObject({ code: 4000, msg: '当前未访问企业' });
  });
});

describe('no permission is never HTTP 403 (T5)', () => {
  it('a call without the right is HTTP 200 with 4003', async () => {
    const plain = await app.company('无权公司', { primary: false });
    expect(await app.post('/api/base/manage/vehicle/page', { page: 1, size: 15 }, plain.token)).toMatchObject({
      status: 200,
      code: 4003,
      msg: '暂无操作权限',
    });
  });
});
