import { setTimeout as sleep } from 'node:timers/promises';
import { vehicleAdd, vehicleDel, vehicleUnbindDevice } from '@tongda/contract/resources/vehicle/calls';
import { Terminal } from '@tongda/simulator/terminal/connection';
import { makePoint } from '../fixtures/point';
import { expect, test } from '../fixtures/test';
import { findVehicle, newPlate, truck } from '../fixtures/vehicles';

/** A report of a truck that drives east through 兰州. */
const atLanzhou = (timeMs: number, lng: number, speedKmh: number) => makePoint({ timeMs, lng, lat: 36.06, speedKmh });

test('登记一台新终端，接上后车辆出现在地图页并实时更新', async ({ page, api }) => {
  const port = Number(process.env.E2E_GATEWAY_PORT);
  if (!port) throw new Error('E2E_GATEWAY_PORT must name the gateway of the product under test');
  const plate = newPlate();
  const phone = `199${String(Date.now()).slice(-8)}`;
  await api(vehicleAdd, await truck(api, plate));
  const terminal = new Terminal({
    host: '127.0.0.1',
    port,
    identity: { phone, protocol: '2013', plateNo: plate, plateColor: 2 },
    reconnectMs: 500,
  });
  try {
    // the terminal connects before it is registered: the gateway refuses it and remembers it, and it works afterwards
    terminal.start();
    await page.goto(`/resources/vehicle?plateNo=${plate}`);
    await page.getByRole('button', { name: '更多' }).first().click();
    await page.getByRole('menuitem', { name: '绑定设备' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: '登记新终端' }).click();
    await dialog.getByRole('textbox', { name: '终端编号' }).fill(phone);
    await expect(dialog.getByRole('status')).toContainText('连接过', { timeout: 60_000 });
    await dialog.getByRole('button', { name: '绑定' }).click();
    await expect(page.getByText(`${plate} 已绑定终端`)).toBeVisible();

    await terminal.whenReady();
    terminal.report(atLanzhou(Date.now(), 103.8, 63));
    await expect.poll(() => terminal.counters.acknowledged, { timeout: 20_000 }).toBe(1);
    const { id } = await findVehicle(api, plate);
    await page.goto(`/community/location?vehicleId=${id}`);
    const card = page.getByRole('region', { name: `${plate} 车辆信息` });
    await expect(card).toContainText('63');
    await expect(card.locator('.watch-location-place')).toContainText('甘肃省兰州市');

    await sleep(1_100);
    terminal.report(atLanzhou(Date.now(), 103.81, 71));
    await expect(card.locator('.watch-location-speed')).toContainText('71', { timeout: 5_000 });
  } finally {
    await terminal.stop();
    const { id, deviceId } = await findVehicle(api, plate);
    if (deviceId) await api(vehicleUnbindDevice, { vehicleId: id });
    await api(vehicleDel, { ids: [id] });
  }
});
