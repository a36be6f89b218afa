import { vehicleUnbindDevice } from '@tongda/contract/resources/vehicle/calls';
import { orderDetail } from '@tongda/contract/transport/order/calls';
import { pickUpPage } from '@tongda/contract/transport/pick-up/calls';
import { receiptDetail } from '@tongda/contract/transport/receipt/calls';
import { shareCreate } from '@tongda/contract/transport/trip/share';
import { orderSign, transportTaskCalls } from '@tongda/contract/transport/waybill/calls';
import { stowageReload } from '@tongda/contract/transport/waybill/road/reload';
import { stowageSites } from '@tongda/contract/transport/waybill/stow/board';
import { installTerminal } from '../fixtures/terminal';
import { type Api, expect } from '../fixtures/test';
import { departNow, enterOrder, inHours, stowTask } from '../fixtures/transport';
import { test } from '../fixtures/trucks';

/** The smallest PNG. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const newSerial = (): string => String(Date.now()).slice(-6);

test('拆分池和换装：移出余量，池中新建任务；途中换车，件数不符生成异常，新车送达', async ({ page, api, trucks }) => {
  const [one, two] = [`换装甲${newSerial()}`, `换装乙${newSerial()}`];
  const orders = [await enterOrder(api, one), await enterOrder(api, two, { pieces: 10, weightKg: 333.33 })];
  const [truck, spare, third] = await trucks(3);
  const task = await stowTask(api, truck?.vehicleId ?? '', orders);

  await page.goto(`/transport/waybillManage/transportTask/splitPool?id=${task}`);
  const left = page.getByRole('region', { name: '任务的订单' });
  await left.getByRole('checkbox', { name: `移出 ${orders[1]}` }).check();
  await left.getByRole('spinbutton', { name: `${orders[1]}移出件数` }).fill('4');
  await left.getByRole('button', { name: '移出到拆分池' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: '移出原因' }).fill('车上放不下');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /移\s*出/u })
    .click();
  const rest = `${orders[1]}-02`;
  const pool = page.getByRole('region', { name: '拆分池的订单' });
  const row = pool.getByRole('row', { name: new RegExp(rest, 'u') });
  await expect(row).toContainText('133.33');
  await expect(left.getByText(`${orders[1]}-01`)).toBeVisible();
  await row.getByRole('checkbox').check();
  await pool.getByRole('button', { name: '新建任务' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: '车辆' }).click();
  await dialog.getByRole('combobox', { name: '车辆' }).fill(third?.plateNo ?? '');
  await page
    .locator('.ant-select-item-option')
    .filter({ hasText: third?.plateNo ?? '' })
    .click();
  await dialog.getByRole('button', { name: '新建任务' }).click();
  await expect(page.getByText(/已新建运输任务 YS/u)).toBeVisible();
  await expect(row).toHaveCount(0);
  const made = (await api(orderDetail, { id: rest })).waybillCode ?? '';

  await departNow(api, task);
  await page.goto(`/transport/waybillManage/transportTask/check?id=${task}`);
  await page.getByRole('button', { name: /换\s*装/u }).click();
  await expect(page.getByRole('heading', { name: '换装', exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: '换装原因' }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: '中转换车' }).click();
  await page.getByRole('textbox', { name: '换装地点' }).fill('G15 嘉浏服务区');
  for (const code of [orders[0], `${orders[1]}-01`])
    await page.getByRole('spinbutton', { name: `${code}货温` }).fill('-19');
  await page.getByRole('spinbutton', { name: `${orders[0]}换装件数` }).fill('11');
  await expect(page.getByText('短少1件，将生成异常')).toBeVisible();
  await page.getByRole('combobox', { name: '换入车辆' }).click();
  await page.getByRole('combobox', { name: '换入车辆' }).fill(spare?.plateNo ?? '');
  await page
    .locator('.ant-select-item-option')
    .filter({ hasText: `${spare?.plateNo.slice(2)}` })
    .click();
  await expect(page.getByText('可以换入')).toBeVisible();
  await page.getByRole('button', { name: '确认换装' }).click();
  await expect(page.getByText(/件数差异已生成异常 YC/u)).toBeVisible();
  await expect(page).toHaveURL(/transportTask\/check\?id=YS/u);
  const next = (await api(orderDetail, { id: orders[0] ?? '' })).waybillCode ?? '';
  expect(next).not.toBe(task);
  await page.goto(`/transport/waybillManage/transportTask/check?id=${task}&tab=records`);
  await expect(page.getByText('换出')).toBeVisible();
  await expect(page.getByText(/11\/12件（短少1，货温\s−19.0\s℃）/u)).toBeVisible();
  expect(await api(transportTaskCalls.detail, { id: task })).toMatchObject({ transportStatus: 3, closeReason: '换装' });

  await departNow(api, next);
  for (const [orderCode, signPieces] of [
    [orders[0], 11],
    [`${orders[1]}-01`, 6],
  ] as const)
    await api(orderSign, { orderCode: orderCode ?? '', signer: '李店长', signPieces });
  expect(await api(transportTaskCalls.detail, { id: next })).toMatchObject({ transportStatus: 3 });
  // the temperature record covers both trucks; the handover paper and the customer's page open
  const { url } = await api(shareCreate, { orderCode: orders[0] ?? '', expireHours: 24 });
  await page.goto(`/transport/print/order/temperature?codes=${orders[0]}`);
  await expect(page.getByRole('row', { name: new RegExp(`^${orders[0]} `, 'u') })).toHaveCount(2);
  await page.goto(`/transport/print/waybill/handover?kind=task&codes=${next}`);
  await expect(page.getByRole('heading', { name: '货物温度交接单' })).toBeVisible();
  // the list of goods keeps within the page, also with the longer number of a part
  await expect(page.getByRole('cell', { name: `${orders[1]}-01` })).toBeVisible();
  const [head, goods] = await Promise.all(
    ['.base-print-grid', '.base-print-table'].map((what) => page.locator(what).boundingBox()),
  );
  expect(goods?.width).toBeLessThanOrEqual((head?.width ?? 0) + 0.5);
  await page.goto(new URL(url, page.url()).pathname);
  await expect(page.getByText(orders[0] ?? '').first()).toBeVisible();

  const { version } = await api(transportTaskCalls.detail, { id: made });
  await api(transportTaskCalls.void, { waybillCode: made, version, reason: '测试完毕' });
});

test('三段冷链：提单提货入站，干线发车核对、到站核对入站，再由运输任务送达签收', async ({ page, api, trucks }) => {
  // fourteen pages, one after the other
  test.setTimeout(150_000);
  const code = await enterOrder(api, `三段${newSerial()}`, {}, 1, { receiptRequire: 1 });
  const [truck, second] = await trucks(2);
  const [from, to] = await api(stowageSites, undefined);
  const th = (await api(pickUpPage, { code })).list[0]?.pickUpCode ?? '';
  const bill = await stowTask(api, truck?.vehicleId ?? '', [th], { waybillKind: 1, toPlaceId: from?.placeId });
  await departNow(api, bill);
  await page.goto(`/transport/orderManage/pickUpOrder/details?id=${th}`);
  await page.getByRole('button', { name: '提货确认' }).click();
  const picking = page.getByRole('dialog');
  await picking.getByRole('spinbutton', { name: '速冻水饺货温' }).fill('-19');
  await picking.getByRole('button', { name: '确认提货' }).click();
  await expect(page.getByText(`${th} 已提货`)).toBeVisible();
  await page.goto(`/transport/waybillManage/arrivalManage/check?id=${bill}`);
  await page.getByRole('spinbutton', { name: `${th}货温` }).fill('-19.5');
  await page.getByRole('button', { name: '确认核对' }).click();
  await expect(page).toHaveURL(/arrivalManage(\?|$)/u);
  expect(await api(orderDetail, { id: code })).toMatchObject({ orderStatus: 4 });
  // at the hub nobody signs, and no link to sign is offered
  await page.goto(`/transport/orderManage/customerOrder/details?id=${code}`);
  await expect(page.getByRole('button', { name: '配载', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: '签收链接' })).toHaveCount(0);

  const trunk = await stowTask(api, truck?.vehicleId ?? '', [code], {
    waybillKind: 2,
    fromPlaceId: from?.placeId,
    toPlaceId: to?.placeId,
  });
  await page.goto(`/transport/waybillManage/departureManage/check?id=${trunk}`);
  await page.getByRole('textbox', { name: '铅封号' }).fill('F260001');
  await page.getByRole('button', { name: '全部正常' }).click();
  const why = page.getByRole('textbox', { name: '带条件放行的原因' });
  const leave = page.getByRole('button', { name: /发车$/u });
  // the page may learn only now that the box is not cold enough, and then asks for a reason
  await expect(async () => {
    if (await why.isVisible()) await why.fill('现场确认');
    await leave.click({ timeout: 1000 });
  }).toPass();
  await expect(page).toHaveURL(/departureManage(\?|$)/u);
  expect(await api(orderDetail, { id: code })).toMatchObject({ orderStatus: 4 });

  await page.goto(`/transport/waybillManage/arrivalManage/check?id=${trunk}`);
  const remark = page.getByRole('textbox', { name: '备注' });
  const height = (await remark.boundingBox())?.height;
  await page.getByRole('textbox', { name: '铅封号' }).fill('F260002');
  await expect(page.getByText('与发车铅封不符，请上传铅封照片')).toBeVisible();
  expect((await remark.boundingBox())?.height, 'the fields beside it keep their height').toBe(height);
  await page.getByRole('textbox', { name: '铅封号' }).fill('F260001');
  await page.getByRole('spinbutton', { name: `${code}货温` }).fill('-19.5');
  await page.getByRole('button', { name: '确认核对' }).click();
  await expect(page).toHaveURL(/arrivalManage(\?|$)/u);
  expect(await api(orderDetail, { id: code })).toMatchObject({ orderStatus: 4 });

  const task = await stowTask(api, second?.vehicleId ?? '', [code]);
  await departNow(api, task);
  await page.goto(`/transport/orderManage/customerOrder/details?id=${code}`);
  await expect(page.getByRole('button', { name: '签收链接' })).toBeVisible();
  await page.goto(`/transport/waybillManage/transportTask/check?id=${task}&tab=goods`);
  await page.getByRole('button', { name: '代签收' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('签收人').fill('李店长');
  await dialog.getByRole('button', { name: /签\s*收/u }).click();
  await expect(page.getByText('李店长')).toBeVisible();
  expect(await api(orderDetail, { id: code })).toMatchObject({ orderStatus: 5 });

  // the receipt document: its picture is uploaded, and the office approves it
  await page.goto(`/transport/businessTracking/receiptManage/edit/${code}`);
  await page.locator('input[type="file"]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: pixel });
  // wait for the picture itself by its name, because icons are images too
  await expect(page.getByRole('img', { name: 'a.png' })).toBeVisible();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page).toHaveURL(/receiptManage(\?|$)/u);
  expect(await api(receiptDetail, { id: code })).toMatchObject({ receiptStatus: 1, auditStatus: 0 });
  await page.goto(`/transport/businessTracking/receiptManage/detail/${code}`);
  await page.getByRole('button', { name: '通过', exact: true }).click();
  const asked = page.getByRole('dialog');
  await asked.getByRole('button', { name: /审核通过|通过|确\s*定/u }).click();
  await expect.poll(async () => (await api(receiptDetail, { id: code })).auditStatus).toBe(1);
});

/**
 * Lets a new terminal of a truck report temperatures on the way from 青浦 to 松江, one each five minutes from minute `from` to `until` of the trip. The
 * trip lies in the past, so the reports are late.
 */
