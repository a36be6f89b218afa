import { configBathSave } from '@tongda/contract/base/prefs/calls';
import { callAs } from '../fixtures/calls';
import { expect, type Page, productUrl, test } from '../fixtures/test';

const page1 = '/community/download';
const header = (page: Page) => page.getByRole('banner');

test('T29 识别码：管理员先看到遮挡，知道了之后换一台电脑也不再遮挡，可复制', async ({
  page,
  browser,
  context,
  tokensOf,
}) => {
  const tokens = await tokensOf('demo');
  await callAs(productUrl(), tokens, configBathSave, { saveMap: { 'header.sharedCodeCover': 'false' } });
  await page.goto(page1);
  await expect(header(page)).not.toContainText('XDLL2026');
  await header(page).getByRole('button', { name: '识别码，点击查看' }).click();
  const card = page.getByRole('tooltip').filter({ hasText: '企业识别码' });
  await expect(card).toContainText('XDLL2026');
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/bathSave'));
  await card.getByRole('button', { name: '知道了' }).click();
  await expect(header(page)).toContainText('XDLL2026');
  await saved;
  // a second computer with the same login and an empty storage
  const other = await browser.newContext({ storageState: { cookies: await context.cookies(), origins: [] } });
  const second = await other.newPage();
  await second.goto(productUrl() + page1);
  await expect(header(second)).toContainText('XDLL2026');
  await other.close();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await header(page).getByRole('button', { name: '复制识别码' }).click();
  await expect(page.getByText('复制成功！')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('XDLL2026');
});

test('用户菜单：只有能用的条目，末行是版本', async ({ page }) => {
  await page.goto(page1);
  await header(page)
    .getByRole('button', { name: /^用户菜单/u })
    .click();
  const menu = page.getByRole('menu');
  await expect(menu.getByRole('menuitem', { name: '浏览配置' })).toBeVisible();
  await expect(menu.getByRole('menuitem', { name: '运营看板' })).toHaveCount(0);
  await expect(menu).toContainText('版本 v2.5.9');
  await menu.getByRole('menuitem', { name: '键盘快捷键' }).click();
  await expect(page.getByRole('dialog', { name: '键盘快捷键' }).getByRole('region', { name: '报警' })).toContainText(
    'Ctrl Enter',
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await header(page)
    .getByRole('button', { name: /^用户菜单/u })
    .click();
  await menu.getByRole('menuitem', { name: '下载管理' }).click();
  await expect(page).toHaveURL(/\/community\/download$/u);
});

test('客服卡片给出热线、时间和二维码', async ({ page }) => {
  await page.goto(page1);
  await header(page).getByRole('button', { name: '客服' }).click();
  const card = page.getByRole('tooltip').filter({ hasText: '服务热线' });
  await expect(card.getByRole('link', { name: '400-800-2026' })).toHaveAttribute('href', 'tel:400-800-2026');
  await expect(card).toContainText('每天 8:00–22:00');
  await expect(card.getByRole('img', { name: '二维码' })).toBeVisible();
});

test.describe('有自己品牌的企业', () => {
  test.use({ role: 'xianguo' });

  test('T24 页头、标题和图标用企业的品牌，标志高度随图片', async ({ page }) => {
    await page.goto('/resources/vehicle');
    const brand = header(page).getByRole('link', { name: '鲜果通，回到首页' });
    await expect(brand.locator('img')).toHaveAttribute('src', /^data:image\/svg/u);
    expect(await brand.locator('img').evaluate((image: HTMLImageElement) => image.style.height)).toBe('auto');
    await expect(page).toHaveTitle('车辆管理 - 鲜果通');
    await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', /^data:image\/svg/u);
  });
});

test.describe('普通用户', () => {
  test.use({ role: 'tms' });

  test('识别码、试用、另一个系统都不在页面上', async ({ page }) => {
    const answers = page.waitForResponse((answer) => answer.url().endsWith('/getClientInfo'));
    await page.goto('/transport/vehicle');
    await answers;
    await expect(header(page).getByText('识别码')).toHaveCount(0);
    await header(page).getByRole('button', { name: '服务与试用' }).click();
    await expect(page.getByRole('menuitem', { name: '接口对接' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: '申请试用' })).toHaveCount(0);
    await expect(header(page).getByRole('tablist', { name: '系统' })).toHaveCount(0);
    await expect(header(page)).toContainText('运输管理');
  });
});

test('页头在 1280 宽时不换行、不溢出', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(page1);
  await expect(header(page).getByRole('button', { name: '客服' })).toBeVisible();
  await expect(page.getByRole('button', { name: '查询', exact: true })).toBeVisible();
  const box = await header(page).evaluate((element) => [
    element.scrollWidth - element.clientWidth,
    element.clientHeight,
  ]);
  expect(box).toEqual([0, 48]);
});
