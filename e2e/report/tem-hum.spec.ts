import { vehicleTree } from '@tongda/contract/resources/vehicle/tree';
import { expect, test } from '../fixtures/test';

test('温湿度报表 wants a vehicle first; then figures a probe, curves and rows of the same readings', async ({
  page,
  api,
}) => {
  const tree = await api(vehicleTree, { equip: ['tem'] });
  const [vehicle] = tree.flatMap(({ children }) => children ?? []).filter(({ online }) => online > 0);
  if (!vehicle) throw new Error('no vehicle with a probe is online');
  await page.goto('/report/temHum?temTimeInterval=%2230%22');
  await expect(page.getByText('请选择车辆和时间后查询')).toBeVisible();
  await page.goto(`/report/temHum?${new URLSearchParams({ vehicleIds: JSON.stringify([vehicle.id]) }).toString()}`);
  await expect(page.getByRole('columnheader', { name: 'MKT(℃)' })).toBeVisible();
  const chart = page.getByRole('figure', { name: '曲线' });
  await expect(chart.locator('[data-lanes]')).toHaveAttribute('data-lanes', /[1-9]/u);
  await expect(chart.locator('canvas')).toBeVisible();
  await page.getByText('列表', { exact: true }).click();
  await expect(chart).toBeHidden();
  // columns are called as the vehicle's probes are
  await expect(page.getByRole('columnheader', { name: /^(?!设定温度).+\(℃\)/u }).first()).toBeVisible();
  await expect(page.getByText(/^共 \d+ 条$/u)).toBeVisible();
});
