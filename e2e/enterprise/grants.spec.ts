import { authPage, authRevoke } from '@tongda/contract/company/resource-auth/shapes';
import { type Api, expect, type Page, test } from '../fixtures/test';

/** User id of 秦川 (xinxi), who is granted vehicles here, so that the counts of other users stay the same. */
const xinxi = '245';
const listActive = async (api: Api) => (await api(authPage, { granteeUserId: xinxi, status: 1 })).list;
test.afterEach(async ({ api }) => {
  const authIds = (await listActive(api)).map(({ id }) => id);
  if (authIds.length > 0) await api(authRevoke, { authIds });
});
const clickSave = (page: Page) => page.getByRole('button', { name: /^保\s?存$/u }).click();

test('首页的数字通向列表；资源授权进入第一个页面', async ({ page }) => {
  await page.goto('/enterprise/');
  await expect(page.getByRole('link', { name: /部门/u }).first()).toContainText(/\d+/u);
  await page.getByRole('link', { name: /生效授权/u }).click();
  await expect(page).toHaveURL(/vehicleEquipment\?status=1/u);
  await page.goto('/enterprise/resourceAuthorization');
  await expect(page).toHaveURL(/\/enterprise\/resourceAuthorization\/vehicleEquipment/u);
});

test('新增授权：没选说明原因，保存后列表有它；延期、原因、撤销', async ({ page, api }) => {
  await page.goto(`/enterprise/resourceAuthorization/vehicleEquipment/edit?granteeType=2&granteeId=${xinxi}`);
  await clickSave(page);
  await expect(page.getByText('请选择资源')).toBeVisible();
  await page.getByRole('textbox', { name: '搜索车牌' }).fill('粤B7A619');
  const choices = page.getByRole('region', { name: '可选资源' });
  // a click on the box selects once, and so does a click on the words beside it
  await choices.getByRole('checkbox', { name: '粤B7A619' }).click();
  await expect(page.getByRole('region', { name: '已选资源' })).toContainText('已选 1');
  await choices.getByRole('checkbox', { name: '粤B7A619' }).click();
  await expect(page.getByRole('region', { name: '已选资源' })).toContainText('已选 0');
  await choices.getByText('粤B7A619').click();
  await expect(page.getByRole('region', { name: '已选资源' })).toContainText('已选 1');
  await page.getByRole('checkbox', { name: '控制' }).check();
  await clickSave(page);
  await expect(page.getByText('新增 1，更新 0，重复跳过 0')).toBeVisible();
  const [made] = await listActive(api);
  expect(made).toMatchObject({ resourceName: '粤B7A619', rights: ['view', 'control'], endTime: null });
  await page.goto(`/enterprise/resourceAuthorization/vehicleEquipment?granteeUserId=%22${xinxi}%22&status=1`);
  const row = page.getByRole('row').filter({ hasText: 'xinxi' });
  await row.getByRole('link', { name: '详情' }).click();
  await page.getByRole('textbox', { name: '车牌号' }).fill('粤B7A619');
  await expect(page.getByRole('row').filter({ hasText: '用户授权：授权给秦川本人' })).toBeVisible();
  await page.goBack();
  await row.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '延期' }).click();
  await page.getByRole('textbox', { name: '有效期至' }).click();
  await page.locator('.ant-picker-presets').getByText('1个月', { exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /延\s?期/u })
    .click();
  await expect.poll(async () => (await listActive(api))[0]?.endTime).toMatch(/23:59:59$/u);
  await row.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '撤销' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /撤\s?销/u })
    .click();
  await expect.poll(async () => (await listActive(api)).length).toBe(0);
});

test('按被授权方查看；权限诊断说明菜单按钮', async ({ page }) => {
  await page.goto('/enterprise/resourceAuthorization/vehicleEquipment');
  await page.getByText('按被授权方', { exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: '青浦站' })).toContainText('4');
  await page.getByText('按资源', { exact: true }).click();
  await page.getByRole('button', { name: '权限诊断' }).click();
  const drawer = page.getByRole('dialog', { name: '权限诊断' });
  await drawer.getByLabel('用户').fill('siji1');
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: 'siji1' }).click();
  await drawer.getByRole('tab', { name: '能不能用菜单/按钮' }).click();
  await drawer.getByLabel('菜单/按钮').fill('车辆管理 · 新增');
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option')
    .filter({ hasText: '车辆管理 · 新增' })
    .first()
    .click();
  await expect(drawer.getByRole('status')).toContainText('何平不能使用');
  await expect(drawer).toContainText('没有菜单“车辆管理”');
});
