import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/test-app';
import { inHours, type TransportFixture, transportFixture } from '../../../../test/transport-kit';

let app: TestApp;
let a: TransportFixture;

beforeAll(async () => {
  app = await testApp();
  a = await transportFixture(app, '列表');
});
afterAll(() => app.close());

/** Puts a truck 1 km north of 青浦分拨中心, with a total on its terminal. */
const reports = async (vehicleId: string, totalM: number) => {
  await sql`insert into device_state (vehicle_id, client_id, device_id, device_time, fix_time, lng, lat, live, stream, total_mileage_m)
    values (${vehicleId}, ${a.clientId}, ${vehicleId}, now(), now(), 121.124, 31.159, '{"tempC":[-18]}', '{}', ${totalM})
    on conflict (vehicle_id) do update set total_mileage_m = excluded.total_mileage_m`.execute(a.db);
};
const rowOf = async (kind: 'transportTask' | 'billOfLading', code: string) =>
  (await a.post(`/api/tms/waybill/${kind}/page`, { waybillCode: code })).data.list[0];
const tracked = async (orderCode: string) =>
  (await a.post('/api/tms/tracking/orderPage', { code: orderCode })).data.list[0];

it('the list of tasks shows what is collected, which receipts came back, where the truck is and what it drove', async () => {
  const vehicleId = await a.truck({ load_weight_t: 5, volume_m3: 40 });
  await reports(vehicleId, 100_000);
  const one = await a.order({ receiptRequire: 1, codAmount: 1200.5 });
  const two = await a.order();
  const code = (await a.stow(vehicleId, [one, two])).data.waybillCode;
  expect(await rowOf('transportTask', code)).toMatchObject({
    dispatchSource: 2,
    codAmount: 1200.5,
    receiptCount: 1,
    receiptBack: 0,
    planPieces: 240,
    place: '',
    drivenKm: null,
  });
  expect((await a.depart(code)).code).toBe(200);
  await reports(vehicleId, 112_300);
  await sql`update waybill set eta_at = now() + interval '1 hour' where waybill_code = ${code}`.execute(a.db);
  const etas = async () => [
    (await rowOf('transportTask', code)).etaTime,
    (await a.post('/api/tms/tracking/waybillLive', { waybillCode: code })).data.etaTime,
  ];
  expect(await etas()).toEqual([expect.any(String), expect.any(String)]);
  const away = await rowOf('transportTask', code);
  expect(away).toMatchObject({ drivenKm: 12.3, loadPieces: 240, boxTemp: -18 });
  const detail = async () => (await a.post('/api/tms/waybill/transportTask/detail', { id: code })).data;
  expect(await detail()).toMatchObject({ live: { lng: 121.124 }, boxTemp: -18 });
  expect(away.place).toMatch(/^青浦分拨中心北 1\.0 km，.*青浦/u);
  const track = await tracked(one);
  expect(track).toMatchObject({ receiptStatus: null, live: { address: away.place } });
  expect(track.departTime).toBe(away.actualDepartTime);
  for (const orderCode of [one, two])
    expect(
      await a.post('/api/tms/customerOrder/sign', { orderCode, signer: '李店长', signPieces: 120, rejectPieces: 0 }),
    ).toMatchObject({ code: 200 });
  await reports(vehicleId, 150_000);
  // nothing is expected of a trip that is over
  expect(await etas()).toEqual([null, null]);
  // what it drives afterwards belongs to another trip
  expect(await rowOf('transportTask', code)).toMatchObject({
    ...{ transportStatus: 3, drivenKm: 12.3, place: '', boxTemp: null },
  });
  expect(await detail()).toMatchObject({ live: null, boxTemp: null });
  expect(await rowOf('transportTask', code)).toMatchObject({ receiptCount: 1, receiptBack: 0 });
  await sql`update receipt set receipt_status = 1 where order_id = (select id from customer_order where order_code = ${one})`.execute(
    a.db,
  );
  expect(await rowOf('transportTask', code)).toMatchObject({ receiptCount: 1, receiptBack: 1 });
});

it('the list of 提单 shows pieces that were planned and fetched, and where the truck is', async () => {
  const orderCode = await a.order({ pickUpFlag: 1, pickFrom: inHours(0.1), pickTo: inHours(6) });
  const pickUps = await a.post('/api/tms/pickUpOrder/page', { code: orderCode, orderStatus: 1 });
  const vehicleId = await a.truck({ load_weight_t: 5, volume_m3: 40 });
  await reports(vehicleId, 5_000);
  const stowed = await a.stow(vehicleId, [pickUps.data.list[0].pickUpCode], { waybillKind: 1, toPlaceId: a.qingpu });
  const code = stowed.data.waybillCode;
  expect(await rowOf('billOfLading', code)).toMatchObject({ planPieces: 120, totalPieces: 120, loadPieces: 0 });
  expect((await a.depart(code)).code).toBe(200);
  expect((await rowOf('billOfLading', code)).place).toMatch(/^青浦分拨中心/u);
});
