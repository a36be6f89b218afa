import { expectAccessible } from '../fixtures/axe';
import { accounts } from '../fixtures/calls';
import { expect, type Page, test } from '../fixtures/test';

test.use({ role: null });

const account = (page: Page) => page.getByLabel('账号 / 手机号');
const password = (page: Page) => page.getByLabel('密码', { exact: true });
const enter = (page: Page) => page.getByRole('button', { name: '登录', exact: true });

/** An address of its own: failures are counted by account and address, and tests must not lock each other out. */
const fromAddress = (page: Page, ip: string) => page.setExtraHTTPHeaders({ 'x-forwarded-for': ip });

test('登录后进入位置信息，密码不出现在任何地址和请求中', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await page.goto('/');
  await expect(page).toHaveURL(/\/community\/login/u);
  await account(page).fill(accounts.demo.account);
  await password(page).fill(accounts.demo.password);
  await enter(page).click();
  await expect(page).toHaveURL(/\/community\/location$/u);
  const leaks = sent.filter((text) => decodeURIComponent(text).includes(accounts.demo.password));
  expect(leaks).toEqual([]);
});

test('回车提交；错误的密码说明原因并保留账号', async ({ page }) => {
  await fromAddress(page, '203.0.113.1');
  await page.goto('/community/login');
  await account(page).fill(accounts.demo.account);
  await password(page).fill('Wrong@2026');
  await password(page).press('Enter');
  await expect(page.getByRole('alert')).toHaveText('账号或密码错误');
  await expect(account(page)).toHaveValue(accounts.demo.account);
  await expect(page).toHaveURL(/\/community\/login/u);
});

test('两次失败后需要图形验证码，验证码错误有说明', async ({ page }) => {
  await fromAddress(page, '203.0.113.2');
  await page.goto('/community/login');
  await account(page).fill(accounts.demo.account);
  for (const wrong of ['Wrong@2026', 'Wrong@2027']) {
    await password(page).fill(wrong);
    await enter(page).click();
    await expect(page.getByRole('alert')).toHaveText('账号或密码错误');
  }
  const captcha = page.getByLabel('图形验证码');
  await expect(captcha).toBeVisible();
  await expect(page.getByRole('img', { name: '图形验证码' })).toBeVisible();
  await password(page).fill(accounts.demo.password);
  await enter(page).click();
  await expect(page.getByRole('alert')).toHaveText('请输入图形验证码');
  await captcha.fill('????');
  await enter(page).click();
  await expect(page.getByRole('alert')).toHaveText('验证码错误或已过期');
  await expect(page).toHaveURL(/\/community\/login/u);
});

test('空的账号和密码各有提示', async ({ page }) => {
  await page.goto('/community/login');
  await enter(page).click();
  await expect(page.getByRole('alert')).toHaveText('请输入账号或手机号');
  await account(page).fill('demo');
  await enter(page).click();
  await expect(page.getByRole('alert')).toHaveText('请输入密码');
});

test('登录后回到原来要去的页面', async ({ page }) => {
  await page.goto('/resources/vehicle?page=2');
  await expect(page).toHaveURL(/\/community\/login\?redirect=/u);
  await account(page).fill(accounts.demo.account);
  await password(page).fill(accounts.demo.password);
  await enter(page).click();
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
    await enter(page).click();
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

for (const colorScheme of ['light', 'dark'] as const) {
  test(`无障碍（${colorScheme}）`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/community/login');
    await expect(enter(page)).toBeVisible();
    await expectAccessible(page);
  });
}
