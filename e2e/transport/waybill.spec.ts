import { orderDetail, orderVoid } from '@tongda/contract/transport/order/calls';
import { orderSign, transportTaskCalls } from '@tongda/contract/transport/waybill/calls';
import { stowageVehicles } from '@tongda/contract/transport/waybill/stow/board';
import { expect } from '../fixtures/test';
import { enterOrder, stowTask } from '../fixtures/transport';
import { test } from '../fixtures/trucks';

test('配载到签收：键盘放上车，确认配载，发车核对，代签收，任务完成', async ({ page, api, trucks }) => {
  const receiver = `配载验收${String(Date.now()).slice(-6)}`;
  const code = await enterOrder(api, receiver);
  const [vehicle] = await trucks(1);
  const plate = vehicle?.plateNo ?? '';
  await page.goto('/transport/orderManage/customerOrder/stowage');
  await page.getByRole('button', { name: '添加车辆' }).first().click();
  // the list of trucks leaves the orders readable that one is chosen for
  const trucksLeft = (await page.locator('.transport-waybill-stow-vehicles').boundingBox())?.x ?? 0;
  const codes = page.locator('.transport-waybill-stow-order').first();
  const box = await codes.boundingBox();
  expect(trucksLeft).toBeGreaterThan((box?.x ?? 0) + (box?.width ?? 0) - 40);
  await page
    .locator('.transport-waybill-stow-vehicles button')
    .filter({ hasText: `${plate.slice(0, 2)}·${plate.slice(2)}` })
    .click();
  const row = page.locator(`.transport-waybill-stow-order[data-code="${code}"]`);
  await page.getByLabel('收货点、单号').fill(receiver);
  await row.focus();
  await page.keyboard.press('Enter');
  const load = page.getByRole('region', { name: plate });
  await expect(load.getByRole('button', { name: new RegExp(receiver, 'u') })).toBeVisible();
  // the weight bar shows; a narrow block of the loading plan shows its stop only
  await expect(load.getByText('kg').last()).toBeVisible();
  // the draft of a colleague is on the board too, with his name and not selected
  const drafts = page.getByRole('region').filter({ hasText: '的草稿' });
  const theirs = await drafts.count();
  for (const box of await drafts.getByRole('checkbox').all()) await expect(box).not.toBeChecked();
  await expect(load.getByRole('checkbox')).toBeChecked();
  await page.getByRole('button', { name: '确认配载 1 车' }).click();
  await expect(page.getByText(/已确认配载 YS\d+$/u)).toBeVisible();
  // a confirmed order leaves the board; the draft of the colleague stays his
  await expect(load).toHaveCount(0);
  await expect(drafts).toHaveCount(theirs);
  const { waybillCode } = await api(orderDetail, { id: code });
  expect(waybillCode).toMatch(/^YS/u);

  await page.goto(`/transport/waybillManage/departureManage/check?id=${waybillCode}`);
  await expect(page.getByRole('heading', { name: '发车核对' })).toBeVisible();
  const why = page.getByLabel('带条件放行的原因');
  const leave = page.getByRole('button', { name: /发车$/u });
  await expect(page.getByText('自动检查')).toBeVisible();
  if (await why.isVisible()) await why.fill('现场确认');
  await page.getByRole('textbox', { name: '铅封号' }).fill('F260001');
  // nothing counts as checked by itself
  await expect(page.getByText('人工检查还有7项未做')).toBeVisible();
  await expect(leave).toBeDisabled();
  await page.getByRole('button', { name: '全部正常' }).click();
  await leave.click();
  await expect(page).toHaveURL(/departureManage(\?|$)/u);

  await page.goto(`/transport/waybillManage/transportTask/check?id=${waybillCode}&tab=goods`);
  await page.getByRole('button', { name: '代签收' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('签收人').fill('李店长');
  await dialog.getByRole('button', { name: /签\s*收/u }).click();
  await expect(page.getByText('李店长')).toBeVisible();
  expect(await api(transportTaskCalls.detail, { id: waybillCode ?? '' })).toMatchObject({ transportStatus: 3 });
  expect(await api(orderDetail, { id: code })).toMatchObject({ orderStatus: 5 });
});

test('装车清点0件与没有清点分得清：清点为0的订单不随车走，回到待调度', async ({ page, api, trucks }) => {
  const serial = String(Date.now()).slice(-6);
  const [here, gone] = [await enterOrder(api, `清点甲${serial}`), await enterOrder(api, `清点乙${serial}`)];
  const [vehicle] = await trucks(1);
  const waybillCode = await stowTask(api, vehicle?.vehicleId ?? '', [here, gone]);
  const trip = () => api(transportTaskCalls.detail, { id: waybillCode });
  await api(transportTaskCalls.startLoad, { waybillCode, version: (await trip()).version });
  await page.goto(`/transport/waybillManage/transportTask/check?id=${waybillCode}&tab=goods`);
  const { planPieces } = (await trip()).legs[0] ?? { planPieces: 0 };
  // nobody has counted: the fields are empty
  await expect(page.getByLabel(`${gone}已装件数`)).toHaveValue('');
  for (const [code, pieces] of [
    [here, planPieces],
    [gone, 0],
  ] as const) {
    await page.getByLabel(`${code}已装件数`).fill(String(pieces));
    await page.getByLabel(`${code}已装件数`).press('Enter');
  }
  // whoever counts fast does not stand in his own way
  await expect.poll(async () => (await trip()).legs.every(({ loadCounted }) => loadCounted)).toBe(true);
  await expect(page.getByLabel(`${gone}已装件数`)).toHaveValue('0');
  await page.goto(`/transport/waybillManage/departureManage/check?id=${waybillCode}`);
  await expect(page.getByText(`订单${gone}装车清点0件，发车时移出运单`)).toBeVisible();
  await page.getByLabel('带条件放行的原因').fill('乙店货未到');
  await page.getByRole('textbox', { name: '铅封号' }).fill('F260002');
  await page.getByRole('button', { name: '全部正常' }).click();
  await page.getByRole('button', { name: /发车$/u }).click();
  await expect(page).toHaveURL(/departureManage(\?|$)/u);
  expect((await trip()).legs.map(({ orderCode }) => orderCode)).toEqual([here]);
  expect(await api(orderDetail, { id: gone })).toMatchObject({ orderStatus: 1 });
  await api(orderVoid, { orderCodes: [gone], reason: '测试完毕' });
  await api(orderSign, { orderCode: here, signer: '李店长', signPieces: planPieces });
});

test('拒绝要说原因：没有冷机的车放不下冷冻订单', async ({ page, api }) => {
  const receiver = `拒装验收${String(Date.now()).slice(-6)}`;
  const code = await enterOrder(api, receiver);
  const vehicle = (await api(stowageVehicles, undefined)).find(
    (one) => one.vehicleStatus === 0 && one.compartments.every(({ tempMin }) => tempMin === null),
  );
  const plate = vehicle?.plateNo ?? '';
  await page.goto('/transport/orderManage/customerOrder/stowage');
  await page.getByRole('button', { name: '添加车辆' }).first().click();
  await page
    .locator('.transport-waybill-stow-vehicles button')
    .filter({ hasText: `${plate.slice(0, 2)}·${plate.slice(2)}` })
    .click();
  await page.getByLabel('收货点、单号').fill(receiver);
  await page.locator(`.transport-waybill-stow-order[data-code="${code}"]`).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/没有冷机，不能装/u).first()).toBeVisible();
  // the page stays where it was
  await expect(page.locator(`.transport-waybill-stow-order[data-code="${code}"]`)).toBeVisible();
  await expect(page.getByRole('region', { name: plate }).getByText(receiver)).toHaveCount(0);
  await api(orderVoid, { orderCodes: [code], reason: '测试完毕' });
});
