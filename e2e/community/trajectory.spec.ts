import { readFile } from 'node:fs/promises';
import { monitorSnapshot } from '@tongda/contract/watch/location/calls';
import { trackQuery } from '@tongda/contract/watch/track/calls';
import { type Api, expect, type Page, test } from '../fixtures/test';

const hours = 24;
/** The trucks of a trunk road, of which each has its own day off. */
const longHaul = ['沪A9L347', '浙A6E512', '浙A83K06', '沪D71952', '浙A2P618'];

interface Driven {
  vehicleId: string;
  plateNo: string;
}
let found: Promise<Driven> | undefined;

/** The first of them that has driven far in the last hours, with stops to load and unload. */
const findDriven = (api: Api): Promise<Driven> => {
  found ??= searchDriven(api);
  return found;
};
async function searchDriven(api: Api): Promise<Driven> {
  const { vehicles } = await api(monitorSnapshot, {});
  const now = Date.now();
  const range = { startTime: wireTime(now - hours * 3_600_000), endTime: wireTime(now) };
  for (const plateNo of longHaul) {
    const vehicleId = vehicles.find((one) => one.plateNo === plateNo)?.vehicleId;
    if (vehicleId === undefined) continue;
    const { stat } = await api(trackQuery, { vehicleId, ...range });
    if (stat.mileageM > 100_000 && stat.stopCount > 2) return { vehicleId, plateNo };
  }
  throw new Error('no long-haul truck of the demo has driven');
}

const panel = (page: Page) => page.getByRole('region', { name: '轨迹查询' });
const player = (page: Page) => page.getByRole('region', { name: '回放' });
const clock = (page: Page) => player(page).locator('.clock');
const slider = (page: Page) => player(page).getByRole('slider', { name: '播放进度' });
const stops = (page: Page) => panel(page).locator('.stops li button');

