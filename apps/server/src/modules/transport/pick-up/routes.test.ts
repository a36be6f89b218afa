import { orderStatus } from '@tongda/contract/transport/enums';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type TestApp, testApp } from '../../../../test/test-app';
import { inHours, type TransportFixture, transportFixture } from '../../../../test/transport-kit';

const api = '/api/tms/pickUpOrder';
const receipts = '/api/tms/receiptOrder';
let app: TestApp;
let a: TransportFixture;

beforeAll(async () => {
  app = await testApp();
  a = await transportFixture(app, '提货甲');
});
afterAll(() => app.close());

const fetched = { pickUpFlag: 1, pickFrom: inHours(1), pickTo: inHours(5) };
const pickUpOf = async (code: string) => (await a.post(`${api}/detail`, { id: code })).data;
const codeOf = async (orderCode: string): Promise<string> =>
  (await a.post(`${api}/page`, { code: orderCode, orderStatus: 1 })).data.list[0]?.pickUpCode;
const load = async (codes: string[], more: Record<string, unknown> = {}) =>
  a.stow(await a.truck(), codes, { waybillKind: 1, toPlaceId: a.qingpu, ...more });
const lineOf = async (code: string, pieces?: number) => {
  const { items, version } = await pickUpOf(code);
  return {
    pickUpCode: code,
    version,
    lines: items.map((item: { itemId: string; pieces: number; weightKg: number; volumeM3: number }) => ({
      itemId: item.itemId,
      actualPieces: pieces ?? item.pieces,
      actualWeight: pieces === undefined ? item.weightKg : pieces * 8,
      actualVolume: item.volumeM3,
      productTemp: -19,
    })),
  };
};

