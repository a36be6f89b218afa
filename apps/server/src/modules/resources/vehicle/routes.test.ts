import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';
import { wireTime } from '../../../core/http/answer/wire-time';

let app: TestApp;
let a: FleetFixture;
let b: FleetFixture;
const api = '/api/base/manage/vehicle';
const minutesAgo = (n: number): string => wireTime(Date.now() - n * 60_000, 'Asia/Shanghai');
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '甲公司');
  b = await fleetFixture(app, '乙公司');
});
afterAll(() => app.close());

const blank = { docNo: null, issuer: null, startDate: null, endDate: null, amountYuan: null, remindDays: 30 };
/** The papers of a form, blank but for `given`. */
function papers(given: Record<string, object>): Record<string, object> {
  const { docNo, issuer, startDate, endDate, amountYuan, remindDays } = blank;
  const common = { startDate, remindDays };
  const insurance = { issuer, amountYuan };
  const all: Record<string, object> = {
    licence: { ...common, docNo },
    transport: common,
    inspect: { ...common, docNo },
    compulsory: { ...common, docNo, ...insurance },
    commercial: { ...common, docNo, endDate, ...insurance },
    maintain: { ...common, docNo, endDate },
    gps: { ...common, docNo, endDate },
  };
  return Object.fromEntries(Object.entries(all).map(([kind, paper]) => [kind, { ...paper, ...given[kind] }]));
}

const change = async (id: string, more: Record<string, unknown>) => {
  const { data } = await a.post(`${api}/detail`, { id });
  return a.post(`${api}/update`, { ...data, ...more });
};

describe('papers', () => {
  it('are kept with the vehicle, noted in its history, and found when they end', async () => {
    const id = await a.addVehicle('沪B22001');
    const day = (days: number): string => wireTime(Date.now() + days * 86_400_000, 'Asia/Shanghai').slice(0, 10);
    const counts = async () => (await a.post(`${api}/counts`, { plateNo: '沪B22001' })).data;
    const row = async () => (await a.post(`${api}/page`, { page: 1, size: 15, plateNo: '沪B22001' })).data.list[0];
    expect(await counts()).toMatchObject({ soon: 0, expired: 0 });
    const given = {
      transport: { startDate: day(-300) },
      maintain: { docNo: 'W-1', startDate: day(-100), endDate: day(20), remindDays: 15 },
      gps: { endDate: day(400) },
    };
    expect(await change(id, { certificates: papers(given) })).toMatchObject({ code: 200 });
    expect(await counts()).toMatchObject({ soon: 1, expired: 0 });
    expect(await row()).toMatchObject({ otherPaper: 'maintain', otherPaperDate: day(20) });
    const his = await a.post(`${api}/changeHis`, { id });
    const changes = his.data.list.flatMap((line: { changes: unknown[] }) => line.changes);
    expect(changes).toContainEqual({
      field: 'certificates.maintain',
      label: '二级维护',
      before: '',
      after: `W-1 ${day(-100)}起 ${day(20)}止 提前15天提醒`,
    });
    // a form without papers leaves them as they are, and so does a spreadsheet
    expect(await change(id, { certificates: undefined, remark: '改' })).toMatchObject({ code: 200 });
    expect((await a.post(`${api}/detail`, { id })).data.certificates).toEqual(papers(given));
    expect(await change(id, { certificates: papers({ maintain: { endDate: day(-1) } }) })).toMatchObject({ code: 200 });
    expect(await counts()).toMatchObject({ soon: 0, expired: 1 });
  });

  it('begin before they end, whichever field holds the end', async () => {
    const id = await a.addVehicle('沪B22002');
    const refused = await change(id, {
      insureDate: '2026-01-01',
      certificates: papers({
        compulsory: { startDate: '2026-01-01' },
        commercial: { startDate: '2026-06-01', endDate: '2026-05-31' },
      }),
    });
    expect(refused.data.errors).toEqual([
      { field: 'certificates.compulsory.startDate', msg: '开始日期须早于到期日期' },
      { field: 'certificates.commercial.startDate', msg: '开始日期须早于到期日期' },
    ]);
  });
});

