import type { Browser } from '@playwright/test';
import { userInfo } from '@tongda/contract/base/identity/calls';
import { customerOptions } from '@tongda/contract/base/reference/options';
import type { Input, Output } from '@tongda/contract/core/endpoint';
import { driverSetAccount } from '@tongda/contract/resources/driver/calls';
import { abnormalPage } from '@tongda/contract/transport/abnormal/calls';
import { driverAct, driverActions, driverTasks } from '@tongda/contract/transport/driver-app/calls';
import { orderAdd, orderDetail } from '@tongda/contract/transport/order/calls';
import { driverSignLink } from '@tongda/contract/transport/trip/receiver-sign';
import { stowageConfirm } from '@tongda/contract/transport/waybill/stow/board';
import { callAs } from '../fixtures/calls';
import { type Api, expect, type Page, productUrl } from '../fixtures/test';
import { departNow, enterOrder, inHours, stowTask } from '../fixtures/transport';
import { test } from '../fixtures/trucks';

// a phone, whose browser keeps the page for later; what the network refuses while it is away stands on the console
test.use({
  role: 'siji',
  fresh: true,
  viewport: { width: 390, height: 844 },
  provoked: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource/u,
});

/** The smallest PNG. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const inDays = (days: number): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)} 10:00:00`;
const makeOrder = (customerId: string): Input<typeof orderAdd> => ({
  customerId,
  businessType: 2,
  freightPayMode: 3,
  pickUpFlag: 0,
  deliveryMode: 1,
  shipper: '赵仓管',
  shipPhone: '13800138000',
  shipArea: '上海市青浦区',
  shipAddress: '华新镇嘉松中路1号',
  shipLng: 121.2,
  shipLat: 31.2,
  receiver: '盲区门店',
  receivePhone: '13900139000',
  receiveArea: '上海市松江区',
  receiveAddress: '沪松公路9号',
  receiveLng: 121.25,
  receiveLat: 31.05,
  arriveTo: inDays(5),
  temperatureType: 3,
  tempMin: -25,
  tempMax: -18,
  items: [{ cargoName: '速冻水饺', packUnit: '箱', pieces: 12, weightKg: 96, volumeM3: 0.62, temperatureType: 3 }],
});

/** Creates and confirms a transport task of a truck with two orders to the same place. */
async function giveTask(api: Api, vehicleId: string): Promise<{ waybillCode: string; orderCodes: string[] }> {
  const [customer] = await api(customerOptions, {});
  const one = await api(orderAdd, makeOrder(customer?.id ?? ''));
  const other = await api(orderAdd, makeOrder(customer?.id ?? ''));
  const orderCodes = [one.orderCode, other.orderCode];
  const { waybillCode } = await api(stowageConfirm, {
    waybillKind: 3,
    vehicleId,
    orderCodes,
    planDepartTime: inDays(3),
    confirm: true,
  });
  return { waybillCode, orderCodes };
}

/** Draws a line on the signature pad. */
async function writeName(page: Page): Promise<void> {
  const pad = await page.getByLabel('签名区').boundingBox();
  await page.mouse.move((pad?.x ?? 0) + 40, (pad?.y ?? 0) + 60);
  await page.mouse.down();
  await page.mouse.move((pad?.x ?? 0) + 200, (pad?.y ?? 0) + 120, { steps: 4 });
  await page.mouse.up();
}

/** The receiver scans the code on the driver's phone and signs on his own phone, without an account. */
async function signOnOwnPhone(page: Page, browser: Browser, orderCode: string): Promise<void> {
  await page.getByRole('button', { name: /^签收（还有 1 单/u }).click();
  const made = page.waitForResponse(`**${driverSignLink.path}`);
  await page.getByRole('button', { name: '收货人扫码签收' }).click();
  // the endpoint's answer by its contract
  const { data } = (await (await made).json()) as { data: Output<typeof driverSignLink> };
  const code = await page.getByRole('region', { name: '收货人扫码签收' }).locator('svg').boundingBox();
  expect(code?.width).toBeGreaterThan(150);
  await expect(page.getByRole('button', { name: '确认签收' })).toHaveCount(0);
  const his = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await his.goto(`${productUrl()}${data.url}`);
  await expect(his.getByText(orderCode)).toBeVisible();
  await his.getByLabel('实收件数').fill('11');
  await his.getByLabel(/^拒收 1 件/u).fill('外箱破损');
  await his.getByLabel('签收人').fill('周店员');
  await writeName(his);
  await his.getByRole('button', { name: '确认签收' }).click();
  await expect(his.getByRole('status')).toContainText('周店员 签收 11 件，拒收 1 件');
  await his.close();
  await expect(page.getByText('周店员 签收 11 件')).toBeVisible();
}

