import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test('purchase check: 0 free, 2 review, 1 payment first; orders of other companies and finished ones do not count', async () => {
  const own = await app.company('会员公司');
  const other = await app.company('别的会员公司');
  const check = async () => (await app.post('/api/base/member/purchaseCheck', {}, own.token)).data as number;
  const order = (who: typeof own, status: number) =>
    app.database.systemDb
      .insertInto('member_order')
      .values({ client_id: who.clientId, user_id: who.userId, status })
      .execute();
  expect(await check()).toBe(0);
  await order(other, 1);
  for (const status of [3, 4, 5, 6, 9]) await order(own, status);
  expect(await check()).toBe(0);
  await order(own, 8);
  expect(await check()).toBe(2);
  await order(own, 1);
  expect(await check()).toBe(1);
});
