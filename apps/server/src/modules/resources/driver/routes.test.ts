import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { sheetOf, uploadSheet } from '../../../../test/sheet-kit';
import { type TestApp, testApp } from '../../../../test/test-app';

let app: TestApp;
let a: FleetFixture;
let b: FleetFixture;
const api = '/api/base/manage/driver';
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '司机公司');
  b = await fleetFixture(app, '别家司机');
});
afterAll(() => app.close());

let serial = 0;
const phone = (): string => `139${String(10_000_000 + ++serial)}`;
const input = (more: Record<string, unknown> = {}) => ({
  name: '张建军',
  phone: phone(),
  licenseClass: 'A2',
  licenseEnd: '2030-01-01',
  emergencyPhone: '13900139000',
  orgId: a.orgId,
  ...more,
});
const add = async (more: Record<string, unknown> = {}): Promise<string> => {
  const answer = await a.post(`${api}/add`, input(more));
  if (answer.code !== 200) throw new Error(answer.msg);
  return answer.data.id;
};
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('entering drivers', () => {
  it('fills the sex from the identity card and shows the numbers masked in the list', async () => {
    const number = phone();
    const id = await add({ phone: number, idCard: '11010519491231002x', fleetId: a.fleetId });
    const [row] = (await a.post(`${api}/page`, { phone: number })).data.list;
    expect(row).toMatchObject({
      id,
      sex: 2,
      phone: `${number.slice(0, 3)}****${number.slice(-4)}`,
      idCard: '110*************2X',
      fleetName: '冷链一队',
    });
    expect((await a.post(`${api}/detail`, { id })).data).toMatchObject({
      phone: number,
      full: true,
      birthday: '1949-12-31',
    });
    const lines = (await a.post(`${api}/changeHis`, { id })).data.list;
    expect(lines.map((l: { action: string }) => l.action)).toEqual(['查看完整信息', '新增']);
    expect(JSON.stringify(lines)).not.toContain(number);
  });

  it('notes a new number also when it looks like the old one under its mask', async () => {
    const id = await add({ phone: '13716502213' });
    const { data } = await a.post(`${api}/detail`, { id });
    expect(await a.post(`${api}/update`, { ...data, phone: '13716592213' })).toMatchObject({ code: 200 });
    const lines = (await a.post(`${api}/changeHis`, { id })).data.list;
    const edit = lines.find((l: { action: string }) => l.action === '编辑');
    expect(edit.changes).toMatchObject([{ field: 'phone', before: '137****2213', after: '137****2213' }]);
  });

  it.each([
    [{ name: 'Bob' }, 'name', '请输入2~10位中文'],
    [{ phone: '12345' }, 'phone', '请输入正确的手机号码'],
    [{ phone: '138****0000' }, 'phone', '请输入正确的手机号码'],
    [{ idCard: '110105194912310021' }, 'idCard', '请输入正确的18位身份证号'],
    [{ licenseEnd: '' }, 'licenseEnd', '请选择驾驶证有效期'],
    [{ emergencyPhone: '' }, 'emergencyPhone', '请输入紧急联系电话'],
    [{ emergencyPhone: undefined }, 'emergencyPhone', '请输入紧急联系电话'],
    [{ firstLicenseDate: '2031-01-01' }, 'licenseEnd', '有效期须晚于初次领证日期'],
    [{ orgId: '999999' }, 'orgId', '所选部门不存在或不在您的权限范围内'],
  ])('refuses %j at its field', async (more, field, msg) => {
    const answer = await a.post(`${api}/add`, input(more));
    expect([answer.code, answer.data.errors]).toEqual([4000, expect.arrayContaining([{ field, msg }])]);
  });

  it('knows each phone and identity card once in a company', async () => {
    const number = phone();
    await add({ phone: number, idCard: '440524188001010014' });
    expect((await a.post(`${api}/add`, input({ phone: number }))).data.errors).toEqual([
      { field: 'phone', msg: '手机号已被其他司机使用' },
    ]);
    expect((await a.post(`${api}/add`, input({ idCard: '440524188001010014' }))).data.errors).toEqual([
      { field: 'idCard', msg: '身份证号已被其他司机使用' },
    ]);
    expect(await b.post(`${api}/add`, { ...input({ phone: number }), orgId: b.orgId })).toMatchObject({ code: 200 });
  });
});

