import { announcePage, announceWithdraw } from '@tongda/contract/base/message/announce';
import { unlinkAccount, userLinks } from '@tongda/contract/company/user/companies';
import { cookiesOf, expect, test } from '../fixtures/test';

/** User id of the captain in the demo company (demo/people.ts), to whose account others are linked here. */
const captainId = '155';

test('公告：管理员发布给部门，收到的人看得到；撤回后未读的人不再看到', async ({ page, browser, api, tokensOf }) => {
  const title = `值班安排${Date.now().toString(36)}`;
  await page.goto('/community/message');
  await page.getByRole('button', { name: '公告管理' }).click();
  await page.getByRole('button', { name: '发布公告' }).click();
  const form = page.getByRole('dialog', { name: '发布公告' });
  await form.getByRole('button', { name: '发布', exact: true }).click();
  await expect(form.getByText('请输入标题')).toBeVisible();
  await expect(form.getByText('请输入内容')).toBeVisible();
  await form.getByLabel('标题').fill(title);
  await form.getByLabel('内容').fill('夜间两人值班。\n冷机报警请在10分钟内处理。');
  await form.getByRole('button', { name: '发布', exact: true }).click();
  const line = page.getByRole('dialog', { name: '公告管理' }).getByRole('row').filter({ hasText: title });
  await expect(line).toContainText('全公司');
  await expect(line).toContainText('展示中');
  const other = await browser.newContext({
    storageState: { cookies: cookiesOf(await tokensOf('zhiliang')), origins: [] },
  });
  const seen = await other.newPage();
  try {
    await seen.goto(new URL('/community/message?categoryId=14', page.url()).href);
    const shown = seen.getByRole('main').getByRole('button', { name: title });
    await expect(shown).toBeVisible();
    await expect(seen.getByRole('button', { name: '公告管理' })).toHaveCount(0);
    await line.getByRole('button', { name: `撤回：${title}` }).click();
    await page.getByRole('button', { name: '撤回', exact: true }).last().click();
    await expect(line).toContainText('已撤回');
    await seen.reload();
    await expect(
      seen
        .getByRole('heading', { name: '消息中心' })
        .or(seen.getByRole('navigation', { name: '消息分类' }))
        .first(),
    ).toBeVisible();
    await expect(shown).toHaveCount(0);
  } finally {
    const { list } = await api(announcePage, { page: 1, size: 50 });
    for (const { id } of list.filter((row) => row.title === title && row.status === 1))
      await api(announceWithdraw, { id });
    await other.close();
  }
});

test('客服中可提交反馈：内容太短说明原因，提交后感谢', async ({ page }) => {
  await page.goto('/community/download');
  await page.getByRole('button', { name: '客服' }).click();
  await page.getByRole('button', { name: '我要反馈' }).click();
  const form = page.getByRole('dialog', { name: '我要反馈' });
  await form.getByLabel('内容').fill('短');
  await form.getByRole('button', { name: '提交' }).click();
  await expect(form.getByText('反馈内容至少5个字')).toBeVisible();
  await form.getByLabel('内容').fill('希望列表可以按温度排序');
  await form.getByRole('button', { name: '提交' }).click();
  await expect(page.getByText('反馈已提交，感谢您的意见')).toBeVisible();
  await expect(form).toBeHidden();
});

test('登录安全：范围外的时长不能填，变更记录可看；关联码只显示一次，可解除', async ({ page, api }) => {
  await page.goto('/enterprise/userManagement');
  await page.getByRole('button', { name: '登录安全' }).click();
  const dialog = page.getByRole('dialog', { name: '登录安全' });
  await expect(dialog.getByRole('switch', { name: '允许多端同时登录' })).toBeChecked();
  const hours = dialog.getByRole('spinbutton', { name: '最长登录时长' });
  await hours.fill('999');
  await hours.blur();
  await expect(hours).toHaveValue('168');
  await dialog.getByRole('button', { name: '取消' }).click();
  await page.goto(`/enterprise/userManagement/addModify?id=${captainId}`);
  await page.getByRole('button', { name: '生成关联码' }).click();
  const again = page.getByRole('button', { name: '重新生成', exact: true });
  const shown = page.getByRole('dialog', { name: '关联码' });
  await expect(again.or(shown).first()).toBeVisible();
  if (await again.isVisible()) await again.click();
  await expect(shown.locator('code')).toHaveText(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/u);
  await shown.getByRole('button', { name: '我已记下' }).click();
  await expect(page.getByText('有一个未使用的关联码')).toBeVisible();
  const { links } = await api(userLinks, { id: captainId });
  for (const { accountId } of links) await api(unlinkAccount, { id: captainId, accountId });
});

