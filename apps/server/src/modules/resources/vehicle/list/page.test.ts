import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../../test/test-app';
import { wireTime } from '../../../../core/http/answer/wire-time';

let app: TestApp;
const api = '/api/base/manage/vehicle';
const day = (offset: number): string => wireTime(Date.now() + offset * 86_400_000, 'Asia/Shanghai').slice(0, 10);
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe('list', () => {
  let c: FleetFixture;
  beforeAll(async () => {
    c = await fleetFixture(app, '丙公司');
    await c.addVehicle('苏A00001', {
      remarkNo: '100%满',
      vehicleType: '冷藏',
      temperatureTypes: [3],
      inspectDate: day(10),
      volume: 30,
    });
    await c.addVehicle('苏A00002', { orgId: c.subOrgId, insureDate: day(-1), volume: 40, fleetId: c.fleetId });
    await c.addVehicle('苏A00003', {
      deviceId: c.deviceIds[0],
      vehicleCq: 1,
      carrierId: c.carrierId,
      videoMonitoring: 1,
      inspectDate: day(31),
    });
    const off = await c.addVehicle('苏A00004', { usageMode: 4 });
    await c.post(`${api}/status`, { ids: [off], vehicleStatus: 2 });
  });
  const plates = async (q: Record<string, unknown>): Promise<string[]> => {
    const answer = await c.post(`${api}/page`, { sort: 'plateNo asc', ...q });
    expect(answer.code).toBe(200);
    return answer.data.list.map((r: { plateNo: string }) => r.plateNo.slice(-1));
  };

  it.each([
    [{}, '1234'],
    [{ plateNo: '苏A00001，苏a·00003 不存在' }, '13'],
    [{ plateNo: '_' }, ''],
    [{ remarkNo: '0%' }, '1'],
    [{ vehicleType: '冷藏' }, '1'],
    [{ temperatureType: 3 }, '1'],
    [{ vehicleCq: '1' }, '3'],
    [{ usageMode: 4 }, '4'],
    [{ hasDevice: 1 }, '3'],
    [{ hasDevice: 0 }, '124'],
    [{ videoMonitoring: 1 }, '3'],
    [{ vehicleStatus: 2 }, '4'],
    [{ expire: 'soon' }, '1'],
    [{ expire: 'expired' }, '2'],
    [{ tab: 'disabled' }, '4'],
    [{ tab: 'noDevice', vehicleStatus: 0 }, '12'],
    [{ sort: 'volume desc' }, '2143'],
    [{ page: 2, size: 3 }, '4'],
  ])('filters %j', async (q, expected) => {
    const found = await plates(q);
    expect(('sort' in q ? found : found.sort()).join('')).toBe(expected);
  });

  it('filters by department with what lies below, fleet and carrier', async () => {
    expect(await plates({ orgId: c.orgId })).toEqual(['1', '2', '3', '4']);
    expect(await plates({ orgId: c.subOrgId })).toEqual(['2']);
    expect(await plates({ fleetId: c.fleetId })).toEqual(['2']);
    expect(await plates({ carrierId: c.carrierId })).toEqual(['3']);
  });

  it('counts for the tabs whatever tab is open', async () => {
    expect((await c.post(`${api}/counts`, { tab: 'disabled' })).data).toEqual({
      all: 4,
      available: 3,
      maintenance: 0,
      disabled: 1,
      soon: 1,
      expired: 1,
      noDevice: 3,
    });
    expect((await c.post(`${api}/counts`, { orgId: c.subOrgId })).data).toMatchObject({ all: 1, expired: 1 });
  });

  it('refuses impossible pages and filters in Chinese', async () => {
    expect(await c.post(`${api}/page`, { size: 1000 })).toMatchObject({ code: 4000, msg: '每页最多200条' });
    expect((await c.post(`${api}/page`, { remarkNo: 'x'.repeat(31) })).msg).toBe('最多30个字符');
    expect(await c.post(`${api}/page`, { sort: 'plateNo; drop table vehicle' })).toMatchObject({ code: 4000 });
    expect((await c.post(`${api}/page`, { vehicleStatus: 7 })).code).toBe(4000);
  });

  it('offers fleets, carriers, drivers and departments of the own company', async () => {
    expect((await c.post('/api/base/manage/fleet/options')).data).toEqual([{ id: c.fleetId, name: '冷链一队' }]);
    expect((await c.post('/api/base/manage/carrier/options', { keyword: '不存在' })).data).toEqual([]);
    expect((await c.post('/api/base/manage/driver/options', { keyword: '2213' })).data).toMatchObject([
      { name: '周立群', phone: '138****2213' },
    ]);
    expect((await c.post('/api/base/manage/org/options')).data).toEqual([
      { id: c.orgId, name: '华东分公司', children: [{ id: c.subOrgId, name: '上海部', children: [] }] },
    ]);
  });
});

