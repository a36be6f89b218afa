import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/test-app';
import { type TransportFixture, transportFixture } from '../../../../test/transport-kit';

const api = '/api/base/manage/carrier';
let app: TestApp;
let a: TransportFixture;
let b: TransportFixture;
beforeAll(async () => {
  app = await testApp();
  a = await transportFixture(app, '账号承运');
  b = await transportFixture(app, '别家账号承运');
});
afterAll(() => app.close());

const carrier = async (name: string): Promise<string> =>
  (
    await a.post(`${api}/add`, {
      name,
      carrierType: 1,
      contact: '周立群',
      phone: '13816502213',
      permitNo: '310000123456',
      permitEnd: '2031-06-30',
    })
  ).data.id;
/** A task of a truck of this carrier; without one a truck of the company's own. */
async function trip(carrierId: string | null): Promise<{ orderCode: string; waybillCode: string }> {
  const orderCode = await a.order();
  const hired = carrierId ? { carrier_id: carrierId, vehicle_cq: 1 } : {};
  const answer = await a.stow(await a.truck(hired), [orderCode]);
  if (answer.code !== 200) throw new Error(JSON.stringify(answer));
  return { orderCode, waybillCode: answer.data.waybillCode };
}

it('an account of a carrier sees the trips of this carrier, and of these nothing that it could change', async () => {
  const [own, other] = [await carrier('迅捷冷运'), await carrier('安达物流')];
  const [mine, theirs, ours] = [await trip(own), await trip(other), await trip(null)];
  const input = { id: own, name: '周立群', phone: '13900020001', accountCode: 'xunjie' };
  const opened = await a.post(`${api}/accountOpen`, input);
  expect(opened).toMatchObject({ code: 200, data: { accountCode: 'xunjie', password: expect.any(String) } });
  expect((await a.post(`${api}/accountOpen`, input)).data.errors).toMatchObject([{ field: 'accountCode' }]);
  const { userId, password } = opened.data;
  await app.database.systemDb
    .updateTable('app_user')
    .set({ must_change_pwd: false })
    .where('id', '=', userId)
    .execute();
  const token = String((await app.login('xunjie', password)).data.access_token);
  const ask = async (path: string, body: object = {}) => app.post(`/api/tms/${path}`, body, token);

  const codesOf = (answer: { data: { list: Array<{ waybillCode: string }> } }) =>
    answer.data.list.map(({ waybillCode }) => waybillCode);
  expect(codesOf(await ask('waybill/transportTask/page', { page: 1, size: 15 }))).toEqual([mine.waybillCode]);
  expect(codesOf(await ask('tracking/waybillPage', { page: 1, size: 15 }))).toEqual([mine.waybillCode]);
  expect((await ask('waybill/transportTask/detail', { id: mine.waybillCode })).data).toMatchObject({
    legs: [{ orderCode: mine.orderCode }],
  });
  for (const { waybillCode } of [theirs, ours])
    expect(await ask('waybill/transportTask/detail', { id: waybillCode })).toMatchObject({ code: 4004 });
  // the board, which the same menus may read, shows neither goods nor trucks of others
  await a.order();
  expect((await ask('stowage/pool')).data).toMatchObject({ list: [], total: 0 });
  expect((await ask('stowage/vehicles')).data).toEqual([]);
  // filters offer neither its competitors nor customers whose goods it does not carry
  expect((await a.post('/api/base/manage/customer/add', { name: '别家的客户', customerType: 1 })).code).toBe(200);
  const offered = async (register: string): Promise<string[]> =>
    (await app.post(`/api/base/manage/${register}/options`, {}, token)).data.map(({ id }: { id: string }) => id);
  expect(await offered('carrier')).toEqual([own]);
  expect(await offered('customer')).toEqual([a.customerId]);
  expect((await a.post(`${api}/options`, {})).data).toEqual(
    expect.arrayContaining([expect.objectContaining({ id: own }), expect.objectContaining({ id: other })]),
  );
  for (const [path, body] of [
    ['waybill/transportTask/void', { waybillCode: mine.waybillCode, version: 1, reason: '误派' }],
    ['departure/confirm', { waybillCode: mine.waybillCode, version: 1 }],
    ['customerOrder/page', { page: 1, size: 15 }],
  ] as const)
    expect([path, (await ask(path, body)).code]).toEqual([path, 4003]);

  // reached through the page of its own carrier only, and gone from the moment it is disabled
  const whose = (id: string) => ({ id, userId, accountStatus: 0 });
  expect(await a.post(`${api}/accountStatus`, whose(other))).toMatchObject({ code: 4004 });
  expect(await b.post(`${api}/accountReset`, whose(own))).toMatchObject({ code: 4004 });
  expect(await a.post(`${api}/accountStatus`, whose(own))).toMatchObject({ code: 200 });
  expect((await ask('waybill/transportTask/page', { page: 1, size: 15 })).status).toBe(401);
  expect((await a.post(`${api}/accounts`, { id: own })).data).toMatchObject([
    { name: '周立群', phone: '139****0001', accountStatus: 0 },
  ]);
});

it('a carrier that is disabled gets no account', async () => {
  const id = await carrier('停用冷运');
  expect(await a.post(`${api}/status`, { ids: [id], status: 0 })).toMatchObject({ code: 200 });
  const input = { id, name: '周立群', phone: '13900020002', accountCode: 'tingyong' };
  expect(await a.post(`${api}/accountOpen`, input)).toMatchObject({
    code: 4011,
    msg: '承运商停用冷运已停用，不能开通账号',
  });
});
