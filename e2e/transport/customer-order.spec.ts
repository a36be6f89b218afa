import { customerOptions } from '@tongda/contract/base/reference/options';
import { orderAdd, orderDetail, orderVoid } from '@tongda/contract/transport/order/calls';
import { orderSplit } from '@tongda/contract/transport/order/family';
import { orderSign } from '@tongda/contract/transport/waybill/calls';
import { type Api, expect, type Page } from '../fixtures/test';
import { departNow, stowTask } from '../fixtures/transport';
import { test } from '../fixtures/trucks';

const listPath = '/transport/orderManage/customerOrder';

/** 10 o'clock some days from now, as the API writes times. */
const inDays = (days: number): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)} 10:00:00`;

async function makeDraft(api: Api, receiver: string) {
  const [customer] = await api(customerOptions, {});
  return {
    customerId: customer?.id ?? '',
    businessType: 2,
    freightPayMode: 3,
    pickUpFlag: 0,
    deliveryMode: 1,
    shipper: '赵仓管',
    shipPhone: '13800138000',
    shipArea: '上海市青浦区',
    shipAddress: '华新镇嘉松中路1号',
    receiver,
    receivePhone: '13900139000',
    receiveArea: '江苏省苏州市姑苏区',
    receiveAddress: '观前街88号',
    arriveTo: inDays(2),
    temperatureType: 3,
    tempMin: -22,
    tempMax: -18,
    items: [
      { cargoName: '速冻水饺', packUnit: '箱', pieces: 10, weightKg: 333.33, volumeM3: 1.111, temperatureType: 3 },
    ],
  } as const;
}

const enterOrder = async (api: Api, receiver: string): Promise<string> =>
  (await api(orderAdd, { ...(await makeDraft(api, receiver)), items: [...(await makeDraft(api, receiver)).items] }))
    .orderCode;
const rowOf = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code });

test('客服录入订单：必填项说清楚，从地址簿带出收货点，保存后出现在待调度', async ({ page, api }) => {
  const receiver = `验收${String(Date.now()).slice(-8)}`;
  await page.goto(listPath);
  await page.getByRole('button', { name: '新增' }).click();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('请选择客户名称').first()).toBeVisible();
  const pick = async (label: string, text: string) => {
    await page.getByRole('combobox', { name: label }).fill(text);
    await page.locator('.ant-select-item-option').filter({ hasText: text }).first().click();
  };
  await pick('客户名称', '鲜果源');
  const groups = page.locator('.kit-form-group');
  const receive = groups.filter({ hasText: '收货信息' });
  await receive.locator('.transport-order-book input').fill('店');
  await page.locator('.ant-select-item-option').filter({ hasText: '店' }).first().click();
  await expect(page.getByLabel('收货详细地址')).not.toHaveValue('');
  await page.getByRole('textbox', { name: /收货人$/u }).fill(receiver);
  await page.getByLabel('收货电话').fill('13900139000');
  await page.getByLabel('发货人').fill('赵仓管');
  await page.getByLabel('发货电话').fill('13800138000');
  await page.getByRole('combobox', { name: '发货省市区' }).fill('青浦');
  await page.locator('.ant-cascader-menu-item').filter({ hasText: '青浦区' }).first().click();
  await page.getByLabel('发货详细地址').fill('华新镇嘉松中路1号');
  await page.locator('#arriveTo').fill(inDays(2));
  await page.keyboard.press('Enter');
  await page.getByLabel('第1行品名').fill('冰淇淋');
  await page.getByLabel('第1行件数').fill('20');
  await page.getByLabel('第1行重量').fill('90');
  await page.getByLabel('第1行体积').fill('0.72');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${listPath}(\\?|$)`, 'u'));
  await page.goto(`${listPath}?receiver=${receiver}`);
  const link = page.getByRole('link', { name: /^DD\d+$/u });
  await expect(link).toHaveCount(1);
  const code = (await link.textContent()) ?? '';
  expect(await api(orderDetail, { id: code })).toMatchObject({
    receiver,
    totalPieces: 20,
    orderStatus: 1,
  });
  await api(orderVoid, { orderCodes: [code], reason: '测试完毕' });
});

