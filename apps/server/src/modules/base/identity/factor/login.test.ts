import { factorRules } from '@tongda/contract/base/identity/factor';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type TestApp, testApp } from '../../../../../test/test-app';
import { watchAccess } from '../../../../core/watch/access';

let app: TestApp;
let stop: () => Promise<void>;
beforeAll(async () => {
  app = await testApp();
  stop = watchAccess(app.database.pool, app.bus, pino({ level: 'silent' }));
});
afterAll(async () => {
  await stop();
  await app.close();
});

const base = '/api/base/user/secondFactor';
/** What the app on the telephone shows, some steps of 30 s away from now. */
const shown = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
/** A code that was not used yet counts again. */
const forgetStep = (userId: string) =>
  app.database.systemDb.updateTable('second_factor').set({ last_step: 0 }).where('user_id', '=', userId).execute();
async function enrolled(name: string) {
  const company = await app.company(name);
  const { secret } = (await app.post(`${base}/begin`, {}, company.token)).data;
  const answer = await app.post(`${base}/confirm`, { code: shown(secret) }, company.token);
  const recoveryCodes: string[] = answer.data.recoveryCodes;
  await forgetStep(company.userId);
  return { ...company, secret: String(secret), recoveryCodes };
}
const second = (ticket: string, code: string): Promise<Answer> =>
  app.form('/api/sso/oauth/token', { grant_type: 'second_factor', ticket, code });
const begin = async (account: string): Promise<string> => {
  const answer = await app.login(account, 'Test@2026');
  expect(answer).toMatchObject({ code: 301, msg: '请输入动态验证码', data: { expireIn: factorRules.stepS } });
  expect(JSON.stringify(answer.data)).not.toContain('access_token');
  return answer.data.ticket;
};
const events = async (userId: string): Promise<string[]> =>
  (
    await app.database.systemDb
      .selectFrom('login_log')
      .select('event')
      .where('user_id', '=', userId)
      .where('event', 'like', 'factor%')
      .orderBy('id')
      .execute()
  ).map(({ event }) => event);

describe('a login with a second factor', () => {
  it('needs the code of the app after the password; each code is good once, and the ticket once', async () => {
    const { account, secret, userId } = await enrolled('二次公司');
    const ticket = await begin(account);
    const code = shown(secret);
    expect(await second(ticket, code === '000000' ? '000001' : '000000')).toMatchObject({
      code: 4000,
      data: { errors: [{ field: 'code' }] },
    });
    const entered = await second(ticket, code);
    expect(entered.code).toBe(200);
    expect((await app.post('/api/base/user/info', {}, entered.data.access_token)).data.accountCode).toBe(account);
    expect((await second(ticket, shown(secret, 1))).msg).toBe('登录已超时，请重新登录');
    // the same code again within its half minute
    expect((await second(await begin(account), code)).code).toBe(4000);
    expect(await events(userId)).toEqual(['factor_on', 'factor_fail', 'factor_fail']);
  });

  it('a recovery code opens it once, however it is typed, and is nowhere in plain text', async () => {
    const { account, recoveryCodes, userId } = await enrolled('恢复公司');
    expect(new Set(recoveryCodes).size).toBe(factorRules.recoveryCodes);
    const [first = ''] = recoveryCodes;
    expect((await second(await begin(account), first.toLowerCase())).code).toBe(200);
    expect((await second(await begin(account), first)).code).toBe(4000);
    const { rows } = await sql<{ all: string }>`select string_agg(r::text, ' ') as all from recovery_code r`.execute(
      app.database.systemDb,
    );
    expect(rows[0]?.all).not.toContain(first.replaceAll('-', ''));
    expect(await events(userId)).toContain('factor_recovery');
  });

  it('five wrong codes lock the second step, from whatever address and with whatever ticket, also many at once', async () => {
    const { account, secret } = await enrolled('试码公司');
    const tickets = [await begin(account), await begin(account)];
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => second(tickets[n % 2] ?? '', '123456')));
    expect(answers.filter(({ code }) => code === 200)).toEqual([]);
    expect(answers.filter(({ msg }) => /账号已锁定/u.test(msg)).length).toBe(16);
    expect((await second(await begin(account), shown(secret))).msg).toMatch(/账号已锁定/u);
  });

  it('a ticket ends after five minutes', async () => {
    const { account, secret } = await enrolled('过期公司');
    const ticket = await begin(account);
    await sql`update login_step set expires_at = now() - interval '1 second'`.execute(app.database.systemDb);
    expect((await second(ticket, shown(secret))).msg).toBe('登录已超时，请重新登录');
  });

  it('an SMS is a first step too; a QR that the own session confirms has shown both', async () => {
    const { account, userId, secret } = await enrolled('短信二次');
    const phone = '13977770001';
    await app.database.systemDb.updateTable('app_user').set({ phone }).where('id', '=', userId).execute();
    await app.post('/api/sso/oauth/sendSmsCode', { phone, purpose: 'login' });
    const [message] = await app.database.systemDb
      .selectFrom('sms_outbox')
      .select('text')
      .where('phone', '=', phone)
      .execute();
    const code = /\d{6}/u.exec(message?.text ?? '')?.[0] ?? '';
    const answer = await app.form('/api/sso/oauth/token', { grant_type: 'sms_code', phone, code });
    expect(answer.code).toBe(301);
    const { access_token } = (await second(await begin(account), shown(secret))).data;
    const { authId, qrUrl } = (await app.get('/api/base/wxAuth/getAuthCode')).data;
    const grant = { kind: 'qr', code: new URL(qrUrl).searchParams.get('code') };
    await app.post('/api/sso/oauth/answerGrant', { ...grant, allow: true }, access_token);
    expect((await app.form('/api/sso/oauth/token', { grant_type: 'wechat_qr', authId })).code).toBe(200);
  });
});