describe('from the order over the 提单 to the site and on (acceptance scenario 1)', () => {
  it('goes 1-2-4-5 with receipts, and the trunk carries what was counted', async () => {
    const orderCode = await a.order(fetched);
    const th = await codeOf(orderCode);
    expect(th).toMatch(/^TH\d{11}$/u);
    expect(await pickUpOf(th)).toMatchObject({ orderStatus: 1, totalPieces: 120, totalWeight: 960, shipper: '赵仓管' });

    const pool = (await a.post('/api/tms/stowage/pool', { pickUps: true })).data.list;
    expect(pool.map((one: { orderCode: string }) => one.orderCode)).toContain(th);
    const stowed = await load([th]);
    expect(stowed).toMatchObject({ code: 200, data: { possible: true } });
    const td = stowed.data.waybillCode as string;
    expect(td).toMatch(/^TD\d{11}$/u);
    const trip = await a.waybill(td);
    expect(trip.stops.map((stop: { name: string; stopType: number }) => `${stop.stopType}${stop.name}`)).toEqual([
      '3青浦分拨中心',
      '1提货甲客户',
      '2青浦分拨中心',
    ]);
    expect(trip.stops[1].windowEnd).toBe(fetched.pickTo);
    expect(trip.legs).toMatchObject([{ orderCode: th, legType: 1, fromSeq: 2, toSeq: 3 }]);
    expect(trip.allowActions).not.toContain('load');
    expect(await pickUpOf(th)).toMatchObject({
      orderStatus: 2,
      waybillCode: td,
      allowActions: ['edit', 'fail', 'void'],
    });
    expect((await a.orderOf(orderCode)).orderStatus).toBe(orderStatus.toLoad);
    expect(await a.post(`${api}/pick`, await lineOf(th))).toMatchObject({
      code: 4010,
      msg: `提单${td}还没有发车，不能提货确认`,
    });

    expect(await a.depart(td)).toMatchObject({ code: 200 });
    expect((await a.orderOf(orderCode)).orderStatus).toBe(orderStatus.toLoad);
    const picked = await a.post(`${api}/pick`, await lineOf(th, 118));
    expect(picked).toMatchObject({ code: 200, data: { orderStatus: 4, abnormalCode: expect.stringMatching(/^YC/u) } });
    expect(await pickUpOf(th)).toMatchObject({ orderStatus: 4, actualPieces: 118, actualWeight: 944 });
    expect((await a.orderOf(orderCode)).orderStatus).toBe(orderStatus.inTransit);
    expect((await a.waybill(td)).stops[1]).toMatchObject({ stopStatus: 2, checked: true });

    const { version } = await a.waybill(td);
    const counted = await a.post('/api/tms/arrival/confirm', {
      waybillCode: td,
      version,
      stopSeq: 3,
      boxTemp: -18,
      lines: [{ orderCode: th, pieces: 117, damaged: 1, short: 1, weightKg: 936, productTemp: -19.5 }],
    });
    expect(counted).toMatchObject({ code: 200, data: { transportStatus: 3 } });
    expect(await pickUpOf(th)).toMatchObject({
      orderStatus: 5,
      receipts: [{ receiptStatus: 3, siteName: '青浦分拨中心', planPieces: 118, receivePieces: 117 }],
    });
    const { list } = (await a.post(`${receipts}/page`, { code: orderCode })).data;
    expect(list).toMatchObject([
      {
        receiveType: 2,
        pickUpCode: th,
        waybillCode: td,
        receiveWeight: 936,
        damagedPieces: 1,
        shortPieces: 1,
        tempBad: false,
      },
    ]);
    const waiting = (await a.post('/api/tms/stowage/pool')).data.list;
    expect(waiting.find((one: { orderCode: string }) => one.orderCode === orderCode)).toMatchObject({
      pieces: 117,
      weightKg: 936,
      site: { placeId: a.qingpu },
    });
    const trunk = await a.stow(await a.truck(), [orderCode], {
      waybillKind: 2,
      fromPlaceId: a.qingpu,
      toPlaceId: a.suzhou,
    });
    expect(trunk).toMatchObject({ code: 200 });
    await a.depart(trunk.data.waybillCode);
    const arrived = await a.waybill(trunk.data.waybillCode);
    await a.post('/api/tms/arrival/confirm', {
      waybillCode: arrived.waybillCode,
      version: arrived.version,
      stopSeq: 2,
      lines: [{ orderCode, pieces: 117, productTemp: -20 }],
    });
    const both = (await a.post(`${receipts}/page`, { code: orderCode })).data.list;
    expect(both.map((one: { receiveType: number }) => one.receiveType).sort()).toEqual([2, 3]);
    expect(
      (await a.post('/api/tms/log/page', { objType: 'pickUpOrder', objCode: th })).data.map(
        (s: { action: string }) => s.action,
      ),
    ).toEqual(expect.arrayContaining(['生成提货单', '配载', '提货确认', '到站']));
  });

  it('puts nothing but pick-ups on a 提单, each once, and leaves an order that another trip takes', async () => {
    const orderCode = await a.order(fetched);
    const th = await codeOf(orderCode);
    expect(await load([orderCode])).toMatchObject({ code: 4000, msg: '提单只能装提货单' });
    expect(await a.stow(await a.truck(), [th])).toMatchObject({ code: 4000, msg: '提货单只能装到提单上' });
    const { data } = await load([th]);
    expect(await load([th])).toMatchObject({ code: 4011, msg: `订单${th}已在运单${data.waybillCode}上` });
    const voided = await a.post('/api/tms/waybill/billOfLading/void', {
      waybillCode: data.waybillCode,
      version: 1,
      reason: '车辆故障',
    });
    expect(voided).toMatchObject({ code: 200 });
    expect((await pickUpOf(th)).orderStatus).toBe(1);
    await a.stow(await a.truck(), [orderCode]);
    expect(await pickUpOf(th)).toMatchObject({ orderStatus: 2, allowActions: ['edit'] });
  });
});

