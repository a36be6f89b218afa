import { expect, test } from '../fixtures/test';

test.describe('只有运输管理权限的账号', () => {
  test.use({ role: 'tms' });

  test('从首页进入运输管理', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/transport\/vehicle$/u);
    await expect(page.getByRole('banner')).toContainText('运输管理');
    await expect(page.getByRole('tab', { name: '车辆监控' })).toHaveCount(0);
  });

  test('没有权限的页面进不去，说明暂无权限', async ({ page }) => {
    await page.goto('/resources/vehicle');
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

test('未登录的接口调用得到401', async ({ request }) => {
  expect((await request.post('/api/base/user/info', { data: {} })).status()).toBe(401);
  expect(
    (await request.post('/api/base/user/info', { headers: { authorization: 'Bearer forged' }, data: {} })).status(),
  ).toBe(401);
});
