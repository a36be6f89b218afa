import { vehicleDel } from '@tongda/contract/resources/vehicle/calls';
import { filledTemplate, xlsxType } from '../fixtures/sheets';
import { expect, type Page, test } from '../fixtures/test';
import { findVehicle, newPlate } from '../fixtures/vehicles';

const dialog = (page: Page) => page.getByRole('dialog', { name: '导入车辆' });

async function openImport(page: Page): Promise<void> {
  await page.goto('/resources/vehicle');
  await page.getByRole('button', { name: '导入' }).first().click();
  await expect(dialog(page)).toBeVisible();
}
const upload = (page: Page, name: string, buffer: Buffer) =>
  dialog(page).locator('input[type=file]').setInputFiles({ name, mimeType: xlsxType, buffer });

test('有错误的文件：逐格说明，只导入正确的行', async ({ page, api }) => {
  const good = newPlate();
  await openImport(page);
  const file = await filledTemplate(page, '车辆', [
    { 车牌号: good, 所属部门: '总部', 车辆类型: '厢式' },
    { 车牌号: '不是车牌', 所属部门: '总部', 车辆类型: '厢式' },
    { 车牌号: newPlate(), 所属部门: '没有这个部门', 车辆类型: '冷藏' },
  ]);
  await upload(page, '车辆.xlsx', file);
  const summary = dialog(page).getByRole('status').first();
  await expect(summary).toContainText('2 行有误');
  await expect(dialog(page)).toContainText('请输入正确的车牌号');
  const annotated = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: '下载标注了错误的文件' }).click();
  expect((await annotated).suggestedFilename()).toBe('车辆-错误标注.xlsx');
  await dialog(page).getByRole('button', { name: '只导入正确的 1 行' }).click();
  await expect(page.getByText(/导入完成：新增 1 辆/u)).toBeVisible();
  const added = await findVehicle(api, good);
  await api(vehicleDel, { ids: [added.id] });
});

test('不是表格的文件不上传，内容不是表格的文件有说明', async ({ page }) => {
  await openImport(page);
  await upload(page, '车辆.txt', Buffer.from('车牌号'));
  await expect(dialog(page)).toContainText('请上传 .xlsx 文件');
  await upload(page, '车辆.xlsx', Buffer.from('this is no spreadsheet'));
  await expect(dialog(page).getByRole('alert')).toContainText(/文件/u);
  await expect(dialog(page).getByRole('button', { name: '确认导入' })).toBeDisabled();
});
