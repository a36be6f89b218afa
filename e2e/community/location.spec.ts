import { motionState } from '@tongda/contract/core/live';
import { monitorSnapshot } from '@tongda/contract/watch/location/calls';
import { type Api, expect, type Page, test } from '../fixtures/test';

const tree = (page: Page) => page.getByRole('tree', { name: '车队与车辆' });
const rows = (page: Page) => tree(page).locator('button[role="treeitem"]');
const chip = (page: Page, word: string) =>
  page.getByRole('region', { name: '车辆', exact: true }).locator('.chip', { hasText: word });
const card = (page: Page) => page.getByRole('region', { name: /车辆信息$/u });

/** Least number of vehicles: those of the demo company. Other specs add some for a while. */
const fleet = 60;

/** Opens the location page and waits until the whole fleet is counted and listed. */
async function openLocation(page: Page, query = ''): Promise<void> {
  await page.goto(`/community/location${query}`);
  await expect.poll(async () => (await readCounts(page)).全部).toBeGreaterThanOrEqual(fleet);
  await expect(rows(page).first()).toBeVisible();
}

/** Numbers of all state chips at one moment. Read one after another they could belong to different states. */
const readCounts = async (page: Page): Promise<Record<string, number>> => {
  const chips = page.getByRole('region', { name: '车辆', exact: true }).locator('.chip');
  const pairs = await chips.evaluateAll((all) =>
    all.map(
      (one) => [one.querySelector('span')?.textContent ?? '', Number(one.querySelector('b')?.textContent)] as const,
    ),
  );
  return Object.fromEntries(pairs);
};

/** The plate of the driving vehicle that reported longest ago, and so is the next one to report; one that has been silent for longer than any interval is out of reach. */
async function nextToReport(page: Page, api: Api): Promise<string> {
  const { live, vehicles, serverTime } = await api(monitorSnapshot, {});
  const shown = (await rows(page).allTextContents()).join();
  const silence = ({ receiveTime }: { receiveTime: number | null }): number => serverTime - (receiveTime ?? 0);
  const driving = live
    .filter((one) => one.state === motionState.moving && silence(one) < 30_000)
    .sort((a, b) => silence(b) - silence(a))
    .map(({ vehicleId }) => vehicles.find((one) => one.vehicleId === vehicleId)?.plateNo ?? '');
  const next = driving.find((plate) => plate !== '' && shown.includes(plate));
  if (next === undefined) throw new Error('no vehicle of the list drives and reports');
  return next;
}

/** The page as it was opened, whatever was looked for last. */
async function lookAtAll(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: '搜索车辆' }).clear();
  if ((await chip(page, '行驶').getAttribute('aria-pressed')) === 'true') await chip(page, '行驶').click();
  if (await card(page).isVisible()) await card(page).getByRole('button', { name: '关闭' }).click();
  await expect(card(page)).toHaveCount(0);
  await expect(rows(page).nth(10)).toBeVisible();
}

