import { vehicleAdd, vehicleDel, vehicleDetail } from '@tongda/contract/resources/vehicle/calls';
import { expect, test } from '../fixtures/test';
import { newPlate, truck } from '../fixtures/vehicles';

test('启用温度通道：上限低于下限不能保存，改正后带修正值生效，再复制到另一辆车', async ({ page, api }) => {
  const plate = newPlate();
  const { id } = await api(vehicleAdd, { ...(await truck(api, plate)), temCount: 1 });
  await page.goto(`/resources/vehicle/probe?id=${id}`);
  await page.getByRole('checkbox', { name: '启用温度通道1' }).check();
  await page.getByRole('combobox', { name: '温度通道1的名称' }).fill('前部');
  await page.getByRole('spinbutton', { name: '温度通道1的下限' }).fill('-12');
  await page.getByRole('spinbutton', { name: '温度通道1的上限' }).fill('-25');
  await page.getByRole('spinbutton', { name: '温度通道1的上限' }).blur();
  await expect(page.getByText(/上限.*下限|下限.*上限/u).first()).toBeVisible();
  await expect(page.getByRole('button', { name: '保存' })).toBeDisabled();
  await page.getByRole('spinbutton', { name: '温度通道1的下限' }).fill('-25');
  await page.getByRole('spinbutton', { name: '温度通道1的上限' }).fill('-12');
  // the correction of the calibration certificate, with its number and a reason
  const added = page.getByRole('spinbutton', { name: '温度通道1的修正值' });
  await added.fill('0.3');
  await added.blur();
  await expect(page.getByText('有修正值须填写校准证书号')).toBeVisible();
  await page.getByRole('textbox', { name: '温度通道1的校准证书号' }).fill('JZ26-77');
  await expect(page.getByText('更改修正值须填写修正原因')).toBeVisible();
  await page.getByRole('textbox', { name: '修正原因' }).fill('年度校准');
  await page.getByRole('button', { name: '保存' }).click();
  await expect
    .poll(async () => (await api(vehicleDetail, { id })).probes)
    .toMatchObject([{ kind: 'tem', channel: 1, name: '前部', certNo: 'JZ26-77', correction: 0.3 }]);

  const twin = newPlate();
  const { id: other } = await api(vehicleAdd, { ...(await truck(api, twin)), temCount: 1 });
  await page.goto(`/resources/vehicle/probe?id=${id}`);
  await expect(page.getByRole('checkbox', { name: '启用温度通道1' })).toBeChecked();
  await page.getByRole('button', { name: '复制到其他车辆' }).click();
  await page.getByRole('combobox', { name: '目标车辆' }).fill(twin);
  await page.locator('.ant-select-dropdown:visible').getByText(twin).first().click();
  await page.getByRole('dialog').getByText('复制到（车辆类型须相同）').click();
  await page.getByRole('button', { name: '复制到 1 辆车' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '完成' }).click();
  expect((await api(vehicleDetail, { id: other })).probes).toMatchObject([
    { kind: 'tem', name: '前部', upper: -12, certNo: null, correction: 0 },
  ]);
  await api(vehicleDel, { ids: [id, other] });
});
