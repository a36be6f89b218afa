import { createHmac } from 'node:crypto';
import { token } from '@tongda/contract/base/identity/calls';
import { getAuthCode, getTvCode } from '@tongda/contract/base/identity/login-grant';
import { resetPassword } from '@tongda/contract/base/identity/sms';
import { accounts } from '../fixtures/calls';
import { storeBefore } from '../fixtures/storage';
import { cookiesOf, expect, type Page, productUrl, test } from '../fixtures/test';

test.use({ role: null });

const account = (page: Page) => page.getByLabel('账号 / 手机号');
const password = (page: Page) => page.getByLabel('密码', { exact: true });
/** The login button, found by its type: antd may leave its invisible spinner in the button's name when the answer comes fast. */
const submitButton = (page: Page) => page.locator('button[type=submit]');

/** A browser whose user agreed to the terms some time ago. */
test.beforeEach(async ({ page }) => {
  await storeBefore(page, { 'td.agreed': '2026-11' });
});

/** Lets the page come from an IP address of its own. Failed logins are counted by account and address, and tests must not lock each other out. */
const takeNewAddress = (page: Page) => {
  const part = () => Math.floor(Math.random() * 250) + 1;
  return page.setExtraHTTPHeaders({ 'x-forwarded-for': `198.18.${part()}.${part()}` });
};

test('登录后进入位置信息，密码不出现在任何地址和请求中', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await page.goto('/');
  await expect(page).toHaveURL(/\/community\/login/u);
  await account(page).fill(accounts.demo.account);
  await password(page).fill(accounts.demo.password);
  await submitButton(page).click();
  await expect(page).toHaveURL(/\/community\/location$/u);
  const leaks = sent.filter((text) => decodeURIComponent(text).includes(accounts.demo.password));
  expect(leaks).toEqual([]);
});

test('密码框遮盖、可粘贴、可由密码管理器填写；回车提交；错误的密码说明原因并保留账号', async ({ page }) => {
  await takeNewAddress(page);
  await page.goto('/community/login');
  await account(page).fill(accounts.demo.account);
  await expect(account(page)).toHaveAttribute('autocomplete', 'username');
  await expect(password(page)).toHaveAttribute('autocomplete', 'current-password');
  await expect(password(page)).toHaveAttribute('type', 'password');
  // as a password manager or somebody who copied it puts it in
  const allowed = await password(page).evaluate((field) =>
    field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
  );
  expect(allowed).toBe(true);
  await password(page).focus();
  await page.keyboard.insertText('Wrong@2026');
  await password(page).press('Enter');
  await expect(page.getByRole('alert')).toHaveText('账号或密码错误');
  await expect(account(page)).toHaveValue(accounts.demo.account);
  await expect(page).toHaveURL(/\/community\/login/u);
});

test('两次失败后浏览器自己完成安全验证，密码正确即可登录', async ({ page }) => {
  await takeNewAddress(page);
  await page.goto('/community/login');
  await account(page).fill(accounts.demo.account);
  for (const wrong of ['Wrong@2026', 'Wrong@2027']) {
    await password(page).fill(wrong);
    // the sentence of the first failure stands there during the second try
    const answered = page.waitForResponse((answer) => answer.url().endsWith(token.path));
    await submitButton(page).click();
    await answered;
    await expect(submitButton(page)).not.toHaveClass(/loading/u);
    await expect(page.getByRole('alert')).toHaveText('账号或密码错误');
  }
  // the third try needs a proof of work, of which nobody has to see anything
  const proof = page.waitForRequest((request) => request.url().includes(token.path));
  await password(page).fill(accounts.demo.password);
  await submitButton(page).click();
  expect(new URLSearchParams((await proof).postData() ?? '').get('captchaCode')).toMatch(/^\d+$/u);
  await expect(page).toHaveURL(/\/community\/location$/u);
});

test('空的账号和密码各有提示', async ({ page }) => {
  await page.goto('/community/login');
  await submitButton(page).click();
  await expect(page.getByRole('alert')).toHaveText('请输入账号或手机号');
  await account(page).fill('demo');
  await submitButton(page).click();
  await expect(page.getByRole('alert')).toHaveText('请输入密码');
});

