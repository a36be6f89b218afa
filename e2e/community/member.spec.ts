import { auditPage, auditReject } from '@tongda/contract/trade/member/audit';
import { queryAvailableEquipment } from '@tongda/contract/trade/member/device';
import { memberPayType, ticketType } from '@tongda/contract/trade/member/enums';
import {
  closeOrder,
  createOrder,
  memberPreview,
  queryOrderDetail,
  queryPurchaseRecords,
} from '@tongda/contract/trade/member/order';
import { callAs } from '../fixtures/calls';
import { cookiesOf, expect, productUrl, test } from '../fixtures/test';

// an account of a company without orders; no other test uses the reviewer's account
test.use({ role: 'xianguo' });
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test.afterEach(async ({ tokensOf }) => {
  const [buyer, reviewer] = [await tokensOf('xianguo'), await tokensOf('caiwu')];
  const orders = async (group: 'toPay' | 'toReview') =>
    (await callAs(productUrl(), buyer, queryPurchaseRecords, { group })).list;
  for (const { orderNo, version } of await orders('toPay'))
    await callAs(productUrl(), buyer, closeOrder, { orderNo, version });
  for (const { orderNo, version } of await orders('toReview'))
    await callAs(productUrl(), reviewer, auditReject, { orderNo, version, reason: '测试订单收回' });
});

test('购买会员：选设备、提交、传凭证，审核中再买有提醒，服务商审核通过后设备生效', async ({
  page,
  browser,
  tokensOf,
}) => {
  const buy = async (): Promise<void> => {
    await page.getByRole('button', { name: '服务与试用' }).click();
    await page.getByRole('menuitem', { name: '购买会员' }).click();
  };
  await page.goto('/community/member/inventory/3');
  await expect(page).toHaveURL(/inventory\/1$/u);
  await page.goto('/community/member/purchaseHistory');
  await buy();
  await expect(page).toHaveURL(/inventory\/1$/u);
  await page.getByText('专业版', { exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: 'T9-BD2' }).first();
  const deviceNo = (await row.getByRole('cell').nth(1).textContent()) ?? '';
  await row.getByRole('checkbox').check();
  const cart = page.getByRole('complementary', { name: '购买清单' });
  await expect(cart).toContainText('367.20');
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByRole('textbox', { name: '税号' }).fill('91310118MA1JL0000N');
  await page.getByRole('textbox', { name: '接收邮箱' }).fill('fp@example.com');
  await page.getByRole('button', { name: '提交订单' }).click();
  await expect(page.getByText('请阅读并同意《会员服务协议》').first()).toBeVisible();
  await page.getByRole('checkbox', { name: /我已阅读并同意/u }).check();
  await page.getByRole('button', { name: '提交订单' }).click();
  await expect(page).toHaveURL(/inventory\/3\?orderNo=HY/u);
  const orderNo = new URL(page.url()).searchParams.get('orderNo') ?? '';
  await expect(page.getByRole('region', { name: '汇款信息' })).toContainText(orderNo);
  await buy();
  await expect(page.getByText('有待付款的订单，请先去“我的订单”中确认支付').first()).toBeVisible();
  await page.locator('input[type=file]').setInputFiles({ name: '回单.png', mimeType: 'image/png', buffer: picture });
  await page.getByRole('button', { name: '提交凭证' }).click();
  await expect(page.getByRole('heading', { name: '凭证已提交，等待审核' })).toBeVisible();
  await buy();
  await expect(page.getByText(/有待审核的订单，.+工作人员会在3个工作日内审批完成/u).first()).toBeVisible();

  const office = await browser.newContext({ baseURL: productUrl() });
  await office.addCookies(cookiesOf(await tokensOf('caiwu')));
  const desk = await office.newPage();
  await desk.goto('/backstage/orderAudit?stage=1');
  const waiting = desk.getByRole('row').filter({ hasText: orderNo });
  await expect(waiting).toContainText('鲜果源商贸');
  await waiting.getByRole('link', { name: orderNo }).click();
  await expect(desk.getByRole('img', { name: '回单.png' })).toBeVisible();
  await desk.getByRole('button', { name: '审核通过' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: '审核通过' }).click();
  await expect(desk.getByText(`订单 ${orderNo} 已审核通过`)).toBeVisible();
  await office.close();

  const { list } = await callAs(productUrl(), await tokensOf('caiwu'), auditPage, { orderNo });
  expect(list).toMatchObject([{ orderNo, stage: 3 }]);
  await page.goto('/community/member');
  const mine = page.getByRole('row').filter({ hasText: deviceNo });
  await expect(mine).toContainText('专业版');
  await expect(mine).toContainText('生效中');
  // what the company may now, the same as the plan promised in the table
  const quotas = page.getByRole('list', { name: '企业额度' });
  await expect(quotas.getByRole('listitem', { name: '当前套餐' })).toContainText('专业版');
  await expect(quotas.getByRole('listitem', { name: '企业账号' })).toContainText(/\d+ \/ 50 个/u);
  await expect(quotas.getByRole('listitem', { name: '单次导出' })).toContainText('5万行');
  await page.getByText('套餐与价格', { exact: true }).click();
  const promised = page.getByRole('table', { name: '套餐对比' }).getByRole('row');
  await expect(promised.filter({ hasText: '企业账号' })).toHaveText('企业账号10个20个50个200个');
  await expect(promised.filter({ hasText: '单次导出' })).toHaveText('单次导出1万行2万行5万行20万行');
});

