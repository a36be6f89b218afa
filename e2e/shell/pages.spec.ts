import { areas } from '@tongda/contract/shell/areas';
import { routeTo } from '../fixtures/router';
import { expect, test } from '../fixtures/test';

test('T27 每个子系统中不存在的地址和404.html都显示404页，能返回', async ({ page }) => {
  for (const { base } of Object.values(areas)) {
    const addresses = [`${base}/no-such-page`, `${base}/404.html`];
    // the server gives the application at each of them, and the application its page
    for (const address of addresses)
      expect(await (await page.request.get(address)).text()).toContain('<div id="root">');
    await page.goto(`${base}/no-such-page`);
    for (const address of addresses) {
      await routeTo(page, address);
      await expect(page).toHaveURL(address);
      await expect(page.getByRole('heading', { name: '页面不存在' }), address).toBeVisible();
      await expect(page.getByRole('button', { name: '返回首页' }), address).toBeVisible();
    }
  }
});

test('404页的返回首页回到所在的子系统', async ({ page }) => {
  await page.goto('/resources/no-such-page');
  await page.getByRole('button', { name: '返回首页' }).click();
  await expect(page).toHaveURL(/\/resources\/vehicle$/u);
});

test('不存在的接口不打扰用户，返回404', async ({ request }) => {
  const answer = await request.post('/api/no/such/call', { data: {} });
  expect(answer.status()).toBe(404);
  expect(await answer.json()).toMatchObject({ code: 4004 });
});

test('错误页说明原因和出路', async ({ page }) => {
  await page.goto('/community/error?code=noauth');
  await expect(page.getByRole('heading', { name: '暂无权限' })).toBeVisible();
  await expect(page.getByRole('button', { name: '返回首页' })).toBeVisible();
  await expect(page.getByRole('button', { name: '重新登录' })).toBeVisible();
});

test('接口文档不需要外网，展开后有登录接口', async ({ page }) => {
  await page.goto('/api/docs');
  // the page reads the description of all endpoints at once, which takes a while
  await expect(page.getByRole('heading', { name: /接口文档/u })).toBeVisible({ timeout: 45_000 });
  await page.getByText('sso/oauth', { exact: true }).click();
  await expect(page.getByText('/api/sso/oauth/token').first()).toBeVisible();
});
