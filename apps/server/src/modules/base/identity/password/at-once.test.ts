import { type RawBuilder, sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../../test/fleet-fixture';
import { type Answer, type TestApp, testApp } from '../../../../../test/test-app';
import { hashAsClient, hashPassword } from './hash';

/** Whoever resets a password wins over whatever is under way with the old one. */
let app: TestApp;
let company: FleetFixture;
let user: { userId: string; token: string };
let account: string;
const old = 'Test@2026';
beforeAll(async () => {
  app = await testApp();
  company = await fleetFixture(app, '同时修改公司');
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await company.user({ menus: ['changePassword'] });
  account = (
    await app.database.systemDb
      .selectFrom('app_user')
      .select('account_code')
      .where('id', '=', user.userId)
      .executeTakeFirstOrThrow()
  ).account_code;
});

const info = (token: string): Promise<Answer> => app.post('/api/base/user/info', {}, token);
const reset = async (): Promise<string> => {
  const answer = await company.post('/api/base/user/resetPwd', { id: user.userId });
  expect(answer.code, answer.msg).toBe(200);
  return answer.data.password;
};
const digest = (password: string): string => hashAsClient(password, app.secrets.pwdSalt);

/** Starts `request`, which comes as far as the account's row; somebody who was faster changes the row to `set`, then it goes on. */
async function overtaken(request: () => Promise<Answer>, set: RawBuilder<unknown>): Promise<Answer> {
  const { answer } = await app.database.systemDb.transaction().execute(async (trx) => {
    await sql`select from app_user where id = ${user.userId} for update`.execute(trx);
    const answer = request();
    await expect
      .poll(
        async () => {
          const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`.execute(app.database.systemDb);
          return rows[0]?.n;
        },
        { timeout: 30_000 },
      )
      .toBe(1);
    await sql`update app_user set ${set} where id = ${user.userId}`.execute(trx);
    return { answer };
  });
  return answer;
}
const resetTo = async (password: string) =>
  sql`pwd_hash = ${await hashPassword(password, app.secrets.pwdSalt)}, must_change_pwd = true`;

describe('a password that is reset', () => {
  it('is not written over by its owner’s change that was under way', { timeout: 60_000 }, async () => {
    const change = () =>
      app.post('/api/base/user/upPwd', { oldPwd: digest(old), newPwd: digest('Dieb@20261') }, user.token);
    const answer = await overtaken(change, await resetTo('Neu@202611'));
    expect(answer).toMatchObject({ code: 4000, data: { errors: [{ field: 'oldPwd' }] } });
    expect((await app.login(account, 'Dieb@20261')).code).toBe(4000);
    expect((await app.login(account, 'Neu@202611')).code).toBe(200);
  });

  it('keeps a login out that was under way with the old one', { timeout: 60_000 }, async () => {
    const answer = await overtaken(() => app.login(account, old), await resetTo('Neu@202612'));
    expect(answer).toMatchObject({ code: 4000, data: { errors: [{ field: 'password' }] } });
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from auth_session
      where user_id = ${user.userId} and revoked_at is null`.execute(app.database.systemDb);
    // the one of before, which the reset ends in its next step
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('ends a login that waits for its second step, and one that was confirmed and not fetched', async () => {
    const { secret } = (await app.post('/api/base/user/secondFactor/begin', {}, user.token)).data;
    const code = (steps: number): string =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
    expect((await app.post('/api/base/user/secondFactor/confirm', { code: code(-1) }, user.token)).code).toBe(200);
    const { ticket } = (await app.login(account, old)).data;
    const { qrUrl, authId } = (await app.get('/api/base/wxAuth/getAuthCode')).data;
    const allow = { kind: 'qr', code: new URL(qrUrl).searchParams.get('code'), allow: true };
    expect((await app.post('/api/sso/oauth/answerGrant', allow, user.token)).code).toBe(200);
    await reset();
    expect((await info(user.token)).status).toBe(401);
    const second = { grant_type: 'second_factor', ticket, code: code(0) };
    expect(await app.form('/api/sso/oauth/token', second)).toMatchObject({ code: 4000, msg: '登录已超时，请重新登录' });
    expect((await app.form('/api/sso/oauth/token', { grant_type: 'wechat_qr', authId })).code).not.toBe(200);
  });

  it('ends the sessions that the account has in other companies', async () => {
    const other = await fleetFixture(app, '另一家公司');
    const guest = await other.user({});
    const { systemDb } = app.database;
    await systemDb
      .insertInto('account_company')
      .values({ account_id: user.userId, user_id: guest.userId, client_id: other.clientId })
      .execute();
    const entered = await app.form('/api/sso/oauth/token', {
      ...{ grant_type: 'password', username: account, password: digest(old), companyId: other.clientId },
    });
    expect(entered.code, entered.msg).toBe(200);
    await reset();
    expect((await info(entered.data.access_token)).status).toBe(401);
  });

  it('by two administrators at once: each is told one, the later one lets in and no other', async () => {
    const passwords = await Promise.all([reset(), reset()]);
    const answers = [];
    for (const password of passwords) answers.push((await app.login(account, password)).code);
    expect(answers.sort()).toEqual([200, 4000]);
    expect((await app.login(account, old)).code).toBe(4000);
  });

  it('by a code: a token that is used twice at the same moment changes it once', async () => {
    const phone = '13700008801';
    await sql`update app_user set phone = ${phone} where id = ${user.userId}`.execute(app.database.systemDb);
    await app.post('/api/sso/oauth/sendSmsCode', { phone, purpose: 'reset' });
    const { text } = await app.database.systemDb.selectFrom('sms_outbox').select('text').executeTakeFirstOrThrow();
    const [code] = /\d{6}/u.exec(text) ?? [];
    const { resetToken } = (await app.post('/api/sso/oauth/checkResetCode', { phone, code })).data;
    const use = (password: string) => app.post('/api/sso/oauth/resetPwd', { resetToken, newPwd: digest(password) });
    const answers = await Promise.all([use('Nord!4711see'), use('Sued!4711see')]);
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 4000]);
  });
});