describe('changing drivers', () => {
  it('keeps numbers that the editor does not see, and refuses other masks', async () => {
    const number = phone();
    const id = await add({ phone: number });
    const half = await a.user({ menus: ['driver'], orgId: a.orgId });
    await app.database.systemDb
      .insertInto('role_button')
      .values(
        (
          await app.database.systemDb
            .selectFrom('user_role')
            .select('role_id')
            .where('user_id', '=', half.userId)
            .execute()
        ).map(({ role_id }) => ({ client_id: a.clientId, role_id, menu_id: 113, path: 'driver/edit' })),
      )
      .execute();
    const seen = (await app.post(`${api}/detail`, { id }, half.token)).data;
    expect(seen).toMatchObject({ full: false, phone: `${number.slice(0, 3)}****${number.slice(-4)}` });
    const change = (more: Record<string, unknown>) =>
      app.post(`${api}/update`, { ...input(), phone: seen.phone, id, version: 1, ...more }, half.token);
    expect((await change({ phone: '138****0000' })).data.errors).toEqual([
      { field: 'phone', msg: '请输入正确的手机号码' },
    ]);
    expect(await change({ remark: '改了' })).toMatchObject({ code: 200, data: { version: 2 } });
    expect((await a.post(`${api}/detail`, { id })).data).toMatchObject({ phone: number, remark: '改了' });
    expect(await change({ remark: '又改' })).toMatchObject(changedByOther);
  });
});

describe('who uses a driver', () => {
  it('names the vehicles that stop a delete; leaving takes him off them', async () => {
    const id = await add();
    await a.addVehicle('沪D00001', { driverId: id });
    await a.addVehicle('沪D00002', { driverId: id });
    expect(await a.post(`${api}/del`, { ids: [id] })).toMatchObject({
      code: 4011,
      msg: '司机张建军正在驾驶沪D00001、沪D00002，请先解绑',
    });
    expect(await a.post(`${api}/status`, { ids: [id], status: 2 })).toMatchObject({ code: 200 });
    const detail = (await a.post(`${api}/detail`, { id })).data;
    expect(detail).toMatchObject({ status: 2, plates: [] });
    expect(
      detail.vehicles.map((v: { plateNo: string; endTime: string | null }) => [v.plateNo, v.endTime !== null]),
    ).toEqual(expect.arrayContaining([['沪D00001', true]]));
    expect(await a.post(`${api}/del`, { ids: [id] })).toMatchObject({ code: 200, data: [{ ok: true }] });
    expect(await a.post(`${api}/detail`, { id })).toMatchObject({ code: 4004 });
  });

  it('tells no plates of vehicles outside the reader’s departments', async () => {
    const id = await add({ orgId: a.orgId });
    const own = await a.addVehicle('沪D20001');
    const other = await a.addVehicle('沪D20002', { orgId: a.subOrgId });
    expect(await a.post(`${api}/bind`, { id, vehicleIds: [own, other] })).toMatchObject({ code: 200 });
    const { userId, token } = await a.user({ menus: ['driver'], orgId: a.orgId });
    await app.database.systemDb.updateTable('app_user').set({ data_scope: 2 }).where('id', '=', userId).execute();
    expect((await app.post(`${api}/detail`, { id }, token)).data.plates).toEqual(['沪D20001']);
    expect((await a.post(`${api}/detail`, { id })).data.plates).toEqual(['沪D20001', '沪D20002']);
  });

  it('binds exactly the chosen vehicles', async () => {
    const id = await add();
    const [one, two] = [await a.addVehicle('沪D10001', { driverId: id }), await a.addVehicle('沪D10002')];
    expect(await a.post(`${api}/bind`, { id, vehicleIds: [two] })).toMatchObject({ code: 200 });
    expect((await a.post(`${api}/detail`, { id })).data.plates).toEqual(['沪D10002']);
    expect((await a.post('/api/base/manage/vehicle/detail', { id: one })).data.driverId).toBeNull();
    const foreign = await b.addVehicle('沪D10003');
    expect(await a.post(`${api}/bind`, { id, vehicleIds: [foreign] })).toMatchObject({
      code: 4000,
      msg: '所选车辆不存在或无权查看',
    });
  });

  it('is nobody for another company', async () => {
    const id = await add();
    for (const call of ['detail', 'changeHis', 'bind'])
      expect(await b.post(`${api}/${call}`, { id, vehicleIds: [] })).toMatchObject({ code: 4004 });
    expect(await b.post(`${api}/del`, { ids: [id] })).toMatchObject({ code: 4004 });
  });
});

