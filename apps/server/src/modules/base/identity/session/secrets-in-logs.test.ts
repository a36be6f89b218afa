import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../../test/test-app';
import { createLog } from '../../../../core/run/log';
import { hashAsClient } from '../password/hash';

let app: TestApp;
const lines: string[] = [];
beforeAll(async () => {
  app = await testApp({}, createLog('trace', { write: (line: string) => void lines.push(line) }).log);
});
afterAll(() => app.close());

it('no password, hash or token reaches the log, whatever goes wrong', async () => {
  const { account, token } = await app.company('日志公司');
  await app.login(account, 'Wrong@2026');
  const { data } = await app.login(account, 'Test@2026');
  await app.form('/api/sso/oauth/token', { grant_type: 'refresh_token', refresh_token: data.refresh_token });
  await app.form('/api/sso/oauth/token', { grant_type: 'refresh_token', refresh_token: 'made-up-refresh-token' });
  await app.post('/api/base/user/menuTree', '{"sysList":', token);
  await app.database.systemDb.updateTable('app_user').set({ phone: '13688880000' }).execute();
  await app.post('/api/sso/oauth/sendSmsCode', { phone: '13688880000', purpose: 'login' });
  const [sms] = await app.database.systemDb.selectFrom('sms_outbox').select('text').execute();
  const code = /\d{6}/u.exec(sms?.text ?? '')?.[0] ?? '';
  await app.form('/api/sso/oauth/token', { grant_type: 'sms_code', phone: '13688880000', code });
  // an unexpected failure is logged with its request
  await app.database.pool.query('alter table frontend_config rename to frontend_config_away');
  const broken = await app.post('/api/base/userFrontendConfig/bathGet', { keys: ['a.b'] }, token);
  await app.database.pool.query('alter table frontend_config_away rename to frontend_config');
  expect(broken).toMatchObject({ status: 200, code: 5000, msg: '服务器遇到错误，无法完成请求！' });
  const log = lines.join('');
  expect(log).toContain('unexpected error');
  const secrets = [
    'Test@2026',
    hashAsClient('Test@2026', app.secrets.pwdSalt),
    hashAsClient('Wrong@2026', app.secrets.pwdSalt),
    token,
    data.access_token,
    data.refresh_token,
    'made-up-refresh-token',
    `"${code}"`,
    `验证码是${code}`,
  ];
  expect(code).toHaveLength(6);
  for (const secret of secrets) expect(log.includes(secret)).toBe(false);
});
