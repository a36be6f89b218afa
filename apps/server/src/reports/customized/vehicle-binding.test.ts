import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changedByOther } from '../../../test/changed-by-other';
import { sheetOf, uploadSheet } from '../../../test/sheet-kit';
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
  expect(await post('unbind', end)).toMatchObject(changedByOther);
  expect((await post('page', { ...range, keyword: '蒙牛', state: 'ended' })).data.total).toBe(2);
});

it('is imported from a sheet: overlaps with what is bound and with lines above are told, and it is taken back but for what was ended since', async () => {
  const company = '导入绑定公司';
  const { token, clientId } = await app.company(company);
  for (const plate of ['沪D10001', '沪D10002'])
    await sql`update vehicle set plate_no = ${plate} where id = ${(await makeVehicle(app.database, company)).vehicleId}`.execute(
      app.database.systemDb,
    );
  await sql`insert into customer (client_id, name, code) values (${clientId}, '伊利', 'YL')`.execute(
    app.database.systemDb,
  );
  const base = '/api/report/custom/vehicleBinding';
  const heads = ['车牌号', '客户', '客户车辆编码', '开始时间'];
  const send = async (lines: string[][], way = 'import') =>
    uploadSheet(app, `${base}/${way}`, await sheetOf(heads, lines), token);
  const wrong = await send(
    [
      ['沪D10001', '伊利', 'A-1', '2026-03-01 00:00'],
      ['沪D10002', '伊利', 'A-1', '2026-03-01 00:00'],
      ['沪D99999', '伊利', 'A 9', '2026-02-30 00:00'],
    ],
    'importCheck',
  );
  expect(
    wrong.data.errors.map(({ row, column, msg }: { row: number; column: string; msg: string }) => [row, column, msg]),
  ).toEqual([
    [3, 'C', '这个客户的该编码在此时段已属于其他车辆'],
    [4, 'A', '车辆不存在，或您没有它的查看权限'],
    [4, 'C', expect.any(String)],
    [4, 'D', '时间不存在'],
  ]);
  const good = [
    ['沪D10001', '伊利', 'A-1', '2026-03-01 00:00'],
    ['沪D10002', '伊利', 'A-2', '2026-03-02 08:30'],
  ];
  const done = await send(good);
  expect(done).toMatchObject({ code: 200, data: { added: 2 } });
  expect((await send(good.slice(0, 1))).data.errors[1]).toMatchObject({ msg: '该车辆在此时段已绑定这个客户' });
  const range = { startTime: '2026-03-01 00:00:00', endTime: '2026-03-31 23:59:59' };
  const list = async () => (await app.post(`${base}/page`, { ...range, sort: 'extCode asc' }, token)).data.list;
  const [first] = await list();
  expect(await list()).toMatchObject([
    { extCode: 'A-1', since: '2026-03-01 00:00:00', until: null },
    { extCode: 'A-2', since: '2026-03-02 08:30:00' },
  ]);
  const end = { id: first.id, version: 1, time: '2026-03-20 12:00:00', reason: '合同到期' };
  expect((await app.post(`${base}/unbind`, end, token)).code).toBe(200);
  const undo = (rest: boolean) => app.post(`${base}/importUndo`, { id: done.data.runId, rest }, token);
  expect(await undo(false)).toMatchObject({
    code: 4011,
    data: { checks: [expect.stringContaining('沪D10001 → 伊利')] },
  });
  expect((await undo(true)).data).toEqual({ undone: 1, left: 1 });
  expect(await list()).toMatchObject([{ extCode: 'A-1' }]);
});
