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