describe('lists', () => {
  it('count by tab and find documents that end', async () => {
    const before = (await a.post(`${api}/counts`, {})).data;
    await add({ qualificationNo: '1', qualificationEnd: inDays(10) });
    await add({ licenseEnd: inDays(-3) });
    const after = (await a.post(`${api}/counts`, {})).data;
    expect([after.all - before.all, after.soon - before.soon, after.expired - before.expired]).toEqual([2, 1, 1]);
    const { list } = (await a.post(`${api}/page`, { tab: 'expired', sort: 'licenseEnd asc' })).data;
    expect(list.every((d: { licenseEnd: string }) => d.licenseEnd < inDays(1))).toBe(true);
  });
});

describe('import', () => {
  const head = ['姓名*', '手机号*', '准驾车型*', '驾驶证到期*', '身份证号', '所属车队', '备注'];
  it('adds and changes by phone, refuses cards of others, and is taken back', async () => {
    const [known, fresh, third] = [phone(), phone(), phone()];
    await add({ phone: known, remark: '旧', idCard: '110101199003077213' });
    const bytes = await sheetOf(head, [
      ['刘永强', fresh, 'B2', '2031/1/1', null, '冷链一队', null],
      ['张建军', known, 'A1', '2031-01-01', null, null, '清空'],
      ['孙志远', third, 'Z9', '2031-01-01', '110101199003077213', '没有', null],
    ]);
    const check = await uploadSheet(app, `${api}/importCheck`, bytes, a.token);
    expect(check.data.errors.map((e: { column: string; msg: string }) => `${e.column} ${e.msg}`)).toEqual([
      'C 应为：A1、A2、A3、B1、B2、C1、C2、C3、C4',
      'F 车队“没有”不存在',
    ]);
    const { data } = await uploadSheet(app, `${api}/import`, bytes, a.token, { commit: 'valid' });
    expect(data).toMatchObject({ added: 1, updated: 1, skipped: 1 });
    const { list } = (await a.post(`${api}/page`, { phone: known })).data;
    expect((await a.post(`${api}/detail`, { id: list[0].id })).data).toMatchObject({ licenseClass: 'A1', remark: '' });
    expect(await a.post(`${api}/importUndo`, { id: data.runId })).toMatchObject({ code: 200, data: { undone: 2 } });
    expect((await a.post(`${api}/detail`, { id: list[0].id })).data).toMatchObject({
      licenseClass: 'A2',
      remark: '旧',
    });
    expect((await a.post(`${api}/page`, { phone: fresh })).data.total).toBe(0);
  });

  it('a driver that drives since cannot be taken back', async () => {
    const fresh = phone();
    const bytes = await sheetOf(head, [['刘永强', fresh, 'B2', '2031-01-01', null, null, null]]);
    const { data } = await uploadSheet(app, `${api}/import`, bytes, a.token);
    const { list } = (await a.post(`${api}/page`, { phone: fresh })).data;
    await a.addVehicle('沪D30001', { driverId: list[0].id });
    const refused = await a.post(`${api}/importUndo`, { id: data.runId });
    expect(refused).toMatchObject({ code: 4011, msg: '没有可以撤销的司机' });
    expect(refused.data.checks).toEqual([`第2行 ${fresh}：正在驾驶沪D30001，请先解绑`]);
  });
});