test('司机端：接单后断网，页面照样打开，上报异常、发车、到达、签收，恢复后每步只上传一次；收货人在自己手机上签收', async ({
  page,
  browser,
  context,
  api,
  tokensOf,
  trucks,
}) => {
  const tokens = await tokensOf('siji');
  const me = await callAs(productUrl(), tokens, userInfo, undefined);
  const before = (await callAs(productUrl(), tokens, driverTasks, undefined)).driver.id;
  const [{ vehicleId, driverId } = { vehicleId: '', driverId: '' }] = await trucks(1);
  const task = await giveTask(api, vehicleId);
  await api(driverSetAccount, { id: before, userId: null });
  await api(driverSetAccount, { id: driverId, userId: me.id });

  // the driver's account has no menu, so the address of the platform leads him to his page
  await page.goto('/community/location');
  await page.getByRole('link', { name: new RegExp(task.waybillCode, 'u') }).click();
  await page.getByRole('button', { name: '接单', exact: true }).click();
  await expect(page.getByRole('button', { name: '发车', exact: true })).toBeVisible();
  await expect
    .poll(async () => (await api(driverActions, { id: task.waybillCode })).map(({ action }) => action))
    .toEqual(['accept']);

  // the page is cached on the phone and opens without a network; only what it needs is cached
  await expect.poll(() => page.evaluate(() => caches.match('/transport/m/driver').then((kept) => kept?.ok))).toBe(true);
  const kept = await page.evaluate(async () =>
    (await (await caches.open('td-driver')).keys()).map(({ url }) => new URL(url).pathname),
  );
  expect(
    kept.filter(
      (path) => !/^\/(?:assets\/|theme-boot\.js$|not-loaded\.js$|favicon\.svg$|transport\/m\/driver$)/u.test(path),
    ),
  ).toEqual([]);
  // the browser need not notice: that calls do not get through is enough
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => true }));
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('status')).toContainText('没有网络');

  await page.getByRole('link', { name: '上报异常' }).click();
  await page.getByRole('button', { name: '冷机故障' }).click();
  await page.getByRole('button', { name: '较重' }).click();
  await page.getByLabel('情况描述').fill('冷机停机，厢温升到 -9 度');
  await page.locator('input[type="file"]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: pixel });
  await expect(page.getByAltText('照片')).toBeVisible();
  await page.getByRole('button', { name: '提交' }).click();
  await expect(page.getByText('异常已记下')).toBeVisible();

  await page.getByRole('button', { name: '发车', exact: true }).click();
  await page.getByLabel('情况说明').fill('厢温已用手持测温确认');
  await page.getByRole('button', { name: '确认发车' }).click();
  await page.getByRole('button', { name: '到达 盲区门店' }).click();
  await page.getByRole('button', { name: /^签收（/u }).click();
  await page.getByLabel('签收人').fill('李店长');
  await page.getByRole('button', { name: '确认签收' }).click();
  await expect(page.getByRole('alert')).toHaveText('请收货人在签名区签名');
  await writeName(page);
  await page.getByRole('button', { name: '确认签收' }).click();
  await expect(page.getByText('李店长 签收 12 件')).toBeVisible();
  await expect(page.getByRole('status')).toContainText('4 步操作已存在手机上');

  // the first answer is lost, so that the phone must send the same step again
  let lost = false;
  await page.route(`**${driverAct.path}`, async (route) => {
    if (lost) return route.continue();
    lost = true;
    await route.fetch();
    return route.abort();
  });
  await context.setOffline(false);
  await expect.poll(() => lost).toBe(true);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  // four steps and two pictures are uploaded one after the other
  await expect(page.getByRole('status')).toHaveCount(0, { timeout: 40_000 });
  const held = await api(driverActions, { id: task.waybillCode });
  expect(held.map(({ action, refused, files }) => [action, refused, files.length])).toEqual([
    ['accept', false, 0],
    ['abnormal', false, 1],
    ['depart', false, 0],
    ['arrive', false, 0],
    ['sign', false, 1],
  ]);
  const signed = await Promise.all(task.orderCodes.map((id) => api(orderDetail, { id })));
  expect(signed.filter(({ orderStatus }) => orderStatus === 5)).toMatchObject([{ signer: '李店长' }]);
  const left = signed.find(({ orderStatus }) => orderStatus !== 5)?.orderCode ?? '';
  await signOnOwnPhone(page, browser, left);
  expect(await api(orderDetail, { id: left })).toMatchObject({ orderStatus: 5, signer: '周店员' });

  const { list } = await api(abnormalPage, { page: 1, size: 15, code: task.waybillCode });
  expect(list).toMatchObject([{ abnormalType: 7, abnormalLevel: 2, reportSource: 1, fileCount: 1 }]);

  await api(driverSetAccount, { id: driverId, userId: null });
  await api(driverSetAccount, { id: before, userId: me.id });
});

