import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/test-app';
import { type TransportFixture, transportFixture } from '../../../../test/transport-kit';

let app: TestApp;
let a: TransportFixture;

beforeAll(async () => {
  app = await testApp();
  a = await transportFixture(app, '在站');
});
afterAll(() => app.close());

const tracked = async (code: string) => (await a.post('/api/tms/tracking/orderPage', { code })).data.list[0];

it('goods at a hub are there, wait for stowage and cannot be signed for; on the last leg they can', async () => {
  const orderCode = await a.order();
  const vehicleId = await a.truck();
  const trunk = await a.stow(vehicleId, [orderCode], { waybillKind: 2, toPlaceId: a.suzhou });
  const code = trunk.data.waybillCode as string;
  expect(await tracked(orderCode)).toMatchObject({
    siteName: null,
    allowActions: expect.not.arrayContaining(['sign']),
  });
  await a.depart(code);
  await sql`insert into device_state (vehicle_id, client_id, device_id, device_time, fix_time, lng, lat, live, stream)
    values (${vehicleId}, ${a.clientId}, ${a.deviceIds[0]}, now(), now(), 121, 31, '{"tempC":[-20],"speedKmh":60}', '{}')`.execute(
    a.db,
  );
  expect(await tracked(orderCode)).toMatchObject({ siteName: null, siteLng: null, live: { lng: 121 }, etaTime: null });
  // a trunk leg ends at a site: nobody can sign there
  expect((await tracked(orderCode)).allowActions).not.toContain('sign');
  const { version } = await a.waybill(code);
  const counted = await a.post('/api/tms/arrival/confirm', {
    waybillCode: code,
    version,
    stopSeq: 2,
    boxTemp: -20,
    sealNoSeen: 'F260001',
    lines: [{ orderCode, pieces: 118, damaged: 0, short: 2, over: 0, productTemp: -19 }],
  });
  expect(counted.code, counted.msg).toBe(200);
  const there = await tracked(orderCode);
  // the truck that brought it drives on, and says nothing about it any more
  expect(there).toMatchObject({
    orderStatus: 4,
    siteName: '苏州园区站',
    ...{ siteLng: 120.72, siteLat: 31.31 },
    live: null,
    temp: 'noData',
    deliveredPieces: 118,
    ...{ plateNo: '', vehicleId: null, driverName: '', driverPhone: '' },
    // the receiver is still to come
    stopDone: 2,
    stopCount: 3,
  });
  expect(there.allowActions).toContain('stowage');
  expect(there.allowActions).not.toContain('sign');
  expect(await a.post('/api/tms/tracking/notifyDriver', { orderCode, text: '到哪里了', speak: false })).toMatchObject({
    code: 4010,
    msg: `订单${orderCode}现在没有配载，没有司机可联系`,
  });
  const { data } = await a.post('/api/tms/tracking/orderTimeline', { orderCode });
  expect(data.order).toMatchObject({ siteName: '苏州园区站', allowActions: there.allowActions });

  const last = await a.stow(await a.truck(), [orderCode]);
  expect(await tracked(orderCode)).toMatchObject({ siteName: '苏州园区站' });
  expect((await tracked(orderCode)).allowActions).not.toContain('stowage');
  await a.depart(last.data.waybillCode);
  expect((await tracked(orderCode)).allowActions).toContain('sign');
  expect(await tracked(orderCode)).toMatchObject({ siteName: null, stopDone: 1, stopCount: 2 });
});

it('the newest step of an order that is fetched is that of its pick-up order', async () => {
  const orderCode = await a.order({ pickUpFlag: 1 });
  const [pickUp] = (await a.post('/api/tms/pickUpOrder/page', { page: 1, size: 15, code: orderCode })).data.list;
  const trip = await a.stow(await a.truck(), [pickUp.pickUpCode], { waybillKind: 1, toPlaceId: a.suzhou });
  expect(trip.code, trip.msg).toBe(200);
  expect(await tracked(orderCode)).toMatchObject({ lastEvent: '配载' });
  await a.depart(trip.data.waybillCode);
  expect(await tracked(orderCode)).toMatchObject({ lastEvent: '发车' });
  // what was written down later but happened before is not the newest
  await sql`insert into tms_operation_log (client_id, obj_type, obj_code, action, at)
    values (${a.clientId}, 'pickUpOrder', ${pickUp.pickUpCode}, '生成提货单', now() - interval '1 day')`.execute(a.db);
  expect(await tracked(orderCode)).not.toMatchObject({ lastEvent: '生成提货单' });
});
