import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../../test/changed-by-other';
import { type FleetFixture, fleetFixture } from '../../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../../test/test-app';

let app: TestApp;
let a: FleetFixture;
let b: FleetFixture;
const api = '/api/base/manage/vehicle';
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '甲公司');
  b = await fleetFixture(app, '乙公司');
});
afterAll(() => app.close());

/** Gives the vehicle a live state as the stream writes it. */
async function live(vehicleId: string, more: Record<string, unknown>): Promise<void> {
  const state = {
    vehicleId,
    state: 1,
    stateSince: 1_790_000_000_000,
    deviceTime: 1_790_000_000_000,
    receiveTime: 1_790_000_000_500,
    lng: 121.4,
    lat: 31.2,
    speedKmh: 60,
    directionDeg: 90,
    altitudeM: 5,
    acc: true,
    located: true,
    todayMileageM: 12_300,
    totalMileageM: 456_700,
    alarmBits: 0,
    statusBits: 3,
    tempC: [-18.2, null],
    humPct: [],
    fuelL: [210.5],
    doorOpen: [false],
    extVoltageV: 24.1,
    battPct: 90,
    signal: 28,
    satellites: 12,
    reeferOn: true,
    lateCount: 0,
    ...more,
  };
  await app.database.systemDb
    .insertInto('device_state')
    .values({
      vehicle_id: vehicleId,
      client_id: a.clientId,
      device_id: a.deviceIds[0] ?? '0',
      live: JSON.stringify(state),
      stream: '{}',
    })
    .onConflict((c) => c.column('vehicle_id').doUpdateSet({ live: JSON.stringify(state) }))
    .execute();
}

