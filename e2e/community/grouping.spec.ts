import { saveGroupSort } from '@tongda/contract/watch/vehicle-group/calls';
import { expect, test } from '../fixtures/test';

test.use({ role: 'zhiliang' });

test('分组：新增、加入车辆、改名、排序、删除', async ({ page }) => {
  await page.goto('/community/user/grouping');
  const groups = page.getByRole('navigation', { name: '我的分组' });
  const items = groups.getByRole('listitem');
  // remove what a failed first try of this test has left
  await expect(groups.getByText('未分组')).toBeVisible();
  for (let left = await items.count(); left > 0; left--) {
    await items.first().hover();
    await items.first().getByRole('button', { name: /^删除/u }).click();
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await expect(items).toHaveCount(left - 1);
  }
  const add = async (name: string): Promise<void> => {
    await groups.getByRole('button', { name: '新增分组' }).click();
    const dialog = page.getByRole('dialog', { name: '新增分组' });
    await dialog.getByRole('textbox').fill(name);
    await dialog.getByRole('button', { name: '保存' }).click();
  };
  await add('医药');
  await expect(items).toHaveCount(1);
  await add('医药');
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('分组“医药”已存在');
  await page.getByRole('dialog').getByRole('textbox').fill('城配');
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await expect(items).toHaveCount(2);
  // the list selects a new group as soon as it has it
  await expect(items.nth(1)).toHaveAttribute('aria-current', 'true');

  const left = page.getByRole('region', { name: '可加入的车辆' });
  const right = page.getByRole('region', { name: '分组内的车辆' });
  await expect(right).toContainText('分组内还没有车辆');
  await left.getByRole('textbox').fill('沪A');
  await left.getByRole('checkbox', { name: /^选择/u }).nth(0).check();
  await left.getByRole('checkbox', { name: /^选择/u }).nth(1).check();
  await page.getByRole('button', { name: '加入 2' }).click();
  await expect(right.getByRole('listitem')).toHaveCount(2);
  await expect(items.nth(1)).toContainText('2');
  await right.getByRole('checkbox', { name: /^选择/u }).first().check();
  await page.getByRole('button', { name: '移出 1' }).click();
  await expect(right.getByRole('listitem')).toHaveCount(1);

  await items.nth(1).hover();
  await items.nth(1).getByRole('button', { name: '重命名：城配' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('夜间城配');
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await expect(items.nth(1)).toContainText('夜间城配');
  // wait for the dialog: it gives the focus back when it has closed
  await expect(page.getByRole('dialog')).toBeHidden();

  const grip = groups.getByRole('button', { name: '拖动排序：夜间城配' });
  await expect(async () => {
    await grip.focus();
    await expect(grip).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Space');
  await expect(page.locator('[id^="DndLiveRegion"]')).toContainText('夜间城配');
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('[id^="DndLiveRegion"]')).toContainText('移到医药处');
  // the list shows the new order before the server has it
  const saved = page.waitForResponse((answer) => answer.url().endsWith(saveGroupSort.path));
  await page.keyboard.press('Space');
  await expect(items.nth(0)).toContainText('夜间城配');
  await saved;
  await page.reload();
  await expect(items.nth(0)).toContainText('夜间城配');

  for (const name of ['夜间城配', '医药']) {
    await items.filter({ hasText: name }).hover();
    await groups.getByRole('button', { name: `删除：${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await expect(items.filter({ hasText: name })).toHaveCount(0);
  }
  await expect(page.getByText('还没有分组')).toBeVisible();
});
