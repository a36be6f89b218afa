import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../test/test-app';

let app: TestApp;
let a: FleetFixture;
let b: FleetFixture;
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '查重公司');
  b = await fleetFixture(app, '别家查重');
});
afterAll(() => app.close());

const manage = '/api/base/manage';
interface Group {
  why: string;
  records: Array<{ id: string; name: string }>;
}
/** The groups as `why: name, name`. */
const groupsOf = async (noun: string, token = a.token): Promise<string[]> =>
  (await app.post(`${manage}/${noun}/duplicates`, {}, token)).data.groups.map(
    ({ why, records }: Group) => `${why}: ${records.map(({ name }) => name).join(', ')}`,
  );

it('customers: the same credit code, and names that differ only in what people write differently', async () => {
  const add = (code: string, name: string, more: object = {}) =>
    app.database.systemDb
      .insertInto('customer')
      .values({ client_id: a.clientId, code, name, customer_type: 1, ...more })
      .execute();
  await add('KH1', '鲜果源商贸有限公司', { credit_code: '91310000MA1FL00001' });
  await add('KH2', '鲜果源 商贸', { credit_code: null });
  await add('KH3', '华润医药', { credit_code: '91310000MA1FL00002' });
  await add('KH4', '华润医药（上海）', { credit_code: '91310000MA1FL00002' });
  await add('KH5', '另一家');
  await add('KH6', '华润医药有限公司', { deleted_at: new Date() });
  expect(await groupsOf('customer')).toEqual([
    '统一社会信用代码相同: 华润医药, 华润医药（上海）',
    '名称相近: 鲜果源商贸有限公司, 鲜果源 商贸',
  ]);
  expect(await groupsOf('customer', b.token)).toEqual([]);
  const reader = await a.user({ menus: ['driver'] });
  expect((await app.post(`${manage}/customer/duplicates`, {}, reader.token)).code).toBe(4003);
});

it('drivers: a licence twice is one group, although the name is the same too; those of other departments are not told', async () => {
  const add = (name: string, more: object) =>
    app.database.systemDb
      .insertInto('driver')
      .values({ client_id: a.clientId, name, ...more })
      .execute();
  await add('王大明', { license_no: '310101199001011234', org_id: a.orgId });
  await add('王大明', { license_no: '310101199001011234', org_id: a.orgId });
  await add('李小红', { org_id: a.orgId });
  await add('李小红', { org_id: a.subOrgId });
  expect(await groupsOf('driver')).toEqual(['驾驶证号相同: 王大明, 王大明', '姓名相同: 李小红, 李小红']);
  const below = await a.user({ menus: ['driver'], orgId: a.subOrgId });
  expect(await groupsOf('driver', below.token)).toEqual([]);
});

it('stores: one address, one name, or less than a hundred metres apart; and which are bound to nothing', async () => {
  const { systemDb } = app.database;
  const { id: customerId } = await systemDb
    .selectFrom('customer')
    .select('id')
    .where('code', '=', 'KH5')
    .executeTakeFirstOrThrow();
  const add = async (storeCode: string, storeName: string, address: string, lng: number) => {
    const shape = { kind: 'circle', lng, lat: 31.2, radiusM: 100 };
    const fields = { storeCode, storeName, address, shape, customerId, phone: '13800138000' };
    expect(await a.post(`${manage}/store/add`, fields)).toMatchObject({ code: 200 });
  };
  await add('D1', '徐汇一店', '漕溪北路1号', 121.436);
  // 0.0008° of longitude are 76 m at this latitude, across the edge of a field
  await add('D2', '徐汇二店', '漕溪北路 2号', 121.4368);
  await add('D3', '徐汇三店', '漕溪北路1 号', 121.5);
  await add('D4', '浦东店', '世纪大道1号', 121.6);
  await add('D5', '筹备一店', '待定', 121.7);
  await add('D6', '筹备二店', '待定', 121.8);
  expect(await groupsOf('store')).toEqual(['地址相同: 徐汇一店, 徐汇三店', '相距 76 m: 徐汇一店, 徐汇二店']);
  const count = async (noun: string, filter: object): Promise<number> =>
    (await a.post(`${manage}/${noun}/page`, { page: 1, size: 15, ...filter })).data.total;
  expect(await count('store', { hasCustomer: 0 })).toBe(0);
  // stores of before, when a store could do without
  await systemDb.updateTable('store').set({ customer_id: null }).where('code', '!=', 'D4').execute();
  expect(await count('store', { hasCustomer: 0 })).toBe(5);
  expect(await count('store', { hasRoute: 1 })).toBe(0);
  expect(await count('store', { hasRoute: 0 })).toBe(6);
  expect(await count('customer', { hasStore: 1 })).toBe(1);
  expect(await count('customer', { hasStore: 0 })).toBe(4);
  expect(await count('customer', { hasAccount: 1 })).toBe(0);
});
