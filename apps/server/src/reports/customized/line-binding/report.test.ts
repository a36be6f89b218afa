import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { makeTruck, makeVehicle } from '../../../../test/stream-kit';
import { type TestApp, testApp } from '../../../../test/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('binds vehicles to a route by shifts: runs are found, the rules follow, and overlaps are refused', async () => {
  const company = '线路绑定公司';
  const { token, clientId } = await app.company(company);
  const { systemDb } = app.database;
  const { vehicleId } = await makeVehicle(app.database, company);
  const { vehicleId: second } = await makeTruck(app.database, clientId, '沪C30001');
  const idOf = async (insert: ReturnType<typeof sql<{ id: string }>>): Promise<string> =>
    (await insert.execute(systemDb)).rows[0]?.id ?? '';
  const lineId =
    await idOf(sql`with p as (insert into place (client_id, kind, place_type, name) values (${clientId}, 'line', 1, '沪宁走廊') returning id),
    s as (insert into place_shape (client_id, place_id, during, kind, geometry, radius_m, west, south, east, north, lng, lat)
      select ${clientId}, id, '(,)', 'line', '{"type":"LineString","coordinates":[[121.4,31.2],[121.5,31.3]]}', 100, 121.3, 31.1, 121.6, 31.4, 121.4, 31.2 from p)
    select id::text from p`);
  const routeOf = (code: string, line: string | null) =>
    idOf(sql`insert into transport_route (client_id, code, name, route_type, weekdays, depart_times, line_id)
      values (${clientId}, ${code}, ${`线路${code}`}, 1, '{1,2}', '{06:00,18:00}', ${line}) returning id::text`);
  const [route, bare] = [await routeOf('A', lineId), await routeOf('B', null)];
  const timeliness = await idOf(sql`insert into alarm_rule (client_id, kind, name, scope, target_ids, params)
    values (${clientId}, 'timeliness', '准点', 3, ${`{${second}}`}, '{"earlyMin":30,"lateMin":15}') returning id::text`);
  const post = (path: string, input: object, who = token) =>
    app.post(`/api/report/custom/lineBinding/${path}`, input, who);
  const form = {
    ...{ vehicleIds: [vehicleId], routeId: route, shifts: ['06:00'], weekdays: [1, 2, 3] },
    ...{ validFrom: '2026-03-01', validUntil: null, awayM: 300, timelinessRuleId: timeliness },
  };
  const faults = async (more: object) => (await post('add', { ...form, ...more })).data?.errors;
  expect(await faults({ routeId: null })).toEqual([{ field: 'routeId', msg: '请选择线路或电子线路' }]);
  expect(await faults({ lineId })).toEqual([{ field: 'lineId', msg: '线路和电子线路只能选一个' }]);
  expect(await faults({ shifts: ['07:00'] })).toEqual([{ field: 'shifts', msg: '线路“线路A”没有07:00的班次' }]);
  expect(await faults({ routeId: bare })).toEqual([{ field: 'awayM', msg: '所选线路没有电子线路，不能设置偏离报警' }]);
  expect(await faults({ validUntil: '2026-02-01' })).toMatchObject([{ field: 'validUntil' }]);
  const { id } = (await post('add', form)).data;
  const state = async () => {
    const read = async (query: ReturnType<typeof sql<{ v: string }>>) =>
      (await query.execute(systemDb)).rows.map(({ v }) => v);
    return {
      routed: await read(sql`select vehicle_id::text as v from route_vehicle where route_id = ${route} order by 1`),
      away: await read(
        sql`select target_ids::text || (params ->> 'awayM') as v from alarm_rule where client_id = ${clientId} and kind = 'line' and deleted_at is null`,
      ),
      timely: await read(sql`select target_ids::text as v from alarm_rule where id = ${timeliness}`),
    };
  };
  expect(await state()).toEqual({
    routed: [vehicleId],
    away: [`{${vehicleId}}300`],
    timely: [`{${second},${vehicleId}}`],
  });
  // the same truck, a common day and shift
  const overlap = [{ field: 'vehicleIds', msg: expect.stringMatching(/同一时段已绑定其他线路“线路A”/u) }];
  expect(await faults({ routeId: bare, awayM: null, weekdays: [3, 4] })).toEqual(overlap);
  expect(
    (await post('add', { ...form, routeId: bare, awayM: null, timelinessRuleId: null, shifts: ['18:00'] })).code,
  ).toBe(200);
  const page = async (more: object = {}) =>
    (await post('page', { startTime: '2026-03-01 00:00:00', endTime: '2026-03-31 23:59:59', ...more })).data.list;
  expect(await page({ keyword: '线路A' })).toMatchObject([
    {
      line: '线路A',
      kind: 'route',
      shifts: '06:00',
      weekdays: '周一、周二、周三',
      awayM: 300,
      rule: '准点',
      state: 'active',
    },
  ]);

  // another truck in its place: route and rules follow
  const { token: stranger } = await app.company('别家绑定公司');
  expect((await post('save', { ...form, id, version: 1 }, stranger)).data?.errors ?? 4004).toBeTruthy();
  expect((await post('detail', { id }, stranger)).code).toBe(4004);
  expect((await post('save', { ...form, id, version: 1, vehicleIds: [second], awayM: 500 })).code).toBe(200);
  expect(await state()).toEqual({ routed: [second], away: [`{${second}}500`], timely: [`{${second}}`] });
  expect(await post('del', { id, version: 1 })).toMatchObject(changedByOther);
  expect((await post('del', { id, version: 2 })).code).toBe(200);
  expect(await state()).toEqual({ routed: [], away: [], timely: [`{${second}}`] });
  expect((await page({ keyword: '线路A' })).length).toBe(0);
});