describe('rights', () => {
  it('needs a login, the menu, and the button of the action', async () => {
    const id = await a.addVehicle('沪A10001');
    expect((await app.post(`${api}/page`, {})).status).toBe(401);
    const nobody = await a.user({});
    expect(await app.post(`${api}/page`, {}, nobody.token)).toMatchObject({
      status: 200,
      code: 4003,
      msg: '暂无操作权限',
    });
    const reader = await a.user({ menus: ['vehicle'] });
    expect((await app.post(`${api}/page`, {}, reader.token)).data.list.map((v: { id: string }) => v.id)).toContain(id);
    const calls: Array<[string, unknown]> = [
      ['add', {}],
      ['update', {}],
      ['del', { ids: [id] }],
      ['status', { ids: [id], vehicleStatus: 2 }],
      ['batchUpdate', { ids: [id], fleetId: null }],
      ['bindDevice', {}],
      ['unbindDevice', { vehicleId: id }],
      ['export', {}],
      ['importTemplate', {}],
      ['importCheck', {}],
      ['import', {}],
      ['probe/save', {}],
      ['probe/copy', {}],
    ];
    for (const [path, body] of calls) {
      expect([path, (await app.post(`${api}/${path}`, body, reader.token)).code]).toEqual([path, 4003]);
    }
    const remover = await a.user({ menus: ['vehicle'], buttons: ['vehicle/del'] });
    expect(await app.post(`${api}/status`, { ids: [id], vehicleStatus: 2 }, remover.token)).toMatchObject({
      code: 4003,
    });
    expect(await app.post(`${api}/del`, { ids: [id] }, remover.token)).toMatchObject({ code: 200 });
  });

  it('shows a user of a department its vehicles and those below, and lets him choose no other department', async () => {
    const top = await a.addVehicle('沪A20001');
    const below = await a.addVehicle('沪A20002', { orgId: a.subOrgId });
    const user = await a.user({ menus: ['vehicle'], buttons: ['vehicle/edit', 'vehicle/add'], orgId: a.subOrgId });
    const list = await app.post(`${api}/page`, { plateNo: '沪A2000' }, user.token);
    expect(list.data.list.map((v: { id: string }) => v.id)).toEqual([below]);
    expect(await app.post(`${api}/detail`, { id: top }, user.token)).toMatchObject({ code: 4004 });
    expect(await app.post(`${api}/changeHis`, { id: top }, user.token)).toMatchObject({ code: 4004 });
    expect(await app.post(`${api}/probe/get`, { vehicleId: top }, user.token)).toMatchObject({ code: 4004 });
    expect((await app.post('/api/base/manage/org/options', {}, user.token)).data).toEqual([
      { id: a.subOrgId, name: '上海部', children: [] },
    ]);
    const { data } = await app.post(`${api}/detail`, { id: below }, user.token);
    expect(await app.post(`${api}/update`, { ...data, orgId: a.orgId }, user.token)).toMatchObject({
      code: 4000,
      msg: '所选部门不存在或不在您的权限范围内',
    });
    // neither does he see the fleet and the drivers of the department above
    const beyond = { fleetId: a.fleetId, driverId: a.driverId, coDriverId: a.coDriverId };
    const refused = await app.post(`${api}/update`, { ...data, ...beyond }, user.token);
    expect(refused.data.errors).toEqual([
      { field: 'fleetId', msg: '所选车队不存在或不在您的权限范围内' },
      { field: 'driverId', msg: '所选司机不存在或不在您的权限范围内' },
      { field: 'coDriverId', msg: '所选司机不存在或不在您的权限范围内' },
    ]);
    expect(await app.post(`${api}/update`, { ...data, escortId: a.driverId }, user.token)).toMatchObject({
      code: 4000,
    });
    const batch = await a.user({ menus: ['vehicle'], buttons: ['vehicle/batchUpdate'], orgId: a.subOrgId });
    expect(await app.post(`${api}/batchUpdate`, { ids: [below], fleetId: a.fleetId }, batch.token)).toMatchObject({
      code: 4000,
      msg: '所选车队不存在或不在您的权限范围内',
    });
    // what an administrator chose stays with the vehicle
    expect(await a.post(`${api}/batchUpdate`, { ids: [below], driverId: a.driverId })).toMatchObject({ code: 200 });
    const { data: now } = await app.post(`${api}/detail`, { id: below }, user.token);
    expect(await app.post(`${api}/update`, { ...now, remarkNo: '可改' }, user.token)).toMatchObject({ code: 200 });
  });

  it('hides everything from another company, whatever is asked', async () => {
    const id = await a.addVehicle('沪A30001');
    expect((await b.post(`${api}/page`, { plateNo: '沪A30001' })).data.total).toBe(0);
    expect(await b.post(`${api}/detail`, { id })).toMatchObject({ code: 4004, msg: '车辆不存在或无权查看' });
    expect(
      await b.post(`${api}/update`, {
        id,
        version: 1,
        plateNo: '沪A30001',
        vehicleColor: 0,
        orgId: b.orgId,
        vehicleCq: 0,
        vehicleType: '厢式',
      }),
    ).toMatchObject({ code: 4004 });
    expect(await b.post(`${api}/status`, { ids: [id], vehicleStatus: 2 })).toMatchObject({ code: 4004 });
    expect(await b.post(`${api}/bindDevice`, { vehicleId: id, deviceId: b.deviceIds[0] })).toMatchObject({
      code: 4004,
    });
    expect(await b.post(`${api}/probe/save`, { vehicleId: id, version: 1, probes: [] })).toMatchObject({ code: 4004 });
    expect(await b.post(`${api}/changeHis`, { id })).toMatchObject({ code: 4004 });
    expect((await b.post(`${api}/tree`, { keyword: '沪A30001' })).data).toEqual([]);
  });

  it('shows a shared vehicle with its owner, to look at only', async () => {
    const id = await a.addVehicle('沪A40001', { driverId: a.driverId, fleetId: a.fleetId });
    await app.database.systemDb
      .insertInto('vehicle_access')
      .values({ client_id: b.clientId, vehicle_id: id, source: 'share', valid_from: new Date(Date.now() - 1000) })
      .execute();
    const { data } = await b.post(`${api}/page`, { plateNo: '沪A40001' });
    expect(data.list).toMatchObject([{ id, sharedFrom: '甲公司', fleetName: '', driverName: '' }]);
    expect(await b.post(`${api}/status`, { ids: [id], vehicleStatus: 2 })).toMatchObject({
      code: 4003,
      msg: '车辆沪A40001由其他公司共享，只能查看',
    });
    expect(await b.post(`${api}/probe/save`, { vehicleId: id, version: 1, probes: [] })).toMatchObject({ code: 4003 });
    expect((await b.post(`${api}/tree`, {})).data.map((f: { name: string }) => f.name)).toContain('共享给我的车辆');
    await expect(b.addVehicle('沪A40001')).resolves.toMatch(/^\d+$/u);
  });
});

