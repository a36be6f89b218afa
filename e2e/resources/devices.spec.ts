import { cardPage } from '@tongda/contract/resources/card/calls';
import { deviceSetPolicy } from '@tongda/contract/resources/device/access';
import { devicePage } from '@tongda/contract/resources/device/calls';
import { modelDel, modelPage } from '@tongda/contract/resources/device/model';
import { vehicleTree } from '@tongda/contract/resources/vehicle/tree';
import { expect, type Page, test } from '../fixtures/test';

const newSerial = (): string => String(Date.now() % 100_000_000).padStart(8, '0');
const rows = (page: Page) => page.locator('.ant-table-tbody tr.ant-table-row');
async function chooseMore(page: Page, item: string): Promise<void> {
  await rows(page).first().getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('车载设备：新增型号、登记终端、续期、补录绑定记录重叠时说明、删除', async ({ page, api }) => {
  const terminalNo = `152${newSerial()}`;
  const model = `M${newSerial()}`;
  await page.goto('/report/vehicleEquipment');
  await page.getByRole('button', { name: '设备型号' }).click();
  await page.getByRole('button', { name: '新增型号' }).click();
  const form = page.getByRole('region', { name: '新增型号' });
  await form.getByRole('textbox', { name: /型号$/u }).fill(model);
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('dialog', { name: '设备型号' }).getByRole('row', { name: model })).toContainText(
    'JT808-2013',
  );
  await page
    .getByRole('dialog', { name: '设备型号' })
    .getByRole('button', { name: /关闭|Close/u })
    .click();

  await page.getByRole('button', { name: '新增', exact: true }).click();
  const panel = page.getByRole('region', { name: '新增终端' });
  await panel.getByRole('button', { name: '保存' }).click();
  await expect(panel).toContainText('请输入终端编号');
  await panel.getByRole('textbox', { name: /终端编号$/u }).fill(terminalNo);
  await panel.getByRole('textbox', { name: /运营商$/u }).fill('中国移动');
  await panel.getByRole('combobox', { name: /设备型号$/u }).fill(model);
  await page.locator('.ant-select-dropdown:visible').getByText(model).first().click();
  await panel.getByRole('button', { name: '保存' }).click();
  await expect(panel).toBeHidden();
  await page.goto(`/report/vehicleEquipment?terminalNo=%22${terminalNo}%22`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('库存');

  await chooseMore(page, '续期');
  await page.getByRole('dialog').getByRole('button', { name: '续期' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '完成' }).click();
  const { list } = await api(devicePage, { terminalNo, page: 1, size: 15 });
  expect(list[0]?.serviceEnd).toMatch(/^\d{4}-\d{2}-\d{2}$/u);

  // the vehicles arrive after the first letters were typed, and the matches are expanded nevertheless
  await page.route(`**${vehicleTree.path}`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await rows(page).first().getByText(terminalNo).click();
  await page.getByRole('button', { name: '补录' }).click();
  const dialog = page.getByRole('dialog', { name: /补录绑定记录/u });
  await dialog.getByRole('combobox', { name: '车辆' }).fill('沪A9L347');
  await page.locator('.ant-select-dropdown:visible').getByText('沪A9L347').first().click();
  await dialog.getByRole('textbox', { name: '绑定时间' }).fill('2026-01-01 08:00:00');
  await dialog.getByRole('textbox', { name: '绑定时间' }).press('Enter');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toContainText(/车辆沪A9L347在.+绑定终端.+时间重叠/u);
  await dialog.getByRole('button', { name: '取消' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '离开' }).click();
  expect(list).toMatchObject([{ model, protocol: 'JT808-2013' }]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await chooseMore(page, '删除');
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(page.getByText(`${terminalNo} 已删除`)).toBeVisible();
  const models = await api(modelPage, { keyword: model, page: 1, size: 15 });
  await api(modelDel, { ids: models.list.map(({ id }) => id) });
  await page.goto(`/report/vehicleEquipment?terminalNo=%22${terminalNo}%22`);
  await expect(page.getByText('没有符合条件的数据')).toBeVisible();
});

test('写卡设备：写卡、挂失、换卡、注销', async ({ page, api }) => {
  const owner = `门店${newSerial()}`;
  const uid = `A${newSerial()}B`;
  await page.goto('/resources/writeDevice');
  await page.getByRole('button', { name: '写卡', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '写卡' });
  await dialog.getByLabel('卡号').fill('不是卡号');
  await dialog.getByText('门店卡', { exact: true }).click();
  await dialog.getByRole('button', { name: '写卡' }).click();
  await expect(dialog).toContainText('卡号为8~20位十六进制数字');
  await expect(dialog).toContainText('门店卡请选择门店');
  await dialog.getByText('管理卡', { exact: true }).click();
  await dialog.getByLabel('卡号').fill(uid);
  await dialog.getByLabel('绑定对象').fill(owner);
  await dialog.getByRole('button', { name: '写卡' }).click();
  await expect(page.getByText('写卡成功')).toBeVisible();

  await page.goto(`/resources/writeDevice?ownerName=${encodeURIComponent(owner)}`);
  await rows(page).first().getByText('挂失', { exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '挂失' }).click();
  await expect(page.getByText(`${uid} 已挂失`)).toBeVisible();
  // wait for the new version of the row: with the old one the next step would be refused as changed meanwhile
  await expect(rows(page).first().getByText('解除挂失', { exact: true })).toBeVisible();
  await rows(page).first().getByText('换卡', { exact: true }).click();
  await page.getByLabel('新卡号').fill(`C${uid.slice(1)}`);
  await page.getByRole('dialog').getByRole('button', { name: '换卡' }).click();
  await expect(page.getByText(`${owner} 已换卡`)).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await chooseMore(page, '注销');
  await page.getByRole('dialog').getByRole('button', { name: '注销' }).click();
  await expect(page.getByText(`C${uid.slice(1)} 已注销`)).toBeVisible();
  const { list } = await api(cardPage, { ownerName: owner, page: 1, size: 15 });
  expect(list.map(({ cardStatus }) => cardStatus)).toEqual([3, 3]);
});

test('接入：企业为严格；等待放行的终端显示两个地址，可放行、设置鉴权码、单独改注册方式', async ({ page, api }) => {
  await page.goto('/report/vehicleEquipment?access=2');
  const waiting = rows(page).first();
  await expect(waiting).toContainText('等待放行');
  const terminalNo = (await waiting.locator('button.td-link').first().textContent()) ?? '';
  await waiting.getByRole('button', { name: terminalNo }).click();
  const drawer = page.getByRole('dialog', { name: `终端 ${terminalNo}`, exact: true });
  await expect(drawer).toContainText('严格（跟随企业）');
  await expect(drawer).toContainText('重复注册，已拒绝');
  await expect(drawer.getByRole('row', { name: /终端等待放行/u })).toContainText('203.0.113.77');
  await expect(drawer.getByRole('row', { name: /终端等待放行/u })).toContainText('198.51.100.12');
  await drawer.getByRole('button', { name: '放行重新注册' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '放行', exact: true }).click();
  await expect(drawer).toContainText('已放行');
  await drawer.getByRole('button', { name: '设置鉴权码' }).click();
  const code = page.getByRole('dialog', { name: '设置鉴权码' });
  await expect(code.getByRole('button', { name: '保存' })).toBeDisabled();
  await code.getByRole('textbox', { name: '鉴权码' }).fill('demo-stock-101');
  await code.getByRole('button', { name: '保存' }).click();
  await expect(drawer).toContainText('已注册');
  await drawer.getByRole('button', { name: '注册方式' }).click();
  const policy = page.getByRole('dialog', { name: '的注册方式' });
  await policy.getByText('宽松', { exact: true }).click();
  await policy.getByRole('button', { name: '保存' }).click();
  await expect(drawer).toContainText('宽松（单独设置）');
  const { list } = await api(devicePage, { terminalNo, page: 1, size: 15 });
  await api(deviceSetPolicy, { ids: [list[0]?.id ?? ''], policy: null });
});
