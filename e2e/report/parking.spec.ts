import { parkingReport } from '@tongda/contract/reports/driving/parking';
import { wholeDaysSince } from '../fixtures/days';
import { expect, test } from '../fixtures/test';

test('停车报表：由车辆到停车明细，由明细到轨迹，再到停车分布图', async ({ page, api }) => {
  const range = wholeDaysSince(1);
  // the filters that are left out have values of their own
  const stops = async () => (await api(parkingReport.page, { ...range, page: 1, size: 15 } as never)).total;
  await expect.poll(stops, { timeout: 60_000 }).toBeGreaterThan(0);
  await page.goto('/report/parking');
  await expect(page.getByText('点击“查询”查看所选时间的数据')).toBeVisible();
  await page.goto(`/report/parking?${new URLSearchParams(range).toString()}`);
  await expect(page.getByLabel('停车报表合计')).toContainText('总停车时长');
  await page.getByRole('link', { name: '明细' }).first().click();
  await expect(page).toHaveURL(/\/report\/parking\/detail\?.*vehicleIds=/u);
  await expect(page.getByRole('link', { name: '轨迹' }).first()).toHaveAttribute(
    'href',
    /\/community\/trajectory\?vehicleId=\d+/u,
  );
  await page.getByRole('radiogroup', { name: '视图' }).getByText('停车分布图').click();
  await expect(page).toHaveURL(/\/report\/parking\/map\?/u);
  await expect(page.locator('[data-map-overlay="circles"]')).toHaveAttribute('data-circles', /[1-9]/u);
});
