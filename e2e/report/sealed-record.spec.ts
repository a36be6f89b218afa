import { readFileSync } from 'node:fs';
import { vehicleTree } from '@tongda/contract/resources/vehicle/tree';
import { seenBook } from '../../apps/server/test/workbook-kit';
import { wholeDaysSince } from '../fixtures/days';
import { expect, test } from '../fixtures/test';

test('封存记录：报表印成PDF、写在导出表头上，凭记录号与校验码在 /verify 核对', async ({ page, api }) => {
  const tree = await api(vehicleTree, { equip: ['tem'] });
  const [vehicle, other] = tree.flatMap(({ children }) => children ?? []).filter(({ online }) => online > 0);
  if (!vehicle || !other) throw new Error('no two vehicles with a probe are online');
  const open = (ids: string[]) =>
    page.goto(
      `/report/temHum?${new URLSearchParams({ vehicleIds: JSON.stringify(ids), ...wholeDaysSince(1) }).toString()}`,
    );
  await open([vehicle.id, other.id]);
  const print = page.getByRole('button', { name: '封存记录PDF' });
  await expect(print).toBeDisabled();
  await open([vehicle.id]);
  const [paper] = await Promise.all([page.waitForEvent('download'), print.click()]);
  expect(paper.suggestedFilename()).toMatch(/^温湿度报表封存记录_.*\.pdf$/u);
  expect(
    readFileSync(await paper.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');

  const [sheet] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出', exact: true }).click(),
  ]);
  const [book] = seenBook(readFileSync(await sheet.path()));
  const text = [1, 2, 3, 4].map((row) => book?.row(row).join(' ')).join('\n');
  const [, number = '', code = ''] = /记录号 (TH-\d{8}-\d{4})　第\d+版　校验码 ([0-9A-F]{8})/u.exec(text) ?? [];
  expect(number, text.slice(0, 400)).not.toBe('');

  await page.goto('/verify');
  await page.getByLabel('记录号').fill(number);
  await page.getByLabel('校验码').fill(`${code.slice(0, 4)} ${code.slice(4)}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('读数与封存时完全一致');
  await expect(page.getByText(vehicle.name)).toBeVisible();
  await page.getByLabel('校验码').fill('00000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('没有这份记录，请核对记录号和校验码')).toBeVisible();
});
