import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../../test/test-app';
import { createLog } from '../../../../core/run/log';
import { hashAsClient } from '../password/hash';

const appId = 'wx0123456789abcdef';
const appSecret = 'wechat-app-secret-of-the-test';
/** WeChat as its documents describe it: a code is good once and belongs to one person. */
const people = new Map<string, string>();
const asked: URL[] = [];
let broken = false;
let fake: Server;
let app: TestApp;
const lines: string[] = [];

beforeAll(async () => {
  fake = createServer((req, res) => {
    const url = new URL(req.url ?? '/', 'http://wechat');
    asked.push(url);
    const { searchParams: query } = url;
    const code = query.get('code') ?? '';
    const openid = people.get(code);
    people.delete(code);
    const known = query.get('appid') === appId && query.get('secret') === appSecret;
    if (broken) return void res.writeHead(502).end('<html>bad gateway</html>');
    const answer =
      url.pathname === '/sns/oauth2/access_token' && known && openid
        ? { access_token: 'tokens-of-wechat', expires_in: 7200, openid, scope: 'snsapi_base' }
        : { errcode: 40029, errmsg: 'invalid code' };
    res.setHeader('content-type', 'text/plain').end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => fake.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(fake.address() as AddressInfo).port}`;
  app = await testApp(
    { WECHAT_APP_ID: appId, WECHAT_APP_SECRET: appSecret, WECHAT_API_URL: url, PUBLIC_URL: 'https://tongda.example/' },
    createLog('trace', { write: (line: string) => void lines.push(line) }).log,
  );
});
afterAll(async () => {
  await app.close();
  fake.close();
});

const wx = '/api/base/wxAuth';
let serial = 0;
/** What the phone does: opens the QR, is sent to WeChat, comes back with the code of this person. */
async function scan(qrUrl: string, openId: string) {
  const qr = new URL(qrUrl);
  const [kind, code] = [qr.searchParams.get('kind'), qr.searchParams.get('code') ?? ''];
  const entry = await app.get(`${wx}/entry?kind=${kind}&code=${code}`);
  const page = new URL(entry.data.url);
  const back = new URL(page.searchParams.get('redirect_uri') ?? '');
  const wxCode = `code-of-wechat-${++serial}`;
  people.set(wxCode, openId);
  const said = { kind, code: back.searchParams.get('grant'), wxCode, state: page.searchParams.get('state') };
  return { page, back, said, seen: await app.post(`${wx}/identify`, said) };
}
const qrOf = async (token?: string) => (await app.get(`${wx}/getAuthCode${token ? '?purpose=bind' : ''}`, token)).data;
const statusOf = async (authId: string) => (await app.get(`${wx}/queryAuthCodeStatus?authId=${authId}`)).data.status;
const enter = (authId: string, more: Record<string, string> = {}) =>
  app.form('/api/sso/oauth/token', { grant_type: 'wechat_qr', authId, ...more });
const profile = async (token: string) => (await app.post('/api/base/user/profile', {}, token)).data;

async function bound(name: string, openId: string) {
  const user = await app.company(name);
  const { seen } = await scan((await qrOf(user.token)).qrUrl, openId);
  expect((await app.post(`${wx}/answer`, { ticket: seen.data.ticket, allow: true })).code).toBe(200);
  return user;
}

describe('微信绑定', () => {
  it('扫码、授权、确认后绑定：状态 0→1→2；个人信息可见绑定时间', async () => {
    const user = await app.company('绑定公司');
    expect((await profile(user.token)).wechat).toEqual({ boundTime: null });
    const { authId, qrUrl, expireIn } = await qrOf(user.token);
    expect([expireIn, await statusOf(authId)]).toEqual([120, 0]);
    const { page, back, seen } = await scan(qrUrl, 'open-bind');
    expect([page.origin + page.pathname, page.hash]).toEqual([
      'https://open.weixin.qq.com/connect/oauth2/authorize',
      '#wechat_redirect',
    ]);
    expect(Object.fromEntries(page.searchParams)).toMatchObject({
      appid: appId,
      response_type: 'code',
      scope: 'snsapi_base',
    });
    expect(back.origin + back.pathname).toBe('https://tongda.example/community/authBind');
    expect(seen).toMatchObject({ code: 200, data: { ip: '127.0.0.1' } });
    expect(seen.data.account).not.toBe(user.account);
    expect(await statusOf(authId)).toBe(1);
    expect((await profile(user.token)).wechat.boundTime).toBeNull();
    expect((await app.post(`${wx}/answer`, { ticket: seen.data.ticket, allow: true })).code).toBe(200);
    expect(await statusOf(authId)).toBe(2);
    expect((await profile(user.token)).wechat.boundTime).toMatch(/^\d{4}-/u);
    // answered once
    expect((await app.post(`${wx}/answer`, { ticket: seen.data.ticket, allow: true })).code).toBe(4000);
    // a binding is no login
    expect((await enter(authId)).code).toBe(4000);
  });

  it('拒绝不绑定；一个微信只绑定一个账号；解绑后不能再扫码登录', async () => {
    const user = await app.company('拒绝绑定公司');
    const refused = await scan((await qrOf(user.token)).qrUrl, 'open-no');
    await app.post(`${wx}/answer`, { ticket: refused.seen.data.ticket, allow: false });
    expect((await profile(user.token)).wechat.boundTime).toBeNull();
    const first = await bound('先绑公司', 'open-one');
    const second = await scan((await qrOf(user.token)).qrUrl, 'open-one');
    expect(second.seen).toMatchObject({ code: 4011, msg: expect.stringContaining('已绑定其他账号') });
    expect((await app.post('/api/base/user/unBindWxUser', {}, first.token)).code).toBe(200);
    expect(await app.post('/api/base/user/unBindWxUser', {}, first.token)).toMatchObject({ msg: '尚未绑定微信' });
    const login = await scan((await qrOf()).qrUrl, 'open-one');
    expect(login.seen).toMatchObject({ code: 4011, msg: expect.stringContaining('尚未绑定账号') });
    const log = await app.database.systemDb
      .selectFrom('login_log')
      .select('event')
      .where('user_id', '=', first.userId)
      .where('event', 'like', 'wx%')
      .orderBy('id')
      .execute();
    expect(log.map(({ event }) => event)).toEqual(['wx_bind', 'wx_unbind']);
  });

  it('绑定的二维码只给已登录的人', async () => {
    expect((await app.get(`${wx}/getAuthCode?purpose=bind`)).status).toBe(401);
  });
});

describe('微信扫码登录', () => {
  it('已绑定的微信确认后，等待的电脑登录一次', async () => {
    const user = await bound('微信登录公司', 'open-login');
    const { authId, qrUrl } = await qrOf();
    const { seen } = await scan(qrUrl, 'open-login');
    expect((await enter(authId)).code).toBe(202);
    await app.post(`${wx}/answer`, { ticket: seen.data.ticket, allow: true });
    const answer = await enter(authId);
    expect((await app.post('/api/base/user/info', {}, answer.data.access_token)).data.accountCode).toBe(user.account);
    expect((await enter(authId)).code).toBe(4000);
    // it says nothing of how he proved himself there: what wants his password asks for it
    expect((await app.post('/api/base/user/secondFactor/begin', {}, answer.data.access_token)).code).toBe(4012);
  });

  it('属于多个企业时先选择企业，二维码仍可用一次', async () => {
    const home = await bound('本企业', 'open-many');
    const other = await app.company('另一企业');
    await app.database.systemDb
      .insertInto('account_company')
      .values({ client_id: other.clientId, account_id: home.userId, user_id: other.userId })
      .execute();
    const { authId, qrUrl } = await qrOf();
    const { seen } = await scan(qrUrl, 'open-many');
    await app.post(`${wx}/answer`, { ticket: seen.data.ticket, allow: true });
    const choice = await enter(authId);
    expect(choice.code).toBe(300);
    expect(choice.data.companies.map((c: { clientName: string }) => c.clientName)).toEqual(['本企业', '另一企业']);
    const answer = await enter(authId, { companyId: other.clientId });
    expect((await app.post('/api/base/user/info', {}, answer.data.access_token)).data.clientId).toBe(other.clientId);
    expect((await enter(authId, { companyId: other.clientId })).code).toBe(4000);
  });

  it('从关联的企业看个人信息：账号、手机号、微信是登录账号的，解绑的也是它', async () => {
    const home = await bound('关联本企业', 'open-linked');
    const other = await app.company('关联另一企业');
    const db = app.database.systemDb;
    await db.updateTable('app_user').set({ phone: '13800138222' }).where('id', '=', home.userId).execute();
    await db
      .insertInto('account_company')
      .values({ client_id: other.clientId, account_id: home.userId, user_id: other.userId })
      .execute();
    const password = hashAsClient('Test@2026', app.secrets.pwdSalt);
    const fields = { grant_type: 'password', username: home.account, password, companyId: other.clientId };
    const { access_token: token } = (await app.form('/api/sso/oauth/token', fields)).data;
    const seen = async () => (await app.post('/api/base/user/profile', {}, token)).data;
    expect(await seen()).toMatchObject({
      accountCode: home.account,
      clientName: '关联另一企业',
      phone: '138****8222',
      wechat: { boundTime: expect.stringMatching(/^\d{4}-/u) },
    });
    expect((await app.post('/api/base/user/unBindWxUser', {}, token)).code).toBe(200);
    expect((await seen()).wechat).toEqual({ boundTime: null });
  });

  it('错误的 state、用过的 code、微信出错、停用的账号都进不来', async () => {
    const user = await bound('拒绝登录公司', 'open-off');
    const { authId, qrUrl } = await qrOf();
    const { said, seen } = await scan(qrUrl, 'open-off');
    people.set('another', 'open-off');
    expect((await app.post(`${wx}/identify`, { ...said, wxCode: 'another', state: 'made-up' })).code).toBe(4000);
    expect(await app.post(`${wx}/identify`, said)).toMatchObject({
      code: 4011,
      msg: '微信授权失败或已过期，请重新扫码',
    });
    broken = true;
    expect((await app.post(`${wx}/identify`, { ...said, wxCode: 'another' })).code).toBe(4011);
    broken = false;
    await app.post(`${wx}/answer`, { ticket: seen.data.ticket, allow: true });
    await app.database.systemDb.updateTable('app_user').set({ status: 0 }).where('id', '=', user.userId).execute();
    expect((await enter(authId)).code).toBe(4003);
  });

  it('密钥、code、令牌和 openid 不进日志', () => {
    const log = lines.join('');
    for (const secret of [appSecret, 'code-of-wechat-', 'tokens-of-wechat', 'open-login'])
      expect(log.includes(secret)).toBe(false);
  });
});

describe('未设置微信', () => {
  it('站点信息、个人信息都不提微信，接口拒绝', async () => {
    const plain = await testApp();
    try {
      const { token } = await plain.company('无微信公司');
      expect((await plain.get('/api/base/open/siteInfo')).data.wechat).toBe(false);
      expect((await plain.post('/api/base/user/profile', {}, token)).data.wechat).toBeNull();
      expect((await plain.get(`${wx}/getAuthCode?purpose=bind`, token)).code).toBe(4011);
      const { qrUrl } = (await plain.get(`${wx}/getAuthCode`)).data;
      const code = new URL(qrUrl).searchParams.get('code');
      expect((await plain.get(`${wx}/entry?kind=qr&code=${code}`)).code).toBe(4011);
    } finally {
      await plain.close();
    }
  });
});
