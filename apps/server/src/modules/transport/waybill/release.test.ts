import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/test-app';
import { inHours, type TransportFixture, transportFixture } from '../../../../test/transport-kit';

let app: TestApp;
let a: TransportFixture;

beforeAll(async () => {
  app = await testApp();
  a = await transportFixture(app, '释放');
});
afterAll(() => app.close());

const picking = { pickUpFlag: 1, pickFrom: inHours(0.1), pickTo: inHours(6) };
async function pickUpTrip(count: number) {
  const pickUps: string[] = [];
  for (let i = 0; i < count; i++) {
    const orderCode = await a.order(picking);
    const { data } = await a.post('/api/tms/pickUpOrder/page', { code: orderCode, orderStatus: 1 });
    pickUps.push(data.list[0].pickUpCode);
  }
  const vehicleId = await a.truck({ load_weight_t: 5, volume_m3: 40 });
  const stowed = await a.stow(vehicleId, pickUps, { waybillKind: 1, toPlaceId: a.qingpu });
  return { vehicleId, pickUps, code: stowed.data.waybillCode as string };
}
const fail = async (pickUpCode: string) => {
  const { version } = (await a.post('/api/tms/pickUpOrder/detail', { id: pickUpCode })).data;
  return a.post('/api/tms/pickUpOrder/fail', { pickUpCode, version, failReason: '客户未备货' });
};
/** The waybill waits for goods again, and its truck and driver can be given to another trip at the same time. */
async function expectReleased(code: string, vehicleId: string) {
  expect(await a.waybill(code)).toMatchObject({
    transportStatus: 1,
    stowStatus: 0,
    orderCount: 0,
    totalPieces: 0,
    totalWeight: 0,
    totalVolume: 0,
    loadRateWeight: null,
  });
  const { data: log } = await a.post('/api/tms/log/page', { objType: 'waybill', objCode: code });
  expect(log.map((line: { action: string }) => line.action)).toContain('订单已全部移出，释放车辆');
  const again = await a.stow(vehicleId, [await a.order()]);
  expect([again.code, again.data.possible]).toEqual([200, true]);
}

describe('a trip that loses its last order before the departure is released', () => {
  it('by voiding the order', async () => {
    const [one, two] = [await a.order(), await a.order()];
    const vehicleId = await a.truck({ load_weight_t: 5, volume_m3: 40 });
    const code = (await a.stow(vehicleId, [one, two])).data.waybillCode;
    await a.post('/api/tms/customerOrder/void', { orderCodes: [one], reason: '客户取消' });
    expect(await a.waybill(code)).toMatchObject({ stowStatus: 2, totalPieces: 120, totalWeight: 960 });
    await a.post('/api/tms/customerOrder/void', { orderCodes: [two], reason: '客户取消' });
    await expectReleased(code, vehicleId);
  });
  it('by a pick-up that failed', async () => {
    const { vehicleId, pickUps, code } = await pickUpTrip(1);
    expect(await fail(pickUps[0] ?? '')).toMatchObject({ code: 200 });
    await expectReleased(code, vehicleId);
  });
  it('by moving all orders to the split pool', async () => {
    const orderCode = await a.order();
    const vehicleId = await a.truck();
    const code = (await a.stow(vehicleId, [orderCode])).data.waybillCode;
    const { version } = await a.waybill(code);
    expect(
      await a.post('/api/tms/transportTask/moveOut', {
        waybillCode: code,
        version,
        items: [{ orderCode }],
        reason: '改天送',
      }),
    ).toMatchObject({ code: 200 });
    await expectReleased(code, vehicleId);
  });
  it('and can be voided itself, which frees the truck as well', async () => {
    const orderCode = await a.order();
    const vehicleId = await a.truck();
    const code = (await a.stow(vehicleId, [orderCode])).data.waybillCode;
    const { version } = await a.waybill(code);
    await a.post('/api/tms/waybill/transportTask/void', { waybillCode: code, version, reason: '不走了' });
    expect((await a.stow(vehicleId, [orderCode])).code).toBe(200);
  });
});

it('a pick-up trip on the road that fetches nothing any more is over', async () => {
  const { pickUps, code } = await pickUpTrip(2);
  expect((await a.depart(code)).code).toBe(200);
  await fail(pickUps[0] ?? '');
  expect((await a.waybill(code)).transportStatus).toBe(2);
  await fail(pickUps[1] ?? '');
  expect(await a.waybill(code)).toMatchObject({ transportStatus: 3, totalPieces: 0 });
});

describe('weight and volume follow the pieces', () => {
  it('from a pick-up to the trip and to the stop where it is unloaded', async () => {
    const { pickUps, code } = await pickUpTrip(1);
    await a.depart(code);
    const { data } = await a.post('/api/tms/pickUpOrder/detail', { id: pickUps[0] });
    const picked = await a.post('/api/tms/pickUpOrder/pick', {
      pickUpCode: pickUps[0],
      version: data.version,
      lines: data.items.map((item: { itemId: string }) => ({
        itemId: item.itemId,
        actualPieces: 100,
        actualWeight: 800,
        actualVolume: 5,
        productTemp: -19,
      })),
    });
    expect(picked.code).toBe(200);
    // and how full that makes the truck of 5 t and 40 m³
    expect(await a.waybill(code)).toMatchObject({
      totalPieces: 100,
      totalWeight: 800,
      totalVolume: 5,
      loadRateWeight: 16,
      loadRateVolume: 12.5,
    });
    const { list } = (await a.post('/api/tms/arrival/page', { waybillCode: code, tab: 'onTheWay' })).data;
    expect(list.at(-1)).toMatchObject({ pieces: 100, weightKg: 800, volumeM3: 5 });
    const { waybills } = (await a.post('/api/tms/waybill/billOfLading/print', { waybillCodes: [code] })).data;
    expect(waybills[0]).toMatchObject({
      legs: [{ planPieces: 120, loadPieces: 100, weightKg: 800 }],
      cargo: [{ items: [{ pieces: 100, weightKg: 800 }] }],
    });
  });
  it('through a reloading that counts fewer pieces', async () => {
    const orderCode = await a.order();
    const code = (await a.stow(await a.truck(), [orderCode])).data.waybillCode;
    await a.depart(code);
    const { version } = await a.waybill(code);
    const answer = await a.post('/api/tms/stowage/reload', {
      waybillCode: code,
      version,
      reason: 2,
      remark: '',
      place: { placeName: '沪宁高速', lng: 120.9, lat: 31.3 },
      reloadTime: inHours(0),
      legs: [{ orderCode, pieces: 90, productTemp: -19 }],
      target: { vehicleId: await a.truck(), planDepartTime: inHours(0.2) },
    });
    expect(answer.code, answer.msg).toBe(200);
    const next = await a.waybill(answer.data.newWaybillCode);
    expect(next).toMatchObject({ totalPieces: 90, totalWeight: 720, totalVolume: 4.65 });
    expect(next.legs).toMatchObject([{ planPieces: 90, weightKg: 720, volumeM3: 4.65 }]);
    // the board reads the goods anew: the same pieces, the same weight
    const { data } = await a.post('/api/tms/stowage/loads', { waybillCodes: [next.waybillCode] });
    expect(data[0].orders).toMatchObject([{ pieces: 90, weightKg: 720, volumeM3: 4.65 }]);
  });
});
