import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../test/test-app';

let app: TestApp;
let a: FleetFixture;
let b: FleetFixture;
let vehicleId: string;
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '回收站公司');
  b = await fleetFixture(app, '别家公司');
  vehicleId = await a.addVehicle('沪R00001');
});
afterAll(() => app.close());

interface Case {
  noun: string;
  table: string;
  base: string;
  /** menu and right of whoever may delete */
  menu: string;
  right: string;
  /** a row of the table besides the company */
  row: () => Record<string, unknown>;
  name: string;
}
const manage = '/api/base/manage';
const cases: Case[] = [
  {
    noun: '客户',
    table: 'customer',
    base: `${manage}/customer`,
    menu: 'customer',
    right: 'customer/manage/del',
    row: () => ({ code: 'KH900001', name: '回收客户', customer_type: 1 }),
    name: '回收客户',
  },
  {
    noun: '司机',
    table: 'driver',
    base: `${manage}/driver`,
    menu: 'driver',
    right: 'driver/del',
    row: () => ({ name: '回收司机', phone: '13700000001' }),
    name: '回收司机',
  },
  {
    noun: '承运商',
    table: 'carrier',
    base: `${manage}/carrier`,
    menu: 'carrier',
    right: 'carrier/del',
    row: () => ({ name: '回收承运', code: 'CY9' }),
    name: '回收承运',
  },
  {
    noun: '车队',
    table: 'fleet',
    base: `${manage}/fleet`,
    menu: 'fleet',
    right: 'fleet/del',
    row: () => ({ name: '回收车队', org_id: a.orgId }),
    name: '回收车队',
  },
  {
    noun: '终端',
    table: 'device',
    base: `${manage}/device`,
    menu: 'vehicleEquipment',
    right: 'vehicleEquipment/del',
    row: () => ({ terminal_no: '13711112222', phone_key: '13711112222' }),
    name: '13711112222',
  },
  {
    noun: '便携设备',
    table: 'portable_device',
    base: '/api/base/portable',
    menu: 'portableController',
    right: 'portableDevice/del',
    row: () => ({ device_no: 'T5-9001' }),
    name: 'T5-9001',
  },
  {
    noun: '蓝牙锁',
    table: 'bluetooth_lock',
    base: '/api/base/bluetoothLock',
    menu: 'bluetoothLock',
    right: 'bluetoothLock/del',
    row: () => ({ lock_no: 'BL-9001' }),
    name: 'BL-9001',
  },
  {
    noun: '品名',
    table: 'cargo_config',
    base: '/api/tms/cargoconfig',
    menu: 'itemNameConfigure',
    right: 'basicInfo/itemNameConfigure/del',
    row: () => ({ cargo_name: '回收品名', temperature_type: 1, pack_unit: '箱' }),
    name: '回收品名',
  },
  {
    noun: '线路',
    table: 'transport_route',
    base: `${manage}/route`,
    menu: 'routeManage',
    right: 'routeManage/del',
    row: () => ({ name: '回收线路', code: 'XL9', route_type: 1 }),
    name: '回收线路',
  },
  {
    noun: '线路规划',
    table: 'route_plan',
    base: `${manage}/routePlan`,
    menu: 'routePlanning',
    right: 'routePlanning/del',
    row: () => ({
      plan_no: 'GH9',
      name: '回收规划',
      plan_type: 1,
      depart_at: new Date('2026-11-01T00:00:00Z'),
      vehicle_id: vehicleId,
    }),
    name: '回收规划',
  },
];

const insert = async (table: string, row: Record<string, unknown>): Promise<string> => {
  const columns = Object.keys(row);
  const { rows } = await sql<{ id: string }>`
    insert into ${sql.table(table)} (client_id, deleted_at, ${sql.join(columns.map((column) => sql.ref(column)))})
    values (${a.clientId}, now(), ${sql.join(Object.values(row))}) returning id::text as id`.execute(
    app.database.systemDb,
  );
  return rows[0]?.id ?? '';
};

describe.each(cases)('回收站 of $noun', ({ noun, table, base, menu, row, name }) => {
  it('shows what was deleted, brings it back once, and keeps to company, right and thirty days', async () => {
    const id = await insert(table, row());
    const bin = (token = a.token, more: object = {}) =>
      app.post(`${base}/recycle/page`, { page: 1, size: 15, ...more }, token);
    const restore = (token = a.token) => app.post(`${base}/recycle/restore`, { id }, token);
    expect((await bin()).data).toMatchObject({ total: 1, list: [{ id, name, daysLeft: 30 }] });
    expect((await bin(a.token, { keyword: '没有这个' })).data.total).toBe(0);
    expect((await bin(b.token)).data.total).toBe(0);
    expect(await restore(b.token)).toMatchObject({ code: 4004, msg: `已删除的${noun}不存在或无权查看` });
    const reader = await a.user({ menus: [menu] });
    expect((await bin(reader.token)).code).toBe(4003);
    const age = (days: number) =>
      sql`update ${sql.table(table)} set deleted_at = now() - make_interval(days => ${days}) where id = ${id}`.execute(
        app.database.systemDb,
      );
    await age(31);
    expect((await bin()).data.total).toBe(0);
    expect((await restore()).code).toBe(4004);
    await age(1);
    expect(await restore()).toMatchObject({ code: 200 });
    expect((await bin()).data.total).toBe(0);
    expect((await app.post(`${base}/changeHis`, { id, page: 1, size: 5 }, a.token)).data.list[0]).toMatchObject({
      action: '恢复',
    });
    expect((await restore()).code).toBe(4004);
  });
});

