import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { sheetOf, uploadSheet } from '../../../../test/sheet-kit';
import { addStore } from '../../../../test/store-kit';
import { type TestApp, testApp } from '../../../../test/test-app';

let app: TestApp;
let a: FleetFixture;
let b: FleetFixture;
let vehicle: string;
let other: string;
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '设备甲');
  b = await fleetFixture(app, '设备乙');
  vehicle = await a.addVehicle('沪C10001');
  other = await a.addVehicle('沪C10002');
});
afterAll(() => app.close());

describe('portable recorders', () => {
  const api = '/api/base/portable';
  const add = async (deviceNo: string): Promise<string> =>
    String((await a.post(`${api}/add`, { deviceNo, name: '医药箱' })).data.id);
  const detail = async (id: string) => (await a.post(`${api}/detail`, { id })).data;

  it('go from vehicle to store and leave a trace', async () => {
    const id = await add('WK-1');
    const store = await addStore(a, { storeName: '一店', storeCode: 'S1' });
    const bind = (version: number, to: object) => a.post(`${api}/bind`, { id, version, ...to });
    expect(await bind(1, { bindType: 1, vehicleId: vehicle })).toMatchObject({ code: 200 });
    await app.database.systemDb
      .updateTable('portable_binding')
      .set({ during: '[2026-01-01 00:00:00+08,)' })
      .where('portable_id', '=', id)
      .execute();
    expect(await bind(1, { bindType: 1, vehicleId: other })).toMatchObject(changedByOther);
    expect(await bind(2, { bindType: 2, storeId: store.id })).toMatchObject({ code: 200 });
    const now = await detail(id);
    expect(now).toMatchObject({ bindType: 2, bindName: '一店', version: 3, status: null });
    expect(now.bindings).toMatchObject([
      { name: '一店', bindType: 2, endTime: null },
      { name: '沪C10001', bindType: 1, startTime: '2026-01-01 00:00:00' },
    ]);
    const [line] = (await a.post(`${api}/changeHis`, { id })).data.list;
    expect(line).toMatchObject({ action: '绑定', changes: [{ before: '沪C10001', after: '一店' }] });
    expect(await a.post(`${api}/del`, { ids: [id] })).toMatchObject({
      code: 4011,
      msg: '便携设备WK-1已绑定一店，请先解绑',
    });
    expect(await a.post(`${api}/unbind`, { id, version: 3 })).toMatchObject({ code: 200 });
    expect(await a.post(`${api}/del`, { ids: [id] })).toMatchObject({ code: 200 });
  });

  it('show their readings, red out of range; an interval of their model waits for them, four minutes are those of T5 and TH5', async () => {
    const { data: made } = await a.post(`${api}/add`, { deviceNo: 'WK-T', terminalNo: '014400000001' });
    const id = String(made.id);
    expect(await a.post(`${api}/add`, { deviceNo: 'WK-U', terminalNo: '14400000001' })).toMatchObject({
      data: { errors: [{ field: 'terminalNo', msg: '终端编号已被其他设备使用，请核对' }] },
    });
    const { systemDb } = app.database;
    await sql`update portable_device set temp_c = '{8.4,85}', hum_pct = '{60}', battery_pct = 60, reading_at = '2026-03-03 00:00Z', fix_at = '2026-03-03 00:00Z',
      loc_type = 2, lng = 121.47, lat = 31.23, last_seen_at = now() where id = ${id}`.execute(systemDb);
    await sql`insert into portable_reading (portable_id, client_id, device_time, receive_time, batt_pct)
      select ${id}, ${a.clientId}, t, t, p from (values ('2026-03-01 00:00Z'::timestamptz, 80), ('2026-03-02 00:00Z', 70), ('2026-03-02 01:00Z', 75), ('2026-03-03 00:00Z', 60)) v(t, p)`.execute(
      systemDb,
    );
    const param = { id, uploadInterval: 600, temLower: 2, temUpper: 8, humLower: null, humUpper: 75 };
    const set = (version: number, more: object = {}) => a.post(`${api}/setParam`, { ...param, version, ...more });
    expect(await set(1, { temUpper: 2 })).toMatchObject({ data: { errors: [{ field: 'temUpper' }] } });
    expect(await set(1, { uploadInterval: 240 })).toMatchObject({
      data: { errors: [{ field: 'uploadInterval', msg: '该型号没有4分钟的间隔' }] },
    });
    expect(await set(1, { uploadInterval: 300 })).toMatchObject({ code: 200, data: { version: 2, waiting: true } });
    expect(await set(1)).toMatchObject(changedByOther);
    // 85 ℃ is no reading; 10 + 15 per cent in two days are 12.5 a day
    const shown = { tem1: 8.4, tem2: null, hum: 60, over: ['tem1'], locType: 2, daysLeft: 4.8, wantedInterval: 5 };
    expect(await detail(id)).toMatchObject({ ...shown, intervalState: 'waiting', terminalNo: '014400000001' });
    const found = async (over: number) =>
      (await a.post(`${api}/page`, { over })).data.list.map((row: { id: string }) => row.id);
    expect(await found(1)).toEqual([id]);
    expect(await found(0)).not.toContain(id);
    expect((await b.post(`${api}/page`, { over: 1 })).data.list).toEqual([]);
    expect(await a.post(`${api}/del`, { ids: [id] })).toMatchObject({ code: 200 });
  });

  it('begin and end a trip that tells its coldest and warmest, and show where they were by which way of fix', async () => {
    const id = await add('WK-trip');
    const trip = (on: boolean) => a.post(`${api}/startTrip`, { id, on });
    expect(await trip(false)).toMatchObject({ code: 4011, msg: '便携设备WK-trip没有进行中的行程' });
    const begun = await trip(true);
    expect(begun).toMatchObject({ code: 200, data: { since: expect.any(String) } });
    expect(await trip(true)).toMatchObject({
      code: 4011,
      msg: `便携设备WK-trip自${String(begun.data.since)}起已在行程中`,
    });
    const travelling = async (travels: number) =>
      (await a.post(`${api}/page`, { travels })).data.list.map(({ deviceNo }: { deviceNo: string }) => deviceNo);
    expect(await travelling(1)).toEqual(['WK-trip']);
    expect(await travelling(0)).not.toContain('WK-trip');
    expect(await a.post(`${api}/del`, { ids: [id] })).toMatchObject({
      code: 4011,
      msg: '便携设备WK-trip正在行程中，请先结束行程',
    });
    const { systemDb } = app.database;
    await sql`update portable_trip set during = '[2026-03-01 08:00:00+08,)' where portable_id = ${id}`.execute(
      systemDb,
    );
    // 85 ℃ is no reading; the last one comes after the trip
    await sql`insert into portable_reading (portable_id, client_id, device_time, receive_time, temp_c, lng, lat, loc_type)
      select ${id}, ${a.clientId}, t, t, c, x, 31.2, l from (values ('2026-03-01 08:00+08'::timestamptz, '{4.2,5.0}'::real[], 121.4, 1),
        ('2026-03-01 09:00+08', '{9.6,85}', null, null), ('2026-03-01 10:00+08', '{3.9}', 121.6, 3), ('2026-03-01 12:00+08', '{20}', 121.7, 2)) v(t, c, x, l)`.execute(
      systemDb,
    );
    expect(await trip(false)).toMatchObject({ code: 200, data: { since: null } });
    await sql`update portable_trip set during = '[2026-03-01 08:00:00+08,2026-03-01 11:00:00+08)' where portable_id = ${id}`.execute(
      systemDb,
    );
    expect((await detail(id)).trips).toMatchObject([
      { startTime: '2026-03-01 08:00:00', endTime: '2026-03-01 11:00:00', lowest: 3.9, highest: 9.6, readings: 3 },
    ]);
    const way = (startTime: string, endTime: string, of = a) => of.post(`${api}/track`, { id, startTime, endTime });
    expect((await way('2026-03-01 00:00:00', '2026-03-01 11:00:00')).data).toEqual({
      points: [
        { time: '2026-03-01 08:00:00', lng: 121.4, lat: 31.2, locType: 1, tem: 4.2 },
        { time: '2026-03-01 10:00:00', lng: 121.6, lat: 31.2, locType: 3, tem: 3.9 },
      ],
      readings: 3,
      more: false,
    });
    expect(await way('2026-03-01 00:00:00', '2026-05-01 00:00:00')).toMatchObject({
      data: { errors: [{ field: 'endTime', msg: '查询时间跨度不能超过31天' }] },
    });
    expect(await way('2026-03-01 00:00:00', '2026-03-01 11:00:00', b)).toMatchObject({ code: 4004 });
    expect(await b.post(`${api}/startTrip`, { id, on: true })).toMatchObject({ code: 4004 });
    const [line] = (await a.post(`${api}/changeHis`, { id })).data.list;
    expect(line).toMatchObject({ action: '结束行程' });
    expect(await a.post(`${api}/del`, { ids: [id] })).toMatchObject({ code: 200 });
  });

  it('say by themselves when they are nearly empty or silent, these first', async () => {
    const [low, silent, good] = [await add('WK-low'), await add('WK-silent'), await add('WK-good')];
    const heard = (id: string, minutes: number, battery_pct: number) =>
      app.database.systemDb
        .updateTable('portable_device')
        .set({
          last_seen_at: new Date(Date.now() - minutes * 60_000),
          fix_at: new Date(),
          reading_at: new Date(),
          battery_pct,
        })
        .where('id', '=', id)
        .execute();
    await heard(low, 5, 12);
    await heard(silent, 31, 80);
    await heard(good, 29, 80);
    const { data } = await a.post(`${api}/page`);
    const rows = data.list.map(({ deviceNo, status }: { deviceNo: string; status: number }) => [deviceNo, status]);
    expect(rows).toEqual([
      ['WK-low', 5],
      ['WK-silent', 3],
      ['WK-good', 1],
    ]);
    expect((await a.post(`${api}/page`, { status: 3 })).data.total).toBe(1);
  });

  it.each([
    ['deviceNo', { deviceNo: '中文' }, '设备编号由字母、数字、-组成'],
    ['deviceNo', { deviceNo: 'WK-low' }, '设备编号已存在'],
    ['modelId', { deviceNo: 'N1', modelId: '99' }, '所选型号不存在'],
    ['orgId', { deviceNo: 'N1', orgId: '99' }, '所选部门不存在或不在您的权限范围内'],
  ])('refuse a wrong %s', async (field, body, msg) => {
    expect(await a.post(`${api}/add`, body)).toMatchObject({ code: 4000, msg, data: { errors: [{ field }] } });
  });

  it('cannot lie in another company’s vehicle, and are its own company’s', async () => {
    const id = await add('WK-own');
    const foreign = await b.addVehicle('沪C20001');
    const bind = { id, version: 1, bindType: 1, vehicleId: foreign };
    expect(await a.post(`${api}/bind`, bind)).toMatchObject({ code: 4000, data: { errors: [{ field: 'vehicleId' }] } });
    expect(await b.post(`${api}/bind`, bind)).toMatchObject({ code: 4004 });
    expect((await b.post(`${api}/page`)).data.total).toBe(0);
  });
});