test('未设置微信：登录页、个人信息、扫码都不提微信', async ({ page, browser }) => {
  await page.goto('/community/userInfo');
  await expect(page.getByText('可进入的企业')).toBeVisible();
  await expect(page.getByText('手机号', { exact: true })).toBeVisible();
  await expect(page.getByText('微信')).toHaveCount(0);
  const guest = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const login = await guest.newPage();
  await login.goto(new URL('/community/login', page.url()).href);
  await login.getByRole('tab', { name: '扫码登录' }).click();
  await expect(login.getByText('用已登录的手机浏览器扫一扫，确认后登录')).toBeVisible();
  await expect(login.getByText('微信')).toHaveCount(0);
  await guest.close();
});

test.describe('品牌', () => {
  test.use({ role: null });
  test('地址中的名称换上品牌的登录图、标志、主题色', async ({ page }) => {
    const fill = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--td-fill').trim());
    await page.goto('/community/login');
    await expect(page.getByRole('heading', { name: '登录通达' })).toBeVisible();
    const own = await fill();
    await page.goto('/community/login?brand=fruit');
    await expect(page.getByRole('heading', { name: '登录鲜果通' })).toBeVisible();
    await expect(page.locator('.base-identity-login-art-picture')).toHaveAttribute('src', /^data:image\/svg/u);
    await expect.poll(fill).not.toBe(own);
    const button = page.getByRole('button', { name: '登录', exact: true });
    expect(await button.evaluate((b) => getComputedStyle(b).backgroundColor)).not.toBe('rgb(34, 88, 220)');
  });
});

test.describe('普通用户', () => {
  test.use({ role: 'zhiliang' });
  test('问卷：从礼盒到提交，每人一次；接口中心：文档、在线调试、只有管理员能申请', async ({ page, tokensOf }, {
    retry,
  }) => {
    // each person can answer once, so a second try of this test is another person
    if (retry > 0) await page.context().addCookies(cookiesOf(await tokensOf('chedui')));
    await page.goto('/community/interfaceCenter');
    await page.getByRole('link', { name: '车辆实时位置' }).click();
    await expect(page.getByRole('cell', { name: 'vehicleIds' })).toBeVisible();
    await expect(page.getByRole('button', { name: '申请开通' })).toHaveCount(0);
    await page.getByRole('tab', { name: '在线调试' }).click();
    await page.getByRole('button', { name: '发送' }).click();
    await expect(page.getByRole('region', { name: '应答' })).toContainText('"code": 200');

    await page.getByRole('button', { name: '服务与试用' }).click();
    await page.getByRole('menuitem', { name: '问卷：平台使用满意度调查' }).click();
    await expect(page.getByRole('heading', { name: '平台使用满意度调查' })).toBeVisible();
    await page.getByRole('button', { name: '去填写' }).click();
    await expect(page).toHaveURL(/\/community\/survey\/./u);
    const address = page.url();
    await page.getByRole('button', { name: '提交' }).click();
    await expect(page.getByText('此题必答')).toHaveCount(5);
    const group = (name: RegExp) => page.getByRole('group', { name });
    await group(/^1\./u).getByText('5', { exact: true }).click();
    await group(/^2\./u).getByRole('checkbox', { name: '位置监控' }).check();
    await group(/^3\./u).getByRole('radio', { name: '偶尔' }).check();
    await group(/^4\..*不准或缺失/u)
      .getByRole('textbox')
      .fill('上周三两辆车温度停了半小时');
    await page.reload();
    await expect(group(/^4\./u).getByRole('textbox')).toHaveValue('上周三两辆车温度停了半小时');
    for (const line of ['电话客服', '现场安装', '培训资料'])
      await page.getByRole('radiogroup', { name: line }).getByRole('radio', { name: '满意', exact: true }).check();
    await group(/^6\./u).getByText('9', { exact: true }).click();
    await page.getByRole('button', { name: '提交' }).click();
    await expect(page.getByText('已提交，感谢您的参与')).toBeVisible();
    await page.goto(address);
    await expect(page.getByText('您已提交过该问卷')).toBeVisible();
    await page.getByRole('button', { name: '返回问卷列表' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: '平台使用满意度调查' })).toContainText('已填写');
  });
});
