import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type TestApp, testApp } from '../../../../test/test-app';

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
  expect(await app.post(`${base}/save`, { months: 24, before: 13 }, a.token)).toMatchObject(changedByOther);
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

describe('计算参数', () => {
  const calc = '/api/base/org/calc';
  it('管理员修改，范围外逐项提示，别人改过要先看，变更有记录', async () => {
    const a = await app.company('计算参数公司');
    const { data } = await app.post(`${calc}/info`, {}, a.token);
    expect(data).toMatchObject({
      version: 0,
      since: null,
      editable: true,
      settings: { truckMaxKmh: 160, tripGapMin: 15 },
    });
    const save = (settings: object, version: number) =>
      app.post(`${calc}/save`, { ...data.settings, ...settings, version }, a.token);
    const wrong = await save({ movingSpeedKmh: 0, tripMinKm: 0.55, offlineOffMin: 5 }, 0);
    expect(wrong.code).toBe(4000);
    const told = new Map((wrong.data.errors as Array<{ field: string; msg: string }>).map((e) => [e.field, e.msg]));
    expect(told.get('movingSpeedKmh')).toBe('应在1~30km/h之间');
    expect(told.get('tripMinKm')).toBe('最多1位小数');
    const short = await save({ offlineOffMin: 5 }, 0);
    expect(short.data.errors).toEqual([
      expect.objectContaining({ field: 'offlineOffMin', msg: '熄火时离线的分钟数不能小于点火时离线' }),
    ]);
    expect((await save({ tripGapMin: 30 }, 0)).data).toEqual({ version: 1 });
    expect(await save({ tripGapMin: 45 }, 0)).toMatchObject(changedByOther);
    expect((await save({ tripGapMin: 30, truckMaxKmh: 120 }, 1)).data).toEqual({ version: 2 });
    const after = (await app.post(`${calc}/info`, {}, a.token)).data;
    expect(after).toMatchObject({ version: 2, settings: { tripGapMin: 30, truckMaxKmh: 120, movingSpeedKmh: 5 } });
    expect(after.since).not.toBeNull();
    const his = await app.post(`${calc}/changeHis`, { id: a.clientId, page: 1, size: 10 }, a.token);
    expect(his.data.list[0].changes).toEqual([
      { field: 'truckMaxKmh', label: '货车最高速度', before: '160km/h', after: '120km/h' },
    ]);
    const b = await app.company('另一家计算参数公司');
    expect((await app.post(`${calc}/info`, {}, b.token)).data.version).toBe(0);
    expect((await app.post(`${calc}/changeHis`, { id: a.clientId, page: 1, size: 10 }, b.token)).code).toBe(4004);
  });

  it('不是管理员不能改', async () => {
    const a = await app.company('计算参数员工公司', { primary: false });
    expect((await app.post(`${calc}/info`, {}, a.token)).code).toBe(4003);
  });
});