async function reportDrive(
  api: Api,
  vehicleId: string,
  from: number,
  until: number,
  tempC: (minute: number) => number,
) {
  const terminal = await installTerminal(api, vehicleId);
  const fixes = [];
  for (let minute = from; minute < until; minute += 5)
    fixes.push({
      timeMs: tripStart + minute * 60_000,
      lng: 121.2 + minute / 5000,
      lat: 31.2,
      odometerM: 1_000 + minute * 800,
      tempC: tempC(minute),
    });
  await terminal.report(fixes).finally(() => terminal.stop());
}
/** When the trip began, epoch ms: 245 minutes ago. */
const tripStart = Math.floor(Date.now() / 60_000) * 60_000 - 245 * 60_000;
/** A minute of the trip as the API writes times. */
const tripTime = (minute: number): string => inHours((tripStart + minute * 60_000 - Date.now()) / 3_600_000);

test('冷机故障换车：超温20分钟写进记录，两辆车合并达标率90.91%、覆盖率91.67%', async ({ page, api, trucks }) => {
  const goods = await enterOrder(api, `超温${newSerial()}`);
  const made = (await trucks(2)).map(({ vehicleId }) => vehicleId);
  try {
    const [broken = '', next = ''] = made;
    const first = await stowTask(api, broken, [goods]);
    await departNow(api, first, tripTime(0));
    await reportDrive(api, broken, 0, 100, (minute) => (minute < 80 ? -20 : -9));
    const { version } = await api(transportTaskCalls.detail, { id: first });
    const moved = await api(stowageReload, {
      waybillCode: first,
      version,
      reason: 2,
      place: { placeName: 'G15 嘉浏服务区' },
      reloadTime: tripTime(100),
      legs: [{ orderCode: goods, pieces: 12, productTemp: -17 }],
      target: { vehicleId: next, planDepartTime: inHours(0.2) },
    });
    await departNow(api, moved.newWaybillCode, tripTime(120));
    await reportDrive(api, next, 120, 240, () => -20);
    await api(orderSign, { orderCode: goods, signer: '李店长', signPieces: 12, signTime: tripTime(240) });

    await page.goto(`/transport/orderManage/customerOrder/details?id=${goods}&tab=temperature`);
    const figures = page.locator('.transport-trip-total');
    await expect(figures).toContainText('90.91%');
    await expect(figures).toContainText('91.67%');
    await expect(figures).toContainText('20 分钟');
    await expect(figures).toContainText('不合格');
    await expect(page.getByText(first).first()).toBeVisible();
    await expect(page.getByText(moved.newWaybillCode).first()).toBeVisible();
    await page.goto(`/transport/waybillManage/transportTask/check?id=${first}&tab=records`);
    await expect(page.getByText('冷机故障').first()).toBeVisible();
    expect(await api(transportTaskCalls.detail, { id: first })).toMatchObject({
      transportStatus: 3,
      closeReason: '换装',
    });
  } finally {
    // unbind the terminals, since vehicles can only be removed without
    for (const vehicleId of made) await api(vehicleUnbindDevice, { vehicleId }).catch(() => undefined);
  }
});
