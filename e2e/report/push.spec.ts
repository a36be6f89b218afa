import { endpointDel, endpointList, pushDel, pushPage } from '@tongda/contract/rules/push/calls';
import { addGroup, addGroupVehicle, delGroup, groupVehicles } from '@tongda/contract/watch/vehicle-group/calls';
import { type Api, expect, type Page, test } from '../fixtures/test';

const name = `演示推送${Date.now() % 100_000}`;
const robot = `演示Webhook${Date.now() % 100_000}`;

test.afterEach(async ({ api }) => {
  await removeSettings(api);
  const endpoints = (await api(endpointList, undefined)).filter((row) => row.name === robot);
  for (const { id } of endpoints) await api(endpointDel, { id });
});

async function removeSettings(api: Api): Promise<void> {
  const { list } = await api(pushPage, { name });
  if (list.length > 0) await api(pushDel, { ids: list.map(({ id }) => id) });
}

const field = (page: Page, label: RegExp) => page.getByRole('textbox', { name: label });
async function chooseOption(page: Page, label: RegExp, text: string, several = true): Promise<void> {
  const box = page.getByRole('combobox', { name: label }).first();
  await box.click();
  // type first, because long lists render only what is in sight
  await box.fill(text);
  await page.locator('.ant-select-dropdown:visible').getByText(text, { exact: false }).first().click();
  // a list with several choices stays open
  if (several) await page.keyboard.press('Escape');
}

test('a push setting is made with its robot, tested, found in the send log, and taken away', async ({ page }) => {
  await page.goto('/report/pushSettings/edit');
  await expect(page.getByRole('heading', { name: '新增推送' })).toBeVisible();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('请输入推送名称')).toBeVisible();
  await expect(page.getByText('请至少选择一个接收人、机器人或Webhook')).toBeVisible();

  await field(page, /推送名称/u).fill(name);
  await chooseOption(page, /报警类型/u, '超温报警');
  await chooseOption(page, /用户/u, '管理员');
  await addRobot(page);
  await chooseOption(page, /机器人与Webhook/u, robot);
  await page.getByRole('button', { name: '添加升级' }).click();
  await chooseOption(page, /第1级用户/u, '王志强');
  await page.getByRole('button', { name: '{plateNo}' }).click();
  await expect(page.getByText('全部车辆的超温报警，一般及以上')).toBeVisible();
  await page.getByRole('button', { name: '保存', exact: true }).click();

  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('管理员');
  await row.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name: '编辑推送' })).toBeVisible();
  await expect(field(page, /内容模板/u)).toHaveValue('{plateNo}');
  await page.getByRole('button', { name: /^测试发送/u }).click();
  const result = page.getByRole('dialog', { name: `${name} 测试发送` });
  await expect(result.getByText('已发送')).toBeVisible();
  await expect(result.getByText(/不允许访问内网地址127\.0\.0\.1/u)).toBeVisible();
  await result.getByRole('button', { name: '知道了' }).click();

  await page.goto('/report/sendLog?occasion=7');
  const failed = page.getByRole('row').filter({ hasText: robot });
  await expect(failed).toContainText('失败');
  await failed.getByRole('button', { name: '重发' }).click();
  await expect(page.getByText(`已重新发送给 ${robot}`)).toBeVisible();
});

/** Adds a webhook in the drawer over the form. It leads into a private network, which is refused when something is sent. */
async function addRobot(page: Page): Promise<void> {
  await page.getByRole('button', { name: '管理机器人与Webhook' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '新增' }).click();
  await chooseOption(page, /^类型/u, 'Webhook', false);
  await field(page, /^名称/u).fill(robot);
  await field(page, /Webhook地址/u).fill('http://127.0.0.1:9/hook');
  await page.getByRole('region', { name: '新增机器人或Webhook' }).getByRole('button', { name: '保存' }).click();
  const drawer = page.getByRole('dialog', { name: '机器人与Webhook' });
  await expect(drawer.getByText(robot)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
}

test('a push setting for one of my groups says so in the list and in the form', async ({ page, api }) => {
  const group = `推送组${Date.now() % 100_000}`;
  const { id } = await api(addGroup, { name: group });
  try {
    const [first, second] = await api(groupVehicles, {});
    await api(addGroupVehicle, { groupId: id, vehicleIds: [first?.vehicleId ?? '', second?.vehicleId ?? ''] });
    await page.goto('/report/pushSettings/edit');
    await field(page, /推送名称/u).fill(name);
    await page.getByText('我的分组', { exact: true }).click();
    await chooseOption(page, /我的分组/u, group);
    await chooseOption(page, /用户/u, '管理员');
    await expect(page.getByText('1个分组的全部报警，一般及以上')).toBeVisible();
    await page.getByRole('button', { name: '保存', exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row).toContainText(group);
    await row.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { name: '编辑推送' })).toBeVisible();
    await expect(page.locator('.ant-select').filter({ hasText: group })).toBeVisible();
  } finally {
    await removeSettings(api);
    await api(delGroup, { id });
  }
});
