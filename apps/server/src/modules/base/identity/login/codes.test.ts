import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../../test/test-app';
import { hashAsClient } from '../password/hash';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

let next = 0;
const newPhone = (): string => `139${String(10_000_000 + next++)}`;
async function withPhone(name: string) {
  const company = await app.company(name, { singleLogin: true });
  const phone = newPhone();
  await app.database.systemDb.updateTable('app_user').set({ phone }).where('id', '=', company.userId).execute();
  return { ...company, phone };
}
const send = (phone: string, purpose = 'login') => app.post('/api/sso/oauth/sendSmsCode', { phone, purpose });
const outbox = async (phone: string) =>
  app.database.systemDb.selectFrom('sms_outbox').selectAll().where('phone', '=', phone).orderBy('id', 'desc').execute();
const codeOf = async (phone: string): Promise<string> => /\d{6}/u.exec((await outbox(phone))[0]?.text ?? '')?.[0] ?? '';
const enter = (phone: string, code: string) =>
  app.form('/api/sso/oauth/token', { grant_type: 'sms_code', phone, code });
const lookBack = (phone: string, seconds: number) =>
  sql`update verify_code set created_at = created_at - make_interval(secs => ${seconds}), expires_at = expires_at - make_interval(secs => ${seconds}) where phone = ${phone}`.execute(
    app.database.systemDb,
  );
const wrong = (code: string): string => (code === '000000' ? '000001' : '000000');

