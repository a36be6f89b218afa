import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeVehicle } from '../../../test/stream-kit';
import { type TestApp, testApp } from '../../../test/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it("binds a customer's code to a vehicle for a time; a vehicle has one at a time, and a code is one vehicle's", async () => {
  const company = '绑定公司';
  const { token, clientId } = await app.company(company);
  const [{ vehicleId }, { vehicleId: other }] = [
    await makeVehicle(app.database, company),
    await makeVehicle(app.database, company),
  ];
  const { rows } = await sql<{
    id: string;
  }>`insert into customer (client_id, name, code) values (${clientId}, '蒙牛', 'MN')
    returning id::text`.execute(app.database.systemDb);
  const customerId = rows[0]?.id;
  const post = (path: string, input: object, who = token) =>
    app.post(`/api/report/custom/vehicleBinding/${path}`, input, who);
  const range = { startTime: '2026-03-01 00:00:00', endTime: '2026-03-31 23:59:59' };
  const first = {
    vehicleId,
    customerId,
    extCode: 'SAP-1',
    startTime: '2026-03-02 00:00:00',
    endTime: '2026-03-10 00:00:00',
  };
  expect((await post('bind', { ...first, endTime: '2026-03-01 00:00:00' })).data.errors).toMatchObject([
    { field: 'endTime' },
  ]);
  expect((await post('bind', { ...first, extCode: 'SAP 1' })).data.errors).toMatchObject([{ field: 'extCode' }]);
  expect((await post('bind', first)).code).toBe(200);
  const again = await post('bind', { ...first, extCode: 'SAP-2', startTime: '2026-03-09 00:00:00', endTime: null });
  expect(again.data.errors).toEqual([{ field: 'startTime', msg: '该车辆在此时段已绑定客户蒙牛' }]);
  const taken = await post('bind', { ...first, vehicleId: other });
  expect(taken.data.errors).toMatchObject([{ field: 'extCode' }]);
  // one after the other
  expect((await post('bind', { ...first, startTime: '2026-03-10 00:00:00', endTime: null })).code).toBe(200);
  const list = (await post('page', range)).data.list;
  expect(list).toMatchObject([
    { customer: '蒙牛', extCode: 'SAP-1', since: '2026-03-10 00:00:00', until: null },
    { extCode: 'SAP-1', since: '2026-03-02 00:00:00', until: '2026-03-10 00:00:00', state: 'ended' },
  ]);
  const { token: stranger } = await app.company('别家公司');
  const end = { id: list[0].id, version: 1, time: '2026-03-20 12:00:00', reason: '合同到期' };
  expect((await post('unbind', end, stranger)).code).toBe(4004);
  expect((await post('unbind', { ...end, time: '2026-03-09 12:00:00' })).data.errors).toMatchObject([
    { field: 'time' },
  ]);
  expect((await post('unbind', end)).code).toBe(200);
  expect((await post('unbind', end)).code).toBe(4009);
  expect((await post('page', { ...range, keyword: '蒙牛', state: 'ended' })).data.total).toBe(2);
});