test('首次登录先同意协议：取消不登录，同意后登录并记住', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: productUrl() });
  const page = await context.newPage();
  await page.goto('/community/login');
  await page.getByRole('button', { name: '《隐私政策》' }).click();
  const text = page.getByRole('dialog', { name: '隐私政策' });
  await expect(text).toContainText('我们处理的信息');
  await page.keyboard.press('Escape');
  await expect(text).toBeHidden();
  await account(page).fill(accounts.demo.account);
  await password(page).fill(accounts.demo.password);
  await submitButton(page).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('请先阅读并同意用户协议和隐私政策');
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect(page).toHaveURL(/\/community\/login$/u);
  await submitButton(page).click();
  await dialog.getByRole('button', { name: '同意并登录' }).click();
  await expect(page).toHaveURL(/\/community\/location$/u);
  expect(await page.evaluate(() => window.name)).toBe('location');
  // the page itself would go to the login as well
  await page.goto('about:blank');
  await context.clearCookies();
  await page.goto('/community/login');
  await expect(page.getByRole('checkbox', { name: '我已阅读并同意' })).toBeChecked();
  await context.close();
});

test('短信登录：说明短信的风险，获取验证码、倒计时、登录', async ({ page }, { retry }) => {
  await page.goto('/community/login');
  await page.getByRole('tab', { name: '短信登录' }).click();
  await expect(page.getByText('短信可能被转发或截获')).toBeVisible();
  await submitButton(page).click();
  await expect(page.getByRole('alert')).toHaveText('请输入正确的手机号码');
  await page.getByLabel('手机号', { exact: true }).fill(retry === 0 ? '13800138003' : '13800138005');
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect(page.getByRole('button', { name: /\d+秒后重发/u })).toBeDisabled();
  const code = /\d{6}/u.exec((await page.getByRole('status').textContent()) ?? '')?.[0] ?? '';
  await page.getByLabel('短信验证码').fill(code);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/community\/location$/u);
});

test('扫码登录：手机确认后电脑进入', async ({ page, browser, tokensOf }) => {
  const made = page.waitForResponse((answer) => answer.url().endsWith(getAuthCode.path));
  await page.goto('/community/login');
  await page.getByRole('tab', { name: '扫码登录' }).click();
  const { data } = await (await made).json();
  await expect(page.getByRole('img', { name: '二维码' })).toBeVisible();
  const phone = await browser.newContext({ baseURL: productUrl(), viewport: { width: 390, height: 844 } });
  await phone.addCookies(cookiesOf(await tokensOf('zhiliang')));
  const hand = await phone.newPage();
  await hand.goto(data.qrUrl.replace(/^https?:\/\/[^/]+/u, ''));
  await expect(hand.getByRole('heading', { name: '电脑登录确认' })).toBeVisible();
  await expect(page.getByRole('status')).toHaveText('已扫码，请在手机上确认');
  await hand.getByRole('button', { name: '确认登录' }).click();
  await expect(hand.getByRole('heading', { name: '已确认登录' })).toBeVisible();
  await expect(page).toHaveURL(/\/community\/location$/u);
  await phone.close();
});

test('大屏登录：输入配对码后大屏自动进入，只能查看', async ({ page, browser, tokensOf }) => {
  const made = page.waitForResponse((answer) => answer.url().endsWith(getTvCode.path));
  await page.goto('/community/tvlogin');
  const { data } = await (await made).json();
  await expect(page.locator('.base-identity-login-tv-code')).toHaveText(data.code);
  const desk = await browser.newContext({ baseURL: productUrl() });
  await desk.addCookies(cookiesOf(await tokensOf('demo')));
  const operator = await desk.newPage();
  await operator.goto('/community/download');
  await operator.getByRole('button', { name: '用户菜单' }).click();
  await operator.getByRole('menuitem', { name: '大屏登录' }).click();
  const dialog = operator.getByRole('dialog', { name: '大屏登录' });
  await dialog.getByRole('textbox').first().click();
  await operator.keyboard.type(data.code.toLowerCase());
  await dialog.getByRole('button', { name: '下一步' }).click();
  await expect(dialog).toContainText('等待登录的大屏');
  await dialog.getByRole('button', { name: '确认登录大屏' }).click();
  await expect(page).toHaveURL(/\/community\/location$/u);
  await page.goto('/community/download');
  await page.getByRole('button', { name: '用户菜单' }).click();
  await expect(page.getByRole('menuitem', { name: '退出登录' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: '修改密码' })).toHaveCount(0);
  await desk.close();
});

