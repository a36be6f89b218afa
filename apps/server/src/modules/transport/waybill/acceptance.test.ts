import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/test-app';
import { inHours, type TransportFixture, transportFixture } from '../../../../test/transport-kit';

/**
 * Acceptance scenarios of transport.md 12 that cross the modules, without their money parts. Others stand beside their subject: 4 in
 * waybill-reload.test.ts, 6 in trip.test.ts, 7 in waybill.test.ts.
 */
let app: TestApp;
let a: TransportFixture;
beforeAll(async () => {
  app = await testApp();
  a = await transportFixture(app, '验收甲');
});
afterAll(() => app.close());

const post = async (path: string, body: object) => {
  const answer = await a.post(path, body);
  expect([path, answer.code, answer.msg]).toEqual([path, 200, answer.msg]);
  return answer.data;
};
const count = async (waybillCode: string, stopSeq: number, orderCode: string, more: object = {}) =>
  post('/api/tms/arrival/confirm', {
    waybillCode,
    version: (await a.waybill(waybillCode)).version,
    stopSeq,
    lines: [{ orderCode, pieces: 120, productTemp: -19, ...more }],
  });

/** States of an order's legs, the first one first. */
const legStates = async (orderCode: string): Promise<number[]> =>
  (
    await a.db
      .selectFrom('waybill_leg as l')
      .innerJoin('customer_order as o', 'o.id', 'l.order_id')
      .select('l.transportation_status as state')
      .where('o.order_code', '=', orderCode)
      .where('l.removed_at', 'is', null)
      .orderBy('l.id')
      .execute()
  ).map(({ state }) => state);
const onHand = (orderCode: string) =>
  a.db
    .selectFrom('customer_order')
    .select(['on_hand_status as status', 'current_place_id as place'])
    .where('order_code', '=', orderCode)
    .executeTakeFirstOrThrow();

