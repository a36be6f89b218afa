import { type DeviceRow, firmwareSource } from '@tongda/contract/resources/device/calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { sheetOf, uploadSheet } from '../../../../test/sheet-kit';
import { type TestApp, testApp } from '../../../../test/test-app';

let app: TestApp;
let a: FleetFixture;
let b: FleetFixture;
const api = '/api/base/manage/device';
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '终端公司');
  b = await fleetFixture(app, '别家终端');
});
afterAll(() => app.close());

let serial = 0;
const add = async (more: Record<string, unknown> = {}): Promise<{ id: string; terminalNo: string }> => {
  const terminalNo = `0${15_000_000_000 + ++serial}`;
  const answer = await a.post(`${api}/create`, { terminalNo, ...more });
  if (answer.code !== 200) throw new Error(JSON.stringify(answer));
  return { id: answer.data.id, terminalNo };
};
/** Wire time of the company's zone, hours before now. */
const ago = (hours: number): string =>
  new Date(Date.now() + (8 - hours) * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

const store = (deviceId: string, hoursAgo: number, vehicleId: string | null) =>
  sql`insert into position (device_id, device_time, receive_time, client_id, vehicle_id, lng, lat, altitude_m, speed_kmh, direction_deg, flags, alarm_bits, status_bits)
    values (${deviceId}, now() - make_interval(hours => ${hoursAgo}), now(), ${a.clientId}, ${vehicleId}, 121, 31, 0, 50, 0, 3, 0, 3)`.execute(
    app.database.systemDb,
  );
const owners = async (deviceId: string): Promise<Array<string | null>> =>
  (
    await sql<{
      vehicle_id: string | null;
    }>`select vehicle_id::text from position where device_id = ${deviceId} order by device_time`.execute(
      app.database.systemDb,
    )
  ).rows.map((r) => r.vehicle_id);

describe('periods of a terminal in a vehicle', () => {
  it('entered afterwards give the stored points to the vehicle of their time', async () => {
    const device = await add();
    const [one, two] = [await a.addVehicle('沪T00001'), await a.addVehicle('沪T00002')];
    for (const hours of [30, 20, 10]) await store(device.id, hours, null);
    const first = await a.post(`${api}/bindPeriod`, {
      deviceId: device.id,
      vehicleId: one,
      startTime: ago(40),
      endTime: ago(15),
    });
    expect(first).toMatchObject({ code: 200, data: { moved: 2 } });
    expect(await owners(device.id)).toEqual([one, one, null]);
    await a.post(`${api}/bindPeriod`, { deviceId: device.id, vehicleId: two, startTime: ago(15) });
    expect(await owners(device.id)).toEqual([one, one, two]);
    // the terminal had changed vehicles earlier than was noted
    const changed = await a.post(`${api}/bindPeriod`, {
      bindingId: first.data.id,
      deviceId: device.id,
      vehicleId: one,
      startTime: ago(40),
      endTime: ago(25),
    });
    expect(changed).toMatchObject({ code: 200, data: { moved: 1 } });
    expect(await owners(device.id)).toEqual([one, null, two]);
    const dirty = await sql<{ vehicle_id: string }>`select distinct vehicle_id::text from dirty_day order by 1`.execute(
      app.database.systemDb,
    );
    expect(dirty.rows.map((r) => r.vehicle_id)).toEqual(expect.arrayContaining([one, two]));
    expect((await a.post(`${api}/detail`, { id: device.id })).data.bindings).toMatchObject([
      { plateNo: '沪T00002', endTime: null },
      { plateNo: '沪T00001', endTime: expect.any(String) },
    ]);
  });

  it('that overlap are refused with the name and time of what is in the way', async () => {
    const [device, other] = [await add(), await add()];
    const [one, two] = [await a.addVehicle('沪T10001'), await a.addVehicle('沪T10002')];
    const start = ago(10);
    await a.post(`${api}/bindPeriod`, { deviceId: device.id, vehicleId: one, startTime: start, endTime: ago(5) });
    const refused = async (body: Record<string, unknown>) => (await a.post(`${api}/bindPeriod`, body)).data.errors;
    const when = `${start.slice(0, 16)}~${ago(5).slice(0, 16)}`;
    expect(await refused({ deviceId: device.id, vehicleId: two, startTime: ago(6), endTime: ago(1) })).toEqual([
      { field: 'startTime', msg: `终端${device.terminalNo}在${when}绑定车辆沪T10001，时间重叠` },
    ]);
    expect(await refused({ deviceId: other.id, vehicleId: one, startTime: ago(20) })).toEqual([
      { field: 'vehicleId', msg: `车辆沪T10001在${when}绑定终端${device.terminalNo}，时间重叠` },
    ]);
    expect(await refused({ deviceId: other.id, vehicleId: two, startTime: ago(1), endTime: ago(2) })).toEqual([
      { field: 'endTime', msg: '结束时间须晚于开始时间' },
    ]);
    expect(await refused({ deviceId: other.id, vehicleId: two, startTime: ago(-2) })).toEqual([
      { field: 'startTime', msg: '时间不能晚于当前时间' },
    ]);
    const foreign = await b.addVehicle('沪T10003');
    expect(await refused({ deviceId: other.id, vehicleId: foreign, startTime: ago(1) })).toEqual([
      { field: 'vehicleId', msg: '所选车辆不存在或无权查看' },
    ]);
    expect(
      await b.post(`${api}/bindPeriod`, { deviceId: device.id, vehicleId: foreign, startTime: ago(1) }),
    ).toMatchObject({ code: 4004 });
  });

  it('dated back on the vehicle page move the points too', async () => {
    const device = await add();
    const vehicleId = await a.addVehicle('沪T20001');
    await store(device.id, 3, null);
    await a.post('/api/base/manage/vehicle/bindDevice', { vehicleId, deviceId: device.id, time: ago(5) });
    expect(await owners(device.id)).toEqual([vehicleId]);
    await a.post('/api/base/manage/vehicle/unbindDevice', { vehicleId, time: ago(4) });
    expect(await owners(device.id)).toEqual([null]);
  });
});

describe('the stock', () => {
  it('knows numbers once, takes no new number for an old terminal, and frees numbers of deleted ones', async () => {
    const { id, terminalNo } = await add({ iccid: '89860114400270041001' });
    expect((await b.post(`${api}/create`, { terminalNo })).data.errors).toEqual([
      { field: 'terminalNo', msg: '终端编号已被登记，请核对编号或联系服务商' },
    ]);
    expect(
      (await a.post(`${api}/create`, { terminalNo: '15900000001', iccid: '89860114400270041001' })).data.errors,
    ).toEqual([{ field: 'iccid', msg: 'ICCID已被其他终端使用' }]);
    expect((await a.post(`${api}/update`, { id, version: 1, terminalNo: '15900000002' })).data.errors).toEqual([
      { field: 'terminalNo', msg: '终端编号不能修改，请登记新终端' },
    ]);
    expect(await a.post(`${api}/update`, { id, version: 1, terminalNo, simFlowMb: 800 })).toMatchObject({ code: 200 });
    expect(await a.post(`${api}/update`, { id, version: 1, terminalNo })).toMatchObject(changedByOther);
    expect(await a.post(`${api}/del`, { ids: [id] })).toMatchObject({ code: 200 });
    expect(await b.post(`${api}/create`, { terminalNo })).toMatchObject({ code: 200 });
  });

  it('keeps bound terminals', async () => {
    const { id, terminalNo } = await add();
    await a.addVehicle('沪T30001', { deviceId: id });
    expect(await a.post(`${api}/del`, { ids: [id] })).toMatchObject({
      code: 4011,
      msg: `终端${terminalNo}已绑定车辆沪T30001，请先解绑`,
    });
    expect((await a.post(`${api}/page`, { bound: 1, plateNo: '沪T30001' })).data.list).toMatchObject([{ id }]);
  });

  it('adds service after the last paid day, each renewal a period of its own', async () => {
    const { id } = await add();
    expect(await a.post(`${api}/renew`, { ids: [id], months: 12 })).toMatchObject({ code: 200 });
    const first = (await a.post(`${api}/detail`, { id })).data;
    expect(await a.post(`${api}/renew`, { ids: [id], months: 6, remark: '合同续签' })).toMatchObject({ code: 200 });
    const { services, serviceEnd } = (await a.post(`${api}/detail`, { id })).data;
    expect(services).toMatchObject([{ remark: '合同续签', endDate: serviceEnd }, { remark: '续期12个月' }]);
    expect(services[0].startDate > first.serviceEnd).toBe(true);
  });

  it('comes from spreadsheets, and speaks as its model says', async () => {
    const reefer = { name: 'T9-R', manufacturer: '星途', protocol: 'JT808-2019', itemProfile: 'gps51-reefer' };
    await a.post('/api/base/manage/deviceModel/add', reefer);
    const { terminalNo: known } = await add();
    const bytes = await sheetOf(
      ['终端编号', 'SIM卡号', '月流量(MB)', '使用方式', '设备型号'],
      [
        ['015800000001', '14400270041', 500, '租赁', 'T9-R'],
        ['abc', null, null, null, null],
        [known, null, null, null, 'T9-R'],
      ],
    );
    const speaks = async (terminalNo: string) =>
      app.database.systemDb
        .selectFrom('device')
        .select(['model', 'protocol', 'item_profile'])
        .where('terminal_no', '=', terminalNo)
        .where('client_id', '=', a.clientId)
        .executeTakeFirst();
    const before = await speaks(known);
    const check = await uploadSheet(app, `${api}/importCheck`, bytes, a.token);
    expect(check.data.errors).toMatchObject([{ row: 3, column: 'A' }]);
    const { data } = await uploadSheet(app, `${api}/import`, bytes, a.token, { commit: 'valid' });
    expect((await a.post(`${api}/page`, { terminalNo: '015800000001' })).data.list).toMatchObject([
      { simNo: '14400270041', simFlowMb: 500, usageMode: 2 },
    ]);
    const asModel = { model: 'T9-R', protocol: 'JT808-2019', item_profile: 'gps51-reefer' };
    expect(await speaks('015800000001')).toEqual(asModel);
    expect(await speaks(known)).toEqual(asModel);
    expect(await a.post(`${api}/importUndo`, { id: data.runId })).toMatchObject({ code: 200 });
    expect(await speaks(known)).toEqual(before);
    expect(await b.post(`${api}/create`, { terminalNo: '015800000001' })).toMatchObject({ code: 200 });
  });
});

describe('models', () => {
  const models = '/api/base/manage/deviceModel';
  it('say how their terminals speak, carry changes to them, and go only when nothing is of them', async () => {
    const model = { name: 'T10-R', manufacturer: '星途电子', protocol: 'JT808-2019', itemProfile: 'gps51-reefer' };
    const { data } = await a.post(`${models}/add`, model);
    expect((await a.post(`${models}/add`, model)).data.errors).toEqual([{ field: 'name', msg: '型号已存在' }]);
    expect((await a.post(`${models}/add`, { ...model, name: 'X', itemProfile: 'telex' })).data.errors).toEqual([
      { field: 'itemProfile', msg: '请选择扩展数据' },
    ]);
    const device = await add({ modelId: data.id });
    expect((await a.post(`${models}/page`, { keyword: 't10' })).data.list).toMatchObject([
      { name: 'T10-R', kind: 'terminal', deviceCount: 1, version: 1 },
    ]);
    const change = { ...model, id: data.id, name: 'T10-RX', itemProfile: 'gps51-co2' };
    expect(await a.post(`${models}/update`, { ...change, version: 1 })).toMatchObject({ code: 200 });
    expect(await a.post(`${models}/update`, { ...change, version: 1 })).toMatchObject(changedByOther);
    expect((await a.post(`${models}/update`, { ...change, kind: 'lock', version: 2 })).data.errors).toEqual([
      { field: 'kind', msg: '型号T10-RX正被1台设备使用，类别不能修改' },
    ]);
    expect((await a.post(`${api}/detail`, { id: device.id })).data).toMatchObject({
      model: 'T10-RX',
      itemProfile: '通用扩展 + 二氧化碳',
      protocol: 'JT808-2019',
    });
    expect(await a.post(`${models}/del`, { ids: [data.id] })).toMatchObject({
      code: 4011,
      msg: '型号T10-RX正被1台设备使用，不能删除',
    });
    await a.post(`${api}/del`, { ids: [device.id] });
    expect(await b.post(`${models}/del`, { ids: [data.id] })).toMatchObject({ code: 4004 });
    expect((await a.post(`${models}/del`, { ids: [data.id] })).data).toMatchObject([{ ok: true }]);
  });

  it('say how their terminals depart from the standard, and a terminal knows better', async () => {
    const said = { name: 'T11', bodyEdition: '2013', clockMin: 0, alarmBits: ' 15=-，16=8 ', uploadIntervalS: 30 };
    const { data } = await a.post(`${models}/add`, said);
    expect((await a.post(`${models}/page`, { keyword: 'T11' })).data.list).toMatchObject([
      { bodyEdition: '2013', clockMin: 0, alarmBits: '15=-,16=8', coordinates: null, uploadIntervalS: 30 },
    ]);
    const device = await add({ modelId: data.id });
    const set = `${api}/setSettings`;
    const wrong = { alarmBits: '32=1', temWires: '9', uploadIntervalS: 1, clockMin: 7 };
    expect((await a.post(set, { id: device.id, version: 1, ...wrong })).data.errors).toEqual([
      { field: 'clockMin', msg: '请选择时区' },
      { field: 'alarmBits', msg: '应为 终端位=标准位（0~31），逗号分隔，如 15=-,16=8；-为忽略' },
      { field: 'temWires', msg: '应为逗号分隔的终端路数（0~8），如 2,1；0为无' },
      { field: 'uploadIntervalS', msg: expect.stringContaining('5') },
    ]);
    expect((await a.post(set, { id: device.id, version: 1, alarmBits: '1=2,1=3' })).data.errors).toEqual([
      { field: 'alarmBits', msg: '同一终端位只能出现一次' },
    ]);
    expect(await b.post(set, { id: device.id, version: 1 })).toMatchObject({ code: 4004 });
    const own = { clockMin: 480, checksum: 'lenient', temWires: '2,1' };
    expect(await a.post(set, { id: device.id, version: 1, ...own })).toMatchObject({ code: 200 });
    expect(await a.post(set, { id: device.id, version: 1, ...own })).toMatchObject(changedByOther);
    const { settings } = (await a.post(`${api}/detail`, { id: device.id })).data;
    expect(settings).toMatchObject({
      own: { ...own, bodyEdition: null, alarmBits: null },
      model: { bodyEdition: '2013', clockMin: 0, alarmBits: '15=-,16=8' },
      intervalS: null,
    });
    const [last] = (await a.post(`${api}/changeHis`, { id: device.id })).data.list;
    expect(last.changes).toContainEqual({ field: 'clockMin', label: '终端时区', before: '', after: 'UTC+8' });
    await a.post(`${api}/del`, { ids: [device.id] });
  });
});

describe('the state of terminals in the list', () => {
  it('names deviceStatus, how long a terminal is offline, and what its vehicle has; both can be filtered', async () => {
    const states = [
      // state, alarm bits, hours since the last packet → deviceStatus, words
      ['正常', 1, 0, 0, 1, ''],
      ['断电', 1, 256, 0, 2, ''],
      ['离线', 4, 0, 76, 3, '3天4时'],
      ['低压', 1, 128, 0, 5, ''],
    ] as const;
    const ids = new Map<string, string>();
    for (const [name, state, bits, hours] of states) {
      const device = await add();
      const vehicleId = await a.addVehicle(`沪S0000${ids.size + 1}`);
      await a.post(`${api}/bindPeriod`, { deviceId: device.id, vehicleId, startTime: ago(100) });
      await sql`insert into device_state (vehicle_id, client_id, device_id, last_packet_at, fix_time, live, stream)
        values (${vehicleId}, ${a.clientId}, ${device.id}, now() - make_interval(hours => ${hours}), now(),
          ${JSON.stringify({ state, alarmBits: bits })}::jsonb, '{}')`.execute(app.database.systemDb);
      await sql`update vehicle set video_monitoring = 1, tem_count = 2 where id = ${vehicleId}`.execute(
        app.database.systemDb,
      );
      ids.set(name, device.terminalNo);
    }
    const page = async (more: object) => (await a.post(`${api}/page`, { size: 200, ...more })).data.list as DeviceRow[];
    const rows = await page({});
    for (const [name, , , , deviceStatus, offlineFor] of states)
      expect(
        rows.find(({ terminalNo }) => terminalNo === ids.get(name)),
        name,
      ).toMatchObject({
        ...{ deviceStatus, offlineFor, videoMonitoring: 1, temCount: 2 },
      });
    const named = async (more: object) => (await page(more)).map(({ terminalNo }) => terminalNo);
    expect(await named({ deviceStatus: 2 })).toEqual([ids.get('断电')]);
    expect(await named({ offlineOver: 4320 })).toContain(ids.get('离线'));
    expect(await named({ offlineOver: 10_080 })).not.toContain(ids.get('离线'));
    expect(await named({ videoMonitoring: 1 })).toHaveLength(4);
    // faults stand before what works, the stock last
    const order = rows.map((row) => (row.vehicleId === null ? 2 : row.deviceStatus === 1 ? 1 : 0));
    expect(order).toEqual([...order].sort((x, y) => x - y));
  });

  it('names what hangs on a terminal, its voltage and its data flow; the list is narrowed to those that have all that is ticked', async () => {
    const made: string[] = [];
    for (const [i, tem] of [2, 2, 0].entries()) {
      const device = await add();
      const vehicleId = await a.addVehicle(`沪P0000${i + 1}`);
      await a.post(`${api}/bindPeriod`, { deviceId: device.id, vehicleId, startTime: ago(100) });
      await sql`update vehicle set tem_count = ${tem}, refrigerator_count = 1 where id = ${vehicleId}`.execute(
        app.database.systemDb,
      );
      await sql`insert into device_state (vehicle_id, client_id, device_id, last_packet_at, device_time, live, stream)
        values (${vehicleId}, ${a.clientId}, ${device.id}, now(), now(), ${JSON.stringify({
          ...{
            state: 1,
            alarmBits: 0,
            acc: true,
            located: true,
            deviceTime: Date.now(),
            speedKmh: 61,
            extVoltageV: 27.4,
          },
          ...{
            battPct: null,
            signal: 24,
            satellites: 11,
            tempC: [-18.2, -9.5],
            humPct: [],
            fuelL: [120.5],
            doorOpen: [false, false, true, false],
          },
          reeferOn: true,
        })}::jsonb, '{}')`.execute(app.database.systemDb);
      if (i === 0) {
        const flow = (bytes: number, day: ReturnType<typeof sql>) =>
          sql`insert into device_traffic (client_id, device_id, day, bytes) values (${a.clientId}, ${device.id}, ${day}, ${bytes})`.execute(
            app.database.systemDb,
          );
        const today = sql`(now() at time zone 'Asia/Shanghai')::date`;
        await flow(3_355_443, today);
        await flow(9_000_000_000, sql`${today} - 40`);
        await sql`insert into bluetooth_lock (client_id, lock_no, vehicle_id, lock_status) values (${a.clientId}, 'BL-1', ${vehicleId}, 1)`.execute(
          app.database.systemDb,
        );
        await sql`insert into probe (client_id, vehicle_id, kind, channel, name, lower_limit, upper_limit) values
          (${a.clientId}, ${vehicleId}, 'tem', 1, '前', -25, -18), (${a.clientId}, ${vehicleId}, 'tem', 2, '后', -25, -12),
          (${a.clientId}, ${vehicleId}, 'door', 1, '后门', null, null),
          (${a.clientId}, ${vehicleId}, 'co2', 1, '厢内', null, null)`.execute(app.database.systemDb);
      }
      made.push(device.id);
    }
    const [full, plain, none] = made;
    const page = async (more: object) => (await a.post(`${api}/page`, { size: 200, ...more })).data.list as DeviceRow[];
    const find = async (id: string | undefined) => (await page({})).find((row) => row.id === id);
    expect(await find(full)).toMatchObject({
      extVoltageV: 27.4,
      dataFlow: '3.2 M',
      lockCount: 1,
      refrigeratorCount: 1,
    });
    expect(await find(plain)).toMatchObject({ dataFlow: '', lockCount: 0 });
    const among = async (equip: number[]) =>
      (await page({ equip }))
        .map(({ id }) => id)
        .filter((id) => made.includes(id))
        .sort();
    expect(await among([1])).toEqual([full, plain].sort());
    expect(await among([1, 5])).toEqual([full]);
    expect(await among([6])).toEqual([full]);
    expect(await among([3])).not.toContain(none);
    expect((await page({ sort: 'dataFlow desc' }))[0]?.id).toBe(full);
    const { data } = await a.post(`${api}/detail`, { id: full });
    expect(data).toMatchObject({ monthFlow: '3.2 M', live: { extVoltageV: 27.4, signal: 24, satellites: 11 } });
    expect(data.live.readings).toEqual([
      { kind: 'tem', channel: 1, name: '前', value: -18.2, on: null, over: false },
      { kind: 'tem', channel: 2, name: '后', value: -9.5, on: null, over: true },
      { kind: 'co2', channel: 1, name: '厢内', value: null, on: null, over: false },
      { kind: 'oil', channel: 1, name: '', value: 120.5, on: null, over: false },
      { kind: 'door', channel: 1, name: '后门', value: null, on: false, over: false },
      { kind: 'door', channel: 3, name: '', value: null, on: true, over: false },
      { kind: 'chiller', channel: 1, name: '', value: null, on: true, over: false },
    ]);
  });

  it('shows the last twenty reports that the terminal sent from its vehicle, newest first', async () => {
    const device = await add();
    const vehicleId = await a.addVehicle('沪P00009');
    await a.post(`${api}/bindPeriod`, { deviceId: device.id, vehicleId, startTime: ago(100) });
    expect((await a.post(`${api}/packets`, { id: device.id })).data).toEqual([]);
    for (let minutes = 25; minutes > 0; minutes--)
      await sql`insert into position (device_id, device_time, receive_time, client_id, vehicle_id, lng, lat, altitude_m, speed_kmh, direction_deg, flags, alarm_bits, status_bits, temp_c, doors, extra)
        values (${device.id}, now() - make_interval(mins => ${minutes}), now() - make_interval(mins => ${minutes}, secs => -3), ${a.clientId}, ${vehicleId}, 121, 31, 0, ${minutes}, 0, 3, 256, 3,
          '{-18.5,null}', 6, '{"extVoltageV":27.4,"engineRpm":1450,"driverName":"张三","driverLicence":"310101199001011234"}')`.execute(
        app.database.systemDb,
      );
    await sql`insert into device_state (vehicle_id, client_id, device_id, last_packet_at, device_time, live, stream)
      values (${vehicleId}, ${a.clientId}, ${device.id}, now(), now(), '{"state":1,"alarmBits":0}', '{}')`.execute(
      app.database.systemDb,
    );
    const { data } = await a.post(`${api}/packets`, { id: device.id });
    expect(data.map(({ speedKmh }: { speedKmh: number }) => speedKmh)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1),
    );
    expect(data[0]).toMatchObject({
      ...{ delayS: 3, late: false, located: true, acc: true, extVoltageV: 27.4, tempC: [-18.5, null] },
      ...{ doorOpen: [true, false, null, null], alarms: ['主电源掉电'] },
    });
    // a licence has the number of the identity card, which lists never show whole
    expect(data[0].others.join('、')).toContain('张三');
    expect(data[0].others.join('、')).toMatch(/310\*+34/u);
    // the service ended: what came afterwards is not shown
    await sql`update vehicle set service_end = current_date - 3 where id = ${vehicleId}`.execute(app.database.systemDb);
    expect((await a.post(`${api}/packets`, { id: device.id })).data).toEqual([]);
    expect(await b.post(`${api}/packets`, { id: device.id })).toMatchObject({ code: 4004 });
  });
});