test('拆单：剩余件数不为零不能确认，3/3/4 后重量合计不变，可撤销；子单发车后其他子单不能作废，也不能撤销', async ({
  page,
  api,
  trucks,
}) => {
  const code = await enterOrder(api, '拆单验收');
  await page.goto(`${listPath}/splitOrder?id=${code}`);
  await page.getByLabel('子单数').fill('3');
  await page.getByLabel('速冻水饺子单1件数').fill('1');
  await expect(page.getByRole('status').filter({ hasText: '没有分' })).toBeVisible();
  await expect(page.getByRole('button', { name: '确认拆单' })).toBeDisabled();
  for (const [i, pieces] of ['3', '3', '4'].entries()) await page.getByLabel(`速冻水饺子单${i + 1}件数`).fill(pieces);
  await expect(page.getByRole('row').filter({ hasText: '重量(kg)' })).toContainText(
    /333\.33\s*100\.00\s*100\.00\s*133\.33/u,
  );
  await page.getByRole('button', { name: '确认拆单' }).click();
  await expect(page).toHaveURL(/details\?.*tab=family/u);
  for (const no of ['01', '02', '03']) await expect(page.getByRole('link', { name: `${code}-${no}` })).toBeVisible();
  await page.getByRole('button', { name: '撤销拆单' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤销拆单' }).click();
  await expect(page.getByRole('button', { name: '编辑' })).toBeVisible();

  // once some parts of a split order are on the road, the others cannot be voided and the split cannot be undone
  const { version, items } = await api(orderDetail, { id: code });
  const { childCodes } = await api(orderSplit, {
    orderCode: code,
    version,
    children: [3, 3, 4].map((pieces) => ({ items: [{ itemId: items[0]?.itemId ?? '', pieces }] })),
  });
  const [one = '', two = '', three = ''] = childCodes;
  const [truck] = await trucks(1);
  await departNow(api, await stowTask(api, truck?.vehicleId ?? '', [one, three]));
  await page.goto(`${listPath}/details?id=${two}`);
  await expect(page.getByRole('button', { name: '复制', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: '作废' })).toHaveCount(0);
  await page.goto(`${listPath}/details?id=${code}&tab=family`);
  await expect(page.getByRole('link', { name: two })).toBeVisible();
  await expect(page.getByRole('button', { name: '撤销拆单' })).toHaveCount(0);
  // the split order is followed through its parts, and each part leads back to it
  await page.getByRole('tab', { name: '运输信息' }).click();
  await page.getByRole('link', { name: '在订单跟踪中查看' }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('region', { name: `子单${one}` })).toContainText('运输中');
  await expect(drawer.getByRole('region', { name: `子单${two}` })).toContainText('待调度');
  await drawer.getByRole('button', { name: three }).click();
  await drawer.getByRole('button', { name: code, exact: true }).click();
  await expect(drawer.getByText('10 件，拆为 3 个子单')).toBeVisible();
  for (const [orderCode, signPieces] of [
    [one, 3],
    [three, 4],
  ] as const)
    await api(orderSign, { orderCode, signer: '李店长', signPieces });
  await api(orderVoid, { orderCodes: [two], reason: '测试完毕' });
  expect(await api(orderDetail, { id: code })).toMatchObject({ orderStatus: 5, totalPieces: 10, totalWeight: 333.33 });
});

test('两人同时编辑：后保存的人被告知，原内容不被覆盖', async ({ page, api }) => {
  const code = await enterOrder(api, '并发验收');
  await page.goto(`${listPath}/edit?id=${code}`);
  await page.getByLabel('收货详细地址').fill('十全街1号');
  const { version } = await api(orderDetail, { id: code });
  await api(orderVoid, { orderCodes: [code], reason: '别人先作废了' });
  expect(version).toBe(1);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText(/已作废的订单不能编辑|数据已被他人修改/u).first()).toBeVisible();
  expect((await api(orderDetail, { id: code })).receiveAddress).toBe('观前街88号');
});

test('按单号粘贴查询，作废要写原因，作废后进入已作废', async ({ page, api }) => {
  const [one, two] = [await enterOrder(api, '作废验收甲'), await enterOrder(api, '作废验收乙')];
  await page.goto(listPath);
  await page.getByLabel('订单号 / 客户单号，可粘贴多个').fill(`${one} ${two}`);
  await page.keyboard.press('Enter');
  await expect(rowOf(page, one)).toBeVisible();
  await expect(page.getByText('共 2 条')).toBeVisible();
  for (const code of [one, two]) await rowOf(page, code).getByRole('checkbox').check();
  await page.getByRole('button', { name: '作废' }).last().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: '作废' })).toBeDisabled();
  await dialog.getByRole('button', { name: '客户取消' }).click();
  await dialog.getByRole('button', { name: '作废' }).last().click();
  await expect(page.getByText('已作废 2 个订单')).toBeVisible();
  await page.getByRole('tab', { name: /已作废/u }).click();
  await expect(rowOf(page, one)).toContainText('已作废');
});