test.describe('桌面核实司机端操作', () => {
  test.use({ role: 'demo', fresh: false, viewport: { width: 1366, height: 768 } });

  test('司机忘点发车就签了收：签收留着待核实，补登发车后采纳，按司机签收的时间生效', async ({
    page,
    api,
    tokensOf,
    trucks,
  }) => {
    const tokens = await tokensOf('siji');
    const me = await callAs(productUrl(), tokens, userInfo, undefined);
    const before = (await callAs(productUrl(), tokens, driverTasks, undefined)).driver.id;
    const [{ vehicleId, driverId } = { vehicleId: '', driverId: '' }] = await trucks(1);
    const goods = await enterOrder(api, `核实${String(Date.now()).slice(-6)}`);
    const waybillCode = await stowTask(api, vehicleId, [goods]);
    await api(driverSetAccount, { id: before, userId: null });
    await api(driverSetAccount, { id: driverId, userId: me.id });
    try {
      const kept = await callAs(productUrl(), tokens, driverAct, {
        waybillCode,
        key: crypto.randomUUID(),
        agoMs: 12 * 60_000,
        action: 'sign',
        orderCode: goods,
        signer: '李店长',
        signPieces: 12,
      });
      expect(kept).toMatchObject({ refused: true, conflict: true });
      const [signature] = await api(driverActions, { id: waybillCode });

      await page.goto(`/transport/waybillManage/transportTask/check?id=${waybillCode}&tab=driver`);
      const row = page.getByRole('row').filter({ hasText: '签收' });
      await expect(row).toContainText('待核实');
      const adopt = async () => {
        await row.getByRole('button', { name: '采纳', exact: true }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('textbox', { name: '处理说明' }).fill('已与司机核实');
        await dialog.getByRole('button', { name: /采\s*纳/u }).click();
      };
      await adopt();
      await expect(page.getByText(/请先补登/u).first()).toBeVisible();
      await page.keyboard.press('Escape');
      await departNow(api, waybillCode, inHours(-0.5));
      await page.reload();
      await expect(page.getByRole('button', { name: '撤销发车' })).toBeVisible();
      await adopt();
      await expect(row).toContainText('已采纳');
      // what was adopted moves the trip, and its page says so at once
      await expect(page.getByRole('button', { name: '撤销发车' })).toHaveCount(0);
      expect(await api(orderDetail, { id: goods })).toMatchObject({
        orderStatus: 5,
        signer: '李店长',
        signTime: signature?.actedTime,
      });
    } finally {
      await api(driverSetAccount, { id: driverId, userId: null });
      await api(driverSetAccount, { id: before, userId: me.id });
    }
  });
});