/** One after the other on the same map: opening it costs more than what is done there. The last one leaves it. */
const steps: ReadonlyArray<[title: string, run: (page: Page, api: Api) => Promise<void>]> = [
  [
    '列出公司的全部车辆并画在地图上，状态计数相加等于全部；能按车牌、尾号和状态找车',
    async (page) => {
      const counts = await readCounts(page);
      const all = counts.全部;
      const sum = (...words: string[]): number =>
        words.reduce((total, word) => total + (counts[word] ?? Number.NaN), 0);
      // vehicles without a terminal are neither online nor offline; other specs add some for a while
      const fitted = sum('在线', '离线');
      expect(fitted).toBeGreaterThanOrEqual(fleet);
      expect(fitted).toBeLessThanOrEqual(all ?? 0);
      expect(sum('行驶', '怠速', '停车', '不定位', '离线')).toBe(fitted);
      expect(sum('行驶')).toBeGreaterThan(0);
      const fleets = await tree(page)
        .getByText(/在线 \d+\/\d+/u)
        .allTextContents();
      expect(fleets.length).toBeGreaterThan(0);
      const painted = () =>
        page.evaluate(() => {
          for (const canvas of document.querySelectorAll('canvas')) {
            const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
            if (!pixels) continue;
            let filled = 0;
            for (let i = 3; i < pixels.length; i += 4) if ((pixels[i] ?? 0) > 200) filled++;
            if (filled > 200) return filled;
          }
          return 0;
        });
      await expect.poll(painted).toBeGreaterThan(200);
      const search = page.getByRole('textbox', { name: '搜索车辆' });
      await search.fill('沪A9L347');
      await expect(rows(page)).toHaveCount(1);
      await expect(rows(page)).toContainText('沪A9L347');
      await search.fill('9l34');
      await expect(rows(page)).toHaveCount(1);
      await search.fill('没有这辆车');
      await expect(page.getByText('没有符合条件的车辆')).toBeVisible();
      await search.clear();
      await expect(rows(page).nth(10)).toBeVisible();
      await chip(page, '停车').click();
      await expect(chip(page, '停车')).toHaveAttribute('aria-pressed', 'true');
      await expect(rows(page).first()).toContainText('停车');
      await expect(rows(page).filter({ hasText: 'km/h' })).toHaveCount(0);
      await chip(page, '停车').click();
      await expect(rows(page).filter({ hasText: 'km/h' }).first()).toBeVisible();
    },
  ],
  [
    '列表抽屉列出筛选后的车，点行打开信息卡',
    async (page) => {
      await page.getByRole('button', { name: /^车辆列表/u }).click();
      const drawer = page.getByRole('region', { name: '车辆列表' });
      const listed = async () => Number(/(\d+) 辆/u.exec((await drawer.textContent()) ?? '')?.[1]);
      await expect.poll(async () => (await listed()) - ((await readCounts(page)).全部 ?? 0)).toBe(0);
      await page.getByRole('textbox', { name: '搜索车辆' }).fill('沪A9L347');
      await expect(drawer.getByText('1 辆')).toBeVisible();
      await drawer.getByRole('cell', { name: '沪A·9L347' }).click();
      await expect(card(page)).toBeVisible();
      await drawer.getByRole('button', { name: '收起车辆列表' }).click();
      await expect(drawer).toHaveCount(0);
    },
  ],
  [
    '行驶中的车不刷新页面也在30秒内更新',
    async (page, api) => {
      await page.evaluate(() => {
        document.documentElement.dataset.e2e = 'same page';
      });
      await chip(page, '行驶').click();
      const row = rows(page).filter({ hasText: await nextToReport(page, api) });
      await row.click();
      const facts = card(page).locator('.watch-location-speed');
      await expect(facts).toContainText('定位');
      const fix = async () => /(\d\d:\d\d:\d\d) 定位/u.exec((await facts.textContent()) ?? '')?.[1];
      const before = await fix();
      expect(before).toBeDefined();
      await expect.poll(fix, { timeout: 30_000 }).not.toBe(before);
      await expect(page.locator('html')).toHaveAttribute('data-e2e', 'same page');
      await expect(page.getByText(/^实时/u)).toBeVisible();
    },
  ],
  [
    '点车打开信息卡：车队、温度、司机和中文地址，无障碍；跟踪可以开关，轨迹按钮带着车辆打开轨迹页',
    async (page) => {
      await page.getByRole('textbox', { name: '搜索车辆' }).fill('沪A9L347');
      await rows(page).first().click();
      await expect(page).toHaveURL(/vehicleId=\d+/u);
      await expect(card(page)).toContainText('华东冷链一队');
      await expect(card(page)).toContainText('今日里程');
      await expect(card(page)).toContainText('℃');
      await expect(card(page).locator('.watch-location-place')).toContainText(/[省市].*[市区县]/u);
      await expect(card(page).locator('.watch-location-place')).toContainText('司机');
      // beside an open card what the map says of itself is still whole
      const credit = await page.locator('.map-view-credit').boundingBox();
      const list = await page.getByRole('button', { name: /^车辆列表/u }).boundingBox();
      expect(credit?.x ?? 0).toBeGreaterThan((list?.x ?? 0) + (list?.width ?? 0));
      await card(page).getByRole('button', { name: '关闭' }).click();
      await expect(card(page)).toHaveCount(0);
      await expect(page).not.toHaveURL(/vehicleId/u);
      await rows(page).first().click();
      const follow = card(page).getByRole('button', { name: '跟踪' });
      await follow.click();
      await expect(card(page).getByRole('button', { name: '停止跟踪' })).toHaveAttribute('aria-pressed', 'true');
      await card(page).getByRole('button', { name: '停止跟踪' }).click();
      await expect(follow).toHaveAttribute('aria-pressed', 'false');
      await card(page).getByRole('button', { name: '轨迹' }).click();
      await expect(page).toHaveURL(/\/community\/trajectory\?vehicleId=\d+/u);
    },
  ],
];

test('位置信息：列出车辆、列表抽屉、实时更新、信息卡', async ({ page, api }) => {
  test.setTimeout(180_000);
  await openLocation(page);
  for (const [title, run] of steps) {
    await lookAtAll(page);
    await test.step(title, () => run(page, api));
  }
});

test('别人的车和不存在的车打不开信息卡，页面照常', async ({ page }) => {
  await openLocation(page, '?vehicleId=1');
  await expect(card(page)).toHaveCount(0);
  expect((await readCounts(page)).全部).toBeGreaterThanOrEqual(fleet);
});