describe('live values, probes, tree', () => {
  it('says the state of the terminal in one word', async () => {
    const id = await a.addVehicle('沪A50001', { deviceId: a.deviceIds[0] });
    const status = async (): Promise<number> =>
      (await a.post(`${api}/page`, { plateNo: '沪A50001' })).data.list[0].deviceStatus;
    expect(await status()).toBe(3);
    const cases: Array<[Record<string, unknown>, number]> = [
      [{}, 1],
      [{ alarmBits: 1 << 8 }, 2],
      [{ state: 4 }, 3],
      [{ state: 5 }, 4],
      [{ alarmBits: 1 << 7 }, 5],
      [{ battPct: 10 }, 5],
      [{ state: 5, alarmBits: 1 << 8 }, 2],
    ];
    for (const [more, expected] of cases) {
      await live(id, more);
      expect([more, await status()]).toEqual([more, expected]);
    }
  });

  it('keeps probes with limits, refuses wrong ones at their place, and notes the change', async () => {
    const id = await a.addVehicle('沪A50002');
    await live(id, {});
    const first = await a.post(`${api}/probe/get`, { vehicleId: id });
    expect(first.data).toMatchObject({
      version: 1,
      probes: [],
      readings: [
        { kind: 'tem', channel: 1, value: -18.2 },
        { kind: 'tem', value: null },
        { kind: 'door', open: false },
        { kind: 'oil', value: 210.5 },
        { kind: 'chiller', channel: 1, open: true },
      ],
    });
    const tem = (channel: number, name: string, lower: number, upper: number) => ({
      kind: 'tem',
      channel,
      name,
      lower,
      upper,
    });
    const wrong = await a.post(`${api}/probe/save`, { vehicleId: id, version: 1, probes: [tem(1, '前', -18, -25)] });
    expect(wrong).toMatchObject({
      code: 4000,
      data: { errors: [{ field: 'probes.0.upper', msg: '上限须高于下限-18℃' }] },
    });
    const saved = await a.post(`${api}/probe/save`, {
      vehicleId: id,
      version: 1,
      probes: [tem(1, '前', -25, -18), { kind: 'door', channel: 1, name: '后门', alarm: false }],
    });
    expect(saved).toMatchObject({ code: 200, data: { version: 2 } });
    expect(await a.post(`${api}/probe/save`, { vehicleId: id, version: 1, probes: [] })).toMatchObject(changedByOther);
    const { data } = await a.post(`${api}/detail`, { id });
    expect(data).toMatchObject({
      probeCount: 2,
      temCount: 1,
      doorCount: 1,
      probes: [
        { kind: 'tem', name: '前', lower: -25, upper: -18 },
        { kind: 'door', alarm: false },
      ],
      live: { todayMileageKm: 12.3, speedKmh: 60 },
    });
    const his = await a.post(`${api}/changeHis`, { id });
    expect(his.data.list[0]).toMatchObject({
      action: '探头设置',
      changes: [
        { label: '温度1', after: '前 −25~−18℃' },
        { label: '车门1', after: '后门 不报警' },
      ],
    });
  });

  it('keeps other wires and where probes sit, and counts reefers and cameras with them', async () => {
    const id = await a.addVehicle('沪A50022');
    const save = (probes: unknown[], version = 1) => a.post(`${api}/probe/save`, { vehicleId: id, version, probes });
    const tem = {
      kind: 'tem',
      channel: 1,
      name: '前',
      posX: 0.3,
      posY: 0.8,
      certDate: '2026-03-01',
      certEnd: '2027-03-01',
    };
    const co2 = { kind: 'co2', channel: 1, name: '厢内', upper: 5000 };
    expect((await save([{ ...tem, certEnd: '2026-02-01' }])).data.errors).toMatchObject([
      { field: 'probes.0.certEnd', msg: '有效期须晚于校准日期' },
    ]);
    expect((await save([{ ...co2, upper: 60_000 }])).data.errors[0].msg).toBe('应在0~50000ppm之间');
    expect((await save([{ ...tem, posX: 1.2 }])).data.errors[0].msg).toBe('位置应在货箱内');
    const chiller = { kind: 'chiller', channel: 1, name: '主冷机' };
    const camera = { kind: 'camera', channel: 2, name: '前方', cameraType: 'ADAS' };
    expect((await save([tem, co2, chiller, camera])).data.version).toBe(2);
    expect((await a.post(`${api}/detail`, { id })).data).toMatchObject({
      refrigeratorCount: 1,
      cameraCount: 1,
      probes: [tem, co2, chiller, camera],
    });
    expect((await a.post(`${api}/changeHis`, { id })).data.list[0].changes).toContainEqual(
      expect.objectContaining({ label: '温度1', after: '前 有效期至2027-03-01 位置30%/80%' }),
    );
  });

  it('keeps the camera of a door and the sources of a reefer, with the version and in its history', async () => {
    const id = await a.addVehicle('沪A50023');
    const save = (probes: unknown[], version = 1) => a.post(`${api}/probe/save`, { vehicleId: id, version, probes });
    const door = { kind: 'door', channel: 1, name: '后门', snapChannel: 2 };
    const camera = { kind: 'camera', channel: 2, name: '货箱' };
    const chiller = { kind: 'chiller', channel: 1, name: '主冷机', onSource: '开关量', setSource: '冷机协议' };
    const fault = async (probes: unknown[]) => (await save(probes)).data.errors;
    expect(await fault([door])).toEqual([{ field: 'probes.0.snapChannel', msg: '请先启用摄像头通道2' }]);
    expect(await fault([{ ...camera, snapChannel: 2 }])).toMatchObject([{ msg: '摄像头没有抓拍通道' }]);
    expect(await fault([{ ...door, snapChannel: null, onSource: '开关量' }])).toMatchObject([
      { field: 'probes.0.onSource', msg: '车门没有冷机信号来源' },
    ]);
    expect(await fault([chiller])).toEqual([
      { field: 'probes.0.chillerProtocol', msg: '信号取自冷机协议时须填写协议' },
    ]);
    expect(await fault([{ ...chiller, onSource: '猜的' }])).toMatchObject([{ msg: '运行信号来源不正确' }]);
    const unit = { ...chiller, chillerProtocol: '开利' };
    expect((await save([door, unit, camera])).data.version).toBe(2);
    // a caller from before these were kept leaves them as they are
    const plain = { kind: 'chiller', channel: 1, name: '冷机甲' };
    expect((await save([{ kind: 'door', channel: 1, name: '后门' }, plain, camera], 2)).data.version).toBe(3);
    expect((await a.post(`${api}/detail`, { id })).data.probes).toMatchObject([
      door,
      { ...unit, name: '冷机甲' },
      camera,
    ]);
    const [, first] = (await a.post(`${api}/probe/history`, { vehicleId: id })).data;
    expect(first.lines).toEqual([
      '车门1 后门 抓拍通道2',
      '冷机1 主冷机 运行信号:开关量 设定温度:冷机协议(开利)',
      '摄像头2 货箱',
    ]);
  });

  it('tells which mapped wires said nothing for a day, although the live state keeps their last value', async () => {
    const id = await a.addVehicle('沪A50024');
    const now = Date.now();
    const wires = [
      { kind: 'tem', channel: 1, name: '前' },
      { kind: 'tem', channel: 2, name: '后' },
      { kind: 'oil', channel: 1, name: '油箱' },
      { kind: 'chiller', channel: 1, name: '冷机' },
    ];
    expect(await a.post(`${api}/probe/save`, { vehicleId: id, version: 1, probes: wires })).toMatchObject({
      code: 200,
    });
    const store = (hoursAgo: number, temps: string, extra: string | null) =>
      sql`insert into position (device_id, device_time, receive_time, client_id, vehicle_id, lng, lat, altitude_m, speed_kmh, direction_deg, flags, alarm_bits,
          status_bits, temp_c, extra)
        values (${a.deviceIds[2] ?? '2'}, now() - make_interval(mins => ${Math.round(hoursAgo * 60)}), now(), ${a.clientId}, ${id}, 121, 31, 0, 50, 0, 3, 0, 3,
          ${temps}::real[], ${extra}::jsonb)`.execute(app.database.systemDb);
    await store(25, '{-18.2,-17}', null);
    // the second one spoke hours ago, the reefer just now; the tank a day and more ago
    await store(10, '{null,-17}', null);
    await store(0.2, '{null,null}', '{"reeferOn": true}');
    await live(id, { deviceTime: now - 12 * 60_000, tempC: [-18.2, -17], fuelL: [200], doorOpen: [] });
    const silent = async () => (await a.post(`${api}/detail`, { id })).data.silent;
    expect(await silent()).toEqual([
      { kind: 'tem', channel: 1 },
      { kind: 'oil', channel: 1 },
    ]);
    expect((await a.post(`${api}/probe/get`, { vehicleId: id })).data.readings).toMatchObject([
      { kind: 'tem', channel: 1, value: -18.2, silent: true },
      { kind: 'tem', channel: 2, silent: false },
      { kind: 'oil', silent: true },
      { kind: 'chiller', silent: false },
    ]);
    // a vehicle that said nothing at all for a day
    await live(id, { deviceTime: now - 25 * 3_600_000, tempC: [null, -17], fuelL: [], doorOpen: [], reeferOn: null });
    expect(await silent()).toEqual([{ kind: 'tem', channel: 2 }]);
  });

  it('builds the tree of fleets with counts, finds by terminal and by equipment', async () => {
    const id = await a.addVehicle('沪A50003', { fleetId: a.fleetId, deviceId: a.deviceIds[1], temCount: 2 });
    await live(id, { state: 3 });
    const terminal = await app.database.systemDb
      .selectFrom('device')
      .select('terminal_no')
      .where('id', '=', a.deviceIds[1] ?? '')
      .executeTakeFirstOrThrow();
    const found = await a.post(`${api}/tree`, { keyword: terminal.terminal_no });
    expect(found.data).toMatchObject([
      {
        name: '冷链一队',
        type: 'fleet',
        online: 1,
        total: 1,
        children: [{ id, name: '沪A50003', state: 3, terminalNo: terminal.terminal_no }],
      },
    ]);
    const equipped = await a.post(`${api}/tree`, { equip: ['tem'] });
    const names = equipped.data.flatMap((f: { children: Array<{ name: string }> }) => f.children.map((c) => c.name));
    expect(names.sort()).toEqual(['沪A50002', '沪A50003', '沪A50022', '沪A50024']);
  });

  it('copies probes to vehicles of the same kind, and says of the others why not', async () => {
    const [from, to, flat] = [
      await a.addVehicle('沪A50011'),
      await a.addVehicle('沪A50012', { orgId: a.subOrgId }),
      await a.addVehicle('沪A50013', { vehicleType: '平板' }),
    ];
    const copy = (vehicleId: string, ids: string[], token = a.token) =>
      app.post(`${api}/probe/copy`, { vehicleId, ids }, token);
    expect(await copy(to, [from])).toMatchObject({
      code: 4011,
      msg: '车辆沪A50012还没有配置探头，没有可复制的内容',
    });
    const probes = [
      { kind: 'tem', channel: 1, name: '前', zone: '冷冻', lower: -25, upper: -18, alarm: true, sn: null },
    ];
    const paper = { sn: 'TP-1', certNo: 'JZ26-1', certEnd: '2027-01-31' };
    await a.post(`${api}/probe/save`, { vehicleId: from, version: 1, probes: [{ ...probes[0], ...paper }] });
    expect((await a.post(`${api}/detail`, { id: from })).data.probes).toMatchObject([paper]);
    expect((await copy(from, [to, flat, from])).data).toEqual(
      [
        { id: to, name: '沪A50012', ok: true, msg: '' },
        { id: flat, name: '沪A50013', ok: false, msg: '车辆类型不同：沪A50011是厢式，沪A50013是平板' },
        { id: from, name: '沪A50011', ok: false, msg: '就是要复制的车辆' },
      ].sort((x, y) => Number(x.id) - Number(y.id)),
    );
    expect((await a.post(`${api}/probe/get`, { vehicleId: to })).data).toMatchObject({ version: 2, probes });
    const [line] = (await a.post(`${api}/changeHis`, { id: to })).data.list;
    expect(line).toMatchObject({ action: '复制沪A50011的探头设置', changes: [{ after: '前(冷冻) −25~−18℃' }] });
    const below = await a.user({ menus: ['vehicle'], buttons: ['vehicle/probeCopy'], orgId: a.subOrgId });
    expect(await copy(from, [to], below.token)).toMatchObject({ code: 4004 });
    expect((await copy(to, [from], below.token)).data).toMatchObject([{ ok: false, msg: '车辆不存在或无权查看' }]);
  });
});

