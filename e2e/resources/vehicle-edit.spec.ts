import { deviceOptions } from '@tongda/contract/resources/device/calls';
import { vehicleAdd, vehicleDel, vehicleDetail, vehicleUpdate } from '@tongda/contract/resources/vehicle/calls';
import { type Api, expect, type Page, test } from '../fixtures/test';
import { findVehicle, newPlate, truck } from '../fixtures/vehicles';

/** A text field by its label, which begins with 已修改 once the field was changed. */
const field = (page: Page, name: string) => page.getByRole('textbox', { name: new RegExp(`^(已修改 )?${name}$`, 'u') });
const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true });

/** Chooses an entry of a select box. */
async function chooseOption(page: Page, name: RegExp, text: string): Promise<void> {
  await page.getByRole('combobox', { name }).click();
  await page.locator('.ant-select-dropdown:visible').getByText(text, { exact: true }).click();
}

let plate = '';
test.beforeEach(() => {
  plate = newPlate();
});
test.afterEach(async ({ api }) => {
  const found = await findVehicle(api, plate).catch(() => null);
  if (found) await api(vehicleDel, { ids: [found.id] });
});

const addTruck = async (api: Api): Promise<string> => (await api(vehicleAdd, await truck(api, plate))).id;

test('新增：字段下立即说明错误，改正后保存，列表里有它', async ({ page, api }) => {
  await page.goto('/resources/vehicle');
  await page.getByRole('button', { name: '新增' }).click();
  await expect(page).toHaveURL(/\/resources\/vehicle\/edit$/u);
  await field(page, '车牌号').fill('沪A1');
  await field(page, '车辆备注').focus();
  await expect(page.locator('.ant-form-item-explain-error').first()).toHaveText('请输入正确的车牌号');
  await save(page).click();
  await expect(page.getByRole('status').filter({ hasText: '处需修改' })).toBeVisible();
  await field(page, '车牌号').fill(plate);
  await chooseOption(page, /车辆类型/u, '厢式');
  await chooseOption(page, /所属部门/u, '总部');
  await save(page).click();
  await expect(page).toHaveURL(/\/resources\/vehicle(\?|$)/u);
  expect(await findVehicle(api, plate)).toMatchObject({ vehicleType: '厢式' });
});

test('编辑：改了什么列在右边，可以逐项撤销，保存后进变更记录', async ({ page, api }) => {
  const id = await addTruck(api);
  await page.goto(`/resources/vehicle/edit?id=${id}`);
  const changes = page.getByRole('complementary', { name: '附加信息' });
  await expect(changes).toContainText('还没有修改');
  await field(page, '车辆备注').fill('冷链十号');
  await field(page, '品牌型号').fill('东风');
  await expect(changes).toContainText('冷链十号');
  await changes.getByRole('button', { name: /撤销/u }).first().click();
  await expect(changes).not.toContainText('冷链十号');
  await save(page).click();
  await expect(page).not.toHaveURL(/edit/u);
  const saved = await api(vehicleDetail, { id });
  expect(saved).toMatchObject({ brand: '东风', remarkNo: '' });
  await page.goto(`/resources/vehicle/details?id=${id}`);
  await page.getByRole('tab', { name: '变更记录' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('东风');
});

test('别人先改了：保存被拒绝并说明，刷新后保留自己填写的内容再保存', async ({ page, api }) => {
  const id = await addTruck(api);
  await page.goto(`/resources/vehicle/edit?id=${id}`);
  await field(page, '车辆备注').fill('我的修改');
  const now = await api(vehicleDetail, { id });
  const others = { ...(await truck(api, plate)), remarkNo: '别人的修改', brand: '福田' };
  await api(vehicleUpdate, { ...others, id, version: now.version });
  await save(page).click();
  const bar = page.getByRole('alert').filter({ hasText: /已编辑（.*），请刷新后重试/u });
  await expect(bar).toBeVisible();
  expect(await api(vehicleDetail, { id })).toMatchObject({ remarkNo: '别人的修改' });
  await bar.getByRole('button', { name: '刷新后重试' }).click();
  await expect(field(page, '品牌型号')).toHaveValue('福田');
  await expect(field(page, '车辆备注')).toHaveValue('我的修改');
  await save(page).click();
  await expect(page).not.toHaveURL(/edit/u);
  expect(await api(vehicleDetail, { id })).toMatchObject({ remarkNo: '我的修改', brand: '福田' });
});

test('没有保存就离开会询问', async ({ page, api }) => {
  const id = await addTruck(api);
  await page.goto(`/resources/vehicle/edit?id=${id}`);
  await field(page, '车辆备注').fill('没有保存');
  await page.getByRole('button', { name: '取消' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('当前内容未保存，确认离开？');
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect(page).toHaveURL(/edit/u);
  await expect(field(page, '车辆备注')).toHaveValue('没有保存');
});

test('绑定库存终端，再解绑', async ({ page, api }) => {
  const id = await addTruck(api);
  const free = (await api(deviceOptions, {})).find(({ vehicleId }) => vehicleId === null);
  if (!free) throw new Error('the demo company has no terminal in stock');
  await page.goto(`/resources/vehicle?plateNo=${plate}`);
  const row = page.locator('.ant-table-tbody tr.ant-table-row').first();
  await row.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '绑定设备' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '绑定' }).click();
  await expect(dialog).toContainText('请选择终端');
  await dialog.getByRole('combobox').fill(free.name);
  await page.locator('.ant-select-dropdown:visible').getByText(free.name).click();
  await dialog.getByRole('button', { name: '绑定' }).click();
  await expect(page.getByText(`${plate} 已绑定终端`)).toBeVisible();
  expect(await findVehicle(api, plate)).toMatchObject({ id, terminalNo: free.name });
  await row.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '解绑设备' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '解绑' }).click();
  await expect(page.getByText(`${plate} 已解绑终端`)).toBeVisible();
  expect(await findVehicle(api, plate)).toMatchObject({ deviceId: null });
});

test('详情显示当前位置的地址、探头与绑定历史', async ({ page, api }) => {
  const { id } = await findVehicle(api, '沪A9L347');
  await page.goto(`/resources/vehicle/details?id=${id}`);
  await expect(page.getByRole('complementary', { name: '实时状态' })).toContainText(/[省市].*[市区县]/u);
  await page.getByRole('tab', { name: /^设备与探头/u }).click();
  await expect(page.getByRole('tabpanel')).toContainText('前部');
  await page.getByRole('tab', { name: /^绑定历史/u }).click();
  await expect(page.getByRole('tabpanel')).toContainText('14400260407');
});

test('不存在的车说明原因', async ({ page }) => {
  await page.goto('/resources/vehicle/edit?id=1');
  await expect(page.getByText(/不存在|无权/u).first()).toBeVisible();
});
