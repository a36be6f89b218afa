import type { AddressInfo } from 'node:net';
import { encodeFrame, liveFrame } from '@tongda/contract/core/live';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Answer, type TestApp, testApp } from '../../../../../test/test-app';
import { parseFrame } from '../../../../core/live/frames';
import { hashAsClient } from '../password/hash';
import { maskedIp } from './authenticate';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ TRUST_PROXY: 'loopback' });
});
afterAll(() => app.close());

const info = (token: string) => app.post('/api/base/user/info', {}, token);
const refresh = (token: string) =>
  app.form('/api/sso/oauth/token', { grant_type: 'refresh_token', refresh_token: token });

async function loginFrom(account: string, client: string): Promise<Answer['data']> {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/sso/oauth/token',
    remoteAddress: '203.0.113.7',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${client}:${client}`).toString('base64')}`,
    },
    payload: new URLSearchParams({
      grant_type: 'password',
      username: account,
      password: hashAsClient('Test@2026', app.secrets.pwdSalt),
    }).toString(),
  });
  return answer.json().data;
}

describe('single login (shell.md A3, T4)', () => {
  it('a second login on web ends the first with 403 and says when and from where; a phone is left alone', async () => {
    const { account } = await app.company('单点公司', { singleLogin: true });
    const phone = await loginFrom(account, 'tongda-h5');
    const first = await loginFrom(account, 'tongda-web');
    expect((await info(first.access_token)).status).toBe(200);
    const second = await loginFrom(account, 'tongda-web');
    const kicked = await info(first.access_token);
    expect(kicked).toMatchObject({ status: 403, code: 403, data: { ip: '203.0.*.*' } });
    expect(kicked.data.time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/u);
    expect((await info(second.access_token)).status).toBe(200);
    expect(await refresh(first.refresh_token)).toMatchObject({ status: 200, code: 500 });
    expect((await info(phone.access_token)).status).toBe(200);
  });

  it('a company that allows several computers keeps them all', async () => {
    const { account } = await app.company('多端公司');
    const first = await loginFrom(account, 'tongda-web');
    await loginFrom(account, 'tongda-web');
    expect((await info(first.access_token)).status).toBe(200);
  });

  it('an open socket gets the frame 403 and closes with 4403 within a second', async () => {
    const { account, token } = await app.company('实时公司', { singleLogin: true });
    await app.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.http.server.address() as AddressInfo;
    const ws = new WebSocket(`ws://127.0.0.1:${port}/api/gis/live`);
    const frames: string[] = [];
    const pictured = new Promise<void>((resolve) => {
      ws.on('open', () => ws.send(encodeFrame(liveFrame.hello, JSON.stringify({ token, lastSeq: 0 }))));
      ws.on('message', (data) => {
        frames.push(parseFrame(String(data))?.type ?? '');
        if (frames.at(-1) === liveFrame.positions) resolve();
      });
    });
    await pictured;
    const closed = new Promise<number>((resolve) => ws.on('close', resolve));
    const at = performance.now();
    await loginFrom(account, 'tongda-web');
    const entered = performance.now();
    expect(await closed).toBe(4403);
    expect(frames.at(-1)).toBe(liveFrame.kicked);
    expect(performance.now() - entered).toBeLessThan(1000);
    expect(entered).toBeGreaterThan(at);
  });

  it('disabled users and ended service are 401, and the refresh answers 500', async () => {
    const { account, userId } = await app.company('停用后公司');
    const { access_token, refresh_token } = await loginFrom(account, 'tongda-web');
    expect((await info(access_token)).status).toBe(200);
    await app.database.systemDb.updateTable('app_user').set({ status: 0 }).where('id', '=', userId).execute();
    await app.bus.publish('accessChanged', 'x', { clientId: (await clientOf(userId)) ?? '' });
    expect((await info(access_token)).status).toBe(401);
    expect(await refresh(refresh_token)).toMatchObject({ status: 200, code: 500 });
  });

  it('addresses are masked to their network', () => {
    expect(maskedIp('203.0.113.7')).toBe('203.0.*.*');
    expect(maskedIp('2001:db8::1')).toBe('2001:db8:*');
  });
});

const clientOf = async (userId: string): Promise<string | undefined> =>
  (await app.database.systemDb.selectFrom('app_user').select('client_id').where('id', '=', userId).executeTakeFirst())
    ?.client_id;

