import { vehiclePage } from '@tongda/contract/resources/vehicle/calls';
import { expect, test } from '../fixtures/test';

test('菜单只列出能打开的页面，每一项都能打开', async ({ page }) => {
  await page.goto('/community/download');
  const menu = page.getByRole('navigation', { name: '位置监控' });
  await expect(menu.getByRole('button', { name: '位置信息' })).toBeVisible();
  await menu.getByRole('button', { name: '行驶轨迹' }).click();
  await expect(page).toHaveURL(/\/community\/trajectory$/u);
});

test('菜单收起后只剩图标，刷新后仍然收起', async ({ page }) => {
  await page.goto('/community/download');
  const menu = page.getByRole('navigation', { name: '位置监控' });
  await menu.getByRole('button', { name: '收起菜单' }).click();
  await expect(menu.getByText('位置信息')).toHaveCount(0);
  await page.reload();
  await expect(menu.getByRole('button', { name: '展开菜单' })).toBeVisible();
  await menu.getByRole('button', { name: '展开菜单' }).click();
  await expect(menu.getByText('位置信息')).toBeVisible();
});

test('系统切换在车辆监控与运输管理之间往返', async ({ page }) => {
  await page.goto('/community/download');
  const switcher = page.getByRole('tablist', { name: '系统' });
  await switcher.getByRole('tab', { name: '运输管理' }).click();
  await expect(page).toHaveURL(/\/transport\/orderManage\/customerOrder$/u);
  await expect(switcher.getByRole('tab', { name: '运输管理' })).toHaveAttribute('aria-selected', 'true');
  await switcher.getByRole('tab', { name: '车辆监控' }).click();
  await expect(page).toHaveURL(/\/community\/location$/u);
});

test('Ctrl K 在任何页面找车辆、司机、站点、单号和菜单：方向键选择，回车打开第一个，Esc 关闭，背后的页面不动', async ({
  page,
  api,
}) => {
  const { list } = await api(vehiclePage, { page: 1, size: 1 });
  const plate = list[0]?.plateNo ?? '';
  await page.goto('/community/download');
  await expect(page.getByRole('button', { name: '查询', exact: true })).toBeVisible();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: /^搜索车辆/u });
  await expect(box).toBeFocused();
  await box.fill('xsgj');
  await expect(page.getByRole('option')).toHaveCount(1);
  await box.press('Escape');
  await expect(box).toHaveCount(0);
  // by part of the plate, in small letters; the first hit is chosen
  await page.keyboard.press('Control+k');
  await box.fill(plate.slice(1).toLowerCase());
  const first = page.getByRole('group', { name: /^车辆/u }).getByRole('option').first();
  await expect(first).toContainText(plate);
  await expect(first).toHaveAttribute('aria-selected', 'true');
  // a truck that another test has just added is the only hit for its plate: the arrows walk among several
  await box.fill(plate.slice(1, 3).toLowerCase());
  await expect(page.getByRole('option').nth(1)).toBeVisible();
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await box.press('ArrowDown');
  await expect(first).toHaveAttribute('aria-selected', 'false');
  await box.press('ArrowUp');
  await box.press('Enter');
  await expect(page).toHaveURL(/\/community\/location\?vehicleId=\d+/u);
  await page.keyboard.press('Control+k');
  await box.fill('xsgj');
  await box.press('Enter');
  await expect(page).toHaveURL(/\/community\/trajectory$/u);
});

test('快捷入口列出可用的页面，Esc 收起', async ({ page }) => {
  await page.goto('/community/download');
  await page.getByRole('button', { name: '快捷入口' }).hover();
  const card = page.getByRole('navigation', { name: '快捷入口' });
  await expect(card.getByRole('button', { name: '运输资源' })).toBeVisible();
  await page.getByRole('button', { name: '快捷入口' }).focus();
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await page.getByRole('button', { name: '快捷入口' }).click();
  await card.getByRole('button', { name: '运输资源' }).click();
  await expect(page).toHaveURL(/\/resources\/vehicle$/u);
});

test('主题跟随系统，选了深色立即生效，刷新后不闪白', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/community/download');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
  }
  await page.getByRole('button', { name: '主题' }).click();
  await page.getByRole('menuitem', { name: '深色' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