describe('login by SMS', () => {
  it('a code of six digits in the outbox lets in once, and kicks the older session', async () => {
    const { phone, token, account } = await withPhone('短信公司');
    expect(await send(phone)).toMatchObject({ code: 200, data: { expireIn: 300, resendIn: 60 } });
    const [message] = await outbox(phone);
    expect(message?.text).toMatch(/^【通达】您的登录验证码是\d{6}，5分钟内有效，请勿告诉他人。$/u);
    const code = await codeOf(phone);
    const answer = await enter(phone, code);
    expect(answer).toMatchObject({ code: 200, data: { noJump: 0 } });
    expect((await app.post('/api/base/user/info', {}, answer.data.access_token)).data.accountCode).toBe(account);
    expect((await app.post('/api/base/user/info', {}, token)).status).toBe(403);
    expect(await enter(phone, code)).toMatchObject({ code: 4000, msg: '验证码错误或已过期' });
  });

  it('is kept as a slow hash with a salt of its own, and lets in once of two that come together', async () => {
    const { phone } = await withPhone('存储公司');
    const other = await withPhone('另一存储公司');
    await send(phone);
    await send(other.phone);
    const code = await codeOf(phone);
    const { rows } = await sql<{
      row: string;
      code_hash: string;
    }>`select code_hash, to_jsonb(v)::text as row from verify_code v
      where phone in (${phone}, ${other.phone})`.execute(app.database.systemDb);
    const [first, second] = rows.map(
      ({ code_hash }) => /^\$argon2id\$v=\d+\$[^$]+\$([^$]+)\$[^$]+$/u.exec(code_hash)?.[1],
    );
    expect(first).toBeDefined();
    expect(second).not.toBe(first);
    expect(rows.map(({ row }) => row).join()).not.toContain(
      createHash('sha256').update(`${phone} ${code}`).digest('hex'),
    );
    const both = await Promise.all([enter(phone, code), enter(phone, code)]);
    expect(both.map((answer) => answer.code).sort()).toEqual([200, 4000]);
  });

  it('is sent again after 60 s, ten times a day; lives 300 s; only the newest counts', async () => {
    const { phone } = await withPhone('频率公司');
    await send(phone);
    const first = await codeOf(phone);
    expect(await send(phone)).toMatchObject({
      code: 4029,
      msg: expect.stringMatching(/^验证码已发送，请(60|59)秒后再试$/u),
    });
    await lookBack(phone, 61);
    await send(phone);
    const second = await codeOf(phone);
    if (first !== second) expect((await enter(phone, first)).code).toBe(4000);
    await lookBack(phone, 301);
    expect((await enter(phone, second)).code).toBe(4000);
    for (let i = 0; i < 8; i++) {
      await send(phone);
      await lookBack(phone, 61);
    }
    expect(await send(phone)).toMatchObject({ code: 4029, msg: '今天获取验证码的次数已用完，请明天再试' });
  });

  it('an unknown number is answered like a known one, and gets nothing', async () => {
    const phone = newPhone();
    expect(await send(phone)).toMatchObject({ code: 200, data: { expireIn: 300 } });
    expect(await outbox(phone)).toEqual([]);
    expect((await send(phone)).code).toBe(4029);
    expect(await enter(phone, '123456')).toMatchObject({ code: 4000, msg: '验证码错误或已过期' });
    expect(await send('12345')).toMatchObject({ code: 4000, msg: '请输入正确的手机号码' });
  });

  it('five wrong tries end the code and lock the number for this address', async () => {
    const { phone } = await withPhone('试错公司');
    await send(phone);
    const code = await codeOf(phone);
    for (let i = 0; i < 4; i++) expect((await enter(phone, wrong(code))).msg).toBe('验证码错误或已过期');
    expect((await enter(phone, wrong(code))).msg).toMatch(/账号已锁定/u);
    await sql`delete from login_attempt`.execute(app.database.systemDb);
    expect((await enter(phone, code)).code).toBe(4000);
  });

  it('goes to a gateway of one’s own where the settings name one; its failure is told', async () => {
    const heard: Array<{ auth?: string; body: string }> = [];
    let status = 200;
    const gateway = createServer((req, res) => {
      let body = '';
      req.on('data', (part: Buffer) => {
        body += part.toString();
      });
      req.on('end', () => {
        heard.push({ auth: req.headers.authorization, body });
        res.writeHead(status).end();
      });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => gateway.once('listening', resolve));
    const { port } = gateway.address() as AddressInfo;
    const own = await testApp({ SMS_URL: `http://127.0.0.1:${port}/sms`, SMS_TOKEN: 'gate', DEMO: '1' });
    const { userId } = await own.company('网关公司');
    const phone = newPhone();
    await own.database.systemDb.updateTable('app_user').set({ phone }).where('id', '=', userId).execute();
    const sent = await own.post('/api/sso/oauth/sendSmsCode', { phone, purpose: 'login' });
    expect(sent.data).toEqual({ expireIn: 300, resendIn: 60 });
    expect(heard[0]?.auth).toBe('Bearer gate');
    const message = JSON.parse(heard[0]?.body ?? '{}');
    expect(message).toMatchObject({ phone, purpose: 'login', code: expect.stringMatching(/^\d{6}$/u) });
    expect(message.text).toContain(message.code);
    status = 500;
    await own.database.systemDb.deleteFrom('verify_code').execute();
    expect(await own.post('/api/sso/oauth/sendSmsCode', { phone, purpose: 'login' })).toMatchObject({
      status: 200,
      msg: '短信发送失败，请稍后重试',
    });
    gateway.close();
    await own.close();
  });

  it('the demonstration shows the code that nobody can receive', async () => {
    const demo = await testApp({ DEMO: '1' });
    const { userId } = await demo.company('演示公司');
    const phone = newPhone();
    await demo.database.systemDb.updateTable('app_user').set({ phone }).where('id', '=', userId).execute();
    const { data } = await demo.post('/api/sso/oauth/sendSmsCode', { phone, purpose: 'login' });
    expect(data.demoCode).toMatch(/^\d{6}$/u);
    await demo.close();
  });
});

describe('forgotten password', () => {
  it('the code gives a token, the token a new password once; every session ends', async () => {
    const { phone, account, token } = await withPhone('找回公司');
    await send(phone, 'reset');
    const code = await codeOf(phone);
    expect((await app.post('/api/sso/oauth/checkResetCode', { phone, code: wrong(code) })).code).toBe(4000);
    const { data } = await app.post('/api/sso/oauth/checkResetCode', { phone, code });
    expect(data.accountCode).toBe(account);
    const newPwd = hashAsClient('Nord!4711see', app.secrets.pwdSalt);
    const body = { resetToken: data.resetToken, newPwd };
    expect((await app.post('/api/sso/oauth/resetPwd', body)).code).toBe(200);
    expect((await app.post('/api/base/user/info', {}, token)).status).toBe(401);
    expect((await app.login(account, 'Nord!4711see')).code).toBe(200);
    expect((await app.login(account, 'Test@2026')).code).toBe(4000);
    expect(await app.post('/api/sso/oauth/resetPwd', body)).toMatchObject({
      code: 4000,
      msg: '操作超时，请重新获取验证码',
    });
    expect((await outbox(phone))[0]?.text).toContain('密码已修改');
  });

  it('a token for another account, an old and a made-up one are refused', async () => {
    const one = await withPhone('甲公司');
    const other = await withPhone('乙公司');
    await send(one.phone, 'reset');
    const { data } = await app.post('/api/sso/oauth/checkResetCode', {
      phone: one.phone,
      code: await codeOf(one.phone),
    });
    const [, expiry, signature] = String(data.resetToken).split('.');
    const newPwd = hashAsClient('Nord!4711see', app.secrets.pwdSalt);
    for (const resetToken of [`${other.userId}.${expiry}.${signature}`, `${one.userId}.1.${signature}`, 'x'])
      expect((await app.post('/api/sso/oauth/resetPwd', { resetToken, newPwd })).code).toBe(4000);
  });
});

describe('login by QR', () => {
  const status = async (authId: string) =>
    (await app.get(`/api/base/wxAuth/queryAuthCodeStatus?authId=${authId}`)).data.status;
  const redeem = (authId: string) => app.form('/api/sso/oauth/token', { grant_type: 'wechat_qr', authId });

  it('waits, is scanned, is confirmed on the phone, and lets in once', async () => {
    const { token, account } = await app.company('扫码公司');
    const { data } = await app.get('/api/base/wxAuth/getAuthCode');
    const url = new URL(data.qrUrl);
    expect([url.pathname, url.searchParams.get('kind'), data.expireIn]).toEqual(['/community/authBind', 'qr', 120]);
    const code = url.searchParams.get('code');
    expect(data.qrUrl).not.toContain(data.authId);
    expect(await status(data.authId)).toBe(0);
    expect((await redeem(data.authId)).code).toBe(202);
    const seen = await app.post('/api/sso/oauth/grantInfo', { kind: 'qr', code }, token);
    expect(seen).toMatchObject({ code: 200, data: { status: 1, ip: '127.0.0.1' } });
    expect(await status(data.authId)).toBe(1);
    expect((await app.post('/api/sso/oauth/answerGrant', { kind: 'qr', code, allow: true }, token)).code).toBe(200);
    expect(await status(data.authId)).toBe(2);
    const answer = await redeem(data.authId);
    expect((await app.post('/api/base/user/info', {}, answer.data.access_token)).data.accountCode).toBe(account);
    expect((await redeem(data.authId)).code).toBe(4000);
    // what the QR shows opens nothing
    expect((await redeem(code ?? '')).code).toBe(4000);
  });

  it('a refusal and 120 s end it', async () => {
    const { token } = await app.company('拒绝公司');
    const refused = (await app.get('/api/base/wxAuth/getAuthCode')).data;
    const code = new URL(refused.qrUrl).searchParams.get('code');
    await app.post('/api/sso/oauth/answerGrant', { kind: 'qr', code, allow: false }, token);
    expect(await status(refused.authId)).toBe(4);
    expect((await redeem(refused.authId)).code).toBe(4000);
    const late = (await app.get('/api/base/wxAuth/getAuthCode')).data;
    await sql`update login_grant set expires_at = now() - interval '1 second'`.execute(app.database.systemDb);
    expect(await status(late.authId)).toBe(3);
    expect(await redeem(late.authId)).toMatchObject({ code: 4000, msg: '二维码已失效，点击刷新' });
    expect((await app.post('/api/sso/oauth/answerGrant', { kind: 'qr', code, allow: true })).status).toBe(401);
  });
});

describe('a screen on the wall (shell.md A8)', () => {
  it('is let in by its six signs, for the time that its company sets, to look only', async () => {
    const { token, clientId } = await app.company('大屏公司');
    await app.database.systemDb.updateTable('client').set({ screen_max_h: 6 }).where('id', '=', clientId).execute();
    const { data } = await app.get('/api/sso/oauth/getTvCode');
    expect(data).toMatchObject({ code: expect.stringMatching(/^[A-HJKMNP-Z2-9]{6}$/u), expireIn: 300 });
    const poll = () => app.form('/api/sso/oauth/token', { grant_type: 'tv_code', authId: data.authId });
    expect((await poll()).code).toBe(202);
    const typed = { kind: 'tv', code: data.code.toLowerCase() };
    await app.post('/api/sso/oauth/answerGrant', { ...typed, allow: true }, token);
    const answer = await poll();
    expect(answer.data).toMatchObject({ noJump: 1, expires_in: 1800 });
    expect(Math.abs(answer.data.refresh_expires_in - 6 * 3600)).toBeLessThan(5);
    const screen = answer.data.access_token;
    expect((await app.post('/api/base/user/info', {}, screen)).data.terminalKind).toBe('tv');
    const write = { page: 'vehicle', key: 'columns', fields: [1] };
    expect((await app.post('/api/base/userFrontendConfig/saveField', write, screen)).code).toBe(4003);
    // and shows no button that would be refused
    const buttons = async (of: string) =>
      JSON.stringify(
        (await app.post('/api/base/user/menuTree', { sysList: ['common', 'webGIS'] }, of)).data.buttonGrouping,
      );
    expect(await buttons(token)).toContain('"alarmRecord/handle"');
    expect(await buttons(screen)).not.toContain('"alarmRecord/handle"');
    expect(await buttons(screen)).toContain('"alarmRecord/export"');
    expect((await app.post('/api/sso/oauth/answerGrant', { ...typed, allow: true }, screen)).code).toBe(4003);
    // it is one of the login devices, and ends from there
    const devices = (await app.post('/api/base/user/loginDevices', {}, token)).data;
    const wall = devices.find((device: { kind: string }) => device.kind === 'tv');
    expect(devices.filter((device: { current: boolean }) => device.current)).toHaveLength(1);
    expect((await app.post('/api/base/user/endOtherDevices', {}, screen)).code).toBe(4003);
    expect((await app.post('/api/base/user/endOtherDevices', {}, token)).data).toEqual({ count: devices.length - 1 });
    expect((await app.post('/api/base/user/endLoginDevice', { id: wall.id }, token)).code).toBe(4004);
    expect((await app.post('/api/base/user/info', {}, screen)).status).toBe(401);
    const stranger = await app.company('旁观公司');
    expect((await app.post('/api/base/user/endLoginDevice', { id: devices[0].id }, stranger.token)).code).toBe(4004);
  });

  it('opens the page and stays the days that were chosen, never longer than its company allows', async () => {
    const { token, clientId } = await app.company('选页公司');
    const pair = async (more: object) => {
      const { data } = await app.get('/api/sso/oauth/getTvCode');
      const typed = { kind: 'tv', code: data.code };
      const info = await app.post('/api/sso/oauth/grantInfo', typed, token);
      const answered = await app.post('/api/sso/oauth/answerGrant', { ...typed, allow: true, ...more }, token);
      const entered = await app.form('/api/sso/oauth/token', { grant_type: 'tv_code', authId: data.authId });
      return { info, answered, entered };
    };
    const limit = (screen_max_h: number) =>
      app.database.systemDb.updateTable('client').set({ screen_max_h }).where('id', '=', clientId).execute();
    await limit(24 * 30);
    const chosen = await pair({ page: 'location', days: 7 });
    expect(chosen.info.data.screenMaxH).toBe(24 * 30);
    expect(chosen.entered.data).toMatchObject({ screenPage: 'location' });
    const [wall] = (await app.post('/api/base/user/loginDevices', {}, token)).data.filter(
      (device: { kind: string }) => device.kind === 'tv',
    );
    const days = (Date.parse(wall.expireTime) - Date.parse(wall.createdTime)) / 86_400_000;
    expect(days).toBeCloseTo(7, 3);
    const usual = await pair({});
    expect(usual.entered.data.screenPage).toBeUndefined();
    await limit(48);
    expect((await pair({ days: 7 })).answered).toMatchObject({
      code: 4000,
      data: { errors: [{ field: 'days', msg: '公司规定大屏最长登录48小时，请选择更短的时间' }] },
    });
    expect((await pair({ days: 31 })).answered.data.errors[0]).toMatchObject({ msg: '登录天数应为1~30天' });
    expect((await pair({ page: '//evil' })).answered.code).toBe(4000);
  });

  it('is no way around the password: the client of screens gets nothing by one, and a password that is over ends the screen', async () => {
    const { token, userId, account } = await app.company('墙上公司');
    const byPassword = await app.http.inject({
      method: 'POST',
      url: '/api/sso/oauth/token',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from('tongda-tv:tongda-tv').toString('base64')}`,
      },
      payload: `grant_type=password&username=${account}&password=${hashAsClient('Test@2026', app.secrets.pwdSalt)}`,
    });
    expect(byPassword.json()).toMatchObject({ code: 4000, msg: '大屏只能用配对码登录' });
    const { data } = await app.get('/api/sso/oauth/getTvCode');
    await app.post('/api/sso/oauth/answerGrant', { kind: 'tv', code: data.code, allow: true }, token);
    const screen = (await app.form('/api/sso/oauth/token', { grant_type: 'tv_code', authId: data.authId })).data;
    const [own] = (await app.post('/api/base/user/loginDevices', {}, token)).data;
    expect((await app.post('/api/base/user/endLoginDevice', { id: own.id }, screen.access_token)).code).toBe(4003);
    await app.database.systemDb
      .updateTable('app_user')
      .set({ must_change_pwd: true })
      .where('id', '=', userId)
      .execute();
    const again = await app.form('/api/sso/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: screen.refresh_token,
    });
    expect(again.code).toBe(500);
  });

  it('guessing pairing codes ends after five tries', async () => {
    const { token } = await app.company('猜码公司');
    const guess = (code: string) => app.post('/api/sso/oauth/answerGrant', { kind: 'tv', code, allow: true }, token);
    for (let i = 0; i < 5; i++) expect((await guess(`00000${i}`)).code).toBe(4000);
    expect((await guess('000009')).code).toBe(4029);
  });
});
