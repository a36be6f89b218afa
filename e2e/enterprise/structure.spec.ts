import { orgAdd, orgDel, orgJurisdiction, orgSetManager, orgTree } from '@tongda/contract/base/org/calls';
import { companyTerminals } from '@tongda/contract/base/org/terminals';
import { newcomer } from '../fixtures/newcomer';
import { type Api, cookiesOf, expect, firstVisitDone, type Page, productUrl, test } from '../fixtures/test';

const stamp = Date.now().toString(36).slice(-5);
const nameOf = (word: string): string => `${word}${stamp}`;
const findOrg = async (api: Api, name: string) => (await api(orgTree, undefined)).find((o) => o.name === name);
const addOrg = async (api: Api, name: string, parentId = '214'): Promise<string> =>
  (await api(orgAdd, { parentId, name, orgType: 3 })).id;
test.afterAll(async ({ tokensOf }) => {
  const { callAs } = await import('../fixtures/calls');
  const { productUrl } = await import('../fixtures/test');
  const tokens = await tokensOf('demo');
  const made = (await callAs(productUrl(), tokens, orgTree, undefined)).filter((o) => o.name.endsWith(stamp));
  for (const { id } of made.reverse()) await callAs(productUrl(), tokens, orgDel, { id });
});
const clickSave = (page: Page) => page.getByRole('button', { name: '保存', exact: true }).click();
const treeItem = (page: Page, name: string) => page.locator('.base-org-node').filter({ hasText: name });

test('新增下级部门：重名时在字段下说明，改名后出现在树里', async ({ page, api }) => {
  const name = nameOf('测试部');
  await addOrg(api, name);
  await page.goto('/enterprise/structure?id=214');
  await page.getByRole('button', { name: '新增下级部门' }).click();
  await expect(page).toHaveURL(/jurisdiction\?parentId=214/u);
  await page.getByRole('textbox', { name: '部门名称' }).fill(name);
  await clickSave(page);
  await expect(page.locator('.ant-form-item-explain-error')).toHaveText('同一上级下已有同名部门');
  await page.getByRole('textbox', { name: '部门名称' }).fill(`二${name}`);
  await clickSave(page);
  await expect(page).toHaveURL(/\/enterprise\/structure\?id=214/u);
  await expect(treeItem(page, `二${name}`)).toBeVisible();
});

test('编辑后有操作日志；在用的部门不能删除，空的可以', async ({ page, api }) => {
  const name = nameOf('编辑部');
  const id = await addOrg(api, name);
  await page.goto(`/enterprise/structure/jurisdiction?id=${id}`);
  await page.getByRole('textbox', { name: '部门编码' }).fill(`BJ-${stamp}`);
  await page.getByRole('textbox', { name: '搜索管辖范围' }).fill('粤B7A619');
  await page
    .locator('.base-jurisdiction .ant-tree-treenode')
    .filter({ hasText: '粤B7A619' })
    .locator('.ant-tree-checkbox')
    .click();
  await expect(page.getByText('新增1', { exact: true })).toBeVisible();
  await clickSave(page);
  const given = async () => (await api(orgJurisdiction, { id, group: 'vehicle', keyword: '粤B7A619' })).list[0]?.source;
  await expect.poll(given).toBe('given');
  await page.getByRole('tab', { name: '操作日志' }).click();
  await expect(page.getByRole('tabpanel').or(page.locator('.kit-detail-history'))).toContainText('部门编码');
  await page.goto('/enterprise/structure?id=114');
  await page.getByRole('button', { name: '删除' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /删\s?除/u })
    .click();
  await expect(page.getByText(/该部门下存在用户\/车辆\/子部门，无法删除：/u)).toBeVisible();
  await page.goto(`/enterprise/structure?id=${id}`);
  await page.getByRole('button', { name: '删除' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /删\s?除/u })
    .click();
  await expect.poll(() => findOrg(api, name)).toBeUndefined();
});

test('搜索部门用拼音首字母，成员可按姓名找，车辆有来源', async ({ page }) => {
  await page.goto('/enterprise/structure');
  await page.getByRole('textbox', { name: '搜索部门' }).fill('qpz');
  await treeItem(page, '青浦站').click();
  await expect(page.getByRole('heading', { name: '青浦站' })).toBeVisible();
  await page.getByRole('textbox', { name: '姓名 / 账号 / 手机' }).fill('蒋勇');
  await expect(page.getByRole('row').filter({ hasText: 'qpzd1' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'qpzd2' })).toHaveCount(0);
  await page.getByRole('tab', { name: '车辆设备' }).click();
  await expect(page.getByRole('row').filter({ hasText: '授权' })).toHaveCount(8);
});

