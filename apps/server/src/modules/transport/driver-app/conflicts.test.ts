import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/test-app';
import { inHours, type TransportFixture, transportFixture } from '../../../../test/transport-kit';

let app: TestApp;
let a: TransportFixture;

beforeAll(async () => {
  app = await testApp();
  a = await transportFixture(app, '门口事实');
});
afterAll(() => app.close());

/** A confirmed trip of a driver with an account of his own, who has accepted it unless told otherwise. */
async function trip({ accepted = true } = {}) {
  const vehicleId = await a.truck();
  const { driver_id } = await a.db
    .selectFrom('vehicle')
    .select('driver_id')
    .where('id', '=', vehicleId)
    .executeTakeFirstOrThrow();
  const { userId, token } = await a.user({});
  await a.post('/api/base/manage/driver/account', { id: driver_id, userId });
  const orderCode = await a.order();
  const waybillCode = (await a.stow(vehicleId, [orderCode])).data.waybillCode as string;
  const act = async (action: string, more: Record<string, unknown> = {}) =>
    (
      await app.post(
        '/api/tms/driverApp/act',
        { key: randomUUID(), waybillCode, agoMs: 600_000, action, ...more },
        token,
      )
    ).data;
  if (accepted) await act('accept', { agoMs: 3_600_000 });
  return { vehicleId, orderCode, waybillCode, act };
}
const open = async (waybillCode: string) =>
  (await a.post('/api/tms/driverApp/actions', { id: waybillCode })).data.filter(
    (row: { conflict: boolean; resolvedTime: string | null }) => row.conflict && row.resolvedTime === null,
  );
const resolve = (id: string, adopt: boolean) =>
  a.post('/api/tms/driverApp/resolve', { id, adopt, note: '已与司机核实' });
const signed = { signer: '李店长', signPieces: 120 };

