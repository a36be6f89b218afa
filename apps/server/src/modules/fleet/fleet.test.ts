import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../test/fleet-fixture';
import { sheetOf, uploadSheet } from '../../../test/sheet-kit';
import { type TestApp, testApp } from '../../../test/test-app';

let app: TestApp;
let a: FleetFixture;
let b: FleetFixture;
const api = '/api/base/manage/fleet';
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '车队公司');
  b = await fleetFixture(app, '别家车队');
});
afterAll(() => app.close());

const add = async (name: string, more: Record<string, unknown> = {}): Promise<string> => {
  const answer = await a.post(`${api}/add`, { name, orgId: a.orgId, leaderName: '陈国栋', ...more });
  if (answer.code !== 200) throw new Error(JSON.stringify(answer));
  return answer.data.id;
};

describe('fleets', () => {
  it('have one name each, at most three levels and no loops', async () => {
    const one = await add('一级车队', { code: 'F-1' });
    const two = await add('二级车队', { parentId: one });
    const three = await add('三级车队', { parentId: two });
    const refused = async (path: string, body: Record<string, unknown>) =>
      (await a.post(`${api}/${path}`, { orgId: a.orgId, leaderName: '陈国栋', ...body })).data.errors;
    expect(await refused('add', { name: '四级车队', parentId: three })).toEqual([
      { field: 'parentId', msg: '车队最多3级' },
    ]);
    expect(await refused('update', { id: one, version: 1, name: '一级车队', parentId: three })).toEqual([
      { field: 'parentId', msg: '上级车队不能是本车队或其下级' },
    ]);
    expect(await refused('add', { name: '一级车队' })).toEqual([{ field: 'name', msg: '车队名称已存在' }]);
    expect(await refused('add', { name: '五级车队', code: 'F-1' })).toEqual([{ field: 'code', msg: '车队编码已存在' }]);
    expect(await a.post(`${api}/del`, { ids: [one] })).toMatchObject({
      code: 4011,
      msg: '车队下存在下级车队，无法删除：二级车队',
    });
  });

  it('hold the vehicles that are assigned, each in one fleet at a time with its history', async () => {
    const id = await add('分配车队');
    const [one, two] = [await a.addVehicle('沪F00001', { fleetId: a.fleetId }), await a.addVehicle('沪F00002')];
    expect(await a.post(`${api}/assign`, { id, vehicleIds: [one, two] })).toMatchObject({
      code: 200,
      data: { added: 2, removed: 0 },
    });
    expect((await a.post(`${api}/detail`, { id })).data).toMatchObject({
      vehicleCount: 2,
      vehicles: [{ plateNo: '沪F00001' }, { plateNo: '沪F00002' }],
    });
    const periods = await app.database.systemDb
      .selectFrom('vehicle_period')
      .select(['name', 'until'])
      .where('vehicle_id', '=', one)
      .where('kind', '=', 'fleet')
      .orderBy('id')
      .execute();
    expect(periods.map((p) => [p.name, p.until === null])).toEqual([
      ['冷链一队', false],
      ['分配车队', true],
    ]);
    expect(await a.post(`${api}/del`, { ids: [id] })).toMatchObject({
      code: 4011,
      msg: '车队下存在车辆，无法删除：沪F00001、沪F00002',
    });
    expect(await a.post(`${api}/assign`, { id, vehicleIds: [await b.addVehicle('沪F00003')] })).toMatchObject({
      code: 4000,
    });
    expect(await b.post(`${api}/assign`, { id, vehicleIds: [] })).toMatchObject({ code: 4004 });
  });

  it('are switched off once, and refuse old versions', async () => {
    const id = await add('停用车队');
    expect(await a.post(`${api}/status`, { ids: [id], status: 0 })).toMatchObject({ code: 200 });
    expect(await a.post(`${api}/status`, { ids: [id], status: 0 })).toMatchObject({
      code: 4010,
      msg: '车队停用车队已是“停用”',
    });
    expect(
      await a.post(`${api}/update`, { id, version: 1, name: '停用车队', orgId: a.orgId, leaderName: '陈国栋' }),
    ).toMatchObject({ code: 4009 });
    expect((await a.post(`${api}/page`, { status: 0, sort: 'vehicleCount desc' })).data.list).toMatchObject([{ id }]);
    expect((await a.post(`${api}/options`, { keyword: '停用' })).data).toEqual([]);
  });

  it('come from spreadsheets and go back', async () => {
    const bytes = await sheetOf(
      ['车队名称', '所属组织', '负责人', '默认温区', '联系电话'],
      [
        ['导入车队', '上海部', '李强', '冷冻', '13800138000'],
        ['导入车队', '上海部', '李强', null, null],
      ],
    );
    const check = await uploadSheet(app, `${api}/importCheck`, bytes, a.token);
    expect(check.data.errors).toMatchObject([{ row: 3, column: 'A', msg: '与第2行车队名称重复' }]);
    const { data } = await uploadSheet(app, `${api}/import`, bytes, a.token, { commit: 'valid' });
    const { list } = (await a.post(`${api}/page`, { name: '导入车队' })).data;
    expect(list).toMatchObject([{ orgName: '上海部', temperatureType: 3, phone: '13800138000' }]);
    expect(await a.post(`${api}/importUndo`, { id: data.runId })).toMatchObject({ data: { undone: 1 } });
    expect((await a.post(`${api}/page`, { name: '导入车队' })).data.total).toBe(0);
  });
});

