import { orderDetail } from '@tongda/contract/transport/order/calls';
import { transportTaskCalls } from '@tongda/contract/transport/waybill/calls';
import { cookiesOf, expect, firstVisitDone, type Page, productUrl } from '../fixtures/test';
import { enterOrder } from '../fixtures/transport';
import { type OwnTruck, test } from '../fixtures/trucks';

/** Puts an order on a truck of the board, without confirming. */
async function drop(page: Page, truck: OwnTruck, order: string, receiver: string): Promise<void> {
  const { plateNo } = truck;
  await page.goto(`${productUrl()}/transport/orderManage/customerOrder/stowage`);
  await page.getByRole('button', { name: '添加车辆' }).first().click();
  await page
    .locator('.transport-waybill-stow-vehicles button')
    .filter({ hasText: `${plateNo.slice(0, 2)}·${plateNo.slice(2)}` })
    .click();
  await page.getByLabel('收货点、单号').fill(receiver);
  await page.locator(`.transport-waybill-stow-order[data-code="${order}"]`).focus();
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('region', { name: plateNo }).getByRole('button', { name: new RegExp(receiver, 'u') }),
  ).toBeVisible();
}

test('两个调度把同一单放上两辆车：先确认的成功，后确认的被告知被谁配走，订单只在一辆车上', async ({
  page,
  browser,
  api,
  tokensOf,
  trucks,
}) => {
  const receiver = `抢单${String(Date.now()).slice(-6)}`;
  const order = await enterOrder(api, receiver);
  const [mine, theirs] = await trucks(2);
  if (!mine || !theirs) throw new Error('no trucks');
  const context = await browser.newContext({
    storageState: firstVisitDone(cookiesOf(await tokensOf('tms'))),
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1366, height: 768 },
    reducedMotion: 'reduce',
  });
  const colleague = await context.newPage();
  await drop(page, mine, order, receiver);
  await drop(colleague, theirs, order, receiver);
  await page.getByRole('button', { name: '确认配载 1 车' }).click();
  await expect(page.getByText(/已确认配载 YS\d+$/u)).toBeVisible();
  await colleague.getByRole('button', { name: '确认配载 1 车' }).click();
  const { waybillCode } = await api(orderDetail, { id: order });
  await expect(colleague.getByText(new RegExp(`${order}.*${waybillCode}`, 'u')).first()).toBeVisible();
  const trip = await api(transportTaskCalls.detail, { id: waybillCode ?? '' });
  expect(trip).toMatchObject({ plateNo: mine.plateNo, transportStatus: 1 });
  await context.close();
  await api(transportTaskCalls.void, { waybillCode: waybillCode ?? '', version: trip.version, reason: '测试完毕' });
});
