import { setTimeout as sleep } from 'node:timers/promises';
import { deviceAdd } from '@tongda/contract/resources/device/calls';
import {
  vehicleAdd,
  vehicleBindDevice,
  vehicleDel,
  vehicleUnbindDevice,
} from '@tongda/contract/resources/vehicle/calls';
import { Terminal } from '@tongda/simulator/terminal/connection';
import { makePoint } from '../fixtures/point';
import { storeBefore } from '../fixtures/storage';
import { cookiesOf, expect, guideSeen, type Page, productUrl, test } from '../fixtures/test';
import { findVehicle, newPlate, truck } from '../fixtures/vehicles';

/** A report of a truck in 西宁. Bit 0 of the alarm word is the emergency button, which the rules of the demo company rate as severe. */
const atXining = (alarmBits: number) => makePoint({ lng: 101.78, lat: 36.62, alarmBits });

const feed = (page: Page) => page.getByRole('region', { name: '实时报警' });
const side = (page: Page) => page.getByRole('region', { name: '报警详情' });

/** A plate as lists show it. */
const dotted = (plate: string): string => `${plate.slice(0, 2)}·${plate.slice(2)}`;

test('演示的超温在启动后一分钟内就在报警里', () => {
  test.skip(process.env.E2E_CASE_SECONDS === undefined, '产品不是由这次测试启动的');
  expect(Number(process.env.E2E_CASE_SECONDS ?? 'null')).toBeLessThan(60);
});

test('终端报警即刻出现在所有人的位置页，一人处理后其他人立即看到；消息和报警记录打开同一条报警', async ({
  page,
  api,
  browser,
  tokensOf,
}) => {
  const port = Number(process.env.E2E_GATEWAY_PORT);
  if (!port) throw new Error('E2E_GATEWAY_PORT must name the gateway of the product under test');
  const plate = newPlate();
  const phone = `198${String(Date.now()).slice(-8)}`;
  await api(vehicleAdd, await truck(api, plate));
  const { id: vehicleId } = await findVehicle(api, plate);
  const { id: deviceId } = await api(deviceAdd, { terminalNo: phone });
  await api(vehicleBindDevice, { vehicleId, deviceId });
  const terminal = new Terminal({
    host: '127.0.0.1',
    port,
    identity: { phone, protocol: '2013', plateNo: plate, plateColor: 2 },
    reconnectMs: 500,
  });
  const other = await browser.newContext({
    baseURL: productUrl(),
    reducedMotion: 'reduce',
    storageState: { cookies: [...cookiesOf(await tokensOf('zhiliang')), guideSeen()], origins: [] },
  });
  await storeBefore(other, { 'td.browseAsked': '1', 'td.message.settings': '{"popups":false,"sound":false}' });
  // in a window of this width the feed is its head until somebody opens it
  for (const context of [page.context(), other]) await storeBefore(context, { 'td.location.alarms': 'on' });
  const colleague = await other.newPage();
  try {
    for (const one of [page, colleague]) await one.goto('/community/location');
    for (const one of [page, colleague]) await expect(feed(one)).toBeVisible({ timeout: 60_000 });
    terminal.start();
    await terminal.whenReady();
    terminal.report(atXining(0));
    await expect.poll(() => terminal.counters.acknowledged, { timeout: 20_000 }).toBe(1);
    await sleep(1_100);
    terminal.report(atXining(1));
    const rowOf = (one: Page) =>
      feed(one)
        .getByRole('listitem')
        .filter({ hasText: dotted(plate) });
    for (const one of [page, colleague]) {
      await expect(rowOf(one)).toContainText('紧急报警', { timeout: 60_000 });
      await expect(rowOf(one)).toContainText('严重');
      await expect(rowOf(one)).toContainText('西宁城中区');
    }

    // the colleague handles the alarm in the list; it disappears from this page without a click
    await rowOf(colleague).getByRole('button', { name: '处理', exact: true }).click();
    const form = side(colleague).getByRole('form', { name: '处理报警' });
    // two live maps are drawn by the processor here, beside which the panel comes late
    await expect(form.getByRole('button', { name: '提交' })).toBeDisabled({ timeout: 40_000 });
    await form.getByRole('checkbox', { name: '电话提醒' }).check();
    await form.getByRole('textbox', { name: '处理意见' }).fill('司机误按，已确认安全');
    await form.getByRole('button', { name: '提交' }).click();
    await expect(rowOf(page)).toHaveCount(0);

    // the message opens the alarm on the map, which says who did what
    await page.goto(`/community/message?keyword=${encodeURIComponent(plate)}`);
    await expect(page.getByRole('row').filter({ hasText: '紧急报警（严重）' })).toHaveCount(1);
    await page.getByRole('link', { name: '处理', exact: true }).click();
    await expect(page).toHaveURL(/alarmId=\d+/u);
    await expect(side(page)).toContainText('李雪梅');
    await expect(side(page)).toContainText('司机误按，已确认安全');
    await expect(side(page)).toContainText('54 km/h');

    await page.goto(`/monitor/alarmRecord?keyword=${encodeURIComponent(plate)}`);
    const record = page.getByRole('row').filter({ hasText: dotted(plate) });
    await expect(record).toContainText('紧急报警');
    await expect(record).toContainText('已处理');
    // a handled alarm is not in the list of unfinished ones
    await page.getByRole('tab', { name: /^未完成/u }).click();
    await expect(record).toHaveCount(0);
    await page.getByRole('tab', { name: /^全部/u }).click();
    await record.getByRole('button', { name: dotted(plate) }).click();
    await expect(page.getByRole('dialog')).toContainText('处理为“已处理” · 电话提醒');
    // the report that raised it, as it came
    await page.getByRole('button', { name: '查看整帧报文' }).click();
    const frame = page.getByRole('dialog', { name: '报警的整帧报文' });
    await expect(frame).toContainText('报警从这次上报开始');
    await expect(frame.getByRole('row').filter({ hasText: '报警标志' })).toContainText('紧急报警');
  } finally {
    await other.close();
    await terminal.stop();
    await api(vehicleUnbindDevice, { vehicleId });
    await api(vehicleDel, { ids: [vehicleId] });
  }
});

