import { vehicleUnbindDevice } from '@tongda/contract/resources/vehicle/calls';
import { orderSign, transportTaskCalls } from '@tongda/contract/transport/waybill/calls';
import { arrivalRegister } from '@tongda/contract/transport/waybill/dock/arrival';
import { type Fix, installTerminal } from '../fixtures/terminal';
import { expect } from '../fixtures/test';
import { enterOrder, inHours, stowTask } from '../fixtures/transport';
import { test } from '../fixtures/trucks';

const startMs = Math.floor(Date.now() / 1000) * 1000;
/** Some minutes before the test as the API writes times, and to the minute as the pages do. */
const wire = (minutesAgo: number): string => inHours((startMs - minutesAgo * 60_000 - Date.now()) / 3_600_000);
const shown = (minutesAgo: number): string => wire(minutesAgo).slice(5, 16);

type Point = Pick<Fix, 'lng' | 'lat'>;
const shop: Point = { lng: 121.2, lat: 31.2 };
const store: Point = { lng: 121.25, lat: 31.05 };
const lastStore: Point = { lng: 121.25, lat: 31 };
const between = (from: Point, to: Point, part: number): Point => ({
  lng: from.lng + (to.lng - from.lng) * part,
  lat: from.lat + (to.lat - from.lat) * part,
});
const fix = (minutesAgo: number, place: Point, speedKmh: number): Fix => ({
  ...place,
  timeMs: startMs - minutesAgo * 60_000,
  speedKmh,
  odometerM: (40 - minutesAgo) * 1000,
});
const standing = (place: Point, ...minutesAgo: number[]) => minutesAgo.map((at) => fix(at, place, 0));
const onTheWay = (from: Point, to: Point, ...minutesAgo: number[]) =>
  minutesAgo.map((at, i) => fix(at, between(from, to, (i + 1) / (minutesAgo.length + 1)), 60));

test('盲区补传：发车时间是驶出围栏的第一个点，人工登记的到站不被围栏改掉，日志里不重复', async ({
  page,
  api,
  trucks,
}) => {
  const serial = String(Date.now()).slice(-6);
  const orders = [
    await enterOrder(api, `补传甲${serial}`),
    await enterOrder(api, `补传乙${serial}`, {}, 0, {
      receiveAddress: '叶榭镇叶兴路1号',
      receiveLng: lastStore.lng,
      receiveLat: lastStore.lat,
    }),
  ];
  const [truck] = await trucks(1);
  const vehicleId = truck?.vehicleId ?? '';
  const terminal = await installTerminal(api, vehicleId);
  try {
    const waybillCode = await stowTask(api, vehicleId, orders);
    const trip = () => api(transportTaskCalls.detail, { id: waybillCode });
    await api(transportTaskCalls.load, { waybillCode, version: (await trip()).version });
    await terminal.report(standing(shop, 29, 28, 27));
    const tripPage = `/transport/waybillManage/transportTask/check?id=${waybillCode}`;
    await page.goto(tripPage);
    await expect(page.getByRole('button', { name: '撤销装车' })).toBeVisible();

    // the first half of what was stored in the dead zone: the truck has been on the road for a long time
    await terminal.report(onTheWay(shop, store, 25, 22, 19, 16, 13));
    await expect.poll(async () => (await trip()).actualDepartTime).toBe(wire(25));
    await page.goto(tripPage);
    await expect(page.getByText(`离 ${shown(25)}`)).toBeVisible();
    await expect(page.getByText('运输中', { exact: true }).first()).toBeVisible();

    // the clerk notes when it came, before the rest is heard
    await api(arrivalRegister, { waybillCode, stopSeq: 2, arriveTime: wire(11) });
    await terminal.report([
      ...standing(store, 9, 8, 7),
      ...onTheWay(store, lastStore, 5, 4.5),
      ...standing(lastStore, 3, 2, 1),
    ]);
    await expect.poll(async () => (await trip()).stops[2]?.arriveTime).toBe(wire(3));
    expect(await trip()).toMatchObject({ actualDepartTime: wire(25), transportStatus: 2 });
    await page.goto(tripPage);
    await expect(page.getByText(`到 ${shown(11)}`)).toBeVisible();
    await expect(page.getByText(`到 ${shown(3)}`)).toBeVisible();
    await expect(page.getByText(`到 ${shown(9)}`)).toHaveCount(0);

    await page.goto(`/transport/orderManage/customerOrder/details?id=${orders[0]}`);
    const log = page.getByRole('complementary').filter({ hasText: '操作日志' });
    await expect(log.getByText('到站', { exact: true })).toHaveCount(1);
    await expect(log.getByText('发车', { exact: true })).toHaveCount(1);
    for (const orderCode of orders) await api(orderSign, { orderCode, signer: '李店长', signPieces: 12 });
    expect(await trip()).toMatchObject({ transportStatus: 3 });
  } finally {
    await terminal.stop();
    // vehicles can only be removed without a terminal
    await api(vehicleUnbindDevice, { vehicleId }).catch(() => undefined);
  }
});
