import { type RoleRow, roleDel, roleMenuTree, rolePage } from '@tongda/contract/company/role/calls';
import { type Api, expect, test } from '../fixtures/test';

const stamp = Date.now().toString(36).slice(-5);
const findRole = async (api: Api, name: string): Promise<RoleRow | undefined> =>
  (await api(rolePage, { size: 200 })).list.find((r) => r.name === name);
test.afterAll(async ({ tokensOf }) => {
  const { callAs } = await import('../fixtures/calls');
  const { productUrl } = await import('../fixtures/test');
  const tokens = await tokensOf('demo');
  const { list } = await callAs(productUrl(), tokens, rolePage, { size: 200 });
  for (const { id, name } of list) if (name.endsWith(stamp)) await callAs(productUrl(), tokens, roleDel, { id });
});

test('新增、勾选权限并确认差异、能做什么、删除', async ({ page, api }) => {
  const name = `测试角色${stamp}`;
  await page.goto('/enterprise/rolePermissions');
  await page.getByRole('button', { name: '新增' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('角色名称').fill('甲');
  await dialog.getByRole('button', { name: /保\s?存/u }).click();
  await expect(dialog).toContainText('角色名称应为2~20个字符');
  await dialog.getByLabel('角色名称').fill(name);
  await dialog.getByRole('button', { name: /保\s?存/u }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  const line = page.locator('.company-role-row').filter({ hasText: '车辆管理' });
  await line.getByRole('checkbox', { name: '新增' }).check();
  await expect(line.getByRole('checkbox', { name: '车辆管理' })).toBeChecked();
  await expect(page.getByText('未保存：+2 / −0')).toBeVisible();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  const diff = page.getByRole('dialog');
  await expect(diff).toContainText('运输资源 / 车辆管理 · 新增');
  await diff.getByRole('button', { name: /保\s?存/u }).click();
  await expect(page.getByText('没有修改')).toBeVisible();
  const id = (await findRole(api, name))?.id ?? '';
  // a new role begins with 修改密码
  expect(await api(roleMenuTree, { roleId: id })).toMatchObject({
    checked: ['changePassword', 'vehicle'],
    buttons: [{ menuId: 111, path: 'vehicle/add' }],
  });
  await page.getByRole('tab', { name: '能做什么' }).click();
  await expect(page.getByText('可以查看、新增')).toBeVisible();
  await page.getByRole('button', { name: '删除' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /删\s?除/u })
    .click();
  await expect.poll(() => findRole(api, name)).toBeUndefined();
});

test('复制、数据范围、有成员的角色不能删除', async ({ page, api }) => {
  const name = `副本角色${stamp}`;
  await page.goto('/enterprise/rolePermissions?id=225');
  await page.getByRole('button', { name: '复制', exact: true }).click();
  await page.getByRole('dialog').getByLabel('角色名称').fill(name);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /保\s?存/u })
    .click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await page.getByRole('tab', { name: '数据权限' }).click();
  await page.getByRole('radio', { name: /^仅本人/u }).check();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect.poll(async () => (await findRole(api, name))?.dataScope).toBe(3);
  await page.goto('/enterprise/rolePermissions?id=225');
  await page.getByRole('button', { name: '删除' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /删\s?除/u })
    .click();
  await expect(page.getByText(/角色“客服”还有3名成员/u)).toBeVisible();
});

test('预置角色只能查看和复制；页面可用读屏器', async ({ page }) => {
  await page.goto('/enterprise/rolePermissions?id=141');
  await expect(page.getByRole('heading', { name: '企业管理员' })).toBeVisible();
  await expect(page.getByRole('button', { name: '编辑' })).toBeDisabled();
  await expect(page.getByText('预置角色，拥有全部权限，只能查看')).toBeVisible();
});
