import { downloadDel, downloadList, downloadStatusCheck } from '@tongda/contract/base/download/calls';
import { vehicleExport } from '@tongda/contract/resources/vehicle/calls';
import { storeBefore } from '../fixtures/storage';
import { type Api, expect, type Page, test } from '../fixtures/test';

/** Ids of exports that the browser still waits for. */
const readKeptDownloads = (page: Page) =>
  // the page writes this object
  page.evaluate(() => JSON.parse(localStorage.getItem('td.downloads') ?? '{"ids":[]}') as { ids: string[] });

/** Makes an export as the administrator of the demo company and waits until it is finished; answers its id. */
async function makeFinishedExport(api: Api): Promise<string> {
  const { id } = await api(vehicleExport, { fields: ['plateNo'] });
  await expect
    .poll(async () => (await api(downloadStatusCheck, { ids: [id] }))[0]?.status, { timeout: 20_000 })
    .toBe(1);
  return id;
}

test('两个窗口只下载一次；按钮锁定10秒，提示去下载管理', async ({ page, context, api }) => {
  const saved: string[] = [];
  const watch = (window: Page) => window.on('download', (download) => saved.push(download.suggestedFilename()));
  watch(page);
  const other = await context.newPage();
  watch(other);
  await other.goto('/community/download');
  await page.goto('/resources/vehicle');
  await page.getByRole('button', { name: '导出' }).click();
  await expect(page.getByText('已成功导出，请到下载管理中下载')).toBeVisible();
  await expect(page.getByRole('link', { name: '去下载' })).toHaveAttribute('href', '/community/download');
  await expect(page.getByRole('button', { name: /^导出中 \d+s$/u })).toBeDisabled();
  await expect.poll(() => saved.length, { timeout: 20_000 }).toBe(1);
  expect(saved[0]).toMatch(/^车辆_\d{8}_\d{6}\.xlsx$/u);
  await expect.poll(async () => (await readKeptDownloads(page)).ids).toEqual([]);
  await page.waitForTimeout(2500);
  expect(saved).toHaveLength(1);
  const { list } = await api(downloadList, { page: 1, size: 15, fileName: saved[0] });
  await api(downloadDel, { ids: list.map(({ id }) => id) });
});

test('任务失败时提示并移除，不再询问', async ({ page }) => {
  let asked = 0;
  await page.route(`**${downloadStatusCheck.path}`, (route) => {
    asked++;
    const data = [{ id: '7', status: asked === 1 ? 0 : 2, pathUrl: null, fileName: 'x.xlsx', failReason: null }];
    return route.fulfill({ json: { code: 200, msg: 'ok', data } });
  });
  await storeBefore(page, { 'td.downloads': JSON.stringify({ ids: ['7'], since: Date.now() }) });
  await page.goto('/community/download');
  await expect(page.getByText('文件下载失败!')).toBeVisible();
  expect((await readKeptDownloads(page)).ids).toEqual([]);
  await page.waitForTimeout(2000);
  expect(asked).toBe(2);
});

test.describe('微信内', () => {
  test.use({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) MicroMessenger/8.0.50' });
  test('不下载，建议用浏览器打开', async ({ page, api }) => {
    const id = await makeFinishedExport(api);
    let saved = 0;
    page.on('download', () => saved++);
    await page.goto('/community/download');
    await page.getByRole('button', { name: '下载', exact: true }).first().click();
    await expect(page.getByText('请点击右上角，选择在浏览器中打开后下载')).toBeVisible();
    expect(saved).toBe(0);
    await api(downloadDel, { ids: [id] });
  });
});

test('下载管理：按模块筛选，下载、重新生成、批量删除', async ({ page, api }) => {
  const ids = [await makeFinishedExport(api), await makeFinishedExport(api)];
  await page.goto('/community/download?module=车辆管理');
  const rows = page.locator('.ant-table-tbody tr.ant-table-row');
  await expect(rows.first()).toContainText('已完成');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载', exact: true }).first().click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^车辆_.*\.xlsx$/u);
  const [again] = await Promise.all([
    page.waitForEvent('download', { timeout: 20_000 }),
    page.getByRole('button', { name: '重新生成' }).first().click(),
  ]);
  expect(again.suggestedFilename()).toBe(file.suggestedFilename());
  await expect(page.getByText('自动下载中，可在下载管理中浏览历史下载文件。')).toBeVisible();
  const total = (await api(downloadList, { page: 1, size: 15 })).total;
  for (const id of ids) await page.locator(`tr[data-row-key="${id}"]`).getByRole('checkbox').check();
  await page.locator('.kit-list-tools').getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(page.getByText('删除成功')).toBeVisible();
  for (const id of ids) await expect(page.locator(`tr[data-row-key="${id}"]`)).toHaveCount(0);
  expect((await api(downloadList, { page: 1, size: 15 })).total).toBeLessThan(total);
});

test('精简版没有页头和菜单，每页40条', async ({ page }) => {
  await page.goto('/community/download2');
  await expect(page.getByRole('button', { name: '查询', exact: true })).toBeVisible();
  await expect(page.locator('.shell-frame-header')).toHaveCount(0);
  await expect(page.getByText('40 条/页')).toBeVisible();
});