describe('scenario 1: LTL cold chain, pick-up, trunk, delivery', () => {
  it('carries 120 pieces over three legs, each 0-1-2, to the signature', async () => {
    const orderCode = await a.order({ pickUpFlag: 1, pickFrom: inHours(1), pickTo: inHours(5), receiptRequire: 1 });
    const { list } = await post('/api/tms/pickUpOrder/page', { code: orderCode, orderStatus: 1 });
    const th = list[0].pickUpCode as string;
    const td = (await a.stow(await a.truck(), [th], { waybillKind: 1, toPlaceId: a.qingpu })).data.waybillCode;
    expect(await a.orderOf(orderCode)).toMatchObject({ totalPieces: 120, totalWeight: 960, orderStatus: 2 });
    expect(await legStates(orderCode)).toEqual([0]);
    expect((await a.depart(td)).code).toBe(200);
    // nobody asked for a site: it is that of the trip
    const { items, version, placeName } = await post('/api/tms/pickUpOrder/detail', { id: th });
    expect(placeName).toBe('青浦分拨中心');
    const lines = items.map((item: { itemId: string; pieces: number; weightKg: number; volumeM3: number }) => ({
      itemId: item.itemId,
      actualPieces: item.pieces,
      actualWeight: item.weightKg,
      actualVolume: item.volumeM3,
      productTemp: -19,
    }));
    await post('/api/tms/pickUpOrder/pick', { pickUpCode: th, version, lines });
    expect(await legStates(orderCode)).toEqual([1]);
    await count(td, 3, th, { weightKg: 960 });
    const receipts = await post('/api/tms/receiptOrder/page', { code: orderCode });
    expect(receipts.list).toMatchObject([{ receiptStatus: 3, receiveType: 2, planPieces: 120, receivePieces: 120 }]);
    expect(await a.orderOf(orderCode)).toMatchObject({ orderStatus: 4 });
    expect(await onHand(orderCode)).toEqual({ status: 1, place: a.qingpu });
    expect(await legStates(orderCode)).toEqual([2]);

    const trunk = await a.stow(await a.truck(), [orderCode], {
      waybillKind: 2,
      fromPlaceId: a.qingpu,
      toPlaceId: a.suzhou,
    });
    const pz = trunk.data.waybillCode as string;
    // pre-cooling: the check says how far the box is from what was set; without a report it can only warn
    const { data: check } = await a.post('/api/tms/departure/check', { id: pz });
    expect(check).toMatchObject({ setTemp: -21.5, canDepart: 'override' });
    expect(check.checks.filter(({ code }: { code: string }) => code === 'TEMP')).toContainEqual(
      expect.objectContaining({ level: 'warn', limit: -21.5 }),
    );
    expect((await a.depart(pz, { sealNo: 'F001', boxTemp: -20.5 })).code).toBe(200);
    expect(await a.waybill(pz)).toMatchObject({
      sealNo: 'F001',
      departures: [{ sealNo: 'F001', boxTemp: -20.5, overrideReason: '现场确认' }],
      legs: [{ transportationStatus: 1 }],
    });
    await count(pz, 2, orderCode);
    expect(await onHand(orderCode)).toEqual({ status: 1, place: a.suzhou });
    expect(await legStates(orderCode)).toEqual([2, 2]);
    const ys = (await a.stow(await a.truck(), [orderCode])).data.waybillCode as string;
    expect((await a.waybill(ys)).legs).toMatchObject([{ transportationStatus: 0, final: true }]);
    await a.depart(ys);
    expect(await legStates(orderCode)).toEqual([2, 2, 1]);
    const signed = await post('/api/tms/customerOrder/sign', { orderCode, signer: '李店长', signPieces: 120 });
    expect(signed).toMatchObject({ orderStatus: 5, transportStatus: 3, returnCode: null });
    expect(await legStates(orderCode)).toEqual([2, 2, 2]);
    expect(await onHand(orderCode)).toEqual({ status: 3, place: null });
    // the receipt: waits for its picture (0), is uploaded (1), and passed by the office
    const paper = async () => (await post('/api/tms/receipt/detail', { id: orderCode })) as Record<string, number>;
    expect(await paper()).toMatchObject({ receiptStatus: 0, auditStatus: 0 });
    const { id: page } = await a.db
      .insertInto('file')
      .values({
        client_id: a.clientId,
        user_id: a.userId,
        file_name: '回单.jpg',
        kind: 'image',
        mime: 'image/jpeg',
        size_bytes: 3,
        sha256: 'ab',
        blob_key: `receipt-${orderCode}`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await post('/api/tms/receipt/save', {
      orderCode,
      version: (await paper()).version,
      signer: '李店长',
      signTime: inHours(0),
      signPieces: 120,
      rejectPieces: 0,
      pages: [page],
    });
    expect(await paper()).toMatchObject({ receiptStatus: 1, auditStatus: 0 });
    expect(await post('/api/tms/receipt/audit', { orderCodes: [orderCode], pass: true })).toMatchObject([{ ok: true }]);
    expect(await paper()).toMatchObject({ receiptStatus: 1, auditStatus: 1 });
    for (const code of [td, pz, ys])
      expect(await a.waybill(code)).toMatchObject({ transportStatus: 3, legs: [{ transportationStatus: 2 }] });
  });
});

describe('scenario 3: split and part load', () => {
  it('divides 3/3/4 by the vector, keeps the parent from being voided or joined again, and reconciles', async () => {
    const parent = await a.order({}, { pieces: 10, weightKg: 333.33, volumeM3: 1.111 });
    const { items, version } = await a.orderOf(parent);
    const children = [3, 3, 4].map((pieces) => ({ items: [{ itemId: items[0].itemId, pieces }] }));
    const { childCodes } = await post('/api/tms/customerOrder/split', { orderCode: parent, version, children });
    const details = await Promise.all(childCodes.map((code: string) => a.orderOf(code)));
    expect(details.map((one) => [one.totalPieces, one.totalWeight, one.totalVolume])).toEqual([
      [3, 100, 0.333],
      [3, 100, 0.333],
      [4, 133.33, 0.445],
    ]);
    const [one, two, three] = childCodes as string[];
    const task = (await a.stow(await a.truck(), [one ?? '', three ?? ''])).data.waybillCode as string;
    const drop = (orderCode: string | undefined) =>
      a.post('/api/tms/customerOrder/void', { orderCodes: [orderCode], reason: '少送一车' });
    const step = async (verb: string, more: object = {}) => {
      const { version: now } = await a.waybill(task);
      return a.post(`/api/tms/waybill/transportTask/${verb}`, { waybillCode: task, version: now, ...more });
    };
    expect(await step('startLoad')).toMatchObject({ code: 200 });
    expect(await drop(two)).toMatchObject({
      code: 4010,
      msg: `同一母单的${one}正在装车，子单${two}不能作废；请等其他子单完成后再作废`,
    });
    await step('countLoad', { orderCode: one, pieces: 3 });
    await step('countLoad', { orderCode: three, pieces: 4 });
    expect(await a.depart(task)).toMatchObject({ code: 200 });
    const voided = await a.post('/api/tms/customerOrder/void', { orderCodes: [parent], reason: '客户取消' });
    // no advice to join it again, which is refused as well
    expect(voided).toMatchObject({ code: 4010, msg: '运输中的订单不能作废，只有待调度、待装车时可以' });
    const cancel = await a.post('/api/tms/customerOrder/cancelSplit', {
      orderCode: parent,
      version: (await a.orderOf(parent)).version,
    });
    expect(cancel).toMatchObject({ code: 4010, msg: expect.stringContaining('不能撤销拆单') });
    // neither the child on the road nor the one that waits is voided while others run; totals reconcile at each step
    expect(await drop(one)).toMatchObject({ code: 4010 });
    expect(await drop(two)).toMatchObject({
      code: 4010,
      msg: `同一母单的${one}正在运输，子单${two}不能作废；请等其他子单完成后再作废`,
    });
    // so nobody is offered it
    expect((await a.orderOf(two ?? '')).allowActions).not.toContain('void');
    expect((await a.orderOf(parent)).orderStatus).toBe(4);
    const total = async () =>
      (await Promise.all(childCodes.map((code: string) => a.orderOf(code)))).reduce(
        (sum, child) => [sum[0] + child.totalPieces, Math.round((sum[1] + child.totalWeight) * 100) / 100],
        [0, 0],
      );
    expect(await total()).toEqual([10, 333.33]);
    await post('/api/tms/customerOrder/sign', { orderCode: one, signer: '李店长', signPieces: 3 });
    await post('/api/tms/customerOrder/sign', { orderCode: three, signer: '李店长', signPieces: 4 });
    expect(await total()).toEqual([10, 333.33]);
    expect((await a.orderOf(parent)).orderStatus).toBe(4);
    expect((await a.orderOf(two ?? '')).allowActions).toContain('void');
    // nothing runs any more: what nobody wants is called off, and the parent is complete
    expect(await drop(two)).toMatchObject({ code: 200 });
    expect((await a.orderOf(parent)).orderStatus).toBe(5);
    expect(await a.waybill(task)).toMatchObject({ transportStatus: 3, totalPieces: 7, totalWeight: 233.33 });
  });
});

describe('a load that was counted short', () => {
  it('is not whole unasked: 装车完成 names what is missing, and the log keeps that somebody said it is there', async () => {
    const [whole, short] = [await a.order({}, { pieces: 10 }), await a.order({}, { pieces: 4, weightKg: 40 })];
    const task = (await a.stow(await a.truck(), [whole, short])).data.waybillCode as string;
    const step = async (name: string, more: object = {}) =>
      a.post(`/api/tms/waybill/transportTask/${name}`, {
        waybillCode: task,
        version: (await a.waybill(task)).version,
        ...more,
      });
    await step('countLoad', { orderCode: short, pieces: 3 });
    const pieces = async () =>
      (await a.waybill(task)).legs.map((leg: { orderCode: string; loadPieces: number }) => leg.loadPieces);
    // nothing was counted of the other order: it is taken as planned, as without any count
    expect(await step('load')).toMatchObject({ code: 4011, msg: `${short}应装4件、清点3件，清点数少于应装数` });
    expect(await pieces()).toEqual([0, 3]);
    expect(await step('load', { asPlanned: true })).toMatchObject({ code: 200 });
    expect(await pieces()).toEqual([10, 4]);
    const { data } = await a.post('/api/tms/log/page', { objType: 'waybill', objCode: task });
    expect(JSON.stringify(data)).toContain(`${short}应装4件、清点3件，按应装数完成`);
  });
});

describe('goods refused at the door', () => {
  it('go back by an order of their own, which goes with the signature', async () => {
    const orderCode = await a.order({ goodsValue: 1000 }, { pieces: 3, weightKg: 10, volumeM3: 0.1 });
    const task = (await a.stow(await a.truck(), [orderCode])).data.waybillCode as string;
    await a.depart(task);
    const sign = { orderCode, signer: '李店长', signPieces: 2, rejectPieces: 1, rejectReason: '外箱破损' };
    const { returnCode } = await post('/api/tms/customerOrder/sign', sign);
    const order = await a.orderOf(orderCode);
    expect(order).toMatchObject({ orderStatus: 5, returnedBy: returnCode });
    expect(await a.orderOf(returnCode)).toMatchObject({
      orderType: 2,
      orderStatus: 1,
      returnOf: orderCode,
      receiver: order.shipper,
      receiveAddress: order.shipAddress,
      shipAddress: order.receiveAddress,
      totalPieces: 1,
      totalWeight: 3.33,
      totalVolume: 0.033,
      codAmount: 0,
      remark: `订单${orderCode}拒收1件：外箱破损`,
    });
    const revoke = () => a.post('/api/tms/customerOrder/revokeSign', { orderCode, reason: '签错了单' });
    const back = await a.stow(await a.truck(), [returnCode]);
    expect(await revoke()).toMatchObject({ code: 4010, msg: expect.stringContaining(`退货单${returnCode}待装车`) });
    const { version } = await a.waybill(back.data.waybillCode);
    const void_ = { waybillCode: back.data.waybillCode, version, reason: '不退了' };
    await post('/api/tms/waybill/transportTask/void', void_);
    expect(await revoke()).toMatchObject({ code: 200 });
    expect(await a.orderOf(returnCode)).toMatchObject({ orderStatus: 6, voidReason: '撤销签收' });
    expect(await a.orderOf(orderCode)).toMatchObject({ orderStatus: 4, returnedBy: null });
  });

  it('and orders that were joined wait again when that is taken back', async () => {
    const [one, two] = [await a.order(), await a.order()];
    const { orderCode } = await post('/api/tms/customerOrder/merge', { orderCodes: [one, two] });
    const joint = await a.orderOf(orderCode);
    expect(joint).toMatchObject({ totalPieces: 240, allowActions: expect.arrayContaining(['cancelMerge']) });
    const input = { orderCode, version: joint.version };
    expect(await post('/api/tms/customerOrder/cancelMerge', input)).toEqual({ orderCodes: [one, two] });
    expect(await a.orderOf(orderCode)).toMatchObject({ orderStatus: 6, voidReason: '撤销合单' });
    expect(await a.orderOf(one)).toMatchObject({ orderStatus: 1, mergedInto: null, voidReason: null });
    expect(await a.post('/api/tms/customerOrder/cancelMerge', { orderCode: one, version: 3 })).toMatchObject({
      code: 4010,
      msg: `订单${one}不是合单，不能撤销合单`,
    });
  });

  it('and two children that end at once leave their parent complete', async () => {
    const parent = await a.order({}, { pieces: 2, weightKg: 2, volumeM3: 0.02 });
    const { items, version } = await a.orderOf(parent);
    const children = [1, 1].map((pieces) => ({ items: [{ itemId: items[0].itemId, pieces }] }));
    const { childCodes } = await post('/api/tms/customerOrder/split', { orderCode: parent, version, children });
    for (const code of childCodes) await a.depart((await a.stow(await a.truck(), [code])).data.waybillCode);
    await Promise.all(
      childCodes.map((orderCode: string) =>
        post('/api/tms/customerOrder/sign', { orderCode, signer: '李店长', signPieces: 1 }),
      ),
    );
    expect((await a.orderOf(parent)).orderStatus).toBe(5);
  });
});

describe('the home page of transport', () => {
  it('counts what stands now and names what waits, by what each list shows', async () => {
    const now = await post('/api/tms/home/summary', {});
    const orders = await post('/api/tms/customerOrder/statusCount', {});
    expect(now.figures).toMatchObject({ toDispatch: orders[1], inTransit: orders[4], overdue: 0 });
    expect(now.onTime.all).toBeGreaterThan(0);
    const code = (await a.stow(await a.truck(), [await a.order()])).data.waybillCode as string;
    await a.db
      .updateTable('waybill')
      .set({ plan_depart_at: new Date(Date.now() - 3_600_000) })
      .where('waybill_code', '=', code)
      .execute();
    expect((await post('/api/tms/home/summary', {})).figures.overdue).toBe(1);
    expect((await post('/api/tms/home/todo', {}))[0]).toMatchObject({ kind: 'overdue', code, waybillKind: 3 });
    const trend = await post('/api/tms/home/trend', {});
    expect(trend).toHaveLength(14);
    expect(trend.at(-1).ordered).toBeGreaterThan(5);
    const stranger = await a.user({ menus: ['structure'] });
    expect(await app.post('/api/tms/home/summary', {}, stranger.token)).toMatchObject({ code: 4003 });
  });
});

describe('scenario 9: rights', () => {
  it('refuses by API what the role does not hold, and tells the buttons so; a carrier sees its own', async () => {
    const orderCode = await a.order();
    const clerk = await a.user({ menus: ['customerOrder'], buttons: ['orderManage/customerOrder/edit'] });
    const body = { orderCodes: [orderCode], reason: '客户取消' };
    expect(await app.post('/api/tms/customerOrder/void', body, clerk.token)).toMatchObject({ code: 4003 });
    expect((await a.orderOf(orderCode)).orderStatus).toBe(1);
    // the button is not among those of the session, so no page draws it
    const { data: tree } = await app.post('/api/base/user/menuTree', {}, clerk.token);
    const held = JSON.stringify(tree.buttonGrouping);
    expect(held).toContain('orderManage/customerOrder/edit');
    expect(held).not.toContain('orderManage/customerOrder/void');
    const vehicleId = await a.truck({ carrier_id: a.carrierId });
    const own = (await a.stow(vehicleId, [orderCode])).data.waybillCode as string;
    const other = (await a.stow(await a.truck(), [await a.order()])).data.waybillCode as string;
    const carrier = await a.user({
      menus: ['transportTask', 'waybillStowage'],
      buttons: ['waybillManage/waybillStowage/reloading'],
    });
    await a.db.updateTable('app_user').set({ carrier_id: a.carrierId }).where('id', '=', carrier.userId).execute();
    const page = await app.post('/api/tms/waybill/transportTask/page', { size: 100 }, carrier.token);
    expect(page.data.list.map((row: { waybillCode: string }) => row.waybillCode)).toEqual([own]);
    expect(await app.post('/api/tms/stowage/reloadCheck', { id: own }, carrier.token)).toMatchObject({ code: 200 });
    expect(await app.post('/api/tms/stowage/reloadCheck', { id: other }, carrier.token)).toMatchObject({ code: 4004 });
  });

  it('tells a driver of his trip nothing that it costs or earns', async () => {
    const orderCode = await a.order({ goodsValue: 5000, insuredAmount: 4000, codAmount: 60 });
    const vehicleId = await a.truck();
    const own = (await a.stow(vehicleId, [orderCode])).data.waybillCode as string;
    await a.depart(own);
    const report = { waybillCode: own, abnormalType: 1, abnormalLevel: 1, occurTime: inHours(-0.1), lossAmount: 321.5 };
    await a.post('/api/tms/abnormal/add', { ...report, description: '外箱破损两件', orderCodes: [orderCode] });
    const { driver_id } = await a.db
      .selectFrom('vehicle')
      .select('driver_id')
      .where('id', '=', vehicleId)
      .executeTakeFirstOrThrow();
    const driver = await a.user({ menus: [] });
    await a.db.updateTable('app_user').set({ driver_id }).where('id', '=', driver.userId).execute();
    const tasks = await app.post('/api/tms/driverApp/tasks', {}, driver.token);
    expect([tasks.code, JSON.stringify(tasks.data)]).toEqual([200, expect.stringContaining(own)]);
    const told = JSON.stringify(tasks.data);
    expect(told).toContain(orderCode);
    expect(told).not.toMatch(/freight|expense|cost|claim|loss|margin|price|goodsValue|insured/iu);
    expect(told).not.toMatch(/321\.5|\b5000\b|\b4000\b/u);
    // and the pages of the office are not his
    for (const path of ['customerOrder/detail', 'abnormal/page', 'waybill/transportTask/detail'])
      expect([path, (await app.post(`/api/tms/${path}`, { id: own }, driver.token)).code]).toEqual([path, 4003]);
  });
});
