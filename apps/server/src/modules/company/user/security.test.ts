import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const base = '/api/base/user';
const info = async (token: string) => (await app.post(`${base}/security/info`, {}, token)).data;
const save = (token: string, body: object) => app.post(`${base}/security/save`, body, token);
const alive = async (token: string): Promise<number> => (await app.post(`${base}/info`, {}, token)).status;
const again = async (account: string): Promise<string> =>
  String((await app.login(account, 'Test@2026')).data.access_token);

describe('登录安全', () => {
  it('管理员关闭多端登录：每个用户只留最新的会话，其余答403；打开后可同时登录', async () => {
    const a = await app.company('安全公司');
    const second = await again(a.account);
    const before = await info(a.token);
    expect(before).toMatchObject({ multiLogin: true, sessionMaxH: 24, editable: true, several: 1, updateTime: null });
    const off = await save(second, { multiLogin: false, sessionMaxH: 24, version: before.version });
    expect(off).toMatchObject({ code: 200, data: { ended: 1 } });
    expect([await alive(a.token), await alive(second)]).toEqual([403, 200]);
    const third = await again(a.account);
    expect([await alive(second), await alive(third)]).toEqual([403, 200]);
    const { version } = await info(third);
    expect(await save(third, { multiLogin: true, sessionMaxH: 24, version: before.version })).toMatchObject({
      code: 4009,
    });
    expect((await save(third, { multiLogin: true, sessionMaxH: 24, version })).data).toEqual({ ended: 0 });
    await again(a.account);
    expect(await alive(third)).toBe(200);
    const his = await app.post(`${base}/security/changeHis`, { id: a.clientId, page: 1, size: 10 }, third);
    expect(his.data.list[0].changes).toEqual([
      { field: 'multiLogin', label: '允许多端同时登录', before: '不允许', after: '允许' },
    ]);
  });

  it('最长登录时长对之后的登录生效，范围1~168小时', async () => {
    const a = await app.company('时长公司');
    const { version } = await info(a.token);
    for (const sessionMaxH of [0, 169, 1.5])
      expect((await save(a.token, { multiLogin: true, sessionMaxH, version })).code).toBe(4000);
    expect((await save(a.token, { multiLogin: true, sessionMaxH: 2, version })).code).toBe(200);
    await again(a.account);
    const { rows } = await app.database.pool.query(
      'select round(extract(epoch from absolute_expire_at - created_at) / 3600) as h from auth_session where user_id = $1 order by created_at desc limit 1',
      [a.userId],
    );
    expect(Number(rows[0].h)).toBe(2);
  });

  it('只有管理员能改；没有用户管理菜单的人看不到', async () => {
    const a = await app.company('普通员工公司', { primary: false });
    expect((await app.post(`${base}/security/info`, {}, a.token)).code).toBe(4003);
    const db = app.database.systemDb;
    const role = await db
      .insertInto('role')
      .values({ client_id: a.clientId, name: '全部', all_rights: true })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('user_role').values({ client_id: a.clientId, user_id: a.userId, role_id: role.id }).execute();
    const token = await again(a.account);
    const seen = await info(token);
    expect(seen.editable).toBe(false);
    expect(await save(token, { multiLogin: false, sessionMaxH: 8, version: seen.version })).toMatchObject({
      code: 4003,
      msg: '只有企业管理员可以修改登录安全设置',
    });
  });
});

describe('关联企业', () => {
  const companies = async (token: string) => (await app.post(`${base}/companies/mine`, {}, token)).data;
  const join = (token: string, code: string) => app.post(`${base}/companies/join`, { code }, token);

  it('管理员给出关联码，本人输入后登录时可选择进入；任一方可解除', async () => {
    const home = await app.company('本人企业');
    const host = await app.company('合作企业');
    const made = await app.post(`${base}/companies/invite`, { id: host.userId }, host.token);
    expect(made.data.code).toMatch(/^[0-9A-Z]{12}$/u);
    expect((await app.post(`${base}/companies/links`, { id: host.userId }, host.token)).data).toMatchObject({
      links: [],
      inviteUntil: made.data.expireTime,
    });
    const typed = made.data.code.toLowerCase().replace(/^(.{4})(.{4})/u, '$1-$2 ');
    expect(await join(home.token, typed)).toMatchObject({ code: 200, data: { clientName: '合作企业' } });
    expect(await join(home.token, typed)).toMatchObject({ code: 4000, msg: expect.stringContaining('关联码错误') });
    expect(await companies(home.token)).toMatchObject([
      { clientName: '本人企业', own: true, current: true },
      { clientName: '合作企业', own: false, current: false },
    ]);
    const choice = await app.login(home.account, 'Test@2026');
    expect(choice.code).toBe(300);
    const enter = async (companyId: string): Promise<string> => {
      const { hashAsClient } = await import('../../base/identity/password/hash');
      const answer = await app.form('/api/sso/oauth/token', {
        grant_type: 'password',
        username: home.account,
        password: hashAsClient('Test@2026', app.secrets.pwdSalt),
        companyId,
      });
      return String(answer.data.access_token);
    };
    const guest = await enter(host.clientId);
    expect((await app.post(`${base}/info`, {}, guest)).data.clientId).toBe(host.clientId);
    const { links } = (await app.post(`${base}/companies/links`, { id: host.userId }, host.token)).data;
    expect(links).toMatchObject([{ accountCode: home.account, clientName: '本人企业' }]);
    // the host lets go of him: his session there ends at once
    const foreign = { id: host.userId, accountId: home.userId };
    expect((await app.post(`${base}/companies/unlink`, foreign, home.token)).code).toBe(4004);
    expect((await app.post(`${base}/companies/unlink`, foreign, host.token)).code).toBe(200);
    expect(await alive(guest)).toBe(401);
    expect(await companies(home.token)).toHaveLength(1);
    // again, and this time he leaves by himself
    const next = await app.post(`${base}/companies/invite`, { id: host.userId }, host.token);
    await join(home.token, next.data.code);
    expect((await app.post(`${base}/companies/leave`, { clientId: host.clientId }, home.token)).code).toBe(200);
    expect((await app.post(`${base}/companies/leave`, { clientId: host.clientId }, home.token)).code).toBe(4004);
    expect((await app.login(home.account, 'Test@2026')).code).toBe(200);
  });

  it('旧关联码随新码失效；本企业的账号不用关联；猜错5次锁定；别的企业的用户不能生成', async () => {
    const home = await app.company('猜码企业');
    const host = await app.company('给码企业');
    expect((await app.post(`${base}/companies/invite`, { id: host.userId }, home.token)).code).toBe(4004);
    const old = (await app.post(`${base}/companies/invite`, { id: host.userId }, host.token)).data.code;
    const fresh = (await app.post(`${base}/companies/invite`, { id: host.userId }, host.token)).data.code;
    expect((await join(home.token, old)).code).toBe(4000);
    expect(await join(host.token, fresh)).toMatchObject({ code: 4011, msg: '您的账号属于该企业，无须关联' });
    for (let i = 0; i < 4; i++) expect((await join(home.token, `AAAAAAAAAAA${i}`)).code).toBe(4000);
    expect((await join(home.token, fresh)).code).toBe(4029);
    const stored = await app.database.systemDb
      .selectFrom('company_invite')
      .selectAll()
      .where('user_id', '=', host.userId)
      .execute();
    expect(JSON.stringify(stored)).not.toContain(fresh);
  });
});