describe('a failed pick-up', () => {
  it('leaves the 提单, waits at its new time, and goes with the next one', async () => {
    const [one, other] = [
      await a.order(fetched, { pieces: 10, weightKg: 80, volumeM3: 0.6 }),
      await a.order(fetched, { pieces: 10, weightKg: 80, volumeM3: 0.6 }),
    ];
    const [first, second] = [await codeOf(one), await codeOf(other)];
    const { data } = await load([first, second]);
    await a.depart(data.waybillCode);
    const fail = { pickUpCode: first, version: (await pickUpOf(first)).version, failReason: '客户未备货' };
    expect(await a.post(`${api}/fail`, { ...fail, nextTimeStart: inHours(9) })).toMatchObject({ code: 4000 });
    const next = { nextTimeStart: inHours(9), nextTimeEnd: inHours(11) };
    expect(await a.post(`${api}/fail`, { ...fail, ...next })).toMatchObject({ code: 200 });
    expect(await a.post(`${api}/fail`, fail)).toMatchObject({ code: 4010 });
    expect(await pickUpOf(first)).toMatchObject({
      orderStatus: 1,
      failCount: 1,
      failReason: '客户未备货',
      waybillCode: null,
      planTo: next.nextTimeEnd,
    });
    expect((await a.orderOf(one)).orderStatus).toBe(orderStatus.toDispatch);
    expect((await a.waybill(data.waybillCode)).legs).toMatchObject([{ orderCode: second }]);
  });
});

describe('a pick-up that is voided while it waits on a 提单', () => {
  it('is taken off it; the last one frees truck and driver, one that a task fetches itself stays', async () => {
    const [one, other] = [await a.order(fetched), await a.order(fetched)];
    const vehicleId = await a.truck({ load_weight_t: 9, volume_m3: 50 });
    const codes = [await codeOf(one), await codeOf(other)];
    const { data } = await a.stow(vehicleId, codes, { waybillKind: 1, toPlaceId: a.qingpu });
    const voids = async (pickUpCode: string) =>
      a.post(`${api}/void`, { pickUpCode, version: (await pickUpOf(pickUpCode)).version, reason: '客户取消' });
    expect(await pickUpOf(codes[0] ?? '')).toMatchObject({ orderStatus: 2, allowActions: ['edit', 'fail', 'void'] });
    expect(await voids(codes[0] ?? '')).toMatchObject({ code: 200 });
    expect(await pickUpOf(codes[0] ?? '')).toMatchObject({ orderStatus: 6 });
    expect(await a.waybill(data.waybillCode)).toMatchObject({ totalPieces: 120, legs: [{ orderCode: codes[1] }] });
    expect(await voids(codes[1] ?? '')).toMatchObject({ code: 200 });
    expect(await a.waybill(data.waybillCode)).toMatchObject({ totalPieces: 0, stowStatus: 0, legs: [] });
    const next = await a.order(fetched);
    const direct = await codeOf(next);
    expect(await a.stow(vehicleId, [next])).toMatchObject({ code: 200 });
    expect(await voids(direct)).toMatchObject({ code: 4010, msg: expect.stringContaining('由运输任务直接装货') });
    expect((await a.orderOf(one)).orderStatus).toBe(orderStatus.toDispatch);
  });
});

