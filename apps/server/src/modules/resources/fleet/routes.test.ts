import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { sheetOf, uploadSheet } from '../../../../test/sheet-kit';
import { type TestApp, testApp } from '../../../../test/test-app';

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
  const answer = await a.post(`${api}/add`, { name, orgId: a.orgId, leader: 'n陈国栋', ...more });
  if (answer.code !== 200) throw new Error(JSON.stringify(answer));
  return answer.data.id;
};

describe('fleets', () => {
  it('have one name each, at most three levels and no loops', async () => {
    const one = await add('一级车队', { code: 'F-1' });
    const two = await add('二级车队', { parentId: one });
    const three = await add('三级车队', { parentId: two });
    const refused = async (path: string, body: Record<string, unknown>) =>
      (await a.post(`${api}/${path}`, { orgId: a.orgId, leader: 'n陈国栋', ...body })).data.errors;
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
      // without a terminal nobody knows how they move, and they are not offline
      vehicles: [
        { plateNo: '沪F00001', state: null },
        { plateNo: '沪F00002', state: null },
      ],
    });
    const nodes = (await a.post('/api/base/manage/vehicle/tree', { fleetId: id })).data;
    expect(nodes).toMatchObject([{ online: 0, children: [{ state: null }, { state: null }] }]);
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
      await a.post(`${api}/update`, { id, version: 1, name: '停用车队', orgId: a.orgId, leader: 'n陈国栋' }),
    ).toMatchObject(changedByOther);
    expect((await a.post(`${api}/page`, { status: 0, sort: 'vehicleCount desc' })).data.list).toMatchObject([{ id }]);
    expect((await a.post(`${api}/options`, { keyword: '停用' })).data).toEqual([]);
  });

  it('come from spreadsheets and go back', async () => {
    const bytes = await sheetOf(
      ['车队名称', '所属部门', '负责人', '默认温区', '联系电话'],
      [
        ['导入车队', '上海部', '李强', '冷冻', '13800138000'],
        ['导入车队', '上海部', '李强', null, null],
      ],
    );
    const check = await uploadSheet(app, `${api}/importCheck`, bytes, a.token);
    expect(check.data.errors).toMatchObject([{ row: 3, column: 'A', msg: '与第2行车队名称重复' }]);
    const { data } = await uploadSheet(app, `${api}/import`, bytes, a.token, { commit: 'valid' });
    const { list } = (await a.post(`${api}/page`, { name: '导入车队' })).data;
    // its leader's number: masked in every list
    expect(list).toMatchObject([{ orgName: '上海部', temperatureType: 3, phone: '138****8000' }]);
    expect(await a.post(`${api}/importUndo`, { id: data.runId })).toMatchObject({ data: { undone: 1 } });
    expect((await a.post(`${api}/page`, { name: '导入车队' })).data.total).toBe(0);
  });
});

