import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const base = '/api/base/org/keeping';

it('管理员设定轨迹保存期：6~120个月，别人改过要先看，变更有记录', async () => {
  const a = await app.company('保存期公司');
  const { data } = await app.post(`${base}/info`, {}, a.token);
  expect(data).toMatchObject({ months: 13, editable: true, updateTime: null });
  for (const months of [5, 121, 6.5])
    expect((await app.post(`${base}/save`, { months, before: 13 }, a.token)).code).toBe(4000);
  expect((await app.post(`${base}/save`, { months: 60, before: 13 }, a.token)).code).toBe(200);
  expect((await app.post(`${base}/save`, { months: 24, before: 13 }, a.token)).code).toBe(4009);
  const after = (await app.post(`${base}/info`, {}, a.token)).data;
  expect(after.months).toBe(60);
  expect(after.since < data.since).toBe(true);
  const his = await app.post(`${base}/changeHis`, { id: a.clientId, page: 1, size: 10 }, a.token);
  const b = await app.company('另一家保存期公司');
  expect((await app.post(`${base}/changeHis`, { id: a.clientId, page: 1, size: 10 }, b.token)).code).toBe(4004);
  expect(his.data.list[0].changes).toEqual([
    { field: 'months', label: '轨迹保存期', before: '13个月', after: '60个月' },
  ]);
});

it('没有组织架构菜单的人看不到，不是管理员不能改', async () => {
  const a = await app.company('保存期员工公司', { primary: false });
  expect((await app.post(`${base}/info`, {}, a.token)).code).toBe(4003);
  expect((await app.post(`${base}/save`, { months: 24, before: 13 }, a.token)).code).toBe(4003);
});
