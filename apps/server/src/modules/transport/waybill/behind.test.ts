import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/test-app';
import { type TransportFixture, transportFixture } from '../../../../test/transport-kit';

let app: TestApp;
let a: TransportFixture;

beforeAll(async () => {
  app = await testApp();
  a = await transportFixture(app, '留下的订单');
});
afterAll(() => app.close());

/** A trip that left with `here` and without the others, of which nothing was there. */
async function departWithout(here: string, gone: readonly string[]): Promise<string> {
  const truck = await a.truck({ load_weight_t: 9, volume_m3: 50 });
  const { data } = await a.stow(truck, [here, ...gone]);
  const waybillCode = data.waybillCode as string;
  const step = async (verb: string, more: object = {}): Promise<void> => {
    const { version } = await a.waybill(waybillCode);
    const body = { waybillCode, version, ...more };
    expect(await a.post(`/api/tms/waybill/transportTask/${verb}`, body)).toMatchObject({ code: 200 });
  };
  await step('startLoad');
  const { legs } = await a.waybill(waybillCode);
  const due = legs.find((leg: { orderCode: string }) => leg.orderCode === here).planPieces;
  await step('countLoad', { orderCode: here, pieces: due });
  for (const orderCode of gone) await step('countLoad', { orderCode, pieces: 0 });
  expect(await a.depart(waybillCode)).toMatchObject({ code: 200 });
  expect((await a.waybill(waybillCode)).legs).toHaveLength(1);
  return waybillCode;
}
const revoke = (waybillCode: string) => a.post('/api/tms/departure/revoke', { waybillCode, reason: '车辆故障' });
const logOf = async (objType: string, objCode: string): Promise<Array<{ action: string; remark: string }>> =>
  (await a.post('/api/tms/log/page', { objType, objCode })).data;
const atHub = (orderCode: string, pieces: number) =>
  sql`update customer_order set on_hand_status = 1, current_place_id = ${a.qingpu}, on_hand_pieces = ${pieces}
    where order_code = ${orderCode} and client_id = ${a.clientId}`.execute(a.db);

it('an order that the hub received short comes back with what was received', async () => {
  const [here, gone] = [await a.order(), await a.order()];
  for (const code of [here, gone]) await atHub(code, 98);
  const waybillCode = await departWithout(here, [gone]);
  expect(await revoke(waybillCode)).toMatchObject({ code: 200, data: { stayedOff: [] } });
  const { legs } = await a.waybill(waybillCode);
  expect(legs.map((leg: { orderCode: string; planPieces: number }) => [leg.orderCode, leg.planPieces])).toEqual([
    [here, 98],
    [gone, 98],
  ]);
});

it('an order that meanwhile went elsewhere, was changed or voided stays off, and answer and log say why', async () => {
  const [here, moved, edited, voided, counted] = [
    await a.order(),
    await a.order(),
    await a.order(),
    await a.order(),
    await a.order(),
  ];
  await atHub(counted, 98);
  for (const code of [here, moved, edited, voided]) await atHub(code, 120);
  const waybillCode = await departWithout(here, [moved, edited, voided, counted]);
  // on another trip it has reached a hub already
  const trunk = { waybillKind: 2, fromPlaceId: a.qingpu, toPlaceId: a.suzhou };
  const other = (await a.stow(await a.truck(), [moved], trunk)).data.waybillCode as string;
  expect(await a.depart(other)).toMatchObject({ code: 200 });
  await sql`update waybill_leg set transportation_status = 2, unload_pieces = 120
    where waybill_id = (select id from waybill where waybill_code = ${other} and client_id = ${a.clientId})`.execute(
    a.db,
  );
  await sql`update customer_order set updated_at = now(), remark = '急' where order_code = ${edited}`.execute(a.db);
  await sql`update customer_order set voided_at = now() where order_code = ${voided}`.execute(a.db);
  await atHub(counted, 97);
  const stayedOff = [
    { orderCode: moved, reason: `已上运单${other}` },
    { orderCode: edited, reason: '发车后改过' },
    { orderCode: voided, reason: '已作废' },
    { orderCode: counted, reason: '在手97件，配载时98件' },
  ];
  expect(await revoke(waybillCode)).toMatchObject({ code: 200, data: { stayedOff } });
  const { legs } = await a.waybill(waybillCode);
  expect(legs).toMatchObject([{ orderCode: here }]);
  const remark = stayedOff.map((one) => `${one.orderCode}${one.reason}`).join('、');
  expect(await logOf('waybill', waybillCode)).toContainEqual(expect.objectContaining({ action: '订单未移回', remark }));
  expect((await logOf('customerOrder', edited)).at(-1)).toMatchObject({
    action: '未移回运单',
    remark: `${waybillCode} 发车后改过`,
  });
});

it('an order with a second departure that left it behind comes back to one trip only', async () => {
  const [one, two, gone] = [await a.order(), await a.order(), await a.order()];
  const first = await departWithout(one, [gone]);
  const second = await departWithout(two, [gone]);
  expect(await revoke(first)).toMatchObject({ data: { stayedOff: [] } });
  expect(await revoke(second)).toMatchObject({
    data: { stayedOff: [{ orderCode: gone, reason: `已上运单${first}` }] },
  });
});
