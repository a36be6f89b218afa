import { vehicleDel } from '@tongda/contract/resources/vehicle/calls';
import { monitorDetail, monitorSnapshot } from '@tongda/contract/watch/location/calls';
import { trackQuery } from '@tongda/contract/watch/track/calls';
import { callAs } from '../fixtures/calls';
import { expect, productUrl, test } from '../fixtures/test';

test.describe('只有运输管理权限的账号', () => {
  test.use({ role: 'tms' });

  test('从首页进入运输管理', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/transport\/orderManage\/customerOrder$/u);
    await expect(page.getByRole('banner')).toContainText('运输管理');
    await expect(page.getByRole('tab', { name: '车辆监控' })).toHaveCount(0);
  });

  test('没有权限的页面进不去，说明暂无权限', async ({ page }) => {
    await page.goto('/community/trajectory');
    await expect(page).toHaveURL(/\/community\/error\?code=noauth$/u);
    await expect(page.getByRole('heading', { name: '暂无权限' })).toBeVisible();
  });

  test('没有权限的接口由服务器拒绝', async ({ page, tokensOf }) => {
    const { access_token } = await tokensOf('tms');
    const answer = await page.request.post('/api/gis/monitor/snapshot', {
      headers: { authorization: `Bearer ${access_token}` },
      data: {},
    });
    expect(answer.status()).toBe(200);
    expect(await answer.json()).toMatchObject({ code: 4003 });
  });
});

test.describe('只能看和导出的账号', () => {
  test.use({ role: 'zhiliang' });

  test('没有新增、导入和编辑的按钮，直接调用也被拒绝', async ({ page, tokensOf }) => {
    await page.goto('/resources/vehicle');
    await expect(page.getByRole('button', { name: '导出' })).toBeVisible();
    await expect(page.locator('.ant-table-tbody tr.ant-table-row').first()).toBeVisible();
    await expect(page.getByRole('button', { name: '新增' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: '导入' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: '编辑' })).toHaveCount(0);
    const tokens = await tokensOf('zhiliang');
    await expect(callAs(productUrl(), tokens, vehicleDel, { ids: ['90011'] })).rejects.toThrow('4003');
  });
});

for (const [role, who, count] of [
  ['kehu', '只授权了5辆车的客户', 5],
  ['xianguo', '共享到3辆车的货主', 3],
] as const) {
  test.describe(who, () => {
    test.use({ role });

    test(`地图页只有${count}辆车，别的车查不到`, async ({ page, api, tokensOf }) => {
      await page.goto('/community/location');
      await expect(page.locator('.chip', { hasText: '全部' })).toContainText(String(count));
      await expect(page.locator('button[role="treeitem"]')).toHaveCount(count);
      const tokens = await tokensOf(role);
      const own = await callAs(productUrl(), tokens, monitorSnapshot, {});
      expect(own.vehicles).toHaveLength(count);
      const seen = new Set(own.vehicles.map(({ vehicleId }) => vehicleId));
      const all = await api(monitorSnapshot, {});
      const foreign = all.vehicles.find(({ vehicleId }) => !seen.has(vehicleId));
      if (!foreign) throw new Error('the demo company shows no vehicle that this account must not see');
      const { vehicleId } = foreign;
      await expect(callAs(productUrl(), tokens, monitorDetail, { vehicleId })).rejects.toThrow('4004');
      const day = { startTime: '2026-01-01 00:00:00', endTime: '2026-01-01 23:59:59' };
      await expect(callAs(productUrl(), tokens, trackQuery, { vehicleId, ...day })).rejects.toThrow('4004');
    });
  });
}

test('未登录的接口调用得到401', async ({ request }) => {
  expect((await request.post('/api/base/user/info', { data: {} })).status()).toBe(401);
  expect(
    (await request.post('/api/base/user/info', { headers: { authorization: 'Bearer forged' }, data: {} })).status(),
  ).toBe(401);
});
