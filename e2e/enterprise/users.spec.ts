import { roleOptions } from '@tongda/contract/company/role/calls';
import { type UserRow, userAdd, userDel, userDetail, userPage } from '@tongda/contract/company/user/calls';
import { TestBook } from '../../apps/server/test/workbook-kit';
import { type Api, expect, type Page, test } from '../fixtures/test';

const mine = `e${Date.now().toString(36).slice(-7)}`;
let serial = 0;
/** An account name that no other test uses. */
const newAccount = (): string => `${mine}${String.fromCharCode(97 + serial++)}`;
const phoneOf = (n: number): string => `1990${String(Date.now() % 1_000_000).padStart(6, '0')}${n % 10}`;

const findUser = async (api: Api, account: string): Promise<UserRow | undefined> =>
  (await api(userPage, { keyword: account })).list.find((u) => u.accountCode === account);
async function addUser(api: Api, account: string): Promise<string> {
  const roles = await api(roleOptions, undefined);
  const role = roles.find(({ name }) => name === '只读监控');
  const made = await api(userAdd, {
    accountCode: account,
    name: '测试员',
    phone: phoneOf(serial),
    orgId: '214',
    roleIds: [role?.id ?? ''],
    userOrgType: 0,
  });
  return made.id;
}
test.afterAll(async ({ tokensOf }) => {
  const { callAs } = await import('../fixtures/calls');
  const { productUrl } = await import('../fixtures/test');
  const tokens = await tokensOf('demo');
  const { list } = await callAs(productUrl(), tokens, userPage, { keyword: mine });
  for (const { id } of list) await callAs(productUrl(), tokens, userDel, { ids: [id] });
});

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
async function chooseMore(page: Page, account: string, word: string): Promise<void> {
  await row(page, account).getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: word }).click();
}

test('新增：字段下说明错误，密码只显示一次，列表里有它，筛选能找到；编辑', async ({ page, api }) => {
  const account = newAccount();
  await page.goto('/enterprise/userManagement');
  await page.getByRole('button', { name: '新增' }).click();
  // wait for the form, because the list has a text box of the same name
  await expect(page.getByRole('heading', { name: /^新增/u })).toBeVisible();
  await page.getByRole('textbox', { name: '账号' }).fill('12');
  await page.getByRole('textbox', { name: '姓名' }).fill('李');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.locator('.ant-form-item-explain-error').first()).toHaveText('账号应为3~15位');
  await page.getByRole('textbox', { name: '账号' }).fill(account);
  await page.getByRole('textbox', { name: '姓名' }).fill('李测试');
  await page.getByRole('textbox', { name: '手机' }).fill(phoneOf(7));
  await page.getByRole('combobox', { name: '部门' }).fill('信息部');
  await page.locator('.ant-select-dropdown:visible').getByText('信息部', { exact: true }).click();
  await page.getByRole('combobox', { name: '角色' }).fill('只读监控');
  await page.locator('.ant-select-dropdown:visible').getByText('只读监控', { exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`账号 ${account} 的新密码`);
  await expect(dialog.locator('code')).toHaveText(/^[A-Za-z0-9]{12}$/u);
  await dialog.getByRole('button', { name: '我已记下' }).click();
  await expect(page).toHaveURL(/\/enterprise\/userManagement(\?|$)/u);
  await page.getByRole('textbox', { name: '姓名 / 账号 / 手机' }).fill(account);
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await expect(row(page, account)).toContainText('李测试');
  expect(await findUser(api, account)).toMatchObject({ orgName: '信息部', roleNames: '只读监控', accountStatus: 1 });
  await row(page, account).getByRole('link', { name: '编辑' }).click();
  await expect(page.getByRole('textbox', { name: '姓名' })).toHaveValue('李测试');
  await page.getByRole('textbox', { name: '姓名' }).fill('李改名');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect.poll(async () => (await findUser(api, account))?.name).toBe('李改名');
});

test('停用、重置密码、权限诊断、删除', async ({ page, api }) => {
  const account = newAccount();
  const id = await addUser(api, account);
  await page.goto(`/enterprise/userManagement?keyword=${account}`);
  await row(page, account).getByRole('button', { name: '停用' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: '停 用' })
    .or(page.getByRole('dialog').getByRole('button', { name: '停用' }))
    .click();
  await expect(row(page, account).getByRole('button', { name: '启用' })).toBeVisible();
  await chooseMore(page, account, '重置密码');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /重\s?置/u })
    .click();
  await expect(page.locator('.company-user-password code')).toHaveText(/^[A-Za-z0-9]{12}$/u);
  await page.getByRole('button', { name: '我已记下' }).click();
  await chooseMore(page, account, '权限诊断');
  const drawer = page.getByRole('dialog', { name: '权限诊断' });
  await drawer.getByRole('combobox', { name: '车辆' }).click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
  await expect(drawer.getByRole('status')).toContainText('测试员');
  await drawer
    .getByRole('button', { name: /关闭|Close/u })
    .first()
    .click();
  await chooseMore(page, account, '删除');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /删\s?除/u })
    .click();
  await expect(page.getByText('没有符合条件的数据')).toBeVisible();
  await expect(api(userDetail, { id })).rejects.toThrow('4004');
});

test('导入：错误写到单元格，改正后写入', async ({ page, api }) => {
  const account = newAccount();
  const sheet = (phone: string): Promise<Buffer> =>
    TestBook.ofRows(
      ['账号*', '姓名*', '手机*', '部门*', '角色*', '初始密码'],
      [[account, '王导入', phone, '信息部', '只读监控', 'Tongda@2026']],
    );
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await page.goto('/enterprise/userManagement');
  await page.getByRole('button', { name: '导入' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: '用户.xlsx', mimeType: type, buffer: await sheet('123') });
  await expect(dialog).toContainText('请输入正确的手机号码');
  await page.reload();
  await page.getByRole('button', { name: '导入' }).click();
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: '用户.xlsx', mimeType: type, buffer: await sheet(phoneOf(3)) });
  await dialog.getByRole('button', { name: '确认导入 1 行' }).click();
  await expect.poll(async () => (await findUser(api, account))?.name).toBe('王导入');
});