describe('orders that are walked', () => {
  const many = 2400;
  let d: FleetFixture;
  let seer: string;
  beforeAll(async () => {
    d = await fleetFixture(app, '丁公司');
    const db = app.database.systemDb;
    // two thirds have a driver and a terminal, three quarters a fleet, half a date; several drivers have one name, some vehicles one driver
    await sql`insert into fleet (client_id, name) select ${d.clientId}, '车队' || i from generate_series(1, 9) i`.execute(
      db,
    );
    await sql`insert into driver (client_id, name, phone) select ${d.clientId}, '司机' || i % 700, (13600000000 + i)::text
      from generate_series(1, 1500) i`.execute(db);
    await sql`insert into vehicle (client_id, plate_no, org_id, fleet_id, inspect_end, driver_id)
      select ${d.clientId}, '鲁A' || lpad(i::text, 5, '0'), case when i % 4 = 0 then ${d.subOrgId}::bigint else ${d.orgId}::bigint end,
        case when i % 4 > 0 then (select min(id) from fleet where client_id = ${d.clientId} and name like '车队_') + i * 5 % 9 end,
        case when i % 2 > 0 then date '2030-01-01' + i % 37 end,
        case when i % 3 > 0 then (select min(id) from driver where client_id = ${d.clientId} and phone like '136%') + i * 7 % 1500 end
      from generate_series(1, ${many}::int) i`.execute(db);
    await sql`with made as (insert into device (client_id, terminal_no, phone_key) select ${d.clientId}, 'W' || (i * 37 % 3000)::text || 'x' || i, '77' || i
        from generate_series(1, 1600) i returning id)
      insert into device_binding (client_id, device_id, vehicle_id, during) select ${d.clientId}, m.id, v.id, '[2026-01-01,)'
        from (select id, row_number() over (order by id) as n from made) m
        join (select id, row_number() over (order by id % 101, id) as n from vehicle where client_id = ${d.clientId}) v on v.n = m.n`.execute(
      db,
    );
    // sees the department below by ownership: fewer vehicles than are walked
    seer = (await d.user({ menus: ['vehicle'], orgId: d.subOrgId })).token;
  });
  interface Shown {
    id: string;
    driverName: string;
    terminalNo: string;
  }
  const window = async (sort: string, page: number, token = d.token): Promise<{ list: Shown[]; total: number }> => {
    const answer = await app.post(`${api}/page`, { sort, page, size: 200 }, token);
    expect(answer.code).toBe(200);
    return answer.data;
  };

  const columns = {
    driverName: 'd.name',
    terminalNo: 't.terminal_no collate "C"',
    fleetName: 'f.name',
    inspectDate: 'v.inspect_end',
  };
  const both = Object.entries(columns).flatMap(([key, column]) =>
    ['asc', 'desc'].map((way) => [`${key} ${way}`, `${column} ${way}`]),
  );
  it.each(both)('%s', async (sort, order) => {
    const { rows } =
      await sql<Shown>`select v.id::text, coalesce(d.name, '') as "driverName", coalesce(t.terminal_no, '') as "terminalNo"
      from vehicle v left join driver d on d.id = v.driver_id
      left join device_binding b on b.vehicle_id = v.id and upper_inf(b.during) left join device t on t.id = b.device_id
      left join fleet f on f.id = v.fleet_id
      where v.client_id = ${d.clientId} order by ${sql.raw(order)} nulls last, v.id desc`.execute(
        app.database.systemDb,
      );
    // the first, those where vehicles that have one end (of 1,200, 1,600, 1,800), and the last
    for (const page of [1, 6, 7, 8, 9, 10, 12]) {
      const { list, total } = await window(sort, page);
      expect(total).toBe(many);
      expect(list.map(({ id }) => id)).toEqual(rows.slice((page - 1) * 200, page * 200).map(({ id }) => id));
    }
    const few = await window(sort, 1, seer);
    const seen = new Set(few.list.map(({ id }) => id));
    expect(few.total).toBe(many / 4);
    expect(few.list.map(({ id }) => id)).toEqual(rows.filter(({ id }) => seen.has(id)).map(({ id }) => id));
  });

  it('walks to what a filter leaves over, and not when only vehicles without a terminal are asked for', async () => {
    const page = async (q: object) => (await d.post(`${api}/page`, { sort: 'terminalNo asc', size: 200, ...q })).data;
    const all = await page({ plateNo: '鲁A' });
    const numbers = all.list.map((v: Shown) => v.terminalNo);
    expect([all.total, numbers]).toEqual([many, [...numbers].sort()]);
    expect(numbers[0]).not.toBe('');
    const bare = await page({ hasDevice: 0 });
    expect([bare.total, bare.list.every((v: Shown) => v.terminalNo === '')]).toEqual([many - 1600, true]);
  });
});
