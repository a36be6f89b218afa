import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../../test/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

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
