import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../../test/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('ending another login asks for the password, where it was not asked a moment ago', async () => {
  const { account, token } = await app.company('久未操作公司');
  const here = String((await app.login(account, 'Test@2026')).data.access_token);
  await app.database.systemDb.updateTable('auth_session').set({ proved_at: null }).execute();
  const { data } = await app.post('/api/base/user/loginDevices', {}, here);
  const other = data.find(({ current }: { current: boolean }) => !current);
  const end = () => app.post('/api/base/user/endLoginDevice', { id: other?.id }, here);
  expect(await end()).toMatchObject({ code: 4012, msg: '下线其他登录，请输入您的登录密码确认' });
  expect(await app.post('/api/base/user/endOtherDevices', {}, here)).toMatchObject({ code: 4012 });
  expect((await app.post('/api/base/user/info', {}, token)).code).toBe(200);
  await app.database.systemDb.updateTable('auth_session').set({ proved_at: new Date() }).execute();
  expect(await end()).toMatchObject({ code: 200 });
  expect((await app.post('/api/base/user/info', {}, token)).code).not.toBe(200);
});

it('下线其他设备 ends every login of the user but the one that asks, and nobody else’s', async () => {
  const { account, token } = await app.company('多端公司');
  const stranger = await app.company('旁人多端公司');
  const here = String((await app.login(account, 'Test@2026')).data.access_token);
  expect(await app.post('/api/base/user/endOtherDevices', {}, here)).toMatchObject({ code: 200, data: { count: 1 } });
  expect((await app.post('/api/base/user/info', {}, token)).code).not.toBe(200);
  expect((await app.post('/api/base/user/info', {}, here)).code).toBe(200);
  expect((await app.post('/api/base/user/info', {}, stranger.token)).code).toBe(200);
  expect(await app.post('/api/base/user/endOtherDevices', {}, here)).toMatchObject({ code: 200, data: { count: 0 } });
});