describe('the pick-up desk', () => {
  it('follows its order until somebody works with it', async () => {
    const orderCode = await a.order(fetched);
    const th = await codeOf(orderCode);
    const order = await a.orderOf(orderCode);
    await a.post('/api/tms/customerOrder/update', { ...order, shipAddress: '新地址9号', version: order.version });
    const pickUp = await pickUpOf(th);
    expect(pickUp).toMatchObject({ shipAddress: '新地址9号' });
    const edited = await a.post(`${api}/update`, {
      ...pickUp,
      planTo: inHours(8),
      handling: [1, 2],
      placeId: a.suzhou,
    });
    expect(edited).toMatchObject({ code: 200 });
    expect(await a.post(`${api}/update`, { ...pickUp, remark: '旧版本' })).toMatchObject(changedByOther);
    expect(await a.post(`${api}/update`, { ...pickUp, planTo: pickUp.planFrom })).toMatchObject({
      code: 4000,
      data: { errors: [{ field: 'planTo', msg: '提货结束时间须晚于开始时间' }] },
    });
    expect(await pickUpOf(th)).toMatchObject({ placeName: '苏州园区站', handling: [1, 2] });
  });

  it('divides by pieces with every sum exact; voided with its order', async () => {
    const orderCode = await a.order(fetched, { pieces: 10, weightKg: 333.33, volumeM3: 1.111 });
    const th = await codeOf(orderCode);
    const { version, items } = await pickUpOf(th);
    const split = (...pieces: number[]) =>
      a.post(`${api}/split`, {
        pickUpCode: th,
        version,
        children: pieces.map((n) => ({ items: [{ itemId: items[0].itemId, pieces: n }] })),
      });
    expect(await split(3, 3)).toMatchObject({ code: 4000, msg: '速冻水饺拆分件数之和为6件，必须等于原件数10件' });
    expect((await split(3, 3, 4)).data.childCodes).toEqual([`${th}-01`, `${th}-02`, `${th}-03`]);
    const parent = await pickUpOf(th);
    expect(parent).toMatchObject({ orderStatus: 6, splitFlag: 1 });
    expect(parent.children.map((one: { totalWeight: number }) => one.totalWeight)).toEqual([100, 100, 133.33]);
    // two of the children on two trucks at once
    const trips = [await load([`${th}-01`]), await load([`${th}-02`])];
    expect(trips.map(({ code }) => code)).toEqual([200, 200]);
    expect(await a.post('/api/tms/customerOrder/void', { orderCodes: [orderCode], reason: '客户取消' })).toMatchObject({
      code: 200,
    });
    expect((await pickUpOf(`${th}-01`)).orderStatus).toBe(6);
    expect(await a.post(`${api}/statusCount`, { code: orderCode })).toMatchObject({ data: { 6: 4, all: 4 } });
  });

  it('adds one for an order whose customer would have brought the goods', async () => {
    const orderCode = await a.order();
    expect(await codeOf(orderCode)).toBeUndefined();
    const sources = (await a.post(`${api}/orders`, { keyword: orderCode })).data;
    expect(sources).toHaveLength(1);
    const form = { ...sources[0], planFrom: inHours(2), planTo: inHours(4) };
    expect(await a.post(`${api}/add`, form)).toMatchObject({ code: 200 });
    expect(await a.post(`${api}/add`, form)).toMatchObject({ code: 4000 });
    const th = await codeOf(orderCode);
    expect(await a.post(`${api}/void`, { pickUpCode: th, version: 1, reason: '客户改自送' })).toMatchObject({
      code: 200,
    });
    expect((await pickUpOf(th)).orderStatus).toBe(6);
  });

  it('fetches goods that nobody ordered to be carried yet: an order is opened that ends at the site', async () => {
    const item = { cargoName: '速冻水饺', packUnit: '箱', pieces: 20, weightKg: 160, volumeM3: 1, temperatureType: 3 };
    const form = {
      customerId: a.customerId,
      shipper: '赵仓管',
      shipPhone: '13800138000',
      shipArea: '上海市青浦区',
      shipAddress: '华新镇嘉松中路1号',
      planFrom: inHours(2),
      planTo: inHours(4),
      placeId: a.qingpu,
      vehicleType: '4.2米冷藏车',
      items: [item],
    };
    const add = (more: object) => a.post(`${api}/add`, { ...form, ...more });
    expect(await add({ customerId: null })).toMatchObject({ code: 4000, msg: expect.stringContaining('请选择订单') });
    expect(await add({ items: [] })).toMatchObject({ code: 4000, msg: '请至少填写一行货物' });
    expect(await add({ placeId: null })).toMatchObject({ code: 4000, msg: '没有订单的提货单请选择入库站点' });
    const made = await add({});
    expect(made).toMatchObject({ code: 200, data: { pickUpCode: expect.stringMatching(/^TH/u) } });
    const pickUp = await pickUpOf(made.data.pickUpCode);
    expect(pickUp).toMatchObject({
      orderStatus: 1,
      totalPieces: 20,
      placeId: a.qingpu,
      vehicleType: '4.2米冷藏车',
      customerName: '提货甲客户',
    });
    expect(await a.orderOf(pickUp.orderCode)).toMatchObject({
      orderStatus: 1,
      pickUpFlag: 1,
      receiver: '青浦分拨中心',
      remark: '由提货单新增，收货信息待补充',
    });
    // and it is carried like any other
    expect(await load([made.data.pickUpCode])).toMatchObject({ code: 200 });
  });
});