describe('one’s own second factor', () => {
  it('is switched on with the password known and a right first code, changed with the old one, switched off with a code', async () => {
    const { token, userId, clientId } = await app.company('自愿公司');
    const info = async () => (await app.post(`${base}/info`, {}, token)).data;
    expect(await info()).toEqual({ enabled: false, since: null, codesLeft: 0, required: false });
    await sql`update auth_session set proved_at = null where client_id = ${clientId}`.execute(app.database.systemDb);
    expect((await app.post(`${base}/begin`, {}, token)).code).toBe(4012);
    await sql`update auth_session set proved_at = now() where client_id = ${clientId}`.execute(app.database.systemDb);
    expect((await app.post(`${base}/confirm`, { code: '123456' }, token)).msg).toBe('请先扫描二维码');
    const { secret, uri } = (await app.post(`${base}/begin`, {}, token)).data;
    expect(uri).toMatch(/^otpauth:\/\/totp\//u);
    // not on before the first code
    expect((await info()).enabled).toBe(false);
    expect((await app.post(`${base}/confirm`, { code: shown(secret) }, token)).code).toBe(200);
    expect(await info()).toMatchObject({ enabled: true, codesLeft: 10 });
    const { rows } = await sql<{ plain: boolean }>`select position(convert_to(${secret}, 'utf8') in secret) > 0 as plain
      from second_factor where user_id = ${userId}`.execute(app.database.systemDb);
    expect(rows).toEqual([{ plain: false }]);
    expect((await app.post(`${base}/begin`, {}, token)).msg).toBe('更换前请输入当前的动态验证码或恢复码');
    await forgetStep(userId);
    const next = (await app.post(`${base}/begin`, { code: shown(secret) }, token)).data.secret;
    await app.post(`${base}/confirm`, { code: shown(next) }, token);
    expect((await app.post(`${base}/off`, { code: shown(secret) }, token)).code).toBe(4000);
    await forgetStep(userId);
    const renewed = await app.post(`${base}/renewCodes`, { code: shown(next) }, token);
    expect(renewed.data.recoveryCodes).toHaveLength(10);
    expect((await app.post(`${base}/off`, { code: renewed.data.recoveryCodes[0] }, token)).code).toBe(200);
    expect(await info()).toMatchObject({ enabled: false, codesLeft: 0 });
    expect(await events(userId)).toEqual(['factor_on', 'factor_change', 'factor_fail', 'factor_codes', 'factor_off']);
  });
});

describe('a lost second factor', () => {
  it('is reset by an administrator with his password, who is written down; sessions end; nobody resets his own', async () => {
    const boss = await enrolled('重置公司');
    const { access_token: token } = (await second(await begin(boss.account), shown(boss.secret))).data;
    const clerk = await enrolled('旧公司');
    const db = app.database.systemDb;
    await db
      .updateTable('app_user')
      .set({ client_id: boss.clientId, is_primary: false })
      .where('id', '=', clerk.userId)
      .execute();
    await db
      .updateTable('second_factor')
      .set({ client_id: boss.clientId })
      .where('user_id', '=', clerk.userId)
      .execute();
    const path = '/api/base/user/resetFactor';
    const page = async () => (await app.post('/api/base/user/page', { keyword: clerk.account }, token)).data.list[0];
    expect((await page()).factored).toBe(true);
    expect((await app.post(path, { id: boss.userId }, token)).msg).toMatch(/个人信息/u);
    await sql`update auth_session set proved_at = null where user_id = ${boss.userId}`.execute(db);
    expect((await app.post(path, { id: clerk.userId }, token)).code).toBe(4012);
    await sql`update auth_session set proved_at = now() where user_id = ${boss.userId}`.execute(db);
    expect((await app.post(path, { id: clerk.userId }, token)).code).toBe(200);
    expect((await page()).factored).toBe(false);
    expect((await app.post('/api/base/user/info', {}, clerk.token)).status).toBe(401);
    expect((await app.login(clerk.account, 'Test@2026')).code).toBe(200);
    expect((await app.post(path, { id: clerk.userId }, token)).msg).toMatch(/没有开启/u);
    const log = await db
      .selectFrom('login_log')
      .select(['actor_user_id', 'account_code'])
      .where('event', '=', 'factor_reset')
      .execute();
    expect(log).toEqual([{ actor_user_id: boss.userId, account_code: clerk.account }]);
  });
});

describe('a company that wants it', () => {
  it('closes everything but the enrolment for those who have none, at once; who has one goes on and cannot switch it off', async () => {
    const boss = await enrolled('要求公司');
    const entered = (await second(await begin(boss.account), shown(boss.secret))).data.access_token;
    const clerk = await app.database.systemDb
      .insertInto('app_user')
      .values({
        client_id: boss.clientId,
        account_code: 'clerk2fa',
        name: 'clerk',
        pwd_hash: sql`(select pwd_hash from app_user where id = ${boss.userId})`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { token } = { token: (await app.login('clerk2fa', 'Test@2026')).data.access_token };
    const list = () => app.post('/api/base/user/loginDevices', {}, token);
    expect((await list()).code).toBe(200);
    const set = async (secondFactor: string) => {
      const { version, ...rules } = (await app.post('/api/base/user/security/info', {}, entered)).data;
      const { multiLogin, sessionMaxH } = rules;
      return app.post('/api/base/user/security/save', { multiLogin, sessionMaxH, version, secondFactor }, entered);
    };
    expect((await set('admins')).code).toBe(200);
    await expect.poll(async () => (await list()).code).toBe(200);
    expect((await set('all')).code).toBe(200);
    await expect.poll(async () => (await list()).msg).toBe('企业要求二次验证，请先开启');
    expect((await app.post('/api/base/user/info', {}, token)).data.mustEnrol).toBe(true);
    const { secret } = (await app.post(`${base}/begin`, {}, token)).data;
    expect((await app.post(`${base}/confirm`, { code: shown(secret) }, token)).code).toBe(200);
    await expect.poll(async () => (await list()).code).toBe(200);
    await forgetStep(clerk.id);
    expect((await app.post(`${base}/off`, { code: shown(secret) }, token)).msg).toMatch(/^企业要求二次验证，不能关闭/u);
  });

  it('is told by somebody who has one himself', async () => {
    const { token } = await app.company('先己后人');
    const { version, multiLogin, sessionMaxH } = (await app.post('/api/base/user/security/info', {}, token)).data;
    const body = { multiLogin, sessionMaxH, version, secondFactor: 'all' };
    expect((await app.post('/api/base/user/security/save', body, token)).msg).toBe(
      '请先在个人信息中为自己开启二次验证，再要求他人',
    );
  });
});
