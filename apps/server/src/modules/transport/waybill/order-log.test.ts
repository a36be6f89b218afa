import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type TestApp, testApp } from '../../../../test/test-app';
import { inHours, type TransportFixture, transportFixture } from '../../../../test/transport-kit';

let app: TestApp;
let a: TransportFixture;

beforeAll(async () => {
  app = await testApp();
  a = await transportFixture(app, '订单日志');
});
afterAll(() => app.close());

interface Step {
  action: string;
  time: string;
  enteredTime: string | null;
  partCode: string | null;
  remark: string;
}
const logOf = async (orderCode: string): Promise<Step[]> =>
  (await a.post('/api/tms/log/page', { objType: 'customerOrder', objCode: orderCode })).data;
const stepOf = async (orderCode: string, action: string) => (await logOf(orderCode)).find((s) => s.action === action);

describe('the log of an order', () => {
  it('has every leg, with the times when things happened', async () => {
    const orderCode = await a.order();
    const trunk = await a.stow(await a.truck(), [orderCode], {
      waybillKind: 2,
      fromPlaceId: a.qingpu,
      toPlaceId: a.suzhou,
    });
    const waybillCode = trunk.data.waybillCode as string;
    const departTime = inHours(-1);
    expect(await a.depart(waybillCode, { departTime })).toMatchObject({ code: 200 });
    expect(await stepOf(orderCode, '发车')).toMatchObject({ time: departTime, enteredTime: expect.any(String) });
    const arriveTime = inHours(-0.25);
    const arrived = { waybillCode, stopSeq: 2, arriveTime };
    expect(await a.post('/api/tms/arrival/register', arrived)).toMatchObject({ code: 200 });
    expect(await stepOf(orderCode, '到站')).toMatchObject({
      time: arriveTime,
      enteredTime: expect.any(String),
      remark: `苏州园区站 ${waybillCode}`,
    });
    const { data: track } = await a.post('/api/tms/tracking/orderTimeline', { orderCode });
    expect(track.timeline.find((s: { text: string }) => s.text === '到站')).toMatchObject({ time: arriveTime });
    await a.post('/api/tms/arrival/revoke', { waybillCode, stopSeq: 2, reason: '认错车了' });
    expect(await stepOf(orderCode, '撤销到站')).toMatchObject({
      remark: `苏州园区站 ${waybillCode}：认错车了`,
      enteredTime: null,
    });
  });

  it('says that goods were loaded before the truck left, also where that was confirmed later', async () => {
    const orderCode = await a.order();
    const { waybillCode } = (await a.stow(await a.truck(), [orderCode])).data;
    const { version } = await a.waybill(waybillCode);
    const step = { waybillCode, version };
    await a.post('/api/tms/waybill/transportTask/startLoad', step);
    await a.post('/api/tms/waybill/transportTask/load', { ...step, version: version + 1 });
    expect(await stepOf(orderCode, '装车完成')).toMatchObject({ enteredTime: null });
    const departTime = inHours(-1);
    expect(await a.depart(waybillCode, { departTime })).toMatchObject({ code: 200 });
    const steps = await logOf(orderCode);
    const told = steps.map(({ action }) => action).filter((action) => /装车|发车/u.test(action));
    expect(told).toEqual(['开始装车', '装车完成', '发车']);
    expect(steps.find(({ action }) => action === '装车完成')).toMatchObject({
      time: departTime,
      enteredTime: expect.any(String),
    });
    const { data: trip } = await a.post('/api/tms/log/page', { objType: 'waybill', objCode: waybillCode });
    const own = trip.map(({ action }: { action: string }) => action);
    expect(own.indexOf('发车')).toBe(own.indexOf('装车完成') + 1);
    const { data: track } = await a.post('/api/tms/tracking/orderTimeline', { orderCode });
    const order = track.timeline.map(({ text }: { text: string }) => text);
    expect(order.indexOf('发车')).toBeLessThan(order.indexOf('装车完成'));
  });

  it('says that a trip ended where it was last, also when what happened before is entered after it', async () => {
    const near = await a.order({ receiver: '一店', receiveLng: 121, receiveLat: 31.25 });
    const far = await a.order({ receiver: '二店' });
    const { waybillCode } = (await a.stow(await a.truck({ load_weight_t: 9, volume_m3: 50 }), [near, far])).data;
    expect(await a.depart(waybillCode, { departTime: inHours(-1.5) })).toMatchObject({ code: 200 });
    const [last, before] = [inHours(-0.25), inHours(-1)];
    const sign = (orderCode: string, signTime: string) =>
      a.post('/api/tms/customerOrder/sign', { orderCode, signer: '店长', signPieces: 120, rejectPieces: 0, signTime });
    expect(await sign(far, last)).toMatchObject({ code: 200, data: { transportStatus: 2 } });
    expect(await sign(near, before)).toMatchObject({ code: 200, data: { transportStatus: 3 } });
    expect(await a.waybill(waybillCode)).toMatchObject({ transportStatus: 3, actualArriveTime: last });
    const { data: trip } = await a.post('/api/tms/log/page', { objType: 'waybill', objCode: waybillCode });
    expect(trip).toContainEqual(expect.objectContaining({ action: '运输完成', time: last }));
  });

  it('moves a loading to the departure that holds, not to one that was taken back; 撤销装车 moves with it', async () => {
    const orderCode = await a.order();
    const { waybillCode } = (await a.stow(await a.truck(), [orderCode])).data;
    const load = async (verb: string): Promise<void> => {
      const { version } = await a.waybill(waybillCode);
      const step = { waybillCode, version };
      expect(await a.post(`/api/tms/waybill/transportTask/${verb}`, step)).toMatchObject({ code: 200 });
    };
    for (const verb of ['startLoad', 'load', 'rollback']) await load(verb);
    const { version, vehicleId } = await a.waybill(waybillCode);
    expect(await a.stow(vehicleId, [orderCode], { waybillCode, version })).toMatchObject({ code: 200 });
    for (const verb of ['startLoad', 'load']) await load(verb);
    expect(await a.depart(waybillCode, { departTime: inHours(-1) })).toMatchObject({ code: 200 });
    const told = async () =>
      (await logOf(orderCode)).map(({ action }) => action).filter((action) => /装车|发车/u.test(action));
    const loading = ['开始装车', '装车完成', '撤销装车', '开始装车', '装车完成'];
    expect(await told()).toEqual([...loading, '发车']);
    const wrong = { waybillCode, reason: '登记错了' };
    expect(await a.post('/api/tms/departure/revoke', wrong)).toMatchObject({ code: 4010 });
    await sql`update waybill set actual_depart_at = now() where waybill_code = ${waybillCode}`.execute(a.db);
    expect(await a.post('/api/tms/departure/revoke', wrong)).toMatchObject({ code: 200 });
    expect((await logOf(orderCode)).filter(({ action }) => action === '装车完成')).toMatchObject([
      { enteredTime: null },
      { enteredTime: null },
    ]);
    expect(await a.depart(waybillCode)).toMatchObject({ code: 200 });
    // the departure that was taken back stands at the time that was told of it
    expect(await told()).toEqual(['发车', ...loading, '撤销发车', '发车']);
  });

  it('says that goods changed hands while the truck stood there, when its fence has told that it left', async () => {
    const orderCode = await a.order({ pickUpFlag: 1, pickFrom: inHours(1), pickTo: inHours(5) });
    const { data: pickUps } = await a.post('/api/tms/pickUpOrder/page', { code: orderCode, orderStatus: 1 });
    const { pickUpCode } = pickUps.list[0];
    const bill = await a.stow(await a.truck(), [pickUpCode], { waybillKind: 1, toPlaceId: a.qingpu });
    const { waybillCode } = bill.data;
    expect(await a.depart(waybillCode, { departTime: inHours(-1.5) })).toMatchObject({ code: 200 });
    await a.post('/api/tms/arrival/register', { waybillCode, stopSeq: 2, arriveTime: inHours(-1) });
    await sql`update waybill_stop s set leave_at = arrive_at + interval '20 minutes', leave_source = 2 from waybill w
      where w.id = s.waybill_id and w.waybill_code = ${waybillCode} and s.seq = 2`.execute(a.db);
    const { stops, version } = await a.waybill(waybillCode);
    const counted = { orderCode: pickUpCode, pieces: 120, damaged: 0, short: 0, over: 0, productTemp: -20 };
    const confirmed = await a.post('/api/tms/arrival/confirm', {
      waybillCode,
      version,
      stopSeq: 2,
      fileIds: [],
      lines: [counted],
      reportDifferences: true,
    });
    expect(confirmed).toMatchObject({ code: 200 });
    expect(await stepOf(orderCode, '装车')).toMatchObject({
      time: stops[1].leaveTime,
      enteredTime: expect.any(String),
    });
    // and the fence stays the one that says when it left
    expect((await a.waybill(waybillCode)).stops[1]).toMatchObject({ leaveTime: stops[1].leaveTime, leaveSource: 2 });
  });

  it('has the legs of the children of one that was split, each with its number', async () => {
    const parent = await a.order();
    const { items, version } = await a.orderOf(parent);
    const children = [50, 70].map((pieces) => ({ items: [{ itemId: items[0].itemId, pieces }] }));
    const split = await a.post('/api/tms/customerOrder/split', { orderCode: parent, version, children });
    const [first, second] = split.data.childCodes as string[];
    for (const child of [first ?? '', second ?? '']) {
      const { waybillCode } = (await a.stow(await a.truck(), [child])).data;
      expect(await a.depart(waybillCode)).toMatchObject({ code: 200 });
    }
    const left = (await logOf(parent)).filter(({ action }) => action === '发车').map(({ partCode }) => partCode);
    expect(left).toEqual([first, second]);
  });

  it('has the leg of its pick-up too', async () => {
    const orderCode = await a.order({ pickUpFlag: 1, pickFrom: inHours(1), pickTo: inHours(3) });
    const steps = await logOf(orderCode);
    const made = steps.find(({ partCode }) => partCode !== null);
    expect(made).toMatchObject({ partCode: expect.stringMatching(/^TH/u) });
  });
});

describe('who changed something meanwhile', () => {
  it('is told by name, with the time and what was changed', async () => {
    const orderCode = await a.order();
    const { data } = await a.stow(await a.truck(), [orderCode]);
    const waybillCode = data.waybillCode as string;
    const { version } = await a.waybill(waybillCode);
    await a.post('/api/tms/waybill/transportTask/load', { waybillCode, version });
    const late = await a.post('/api/tms/waybill/transportTask/void', { waybillCode, version, reason: '改期' });
    expect(late).toMatchObject(changedByOther);
    expect(late.msg).toMatch(/^\S+ \d\d-\d\d \d\d:\d\d 已装车完成.*，请刷新后重试$/u);
  });
});
