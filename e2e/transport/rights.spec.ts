import { orgOptions } from '@tongda/contract/base/org/calls';
import { roleAdd, roleDel, roleMenuTree, roleSaveMenu } from '@tongda/contract/company/role/calls';
import { userAdd, userDel } from '@tongda/contract/company/user/calls';
import { menus } from '@tongda/contract/shell/menus';
import { orderVoid } from '@tongda/contract/transport/order/calls';
import { callAs, signInAs } from '../fixtures/calls';
import { cookiesOf, expect, firstVisitDone, productUrl, test } from '../fixtures/test';
import { enterOrder } from '../fixtures/transport';

test('没有作废权限的角色：列表和详情没有“作废”，直接调用被拒绝，有权限的按钮照常', async ({ page, browser, api }) => {
  const stamp = String(Date.now()).slice(-7);
  const receiver = `权限${stamp}`;
  const code = await enterOrder(api, receiver);
  const { id: roleId } = await api(roleAdd, { name: `客服${stamp}` });
  const { version, checked } = await api(roleMenuTree, { roleId });
  await api(roleSaveMenu, {
    roleId,
    version,
    menus: [...checked, 'customerOrder'],
    buttons: ['add', 'edit', 'details'].map((action) => ({
      menuId: menus.customerOrder.id,
      path: `orderManage/customerOrder/${action}`,
    })),
  });
  const [root] = await api(orgOptions, undefined);
  const account = `kf${stamp}`;
  const made = await api(userAdd, {
    accountCode: account,
    name: '权限测试',
    phone: `1991${stamp}`,
    orgId: root?.id ?? '',
    roleIds: [roleId],
    userOrgType: 0,
  });
  try {
    const first = await signInAs(productUrl(), { account, password: made.password ?? '' });
    const context = await browser.newContext({
      storageState: firstVisitDone(cookiesOf(first)),
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      viewport: { width: 1366, height: 768 },
      reducedMotion: 'reduce',
    });
    const clerk = await context.newPage();
    // a new account works only after its password was changed
    await clerk.goto(`${productUrl()}/transport/orderManage/customerOrder`);
    const password = `Kf@${stamp}`;
    await clerk.getByLabel('原密码').fill(made.password ?? '');
    await clerk.getByLabel('新密码').fill(password);
    await clerk.getByLabel('确认密码').fill(password);
    await clerk.getByRole('button', { name: '修改并重新登录' }).click();
    await expect(clerk).toHaveURL(/login/u);
    const tokens = await signInAs(productUrl(), { account, password });
    await context.addCookies(cookiesOf(tokens));
    await expect(callAs(productUrl(), tokens, orderVoid, { orderCodes: [code], reason: '客户取消' })).rejects.toThrow(
      /4003/u,
    );
    for (const [who, held] of [
      [clerk, 0],
      [page, 1],
    ] as const) {
      await who.goto(`${productUrl()}/transport/orderManage/customerOrder/details?id=${code}`);
      await expect(who.getByRole('button', { name: '编辑' })).toBeVisible();
      await expect(who.getByRole('button', { name: '作废' })).toHaveCount(held);
      await who.goto(`${productUrl()}/transport/orderManage/customerOrder?receiver=${receiver}`);
      const row = who.getByRole('row').filter({ hasText: code });
      await expect(row.getByRole('link', { name: '编辑' })).toBeVisible();
      await row.getByRole('checkbox').check();
      await expect(who.getByRole('button', { name: '作废' })).toHaveCount(held);
    }
    await context.close();
  } finally {
    await api(userDel, { ids: [made.id] });
    await api(roleDel, { id: roleId });
    await api(orderVoid, { orderCodes: [code], reason: '测试完毕' });
  }
});