test('找回密码：验证手机、设置新密码、完成', async ({ page }, { retry }) => {
  // the last call is answered here instead of by the server, so that the demo account keeps its password
  await page.route(`**${resetPassword.path}`, (route) => route.fulfill({ json: { code: 200, msg: 'ok', data: null } }));
  await page.goto('/community/login');
  await page.getByRole('link', { name: '忘记密码' }).click();
  await expect(page.getByRole('heading', { name: '找回密码' })).toBeVisible();
  // numbers for which no other test asks for a code, as each gets one a minute only
  await page.getByLabel('手机号', { exact: true }).fill(retry === 0 ? '13800138007' : '13800138004');
  await page.getByRole('button', { name: '获取验证码' }).click();
  const code = /\d{6}/u.exec((await page.getByRole('status').textContent()) ?? '')?.[0] ?? '';
  await page.getByLabel('短信验证码').fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(page.getByRole('alert')).toHaveText('验证码错误或已过期');
  await page.getByLabel('短信验证码').fill(code);
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByLabel('新密码', { exact: true }).fill('123456');
  await page.getByLabel('确认密码').fill('1234567');
  await page.getByRole('button', { name: '设置新密码' }).click();
  await expect(page.getByRole('alert')).toHaveText([
    '请输入6~16位字母/数字/字符2种组合的密码',
    '确认密码与新密码不一致，请重新输入',
  ]);
  await page.getByLabel('新密码', { exact: true }).fill('Kessel#42ufer');
  await page.getByLabel('确认密码').fill('Kessel#42ufer');
  await page.getByRole('button', { name: '设置新密码' }).click();
  await expect(page.getByRole('heading', { name: '密码修改成功' })).toBeVisible();
  await page.getByRole('button', { name: '去登录' }).click();
  await expect(page).toHaveURL(/\/community\/login$/u);
});

test('一个账号属于多个企业时先选择企业', async ({ page }) => {
  // the demo has no such account: the first call is answered here, the second one by the server
  await page.route(`**${token.path}`, async (route) => {
    const chosen = new URLSearchParams(route.request().postData() ?? '').get('companyId');
    if (chosen) return route.continue();
    const companies = [
      { clientId: '101', clientName: '鲜达冷链物流' },
      { clientId: '102', clientName: '鲜果源商贸' },
    ];
    return route.fulfill({ json: { code: 300, msg: '请选择企业', data: { companies } } });
  });
  await page.goto('/community/login');
  await account(page).fill(accounts.demo.account);
  await password(page).fill(accounts.demo.password);
  await submitButton(page).click();
  await expect(page.getByRole('heading', { name: '选择企业' })).toBeVisible();
  await page.getByRole('button', { name: '鲜果源商贸' }).click();
  await expect(page.getByRole('alert')).toHaveText('您不属于所选企业，请重新选择');
  await page.getByRole('button', { name: '鲜达冷链物流' }).click();
  await expect(page).toHaveURL(/\/community\/location$/u);
});

test('登录后回到原来要去的页面', async ({ page }) => {
  await page.goto('/resources/vehicle?page=2');
  await expect(page).toHaveURL(/\/community\/login\?redirect=/u);
  await account(page).fill(accounts.demo.account);
  await password(page).fill(accounts.demo.password);
  await submitButton(page).click();
  await expect(page).toHaveURL(/\/resources\/vehicle\?page=2$/u);
});