describe('the head of a fleet', () => {
  const one = async (id: string) => (await a.post(`${api}/detail`, { id })).data;
  const sheet = (rows: string[][]) => sheetOf(['车队名称', '所属部门', '负责人'], rows);

  it('is a user or a driver whom the caller sees, called as he is now', async () => {
    const found = (await a.post(`${api}/leaders`, { keyword: '周立群' })).data;
    expect(found).toEqual([{ key: `d${a.driverId}`, name: '周立群', phone: '138****2213', kind: 'driver', of: '' }]);
    expect((await a.post(`${api}/leaders`, { keyword: '02213' })).data).toEqual(found);
    const id = await add('周师傅车队', { leader: `d${a.driverId}`, phone: '021-58881234' });
    const db = app.database.systemDb;
    await db.updateTable('driver').set({ name: '周立国' }).where('id', '=', a.driverId).execute();
    expect(await one(id)).toMatchObject({ leader: `d${a.driverId}`, leaderName: '周立国', phone: '021-58881234' });
    // who types no number gets the leader's, which he has seen masked
    const bare = await add('无号车队', { leader: `d${a.driverId}` });
    expect(await one(bare)).toMatchObject({ phone: '13816502213' });
    expect(await a.post(`${api}/del`, { ids: [bare] })).toMatchObject({ code: 200 });
    expect((await a.post(`${api}/page`, { leaderName: '周立国' })).data.list).toMatchObject([{ id }]);
    expect((await a.post(`${api}/page`, { leaderName: '13816502213' })).data.list).toMatchObject([{ id }]);
    await db.updateTable('driver').set({ name: '周立群' }).where('id', '=', a.driverId).execute();
    expect(await a.post('/api/base/manage/driver/del', { ids: [a.driverId] })).toMatchObject({
      code: 4011,
      msg: expect.stringContaining('车队周师傅车队（负责人）'),
    });
    const foreign = await a.post(`${api}/add`, { name: '别家司机', orgId: a.orgId, leader: `d${b.driverId}` });
    expect(foreign.data.errors).toEqual([{ field: 'leader', msg: '所选人员不存在、已离职或不在您的权限范围内' }]);
    expect((await a.post(`${api}/add`, { name: '无人', orgId: a.orgId, leader: '陈国栋' })).data.errors).toEqual([
      { field: 'leader', msg: '请选择负责人' },
    ]);
  });

  it('a driver with an account is there once; a user who is deleted leaves his name', async () => {
    const { userId } = await a.user({});
    const db = app.database.systemDb;
    await db.updateTable('app_user').set({ name: '钱主管' }).where('id', '=', userId).execute();
    const id = await add('钱主管车队', { leader: `u${userId}` });
    const account = await a.user({});
    await db
      .updateTable('app_user')
      .set({ name: '许佳', driver_id: a.coDriverId })
      .where('id', '=', account.userId)
      .execute();
    expect((await a.post(`${api}/leaders`, { keyword: '许佳' })).data).toMatchObject([{ key: `d${a.coDriverId}` }]);
    expect(await a.post('/api/base/user/del', { ids: [userId] })).toMatchObject({ code: 200 });
    expect(await one(id)).toMatchObject({ leader: 'n钱主管', leaderName: '钱主管' });
  });

  it('a spreadsheet names him by name, phone or account; a name that two have is told, one that nobody has is kept', async () => {
    await a.post('/api/base/manage/driver/add', {
      name: '孙悦',
      phone: '13700137001',
      licenseClass: 'A2',
      licenseEnd: '2031-01-01',
      emergencyPhone: '13900139000',
    });
    const twin = {
      name: '孙悦',
      phone: '13700137002',
      licenseClass: 'A2',
      licenseEnd: '2031-01-01',
      emergencyPhone: '13900139000',
    };
    const twinId = (await a.post('/api/base/manage/driver/add', twin)).data.id;
    const bytes = await sheet([
      ['表格一队', '上海部', '孙悦'],
      ['表格二队', '上海部', '13700137002'],
      ['表格三队', '上海部', '还没来的人'],
      ['表格四队', '上海部', '13700137009'],
    ]);
    expect((await uploadSheet(app, `${api}/importCheck`, bytes, a.token)).data.errors).toMatchObject([
      { row: 2, column: 'C', msg: '有多个人叫“孙悦”，请填手机号或账号' },
      { row: 5, column: 'C', msg: '负责人“13700137009”不存在，请填写用户或司机的姓名、手机号或账号' },
    ]);
    const beside = await sheetOf(
      ['车队名称', '所属部门', '负责人', '联系电话'],
      [['表格五队', '上海部', '孙悦', '13700137002']],
    );
    expect((await uploadSheet(app, `${api}/importCheck`, beside, a.token)).data).toMatchObject({
      valid: 1,
      errors: [],
    });
    await uploadSheet(app, `${api}/import`, bytes, a.token, { commit: 'valid' });
    const rows = (await a.post(`${api}/page`, { name: '表格', sort: 'createTime asc' })).data.list;
    expect(rows.map((r: { name: string; leader: string }) => [r.name, r.leader]).sort()).toEqual([
      ['表格三队', 'n还没来的人'],
      ['表格二队', `d${twinId}`],
    ]);
  });
});

it('the tree holds fleets in each other, with the vehicles that the caller sees', async () => {
  const top = await add('树干车队');
  const leaf = await add('树枝车队', { parentId: top, orgId: a.subOrgId });
  await a.addVehicle('沪F70001', { fleetId: top, orgId: a.orgId });
  await a.addVehicle('沪F70002', { fleetId: leaf, orgId: a.subOrgId });
  const tree = (await a.post(`${api}/tree`)).data;
  expect(tree.find((node: { id: string }) => node.id === top)).toMatchObject({
    name: '树干车队',
    vehicleCount: 1,
    vehicleTotal: 2,
    onlineCount: 0,
    children: [{ id: leaf, vehicleCount: 1, vehicleTotal: 1, children: [] }],
  });
  // who sees only the lower department gets its fleet alone
  const { token } = await a.user({ menus: ['fleet'], orgId: a.subOrgId });
  const seen = (await app.post(`${api}/tree`, {}, token)).data;
  expect(seen.map((node: { name: string }) => node.name)).toEqual(['表格二队', '表格三队', '树枝车队']);
  expect((await b.post(`${api}/tree`)).data).toMatchObject([{ name: '冷链一队' }]);
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
