import { customerOptions } from '@tongda/contract/base/reference/options';
import { routeBindVehicle, routeDelete, routePage } from '@tongda/contract/ground/transport-route/calls';
import { storeBatchDel, storePage } from '@tongda/contract/resources/store/calls';
import { expect, type Page, test } from '../fixtures/test';

const newCode = (prefix: string): string => `${prefix}${Date.now() % 10_000_000}`;
const field = (page: Page, name: string) => page.getByRole('textbox', { name: new RegExp(`^(已修改 )?${name}`, 'u') });

/** Draws the fence of a store around a place that is looked for. */
async function drawFence(page: Page): Promise<void> {
  await page.getByLabel('查找位置').fill('113.3245,23.1066');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: '查找结果' })).toContainText('广州市海珠区');
  await page.getByLabel('查找位置').press('Enter');
  await page.getByRole('button', { name: '设为位置' }).click();
  await expect(page.getByRole('status', { name: '绘图' })).toContainText('半径 200 m');
}

test('门店：新增、画围栏、筛选、编辑、删除', async ({ page, api }) => {
  const storeCode = newCode('E2E');
  const [customer] = await api(customerOptions, {});
  if (!customer) throw new Error('the demo company has no customer');
  await page.goto('/resources/customer/store/edit');
  await field(page, '门店编码').fill(storeCode);
  await field(page, '门店名称').fill(`店${storeCode}`);
  await page.getByRole('combobox', { name: /客户/u }).fill(customer.name);
  await page.getByTitle(customer.name).first().click();
  await field(page, '联系电话').fill('13800138000');
  await field(page, '详细地址').fill('阅江西路222号');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('请选择围栏').first()).toBeVisible();
  await drawFence(page);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page).toHaveURL(/\/customer\/store$/u);

  await page.getByPlaceholder('门店名称').fill(`店${storeCode}`);
  await page.getByRole('button', { name: '查询', exact: true }).click();
  const row = page.getByRole('row', { name: new RegExp(storeCode, 'u') });
  await expect(row).toContainText('已定位');
  await expect(row).toContainText('广东省广州市海珠区');
  await row.getByRole('link', { name: '编辑' }).click();
  await field(page, '联系人').fill('王芳');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page).toHaveURL(/\/customer\/store$/u);
  await page.goto(`/resources/customer/store?storeCode=${storeCode}`);
  await expect(row).toContainText('王芳');
  await row.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(page.getByText(`门店“店${storeCode}”已删除`)).toBeVisible();
  const { list } = await api(storePage, { page: 1, size: 15, storeCode });
  if (list.length > 0) await api(storeBatchDel, { ids: list.map(({ id }) => id) });
  expect(list).toEqual([]);
});

test('门店：编码重复和联系电话错误写在字段下', async ({ page, api }) => {
  // a copy belongs to the same customer, whose store has that code already
  const { list } = await api(storePage, { page: 1, size: 15, storeCode: 'SH-001' });
  const owned = list.find(({ customerId }) => customerId !== null);
  await page.goto(`/resources/customer/store/edit?id=${owned?.id}&copy=1`);
  await field(page, '门店编码').fill('SH-001');
  await field(page, '门店名称').fill('重复编码');
  await field(page, '详细地址').fill('地址');
  await field(page, '联系电话').fill('123');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('请输入正确的联系电话')).toBeVisible();
  await field(page, '联系电话').fill('13800138000');
  // where a store stands is not copied
  await drawFence(page);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText(/^客户“.+”已有编码为SH-001的门店$/u)).toBeVisible();
});

test('线路：两个停靠点自动估算里程，调换顺序，保存后能看时刻表；绑定车辆、停用、复制、删除', async ({ page, api }) => {
  const routeCode = newCode('RT');
  await page.goto('/transport/routeManage/edit');
  await field(page, '线路编码').fill(routeCode);
  await field(page, '线路名称').fill(`线${routeCode}`);
  const choose = async (nth: number, name: string): Promise<void> => {
    const box = page.locator('.ground-parts-stops tbody tr').nth(nth).getByRole('combobox').first();
    await box.fill(name);
    await page.locator('.ant-select-dropdown:visible').getByText(name).first().click();
  };
  await choose(0, '上海桃浦配送中心');
  await choose(1, '苏州相城冷库');
  await expect(page.getByLabel('第2站里程')).not.toHaveValue('0.0');
  await page.getByRole('button', { name: '添加停靠点' }).click();
  await choose(2, '无锡梁溪冷库');
  await page.getByRole('button', { name: '第3站上移' }).click();
  await expect(page.locator('.ground-parts-stops tbody tr').nth(1)).toContainText('无锡梁溪冷库');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page).toHaveURL(/\/transport\/routeManage$/u);
  await page.getByPlaceholder('线路名称、编码').fill(routeCode);
  await page.getByRole('button', { name: '查询', exact: true }).click();
  const row = page.getByRole('row', { name: new RegExp(routeCode, 'u') });
  await expect(row).toContainText('苏州相城冷库');
  await row.getByRole('link', { name: '详情' }).click();
  await expect(page.getByRole('tab', { name: /时刻表/u })).toBeVisible();
  await expect(page.getByRole('cell', { name: '无锡梁溪冷库' })).toBeVisible();

  await page.goto(`/transport/routeManage?keyword=${routeCode}`);
  const act = async (what: string): Promise<void> => {
    await row.getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: what }).click();
  };
  await act('绑定车辆');
  await page.getByRole('combobox', { name: '车辆', exact: true }).fill('沪A9L347');
  await page.locator('.ant-select-dropdown:visible').getByText('沪A9L347').first().click();
  await page.getByRole('dialog').getByText('常跑这条线路的车辆').click();
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await expect(row).toContainText('沪A9L347');
  await act('停用');
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(row).toContainText('停用');
  await act('删除');
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(page.getByText(/已绑定车辆沪A9L347，请先解除绑定/u).first()).toBeVisible();
  await act('复制');
  await expect(field(page, '线路名称')).toHaveValue(`线${routeCode}-副本`);
  await field(page, '线路编码').fill(`${routeCode}-2`);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page).toHaveURL(/\/transport\/routeManage$/u);

  await expect(page.getByRole('row', { name: new RegExp(`${routeCode}-2`, 'u') })).toContainText('停用');
  const { list } = await api(routePage, { page: 1, size: 15, keyword: routeCode });
  expect(list).toHaveLength(2);
  for (const { id, version, vehicles } of list) {
    if (vehicles) await api(routeBindVehicle, { id, version, vehicleIds: [] });
    await api(routeDelete, { id });
  }
});
