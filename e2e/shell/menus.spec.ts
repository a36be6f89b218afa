import { configBathSave } from '@tongda/contract/base/prefs/calls';
import { storeBefore } from '../fixtures/storage';
import { expect, type Page, test } from '../fixtures/test';

test('T11 快捷入口按高度分页，上下翻页，键盘可达', async ({ page }) => {
  // 60 px above, 12 px below and two arrows of 24 px leave room for three entries of 63 px
  await page.setViewportSize({ width: 1280, height: 60 + 12 + 48 + 3 * 63 });
  await page.goto('/community/download');
  await page.getByRole('button', { name: '快捷入口' }).focus();
  const card = page.getByRole('navigation', { name: '快捷入口' });
  const entries = card.locator('.shell-menu-launch-item');
  await expect(entries).toHaveCount(3);
  const first = await entries.allInnerTexts();
  await expect(card.getByRole('button', { name: '上一页' })).toBeDisabled();
  await card.getByRole('button', { name: '下一页' }).click();
  await expect.poll(() => entries.allInnerTexts()).not.toEqual(first);
  await card.getByRole('button', { name: '上一页' }).click();
  await expect.poll(() => entries.allInnerTexts()).toEqual(first);
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
});

test('快捷入口的运输管理展开九项中用户拥有的入口，按固定次序，点击进入', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 1100 });
  await page.goto('/community/download');
  await page.getByRole('button', { name: '快捷入口' }).focus();
  const card = page.getByRole('navigation', { name: '快捷入口' });
  await card.getByRole('button', { name: '运输管理' }).hover();
  const group = page.getByRole('navigation', { name: '运输管理' });
  const names = await group.getByRole('button').allInnerTexts();
  const order = [
    '订单管理',
    '调度中心',
    '运输计划',
    '运单管理',
    '运输跟踪',
    '结算计费',
    '数据报表',
    '运力管理',
    '基础信息',
  ];
  expect(names.map((name) => name.trim())).toEqual(order.filter((name) => names.some((one) => one.trim() === name)));
  expect(names.length).toBeGreaterThanOrEqual(5);
  await card.getByRole('button', { name: '运输资源' }).hover();
  await expect(group).toHaveCount(0);
  await card.getByRole('button', { name: '运输管理' }).hover();
  await group.getByRole('button', { name: '运力管理' }).click();
  await expect(page).toHaveURL(/\/transport\/vehicle$/u);
});

test('收藏的菜单排在最前，最多八个，换窗口也在', async ({ page, api }) => {
  await api(configBathSave, { saveMap: { 'menu.favourites': '[]' } });
  await page.goto('/resources/vehicle');
  const menu = page.getByRole('navigation', { name: '运输资源' });
  const row = menu.locator('.shell-menu-side-row').filter({ hasText: '司机管理' }).first();
  await row.hover();
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/bathSave'));
  await row.getByRole('button', { name: '收藏' }).click();
  await saved;
  const favourites = page.getByRole('region', { name: '收藏' });
  await favourites.getByRole('button', { name: '司机管理' }).click();
  await expect(page).toHaveURL(/\/resources\/driver$/u);
  await page.reload();
  await expect(favourites.getByRole('button', { name: '司机管理' })).toBeVisible();
  await favourites.locator('.shell-menu-side-row').first().hover();
  await favourites.getByRole('button', { name: '取消收藏' }).click();
  await expect(favourites).toHaveCount(0);
});

/** Sum of all layout shifts since the page was opened, except those after a click of the user. */
const sumLayoutShifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            // the observed type of entry has these fields
            const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
            if (!shift.hadRecentInput) sum += shift.value;
          }
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 500);
      }),
  );

test('菜单到达时页面不跳动', async ({ page }) => {
  // the strip at the foot, which comes once a day, is not what is looked at
  await storeBefore(page, { 'td.stripFolded': '1' }, 'sessionStorage');
  // the menus arrive late, as over a slow line
  await page.route('**/api/base/user/menuTree', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await page.goto('/resources/vehicle');
  await expect(page.locator('.ant-table-tbody tr.ant-table-row').first()).toBeVisible({ timeout: 45_000 });
  await page.waitForTimeout(1000);
  expect(await sumLayoutShifts(page)).toBeLessThan(0.01);
});

/**
 * What a page loads until it is idle: KB of compressed JavaScript (bodies only), the number of scripts and styles, and what was fetched more than
 * once.
 */
async function measureScripts(page: Page, path: string): Promise<{ kb: number; files: number; twice: string[] }> {
  const seen: string[] = [];
  let files = 0;
  const sizes: Array<Promise<number>> = [];
  page.on('requestfinished', (request) => {
    const url = request.url();
    // the map engine and its worker are not counted, as only the map waits for them
    if (/\/assets\/.*\.(?:js|css)$/u.test(url) && !/maplibre/u.test(url)) files++;
    if (!url.endsWith('.js')) return;
    seen.push(url);
    if (!/maplibre/u.test(url)) sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  return { kb: bytes / 1000, files, twice: seen.filter((url, at) => seen.indexOf(url) !== at) };
}

test.describe('未登录', () => {
  test.use({ role: null, fresh: true });

  test('登录页首次加载的脚本不超过 300 KB，脚本和样式不超过 12 个，没有重复加载', async ({ page }) => {
    const { kb, files, twice } = await measureScripts(page, '/community/login');
    expect(files).toBeLessThanOrEqual(12);
    expect(twice).toEqual([]);
    expect(kb).toBeGreaterThan(100);
    expect(kb).toBeLessThanOrEqual(300);
  });
});

test.describe('第一次打开', () => {
  test.use({ fresh: true });

  test('位置信息页在地图引擎之外的脚本不超过 500 KB，脚本和样式不超过 25 个，没有重复加载', async ({ page }) => {
    const { kb, files, twice } = await measureScripts(page, '/community/location');
    expect(files).toBeLessThanOrEqual(25);
    expect(twice).toEqual([]);
    expect(kb).toBeGreaterThan(200);
    expect(kb).toBeLessThanOrEqual(500);
  });
});