test('线上购买会员：伪造、金额不符、取消后到账都不改变订单，付款一次生效，开票后下载', async ({
  page,
  browser,
  tokensOf,
}) => {
  const order = async (): Promise<string> => {
    await page.goto('/community/member/inventory/1');
    await page.getByTitle('专业版').click();
    await page.getByRole('row').filter({ hasText: 'T9-BD2' }).first().getByRole('checkbox').check();
    await page.getByRole('button', { name: '下一步' }).click();
    await page.getByRole('textbox', { name: '税号' }).fill('91310118MA1JL0000N');
    await page.getByRole('textbox', { name: '接收邮箱' }).fill('fp@example.com');
    await page.getByRole('radio', { name: '线上个人支付' }).check();
    await page.getByRole('checkbox', { name: /我已阅读并同意/u }).check();
    await page.getByRole('button', { name: '提交订单' }).click();
    await expect(page).toHaveURL(/inventory\/3\?orderNo=HY/u);
    return new URL(page.url()).searchParams.get('orderNo') ?? '';
  };
  const tests = page.getByRole('group', { name: '测试模式' });
  const payAs = (how: string) => tests.getByRole('button', { name: how }).click();

  const cancelled = await order();
  await payAs('取消后才到账');
  await expect(page.getByText(/取消订单后才会到账/u).first()).toBeVisible();
  await page.getByRole('button', { name: '取消订单' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '取消订单' }).click();
  await expect(page).toHaveURL(/inventory\/4/u);

  const orderNo = await order();
  await page.getByText('支付宝', { exact: true }).click();
  await payAs('伪造通知');
  await expect(page.getByText('平台应答 HTTP 401').first()).toBeVisible();
  await payAs('金额不符');
  await expect(page.getByText(/金额不符：平台应答 HTTP 200/u).first()).toBeVisible();
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(page).toHaveURL(/inventory\/3/u);
  await payAs('通知两次');
  await expect(page.getByRole('heading', { name: '付款成功，等待审核' })).toBeVisible();

  const office = await browser.newContext({ baseURL: productUrl() });
  await office.addCookies(cookiesOf(await tokensOf('caiwu')));
  const desk = await office.newPage();
  await desk.goto(`/backstage/orderAudit/details?kind=1&orderNo=${orderNo}`);
  await desk.getByRole('button', { name: '审核通过' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: '审核通过' }).click();
  await expect(desk.getByText(`订单 ${orderNo} 已审核通过`)).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { name: '审核通过，会员已生效' })).toBeVisible();
  await page.getByRole('button', { name: '申请发票' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '提交' }).click();
  await expect(page.getByText('已申请发票').first()).toBeVisible();

  await desk.reload();
  await desk.getByRole('button', { name: '开票' }).click();
  await desk.getByRole('textbox', { name: '发票号码' }).fill('25312000000000000001');
  await desk.locator('input[type=file]').setInputFiles({ name: '发票.png', mimeType: 'image/png', buffer: picture });
  await desk.getByRole('dialog').getByRole('button', { name: '开票' }).click();
  await expect(desk.getByText('发票已开具，已通知买方')).toBeVisible();
  await office.close();

  await page.goto('/community/member/purchaseHistory');
  const mine = page.getByRole('row').filter({ hasText: orderNo });
  await expect(mine).toContainText('已开票');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    mine.getByRole('button', { name: '下载发票' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`发票-${orderNo}.png`);
  // the late money of the first order changed nothing of it, and goes back
  const { payments, memberStatus } = await callAs(productUrl(), await tokensOf('xianguo'), queryOrderDetail, {
    orderNo: cancelled,
  });
  expect(memberStatus).toBe(6);
  expect(payments).toMatchObject([{ fen: 36_720, cause: '订单已取消' }]);
});

