import { placeDel, placePage } from '@tongda/contract/ground/place/calls';
import { cardPage } from '@tongda/contract/resources/card/calls';
import { cardStatus, cardType } from '@tongda/contract/resources/enums';
import { vehicleChangeHis, vehiclePaperList } from '@tongda/contract/resources/vehicle/calls';
import { expect, type Page, test } from '../fixtures/test';
import { findVehicle } from '../fixtures/vehicles';

/** A truck of the demo company whose terminal is connected. */
const plate = '沪A9L347';
const rows = (page: Page) => page.locator('.ant-table-tbody tr.ant-table-row');

test('写入设备：缺什么写在字段下，下发文本和读取参数后显示终端的应答，可筛选', async ({ page }) => {
  await page.goto('/resources/writeDevice?view=task');
  await page.getByRole('button', { name: '写入设备', exact: true }).first().click();
  const panel = page.getByRole('region', { name: '写入设备' });
  await panel.getByRole('button', { name: '下发' }).click();
  await expect(panel).toContainText('请输入要显示的文本');
  await expect(panel).toContainText('请选择车辆');
  const words = `前方拥堵${Date.now() % 100_000}`;
  await panel.getByRole('textbox', { name: /文本/u }).fill(words);
  await panel.getByRole('combobox', { name: /车辆/u }).fill(plate);
  await page.locator('.ant-select-dropdown:visible').getByText(plate).first().click();
  await panel.getByRole('heading').click();
  await panel.getByRole('button', { name: '下发' }).click();
  await expect(panel).toBeHidden();
  const sent = rows(page).filter({ hasText: words });
  await expect(sent).toContainText('成功');

  await page.getByRole('button', { name: '写入设备', exact: true }).first().click();
  await panel.getByRole('combobox', { name: /写入内容/u }).click();
  await page.locator('.ant-select-dropdown:visible').getByText('读取参数').click();
  await panel.getByRole('combobox', { name: /车辆/u }).fill(plate);
  await page.locator('.ant-select-dropdown:visible').getByText(plate).first().click();
  await panel.getByRole('heading').click();
  await panel.getByRole('button', { name: '下发' }).click();
  await expect(rows(page).first()).toContainText('心跳间隔 60s，缺省定位上报间隔 30s，最高速度 100km/h');

  await page.goto(`/resources/writeDevice?view=task&content=readParams&plateNo=${encodeURIComponent(plate)}`);
  await expect(rows(page).first()).toContainText('读取参数');
  await expect(rows(page).filter({ hasText: words })).toHaveCount(0);
  await page.getByRole('button', { name: '重置' }).click();
  // the list of writes stays open, not that of the cards
  await expect(page).toHaveURL(/view=task/u);
  await expect(rows(page).filter({ hasText: words })).toHaveCount(1);
});

test('司机白名单：没选司机时提示，下发所选司机的卡号，终端应答成功', async ({ page, api }) => {
  const { list } = await api(cardPage, { page: 1, size: 1, cardType: cardType.driver, cardStatus: cardStatus.valid });
  const name = list[0]?.ownerName ?? '';
  await page.goto('/resources/writeDevice?view=task');
  await page.getByRole('button', { name: '写入设备', exact: true }).first().click();
  const panel = page.getByRole('region', { name: '写入设备' });
  await panel.getByRole('combobox', { name: /写入内容/u }).click();
  await page.locator('.ant-select-dropdown:visible').getByText('司机白名单').click();
  await panel.getByRole('combobox', { name: /车辆/u }).fill(plate);
  await page.locator('.ant-select-dropdown:visible').getByText(plate).first().click();
  await panel.getByRole('heading').click();
  await panel.getByRole('button', { name: '下发' }).click();
  await expect(panel).toContainText('请选择司机');
  await panel.getByRole('combobox', { name: /司机/u }).fill(name);
  await page.locator('.ant-select-dropdown:visible').getByText(name).first().click();
  await panel.getByRole('heading').click();
  await panel.getByRole('button', { name: '下发' }).click();
  await expect(panel).toBeHidden();
  await expect(
    rows(page)
      .filter({ hasText: `追加 ${name}` })
      .first(),
  ).toContainText('成功');
});

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('车辆证照：上传图片、不收的文件说明原因、记入变更记录、删除', async ({ page, api }) => {
  const { id } = await findVehicle(api, plate);
  await page.goto(`/resources/vehicle/details?id=${id}`);
  await page.getByRole('tab', { name: '证照' }).click();
  const papers = page.getByRole('region', { name: '证照图片' });
  const choose = papers.getByLabel('选择行驶证文件');
  await choose.setInputFiles({ name: '行驶证.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await expect(page.getByText(/JPG、PNG、PDF/u).first()).toBeVisible();
  await choose.setInputFiles({ name: '行驶证正本.png', mimeType: 'image/png', buffer: png });
  await expect(papers.getByRole('img', { name: '行驶证正本.png' })).toBeVisible();
  const history = await api(vehicleChangeHis, { id, page: 1, size: 1 });
  expect(history.list[0]).toMatchObject({ action: '上传证照' });
  await papers.getByRole('button', { name: '删除 行驶证正本.png' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(papers.getByRole('img', { name: '行驶证正本.png' })).toBeHidden();
  expect(await api(vehiclePaperList, { id })).toEqual([]);
});

test('区域站点：导入KML，有错误的排在前面，导入后可撤销整次导入', async ({ page, api }) => {
  const name = `导入${Date.now() % 1_000_000}`;
  const mark = (label: string, at: string): string =>
    `<Placemark><name>${label}</name><Point><coordinates>${at}</coordinates></Point></Placemark>`;
  const kml = `<kml><Document>${mark(name, '121.38,31.25,0')}${mark('', '121.4,31.2,0')}</Document></kml>`;
  await page.goto('/resources/regionalOrSiteManage');
  await page.getByRole('button', { name: '导入', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: /导入区域/u });
  await dialog.locator('input[type=file]').setInputFiles({
    name: '站点.kml',
    mimeType: 'application/vnd.google-earth.kml+xml',
    buffer: Buffer.from(kml),
  });
  await expect(dialog).toContainText('共 2 个，新增 1 个，更新 0 个；1 个有误');
  await expect(dialog.locator('tbody tr.ant-table-row').first()).toContainText('请输入名称');
  await dialog.getByRole('button', { name: '导入 1 个' }).click();
  await expect(dialog).toBeHidden();
  const found = async () => (await api(placePage, { page: 1, size: 15, keyword: name })).list;
  expect((await found()).map((row) => row.name)).toEqual([name]);
  await page.getByRole('button', { name: '导入', exact: true }).first().click();
  await dialog.getByRole('tab', { name: '导入记录' }).click();
  await dialog.getByRole('button', { name: '撤销导入' }).first().click();
  await page
    .getByRole('dialog', { name: /确定撤销/u })
    .getByRole('button', { name: '撤销导入' })
    .click();
  await expect(page.getByText('已撤销 1 条').first()).toBeVisible();
  const left = await found();
  if (left.length > 0) await api(placeDel, { ids: left.map(({ id }) => id) });
  expect(left).toEqual([]);
});
