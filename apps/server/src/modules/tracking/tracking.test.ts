import { riskScore } from '@tongda/contract/tracking/tracking';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/test-app';
import { type TransportFixture, transportFixture } from '../../../test/transport-kit';

let app: TestApp;
let a: TransportFixture;
let orderCode: string;
let waybillCode: string;
let vehicleId: string;

beforeAll(async () => {
  app = await testApp();
  a = await transportFixture(app, '跟踪甲');
  orderCode = await a.order();
  vehicleId = await a.truck();
  waybillCode = (await a.stow(vehicleId, [orderCode], { setTemp: -20 })).data.waybillCode;
  await a.depart(waybillCode);
});
afterAll(() => app.close());

/** What the truck reported last: so many minutes ago, standing 1° west of the receiver. */
async function report(minutesAgo: number, tempC: number): Promise<void> {
  const live = { speedKmh: 62, acc: true, tempC: [tempC, null], doorOpen: [true, false], reeferOn: true };
  await sql`insert into device_state (vehicle_id, client_id, device_id, device_time, fix_time, lng, lat, live, stream, total_mileage_m)
    values (${vehicleId}, ${a.clientId}, ${a.deviceIds[0]}, now() - ${minutesAgo} * interval '1 minute', now() - ${minutesAgo} * interval '1 minute',
      121.62, 31.3, ${JSON.stringify(live)}::jsonb, '{}', 25000)
    on conflict (vehicle_id) do update set device_time = excluded.device_time, fix_time = excluded.fix_time, live = excluded.live`.execute(
    a.db,
  );
}
const order = async (more: Record<string, unknown> = {}) =>
  (await a.post('/api/tms/tracking/orderPage', { code: orderCode, ...more })).data.list[0];
const trip = async (more: Record<string, unknown> = {}) =>
  (await a.post('/api/tms/tracking/waybillPage', { waybillCode, ...more })).data.list[0];

it('risks are weighed: 3·late + 3·overTemp + 2·offline + 2·deviation + 1·longStop', () => {
  expect(riskScore([])).toBe(0);
  expect(riskScore(['late', 'overTemp', 'offline', 'deviation', 'longStop'])).toBe(11);
});

it('an order says where its truck is, how warm it is and when it comes', async () => {
  expect(await order()).toMatchObject({
    live: null,
    temp: 'noData',
    late: 'onTime',
    boxTemp: null,
    remainKm: null,
    stopDone: 1,
    stopCount: 2,
  });
  await report(1, -19.5);
  expect(await order()).toMatchObject({
    orderStatus: 4,
    lastEvent: '发车',
    plateNo: expect.stringMatching(/^沪A/u),
    live: { lng: 121.62, lat: 31.3, speedKmh: 62, stale: false },
    boxTemp: -19.5,
    temp: 'inRange',
    // 1° of longitude at 31.3° north, 95.0 km, times 1.3
    remainKm: 123.5,
  });
  await report(1, -9.8);
  expect(await order({ temp: 'over' })).toMatchObject({ boxTemp: -9.8, temp: 'over' });
  await report(20, -9.8);
  expect((await order()).live).toMatchObject({ stale: true, speedKmh: 0 });
  await report(40, -9.8);
  expect(await order()).toMatchObject({ temp: 'noData', boxTemp: null });
});

it('an expected arrival behind the wish is expected late, one behind the clock late', async () => {
  const eta = (hours: number) =>
    sql`update waybill_stop set eta_at = now() + ${hours} * interval '1 hour' where seq = 2 and waybill_id = (select id from waybill where waybill_code = ${waybillCode})`.execute(
      a.db,
    );
  await eta(2);
  expect(await order()).toMatchObject({ late: 'onTime', etaTime: expect.any(String) });
  await eta(31);
  const late = await order({ late: 'expectedLate' });
  expect(late.delayMin).toBeGreaterThanOrEqual(59);
  expect(late.delayMin).toBeLessThanOrEqual(60);
  await sql`update customer_order set arrive_to = now() - interval '10 minutes' where order_code = ${orderCode}`.execute(
    a.db,
  );
  expect(await order({ late: 'late' })).toMatchObject({ late: 'late' });
});