it('the correction of mileages has a right of its own, in the form and in a new vehicle', async () => {
  const clerk = await a.user({ menus: ['vehicle'], buttons: ['vehicle/add', 'vehicle/edit'] });
  const id = await a.addVehicle('沪M10001', { mileageCoefficient: 1.05 });
  const save = async (mileageCoefficient: number, token: string) => {
    const { data } = await app.post(`${api}/detail`, { id }, token);
    return app.post(`${api}/update`, { ...data, mileageCoefficient, remark: `改为${mileageCoefficient}` }, token);
  };
  const refusal = { errors: [{ field: 'mileageCoefficient', msg: '没有“修正里程”权限，不能更改里程修正系数' }] };
  expect(await save(1.1, clerk.token)).toMatchObject({ code: 4000, data: refusal });
  expect(await save(1.05, clerk.token)).toMatchObject({ code: 200 });
  expect(await save(1.1, a.token)).toMatchObject({ code: 200 });
  const added = { plateNo: '沪M10002', vehicleColor: 0, orgId: a.orgId, vehicleCq: 0, vehicleType: '厢式' };
  expect(await app.post(`${api}/add`, { ...added, mileageCoefficient: 0.9 }, clerk.token)).toMatchObject({
    code: 4000,
    data: refusal,
  });
  expect(await app.post(`${api}/add`, added, clerk.token)).toMatchObject({ code: 200 });
});