describe('bluetooth locks', () => {
  const api = '/api/base/bluetoothLock';
  const mac = (last: string): string => `C4:5B:BE:10:2A:${last}`;

  it('sit on doors, one place at a time', async () => {
    const { data } = await a.post(`${api}/add`, { lockNo: 'LS-1', mac: mac('01') });
    const id = String(data.id);
    const bind = { id, version: 1, vehicleId: vehicle, doorPos: '后门' };
    expect(await a.post(`${api}/bind`, bind)).toMatchObject({ code: 200 });
    const [row] = (await a.post(`${api}/page`, { plateNo: 'c1000' })).data.list;
    expect(row).toMatchObject({ lockNo: 'LS-1', plateNo: '沪C10001', doorPos: '后门', lockStatus: 3, authCount: 0 });
    expect(await a.post(`${api}/del`, { ids: [id] })).toMatchObject({
      code: 4011,
      msg: '蓝牙锁LS-1已绑定车辆沪C10001，请先解绑',
    });
    expect(await a.post(`${api}/bind`, { ...bind, version: 2, vehicleId: other, doorPos: '侧门' })).toMatchObject({
      code: 200,
    });
    const found = (await a.post(`${api}/detail`, { id })).data;
    expect(found.bindings[0]).toMatchObject({ name: '沪C10002', doorPos: '侧门', endTime: null });
    expect(await a.post(`${api}/unbind`, { id, version: 3 })).toMatchObject({ code: 200 });
    expect((await a.post(`${api}/detail`, { id })).data).toMatchObject({ lockStatus: 0, plateNo: '', doorPos: null });
    expect(await a.post(`${api}/unbind`, { id, version: 4 })).toMatchObject({ code: 4011 });
    expect(await a.post(`${api}/del`, { ids: [id] })).toMatchObject({ code: 200 });
  });

  it.each([
    ['mac', { lockNo: 'LS-2', mac: 'c4-5b' }, '请按 C4:5B:BE:10:2A:10 的形式填写MAC'],
    ['mac', { lockNo: 'LS-2', mac: mac('09') }, 'MAC已被其他锁使用'],
    ['lockNo', { lockNo: 'LS-9' }, '锁编号已存在'],
  ])('refuse a wrong %s', async (field, body, msg) => {
    await a.post(`${api}/add`, { lockNo: 'LS-9', mac: mac('09') });
    expect(await a.post(`${api}/add`, body)).toMatchObject({ code: 4000, msg, data: { errors: [{ field }] } });
  });

  it('are another company’s secret', async () => {
    const { data } = await a.post(`${api}/add`, { lockNo: 'LS-3' });
    expect((await b.post(`${api}/page`)).data.total).toBe(0);
    expect(await b.post(`${api}/detail`, { id: String(data.id) })).toMatchObject({ code: 4004 });
  });
});

