import { configBathSave, fieldSave } from '@tongda/contract/base/prefs/calls';
import { trialApply } from '@tongda/contract/base/system-apply/calls';
import { storeBefore } from '../fixtures/storage';
import { expect, type Page, productUrl, test } from '../fixtures/test';

const settings = '{"popups":false,"sound":false}';
/** Keeps pop-ups and sounds of messages away from the dialogs under test. */
const muteMessages = (page: Page) => storeBefore(page, { 'td.message.settings': settings });

const strip = (page: Page) => page.getByRole('complementary', { name: '提示' });
/** Whatever may lie over a page. */
const over = (page: Page) =>
  page.locator('.ant-modal-wrap, .ant-drawer-open, .ant-tour, .base-message-popups').filter({ visible: true });

test.describe('第一次打开', () => {
  test.use({ firstVisit: true });

  test('T19 T28 浏览配置和引导在提示条里等着，点了才打开；问过一次，换一台电脑也不再问', async ({
    page,
    api,
    browser,
  }) => {
    await api(configBathSave, { saveMap: { 'menuRight.guideUser': 'false', 'browse.asked': 'false' } });
    await muteMessages(page);
    await page.goto('/community/download');
    await expect(strip(page)).toContainText('浏览配置');
    await expect(over(page)).toHaveCount(0);
    await strip(page).getByRole('button', { name: '设置' }).click();
    const dialog = page.getByRole('dialog', { name: '浏览配置' });
    // wait until the dialog has grown to its full size
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(550);
    await dialog.getByRole('button', { name: '稍后设置' }).click();
    await expect(strip(page)).toContainText('使用引导');
    await strip(page).getByRole('button', { name: '开始' }).click();
    const tour = page.locator('.ant-tour');
    await expect(tour.getByText('快捷入口')).toBeVisible();
    await expect(tour.getByRole('button', { name: '上一步' })).toHaveCount(0);
    await tour.getByRole('button', { name: '下一步' }).click();
    await expect(tour.getByText('系统切换')).toBeVisible();
    await tour.getByRole('button', { name: '上一步' }).click();
    await expect(tour.getByText('快捷入口')).toBeVisible();
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/bathSave'));
    await tour.getByRole('button', { name: '跳过' }).click();
    await saved;
    const cookies = await page.context().cookies();
    const flag = cookies.find(({ name }) => name === 'webgis.web.menuRight.guideUser');
    expect(Math.round(((flag?.expires ?? 0) - Date.now() / 1000) / 60)).toBe(8 * 60);
    // another computer of the same user
    const login = cookies.filter(({ name }) => !name.startsWith('webgis.web.'));
    const other = await browser.newContext({
      baseURL: productUrl(),
      reducedMotion: 'reduce',
      storageState: { cookies: login, origins: [] },
    });
    const there = await other.newPage();
    await muteMessages(there);
    await there.goto('/community/download');
    await expect(there.getByRole('button', { name: '查询', exact: true })).toBeVisible();
    await expect(strip(there).getByText(/浏览配置|使用引导/u)).toHaveCount(0);
    await other.close();
  });

  test('有话要说的都等在提示条里：列表、地图、表单上没有自己打开的东西，收起后不再出现', async ({ page, api }) => {
    await api(configBathSave, { saveMap: { 'menuRight.guideUser': 'false', 'browse.asked': 'false' } });
    await storeBefore(page, { 'td.message.settings': '{"popups":true,"sound":false}' });
    for (const path of ['/resources/vehicle/edit', '/transport/orderManage/customerOrder/edit']) {
      await page.goto(path);
      await expect(strip(page)).toBeVisible();
      await page.waitForTimeout(3_000);
      await expect(over(page)).toHaveCount(0);
    }
    // a list on which somebody works: what comes now waits
    await page.goto('/resources/vehicle');
    await page.getByRole('main').getByRole('textbox').first().click();
    await page.waitForTimeout(3_000);
    await expect(over(page)).toHaveCount(0);
    await strip(page).getByRole('button', { name: '收起提示' }).click();
    await page.goto('/community/download');
    await expect(page.getByRole('button', { name: '查询', exact: true })).toBeVisible();
    await expect(strip(page).getByText(/浏览配置|使用引导/u)).toHaveCount(0);
    await api(configBathSave, { saveMap: { 'menuRight.guideUser': 'true', 'browse.asked': 'true' } });
  });
});

test('引导从菜单再看一遍，最后一步是完成', async ({ page }) => {
  await page.goto('/community/download');
  await page.getByRole('button', { name: /^用户菜单/u }).click();
  await page.getByRole('menuitem', { name: '使用引导' }).click();
  const tour = page.locator('.ant-tour');
  for (const title of ['快捷入口', '系统切换', '消息', '个人菜单']) {
    await expect(tour.locator('.ant-tour-title')).toHaveText(title);
    await tour.getByRole('button', { name: '下一步' }).click();
  }
  await expect(tour.locator('.ant-tour-title')).toHaveText('字段设置');
  await expect(tour.getByRole('button', { name: '跳过' })).toHaveCount(0);
  await tour.getByRole('button', { name: '完成' }).click();
  await expect(tour).toHaveCount(0);
});

