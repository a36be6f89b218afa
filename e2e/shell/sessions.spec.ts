import { sessionCookies, token, userInfo } from '@tongda/contract/base/identity/calls';
import { vehicleUnbindDevice } from '@tongda/contract/resources/vehicle/calls';
import { accounts, signIn } from '../fixtures/calls';
import { storeBefore } from '../fixtures/storage';
import { installTerminal } from '../fixtures/terminal';
import { cookiesOf, expect, type Page, productUrl } from '../fixtures/test';
import { test } from '../fixtures/trucks';

// Logs in by itself. The provider's company allows one login at a time, so the tests that use its accounts run one after the other and stand in this
// file only.
test.use({ role: null });

const chooseInUserMenu = async (page: Page, item: string): Promise<void> => {
  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

test('T1 T7：登录后令牌30分钟、刷新令牌8小时且脚本读不到，窗口名为location；换令牌不再打开窗口', async ({
  page,
  context,
}) => {
  await storeBefore(page, { 'td.agreed': '2026-11' });
  await page.goto('/community/login');
  await page.getByLabel('账号 / 手机号').fill(accounts.tms.account);
  await page.getByLabel('密码', { exact: true }).fill(accounts.tms.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).not.toHaveURL(/login/u);
  const now = Date.now() / 1000;
  const cookies = new Map((await context.cookies(`${productUrl()}/api/sso/oauth/token`)).map((one) => [one.name, one]));
  const life = (name: string): number => Math.round(((cookies.get(name)?.expires ?? 0) - now) / 60);
  expect([life(sessionCookies.access), life(sessionCookies.refresh)]).toEqual([30, 480]);
  expect(cookies.get(sessionCookies.refresh)).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
    path: '/api/sso/oauth',
  });
  expect(await page.evaluate(() => document.cookie)).not.toContain(`${sessionCookies.refresh}=`);
  expect(await page.evaluate(() => window.name)).toBe('location');
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  for (const name of [sessionCookies.access, sessionCookies.refresh])
    expect(kept).not.toContain(decodeURIComponent(cookies.get(name)?.value ?? name));
  expect(kept).not.toContain(accounts.tms.password);
  let opened = 0;
  context.on('page', () => opened++);
  await context.clearCookies({ name: sessionCookies.access });
  await page.goto('/community/download');
  await expect(page.getByRole('button', { name: '查询', exact: true })).toBeVisible();
  expect(opened).toBe(0);
});

test('T2：两个窗口同时过期，浏览器只换一次令牌', async ({ context, page }) => {
  await context.addCookies(cookiesOf(await signIn(productUrl(), 'demo')));
  const other = await context.newPage();
  let renewals = 0;
  context.on('request', (request) => {
    if (request.url().endsWith(token.path)) renewals++;
  });
  await context.clearCookies({ name: sessionCookies.access });
  await context.clearCookies({ name: sessionCookies.accessUntil });
  await Promise.all([page.goto('/community/download'), other.goto('/community/message')]);
  await expect(page.getByRole('button', { name: '查询', exact: true })).toBeVisible();
  await expect(other.getByRole('button', { name: '用户菜单' })).toBeVisible();
  expect(renewals).toBe(1);
});

