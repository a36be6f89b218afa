import { expect, test } from '../fixtures/test';

// the tests cut the network off, which the browser reports on the console too
test.use({ provoked: /ERR_INTERNET_DISCONNECTED|WebSocket|Failed to load resource/u });

test('实时连接断开后说明、轮询并自动恢复', async ({ page }) => {
  let refuse = false;
  let drop = async (): Promise<void> => undefined;
  await page.routeWebSocket(/\/api\/gis\/live$/u, (socket) => {
    if (refuse) {
      void socket.close({ code: 1011 });
      return;
    }
    socket.connectToServer();
    drop = () => socket.close({ code: 1011 });
  });
  await page.goto('/community/location');
  await expect(page.getByText(/^实时/u)).toBeVisible();
  refuse = true;
  await drop();
  await expect(page.getByText(/实时连接已断开，正在重连/u)).toBeVisible({ timeout: 30_000 });
  const poll = page.waitForResponse(/\/api\/gis\/monitor\/live$/u, { timeout: 30_000 });
  expect((await poll).ok()).toBe(true);
  refuse = false;
  await expect(page.getByText(/^实时 /u)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/实时连接已断开/u)).toHaveCount(0);
});

test('电脑断网时有提示，恢复后消失', async ({ page, context }) => {
  await page.goto('/resources/vehicle');
  await expect(page.locator('.ant-table-tbody tr.ant-table-row').first()).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByRole('status').filter({ hasText: '网络连接已断开' })).toBeVisible();
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await context.setOffline(false);
  await expect(page.getByRole('status').filter({ hasText: '网络连接已断开' })).toHaveCount(0);
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await expect(page.locator('.ant-table-tbody tr.ant-table-row')).toHaveCount(15);
});

test.describe('页面的程序文件取不到', () => {
  test.use({ provoked: /ERR_FAILED|Failed to fetch dynamically imported module|Failed to load resource/u });

  test('说明原因，其他页面照常可用，刷新后打开', async ({ page }) => {
    const tab = (name: string) =>
      page.getByRole('navigation', { name: '已打开的页面' }).getByRole('button', { name, exact: true });
    const told = page.getByRole('alert').filter({ hasText: '页面加载失败' });
    await page.goto('/resources/vehicle');
    await expect(page.locator('.ant-table-tbody tr.ant-table-row').first()).toBeVisible();
    await expect(tab('车辆管理')).toBeVisible();
    const filter = page.getByRole('textbox', { name: '车牌号' });
    await filter.fill('沪A9');
    const scripts = /\/assets\/[^/]+\.js$/u;
    await page.route(scripts, (route) => route.abort());
    const menu = page.getByRole('navigation', { name: '运输资源' });
    await menu.getByRole('button', { name: '司机管理', exact: true }).last().click();
    await expect(told).toContainText('可能是网络中断或系统刚刚升级');
    await expect(page).toHaveURL(/\/resources\/driver$/u);
    await tab('车辆管理').click();
    await expect(told).toBeHidden();
    await expect(filter).toHaveValue('沪A9');
    await tab('司机管理').click();
    await expect(told).toBeVisible();
    await page.unroute(scripts);
    await told.getByRole('button', { name: '刷新', exact: true }).click();
    await expect(page.locator('.ant-table-tbody tr.ant-table-row').first()).toBeVisible();
    await expect(page.getByRole('columnheader', { name: '姓名' })).toBeVisible();
    await expect(told).toHaveCount(0);
  });

  test('再次打开或重试时重新加载，不必刷新整个系统', async ({ page }) => {
    const told = page.getByRole('alert').filter({ hasText: '页面加载失败' });
    await page.goto('/resources/vehicle');
    await expect(page.locator('.ant-table-tbody tr.ant-table-row').first()).toBeVisible();
    const filter = page.getByRole('textbox', { name: '车牌号' });
    await filter.fill('沪A9');
    const scripts = /\/assets\/[^/]+\.js$/u;
    await page.route(scripts, (route) => route.abort());
    const menu = page.getByRole('navigation', { name: '运输资源' });
    await menu.getByRole('button', { name: '司机管理', exact: true }).last().click();
    await expect(told).toBeVisible();
    await page.unroute(scripts);
    await told.getByRole('button', { name: '重试', exact: true }).click();
    await expect(page.getByRole('columnheader', { name: '姓名' })).toBeVisible();
    await expect(told).toHaveCount(0);
    await page
      .getByRole('navigation', { name: '已打开的页面' })
      .getByRole('button', { name: '车辆管理', exact: true })
      .click();
    await expect(filter).toHaveValue('沪A9');
  });

  test('入口文件也取不到时，空白页上有说明和重新加载', async ({ page }) => {
    const scripts = /\/assets\/[^/]+\.js$/u;
    await page.route(scripts, (route) => route.abort());
    await page.goto('/resources/vehicle');
    const told = page.getByRole('alert').filter({ hasText: '页面没有加载成功' });
    await expect(told).toContainText('请检查网络后重新加载');
    await page.unroute(scripts);
    await told.getByRole('button', { name: '重新加载', exact: true }).click();
    await expect(page.locator('.ant-table-tbody tr.ant-table-row').first()).toBeVisible();
    await expect(told).toHaveCount(0);
  });
});
