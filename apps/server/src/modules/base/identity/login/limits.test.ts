import { proofOfWork } from '@tongda/contract/base/identity/proof-of-work';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { provedWork } from '../../../../../test/login-kit';
import { type Answer, type TestApp, testApp } from '../../../../../test/test-app';
import { networkOf } from '../../../../core/http/client-address';
import { hashAsClient } from '../password/hash';
import { loginLimits } from './limits';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(() => sql`delete from login_attempt`.execute(app.database.systemDb));

/** A try from an address, with a proof of work when `bits` are given. */
async function tryFrom(ip: string, username: string, password: string, bits = 0): Promise<Answer> {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/sso/oauth/token',
    remoteAddress: ip,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      grant_type: 'password',
      username,
      password: hashAsClient(password, app.secrets.pwdSalt),
      ...(bits > 0 ? await provedWork(app, bits) : {}),
    }).toString(),
  });
  return { status: answer.statusCode, ...(answer.json() as Omit<Answer, 'status'>) };
}
/** Wrong tries as rows: `accounts` accounts, each once, at a network. */
const failures = (accounts: number, network: (n: number) => string, account = (n: number) => `opfer${n}`) =>
  app.database.systemDb
    .insertInto('login_attempt')
    .values(
      Array.from({ length: accounts }, (_, n) => ({
        key: `${account(n)}|${network(n)}`,
        account: account(n),
        network: network(n),
        failed_count: 1,
        wrong_count: 1,
        window_start: sql<Date>`now()`,
      })),
    )
    .execute();

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:DB8:0:1:aaaa:bbbb:cccc:dddd', '2001:db8:0:1::'],
  ['2001:db8:0:1::1', '2001:db8:0:1::'],
  ['2001:db8::1', '2001:db8:0:0::'],
  ['::1', '0:0:0:0::'],
  ['fe80::1%eth0', 'fe80:0:0:0::'],
  ['', ''],
])('%s is counted as %s', (ip, network) => expect(networkOf(ip)).toBe(network));

describe('one network, many accounts (password spraying)', () => {
  const ip = '198.51.100.20';

  it('is slowed by work after ten accounts and stopped after thirty; who was let in there before goes on', async () => {
    const known = await app.company('老办公室');
    expect((await tryFrom(ip, known.account, 'Test@2026')).code).toBe(200);
    const fresh = await app.company('新来的人');
    const sprayed = (count: number) =>
      failures(
        count,
        () => ip,
        (n) => `opfer${n}`,
      );
    const once = (n: number, bits = 0) => tryFrom(ip, `opfer${n}`, 'Sommer@2026', bits);
    await sprayed(loginLimits.networkProof - 1);
    expect(await once(50)).toMatchObject({ code: 4000, msg: '账号或密码错误', data: { needsCaptcha: false } });
    expect(await once(51)).toMatchObject({ code: 4000, data: { proofBits: proofOfWork.networkBits } });
    expect(await once(51, proofOfWork.networkBits)).toMatchObject({ code: 4000, msg: '账号或密码错误' });
    await sql`delete from login_attempt`.execute(app.database.systemDb);
    await sprayed(loginLimits.network - 1);
    expect((await once(52, proofOfWork.networkBits)).msg).toBe('账号或密码错误');
    expect((await once(53, proofOfWork.networkBits)).code).toBe(4029);
    const stranger = await tryFrom(ip, fresh.account, 'Test@2026', proofOfWork.networkBits);
    expect(stranger).toMatchObject({
      code: 4029,
      msg: expect.stringMatching(/^该网络登录失败的账号过多，请1[45]分钟后再试$/u),
    });
    expect(await tryFrom(ip, known.account, 'Test@2026')).toMatchObject({
      code: 4000,
      data: { proofBits: proofOfWork.networkBits },
    });
    expect((await tryFrom(ip, known.account, 'Test@2026', proofOfWork.networkBits)).code).toBe(200);
    expect((await tryFrom('198.51.100.21', fresh.account, 'Test@2026')).code).toBe(200);
  });

  it('other addresses of an IPv6 network are the same network', async () => {
    for (let n = 0; n < 30; n++)
      await failures(
        1,
        () => '2001:db8:0:7::',
        () => `sechs${n}`,
      );
    expect((await tryFrom('2001:db8:0:7:1::9', 'siebter', 'Sommer@2026', proofOfWork.networkBits)).code).toBe(4029);
  });

  it('an office whose people log in at one moment is not taken for an attack', async () => {
    const people = await Promise.all(Array.from({ length: 40 }, (_, n) => app.company(`早班${n}`)));
    const answers = await Promise.all(people.map(({ account }) => tryFrom('198.51.100.30', account, 'Test@2026')));
    expect(answers.filter(({ code }) => code !== 200)).toEqual([]);
  });
});

describe('one account, many networks', () => {
  it('is stopped after twenty failures but where it was let in before; its administrator unlocks it', async () => {
    const { account } = await app.company('被攻击的公司');
    expect((await tryFrom('198.51.100.40', account, 'Test@2026')).code).toBe(200);
    for (let n = 0; n < loginLimits.account; n++) await tryFrom(`203.0.113.${n}`, account, 'Sommer@2026');
    expect((await tryFrom('203.0.113.200', account, 'Test@2026')).msg).toMatch(/账号已锁定/u);
    expect((await tryFrom('198.51.100.40', account, 'Test@2026')).code).toBe(200);
    expect((await tryFrom('203.0.113.200', account, 'Test@2026')).msg).toMatch(/账号已锁定/u);
  });

  it('its phone number and e-mail are no further tries', async () => {
    const { account, userId } = await app.company('三个名字');
    await app.database.systemDb
      .updateTable('app_user')
      .set({ phone: '13955550001', email: 'drei@example.com' })
      .where('id', '=', userId)
      .execute();
    const tries = [account, '13955550001', 'drei@example.com', account, account];
    const answers: Answer[] = [];
    for (const name of tries) answers.push(await tryFrom('198.51.100.50', name, 'Sommer@2026', proofOfWork.usualBits));
    expect(answers.at(-1)?.msg).toMatch(/账号已锁定/u);
  });
});

it('failures everywhere ask everybody for more work, and lock nobody', async () => {
  const { account } = await app.company('第三者');
  await failures(loginLimits.overall, (n) => `10.9.${n % 250}.${Math.floor(n / 250)}`);
  expect(await tryFrom('198.51.100.60', account, 'Test@2026')).toMatchObject({
    code: 4000,
    data: { proofBits: proofOfWork.overallBits },
  });
  expect((await tryFrom('198.51.100.60', account, 'Test@2026', proofOfWork.overallBits)).code).toBe(200);
});

it('of a hundred tries at the same moment as many are checked as the rule allows', async () => {
  const { account } = await app.company('并发公司');
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => tryFrom('198.51.100.70', account, `Sommer@${n}`, proofOfWork.usualBits)),
  );
  const wrong = answers.filter(({ msg }) => msg === '账号或密码错误').length;
  const locked = answers.filter(({ msg }) => /账号已锁定/u.test(msg)).length;
  // four are wrong, the fifth is told that it locked, like all that follow
  expect([wrong, locked]).toEqual([4, 26]);
});
