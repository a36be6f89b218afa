import { dailyDrivingSummaryReport } from '@tongda/contract/reports/driving/daily-summary';
import { dateDaysAgo, wholeDaysSince } from '../fixtures/days';
import { expect, test } from '../fixtures/test';

test('每日行驶汇总 is asked for first; a row a vehicle, a column a day, each day leads to its 行驶日报, and that to the trajectory', async ({
  page,
  api,
}) => {
  // yesterday's summary is computed a little after the demo's history has arrived
  const range = wholeDaysSince(1);
  const driven = async () =>
    (await api(dailyDrivingSummaryReport.page, { ...range, metric: 'mileage', sort: 'total desc' })).list[0]?.total;
  await expect.poll(driven, { timeout: 60_000 }).toBeGreaterThan(0);
  await page.goto('/report/dailyDrivingSummary');
  await expect(page.getByText('点击“查询”查看所选时间的数据')).toBeVisible();
  await page.getByRole('button', { name: '查询', exact: true }).click();
  // 60 and some: other tests add vehicles meanwhile
  await expect(page.getByText(/^共 6\d 条$/u)).toBeVisible();
  await page.goto(`/report/dailyDrivingSummary?${new URLSearchParams({ ...range, sort: 'total desc' }).toString()}`);
  const figure = page
    .getByRole('table')
    .getByRole('link', { name: /^[\d,.]+$/u })
    .first();
  const km = (await figure.textContent()) ?? '';
  await figure.click();
  await expect(page).toHaveURL(/\/report\/dailyDriving\?/u);
  // the same day of the same vehicle, with the same kilometres
  const row = page.getByRole('row').filter({ hasText: km }).first();
  await expect(row).toBeVisible();
  await row.getByText('轨迹', { exact: true }).click();
  await expect(page).toHaveURL(/\/community\/trajectory\?vehicleId=\d+&startTime=/u);
});

test('每日行驶汇总 of a month opens with its newest day in sight', async ({ page }) => {
  const range = wholeDaysSince(30);
  await page.goto(`/report/dailyDrivingSummary?${new URLSearchParams(range).toString()}`);
  const newest = page.getByRole('columnheader', { name: dateDaysAgo(0).slice(5), exact: true });
  await expect(newest).toBeInViewport({ ratio: 1 });
});