test('严重的主动安全报警带着照片和两路视频到达，视频在报警记录的详情里同步播放', async ({ page, api }) => {
  const port = Number(process.env.E2E_GATEWAY_PORT);
  if (!port) throw new Error('E2E_GATEWAY_PORT must name the gateway of the product under test');
  const plate = newPlate();
  const phone = `196${String(Date.now()).slice(-8)}`;
  await api(vehicleAdd, await truck(api, plate));
  const { id: vehicleId } = await findVehicle(api, plate);
  const { id: deviceId } = await api(deviceAdd, { terminalNo: phone });
  await api(vehicleBindDevice, { vehicleId, deviceId });
  const terminal = new Terminal({
    host: '127.0.0.1',
    port,
    identity: { phone, protocol: '2013', plateNo: plate, plateColor: 2 },
    reconnectMs: 500,
  });
  try {
    terminal.start();
    await terminal.whenReady();
    // tired, of level 2
    terminal.report({ ...atXining(0), sights: [{ item: 0x65, type: 1, level: 2 }] });
    const record = page.getByRole('row').filter({ hasText: dotted(plate) });
    await expect(async () => {
      await page.goto(`/monitor/alarmRecord?keyword=${encodeURIComponent(plate)}`);
      await expect(record).toContainText('疲劳', { timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await record.getByRole('button', { name: dotted(plate) }).click();
    const films = page.getByRole('dialog').locator('video');
    await expect(films).toHaveCount(2, { timeout: 60_000 });
    const sizes = () =>
      films.evaluateAll((all: HTMLVideoElement[]) => all.map((one) => [one.videoWidth, one.videoHeight, one.duration]));
    await expect.poll(sizes).toEqual([
      [160, 120, 5],
      [160, 120, 5],
    ]);
    await page.getByRole('button', { name: '同步播放' }).click();
    await expect
      .poll(() => films.evaluateAll((all: HTMLVideoElement[]) => all.every((one) => one.currentTime > 0.5)))
      .toBe(true);
  } finally {
    await terminal.stop();
    await api(vehicleUnbindDevice, { vehicleId });
    await api(vehicleDel, { ids: [vehicleId] });
  }
});

test('报警打印在纸上：只有这一条报警，从标题到处理经过，位置页和报警记录都可以', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  const printed = async (): Promise<void> => {
    await page.getByRole('button', { name: '更多操作' }).click();
    await page.getByRole('menuitem', { name: '打印' }).click();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 2, name: '超温报警' })).toBeVisible();
    for (const heading of ['触发时的上报数据', '触发规则', '临近报警', '处理与通知经过'])
      await expect(page.getByRole('heading', { level: 3, name: heading })).toBeVisible();
    await expect(page.getByRole('button', { name: '更多操作' })).toBeHidden();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    // the whole of it is on the page, not only what a screen holds
    const paper = page.getByRole('region', { name: '报警内容' });
    expect(await paper.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(1);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: null });
    await expect(page.getByRole('button', { name: '更多操作' })).toBeVisible();
  };
  await page.goto('/monitor/alarmRecord?startTime=2026-01-01+00%3A00%3A00&kind=temperatureAlarm');
  await page.getByRole('button', { name: '详情', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 3, name: '临近报警' })).toBeVisible();
  await printed();
  const id = new URL(page.url()).searchParams.get('alarmId') ?? '';
  await page.goto(`/community/location?alarmId=${id}`);
  await expect(side(page).getByRole('heading', { level: 3, name: '临近报警' })).toBeVisible({ timeout: 40_000 });
  await printed();
});

test('报警详情的抽屉宽 640 像素，画着这类报警自己的曲线，曲线不出抽屉', async ({ page }) => {
  for (const [kind, lanes] of [
    ['temperatureAlarm', /℃/u],
    ['speedAlarm', /速度.*km\/h/u],
  ] as const) {
    await page.goto(`/monitor/alarmRecord?startTime=2026-01-01+00%3A00%3A00&kind=${kind}`);
    await page.getByRole('button', { name: '详情', exact: true }).first().click();
    const drawer = page.getByRole('dialog');
    const curve = drawer.getByRole('figure', { name: '曲线' });
    await expect(curve).toContainText(lanes, { timeout: 30_000 });
    await expect(curve.locator('canvas')).toBeVisible();
    const boxOf = async (one: typeof drawer) => (await one.boundingBox()) ?? { x: 0, width: 0 };
    await expect.poll(async () => (await boxOf(drawer)).width).toBe(640);
    const [outer, inner] = [await boxOf(drawer), await boxOf(curve)];
    expect(inner.width).toBeGreaterThan(500);
    expect(inner.x).toBeGreaterThanOrEqual(outer.x);
    expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
  }
});