it('a record whose name was taken meanwhile stays where it is, and the sentence says why', async () => {
  const id = await insert('customer', { code: 'KH900002', name: '重名客户', customer_type: 1 });
  await app.database.systemDb
    .insertInto('customer')
    .values({ client_id: a.clientId, code: 'KH900003', name: '重名客户', customer_type: 1 })
    .execute();
  expect(await a.post(`${manage}/customer/recycle/restore`, { id })).toMatchObject({
    code: 4011,
    msg: '客户“重名客户”不能恢复：客户名称已存在',
  });
});

it('a terminal gets its number back, unless another one reports under it', async () => {
  const add = (terminalNo: string) => a.post(`${manage}/device/create`, { terminalNo });
  const { data } = await add('13755556666');
  await a.post(`${manage}/device/del`, { ids: [data.id] });
  const other = (await add('13755556666')).data;
  const restore = () => a.post(`${manage}/device/recycle/restore`, { id: data.id });
  expect(await restore()).toMatchObject({ code: 4011, msg: expect.stringContaining('终端编号已被登记') });
  await a.post(`${manage}/device/del`, { ids: [other.id] });
  expect(await restore()).toMatchObject({ code: 200 });
  const row = await app.database.systemDb
    .selectFrom('device')
    .select('phone_key')
    .where('id', '=', data.id)
    .executeTakeFirstOrThrow();
  expect(row.phone_key).toBe('13755556666');
});

it('a store comes back with its site, an area with its ground, a route only when its sites are there', async () => {
  const shape = { kind: 'circle', lng: 121.4, lat: 31.2, radiusM: 200 };
  const store = await a.post(`${manage}/store/add`, {
    storeCode: 'HS1',
    storeName: '回收门店',
    customerId: await insertLive('customer', { code: 'KH900009', name: '门店客户', customer_type: 2 }),
    phone: '13800000009',
    address: '上海市徐汇区某路1号',
    shape,
  });
  const storeId = store.data.id;
  await a.post(`${manage}/store/del`, { id: storeId });
  expect((await a.post(`${manage}/store/recycle/page`, { page: 1, size: 15 })).data.list[0]).toMatchObject({
    id: storeId,
    name: '回收门店',
  });
  expect(await a.post(`${manage}/store/recycle/restore`, { id: storeId })).toMatchObject({ code: 200 });
  expect((await a.post(`${manage}/store/detail`, { id: storeId })).data).toMatchObject({
    locateStatus: 1,
    fence: '圆形 200 m',
  });

  const area = await a.post(`${manage}/region/add`, {
    kind: 'site',
    placeType: 1,
    name: '回收站点',
    address: '',
    shape: { ...shape, lng: 121.5 },
  });
  const placeId = area.data.id;
  const routeId = await insert('transport_route', { name: '回收干线', code: 'XL8', route_type: 1 });
  await app.database.systemDb
    .insertInto('route_stop')
    .values({ route_id: routeId, seq: 1, client_id: a.clientId, place_id: placeId, point_type: 2 })
    .execute();
  await a.post(`${manage}/region/del`, { ids: [placeId] });
  const bringBack = () => a.post(`${manage}/route/recycle/restore`, { id: routeId });
  expect(await bringBack()).toMatchObject({ code: 4011, msg: '途经的站点“回收站点”已删除，请先恢复站点' });
  expect(await a.post(`${manage}/region/recycle/restore`, { id: placeId })).toMatchObject({ code: 200 });
  const detail = (await a.post(`${manage}/region/detail`, { id: placeId })).data;
  expect(detail).toMatchObject({ name: '回收站点', shape: { kind: 'circle', radiusM: 200 } });
  expect(detail.versions).toHaveLength(1);
  expect(await bringBack()).toMatchObject({ code: 200 });
});

const insertLive = async (table: string, row: Record<string, unknown>): Promise<string> => {
  const id = await insert(table, row);
  await sql`update ${sql.table(table)} set deleted_at = null where id = ${id}`.execute(app.database.systemDb);
  return id;
};