/** A moment as `YYYY-MM-DD HH:mm:ss` in the time zone of the demo company. */
const wireTime = (epochMs: number): string =>
  new Date(epochMs + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/** Opens the track of the last hours, as a report's link does. */
async function openTrack(page: Page, vehicleId: string): Promise<void> {
  const now = Date.now();
  const query = new URLSearchParams({
    vehicleId,
    startTime: wireTime(now - hours * 3_600_000),
    endTime: wireTime(now),
  });
  await page.goto(`/community/trajectory?${query}`);
  await expect(player(page)).toBeVisible();
  await expect(stops(page).first()).toBeVisible();
}

const playedSeconds = async (page: Page): Promise<number> =>
  Number(await slider(page).getAttribute('aria-valuenow')) / 1000;

test.describe('最近几小时的轨迹', () => {
  let vehicleId = '';
  let plate = '';
  test.beforeEach(async ({ api }) => {
    ({ vehicleId, plateNo: plate } = await findDriven(api));
  });

  test('里程、时长、停靠与表格页签的数目一致；无障碍', async ({ page }) => {
    await openTrack(page, vehicleId);
    await expect(panel(page)).toContainText(/\d+(\.\d)?\s*km/u);
    await expect(panel(page)).toContainText('完整率');
    const count = await stops(page).count();
    await expect(player(page).getByRole('tab', { name: /^停车/u })).toHaveText(new RegExp(`停车\\s*${count}$`, 'u'));
    await player(page).getByRole('tab', { name: /^停车/u }).click();
    await expect(player(page).locator('.watch-track-rows tbody tr.ant-table-row')).toHaveCount(count);
    await expect(player(page).locator('.watch-track-rows tbody')).toContainText(/配送中心|冷库|[区县市]/u);
  });

  test('回放：播放和暂停、键盘、停靠列表、收起曲线', async ({ page }) => {
    await openTrack(page, vehicleId);
    await test.step('播放时钟走动，可以暂停', async () => {
      const before = await playedSeconds(page);
      await player(page).getByRole('button', { name: '播放', exact: true }).click();
      await expect.poll(() => playedSeconds(page)).toBeGreaterThan(before + 60);
      await player(page).getByRole('button', { name: '暂停' }).click();
      const paused = await playedSeconds(page);
      await expect(player(page).getByRole('button', { name: '播放', exact: true })).toBeVisible();
      expect(await playedSeconds(page)).toBe(paused);
    });
    await test.step('键盘移动播放进度', async () => {
      await slider(page).focus();
      const before = await playedSeconds(page);
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => playedSeconds(page)).toBeGreaterThan(before);
      const after = await playedSeconds(page);
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => playedSeconds(page)).toBeLessThan(after);
      await page.keyboard.press('End');
      await expect
        .poll(async () => Number(await slider(page).getAttribute('aria-valuemax')) / 1000 - (await playedSeconds(page)))
        .toBeLessThan(2);
    });
    await test.step('停靠列表带到那一刻', async () => {
      const stop = stops(page).last();
      const arrived = (await stop.locator('.arrive').textContent())?.trim() ?? '';
      expect(arrived).toMatch(/^\d\d:\d\d$/u);
      await stop.click();
      await expect(clock(page)).toContainText(arrived);
      await player(page).getByRole('button', { name: '上一停靠点' }).click();
      await expect(clock(page)).not.toContainText(arrived);
    });
    await test.step('此刻周边车辆：按那一刻的位置找，范围可换', async () => {
      const moment = (await clock(page).getAttribute('title')) ?? '';
      await player(page).getByRole('button', { name: '此刻周边车辆' }).click();
      const dialog = page.getByRole('dialog', { name: `${plate} 周边车辆` });
      await expect(dialog.getByLabel('时刻')).toHaveValue(moment);
      const answered = page.waitForResponse(
        (r) => r.url().endsWith('/monitor/nearby') && (r.request().postData() ?? '').includes('50000'),
      );
      await dialog.getByText('50 公里').click();
      const { data }: { data: Array<{ plateNo: string }> } = await (await answered).json();
      const others = data.filter(({ plateNo }) => plateNo !== plate);
      expect(others).toHaveLength(data.length - 1);
      await expect(dialog).toContainText(`共 ${others.length} 辆`);
      await dialog.getByRole('button', { name: '关闭' }).click();
      await expect(dialog).toBeHidden();
    });
    await test.step('地图的按钮总在回放面板之上，收起曲线后跟着下来', async () => {
      const above = async () => {
        const box = await player(page).boundingBox();
        const zoom = await page.getByRole('button', { name: '缩小地图' }).boundingBox();
        return (box?.y ?? 0) - ((zoom?.y ?? 0) + (zoom?.height ?? 0));
      };
      await expect.poll(above).toBeGreaterThan(0);
      await player(page).getByRole('button', { name: '收起曲线' }).click();
      await expect.poll(above).toBeLessThan(40);
      expect(await above()).toBeGreaterThan(0);
    });
  });

  test('导出得到可以打开的文件', async ({ page }) => {
    await openTrack(page, vehicleId);
    const download = page.waitForEvent('download');
    await panel(page).getByRole('button', { name: '导出' }).hover();
    await page.getByRole('menuitem', { name: 'Excel 表格' }).click();
    await expect(page.getByText('已成功导出')).toBeVisible();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.xlsx$/u);
    const bytes = await readFile(await file.path());
    expect(bytes.subarray(0, 2).toString('latin1')).toBe('PK');
    expect(bytes.length).toBeGreaterThan(5_000);
  });
});

test('没有选车时说明怎样开始，选车后查询今天和昨天', async ({ page }) => {
  await page.goto('/community/trajectory');
  await expect(page.getByText('请选择车辆和时间后查询')).toBeVisible();
  await expect(panel(page).getByRole('button', { name: '查询', exact: true })).toBeDisabled();
  await panel(page).getByRole('combobox', { name: '车辆' }).fill('A9L347');
  await page.getByTitle(new RegExp(longHaul[0] ?? '', 'u')).click();
  for (const preset of ['昨天', '今天']) {
    await panel(page).getByText(preset, { exact: true }).click();
    await panel(page).getByRole('button', { name: '查询', exact: true }).click();
    await expect(page).toHaveURL(/vehicleId=\d+/u);
    await expect(player(page).or(page.getByText('该时段无轨迹数据'))).toBeVisible();
  }
});

test('结束早于开始时不能查询', async ({ page }) => {
  await page.goto('/community/trajectory?vehicleId=90011&startTime=2026-01-02 00:00:00&endTime=2026-01-01 00:00:00');
  await expect(panel(page).getByRole('button', { name: '查询', exact: true })).toBeDisabled();
  await expect(player(page)).toHaveCount(0);
});

test('别人的车查不到轨迹，说明原因', async ({ page }) => {
  await page.goto('/community/trajectory?vehicleId=1');
  await expect(page.getByText('没有取到数据')).toBeVisible();
  await expect(page.getByRole('button', { name: '重试' })).toBeVisible();
});
