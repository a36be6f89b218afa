import { tripTemperatureReport } from '@tongda/contract/reports/customized/temperature';
import { tripReport } from '@tongda/contract/reports/driving/trip';
import { wholeDaysSince } from '../fixtures/days';
import { type Api, expect, test } from '../fixtures/test';

/** A trip that is unloaded and whose box has a probe. */
async function unloaded(api: Api) {
  const { list } = await api(tripTemperatureReport.page, { ...wholeDaysSince(7), page: 1, size: 100 });
  const row = list.find(({ endTime, max }) => endTime !== null && max !== null);
  if (!row) throw new Error('the demo company has no finished trip with temperatures');
  return row;
}

test('chosen trips come as one archive of PDFs', async ({ page, api }) => {
  const { code } = await unloaded(api);
  const query = new URLSearchParams({ ...wholeDaysSince(7), code });
  await page.goto(`/report/customized/temperature?${query}`);
  const row = page.getByRole('row').filter({ hasText: code });
  await row.getByRole('checkbox').check();
  const pack = page.getByRole('button', { name: '批量PDF' });
  const [archive] = await Promise.all([page.waitForEvent('download'), pack.click()]);
  expect(archive.suggestedFilename()).toMatch(/^单程温度报告_\d{8}_\d{6}\.zip$/u);
});

test('a customer reads the report of a trip by a link, until the link is stopped', async ({ page, api, browser }) => {
  const { id, code } = await unloaded(api);
  await page.goto(`/report/customized/temperature/detail?id=${id}`);
  await expect(page.getByRole('heading', { name: '停靠与开门' })).toBeVisible();
  await page.getByRole('button', { name: '分享' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('spinbutton', { name: '有效期' }).fill('30');
  await dialog.getByRole('button', { name: '生成链接' }).click();
  const link = dialog.getByRole('textbox', { name: '分享链接' });
  await expect(link).toHaveValue(/\/report\/m\/temperature\/[\w-]+$/u);
  const url = await link.inputValue();
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(url);
  await expect(guest.getByRole('heading', { name: code })).toBeVisible();
  await expect(guest.getByText(/^记录号 TH-\d{8}-\d{4,}/u)).toBeVisible();
  await dialog.getByRole('listitem').first().getByRole('button', { name: '停用' }).click();
  await expect(dialog.getByRole('listitem').first()).toContainText('已停用');
  await guest.reload();
  await expect(guest.getByText('链接已失效')).toBeVisible();
  await guest.context().close();
  // what was handed out stays readable under its number
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('link', { name: '查看' }).last().click();
  await expect(page.getByText(/第 1 版，.* 生成/u)).toBeVisible();
});

test('a paper under other bounds is a version of its own, and a link goes on showing those it was made under', async ({
  page,
  api,
  browser,
}) => {
  const { id } = await unloaded(api);
  const judged = (allowedMin: number) => `/report/customized/temperature/detail?id=${id}&allowedMin=${allowedMin}`;
  await page.goto(judged(900));
  await page.getByRole('button', { name: '分享' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/按现在的条件（允许超限900分，上下限按单据或探头）判定的最新一版/u)).toBeVisible();
  await dialog.getByRole('button', { name: '生成链接' }).click();
  const link = dialog.getByRole('textbox', { name: '分享链接' });
  await expect(link).toHaveValue(/\/report\/m\/temperature\/[\w-]+$/u);
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(await link.inputValue());
  const issued = guest.getByText(/^记录号 TH-\d{8}-\d{4,}　第 \d+ 版/u);
  const shown = ((await issued.textContent()) ?? '').split('　').slice(0, 2);
  await page.goto(judged(901));
  const [paper] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PDF' }).click()]);
  expect(paper.suggestedFilename()).toMatch(/\.pdf$/u);
  await page.reload();
  for (const minutes of [900, 901])
    await expect(page.getByText(`允许超限${minutes}分，上下限按单据或探头`)).toBeVisible();
  await guest.reload();
  for (const words of shown) await expect(issued).toContainText(words);
  await guest.context().close();
});

test('the paper of one row comes by itself once it is made', async ({ page, api }) => {
  const range = wholeDaysSince(1);
  const trips = await api(tripReport.page, { ...range, page: 1, size: 100 });
  const over = trips.list.find(({ state }) => state === 'over');
  if (!over) throw new Error('the demo company has no trip that is over');
  const query = new URLSearchParams({ ...range, vehicleIds: JSON.stringify([over.vehicleId]) });
  await page.goto(`/report/trip?${query}`);
  const row = page.getByRole('row').filter({ hasText: over.tripNo });
  await row.getByText('更多').click();
  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: '行程单' }).click(),
  ]);
  expect(paper.suggestedFilename()).toMatch(/^行程单_.*\.pdf$/u);
});
