import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/test-app';
import { inHours, type TransportFixture, transportFixture } from '../../../test/transport-kit';

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

describe('scenario 1: LTL cold chain, pick-up, trunk, delivery', () => {
  it('carries 120 pieces over three legs, each 0-1-2, to the signature', async () => {
    const orderCode = await a.order({ pickUpFlag: 1, pickFrom: inHours(1), pickTo: inHours(5) });
    const { list } = await post('/api/tms/pickUpOrder/page', { code: orderCode, orderStatus: 1 });
    const th = list[0].pickUpCode as string;
    const td = (await a.stow(await a.truck(), [th], { waybillKind: 1, toPlaceId: a.qingpu })).data.waybillCode;
    expect((await a.depart(td)).code).toBe(200);
    const { items, version } = await post('/api/tms/pickUpOrder/detail', { id: th });
    const lines = items.map((item: { itemId: string; pieces: number; weightKg: number; volumeM3: number }) => ({
      itemId: item.itemId,
      actualPieces: item.pieces,
      actualWeight: item.weightKg,
      actualVolume: item.volumeM3,
      productTemp: -19,
    }));
    await post('/api/tms/pickUpOrder/pick', { pickUpCode: th, version, lines });
    await count(td, 3, th, { weightKg: 960 });
    const receipts = await post('/api/tms/receiptOrder/page', { code: orderCode });
    expect(receipts.list).toMatchObject([{ receiptStatus: 3, receiveType: 2 }]);
    expect(await a.orderOf(orderCode)).toMatchObject({ orderStatus: 4 });

    const trunk = await a.stow(await a.truck(), [orderCode], {
      waybillKind: 2,
      fromPlaceId: a.qingpu,
      toPlaceId: a.suzhou,
    });
    const pz = trunk.data.waybillCode as string;
    expect((await a.depart(pz, { sealNo: 'F001' })).code).toBe(200);
    expect((await a.waybill(pz)).legs).toMatchObject([{ transportationStatus: 1 }]);
    await count(pz, 2, orderCode);
    const ys = (await a.stow(await a.truck(), [orderCode])).data.waybillCode as string;
    expect((await a.waybill(ys)).legs).toMatchObject([{ transportationStatus: 0, final: true }]);
    await a.depart(ys);
    const signed = await post('/api/tms/customerOrder/sign', { orderCode, signer: '李店长', signPieces: 120 });
    expect(signed).toMatchObject({ orderStatus: 5, transportStatus: 3 });
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
    await a.depart(task);
    const voided = await a.post('/api/tms/customerOrder/void', { orderCodes: [parent], reason: '客户取消' });
    expect(voided).toMatchObject({ code: 4010 });
    const cancel = await a.post('/api/tms/customerOrder/cancelSplit', {
      orderCode: parent,
      version: (await a.orderOf(parent)).version,
    });
    expect(cancel).toMatchObject({ code: 4010, msg: expect.stringContaining('不能撤销拆单') });
    // the child on the road cannot be voided, the one that waits can; the parent follows
    expect(await a.post('/api/tms/customerOrder/void', { orderCodes: [one], reason: '客户取消' })).toMatchObject({
      code: 4010,
    });
    await post('/api/tms/customerOrder/void', { orderCodes: [two], reason: '少送一车' });
    expect((await a.orderOf(parent)).orderStatus).toBe(4);
    await post('/api/tms/customerOrder/sign', { orderCode: one, signer: '李店长', signPieces: 3 });
    await post('/api/tms/customerOrder/sign', { orderCode: three, signer: '李店长', signPieces: 4 });
    expect((await a.orderOf(parent)).orderStatus).toBe(5);
    expect(await a.waybill(task)).toMatchObject({ transportStatus: 3, totalPieces: 7, totalWeight: 233.33 });
  });
});

describe('scenario 9: rights', () => {
  it('refuses by API what the role does not hold, and tells the buttons so; a carrier sees its own', async () => {
    const orderCode = await a.order();
    const clerk = await a.user({ menus: ['customerOrder'], buttons: ['orderManage/customerOrder/edit'] });
    const body = { orderCodes: [orderCode], reason: '客户取消' };
    expect(await app.post('/api/tms/customerOrder/void', body, clerk.token)).toMatchObject({ code: 4003 });
    expect((await a.orderOf(orderCode)).orderStatus).toBe(1);
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
});