test('拖动到另一个部门下：先说明影响多少人和车', async ({ page, api }) => {
  const [from, to] = [nameOf('甲组'), nameOf('乙组')];
  await addOrg(api, from);
  await addOrg(api, to);
  await page.goto('/enterprise/structure?id=214');
  // drop it a little to the right: into the department, not beside it
  const [start, end] = [await treeItem(page, from).boundingBox(), await treeItem(page, to).boundingBox()];
  if (!start || !end) throw new Error('the departments are not on the screen');
  await page.mouse.move(start.x + 20, start.y + 8);
  await page.mouse.down();
  await page.mouse.move(start.x + 40, start.y + 12, { steps: 4 });
  await page.mouse.move(end.x + 90, end.y + end.height / 2, { steps: 8 });
  await page.mouse.up();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('涉及 0 名成员、0 辆车');
  await dialog.getByRole('button', { name: /移\s?动/u }).click();
  const target = (await findOrg(api, to))?.id;
  await expect.poll(async () => (await findOrg(api, from))?.parentId).toBe(target);
});

test('部门负责人用“移动”把下级部门移到另一个下级部门', async ({ browser, api }) => {
  const own = await addOrg(api, nameOf('负责部'));
  const [from, to] = [nameOf('丙组'), nameOf('丁组')];
  const fromId = await addOrg(api, from, own);
  const toId = await addOrg(api, to, own);
  const { userId, tokens, remove } = await newcomer(api, {
    menus: ['structure'],
    buttons: ['structure/move'],
    orgId: own,
  });
  try {
    await api(orgSetManager, { orgId: own, userId });
    const context = await browser.newContext({ storageState: firstVisitDone(cookiesOf(tokens)), locale: 'zh-CN' });
    const page = await context.newPage();
    await page.goto(`${productUrl()}/enterprise/structure?id=${own}`);
    // his own department stays where it is: what is above it is not his
    await expect(page.getByRole('button', { name: '移动' })).toBeDisabled();
    await page.goto(`${productUrl()}/enterprise/structure?id=${fromId}`);
    await page.getByRole('button', { name: '移动' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: '新的上级部门' }).click();
    await page.locator('.ant-select-dropdown:visible').getByText(to).click();
    await dialog.getByRole('button', { name: /^(?:移\s?动|保\s?存|确\s?定)$/u }).click();
    await expect(page.getByText(`“${from}”已移动`)).toBeVisible();
    expect((await findOrg(api, from))?.parentId).toBe(toId);
    await context.close();
  } finally {
    await api(orgSetManager, { orgId: own, userId: null });
    await remove();
  }
});

test('企业设置·终端接入：改为宽松再改回严格时先说明影响的终端，有变更记录', async ({ page, api }) => {
  await page.goto('/enterprise/structure');
  const open = async () => {
    await page.getByRole('button', { name: '企业设置' }).click();
    await page.getByRole('menuitem', { name: '终端接入' }).click();
    return page.getByRole('dialog', { name: '终端接入' });
  };
  let dialog = await open();
  await expect(dialog).toContainText('鉴权码只在首次注册时发放一次');
  await expect(dialog.getByRole('button', { name: '保存' })).toBeDisabled();
  await dialog.getByText('宽松', { exact: true }).click();
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toBeHidden();
  expect(await api(companyTerminals, undefined)).toMatchObject({ policy: 'tolerant', alerts: true });
  dialog = await open();
  await dialog.getByText('严格', { exact: true }).click();
  await expect(dialog).toContainText('已用平台的鉴权码接入');
  await dialog.getByRole('button', { name: '保存' }).click();
  const sure = page.getByRole('button', { name: '改为严格' });
  // it asks first when terminals would be cut off, which depends on those of the demo that have come so far
  await expect.poll(async () => (await sure.isVisible()) || (await dialog.isHidden())).toBe(true);
  if (await sure.isVisible()) await sure.click();
  await expect(dialog).toBeHidden();
  expect(await api(companyTerminals, undefined)).toMatchObject({ policy: 'strict' });
  dialog = await open();
  await dialog.getByRole('button', { name: '变更记录' }).click();
  await expect(page.getByText('注册方式').last()).toBeVisible();
});
