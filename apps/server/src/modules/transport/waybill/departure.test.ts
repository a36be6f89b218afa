import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/test-app';
import { inHours, type TransportFixture, transportFixture } from '../../../../test/transport-kit';

let app: TestApp;
let a: TransportFixture;

beforeAll(async () => {
  app = await testApp();
  a = await transportFixture(app, '发车检查');
});
afterAll(() => app.close());

const checksOf = async (
  id: string,
): Promise<Array<{ code: string; level: string; msg: string; value: number | null }>> =>
  (await a.post('/api/tms/departure/check', { id })).data.checks;
const trunk = async (vehicleId: string, orderCode: string): Promise<string> =>
  (await a.stow(vehicleId, [orderCode], { waybillKind: 2, fromPlaceId: a.qingpu, toPlaceId: a.suzhou })).data
    .waybillCode;
const skipLoading = async (skip: boolean): Promise<void> => {
  const { data } = await a.post('/api/tms/tripSettings/detail');
  const { mayEdit: _, ...settings } = data;
  expect(await a.post('/api/tms/tripSettings/update', { ...settings, skipLoading: skip })).toMatchObject({ code: 200 });
};

describe('a departure by hand', () => {
  it('needs a reason while nobody confirmed the loading, unless the company skips that', async () => {
    const orderCode = await a.order();
    const waybillCode = await trunk(await a.truck(), orderCode);
    expect(await checksOf(waybillCode)).toContainEqual(
      expect.objectContaining({ code: 'LOADING', level: 'warn', msg: '还没有确认装车完成' }),
    );
    const { version } = await a.waybill(waybillCode);
    const started = await a.post('/api/tms/waybill/waybillStowage/startLoad', { waybillCode, version });
    const counted = { waybillCode, version: started.data.version, orderCode, pieces: 100 };
    await a.post('/api/tms/waybill/waybillStowage/countLoad', counted);
    expect(await a.depart(waybillCode)).toMatchObject({ code: 4010, msg: expect.stringContaining('已装100件') });
    await skipLoading(true);
    expect((await checksOf(waybillCode)).map(({ code }) => code)).not.toContain('LOADING');
    const planned = await a.waybill(waybillCode);
    expect(await a.depart(waybillCode)).toMatchObject({ code: 200 });
    await skipLoading(false);
    // what somebody counted is what left, on every paper
    const left = await a.waybill(waybillCode);
    expect(left).toMatchObject({
      totalPieces: 100,
      totalWeight: Math.round((planned.totalWeight * 10_000) / 120) / 100,
      legs: [{ planPieces: 120, loadPieces: 100 }],
      departures: [{ planPieces: 120, loadPieces: 100 }],
    });
    const undone = await a.post('/api/tms/departure/revoke', { waybillCode, reason: '车辆故障' });
    expect(undone).toMatchObject({ code: 200 });
    expect(await a.waybill(waybillCode)).toMatchObject({
      totalPieces: 120,
      totalWeight: planned.totalWeight,
      legs: [{ planPieces: 120, loadPieces: 100 }],
    });
    expect(await a.depart(waybillCode)).toMatchObject({ code: 200 });
    expect(await a.waybill(waybillCode)).toMatchObject({ totalPieces: 100, totalWeight: left.totalWeight });
  });

  it('leaves without an order of which nothing was there, and that order can be stowed again', async () => {
    const [here, gone] = [
      await a.order(),
      await a.order({ receiver: '平江路店', receiveLng: 120.7, receiveLat: 31.35 }),
    ];
    const waybillCode = (await a.stow(await a.truck({ load_weight_t: 9, volume_m3: 50 }), [here, gone])).data
      .waybillCode;
    const step = async (verb: string, more: object = {}) => {
      const { version } = await a.waybill(waybillCode);
      return a.post(`/api/tms/waybill/transportTask/${verb}`, { waybillCode, version, ...more });
    };
    const legOf = async (orderCode: string) =>
      (await a.waybill(waybillCode)).legs.find((leg: { orderCode: string }) => leg.orderCode === orderCode);
    await step('startLoad');
    expect(await legOf(gone)).toMatchObject({ loadPieces: 0, loadCounted: false });
    // one order with nothing and one that nobody counted: the loading is not over
    expect(await step('countLoad', { orderCode: gone, pieces: 0 })).toMatchObject({ code: 200 });
    expect(await legOf(gone)).toMatchObject({ loadPieces: 0, loadCounted: true });
    expect(await a.depart(waybillCode)).toMatchObject({
      code: 4010,
      msg: `订单${here}已装0件，应装120件，请完成装车再发车`,
    });
    expect(await step('load')).toMatchObject({ code: 4011, msg: `${gone}应装120件、清点0件，清点数少于应装数` });
    // nothing of either
    await step('countLoad', { orderCode: here, pieces: 0 });
    const empty = '运单上的订单装车清点都是0件，没有货物可发；请重新清点，或撤销装车';
    expect(await checksOf(waybillCode)).toContainEqual(
      expect.objectContaining({ code: 'LOADING', level: 'block', msg: empty }),
    );
    expect(await a.depart(waybillCode)).toMatchObject({ code: 4010, msg: `运单${waybillCode}不能发车：${empty}` });
    // 撤销装车 forgets the counts
    await step('rollback');
    expect(await legOf(here)).toMatchObject({ loadPieces: 0, loadCounted: false });
    const { version } = await a.waybill(waybillCode);
    const again = await a.stow((await a.waybill(waybillCode)).vehicleId, [here, gone], { waybillCode, version });
    expect(again).toMatchObject({ code: 200 });
    await step('countLoad', { orderCode: here, pieces: 120 });
    await step('countLoad', { orderCode: gone, pieces: 0 });
    expect(await checksOf(waybillCode)).toContainEqual(
      expect.objectContaining({ code: 'LOADING', level: 'warn', msg: `订单${gone}装车清点0件，发车时移出运单` }),
    );
    const { data: legs } = await a.post('/api/tms/tracking/orderLegs', { orderCode: gone });
    expect(legs).toMatchObject([{ planPieces: 120, loadPieces: 0, loadCounted: true }]);
    expect(await a.orderOf(gone)).toMatchObject({ deliveredPieces: 0 });
    await sql`update customer_order set temperature_type = 2 where order_code = ${gone}`.execute(a.db);
    await sql`update waybill set temperature_types = '{2,3}' where waybill_code = ${waybillCode}`.execute(a.db);
    expect(await a.depart(waybillCode)).toMatchObject({ code: 200 });
    const left = await a.waybill(waybillCode);
    expect(left).toMatchObject({
      totalPieces: 120,
      temperatureTypes: [3],
      totalWeight: 960,
      legs: [{ orderCode: here, loadPieces: 120, transportationStatus: 1 }],
      departures: [{ planPieces: 240, loadPieces: 120 }],
    });
    // the store of the other order is passed
    expect(left.stops.map(({ stopStatus }: { stopStatus: number }) => stopStatus).toSorted()).toEqual([0, 2, 3]);
    expect(await a.orderOf(gone)).toMatchObject({ orderStatus: 1 });
    const { data: log } = await a.post('/api/tms/log/page', { objType: 'customerOrder', objCode: gone });
    expect(log.at(-1)).toMatchObject({ action: '移出运单', remark: `${waybillCode} 装车清点0件` });
    const { data: trip } = await a.post('/api/tms/log/page', { objType: 'waybill', objCode: waybillCode });
    expect(trip.map(({ remark }: { remark: string }) => remark)).toContain(`订单${gone}装车清点0件`);
    // taken back, everything is as before the departure
    const revoke = () => a.post('/api/tms/departure/revoke', { waybillCode, reason: '车辆故障' });
    expect(await revoke()).toMatchObject({ code: 200 });
    const before = await a.waybill(waybillCode);
    expect(before).toMatchObject({ transportStatus: 1, totalPieces: 240, temperatureTypes: [2, 3] });
    expect(before.stops.map(({ stopStatus }: { stopStatus: number }) => stopStatus)).toEqual([0, 0, 0]);
    expect(await legOf(gone)).toMatchObject({ loadPieces: 0, loadCounted: true, transportationStatus: 0 });
    expect(await a.orderOf(gone)).toMatchObject({ orderStatus: 3 });
    const { data: undone } = await a.post('/api/tms/log/page', { objType: 'customerOrder', objCode: gone });
    expect(undone.at(-1)).toMatchObject({ action: '撤销发车', remark: `${waybillCode}：车辆故障` });
    // stowed elsewhere meanwhile, it stays there
    expect(await a.depart(waybillCode)).toMatchObject({ code: 200 });
    expect(await a.stow(await a.truck(), [gone])).toMatchObject({ code: 200 });
    expect(await revoke()).toMatchObject({ code: 200 });
    expect(await a.waybill(waybillCode)).toMatchObject({ totalPieces: 120, legs: [{ orderCode: here }] });
  });

  it('does not leave an order behind that changed vehicles on the road, where no other trip can be given it', async () => {
    const [gone, here] = [await a.order(), await a.order()];
    const old = (await a.stow(await a.truck({ load_weight_t: 9, volume_m3: 50 }), [gone, here])).data.waybillCode;
    expect(await a.depart(old)).toMatchObject({ code: 200 });
    const { data } = await a.post('/api/tms/stowage/reload', {
      waybillCode: old,
      version: (await a.waybill(old)).version,
      reason: 2,
      remark: '',
      place: { placeName: '沪宁高速', lng: 120.9, lat: 31.3 },
      reloadTime: inHours(0),
      legs: [gone, here].map((orderCode) => ({ orderCode, pieces: 120, productTemp: -19 })),
      target: { vehicleId: await a.truck({ load_weight_t: 9, volume_m3: 50 }), planDepartTime: inHours(0.2) },
    });
    const waybillCode = data.newWaybillCode as string;
    const step = async (verb: string, more: object = {}) => {
      const { version } = await a.waybill(waybillCode);
      const body = { waybillCode, version, ...more };
      expect(await a.post(`/api/tms/waybill/transportTask/${verb}`, body)).toMatchObject({ code: 200 });
    };
    await step('startLoad');
    await step('countLoad', { orderCode: gone, pieces: 0 });
    await step('countLoad', { orderCode: here, pieces: 120 });
    expect(await checksOf(waybillCode)).toContainEqual(
      expect.objectContaining({
        code: 'LOADING',
        level: 'block',
        msg: `订单${gone}装车清点0件，货物在途中换装，不能移出运单；请重新清点，或撤销装车`,
      }),
    );
    expect(await a.depart(waybillCode)).toMatchObject({
      code: 4010,
      msg: `运单${waybillCode}的货物在途中换装，不能移出订单；可以编辑改用其他车辆`,
    });
    expect((await a.waybill(waybillCode)).legs).toHaveLength(2);
    await step('countLoad', { orderCode: gone, pieces: 120 });
    expect(await a.depart(waybillCode)).toMatchObject({ code: 200 });
  });

  it('needs a reason while a report of the trip or of its orders is open', async () => {
    const orderCode = await a.order();
    const waybillCode = await trunk(await a.truck(), orderCode);
    const abnormal = async () => (await checksOf(waybillCode)).find(({ code }) => code === 'ABNORMAL');
    expect(await abnormal()).toBeUndefined();
    const { data } = await a.post('/api/tms/abnormal/add', {
      orderCodes: [orderCode],
      abnormalType: 1,
      abnormalLevel: 1,
      occurTime: inHours(-0.1),
      description: '外箱破损三件',
    });
    const code = data.abnormalCode as string;
    expect(await abnormal()).toMatchObject({
      level: 'warn',
      value: 1,
      msg: expect.stringContaining(`有未完成异常：${code}`),
    });
    await a.db.updateTable('abnormal_report').set({ abnormal_status: 3 }).where('abnormal_code', '=', code).execute();
    expect(await abnormal()).toBeUndefined();
  });

  it('needs one too while a report of the split order is open that its goods were part of', async () => {
    const parent = await a.order({}, { pieces: 2 });
    const { data } = await a.post('/api/tms/abnormal/add', {
      orderCodes: [parent],
      abnormalType: 1,
      abnormalLevel: 1,
      occurTime: inHours(-0.1),
      description: '外箱破损一件',
    });
    const { version, items } = await a.orderOf(parent);
    const children = [1, 1].map((pieces) => ({ items: [{ itemId: items[0].itemId, pieces }] }));
    const { data: split } = await a.post('/api/tms/customerOrder/split', { orderCode: parent, version, children });
    const waybillCode = await trunk(await a.truck(), split.childCodes[0]);
    const { msg } = (await checksOf(waybillCode)).find(({ code }) => code === 'ABNORMAL') ?? {};
    expect(msg).toContain(data.abnormalCode);
  });

  it('is told how far the truck stands from where it loads', async () => {
    const vehicleId = await a.truck();
    const waybillCode = await trunk(vehicleId, await a.order());
    const place = async () => (await checksOf(waybillCode)).find(({ code }) => code === 'PLACE');
    expect(await place()).toBeUndefined();
    const stand = async (lng: number, fixTime: Date): Promise<void> => {
      const where = { lng, lat: 31.15, fix_time: fixTime };
      await a.db.updateTable('device_state').set(where).where('vehicle_id', '=', vehicleId).execute();
    };
    await a.db
      .insertInto('device_state')
      .values({
        device_id: a.deviceIds[0] ?? '',
        vehicle_id: vehicleId,
        live: '{}',
        stream: '{}',
        client_id: a.clientId,
        lng: 121.229,
        lat: 31.15,
        fix_time: new Date(),
      })
      .execute();
    expect(await place()).toMatchObject({
      level: 'warn',
      value: 10,
      msg: expect.stringMatching(/^车辆距青浦分拨中心 10 km（\d\d-\d\d \d\d:\d\d 定位）$/u),
    });
    await stand(121.229, new Date(Date.now() - 3_600_000));
    expect(await place()).toMatchObject({ level: 'ok', msg: expect.stringContaining('已过时') });
    await stand(121.125, new Date());
    expect(await place()).toMatchObject({ level: 'ok', value: 0.1 });
  });

  it('does not miss a probe on a truck that reports how cold its box is', async () => {
    const vehicleId = await a.truck();
    const waybillCode = await trunk(vehicleId, await a.order());
    const cooling = async () =>
      (await checksOf(waybillCode)).filter(({ code }) => code.startsWith('TEMP')).map(({ msg }) => msg);
    expect(await cooling()).toContain('车辆没有温度探头');
    await a.db
      .insertInto('device_state')
      .values({
        device_id: a.deviceIds[0] ?? '',
        vehicle_id: vehicleId,
        live: JSON.stringify({ tempC: [-21] }),
        stream: JSON.stringify({ tempTime: Date.now() }),
        client_id: a.clientId,
        device_time: new Date(),
      })
      .execute();
    expect(await cooling()).toEqual(['温度区间可以同车', '预冷到位：厢温−21℃，设定−21.5℃']);
    // the truck reports on, its probe does not: the last reading is no reading of now
    await a.db
      .updateTable('device_state')
      .set({ stream: JSON.stringify({ tempTime: Date.now() - 40 * 60_000 }) })
      .where('vehicle_id', '=', vehicleId)
      .execute();
    const [silent, ...others] = await cooling();
    expect(silent).toBe('温度探头已40分钟没有数据');
    expect(others.join()).not.toContain('厢温−21℃');
  });
});