it('the counts of the tabs are those of the list', async () => {
  const waiting = await a.order();
  await a.stow(await a.truck(), [waiting]);
  const { data: counts } = await a.post('/api/tms/tracking/orderCount');
  expect(counts).toMatchObject({ running: 2, inTransit: 1, toLoad: 1, completed: 0, late: 1 });
  for (const tab of ['running', 'inTransit', 'toLoad', 'completed'])
    expect((await a.post('/api/tms/tracking/orderPage', { tab })).data.total).toBe(counts[tab]);
});

it('a trip is at risk by what its truck reports, the worst first', async () => {
  await report(1, -20.4);
  expect(await trip()).toMatchObject({
    risks: ['late'],
    temps: [-20.4],
    openDoors: [1],
    reeferOn: true,
    stopDone: 1,
    nextStop: '苏州观前店',
  });
  await report(20, -20.4);
  expect((await trip()).risks).toEqual(['late', 'offline']);
  await report(1, -9.8);
  expect((await trip()).risks).toEqual(['late', 'overTemp']);
  await sql`insert into episode (client_id, vehicle_id, kind, alarm, start_time, confirmed_at) values
    (${a.clientId}, ${vehicleId}, 'stay', false, now() - interval '61 minutes', now()),
    (${a.clientId}, ${vehicleId}, 'lineAlarm', true, now(), now())`.execute(a.db);
  const row = await trip();
  expect(row).toMatchObject({ risks: ['late', 'overTemp', 'deviation', 'longStop'], stayMin: 61, alarmCount: 1 });
  const { data: counts } = await a.post('/api/tms/tracking/waybillCount');
  expect(counts).toMatchObject({
    inTransit: 1,
    toDepart: 1,
    late: 1,
    overTemp: 1,
    offline: 0,
    deviation: 1,
    longStop: 1,
  });
  expect((await a.post('/api/tms/tracking/waybillPage', { risk: 'offline' })).data.total).toBe(0);
});

it('tells the whole way of an order and of a trip', async () => {
  const { data } = await a.post('/api/tms/tracking/orderTimeline', { orderCode });
  expect(data.legs).toMatchObject([
    {
      waybillCode,
      transportationStatus: 1,
      stops: [
        { seq: 1, stopStatus: 2 },
        { seq: 2, stopStatus: 0 },
      ],
    },
  ]);
  expect(data.timeline.map((one: { text: string }) => one.text)).toEqual(['发车', '配载', '下单']);
  const { data: way } = await a.post('/api/tms/tracking/waybillTimeline', { waybillCode });
  expect(way).toMatchObject({ waybill: { waybillCode }, alarms: [{ text: expect.stringContaining('偏离') }] });
  expect(way.stops).toHaveLength(2);
  expect(way.timeline[0]).toMatchObject({ text: '发车', waybillCode });
});

it('shows a customer his own only', async () => {
  const { data: other } = await a.post('/api/base/manage/customer/add', { name: '跟踪乙客户', customerType: 3 });
  const user = await a.user({ menus: ['orderTracking', 'waybillTracking'] });
  await a.db.updateTable('app_user').set({ customer_id: other.id }).where('id', '=', user.userId).execute();
  expect((await app.post('/api/tms/tracking/orderPage', {}, user.token)).data.total).toBe(0);
  expect((await app.post('/api/tms/tracking/waybillPage', {}, user.token)).data.total).toBe(0);
  expect(await app.post('/api/tms/tracking/orderTimeline', { orderCode }, user.token)).toMatchObject({ code: 4004 });
  expect(await app.post('/api/tms/tracking/waybillTimeline', { waybillCode }, user.token)).toMatchObject({
    code: 4004,
  });
});
