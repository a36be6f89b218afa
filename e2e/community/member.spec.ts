import { auditPage, auditReject } from '@tongda/contract/trade/member/audit';
import { closeOrder, queryOrderDetail, queryPurchaseRecords } from '@tongda/contract/trade/member/order';
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
  await page.getByRole('textbox', { name: '税号' }).fill('91310118MA1JL0000X');
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
    await page.getByRole('textbox', { name: '税号' }).fill('91310118MA1JL0000X');
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
