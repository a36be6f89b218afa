import { placeDel, placeDetail, placePage } from '@tongda/contract/ground/place/calls';
import { type Api, expect, type Page, test } from '../fixtures/test';

const pageOf = '/resources/regionalOrSiteManage';
/** A name that no other test of this run uses. */
const newName = (): string => `测试${Date.now() % 1_000_000}${Math.floor(Math.random() * 100)}`;
const nameBox = (page: Page) => page.locator('.kit-dialog-edit-panel').getByRole('textbox', { name: /名称$/u });
const list = (page: Page) => page.getByRole('region', { name: '区域与站点' });
const bar = (page: Page) => page.getByRole('status', { name: '绘图' });

async function openPlaces(page: Page): Promise<void> {
  await page.goto(pageOf);
  // base map tiles may still be loading; drawing needs only the map and its places
  await expect(page.locator('canvas[data-map-overlay="places"]:not([data-places="0"])')).toBeVisible({
    timeout: 60_000,
  });
  await expect(list(page).getByText('共 ')).toBeVisible();
}
/** A position of the map that no panel covers, in px of the window, moved by dx and dy. */
const freeSpot = (page: Page, dx = 0, dy = 0): [number, number] => {
  const { width, height } = page.viewportSize() ?? { width: 1440, height: 900 };
  return [Math.round((552 + (width - 372)) / 2) + dx, Math.round(height / 2) + dy];
};
async function beginDrawing(page: Page, kind: string): Promise<void> {
  await list(page).getByRole('button', { name: /^新增/u }).click();
  await page.getByRole('menuitem', { name: kind, exact: true }).click();
  await expect(page.getByRole('region', { name: `新增${kind}` })).toBeVisible();
}
async function removePlaces(api: Api, name: string): Promise<void> {
  const { list: found } = await api(placePage, { page: 1, size: 15, keyword: name });
  if (found.length > 0) await api(placeDel, { ids: found.map(({ id }) => id) });
}

