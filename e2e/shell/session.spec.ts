import { token } from '@tongda/contract/base/identity/calls';
import { signIn } from '../fixtures/calls';
import { cookiesOf, expect, productUrl, test } from '../fixtures/test';

// logs in by itself, because these tests renew and end sessions, which other tests must not share
test.use({ role: null });
test.beforeEach(async ({ context }) => {
  await context.addCookies(cookiesOf(await signIn(productUrl(), 'demo')));
});

test('访问令牌过期时只换一次，页面照常打开', async ({ page, context }) => {
  await context.clearCookies({ name: 'td_access' });
  await context.clearCookies({ name: 'td_access_until' });
  let renewals = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(token.path)) renewals++;
  });
  await page.goto('/community/download');
  await expect(page.getByRole('button', { name: '查询', exact: true })).toBeVisible();
  expect(renewals).toBe(1);
  const names = (await context.cookies()).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['td_access', 'td_access_until', 'td_refresh']));
});

test('令牌全部失效后回到登录页并记住去处', async ({ page, context }) => {
  await context.clearCookies();
  await page.goto('/community/download');
  await expect(page).toHaveURL(/\/community\/login\?redirect=%2Fcommunity%2Fdownload$/u);
});

test.describe('退出', () => {
  // what the page asks for by itself while the session ends is refused, and the console tells so
  test.use({ provoked: /401 \(Unauthorized\)/u });
  test('退出登录要确认，之后令牌作废', async ({ page, context }) => {
    await page.goto('/community/download');
    const access = (await context.cookies()).find(({ name }) => name === 'td_access')?.value ?? '';
    await page.getByRole('button', { name: '用户菜单' }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('确定退出当前系统？');
    await dialog.getByRole('button', { name: '取消' }).click();
    await expect(page).toHaveURL(/\/community\/download$/u);
    await page.getByRole('button', { name: '用户菜单' }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await dialog.getByRole('button', { name: '退出' }).click();
    await expect(page).toHaveURL(/\/community\/login/u);
    expect((await context.cookies()).filter(({ name }) => name.startsWith('td_'))).toEqual([]);
    const answer = await page.request.post('/api/base/user/info', {
      headers: { authorization: `Bearer ${decodeURIComponent(access)}` },
      data: {},
    });
    expect(answer.status()).toBe(401);
  });
});

test('一个窗口退出，其他窗口一起退出', async ({ page, context }) => {
  await page.goto('/community/download');
  const other = await context.newPage();
  await other.goto('/community/download');
  await expect(other.getByRole('button', { name: '查询', exact: true })).toBeVisible();
  // a call that is under way while the session ends is refused, and the console tells so
  await page.waitForLoadState('networkidle');
  await other.waitForLoadState('networkidle');
  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出' }).click();
  await expect(page).toHaveURL(/\/community\/login/u);
  await expect(other).toHaveURL(/\/community\/login/u);
});