describe('what a driver did at a door is a fact', () => {
  it('a departure that a rule forbids is written, marked, and looked at by the desk', async () => {
    const one = await trip();
    await a.db.updateTable('vehicle').set({ license_end: '2020-01-01' }).where('id', '=', one.vehicleId).execute();
    expect(await one.act('depart')).toMatchObject({ refused: false, conflict: true });
    expect(await a.waybill(one.waybillCode)).toMatchObject({ transportStatus: 2 });
    const [row] = await open(one.waybillCode);
    expect(row).toMatchObject({ action: 'depart', refused: false, msg: expect.stringContaining('行驶证') });
    const { data: todo } = await a.post('/api/tms/home/todo');
    expect(todo).toContainEqual(expect.objectContaining({ kind: 'conflict', code: one.waybillCode }));
    expect(await resolve(row.id, true)).toMatchObject({ code: 200 });
    expect(await open(one.waybillCode)).toEqual([]);
    expect(await resolve(row.id, true)).toMatchObject({ code: 4010 });
    // the signature of that trip counts like any other
    expect(await one.act('sign', { orderCode: one.orderCode, ...signed })).toMatchObject({ refused: false });
    expect(await a.orderOf(one.orderCode)).toMatchObject({ orderStatus: 5, signer: '李店长' });
  });

  it('a signature that the state does not allow is kept until the desk adopts it, at the time of the door', async () => {
    const one = await trip();
    const answer = await one.act('sign', { orderCode: one.orderCode, ...signed });
    expect(answer).toMatchObject({ refused: true, conflict: true });
    const [row] = await open(one.waybillCode);
    // what stands against it is said when it is adopted, and nothing is lost
    expect(await resolve(row.id, true)).toMatchObject({ code: 4010, msg: expect.stringContaining('请先补登') });
    expect(await open(one.waybillCode)).toHaveLength(1);
    await a.depart(one.waybillCode, { departTime: row.actedTime, overrideReason: '司机漏点发车' });
    expect(await resolve(row.id, true)).toMatchObject({ code: 200 });
    expect(await a.orderOf(one.orderCode)).toMatchObject({ orderStatus: 5, signer: '李店长', signTime: row.actedTime });
    const { data: log } = await a.post('/api/tms/log/page', { objType: 'waybill', objCode: one.waybillCode });
    expect(log.map((line: { action: string }) => line.action)).toEqual(
      expect.arrayContaining(['司机端操作待核实', '采纳司机操作']),
    );
  });

  it('an arrival before the departure is known waits too, and counts at the time of the door', async () => {
    const one = await trip();
    expect(await one.act('arrive', { stopSeq: 2 })).toMatchObject({ refused: true, conflict: true });
    const [row] = await open(one.waybillCode);
    expect(row).toMatchObject({ action: 'arrive', refused: true });
    expect(
      await a.depart(one.waybillCode, { departTime: inHours(-0.3), overrideReason: '司机漏点发车' }),
    ).toMatchObject({
      code: 200,
    });
    expect(await resolve(row.id, true)).toMatchObject({ code: 200 });
    expect(await open(one.waybillCode)).toEqual([]);
    const { stops } = await a.waybill(one.waybillCode);
    expect(stops.at(-1)).toMatchObject({ seq: 2, arriveTime: row.actedTime });
  });

  it('also after the trip was voided; the desk may close it, with a right of its own', async () => {
    const one = await trip();
    const { version } = await a.waybill(one.waybillCode);
    await a.post('/api/tms/waybill/transportTask/void', { waybillCode: one.waybillCode, version, reason: '改期' });
    expect(await one.act('arrive', { stopSeq: 2 })).toMatchObject({
      refused: true,
      conflict: true,
      msg: `运单${one.waybillCode}已作废`,
    });
    const { id } = await a.db
      .selectFrom('driver_action')
      .select('id')
      .where('conflict', '=', true)
      .where('resolved_at', 'is', null)
      .executeTakeFirstOrThrow();
    const clerk = await a.user({ menus: ['transportTask'] });
    const body = { id: String(id), adopt: false, note: '作废后误点' };
    expect(await app.post('/api/tms/driverApp/resolve', body, clerk.token)).toMatchObject({ code: 4003 });
    expect(await a.post('/api/tms/driverApp/resolve', body)).toMatchObject({ code: 200 });
  });

  it('of whoever had the trip, although the desk gave it to another driver or voided it before his phone came back', async () => {
    const one = await trip({ accepted: false });
    const other = await a.truck();
    const { version } = await a.waybill(one.waybillCode);
    const moved = { waybillCode: one.waybillCode, version, vehicleId: other, driverId: null, reason: '原车要保养' };
    expect(await a.post('/api/tms/waybill/transportTask/reassign', moved)).toMatchObject({ code: 200 });
    expect(await one.act('accept')).toMatchObject({
      refused: true,
      conflict: false,
      msg: expect.stringContaining('已改派'),
    });
    expect(await one.act('depart')).toMatchObject({ refused: true, conflict: true });
    const said = { refused: true, conflict: true, msg: expect.stringContaining('已改派') };
    expect(await one.act('sign', { orderCode: one.orderCode, ...signed })).toMatchObject(said);
    expect((await open(one.waybillCode)).map((row: { action: string }) => row.action)).toEqual(['depart', 'sign']);

    const two = await trip({ accepted: false });
    const { version: v } = await a.waybill(two.waybillCode);
    await a.post('/api/tms/waybill/transportTask/void', { waybillCode: two.waybillCode, version: v, reason: '改期' });
    expect(await two.act('sign', { orderCode: two.orderCode, ...signed })).toMatchObject({
      refused: true,
      conflict: true,
      msg: expect.stringContaining('已作废'),
    });
    // nobody else may write on it
    expect(await one.act('sign', { waybillCode: two.waybillCode, orderCode: two.orderCode, ...signed })).toBeNull();
  });
});