/** One after the other on the same map: opening it costs more than what most of them do there. */
const steps: ReadonlyArray<[title: string, run: (page: Page, api: Api) => Promise<void>]> = [
  [
    '画一个圆形站点，改半径，再删除',
    async (page, api) => {
      const name = newName();
      await beginDrawing(page, '站点');
      await page.mouse.click(...freeSpot(page));
      await page.mouse.move(...freeSpot(page, 30));
      await expect(bar(page)).toContainText('半径');
      await page.mouse.click(...freeSpot(page, 60));
      await page.getByLabel('半径', { exact: true }).fill('800');
      await nameBox(page).fill(name);
      await page.getByRole('button', { name: '保存', exact: true }).click();
      // the toast of a save before may still stand
      await expect(page.getByText('保存成功').last()).toBeVisible();
      await expect(page.locator('.kit-dialog-edit-panel')).toHaveCount(0);
      const { list: rows } = await api(placePage, { page: 1, size: 15, keyword: name });
      expect(rows).toMatchObject([{ name, shapeKind: 'circle', radiusM: 800 }]);

      await list(page).getByPlaceholder('名称、编码、地址').fill(name);
      await list(page).getByRole('button', { name: '查询', exact: true }).click();
      await list(page).getByRole('button', { name, exact: true }).click();
      const card = page.getByRole('region', { name: `${name} 信息` });
      await expect(card).toContainText('半径 800 m');
      await card.getByRole('button', { name: '删除' }).click();
      await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
      await expect(page.getByText(`“${name}”已删除`)).toBeVisible();
      await expect(list(page).getByText('没有符合条件的数据')).toBeVisible();
    },
  ],
  [
    '逐点画多边形：退回一点、双击结束、拖动顶点、撤销、删除顶点',
    async (page, api) => {
      const name = newName();
      await beginDrawing(page, '区域');
      for (const at of [
        freeSpot(page, -80, -60),
        freeSpot(page, 80, -60),
        freeSpot(page, 80, 60),
        freeSpot(page, 0, 120),
      ])
        await page.mouse.click(...at);
      await page.mouse.move(...freeSpot(page, -80, 60));
      await expect(bar(page)).toContainText('5 个顶点');
      await page.keyboard.press('Backspace');
      await expect(bar(page)).toContainText('4 个顶点');
      await page.mouse.dblclick(...freeSpot(page, -80, 60));
      await expect(bar(page)).toContainText('4 个顶点');
      await expect(bar(page).getByRole('button', { name: '完成' })).toHaveCount(0);

      const size = async (): Promise<string> => (await bar(page).textContent()) ?? '';
      const before = await size();
      await page.mouse.move(...freeSpot(page, 80, 60));
      await page.mouse.down();
      await page.mouse.move(...freeSpot(page, 100, 90), { steps: 3 });
      await page.mouse.up();
      await expect.poll(size).not.toBe(before);
      await bar(page).getByRole('button', { name: '撤销' }).click();
      await expect.poll(size).toBe(before);

      await page.mouse.click(...freeSpot(page, 80, 60));
      await page.keyboard.press('Delete');
      await expect(bar(page)).toContainText('3 个顶点');
      await nameBox(page).fill(name);
      await page.getByRole('button', { name: '保存', exact: true }).click();
      // the toast of a save before may still stand
      await expect(page.getByText('保存成功').last()).toBeVisible();
      await expect(page.locator('.kit-dialog-edit-panel')).toHaveCount(0);
      const { list: rows } = await api(placePage, { page: 1, size: 15, keyword: name });
      const [row] = rows;
      expect(row).toMatchObject({ kind: 'region', shapeKind: 'polygon' });
      const detail = await api(placeDetail, { id: row?.id ?? '' });
      expect(detail.shape).toMatchObject({ kind: 'polygon' });
      await removePlaces(api, name);
    },
  ],
  [
    '没有画图、名称重复时说明原因；离开未保存的内容先询问',
    async (page) => {
      await beginDrawing(page, '站点');
      const form = page.getByRole('region', { name: '新增站点' });
      await nameBox(page).fill('上海桃浦配送中心');
      await form.getByRole('button', { name: '保存', exact: true }).click();
      await expect(form.getByText('请选择图形')).toBeVisible();
      await page.mouse.click(...freeSpot(page));
      await page.mouse.click(...freeSpot(page, 50));
      await form.getByRole('button', { name: '保存', exact: true }).click();
      await expect(form.getByText('站点“上海桃浦配送中心”已存在')).toBeVisible();
      await form.getByRole('button', { name: '取消' }).click();
      await expect(page.getByRole('dialog')).toContainText('未保存');
      await page.getByRole('dialog').getByRole('button', { name: '离开' }).click();
      await expect(form).toHaveCount(0);
    },
  ],
  [
    '筛选、导出；正在被线路使用的站点不能删除；页面可以无障碍使用',
    async (page) => {
      await list(page).getByPlaceholder('名称、编码、地址').fill('苏州相城冷库');
      await list(page).getByRole('button', { name: '查询', exact: true }).click();
      await list(page).getByRole('button', { name: '苏州相城冷库', exact: true }).click();
      const card = page.getByRole('region', { name: '苏州相城冷库 信息' });
      await expect(card).toContainText('线路“沪宁冷链干线”');
      await list(page).getByRole('button', { name: '导出' }).click();
      await page.getByRole('menuitem', { name: 'Excel 表格' }).click();
      await expect(page.getByText('已成功导出').first()).toBeVisible();
      await card.getByRole('button', { name: '删除' }).click();
      await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
      await expect(page.getByText(/“苏州相城冷库”正被线路“沪宁冷链干线”.*使用，不能删除/u)).toBeVisible();
    },
  ],
  [
    '按名称选行政区，地图搜索找到站点和经纬度',
    async (page) => {
      await page.getByLabel('查找位置').fill('广州越秀配送');
      await expect(page.getByRole('list', { name: '查找结果' })).toContainText('广州越秀配送中心');
      await page.keyboard.press('Enter');
      await page.getByLabel('查找位置').fill('121.38,31.25');
      await expect(page.getByRole('list', { name: '查找结果' })).toContainText('上海市');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: '在此新增站点' })).toBeVisible();
      await beginDrawing(page, '区域');
      await page.getByText('或按名称选行政区').locator('..').getByRole('combobox').fill('天河区');
      await page.getByText('广东省广州市天河区').click();
      await expect(page.getByRole('region', { name: '新增区域' })).toContainText('面积');
    },
  ],
];

test('区域与站点：画图形、说明原因、筛选和导出、查找位置', async ({ page, api }) => {
  test.setTimeout(180_000);
  await openPlaces(page);
  for (const [title, run] of steps) await test.step(title, () => run(page, api));
});