it('a version of firmware that is typed is no longer what the terminal told; one that stays is', async () => {
  const { id, terminalNo } = await add({ fwVersion: 'V1.0' });
  await sql`update device set fw_told_by = 'properties', fw_told_at = now() where id = ${id}`.execute(
    app.database.systemDb,
  );
  const told = async () => {
    const { rows } = await sql<{ by: string | null }>`select fw_told_by as by from device
      where id = ${id} and (fw_told_at is null) = (fw_told_by is null)`.execute(app.database.systemDb);
    return rows[0]?.by;
  };
  const save = async (fields: Record<string, unknown>) => {
    const { version } = (await a.post(`${api}/detail`, { id })).data;
    expect(await a.post(`${api}/update`, { id, version, terminalNo, ...fields })).toMatchObject({ code: 200 });
  };
  await save({ fwVersion: 'V1.0', remark: '备注' });
  expect(await told()).toBe('properties');
  await save({ fwVersion: 'V1.1' });
  expect(await told()).toBeNull();
});

it('a version of firmware that a workbook brings is typed too; a line that says the same one changes nothing', async () => {
  const [one, other] = [await add({ fwVersion: 'V1.0' }), await add({ fwVersion: 'V1.0' })];
  await sql`update device set fw_told_by = 'properties', fw_told_at = '2026-11-21 10:00+08' where id = any(${[one.id, other.id]}::bigint[])`.execute(
    app.database.systemDb,
  );
  const bytes = await sheetOf(
    ['终端编号', '固件版本'],
    [
      [one.terminalNo, 'V2.0'],
      [other.terminalNo, 'V1.0'],
    ],
  );
  expect(await uploadSheet(app, `${api}/import`, bytes, a.token, { commit: 'valid' })).toMatchObject({ code: 200 });
  const detail = async (id: string): Promise<DeviceRow> => (await a.post(`${api}/detail`, { id })).data;
  expect(await detail(one.id)).toMatchObject({ fwVersion: 'V2.0', fwToldBy: null, fwToldTime: null });
  expect(firmwareSource(await detail(one.id))).toBe('人工登记或升级任务写入');
  expect(await detail(other.id)).toMatchObject({ fwVersion: 'V1.0', fwToldBy: 'properties' });
  expect(firmwareSource(await detail(other.id))).toBe('终端属性应答 2026-11-21 10:00:00');
});