describe('cookies and origins (shell.md M, T1)', () => {
  const post = (headers: Record<string, string>, fields: Record<string, string>) =>
    app.http.inject({
      method: 'POST',
      url: '/api/sso/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'tongda.example', ...headers },
      payload: new URLSearchParams(fields).toString(),
    });
  const login = async (headers: Record<string, string>, account: string) =>
    post(headers, {
      grant_type: 'password',
      username: account,
      password: hashAsClient('Test@2026', app.secrets.pwdSalt),
    });

  it('the refresh token is kept by the server for 8 hours, for its own path or host only, Secure on https', async () => {
    const { account } = await app.company('饼干公司');
    const plain = await login({}, account);
    const cookie = String(plain.headers['set-cookie']);
    expect(cookie).toMatch(/^td_refresh=[\w-]{43}; Max-Age=28800; Path=\/api\/sso\/oauth; HttpOnly; SameSite=Lax$/u);
    const secure = await login({ 'x-forwarded-proto': 'https' }, account);
    // no other host of the domain can set a cookie of this name (its prefix wants Path=/)
    const hostOnly = String(secure.headers['set-cookie']);
    expect(hostOnly).toMatch(/^__Host-td_refresh=[\w-]{43}; Max-Age=28800; Path=\/; HttpOnly; SameSite=Lax; Secure$/u);
    const again = { grant_type: 'refresh_token', refresh_token: '' };
    const planted = hostOnly.replace('__Host-', '').split(';')[0] ?? '';
    const onHttps = (cookies: string) => post({ 'x-forwarded-proto': 'https', cookie: cookies }, again);
    expect((await onHttps(planted)).json()).toMatchObject({ code: 500 });
    expect((await onHttps(hostOnly.split(';')[0] ?? '')).json()).toMatchObject({ code: 200 });
    expect(secure.headers['strict-transport-security']).toContain('max-age=31536000');
    const renewed = await post(
      { cookie: cookie.split(';')[0] ?? '' },
      { grant_type: 'refresh_token', refresh_token: '' },
    );
    expect(renewed.json()).toMatchObject({ code: 200, data: { noJump: 1 } });
    expect(String(renewed.headers['set-cookie'])).not.toContain(cookie.split(';')[0]);
  });

  it('other sites may not log in or on in the name of a browser', async () => {
    const { account } = await app.company('来源公司');
    expect((await login({ origin: 'https://evil.example' }, account)).json()).toMatchObject({ code: 4003 });
    expect((await login({ origin: 'null' }, account)).json()).toMatchObject({ code: 4003 });
    expect((await login({ origin: 'http://tongda.example' }, account)).json()).toMatchObject({ code: 200 });
  });

  it('visitors cannot choose the address that failures are counted by', async () => {
    const { account } = await app.company('地址公司');
    for (let i = 0; i < 5; i++) {
      await app.http.inject({
        method: 'POST',
        url: '/api/sso/oauth/token',
        remoteAddress: '198.51.100.9',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': `203.0.113.${i}` },
        payload: `grant_type=password&username=${account}&password=${'0'.repeat(64)}`,
      });
    }
    const { rows } = await sql<{ key: string }>`select key from login_attempt where key like ${`${account}|%`}`.execute(
      app.database.systemDb,
    );
    expect(rows.map(({ key }) => key)).toEqual([`${account}|198.51.100.9`]);
  });
});

describe('several companies with one account', () => {
  it('the companies are offered (300), the chosen one is entered as the user that one is there', async () => {
    const home = await app.company('总公司');
    const other = await app.company('分公司');
    const db = app.database.systemDb;
    await db
      .insertInto('account_company')
      .values({ client_id: other.clientId, account_id: home.userId, user_id: other.userId })
      .execute();
    const fields = {
      grant_type: 'password',
      username: home.account,
      password: hashAsClient('Test@2026', app.secrets.pwdSalt),
    };
    const offered = await app.form('/api/sso/oauth/token', fields);
    expect(offered).toMatchObject({
      code: 300,
      data: {
        companies: [
          { clientId: home.clientId, clientName: '总公司' },
          { clientId: other.clientId, clientName: '分公司' },
        ],
      },
    });
    const entered = await app.form('/api/sso/oauth/token', { ...fields, companyId: other.clientId });
    expect((await info(entered.data.access_token)).data).toMatchObject({
      clientName: '分公司',
      accountCode: other.account,
    });
    const foreign = await app.company('外公司');
    const wrong = await app.form('/api/sso/oauth/token', { ...fields, companyId: foreign.clientId });
    expect(wrong).toMatchObject({ code: 4000, data: { errors: [{ field: 'companyId' }] } });
    // without a user in it any more, nothing is left to choose
    await db.updateTable('app_user').set({ status: 0 }).where('id', '=', other.userId).execute();
    expect((await app.form('/api/sso/oauth/token', fields)).code).toBe(200);
  });
});
