import { expect, it } from 'vitest';
import { fleetFixture } from '../../../../../test/fleet-fixture';
import { testApp } from '../../../../../test/test-app';
import { hashAsClient } from './hash';

it('five wrong passwords end the session that tried, and keep the owner from nothing', async () => {
  const app = await testApp();
  try {
    const company = await fleetFixture(app, '二次确认公司');
    const { userId, token: thief } = await company.user({});
    const { account_code: account } = await app.database.systemDb
      .selectFrom('app_user')
      .select('account_code')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const owner = String((await app.login(account, 'Test@2026')).data.access_token);
    const prove = (password: string, token: string) =>
      app.post('/api/base/user/prove', { password: hashAsClient(password, app.secrets.pwdSalt) }, token);
    const codes = [];
    for (let n = 0; n < 5; n++) codes.push((await prove('Dieb@20261', thief)).code);
    expect(codes).toEqual([4000, 4000, 4000, 4000, 401]);
    expect((await app.post('/api/base/user/info', {}, thief)).status).toBe(401);
    expect(await prove('Test@2026', owner)).toMatchObject({ code: 200 });
    expect(await app.post('/api/base/user/endOtherDevices', {}, owner)).toMatchObject({ code: 200 });
  } finally {
    await app.close();
  }
});