for (const [name, target] of [
  ['//evil.example', '//evil.example/steal'],
  ['绝对地址', 'https://evil.example/steal'],
  ['反斜杠', '/\\evil.example'],
  ['脚本地址', 'javascript:alert(1)'],
] as const) {
  test(`返回地址为${name}时不离开本站`, async ({ page }) => {
    await page.goto(`/community/login?redirect=${encodeURIComponent(target)}`);
    await account(page).fill(accounts.demo.account);
    await password(page).fill(accounts.demo.password);
    await submitButton(page).click();
    await expect(page).toHaveURL(/\/community\/location$/u);
  });
}

test('演示账号一点即可登录', async ({ page }) => {
  await page.goto('/community/login');
  const demo = page.getByRole('region', { name: '演示账号' });
  await expect(demo.getByRole('button')).toHaveCount(2);
  await demo.getByRole('button', { name: accounts.demo.account }).click();
  await expect(page).toHaveURL(/\/community\/location$/u);
});

/** What a telephone shows for a secret now (RFC 6238, RFC 4226): six digits. */
function shownBy(secret: string): string {
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((sign) => signs.indexOf(sign).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/gu) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac('sha1', key).update(counter).digest();
  const at = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

test('二次验证：扫码开启并抄下恢复码，下次登录要第二步，用恢复码进入后关闭', async ({ page }) => {
  const logIn = async (): Promise<void> => {
    await page.goto('/community/login?redirect=/community/userInfo');
    await account(page).fill(accounts.diaodu.account);
    await password(page).fill(accounts.diaodu.password);
    await submitButton(page).click();
  };
  await logIn();
  await page.getByRole('button', { name: '开启' }).click();
  const bind = page.getByRole('dialog', { name: '绑定验证器' });
  await expect(bind.getByRole('img', { name: '二维码' })).toBeVisible();
  const secret = ((await bind.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await bind.getByLabel('动态验证码').fill(shownBy(secret));
  await bind.getByRole('button', { name: '完成' }).click();
  const shown = page.getByRole('dialog', { name: '恢复码' });
  await expect(shown.getByRole('listitem')).toHaveCount(10);
  const codes = await shown.getByRole('listitem').allTextContents();
  await shown.getByRole('button', { name: '我已抄好' }).click();
  await expect(page.getByText('恢复码剩余10个')).toBeVisible();

  // a file of the site first: a page that is still asking would find itself logged out and go to the login on its own
  await page.goto('/favicon.svg');
  await page.context().clearCookies();
  await logIn();
  await expect(page.getByRole('heading', { name: '二次验证' })).toBeVisible();
  await page.getByLabel('动态验证码').fill('000000');
  await submitButton(page).click();
  await expect(page.getByRole('alert')).toContainText('动态验证码错误');
  await page.getByRole('button', { name: '用恢复码登录' }).click();
  await page.getByLabel('恢复码', { exact: true }).fill(codes[0] ?? '');
  await submitButton(page).click();
  await expect(page.getByText('恢复码剩余9个')).toBeVisible();
  await page.getByRole('button', { name: '关闭', exact: true }).click();
  const off = page.getByRole('dialog', { name: '关闭二次验证' });
  await off.getByLabel('动态验证码或恢复码').fill(codes[1] ?? '');
  await off.getByRole('button', { name: '关闭二次验证' }).click();
  await expect(page.getByText('未开启')).toBeVisible();
});

test('企业要求二次验证时：对话框里说明原因，并能退出登录', async ({ page }) => {
  // an account without a factor whose company has just begun to want one
  await page.route('**/api/base/user/info', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.data.mustEnrol = true;
    await route.fulfill({ json: body });
  });
  await page.goto('/community/login?redirect=/community/userInfo');
  await account(page).fill(accounts.zhiliang.account);
  await password(page).fill(accounts.zhiliang.password);
  await submitButton(page).click();
  const dialog = page.getByRole('dialog', { name: '绑定验证器' });
  await expect(dialog).toContainText('要求二次验证');
  await dialog.getByRole('button', { name: '退出登录' }).click();
  await expect(page).toHaveURL(/\/community\/login/u);
});

test('扫码登录的面板在浅色与深色下都无障碍', async ({ page }) => {
  await page.goto('/community/login');
  await page.getByRole('tab', { name: '扫码登录' }).click();
  await expect(page.getByRole('img', { name: '二维码' })).toBeVisible();
});
