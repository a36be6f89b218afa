import { vehicleAdd, vehicleDel } from '@tongda/contract/resources/vehicle/calls';
import { expect, type Page, test } from '../fixtures/test';
import { findVehicle, newPlate, truck } from '../fixtures/vehicles';

const rows = (page: Page) => page.locator('.ant-table-tbody tr.ant-table-row');
const plateBox = (page: Page) => page.getByRole('textbox', { name: /^车牌号/u });

async function openList(page: Page, query = ''): Promise<void> {
  await page.goto(`/resources/vehicle${query}`);
  await expect(rows(page).first()).toBeVisible();
}

test('1366×768 时不用滚动就看到15行；字段顺序和显示在刷新后保留', async ({ page }) => {
  await openList(page);
  await expect(rows(page)).toHaveCount(15);
  const bottoms = await page.evaluate(() => {
    const last = [...document.querySelectorAll('.ant-table-tbody tr.ant-table-row')].at(-1);
    const body = document.querySelector('.ant-table-body');
    const bottom = (element?: Element | null) => element?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY;
    return { row: bottom(last), body: bottom(body), page: document.documentElement.scrollHeight };
  });
  expect(bottoms.row).toBeLessThanOrEqual(bottoms.body);
  expect(bottoms.body).toBeLessThan(768);
  expect(bottoms.page).toBe(768);
  await chooseFields(page);
});

test('筛选、页签和页码都在地址里：刷新还在，重置清空；粘贴多个车牌一起查；没有结果时说明怎么办', async ({ page }) => {
  await openList(page);
  await plateBox(page).fill('沪A9L347');
  await plateBox(page).press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/plateNo=/u);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(plateBox(page)).toHaveValue('沪A9L347');
  await page.getByRole('button', { name: '重置' }).click();
  await expect(rows(page)).toHaveCount(15);
  await expect(page).not.toHaveURL(/plateNo=/u);

  await plateBox(page).fill('沪A9L347 沪A7K205，川A9D360');
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('button', { name: '重置' }).click();
  await expect(rows(page)).toHaveCount(15);

  // the number on a tab equals the number of its rows
  const tab = page.getByRole('tab', { name: /^维修中/u });
  const count = Number(/\d+/u.exec((await tab.textContent()) ?? '')?.[0]);
  expect(count).toBeGreaterThan(0);
  await tab.click();
  await expect(rows(page)).toHaveCount(count);
  await expect(page.getByText(`共 ${count} 条`)).toBeVisible();
  await expect(page).toHaveURL(/tab=/u);
  await page.getByRole('tab', { name: /^全部/u }).click();
  await expect(rows(page)).toHaveCount(15);

  const first = await rows(page).first().textContent();
  await page.getByRole('listitem', { name: '2', exact: true }).click();
  await expect(page).toHaveURL(/page=2/u);
  await expect(rows(page).first()).not.toHaveText(first ?? '');
  await plateBox(page).fill('沪Z99999');
  await plateBox(page).press('Enter');
  await expect(rows(page)).toHaveCount(0);
  await expect(page.locator('.kit-show-state-title')).toBeVisible();
});

/** Hides a field and moves another one by the keyboard. Both stay after a reload, until the default is restored. */
async function chooseFields(page: Page): Promise<void> {
  const header = () => page.locator('.ant-table-thead th').allTextContents();
  await page.getByRole('button', { name: /^字段设置/u }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: '车辆备注' }).uncheck();
  await dialog.getByRole('button', { name: '拖动 主驾' }).focus();
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('status')).toContainText('主驾');
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toHaveCount(0);
  const chosen = await header();
  expect(chosen).not.toContain('车辆备注');
  expect(chosen.indexOf('主驾')).toBeLessThan(chosen.indexOf('所属车队'));
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  expect(await header()).toEqual(chosen);
  await page.getByRole('button', { name: /^字段设置/u }).click();
  await dialog.getByRole('button', { name: '恢复默认' }).click();
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect.poll(header).toContain('车辆备注');
}

test('导出得到文件，下载管理里也有', async ({ page }) => {
  await openList(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出' }).click();
  await expect(page.getByText('已成功导出')).toBeVisible();
  expect((await download).suggestedFilename()).toMatch(/车辆.*\.xlsx$/u);
  await page.goto('/community/download');
  await expect(rows(page).first()).toContainText('车辆');
});

test('绑定着设备的车不能删除，说明原因；没有绑定的确认后删除', async ({ page, api }) => {
  await openList(page, '?plateNo=沪A9L347');
  await rows(page).first().getByRole('button', { name: '更多' }).click();
  await expect(page.getByRole('menuitem', { name: '删除' })).toHaveAttribute('aria-disabled', 'true');
  // the button is disabled, and the server refuses too
  const bound = await findVehicle(api, '沪A9L347');
  await expect(api(vehicleDel, { ids: [bound.id] })).rejects.toThrow('车辆沪A9L347已绑定设备，请先解绑');

  const plate = newPlate();
  await api(vehicleAdd, await truck(api, plate));
  await openList(page, `?plateNo=${plate}`);
  await rows(page).first().getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '删除' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(plate);
  await dialog.getByRole('button', { name: '删除' }).click();
  await expect(page.getByText(`${plate} 已删除`)).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
});

test.describe('运输管理中的同一页面', () => {
  test.use({ role: 'tms' });
  test('在自己的菜单下打开', async ({ page }) => {
    await page.goto('/transport/vehicle');
    await expect(rows(page).first()).toBeVisible();
  });
});
