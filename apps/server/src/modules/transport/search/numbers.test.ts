import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/test-app';
import { inHours, type TransportFixture, transportFixture } from '../../../../test/transport-kit';

let app: TestApp;
let us: TransportFixture;
let them: TransportFixture;
let orderCode: string;
let pickUpCode: string;
let waybillCode: string;
let abnormalCode: string;

beforeAll(async () => {
  app = await testApp();
  us = await transportFixture(app, '单号公司');
  them = await transportFixture(app, '别家单号');
  orderCode = await us.order({ pickUpFlag: 1 });
  const db = app.database.systemDb;
  const { rows } = await sql<{
    code: string;
    orderId: string;
    placeId: string;
  }>`select p.pick_up_code as code, o.id::text as "orderId",
      (select min(id)::text from place where client_id = o.client_id) as "placeId"
    from pick_up_order p join customer_order o on o.id = p.order_id where o.order_code = ${orderCode} and o.client_id = ${us.clientId}`.execute(
    db,
  );
  const [made] = rows;
  if (!made) throw new Error('an order that is fetched has a pick-up order');
  pickUpCode = made.code;
  await sql`insert into receipt_order (client_id, receipt_code, order_id, place_id, receive_type, receipt_status, plan_pieces)
    values (${us.clientId}, 'SH26112900077', ${made.orderId}, ${made.placeId}, 1, 1, 3)`.execute(db);
  await sql`insert into receipt (client_id, receipt_no, order_id, receipt_status, due_at)
    values (${us.clientId}, 'HD26112900078', ${made.orderId}, 0, now())`.execute(db);
  const other = await us.order();
  waybillCode = (await us.stow(await us.truck(), [other])).data.waybillCode;
  const said = { abnormalType: 1, abnormalLevel: 1, occurTime: inHours(-0.1), description: '外箱破损三件，已拍照' };
  await us.post('/api/tms/abnormal/add', { waybillCode, ...said });
  ({ abnormalCode } = (await us.post('/api/tms/abnormal/page', {})).data.list[0]);
}, 60_000);
afterAll(() => app.close());

const find = async (text: string, token = us.token) => {
  const { data } = await app.post('/api/tms/search', { text }, token);
  return data;
};

it('finds every document by its number, as it is pasted, and says where its page is', async () => {
  expect(await find(pickUpCode)).toMatchObject([
    {
      kind: 'pickUp',
      total: 1,
      hits: [{ name: pickUpCode, relation: expect.stringContaining(orderCode), state: '待调度' }],
    },
  ]);
  expect(await find('sh26112900077')).toMatchObject([
    { kind: 'receiptOrder', hits: [{ name: 'SH26112900077', state: '待收货' }] },
  ]);
  expect(await find(' HD26112900078 ')).toMatchObject([
    { kind: 'receipt', hits: [{ name: 'HD26112900078', state: '待上传', under: orderCode }] },
  ]);
  expect(await find(abnormalCode)).toMatchObject([
    { kind: 'abnormal', hits: [{ name: abnormalCode, relation: waybillCode, under: waybillCode }] },
  ]);
  // and by its end, as somebody reads it out
  expect(await find('00078')).toMatchObject([{ kind: 'receipt', total: 1 }]);
});

it('shows no numbers of another company, nor any to who may not read their lists', async () => {
  for (const number of [pickUpCode, 'SH26112900077', 'HD26112900078'])
    expect(await find(number, them.token)).toEqual([]);
  const watcher = await us.user({ menus: ['monitoring', 'location'] });
  expect(await find('HD26112900078', watcher.token)).toEqual([]);
});

it('finds orders and waybills by initials of receiver and driver, and orders by the plate of their truck', async () => {
  const receiver = '闵行龙柏店';
  const code = await us.order({ receiver });
  const waybill = await us.stow(await us.truck(), [code]);
  const db = app.database.systemDb;
  const { rows } = await sql<{
    plate: string;
    vehicleId: string;
  }>`select v.plate_no as plate, v.id::text as "vehicleId" from waybill w
    join vehicle v on v.id = w.vehicle_id where w.client_id = ${us.clientId} and w.waybill_code = ${waybill.data.waybillCode}`.execute(
    db,
  );
  const driver = await db
    .insertInto('driver')
    .values({ client_id: us.clientId, name: '欧阳明', phone: '13800000009' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`update waybill set driver_id = ${driver.id} where client_id = ${us.clientId} and waybill_code = ${waybill.data.waybillCode}`.execute(
    db,
  );
  const hits = async (text: string, kind: string): Promise<string[]> =>
    ((await find(text)).find((group: { kind: string }) => group.kind === kind)?.hits ?? []).map(
      ({ name }: { name: string }) => name,
    );
  expect(await hits('mhlb', 'order')).toEqual([code]);
  expect(await hits('mhlx', 'order')).toEqual([]);
  expect(await hits(rows[0]?.plate ?? '', 'order')).toEqual([code]);
  expect(await hits('oym', 'waybill')).toEqual([waybill.data.waybillCode]);
  expect(await find('mhlb', them.token)).toEqual([]);
});
