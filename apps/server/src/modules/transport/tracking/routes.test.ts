import { riskScore } from '@tongda/contract/transport/tracking/calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/test-app';
import { inHours, type TransportFixture, transportFixture } from '../../../../test/transport-kit';

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
/** Binds a terminal to the truck; what this answers takes it out again. */
async function bindTerminal(): Promise<() => Promise<unknown>> {
  await sql`insert into device_binding (client_id, device_id, vehicle_id, during)
    values (${a.clientId}, ${a.deviceIds[0]}, ${vehicleId}, tstzrange(now() - interval '1 day', null))`.execute(a.db);
  return () => sql`delete from device_binding where vehicle_id = ${vehicleId}`.execute(a.db);
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
  expect((await order()).live).toMatchObject({ stale: true, speedKmh: null });
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
  // nothing is bound to the truck: it cannot be offline, and the row says why nothing is known
  expect(await trip()).toMatchObject({ risks: ['late'], hasDevice: false });
  const unbind = await bindTerminal();
  expect(await trip()).toMatchObject({ risks: ['late', 'offline'], hasDevice: true });
  await report(1, -9.8);
  expect((await trip()).risks).toEqual(['late', 'overTemp']);
  await sql`insert into episode (client_id, vehicle_id, kind, alarm, start_time, confirmed_at) values
    (${a.clientId}, ${vehicleId}, 'stay', false, now() - interval '61 minutes', now()),
    (${a.clientId}, ${vehicleId}, 'lineAlarm', true, now(), now())`.execute(a.db);
  // the hour at the loading place before the departure is no stop on the road
  expect(await trip()).toMatchObject({ risks: ['late', 'overTemp', 'deviation'], stayMin: 0 });
  await sql`update waybill set actual_depart_at = now() - interval '2 hours' where waybill_code = ${waybillCode}`.execute(
    a.db,
  );
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
  await unbind();
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

it('a split order is tracked by the orders that it was divided into', async () => {
  const parent = await a.order({}, { pieces: 2 });
  const { version, items } = await a.orderOf(parent);
  const children = [1, 1].map((pieces) => ({ items: [{ itemId: items[0].itemId, pieces }] }));
  const { data: split } = await a.post('/api/tms/customerOrder/split', { orderCode: parent, version, children });
  const [first, second] = split.childCodes as string[];
  const { data: trunk } = await a.stow(await a.truck(), [String(first)]);
  const { code, data } = await a.post('/api/tms/tracking/orderTimeline', { orderCode: parent });
  expect(code).toBe(200);
  expect(data).toMatchObject({
    order: { orderCode: parent, waybillCode: null },
    parentCode: null,
    legs: [],
    children: [
      { orderCode: first, orderStatus: 2, waybillCode: trunk.waybillCode },
      { orderCode: second, orderStatus: 1, waybillCode: null },
    ],
  });
  expect(data.timeline.map((one: { text: string }) => one.text)).toContain('拆单');
  // the list counts the goods once: its rows are the children
  const { data: page } = await a.post('/api/tms/tracking/orderPage', { code: parent });
  expect(page.list.map((row: { orderCode: string }) => row.orderCode)).toEqual([first]);
  const { data: one } = await a.post('/api/tms/tracking/orderTimeline', { orderCode: first });
  expect(one).toMatchObject({ parentCode: parent, children: [], legs: [{ waybillCode: trunk.waybillCode }] });
});

it('shows what was photographed at the newest signature to who may see receipts', async () => {
  const code = await a.order({ receiptRequire: 2, receiptCopies: 1 });
  await a.depart((await a.stow(await a.truck(), [code])).data.waybillCode);
  const sign = () => a.post('/api/tms/customerOrder/sign', { orderCode: code, signer: '李店长', signPieces: 120 });
  expect((await sign()).code).toBe(200);
  expect(await a.post('/api/tms/customerOrder/revokeSign', { orderCode: code, reason: '签错了' })).toMatchObject({
    code: 200,
  });
  expect((await sign()).code).toBe(200);
  const { id } = await a.db
    .insertInto('file')
    .values({
      ...{ client_id: a.clientId, kind: 'document', file_name: '门口.jpg', mime: 'image/jpeg', size_bytes: 7 },
      ...{ blob_key: 'x', sha256: '' },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`update receipt set file_ids = array[${id}]::bigint[] where order_id = (select id from customer_order where order_code = ${code})`.execute(
    a.db,
  );
  const picturesOf = async (token?: string) => {
    const { data } = await app.post('/api/tms/tracking/orderTimeline', { orderCode: code }, token ?? a.token);
    return data.timeline.flatMap((step: { text: string; pictures: Array<{ name: string; url: string }> }) =>
      step.text === '签收' || step.pictures.length > 0 ? [[step.text, ...step.pictures.map(({ name }) => name)]] : [],
    );
  };
  expect(await picturesOf()).toEqual([['签收', '门口.jpg'], ['签收']]);
  const clerk = await a.user({ menus: ['orderTracking'] });
  expect(await picturesOf(clerk.token)).toEqual([['签收'], ['签收']]);
  const auditor = await a.user({ menus: ['orderTracking', 'receiptManage'] });
  expect(await picturesOf(auditor.token)).toEqual([['签收', '门口.jpg'], ['签收']]);
});

/** Messages of a user, the newest first. */
const told = async (userId: string) => {
  const { rows } = await sql<{
    type: string;
    content: string;
    tag: string;
  }>`select m.type_name as type, m.content, m.obj_tag as tag
    from message_user mu join message m on m.id = mu.message_id where mu.user_id = ${userId} order by m.id desc`.execute(
    a.db,
  );
  return rows;
};
/** An account for the driver of a waybill. */
async function driverAccount(code: string): Promise<string> {
  const { userId } = await a.user({ menus: [] });
  await sql`update app_user set driver_id = (select driver_id from waybill where waybill_code = ${code}) where id = ${userId}`.execute(
    a.db,
  );
  return userId;
}

it('what is followed stands first, and who follows is told what others do to it', async () => {
  const other = await a.order();
  const orders = ['orderTracking', 'waybillTracking'];
  const clerk = await a.user({ menus: orders });
  const follow = (code: string, star = true, token = clerk.token) =>
    app.post('/api/tms/tracking/followOrder', { orderCode: code, follow: star }, token);
  expect(await follow(other)).toMatchObject({ code: 200, data: { followed: true } });
  expect(await follow(other)).toMatchObject({ code: 200 });
  const trip = (await a.stow(await a.truck(), [other])).data.waybillCode;
  const page = (token?: string) => app.post('/api/tms/tracking/orderPage', { tab: 'running' }, token);
  expect((await page(clerk.token)).data.list[0]).toMatchObject({ orderCode: other, followed: true });
  expect((await page(a.token)).data.list.find((row: { orderCode: string }) => row.orderCode === other).followed).toBe(
    false,
  );
  expect((await app.post('/api/tms/tracking/orderPage', { followed: 'yes' }, clerk.token)).data.total).toBe(1);
  expect(await told(clerk.userId)).toMatchObject([
    { type: '关注动态', content: `您关注的订单${other}：配载（${trip}）`, tag: `order:${other}` },
  ]);
  expect(
    await app.post('/api/tms/tracking/followWaybill', { waybillCode: trip, follow: true }, clerk.token),
  ).toMatchObject({ code: 200 });
  await a.depart(trip);
  expect((await told(clerk.userId)).map(({ tag }) => tag).sort()).toEqual([
    `order:${other}`,
    `order:${other}`,
    `waybill:${trip}`,
  ]);
  const first = (await app.post('/api/tms/tracking/waybillPage', { tab: 'inTransit' }, clerk.token)).data.list[0];
  expect(first).toMatchObject({ waybillCode: trip, followed: true });
  // who may not see it any more hears nothing more of it
  await sql`update app_user set org_id = null where id = ${clerk.userId}`.execute(a.db);
  await sql`update customer_order set org_id = ${a.orgId} where order_code = ${other}`.execute(a.db);
  await sql`update waybill set org_id = ${a.orgId} where waybill_code = ${trip}`.execute(a.db);
  await a.post('/api/tms/abnormal/add', {
    orderCodes: [other],
    abnormalType: 1,
    abnormalLevel: 1,
    occurTime: inHours(-0.1),
    description: '外箱破损三件',
  });
  expect(await told(clerk.userId)).toHaveLength(3);
  expect(await follow('DD00000000000')).toMatchObject({ code: 4004 });
});

it('calls the driver by his account and his terminal, and says whom to ring up when there is none', async () => {
  const say = (more: Record<string, unknown> = {}) =>
    a.post('/api/tms/tracking/notifyDriver', { orderCode, text: '请回电联系调度', speak: true, ...more });
  const { data: without } = await say();
  expect(without).toMatchObject([
    { way: '站内消息', ok: false, msg: expect.stringMatching(/没有登录账号，请拨打电话联系$/u) },
    { way: '车载终端', ok: false, msg: expect.stringContaining('没有绑定终端') },
  ]);
  await bindTerminal();
  const userId = await driverAccount(waybillCode);
  expect((await say()).data).toMatchObject([{ ok: true }, { ok: true, msg: expect.stringMatching(/任务号XR\d{12}/u) }]);
  expect(await told(userId)).toMatchObject([
    { type: '联系司机', content: '请回电联系调度', tag: `waybill:${waybillCode}` },
  ]);
  const waiting = await a.order();
  expect(await say({ orderCode: waiting })).toMatchObject({ code: 4010, msg: expect.stringContaining('现在没有配载') });
  expect(await a.post('/api/tms/tracking/command', { waybillCode, text: '请关好车门', urgent: true })).toMatchObject({
    code: 200,
    data: { taskNo: expect.stringMatching(/^XR/u) },
  });
  const { data: tasks } = await a.post('/api/base/manage/writeDevice/taskPage', { content: 'text' });
  expect(tasks.list[0].summary).toBe('紧急，播报并显示：请关好车门');
  const reader = await a.user({ menus: ['orderTracking', 'waybillTracking'] });
  expect(await app.post('/api/tms/tracking/command', { waybillCode, text: '请关好车门' }, reader.token)).toMatchObject({
    code: 4003,
  });
});

it('a driver who has not answered is asked again, once in five minutes', async () => {
  const waiting = await a.order();
  const trip = (await a.stow(await a.truck(), [waiting])).data.waybillCode;
  const remind = (code = trip) => a.post('/api/tms/waybill/transportTask/remind', { waybillCode: code });
  const userId = await driverAccount(trip);
  expect((await remind()).data).toMatchObject([{ way: '站内消息', ok: true }]);
  expect(await told(userId)).toMatchObject([{ type: '催接单', tag: `waybill:${trip}` }]);
  expect(await remind()).toMatchObject({ code: 4010, msg: expect.stringContaining('已催过') });
  expect(await remind(waybillCode)).toMatchObject({ code: 4010, msg: expect.stringContaining('不在等待司机接单') });
});

it('a door that opens away from every stop, and a silent terminal, are hints of the trip', async () => {
  await report(45, -20);
  await sql`update waybill set actual_depart_at = now() - interval '1 hour' where waybill_code = ${waybillCode}`.execute(
    a.db,
  );
  await sql`insert into episode (client_id, vehicle_id, kind, subject, alarm, start_time, end_time, status, confirmed_at) values
    (${a.clientId}, ${vehicleId}, 'stopVisit', 'stop:1', false, now() - interval '30 minutes', now() - interval '20 minutes', 1, now()),
    (${a.clientId}, ${vehicleId}, 'door', 'door1', false, now() - interval '25 minutes', now() - interval '22 minutes', 1, now()),
    (${a.clientId}, ${vehicleId}, 'door', 'door2', false, now() - interval '10 minutes', null, 0, now())`.execute(a.db);
  const { data } = await a.post('/api/tms/tracking/waybillLive', { waybillCode });
  expect(data).toMatchObject({ offlineMin: 45, doors: [{ door: 2, endTime: null }] });
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
