import { mapGrantPage, mapGrantRevoke } from '@tongda/contract/company/resource-auth/map-grants';
import { renewClose, renewDetail, renewPage } from '@tongda/contract/trade/device-fee/calls';
import { expect, test } from '../fixtures/test';

/** User id of 秦川 (xinxi), who is granted a site here, so that the places of other users stay the same. */
const xinxi = '245';
const taxNo = '91310118MA1JL0000N';
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
test.afterEach(async ({ api }) => {
  const grants = (await api(mapGrantPage, { granteeUserId: xinxi, status: 1 })).list.map(({ id }) => id);
  if (grants.length > 0) await api(mapGrantRevoke, { authIds: grants });
  const mine = (await api(renewPage, { renewStatus: 4, size: 50 })).list.filter((order) => order.deviceCount === 1);
  for (const { orderNo, version } of mine) await api(renewClose, { orderNo, version });
});

test('续费：没有订单时回到第一步；选设备、核对、提交；取消后订单中心也看到', async ({ page, api }) => {
  await page.goto('/enterprise/equipmentCost/renew/3');
  await expect(page).toHaveURL(/renew\/1$/u);
  // what waits in an order already leads there and cannot be ordered again
  const ordered = page.getByRole('row').filter({ hasText: '待付款订单' }).first();
  await expect(ordered.getByRole('link', { name: '待付款订单' })).toHaveAttribute('href', /orderNo=XF/u);
  await expect(ordered.getByRole('checkbox')).toBeDisabled();
  const row = page.getByRole('row').filter({ hasText: '2027-07' }).first();
  await row.getByRole('checkbox').check();
  await expect(page.getByText(/已选 1 台，应付 \d/u)).toBeVisible();
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(page).toHaveURL(/renew\/2$/u);
  await page.getByRole('textbox', { name: '税号' }).fill('123');
  await page.getByRole('textbox', { name: '接收邮箱' }).fill('fp@example.com');
  await page.getByRole('button', { name: '提交订单' }).click();
  await expect(page.getByText('税号应为15~20位数字或大写字母')).toBeVisible();
  await page.getByRole('textbox', { name: '税号' }).fill(taxNo);
  await page.getByRole('button', { name: '提交订单' }).click();
  await expect(page).toHaveURL(/renew\/3\?orderNo=XF/u);
  const orderNo = new URL(page.url()).searchParams.get('orderNo') ?? '';
  await page.reload();
  await expect(page.getByRole('region', { name: '汇款信息' })).toContainText('汇款附言码');
  await expect(page.getByRole('button', { name: '提交凭证' })).toBeDisabled();
  // the last step stays: an order that is loaded late does not lead back to the one before
  await page.locator('input[type=file]').setInputFiles({ name: '回单.png', mimeType: 'image/png', buffer: picture });
  await page.getByRole('button', { name: '提交凭证' }).click();
  await expect(page.getByRole('heading', { name: '凭证已提交，等待服务商核款' })).toBeVisible();
  await expect(page).toHaveURL(/renew\/4\?/u);
  const { version, ticket } = await api(renewDetail, { orderNo });
  expect(ticket?.taxNo).toBe(taxNo);
  await api(renewClose, { orderNo, version });
  await page.goto(`/enterprise/equipmentCost/detail?orderNo=${orderNo}`);
  await expect(page.getByRole('heading', { name: orderNo })).toBeVisible();
  await expect(page.getByText('已取消')).toBeVisible();
  await page.goto('/enterprise/orderCenter');
  await page.getByRole('button', { name: orderNo }).click();
  await expect(page.getByRole('dialog')).toContainText('续费订单');
});

test('续费：线上扫码付款后设备即续期；待付款的订单可从订单中心再去支付', async ({ page }) => {
  await page.goto('/enterprise/equipmentCost/renew/1');
  const row = page.getByRole('row').filter({ hasText: '2027-09' }).first();
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByRole('radio', { name: '线上个人支付' }).check();
  await page.getByRole('textbox', { name: '税号' }).fill(taxNo);
  await page.getByRole('textbox', { name: '接收邮箱' }).fill('fp@example.com');
  await page.getByRole('button', { name: '提交订单' }).click();
  const scan = page.getByRole('region', { name: '扫码付款' });
  await expect(scan).toContainText('微信支付扫码支付');
  const orderNo = new URL(page.url()).searchParams.get('orderNo') ?? '';
  await page.goto(`/enterprise/orderCenter?orderNo=${orderNo}`);
  await page.getByRole('row').filter({ hasText: orderNo }).getByRole('link', { name: '去支付' }).click();
  await scan.getByRole('button', { name: '通知两次' }).click();
  await expect(page.getByRole('heading', { name: '续费成功' })).toBeVisible();
  await expect(page).toHaveURL(/renew\/4\?/u);
  await expect(page.getByRole('status')).toContainText('→ 2028-09');
});

test('设备费用列表的数字通向筛选；提醒设置可保存', async ({ page }) => {
  await page.goto('/enterprise/equipmentCost');
  const cards = page.getByRole('navigation', { name: '设备费用统计' });
  await expect(cards.getByRole('link', { name: /总设备/u })).toContainText(/\d+/u);
  await cards.getByRole('link', { name: /已到期/u }).click();
  await expect(page).toHaveURL(/feeStatus=/u);
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: /宽限期|已到期/u })
      .first(),
  ).toBeVisible();
  await page.getByRole('button', { name: '提醒设置' }).click();
  await expect(page.getByRole('checkbox', { name: '到期前30天' })).toBeChecked();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /保\s?存/u })
    .click();
  await expect(page.getByText('提醒设置已保存')).toBeVisible();
});

test('地图资源授权：选站点、给权限、列表有它；蓝牙锁授权列出条件和记录', async ({ page, api }) => {
  await page.goto(`/enterprise/resourceAuthorization/regionSite/edit?granteeType=2&granteeId=${xinxi}`);
  await page.getByRole('textbox', { name: '搜索站点' }).fill('安阳冷库');
  await page.getByRole('region', { name: '可选资源' }).getByText('安阳冷库').click();
  await expect(page.getByRole('region', { name: '已选资源' })).toContainText('已选 1');
  await page.getByRole('checkbox', { name: '用于报警规则' }).check();
  await page.getByRole('button', { name: /^保\s?存$/u }).click();
  await expect(page.getByText('新增 1，更新 0，重复跳过 0')).toBeVisible();
  const made = (await api(mapGrantPage, { granteeUserId: xinxi, status: 1 })).list;
  expect(made).toMatchObject([{ resourceName: '安阳冷库', rights: ['view', 'alarm'] }]);
  await expect(page.getByRole('row').filter({ hasText: 'xinxi' }).first()).toContainText('用于报警规则');
  await page.getByRole('button', { name: '导入' }).click();
  await expect(page.getByRole('dialog')).toContainText('导入地图资源授权');
  await page.goto('/enterprise/resourceAuthorization/bluetoothLockAuthorization');
  const row = page.getByRole('row').filter({ hasText: 'LS268001' });
  await expect(row).toContainText('每天 05:00-22:00');
  await row.getByRole('link', { name: 'LS268001' }).click();
  await page.getByRole('tab', { name: '开关锁记录' }).click();
  await expect(page.getByRole('row').filter({ hasText: '拒绝' }).first()).toContainText('现在不在允许时段内');
});