test('浏览配置：多页面打开时另一个系统开在自己的窗口，当前页面替换时留在这里', async ({ page, api }) => {
  await page.goto('/community/download');
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: /^用户菜单/u }).click();
    await page.getByRole('menuitem', { name: '浏览配置' }).click();
    const dialog = page.getByRole('dialog', { name: '浏览配置' });
    // the window setting of the location page exists, but is not offered here
    await expect(dialog.getByText('车辆当前位置')).toHaveCount(0);
    await dialog.getByText(name).click();
    await dialog.getByRole('button', { name: '保存' }).click();
    await expect(dialog).toHaveCount(0);
  };
  const launch = async (): Promise<void> => {
    await page.getByRole('button', { name: '快捷入口' }).hover();
    await page.getByRole('navigation', { name: '快捷入口' }).getByRole('button', { name: '运输资源' }).click();
  };
  await choose('多页面打开');
  const opened = page.waitForEvent('popup');
  await launch();
  const other = await opened;
  await expect(other).toHaveURL(/\/resources\/vehicle$/u);
  expect(await other.evaluate(() => window.name)).toBe('resources');
  await other.close();
  await choose('当前页面替换');
  const cookies = await page.context().cookies();
  const kept = cookies.find(({ name }) => name === 'webgis.web.browse.openUrl');
  expect([kept?.value, Math.round(((kept?.expires ?? 0) - Date.now() / 1000) / 60)]).toEqual(['true', 480]);
  await launch();
  await expect(page).toHaveURL(/\/resources\/vehicle$/u);
  // remove the setting, because other tests use the same account
  await api(fieldSave, { page: 'browse', key: 'openUrl', fields: null, expiry: 1 });
});

test('申请试用：再点一次取消选择，未选时提示，已有的系统不能选', async ({ page }) => {
  let sent = 0;
  await page.route(`**${trialApply.path}`, async (route) => {
    sent++;
    const refused = { code: 4011, msg: '已提交申请，请耐心等待', data: { checks: [] } };
    await route.fulfill({ json: sent === 1 ? refused : { code: 200, msg: 'ok', data: null } });
  });
  await page.goto('/community/download');
  await page.getByRole('button', { name: '服务与试用' }).click();
  await page.getByRole('menuitem', { name: '申请试用' }).click();
  const dialog = page.getByRole('dialog', { name: '申请试用' });
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(350);
  await expect(dialog.getByRole('button', { name: /TMS/u })).toBeDisabled();
  const wms = dialog.getByRole('button', { name: /WMS/u });
  await wms.click();
  await expect(wms).toHaveAttribute('aria-pressed', 'true');
  await wms.click();
  await expect(wms).toHaveAttribute('aria-pressed', 'false');
  await dialog.getByRole('button', { name: '提交申请' }).click();
  await expect(page.getByText('请选择要试用的系统')).toBeVisible();
  expect(sent).toBe(0);
  await wms.click();
  await dialog.getByRole('button', { name: '提交申请' }).click();
  await expect(page.getByText('已提交申请，请耐心等待')).toBeVisible();
  await expect(dialog).toBeVisible();
  expect(sent).toBe(1);
  await dialog.getByRole('button', { name: '提交申请' }).click();
  await expect(page.getByText('申请成功')).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('键盘在弹窗的内容到来之前走过了最后一项，关闭后仍回到打开弹窗的按钮', async ({ page }) => {
  let answer = (): void => undefined;
  const waits = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/monitor\/nearby$/u, async (route) => {
    await waits;
    await route.continue();
  });
  await page.goto('/community/location');
  const plate = '沪A9L347';
  const tree = page.getByRole('textbox', { name: '搜索车辆' });
  await tree.fill(plate);
  await expect(page.getByRole('treeitem', { name: plate })).toBeVisible();
  await tree.press('Enter');
  const opener = page.getByRole('region', { name: `${plate} 车辆信息` }).getByRole('button', { name: '周边' });
  await opener.press('Enter');
  const dialog = page.getByRole('dialog', { name: `${plate} 周边车辆` });
  await expect(dialog.getByRole('button', { name: '关闭' })).toBeFocused();
  await expect(async () => {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  }).toPass({ intervals: [0] });
  answer();
  // a truck on the motorway at night may have nobody within ten kilometres
  const nobody = dialog.getByText('10 公里内没有其他车辆');
  await expect(dialog.getByRole('link').first().or(nobody)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});