describe('what a driver drove and his account', () => {
  it('sums up the trips and alarms of his month, on vehicles that the caller sees', async () => {
    const id = await add();
    const vehicle = await a.addVehicle('沪D70001');
    const db = app.database.systemDb;
    const now = new Date();
    const own = { client_id: a.clientId, vehicle_id: vehicle, driver_id: id, confirmed_at: now };
    const trip = (start: Date, km: number, status = 1) => ({
      ...own,
      kind: 'trip',
      alarm: false,
      status,
      start_time: start,
      end_time: start,
      peak: 88,
      values: JSON.stringify({ mileageM: km * 1000, drivingMs: 5_400_000 }),
    });
    // months of the company: in Shanghai a month begins eight hours before the one of UTC
    const there = new Date(now.getTime() + 8 * 3_600_000);
    const lastMonth = new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth() - 1, 15));
    await db
      .insertInto('episode')
      .values([
        trip(now, 150.26),
        trip(new Date(now.getTime() + 1_000), 999, 2),
        trip(lastMonth, 80),
        { ...own, kind: 'fatigueAlarm', alarm: true, status: 1, level: 3, start_time: now, peak: 250 },
        { ...own, kind: 'speedAlarm', alarm: true, status: 1, level: 2, start_time: now },
      ])
      .execute();
    expect((await a.post(`${api}/figures`, { id })).data).toMatchObject({
      monthKm: 150.3,
      lastMonthKm: 80,
      monthTrips: 1,
      monthHours: 1.5,
      monthAlarms: 2,
      alarmsPer100Km: 1.3,
      kinds: [
        { kind: 'fatigueAlarm', count: 1, severe: 1 },
        { kind: 'speedAlarm', count: 1, severe: 0 },
      ],
      fatigue: [{ plateNo: '沪D70001', minutes: 250 }],
    });
    const trips = (await a.post(`${api}/trips`, { id })).data;
    expect(trips).toMatchObject({ total: 2, list: [{ km: 150.3, hours: 1.5, maxSpeedKmh: 88 }, { km: 80 }] });
    const first = (await a.post(`${api}/page`, { sort: 'monthKm desc', size: 1 })).data.list[0];
    expect(first).toMatchObject({ id, monthKm: 150.3 });
    // somebody of the department below sees the driver of none, not the vehicle above
    await db.updateTable('driver').set({ org_id: null }).where('id', '=', id).execute();
    const below = await a.user({ menus: ['driver'], orgId: a.subOrgId });
    expect((await app.post(`${api}/figures`, { id }, below.token)).data).toMatchObject({ monthKm: 0, kinds: [] });
    expect((await a.post(`${api}/waybills`, { id })).data).toMatchObject({ total: 0 });
    for (const call of ['figures', 'trips', 'waybills'])
      expect([call, (await b.post(`${api}/${call}`, { id })).code]).toEqual([call, 4004]);
  });

  it('is invited once: an account for the phone page with a password told one time, a new one when asked', async () => {
    const number = phone();
    const id = await add({ phone: number });
    const first = (await a.post(`${api}/invite`, { id })).data;
    expect(first).toEqual({ accountCode: `sj${number}`, password: expect.any(String) });
    const given = await app.login(first.accountCode, first.password);
    expect(given.code).toBe(200);
    const closed = await app.post('/api/tms/driverApp/tasks', {}, String(given.data.access_token));
    expect(closed).toMatchObject({ code: 4003, msg: '请先修改初始密码' });
    // as after the dialog that asks for a password of his own
    await app.database.systemDb
      .updateTable('app_user')
      .set({ must_change_pwd: false })
      .where('account_code', '=', first.accountCode)
      .execute();
    const session = await app.login(first.accountCode, first.password);
    const mine = await app.post('/api/tms/driverApp/tasks', {}, String(session.data.access_token));
    expect([mine.code, mine.data?.driver?.id]).toEqual([200, id]);
    // his account opens nothing else
    expect(await app.post(`${api}/page`, {}, String(session.data.access_token))).toMatchObject({ code: 4003 });
    expect((await a.post(`${api}/invite`, { id })).data).toEqual({ accountCode: `sj${number}`, password: null });
    const again = (await a.post(`${api}/invite`, { id, reset: true })).data;
    expect(again.password).not.toBe(first.password);
    const listed = async (hasAccount: number) =>
      (await a.post(`${api}/page`, { phone: number, hasAccount })).data.list.map((d: { id: string }) => d.id);
    expect([await listed(1), await listed(0)]).toEqual([[id], []]);
    expect(await b.post(`${api}/invite`, { id })).toMatchObject({ code: 4004 });
    await a.post(`${api}/status`, { ids: [id], status: 2 });
    expect(await a.post(`${api}/invite`, { id })).toMatchObject({ code: 4011 });
  });
});

it('the choices are found by a part of the name and by its initials, of the own company alone', async () => {
  const id = await add({ name: '欧阳思远' });
  const found = async (keyword: string, who = a) =>
    (await who.post(`${api}/options`, { keyword })).data.map((one: { id: string }) => one.id);
  expect(await found('思远')).toContain(id);
  expect(await found('oysy')).toEqual([id]);
  expect(await found('oysx')).toEqual([]);
  expect(await found('oysy', b)).toEqual([]);
});
