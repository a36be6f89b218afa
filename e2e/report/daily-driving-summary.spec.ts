import { dailyDrivingSummaryReport } from '@tongda/contract/reports/driving/daily-summary';
import { expect, test } from '../fixtures/test';

/** Date (YYYY-MM-DD) some days ago in China. */
const dateDaysAgo = (back: number): string =>
  new Date(Date.now() + 8 * 3_600_000 - back * 86_400_000).toISOString().slice(0, 10);

test('每日行驶汇总 is asked for first; a row a vehicle, a column a day, each day leads to its trajectory', async ({
  page,
  api,
}) => {
  // yesterday's summary is computed a little after the demo's history has arrived
  const range = { startTime: `${dateDaysAgo(1)} 00:00:00`, endTime: `${dateDaysAgo(0)} 23:59:59` };
  const driven = async () =>
    (await api(dailyDrivingSummaryReport.page, { ...range, metric: 'mileage', sort: 'total desc' })).list[0]?.total;
  await expect.poll(driven, { timeout: 60_000 }).toBeGreaterThan(0);
  await page.goto('/report/dailyDrivingSummary');
  await expect(page.getByText('请选择车辆和时间后查询')).toBeVisible();
  await page.getByRole('button', { name: '查询', exact: true }).click();
  // 60 and some: other tests add vehicles meanwhile
  await expect(page.getByText(/^共 6\d 条$/u)).toBeVisible();
  await page.goto(`/report/dailyDrivingSummary?${new URLSearchParams({ ...range, sort: 'total desc' }).toString()}`);
  const figure = page
    .getByRole('table')
    .getByRole('link', { name: /^[\d,.]+$/u })
    .first();
  await expect(figure).toBeVisible();
  await figure.click();
  await expect(page).toHaveURL(/\/community\/trajectory\?vehicleId=\d+&startTime=/u);
});

test('每日行驶汇总 of a month opens with its newest day in sight', async ({ page }) => {
  const range = { startTime: `${dateDaysAgo(30)} 00:00:00`, endTime: `${dateDaysAgo(0)} 23:59:59` };
  await page.goto(`/report/dailyDrivingSummary?${new URLSearchParams(range).toString()}`);
  const newest = page.getByRole('columnheader', { name: dateDaysAgo(0).slice(5), exact: true });
  await expect(newest).toBeInViewport({ ratio: 1 });
});