describe('spreadsheets', () => {
  const upload = async (api: string, call: string, heads: string[], rows: Array<Array<string | null>>, fields = {}) =>
    uploadSheet(app, `${api}/${call}`, await sheetOf(heads, rows), a.token, fields);

  it('bring recorders into their trucks, leave blank cells alone, empty what says so, and are taken back', async () => {
    const api = '/api/base/portable';
    const heads = ['设备编号', '设备名称', '校准日期', '校准证书号', '使用方式', '绑定车辆'];
    const rows = [
      ['IM-1', '疫苗箱', '2026-1-5', 'C1', null, '沪c10001'],
      ['IM-2', '样本箱', '昨天', null, '飞船', '沪C99999'],
    ];
    const check = (await upload(api, 'importCheck', heads, rows)).data;
    expect(check.errors.map((e: { column: string; msg: string }) => [e.column, e.msg])).toEqual([
      ['C', '日期格式应为 2027-01-31'],
      ['E', expect.stringContaining('应为：')],
      ['F', '车辆不存在，或您没有它的编辑权限'],
    ]);
    const first = (await upload(api, 'import', heads, rows, { commit: 'valid' })).data;
    expect(first).toMatchObject({ added: 1, skipped: 1 });
    const find = async () => (await a.post(`${api}/page`, { keyword: 'IM-' })).data.list;
    expect(await find()).toMatchObject([{ deviceNo: 'IM-1', bindName: '沪C10001', calibrationDate: '2026-01-05' }]);
    const changes = [['IM-1', null, '清空', 'C2', '租赁', null]];
    expect(await upload(api, 'import', heads, changes, { mode: 'add' })).toMatchObject({
      msg: '有1行数据有误，未导入任何数据',
    });
    const second = (await upload(api, 'import', heads, changes, { mode: 'update' })).data;
    expect(await find()).toMatchObject([{ name: '疫苗箱', calibrationDate: null, certNo: 'C2', usageMode: 2 }]);
    expect((await a.post(`${api}/importUndo`, { id: second.runId })).data).toMatchObject({ undone: 1 });
    expect(await find()).toMatchObject([{ calibrationDate: '2026-01-05', certNo: 'C1', usageMode: 1 }]);
    // it stands again as the first import left it, so that one goes back too, out of its truck
    expect((await a.post(`${api}/importUndo`, { id: first.runId })).data).toMatchObject({ undone: 1, left: 0 });
    expect(await find()).toEqual([]);
  });

  it('put locks on doors; the whole import goes with its bindings', async () => {
    const api = '/api/base/bluetoothLock';
    const heads = ['锁编号', 'MAC', '绑定车辆', '门位'];
    const rows = [
      ['IML-1', 'c4:5b:be:10:2a:77', '沪C10002', '侧门'],
      ['IML-2', null, null, null],
    ];
    const { runId } = (await upload(api, 'import', heads, rows)).data;
    const find = async () => (await a.post(`${api}/page`, { keyword: 'IML-' })).data.list;
    expect(await find()).toMatchObject([
      { lockNo: 'IML-1', mac: 'C4:5B:BE:10:2A:77', plateNo: '沪C10002', doorPos: '侧门', lockStatus: 3 },
      { lockNo: 'IML-2', plateNo: '', lockStatus: 0 },
    ]);
    const moved = await upload(api, 'importCheck', heads, [['IML-2', null, '沪C10002', null]]);
    expect(moved.data.errors).toMatchObject([{ msg: '导入不能改变已登记设备的绑定，请在页面绑定或换绑' }]);
    expect((await a.post(`${api}/importUndo`, { id: runId })).data).toMatchObject({ undone: 2, left: 0 });
    expect(await find()).toEqual([]);
    const running = await app.database.systemDb
      .selectFrom('lock_binding as b')
      .innerJoin('bluetooth_lock as l', 'l.id', 'b.lock_id')
      .select('b.id')
      .where('l.lock_no', '=', 'IML-1')
      .where(sql<boolean>`upper_inf(b.during)`)
      .execute();
    expect(running).toEqual([]);
  });
});
