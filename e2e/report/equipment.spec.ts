import { devicePage } from '@tongda/contract/resources/device/calls';
import { lockDel, lockPage } from '@tongda/contract/resources/equipment/lock';
import { portableAdd, portableDel, portablePage, portableUnbind } from '@tongda/contract/resources/equipment/portable';
import { Terminal } from '@tongda/simulator/terminal/connection';
import { makePoint } from '../fixtures/point';
import { expect, test } from '../fixtures/test';

const statuses = [
  ['1', '正常'],
  ['2', '断电'],
  ['3', '离线'],
  ['4', '不定位'],
  ['5', '低电量'],
] as const;
/** China's clock when the demo's truck without an antenna has just had its one position of the day. */
const hasJustLocated = (): boolean => {
  const minute = new Date(Date.now() + 8 * 3_600_000).getUTCHours() * 60 + new Date().getUTCMinutes();
  return minute >= 355 && minute <= 400;
};

test('车载设备按状态筛选：每种状态都有终端，列出的都是这种状态', async ({ page, api }) => {
  for (const [code, word] of statuses) {
    if (word === '不定位' && hasJustLocated()) continue;
    // a product that has just started may wait for the first report of the one truck that is so
    const count = async () => (await api(devicePage, { page: 1, size: 1, deviceStatus: Number(code) })).total;
    await expect.poll(count, { timeout: 75_000, message: word }).toBeGreaterThan(0);
    await page.goto(`/report/vehicleEquipment?deviceStatus=${code}`);
    const lines = page.locator('.ant-table-tbody tr.ant-table-row');
    await expect(lines.first(), word).toContainText(word);
    await expect(lines.filter({ hasNotText: word }), word).toHaveCount(0);
  }
});

const newMark = (): string => String(Date.now() % 1_000_000);

test('a portable recorder is entered, bound to a store, unbound and deleted', async ({ page, api }) => {
  const no = `WKE${newMark()}`;
  try {
    await page.goto('/report/portableDevice');
    await page.getByRole('button', { name: '新增' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: /设备编号/u }).fill('中文');
    await form.getByRole('button', { name: '保存' }).click();
    await expect(form.getByText('设备编号由字母、数字、-组成')).toBeVisible();
    await form.getByRole('textbox', { name: /设备编号/u }).fill(no);
    await form.getByRole('button', { name: '保存' }).click();
    // wait until it is saved: filtering the list changes the address under the form
    await expect(form).toBeHidden();
    await page.getByRole('textbox', { name: '设备编号、名称' }).fill(no);
    await page.getByRole('textbox', { name: '设备编号、名称' }).press('Enter');
    const line = page.getByRole('row', { name: new RegExp(no, 'u') });
    await expect(line).toHaveCount(1);
    await line.getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: '绑定' }).click();
    const bind = page.getByRole('dialog', { name: `绑定 ${no}` });
    await bind.getByText('门店', { exact: true }).click();
    await bind.getByRole('combobox', { name: '门店' }).click();
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
    await bind.getByRole('button', { name: '绑定', exact: true }).click();
    await expect(page.getByText(`${no} 已绑定`)).toBeVisible();
    await line.getByRole('button', { name: no }).click();
    await expect(page.getByRole('dialog').getByText('至今')).toBeVisible();
  } finally {
    const { list } = await api(portablePage, { keyword: no });
    for (const row of list) {
      if (row.bindType !== null) await api(portableUnbind, { id: row.id, version: row.version });
      await api(portableDel, { ids: [row.id] });
    }
  }
});

test('照片和电子运单显示在便携设备的详情里', async ({ page, api }) => {
  const port = Number(process.env.E2E_GATEWAY_PORT);
  if (!port) throw new Error('E2E_GATEWAY_PORT must name the gateway of the product under test');
  const no = `WKP${newMark()}`;
  const phone = `195${String(Date.now()).slice(-8)}`;
  const { id } = await api(portableAdd, { deviceNo: no, terminalNo: phone });
  const terminal = new Terminal({
    ...{ host: '127.0.0.1', port, reconnectMs: 500, camera: true },
    identity: { phone, protocol: '2013', plateNo: '', plateColor: 0 },
  });
  try {
    terminal.start();
    await terminal.whenReady();
    const place = { lng: 101.78, lat: 36.62 };
    // its camera looks when a door opens
    terminal.report(makePoint({ ...place, doors: 1 }));
    expect(await terminal.sendExtra('waybill', makePoint(place))).toBe(true);
    await page.goto(`/report/portableDevice?keyword=${no}`);
    const open = page.getByRole('button', { name: no });
    const drawer = page.getByRole('dialog');
    const photo = drawer.getByRole('img', { name: /\.jpg$/u });
    await expect(async () => {
      await page.reload();
      await open.click();
      await expect(photo).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await expect.poll(() => photo.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
    const waybill = drawer.getByRole('row').filter({ hasText: '电子运单' });
    await waybill.getByRole('button', { name: '详情' }).click();
    await expect(page.getByRole('dialog').filter({ hasText: '0x0701' }).last()).toBeVisible();
  } finally {
    await terminal.stop();
    await api(portableDel, { ids: [id] });
  }
});

test('a scanner adds one recorder after the other: the key at the end of its text sends', async ({ page, api }) => {
  const no = `WKS${newMark()}`;
  try {
    await page.goto('/report/portableDevice');
    await page.getByRole('button', { name: '扫码添加' }).click();
    const dialog = page.getByRole('dialog', { name: '扫码添加' });
    const line = dialog.getByRole('textbox', { name: '设备编号' });
    await line.fill('！！');
    await expect(dialog.getByRole('alert')).toHaveText('无法识别，请扫描机身上的设备二维码');
    for (const [i, mark] of ['A', 'B'].entries()) {
      await line.fill(`${no}${mark}`);
      await line.press('Enter');
      await expect(dialog).toContainText(`已添加 ${i + 1} 台：${no}${mark}`);
      await expect(line).toHaveValue('');
    }
  } finally {
    const { list } = await api(portablePage, { keyword: no });
    await api(portableDel, { ids: list.map(({ id }) => id) });
  }
});

test('bluetooth locks say where they are; a new one is entered, changed, exported, deleted', async ({ page, api }) => {
  const no = `LSE${newMark()}`;
  try {
    await page.goto('/report/bluetoothLock');
    await expect(page.getByRole('row', { name: /LS268001/u })).toContainText('后门');
    await page.getByRole('button', { name: '新增' }).first().click();
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: /锁编号/u })
      .fill(no);
    await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
    const line = page.getByRole('row', { name: new RegExp(no, 'u') });
    await expect(line).toContainText('未绑定');
    await line.getByText('编辑', { exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: /固件版本/u })
      .fill('V9.9');
    await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
    await expect(line).toContainText('V9.9');
    await line.getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: '删除' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await expect(line).toHaveCount(0);
  } finally {
    const { list } = await api(lockPage, { keyword: no });
    if (list.length > 0) await api(lockDel, { ids: list.map(({ id }) => id) });
  }
});