test('两个窗口、两个用户、两家企业：一起离开，一起进入；前一个用户的标签和数据不留下', async ({ page, context }) => {
  await context.addCookies(cookiesOf(await signIn(productUrl(), 'demo')));
  const rows = page.locator('.ant-table-tbody tr.ant-table-row');
  const tabs = () => page.locator('.shell-tab-name').allInnerTexts();
  await page.goto('/resources/driver');
  await expect(rows.first()).toBeVisible();
  await page.goto('/resources/vehicle?plateNo=沪A');
  await expect(rows.first()).toContainText('沪A');
  expect(await tabs()).toEqual(['司机管理', '车辆管理']);
  const other = await context.newPage();
  await other.goto('/community/download');
  // wait until both windows are idle: a call of one would be refused while the other logs out
  await page.waitForLoadState('networkidle');
  await other.waitForLoadState('networkidle');
  await chooseInUserMenu(other, '退出登录');
  await other.getByRole('dialog').getByRole('button', { name: '退出' }).click();
  await expect(page).toHaveURL(/\/community\/login/u);
  await other.getByLabel('账号 / 手机号').fill(accounts.xianguo.account);
  await other.getByLabel('密码', { exact: true }).fill(accounts.xianguo.password);
  await other.getByRole('checkbox', { name: '我已阅读并同意' }).check();
  await other.getByRole('button', { name: '登录', exact: true }).click();
  for (const window of [other, page])
    await expect(window.getByRole('link', { name: '鲜果通，回到首页' })).toBeVisible();
  await expect(page).toHaveURL(/\/resources\/vehicle/u);
  await expect.poll(tabs).toEqual(['车辆管理']);
  const access = (await context.cookies()).find(({ name }) => name === sessionCookies.access)?.value ?? '';
  const answer = await page.request.post(`${productUrl()}/api/base/manage/vehicle/page`, {
    headers: { authorization: `Bearer ${decodeURIComponent(access)}` },
    data: { page: 1, size: 15, plateNo: '沪A' },
  });
  // the list's answer by its contract
  const { data } = (await answer.json()) as { data: { total: number } };
  await expect(rows).toHaveCount(data.total);
});

test.describe('T4', () => {
  test.use({ provoked: /403 \(Forbidden\)/u });
  test('账号在别处登录：打开的页面一秒内弹出强制退出，只弹一次，关不掉，只能重新登录', async ({ page, context }) => {
    await context.addCookies(cookiesOf(await signIn(productUrl(), 'staff')));
    await page.goto('/community/download');
    await expect(page.getByRole('button', { name: '查询', exact: true })).toBeVisible();
    // time for the socket of notices to connect
    await page.waitForTimeout(1000);
    await signIn(productUrl(), 'staff');
    const dialog = page.getByRole('dialog', { name: '强制退出' });
    await expect(dialog).toBeVisible({ timeout: 1500 });
    await expect(dialog).toContainText('您的账号在另一台电脑登录，如非本人操作，请及时修改密码');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(1);
    await dialog.getByRole('button', { name: '重新登录' }).click();
    await expect(page).toHaveURL(/\/community\/login/u);
  });
});