describe('thirty days of a fleet', () => {
  it('sum up the days and alarms of its vehicles that the caller sees', async () => {
    const id = await add('统计车队');
    const [one, two] = [
      await a.addVehicle('沪F30001', { fleetId: id }),
      await a.addVehicle('沪F30002', { fleetId: id }),
    ];
    const db = app.database.systemDb;
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const midnight = new Date(`${today}T00:00:00+08:00`);
    const day = (vehicle: string, km: number, inRangeMs: number) => ({
      vehicle_id: vehicle,
      client_id: a.clientId,
      day: today,
      day_from: midnight,
      covered_until: new Date(midnight.getTime() + 86_400_000),
      mileage_m: km * 1000,
      driving_ms: 7_200_000,
      no_data_ms: 79_200_000,
      points: 5,
      temps: JSON.stringify([{ channel: 1, count: 5, min: 1, max: 2, avg: 1.5, monitoredMs: 100_000, inRangeMs }]),
    });
    await db
      .insertInto('day_summary')
      .values([day(one, 300, 100_000), day(two, 0.5, 50_000)])
      .execute();
    const alarm = (kind: string, level: number, status = 1) => ({
      client_id: a.clientId,
      vehicle_id: one,
      kind,
      alarm: true,
      level,
      status,
      start_time: new Date(midnight.getTime() + level),
      confirmed_at: midnight,
    });
    await db
      .insertInto('episode')
      .values([
        alarm('temperatureAlarm', 3),
        alarm('temperatureAlarm', 2),
        alarm('speedAlarm', 1),
        alarm('doorAlarm', 2, 2),
      ])
      .execute();
    const figures = (await a.post(`${api}/figures`, { id })).data;
    expect(figures).toMatchObject({
      vehicles: 2,
      mileageKm: 300.5,
      drivingHours: 4,
      // since the first day with data: both vehicles reported, one was on the road
      onlinePercent: 100,
      outPercent: 50,
      tempPercent: 75,
      alarms: 3,
      overTemperature: 2,
      alarmsPer100Km: 1,
      kinds: [
        { kind: 'temperatureAlarm', count: 2 },
        { kind: 'speedAlarm', count: 1 },
      ],
    });
    expect(figures.days).toHaveLength(30);
    expect(figures.days.at(-1)).toEqual({ day: today, mileageKm: 300.5, notice: 1, ordinary: 1, severe: 1 });
    expect(await b.post(`${api}/figures`, { id })).toMatchObject({ code: 4004 });
  });
});
