import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/test-app';
import { hashAsClient } from '../../base/identity/password/hash';

const dir = mkdtempSync(join(tmpdir(), 'profile-'));
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ DATA_DIR: dir });
});
afterAll(async () => {
  await app.close();
  rmSync(dir, { recursive: true });
});
// codes are counted by address too
beforeEach(() => app.database.systemDb.deleteFrom('verify_code').execute());

const api = '/api/base/user';
let serial = 0;
async function person(phone: string | null = null) {
  const who = await app.company(`个人${++serial}`);
  await app.database.systemDb.updateTable('app_user').set({ phone }).where('id', '=', who.userId).execute();
  const post = (path: string, body: object = {}) => app.post(`${api}/${path}`, body, who.token);
  return { ...who, post, profile: async () => (await post('profile')).data };
}
const lastCode = async (phone: string): Promise<string> => {
  const row = await app.database.systemDb
    .selectFrom('sms_outbox')
    .select('text')
    .where('phone', '=', phone)
    .where('purpose', '=', 'bind')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return /\d{6}/u.exec(row.text)?.[0] ?? '';
};
const password = (plain: string) => hashAsClient(plain, app.secrets.pwdSalt);

describe('profile', () => {
  it('shows the person with a masked phone and roles', async () => {
    const p = await person('13800138111');
    expect(await p.profile()).toMatchObject({
      phone: '138****8111',
      accountCode: p.account,
      roles: [],
      editable: true,
    });
  });

  it.each([
    ['王', false],
    ['王小明', true],
    ['ab', false],
    ['abc', true],
    ['abcdefghijk', false],
    ['王xiao', false],
    ['一二三四五六七八九十一', false],
  ])('the name %s: %s', async (name, good) => {
    const p = await person();
    const answer = await p.post('upName', { name });
    expect(answer.code).toBe(good ? 200 : 4000);
    if (good) expect((await p.profile()).name).toBe(name);
    else expect(answer.msg).toBe('请输入2~10位中文，或3~10位字母、数字');
  });

  it('the name is taken from the address too, as the specification calls it; the body wins', async () => {
    const p = await person();
    expect((await p.post(`upName?name=${encodeURIComponent('李大明')}`)).code).toBe(200);
    expect((await p.profile()).name).toBe('李大明');
    expect((await p.post(`upName?name=${encodeURIComponent('李大明')}`, { name: '王小明' })).code).toBe(200);
    expect((await p.profile()).name).toBe('王小明');
    expect(await p.post('upName')).toMatchObject({ code: 4000 });
  });

  it('the address is set by whoever proves lately who he is, is nobody else’s, and can be taken away', async () => {
    const [p, other] = [await person(), await person()];
    const forget = () =>
      app.database.systemDb
        .updateTable('auth_session')
        .set({ proved_at: null })
        .where('user_id', '=', p.userId)
        .execute();
    await forget();
    expect(await p.post('upEmail', { email: 'a1@xianda.example' })).toMatchObject({ code: 4012 });
    expect((await p.profile()).email).toBe('');
    for (const one of [p, other]) expect((await one.post('prove', { password: password('Test@2026') })).code).toBe(200);
    expect((await p.post('upEmail', { email: 'a1@' })).data.errors).toMatchObject([{ field: 'email' }]);
    expect((await p.post('upEmail', { email: 'A1@xianda.example' })).code).toBe(200);
    expect((await p.profile()).email).toBe('A1@xianda.example');
    expect(await other.post('upEmail', { email: 'a1@xianda.example' })).toMatchObject({
      data: { errors: [{ field: 'email', msg: '该邮箱已被其他账号使用' }] },
    });
    expect((await p.post('upEmail', { email: '' })).code).toBe(200);
    expect((await p.profile()).email).toBe('');
    const log = await app.database.systemDb
      .selectFrom('login_log')
      .select('event')
      .where('user_id', '=', p.userId)
      .where('event', '=', 'email_change')
      .execute();
    expect(log).toHaveLength(2);
    // of two who set one address at the same moment, one gets it
    const both = await Promise.all([p, other].map((one) => one.post('upEmail', { email: 'a2@xianda.example' })));
    expect(both.map(({ code }) => code).sort()).toEqual([200, 4000]);
  });

  it('a picture replaces the one before, and only an own one is taken', async () => {
    const p = await person();
    const file = async (userId: string, clientId: string, key: string) => {
      await app.blobs.put(key, Buffer.from('x'));
      return app.database.systemDb
        .insertInto('file')
        .values({
          client_id: clientId,
          user_id: userId,
          kind: 'avatar',
          file_name: 'a.png',
          mime: 'image/png',
          size_bytes: 1,
          sha256: '',
          blob_key: key,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
    };
    const first = await file(p.userId, p.clientId, 'k/1');
    const { data } = await p.post('upHeadImg', { fileId: first.id });
    expect((await app.http.inject({ method: 'GET', url: data.headImgUrl })).statusCode).toBe(200);
    expect((await p.profile()).headImgUrl).toBe(data.headImgUrl);
    const second = await file(p.userId, p.clientId, 'k/2');
    await p.post('upHeadImg', { fileId: second.id });
    expect(await app.blobs.get('k/1')).toBeNull();
    expect((await app.http.inject({ method: 'GET', url: data.headImgUrl })).json()).toMatchObject({ code: 4004 });
    const other = await person();
    const foreign = await file(other.userId, other.clientId, 'k/3');
    expect(await p.post('upHeadImg', { fileId: foreign.id })).toMatchObject({ code: 4004 });
    await p.post('upHeadImg', { fileId: null });
    expect((await p.profile()).headImgUrl).toBeNull();
  });
});

describe('phone', () => {
  it('is changed with a code to the new and a code to the old number; the old one is told', async () => {
    const p = await person('13700000001');
    expect((await p.post('sendBindVerifyCode', { phone: '13700000002' })).data).toMatchObject({
      expireIn: 300,
      resendIn: 60,
    });
    expect((await p.post('sendBindVerifyCode')).code).toBe(200);
    const [verifyCode, oldCode] = [await lastCode('13700000002'), await lastCode('13700000001')];
    expect((await p.post('upPhone', { phone: '13700000002', verifyCode, oldCode })).code).toBe(200);
    expect((await p.profile()).phone).toBe('137****0002');
    const told = await app.database.systemDb
      .selectFrom('sms_outbox')
      .select('text')
      .where('phone', '=', '13700000001')
      .where('purpose', '=', 'security')
      .executeTakeFirstOrThrow();
    expect(told.text).toContain('137****0002');
    const log = await app.database.systemDb
      .selectFrom('login_log')
      .select('event')
      .where('user_id', '=', p.userId)
      .where('event', '=', 'phone_change')
      .execute();
    expect(log).toHaveLength(1);
  });

  it('asks the password when no code reached the old number; a wrong proof does not use the code up', async () => {
    const p = await person('13700000011');
    await p.post('sendBindVerifyCode', { phone: '13700000012' });
    const verifyCode = await lastCode('13700000012');
    const change = (more: object) => p.post('upPhone', { phone: '13700000012', verifyCode, ...more });
    expect(await change({})).toMatchObject({ code: 4000, msg: '请输入原手机号验证码或登录密码' });
    expect(await change({ password: password('Wrong@2026') })).toMatchObject({ code: 4000, msg: '登录密码错误' });
    expect(await change({ oldCode: '000000' })).toMatchObject({ code: 4000 });
    expect((await change({ password: password('Test@2026') })).code).toBe(200);
    expect(await change({ password: password('Test@2026') })).toMatchObject({
      code: 4000,
      msg: '新手机号与当前手机号相同',
    });
  });

  it('five wrong passwords end the session that tried, and no other', async () => {
    const p = await person('13700000015');
    const elsewhere = (await app.login(p.account, 'Test@2026')).data.access_token;
    await p.post('sendBindVerifyCode', { phone: '13700000016' });
    const verifyCode = await lastCode('13700000016');
    const change = (given: string) =>
      p.post('upPhone', { phone: '13700000016', verifyCode, password: password(given) });
    for (let i = 0; i < 4; i++) expect(await change(`Wrong@${i}aaa`)).toMatchObject({ msg: '登录密码错误' });
    expect((await change('Wrong@5aaa')).status).toBe(401);
    expect((await app.post('/api/base/user/info', {}, p.token)).status).toBe(401);
    // the code has had its tries too, and is asked for again
    await app.database.systemDb.deleteFrom('verify_code').execute();
    await app.post('/api/base/user/sendBindVerifyCode', { phone: '13700000016' }, elsewhere);
    const again = { phone: '13700000016', verifyCode: await lastCode('13700000016'), password: password('Test@2026') };
    expect((await app.post('/api/base/user/upPhone', again, elsewhere)).code).toBe(200);
  });

  it('is bound by one account of the platform only', async () => {
    await person('13700000021');
    const p = await person();
    expect(await p.post('sendBindVerifyCode', { phone: '13700000021' })).toMatchObject({
      code: 4000,
      msg: '该手机号已被绑定',
    });
    expect(await p.post('sendBindVerifyCode')).toMatchObject({ code: 4000, msg: '尚未绑定手机号' });
    await p.post('sendBindVerifyCode', { phone: '13700000022' });
    const verifyCode = await lastCode('13700000022');
    await person('13700000022');
    expect(
      await p.post('upPhone', { phone: '13700000022', verifyCode, password: password('Test@2026') }),
    ).toMatchObject({
      msg: '该手机号已被绑定',
    });
  });

  it('takes no code that is wrong, old, or sent to another number', async () => {
    const p = await person();
    await p.post('sendBindVerifyCode', { phone: '13700000031' });
    await p.post('sendBindVerifyCode', { phone: '13700000032' });
    const other = await lastCode('13700000032');
    const change = (verifyCode: string) =>
      p.post('upPhone', { phone: '13700000031', verifyCode, password: password('Test@2026') });
    const right = await lastCode('13700000031');
    if (other !== right) expect((await change(other)).code).toBe(4000);
    await app.database.systemDb
      .updateTable('verify_code')
      .set({ expires_at: sql<Date>`now() - interval '1 second'` })
      .execute();
    expect(await change(right)).toMatchObject({ code: 4000, msg: '验证码错误或已过期' });
  });
});