describe('adding', () => {
  it('keeps every field and answers it again, with names', async () => {
    const form = {
      plateNo: '沪a·d8f21',
      vehicleColor: 0,
      remarkNo: '冷藏01',
      orgId: a.orgId,
      fleetId: a.fleetId,
      vehicleCq: 1,
      carrierId: a.carrierId,
      usageMode: 2,
      vehicleType: '冷藏',
      vin: 'LSVAM4187C2184841',
      engineNo: 'E1',
      brand: '解放J6',
      fuelType: '柴油',
      emissionStandard: '国六',
      regDate: '2024-01-02',
      plateDate: '2024-01-05',
      vehicleLength: 9.6,
      boxLength: 9.5,
      boxWidth: 2.4,
      boxHeight: 2.5,
      volume: 57,
      loadWeight: 9.99,
      totalWeight: 18,
      axles: 2,
      pallets: 16,
      tailLift: true,
      temperatureTypes: [3, 2],
      refrigeratorCount: 1,
      coolerModel: '冷王 T-880',
      coolerDrive: '独立',
      tankCapacity: 400,
      refOil100: 24.5,
      idleOil: 2.5,
      mileageCoefficient: 1.012,
      initMileage: 120_000.5,
      videoMonitoring: 2,
      cameraCount: 4,
      doorCount: 2,
      temCount: 4,
      oilCount: 1,
      driverId: a.driverId,
      coDriverId: a.coDriverId,
      contactPhone: '021-62345678',
      licenseDate: '2027-01-01',
      transportCertNo: '沪字001',
      transportCertDate: '2027-02-01',
      inspectDate: '2027-03-01',
      insureDate: '2027-04-01',
      serviceEnd: '2027-05-01',
      remark: '备注',
      certificates: papers({
        compulsory: { docNo: 'JQ-1', issuer: '平安财险', startDate: '2026-04-02', amountYuan: 950.5 },
        commercial: {
          docNo: 'SY-1',
          issuer: '平安财险',
          startDate: '2026-04-02',
          endDate: '2027-04-01',
          remindDays: 60,
        },
      }),
    };
    const added = await a.post(`${api}/add`, { ...form, deviceId: a.deviceIds[0] });
    expect(added).toMatchObject({ code: 200 });
    const { data } = await a.post(`${api}/detail`, { id: added.data.id });
    expect(data).toMatchObject({
      ...form,
      plateNo: '沪AD8F21',
      temperatureTypes: [2, 3],
      orgName: '华东分公司',
      fleetName: '冷链一队',
      carrierName: '顺达承运',
      driverName: '周立群',
      coDriverName: '许佳',
      deviceId: a.deviceIds[0],
      deviceStatus: 3,
      vehicleStatus: 0,
      version: 1,
      live: null,
    });
    expect(data.bindings).toHaveLength(1);
    const his = await a.post(`${api}/changeHis`, { id: added.data.id });
    expect(his.data.list.map((h: { action: string }) => h.action).sort()).toEqual(['新增', '绑定设备']);
    const created = his.data.list.find((h: { action: string }) => h.action === '新增');
    expect(created.changes).toContainEqual({
      field: 'temperatureTypes',
      label: '温区',
      before: '',
      after: '冷藏、冷冻',
    });
  });

  it('refuses a plate that is taken, but not at another company', async () => {
    await a.addVehicle('沪B11111');
    const again = await a.post(`${api}/add`, {
      plateNo: '沪B11111',
      vehicleColor: 0,
      orgId: a.orgId,
      vehicleCq: 0,
      vehicleType: '厢式',
    });
    expect(again).toMatchObject({
      code: 4000,
      msg: '车牌号已存在',
      data: { errors: [{ field: 'plateNo', msg: '车牌号已存在' }] },
    });
    await expect(b.addVehicle('沪B11111')).resolves.toMatch(/^\d+$/u);
  });

  it('refuses what another company owns', async () => {
    const answer = await a.post(`${api}/add`, {
      plateNo: '沪B11112',
      vehicleColor: 0,
      orgId: b.orgId,
      fleetId: b.fleetId,
      carrierId: b.carrierId,
      driverId: b.driverId,
      vehicleCq: 1,
      vehicleType: '厢式',
    });
    expect(answer.code).toBe(4000);
    expect(answer.data.errors.map((e: { field: string }) => e.field)).toEqual([
      'orgId',
      'fleetId',
      'carrierId',
      'driverId',
    ]);
    const device = await a.post(`${api}/add`, {
      plateNo: '沪B11112',
      vehicleColor: 0,
      orgId: a.orgId,
      vehicleCq: 0,
      vehicleType: '厢式',
      deviceId: b.deviceIds[0],
    });
    expect(device).toMatchObject({
      code: 4000,
      data: { errors: [{ field: 'deviceId', msg: '所选终端不存在或不在您的权限范围内' }] },
    });
    // the refused terminal took the whole vehicle with it
    expect((await a.post(`${api}/page`, { plateNo: '沪B11112' })).data.total).toBe(0);
  });
});