describe('pick-ups for a 提单 on the road (transport.md C2)', () => {
  /** a sender right beside the way, half a kilometre off the first one */
  const near = { ...fetched, shipAddress: '华新镇嘉松中路90号', shipLng: 121.205, shipLat: 31.203 };
  const add = (waybillCode: string, version: number, pickUpCodes: string[]) =>
    a.post('/api/tms/stowage/enroute', { waybillCode, version, pickUpCodes });

  it('are put before the site by all checks, the later stops move on, and both are counted there', async () => {
    const first = await codeOf(await a.order(fetched));
    const td = (await load([first])).data.waybillCode as string;
    const order = await a.order(near, { pieces: 20, weightKg: 160, volumeM3: 1 });
    const th = await codeOf(order);
    expect(await add(td, (await a.waybill(td)).version, [th])).toMatchObject({ code: 4010 });
    await a.depart(td);
    const before = await a.waybill(td);
    expect(before.allowActions).toContain('stowageEnroute');
    const { data: pool } = await a.post('/api/tms/stowage/enroutePool', { waybillCode: td });
    expect(pool.list.map((one: { orderCode: string }) => one.orderCode)).toContain(th);
    const heavy = await codeOf(await a.order(near, { weightKg: 700, volumeM3: 1 }));
    expect(await add(td, before.version, [heavy])).toMatchObject({
      code: 4011,
      msg: '超载：最重时1,660 kg，核定载重1,500 kg（110.67%）',
    });
    const warm = await codeOf(
      await a.order(
        { ...near, temperatureType: 2, tempMin: 2, tempMax: 8 },
        { weightKg: 50, volumeM3: 0.5, temperatureType: 2 },
      ),
    );
    expect(
      (await a.post('/api/tms/stowage/enrouteCheck', { waybillCode: td, pickUpCodes: [warm] })).data,
    ).toMatchObject({
      possible: false,
      checks: expect.arrayContaining([expect.objectContaining({ code: 'TEMP', level: 'block' })]),
    });
    expect(await add(td, before.version, [first])).toMatchObject({
      code: 4000,
      msg: `提货单${first}已在此提单上`,
    });
    const done = await add(td, before.version, [th]);
    expect(done).toMatchObject({
      code: 200,
      data: { possible: true, ways: [{ ok: false, msg: expect.stringContaining('没有登录账号') }] },
    });
    expect(await add(td, before.version, [heavy])).toMatchObject(changedByOther);
    const after = await a.waybill(td);
    expect(after.stops.map((stop: { seq: number; stopType: number }) => [stop.seq, stop.stopType])).toEqual([
      [1, 3],
      [2, 1],
      [3, 1],
      [4, 2],
    ]);
    const legs = (code: string) => after.legs.find((leg: { orderCode: string }) => leg.orderCode === code);
    expect(legs(first).toSeq).toBe(4);
    expect(legs(th)).toMatchObject({ toSeq: 4, planPieces: 20, transportationStatus: 0 });
    expect(after.totalPieces).toBe(140);
    expect(after.planArriveTime > before.planArriveTime).toBe(true);
    expect(await pickUpOf(th)).toMatchObject({ orderStatus: 2, waybillCode: td });
    for (const code of [first, th])
      expect(await a.post(`${api}/pick`, await lineOf(code))).toMatchObject({ code: 200 });
    const counted = await a.post('/api/tms/arrival/confirm', {
      waybillCode: td,
      version: (await a.waybill(td)).version,
      stopSeq: 4,
      lines: [first, th].map((orderCode) => ({ orderCode, pieces: orderCode === th ? 20 : 120, productTemp: -19 })),
    });
    expect(counted).toMatchObject({ code: 200, data: { transportStatus: 3 } });
    expect(await add(td, (await a.waybill(td)).version, [heavy])).toMatchObject({ code: 4010 });
    expect((await a.orderOf(order)).orderStatus).toBe(orderStatus.inTransit);
  });
});
