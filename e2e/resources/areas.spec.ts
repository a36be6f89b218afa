import { placeAdd, placeDel, placeDetail, placePage } from '@tongda/contract/ground/place/calls';
import { placeKind } from '@tongda/contract/ground/place/enums';
import { expect, type Page, test } from '../fixtures/test';

const list = (page: Page) => page.getByRole('region', { name: '区域与站点' });
const rowOf = (page: Page, name: string) =>
  list(page)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name, exact: true }) });
/** The middle of the map that no panel covers, in px of the window, moved by dy. */
const middleOf = (page: Page, dy: number): [number, number] => {
  const { width, height } = page.viewportSize() ?? { width: 1366, height: 768 };
  return [Math.round((552 + (width - 372)) / 2), Math.round(height / 2) + dy];
};
async function fromMenu(page: Page, name: string, item: string): Promise<void> {
  await rowOf(page, name).getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test('区域的行菜单：拆分、合并、历史版本、进出记录、授权', async ({ page, api }) => {
  test.setTimeout(150_000);
  const name = `拆合${Date.now() % 1_000_000}`;
  const half = `${name}东`;
  const shape = { kind: 'rect' as const, west: 121.3, south: 31.2, east: 121.4, north: 31.3 };
  const { id } = await api(placeAdd, { kind: placeKind.region, placeType: 9, name, shape });
  const called = async () => (await api(placePage, { page: 1, size: 15, keyword: name })).list;

  await page.goto(`/resources/regionalOrSiteManage?keyword=${encodeURIComponent(`"${name}"`)}`);
  await expect(page.locator('canvas[data-map-overlay="places"]:not([data-places="0"])')).toBeVisible({
    timeout: 60_000,
  });

  await test.step('一条线把它分成两个', async () => {
    await fromMenu(page, name, '拆分');
    const panel = page.getByRole('region', { name: `拆分 ${name}` });
    await panel.getByLabel('较小部分的名称').fill(half);
    await expect(panel.getByRole('button', { name: /^拆\s?分$/u })).toBeDisabled();
    await page.mouse.click(...middleOf(page, -330));
    await page.mouse.dblclick(...middleOf(page, 330));
    await panel.getByRole('button', { name: /^拆\s?分$/u }).click();
    await expect(page.getByText(`“${name}”已拆分为“${name}”和“${half}”`)).toBeVisible();
    await expect(rowOf(page, half)).toBeVisible();
    expect((await called()).map((row) => row.name).sort()).toEqual([name, half]);
  });

  await test.step('两个又合并成一个', async () => {
    await fromMenu(page, name, '合并');
    const dialog = page.getByRole('dialog', { name: `合并到“${name}”` });
    await dialog.getByLabel('与它合并').fill(half);
    await page.locator('.ant-select-item-option').filter({ hasText: half }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: /^合\s?并$/u }).click();
    await expect(page.getByText(`2 个区域已合并为“${name}”`)).toBeVisible();
    await expect(rowOf(page, half)).toHaveCount(0);
    const { areaKm2, versions } = await api(placeDetail, { id });
    expect(areaKm2).toBeCloseTo(106, -1);
    expect(versions.map(({ shapeKind }) => shapeKind)).toEqual(['polygon', 'rect']);
  });

  await test.step('历史版本、进出记录与授权', async () => {
    await fromMenu(page, name, '历史版本');
    await expect(page.getByRole('region', { name: `${name} 信息` })).toContainText('历史版本');
    await fromMenu(page, name, '进出记录');
    await expect(page.getByRole('dialog')).toContainText('进出记录');
    await page.keyboard.press('Escape');
    await fromMenu(page, name, '授权');
    await expect(page).toHaveURL(/resourceAuthorization\/regionSite/u);
  });
  await api(placeDel, { ids: [id] });
});