describe('changing', () => {
  it('writes what changed in words, and refuses an old version', async () => {
    const id = await a.addVehicle('沪C00001', { remarkNo: '旧' });
    const saved = await change(id, { remarkNo: '新', fleetId: a.fleetId, tailLift: true, loadWeight: 5 });
    expect(saved).toMatchObject({ code: 200, data: { id, version: 2 } });
    const stale = await a.post(`${api}/update`, {
      plateNo: '沪C00001',
      vehicleColor: 0,
      orgId: a.orgId,
      vehicleCq: 0,
      vehicleType: '厢式',
      id,
      version: 1,
    });
    expect(stale).toMatchObject(changedByOther);
    expect(stale.msg).toMatch(/^\S+ \d\d-\d\d \d\d:\d\d 已编辑（.*等4项），请刷新后重试$/u);
    const his = await a.post(`${api}/changeHis`, { id });
    expect(his.data.list[0]).toMatchObject({
      action: '编辑',
      changes: [
        { label: '车辆备注', before: '旧', after: '新' },
        { label: '所属车队', before: '', after: '冷链一队' },
        { label: '核定载质量(t)', before: '', after: '5' },
        { label: '尾板', before: '否', after: '是' },
      ],
    });
  });

  it('saves without a line of history when nothing changed, and keeps a driver who left meanwhile', async () => {
    const gone = await app.database.systemDb
      .insertInto('driver')
      .values({ client_id: a.clientId, name: '离职', phone: '13800000000' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const id = await a.addVehicle('沪C00002', { driverId: gone.id });
    await app.database.systemDb
      .updateTable('driver')
      .set({ deleted_at: new Date() })
      .where('id', '=', gone.id)
      .execute();
    expect(await change(id, {})).toMatchObject({ code: 200 });
    expect((await a.post(`${api}/changeHis`, { id })).data.total).toBe(1);
    const other = await a.addVehicle('沪C00003');
    expect(await change(other, { driverId: gone.id })).toMatchObject({
      code: 4000,
      msg: '所选司机不存在或不在您的权限范围内',
    });
  });

  it('lets one of two plates win when they are saved at once', async () => {
    const answers = await Promise.all(
      [1, 2].map(() =>
        a.post(`${api}/add`, {
          plateNo: '沪C00009',
          vehicleColor: 0,
          orgId: a.orgId,
          vehicleCq: 0,
          vehicleType: '厢式',
        }),
      ),
    );
    expect(answers.map((x) => x.code).sort()).toEqual([200, 4000]);
  });
});

describe('terminals', () => {
  it('binds by periods: the second terminal ends the first at the given moment', async () => {
    const id = await b.addVehicle('沪D00001');
    const [first, second] = b.deviceIds as [string, string];
    await app.database.systemDb
      .insertInto('device_binding')
      .values({
        client_id: b.clientId,
        device_id: first,
        vehicle_id: id,
        during: sql`tstzrange(now() - interval '2 days', null)`,
      })
      .execute();
    const time = minutesAgo(30);
    expect(await b.post(`${api}/bindDevice`, { vehicleId: id, deviceId: second, time })).toMatchObject({ code: 200 });
    const { data } = await b.post(`${api}/detail`, { id });
    expect(data.bindings.map((p: { deviceId: string; endTime: string | null }) => [p.deviceId, p.endTime])).toEqual([
      [second, null],
      [first, time],
    ]);
    expect(data.bindings[0].startTime).toBe(time);
    const his = await b.post(`${api}/changeHis`, { id });
    expect(his.data.list[0]).toMatchObject({ action: '更换设备', changes: [{ label: '终端' }] });
  });

  it('files what the terminal reports in the second of the binding: terminals tell whole seconds', async () => {
    const [first, second] = b.deviceIds as [string, string];
    const id = await b.addVehicle('沪D00005');
    const starts = async (deviceId: string) =>
      (
        await sql<{
          second: boolean;
          told: boolean;
        }>`select lower(during) = date_trunc('second', lower(during)) as second,
          during @> date_trunc('second', now()) as told from device_binding
          where vehicle_id = ${id} and device_id = ${deviceId} and upper_inf(during)`.execute(app.database.systemDb)
      ).rows[0];
    await sql`delete from device_binding where device_id in (${first}, ${second})`.execute(app.database.systemDb);
    expect(await b.post(`${api}/bindDevice`, { vehicleId: id, deviceId: first })).toMatchObject({ code: 200 });
    expect(await starts(first)).toEqual({ second: true, told: true });
    // changes within the same second follow each other, and none overlaps
    expect(await b.post(`${api}/bindDevice`, { vehicleId: id, deviceId: second })).toMatchObject({ code: 200 });
    expect(await b.post(`${api}/unbindDevice`, { vehicleId: id })).toMatchObject({ code: 200 });
    expect(await b.post(`${api}/bindDevice`, { vehicleId: id, deviceId: first })).toMatchObject({ code: 200 });
    expect(await b.post(`${api}/unbindDevice`, { vehicleId: id })).toMatchObject({ code: 200 });
  });

  it('names the vehicle that has the terminal, and refuses impossible times', async () => {
    const [, , third] = b.deviceIds as [string, string, string];
    const one = await b.addVehicle('沪D00002', { deviceId: third });
    const other = await b.addVehicle('沪D00003');
    const taken = await b.post(`${api}/bindDevice`, { vehicleId: other, deviceId: third });
    expect(taken).toMatchObject({
      code: 4000,
      msg: '终端已绑定车辆沪D00002',
      data: { errors: [{ field: 'deviceId' }] },
    });
    const before = await b.post(`${api}/unbindDevice`, { vehicleId: one, time: minutesAgo(60) });
    expect(before.msg).toMatch(/^时间须晚于当前终端的绑定时间/u);
    const future = await b.post(`${api}/unbindDevice`, { vehicleId: one, time: minutesAgo(-60) });
    expect(future.msg).toBe('时间不能晚于当前时间');
    const nonsense = await b.post(`${api}/unbindDevice`, { vehicleId: one, time: '2026-02-31 10:00:00' });
    expect(nonsense).toMatchObject({ code: 4000 });
    expect(await b.post(`${api}/unbindDevice`, { vehicleId: other })).toMatchObject({
      code: 4011,
      msg: '该车辆没有绑定设备',
    });
  });

  it('offers free terminals and the own one', async () => {
    const id = await a.addVehicle('沪D00004', { deviceId: a.deviceIds[1] });
    const free = await a.post('/api/base/manage/device/options', {});
    expect(free.data.map((d: { id: string }) => d.id)).toEqual([a.deviceIds[2]]);
    const own = await a.post('/api/base/manage/device/options', { vehicleId: id });
    expect(own.data.map((d: { id: string }) => d.id).sort()).toEqual([a.deviceIds[1], a.deviceIds[2]].sort());
  });
});

describe('deleting, status, batch', () => {
  it('keeps a vehicle with a terminal, lets go of one without, and frees its plate', async () => {
    const id = await a.addVehicle('沪E00001', { deviceId: a.deviceIds[2] });
    expect(await a.post(`${api}/del`, { ids: [id] })).toMatchObject({
      code: 4011,
      msg: '车辆沪E00001已绑定设备，请先解绑',
    });
    expect(await a.post(`${api}/unbindDevice`, { vehicleId: id })).toMatchObject({ code: 200 });
    expect(await a.post(`${api}/del`, { ids: [id] })).toMatchObject({
      code: 200,
      data: [{ id, plateNo: '沪E00001', ok: true }],
    });
    expect(await a.post(`${api}/detail`, { id })).toMatchObject({ code: 4004 });
    await expect(a.addVehicle('沪E00001')).resolves.toMatch(/^\d+$/u);
  });

  it('answers a line for each of many', async () => {
    const good = await a.addVehicle('沪E00002');
    const bound = await a.addVehicle('沪E00003', { deviceId: a.deviceIds[2] });
    const foreign = await b.addVehicle('沪E00004');
    const { data } = await a.post(`${api}/del`, { ids: [good, bound, foreign] });
    expect(data).toEqual([
      { id: good, plateNo: '沪E00002', ok: true, msg: '' },
      { id: bound, plateNo: '沪E00003', ok: false, msg: '车辆沪E00003已绑定设备，请先解绑' },
      { id: foreign, plateNo: '', ok: false, msg: '车辆不存在或无权查看' },
    ]);
    expect(await b.post(`${api}/detail`, { id: foreign })).toMatchObject({ code: 200 });
    await a.post(`${api}/unbindDevice`, { vehicleId: bound });
  });

  it('changes status and refuses the same one again', async () => {
    const id = await a.addVehicle('沪E00005');
    expect(await a.post(`${api}/status`, { ids: [id], vehicleStatus: 2 })).toMatchObject({ code: 200 });
    expect(await a.post(`${api}/status`, { ids: [id], vehicleStatus: 2 })).toMatchObject({
      code: 4010,
      msg: '车辆沪E00005已是“停用”',
    });
    expect(await a.post(`${api}/status`, { ids: [id], vehicleStatus: 9 })).toMatchObject({
      code: 4000,
      msg: '请选择车辆状态',
    });
    expect(await a.post(`${api}/status`, { ids: [], vehicleStatus: 1 })).toMatchObject({
      code: 4000,
      msg: '请选择车辆',
    });
  });

  it('sets department, fleet and driver of many, and writes the history of those that changed', async () => {
    const one = await a.addVehicle('沪E00006', { fleetId: a.fleetId });
    const two = await a.addVehicle('沪E00007');
    expect(
      await a.post(`${api}/batchUpdate`, { ids: [one, two], fleetId: a.fleetId, orgId: a.subOrgId }),
    ).toMatchObject({ code: 200, data: [{ ok: true }, { ok: true }] });
    const his = await a.post(`${api}/changeHis`, { id: one });
    expect(his.data.list[0].changes).toEqual([
      { field: 'orgId', label: '所属部门', before: '华东分公司', after: '上海部' },
    ]);
    expect(await a.post(`${api}/batchUpdate`, { ids: [one], fleetId: null })).toMatchObject({ code: 200 });
    expect((await a.post(`${api}/detail`, { id: one })).data).toMatchObject({
      fleetId: null,
      orgName: '上海部',
      version: 3,
    });
    expect(await a.post(`${api}/batchUpdate`, { ids: [one] })).toMatchObject({
      code: 4000,
      msg: '请至少选择一项要修改的内容',
    });
    expect(await a.post(`${api}/batchUpdate`, { ids: [one], fleetId: b.fleetId })).toMatchObject({
      code: 4000,
      msg: '所选车队不存在或不在您的权限范围内',
    });
  });
});