describe('another vehicle for a trip that has not left', () => {
  it('on a trunk trip and on a 提单, each with a right of its own', async () => {
    const [old, spare] = [await a.truck(), await a.truck()];
    const waybillCode = await trunk(old, await a.order());
    const { version } = await a.waybill(waybillCode);
    const body = { waybillCode, version, vehicleId: spare, driverId: null, reason: '原车要保养' };
    const clerk = await a.user({ menus: ['waybillStowage'] });
    const path = '/api/tms/waybill/waybillStowage/changeVehicle';
    expect(await app.post(path, body, clerk.token)).toMatchObject({ code: 4003 });
    expect(await a.post(path, { ...body, reason: '' })).toMatchObject({ code: 4000 });
    expect(await a.post(path, body)).toMatchObject({ code: 200 });
    expect(await a.waybill(waybillCode)).toMatchObject({ vehicleId: spare });
    // the old one is free at once
    expect(await a.stow(old, [await a.order()])).toMatchObject({ code: 200 });
    const { data: log } = await a.post('/api/tms/log/page', { objType: 'waybill', objCode: waybillCode });
    expect(log.at(-1)).toMatchObject({ action: '换车', remark: '原车要保养' });

    const orderCode = await a.order({ pickUpFlag: 1, pickFrom: inHours(1), pickTo: inHours(5) });
    const { data: pickUps } = await a.post('/api/tms/pickUpOrder/page', { code: orderCode, orderStatus: 1 });
    const bill = await a.stow(await a.truck(), [pickUps.list[0].pickUpCode], { waybillKind: 1, toPlaceId: a.qingpu });
    const trip = bill.data.waybillCode as string;
    const other = await a.truck();
    const change = { waybillCode: trip, version: 1, vehicleId: other, driverId: null, reason: '换大车' };
    expect(await a.post('/api/tms/waybill/billOfLading/changeVehicle', change)).toMatchObject({ code: 200 });
    expect(await a.waybill(trip)).toMatchObject({ vehicleId: other });
  });
});