test('大额订单先签合同再付款；签过的合同可以下载，付款后等待审核', async ({ page, tokensOf }) => {
  const buyer = await tokensOf('xianguo');
  const ask = { planId: '1003', page: 1, size: 15 };
  const { list } = await callAs(productUrl(), buyer, queryAvailableEquipment, ask);
  const items = list.slice(0, 3).map(({ id }) => ({ deviceId: id, months: 36 as const }));
  const { payFen, contractRequired } = await callAs(productUrl(), buyer, memberPreview, { planId: ask.planId, items });
  expect({ payFen, contractRequired }).toEqual({ payFen: 550_800, contractRequired: true });
  const ticketInfo = {
    type: ticketType.plain,
    title: '鲜果源商贸有限公司',
    taxNo: '91310118MA1JL0000N',
    email: 'fp@example.com',
  };
  const { orderNo } = await callAs(productUrl(), buyer, createOrder, {
    planId: ask.planId,
    items,
    payType: memberPayType.online,
    ticketInfo,
    payFen,
    agreed: true,
  });

  await page.goto(`/community/member/inventory/3?orderNo=${orderNo}`);
  await expect(page.getByText('签署合同后显示付款二维码')).toBeVisible();
  await page.getByRole('button', { name: '生成并签署合同' }).click();
  const dialog = page.getByRole('dialog');
  // whoever signed a contract before is known
  const code = dialog.getByRole('textbox', { name: '统一社会信用代码' });
  await expect(dialog.getByRole('button', { name: '生成合同' })).toBeVisible();
  if (await code.isVisible()) {
    await code.fill('91310118MA1JL00000');
    await dialog.getByRole('textbox', { name: '法定代表人' }).fill('王建国');
    await dialog.getByRole('button', { name: '生成合同' }).click();
    await expect(dialog.getByText('统一社会信用代码不正确')).toBeVisible();
    await code.fill('91350100M000100Y43');
  }
  await dialog.getByRole('button', { name: '生成合同' }).click();
  await expect(dialog).toContainText('5508.00元');
  await expect(dialog.getByRole('button', { name: /^签\s?署$/u })).toBeDisabled();
  await dialog.getByRole('textbox', { name: '签署人姓名' }).fill('李经理');
  await dialog.getByRole('checkbox', { name: /我已阅读合同/u }).check();
  await dialog.getByRole('button', { name: /^签\s?署$/u }).click();
  await expect(page.getByRole('region', { name: '合同' }).getByText('合同已签署')).toBeVisible();

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载合同' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`会员服务合同-${orderNo}.pdf`);
  await expect(page.getByText('扫码支付 5,508.00 元')).toBeVisible();
  await page.getByRole('group', { name: '测试模式' }).getByRole('button', { name: '正常付款' }).click();
  await expect(page.getByRole('heading', { name: '付款成功，等待审核' })).toBeVisible();
  const paid = await callAs(productUrl(), buyer, queryOrderDetail, { orderNo });
  expect(paid).toMatchObject({ memberStatus: 2, contractStatus: 2, paidFen: 550_800 });
});