test.describe('T8', () => {
  // a call between the removal of the cookie and the reload is refused once, then the token is renewed
  test.use({ provoked: /401 \(Unauthorized\)/u });
  test('T8：超级管理员切换用户，页头显示代管，换令牌后仍是代管，返回后是自己', async ({ page, context }) => {
    await context.addCookies(cookiesOf(await signIn(productUrl(), 'super')));
    await page.goto('/community/download');
    await chooseInUserMenu(page, '切换用户');
    const dialog = page.getByRole('dialog', { name: '切换用户' });
    await dialog.getByRole('button', { name: '开始代管' }).click();
    await expect(dialog.getByRole('alert')).toHaveText(['请选择企业', '请选择用户', '请填写原因，5~100个字']);
    await dialog.getByLabel('企业', { exact: true }).fill('鲜达');
    await page.getByTitle('鲜达冷链物流').click();
    await dialog.getByLabel('用户', { exact: true }).fill('赵文静');
    await page.getByTitle(/赵文静/u).click();
    await dialog.getByLabel('原因').fill('帮助核对运输设置');
    await dialog.getByRole('button', { name: '开始代管' }).click();
    const banner = page.getByRole('status').filter({ hasText: '代管：赵文静（超级管理员）' });
    await expect(banner).toBeVisible();
    await page.getByRole('button', { name: '用户菜单' }).click();
    await expect(page.getByRole('menuitem', { name: '退出登录' })).toBeVisible();
    for (const hidden of ['切换用户', '修改密码'])
      await expect(page.getByRole('menuitem', { name: hidden })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await context.clearCookies({ name: sessionCookies.access });
    await page.reload();
    await expect(banner).toBeVisible();
    await banner.getByRole('button', { name: '返回' }).click();
    await expect(banner).toHaveCount(0);
    await expect(page.getByRole('button', { name: '用户菜单 超级管理员' })).toBeVisible();
  });
});

test('T9：访问企业要选企业和原因，页头显示企业与访问人，没有试用入口，退出公司要确认并回到自己', async ({
  page,
  context,
}) => {
  await context.addCookies(cookiesOf(await signIn(productUrl(), 'staff')));
  await page.goto('/community/download');
  await chooseInUserMenu(page, '访问企业');
  const form = page.getByRole('dialog', { name: '访问企业' });
  await form.getByRole('button', { name: '开始访问' }).click();
  await expect(form.getByRole('alert')).toHaveText(['请选择企业', '请填写访问原因']);
  await form.getByLabel('企业', { exact: true }).fill('鲜达');
  await page.getByTitle('鲜达冷链物流').click();
  await form.getByLabel('访问原因').click();
  await page.getByTitle('客户培训').click();
  await form.getByRole('button', { name: '开始访问' }).click();
  const banner = page.getByRole('status').filter({ hasText: '正在访问：鲜达冷链物流' });
  await expect(banner).toContainText('运营人员');
  await expect(page.getByText('申请试用')).toHaveCount(0);
  await expect(page.getByText('识别码')).toHaveCount(0);
  await page.getByRole('button', { name: '服务与试用' }).click();
  await expect(page.getByRole('menuitem', { name: '接口对接' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: '购买会员' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '用户菜单 运营人员' }).click();
  await expect(page.getByText('正在访问：鲜达冷链物流').last()).toBeVisible();
  await expect(page.getByRole('menuitem', { name: '退出公司' })).toBeVisible();
  await page.keyboard.press('Escape');
  // nobody renews in the company's name either: no button, and the address says why
  await page.goto('/enterprise/equipmentCost');
  await expect(page.getByRole('link', { name: '详情' }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^(?:批量)?续费$/u })).toHaveCount(0);
  for (const step of [
    '/enterprise/equipmentCost/renew/1',
    '/community/member/inventory/1',
    '/community/member/inventory/3?orderNo=none',
  ]) {
    await page.goto(step);
    await expect(page.getByText('访问企业期间不能购买')).toBeVisible();
  }
  await banner.getByRole('button', { name: '退出公司' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('确定退出当前公司？');
  await dialog.getByRole('button', { name: '退出' }).click();
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole('button', { name: '用户菜单 运营人员' })).toBeVisible();
});

test('T10：修改密码逐项检查，原密码错误有标记，成功后重新登录', async ({ page, context }) => {
  await context.addCookies(cookiesOf(await signIn(productUrl(), 'tms')));
  await page.goto('/community/download');
  await chooseInUserMenu(page, '修改密码');
  const dialog = page.getByRole('dialog', { name: '修改密码' });
  const save = dialog.getByRole('button', { name: '确定' });
  await save.click();
  await expect(dialog.getByRole('alert')).toHaveText(['原密码不能为空', '新密码不能为空', '密码确认不能为空']);
  const [old, fresh, again] = ['原密码', '新密码', '确认密码'].map((name) => dialog.getByLabel(name, { exact: true }));
  await old?.fill('Wrong@2026');
  for (const [text, strength] of [
    ['123456', '弱'],
    ['abc123', '中'],
    ['abc!12', '强'],
  ] as const) {
    await fresh?.fill(text);
    await expect(dialog.getByRole('status')).toContainText(strength);
  }
  await again?.fill('abc!13');
  await save.click();
  await expect(dialog.getByRole('alert')).toHaveText('确认密码与新密码不一致，请重新输入');
  await fresh?.fill('abc!13');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await save.click();
  await expect(dialog.getByRole('alert')).toHaveText('原密码错误，请重新输入');
  await old?.fill(accounts.tms.password);
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  // the call is answered here instead of by the server, so that the demo account keeps its password
  await page.route('**/api/base/user/upPwd', (route) => route.fulfill({ json: { code: 200, msg: 'ok', data: null } }));
  await save.click();
  await expect(page.getByRole('status').filter({ hasText: '密码修改成功' })).toBeVisible();
  await expect(page).toHaveURL(/\/community\/login\?redirect=/u);
});

test('管理员给的密码必须先修改，没有别的出口', async ({ page, context }) => {
  await context.addCookies(cookiesOf(await signIn(productUrl(), 'demo')));
  await page.route(`**${userInfo.path}`, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    await route.fulfill({ json: { ...body, data: { ...body.data, mustChangePwd: true } } });
  });
  await page.goto('/resources/vehicle');
  const dialog = page.getByRole('dialog', { name: '请修改初始密码' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button', { name: '取消' })).toHaveCount(0);
  await expect(page.getByRole('banner')).toHaveCount(0);
});

test('指令下发：危险指令要输入“确认”，下发的人不能自己复核，另一人复核通过后才下发并显示结果', async ({
  page,
  context,
  browser,
  api,
  trucks,
}) => {
  const screen = '/backstage/instructSendOut';
  // a demo truck may drive into a dead zone just now, and would get its command when it comes out
  const [truck] = await trucks(1);
  const vehicleId = truck?.vehicleId ?? '';
  const terminal = await installTerminal(api, vehicleId);
  const { terminalNo } = terminal;
  try {
    const rowOf = (at: Page) =>
      at
        .locator('.ant-table-tbody tr.ant-table-row')
        .filter({ hasText: terminalNo })
        .filter({ hasText: '终端控制' })
        .first();
    await context.addCookies(cookiesOf(await signIn(productUrl(), 'staff')));
    await page.goto(screen);
    await page.getByRole('button', { name: '下发指令' }).click();
    const form = page.getByRole('dialog', { name: '下发指令' });
    await form.getByLabel('终端编号').fill(terminalNo);
    await form.getByRole('combobox', { name: '指令' }).click();
    const choice = (title: string) => page.locator('.ant-select-dropdown').getByTitle(title, { exact: true });
    await choice('终端控制').click();
    await form.getByRole('combobox', { name: '命令字' }).click();
    await choice('恢复出厂设置').click();
    await form.getByLabel('原因').fill('退回前清空');
    const submit = async (): Promise<void> => {
      await form.getByRole('button', { name: '提交复核' }).click();
      await page
        .getByRole('dialog', { name: /确定向 1 台终端下发/u })
        .getByRole('button', { name: '下发' })
        .click();
    };
    await submit();
    await expect(form).toContainText('危险指令请输入“确认”');
    await form.getByLabel(/危险指令/u).fill('确认');
    await submit();
    await expect(page.getByText('已提交 1 台')).toBeVisible();
    await page.getByRole('dialog', { name: '下发指令' }).getByRole('button', { name: '关闭' }).last().click();
    await expect(rowOf(page)).toContainText('待复核');
    await expect(rowOf(page).getByRole('button', { name: '取消' })).toBeVisible();
    await expect(rowOf(page).getByRole('button', { name: '通过' })).toHaveCount(0);

    const other = await browser.newContext();
    await other.addCookies(cookiesOf(await signIn(productUrl(), 'super')));
    const second = await other.newPage();
    await second.goto(`${productUrl()}${screen}`);
    await expect(rowOf(second)).toContainText('待复核');
    await rowOf(second).getByRole('button', { name: '通过' }).click();
    await expect(rowOf(second)).toContainText('执行成功');
    await other.close();
    // the first one sees it without asking
    await expect(rowOf(page)).toContainText('执行成功');
  } finally {
    await terminal.stop();
    // vehicles can only be removed without a terminal
    await api(vehicleUnbindDevice, { vehicleId });
  }
});
