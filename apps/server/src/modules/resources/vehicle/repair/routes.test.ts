import { codes } from '@tongda/contract/core/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../../test/test-app';
import { wireTime } from '../../../../core/http/answer/wire-time';

let app: TestApp;
let a: FleetFixture;
let b: FleetFixture;
const vehicleApi = '/api/base/manage/vehicle';
const api = `${vehicleApi}/repair`;
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '修车公司');
  b = await fleetFixture(app, '别家修车');
});
afterAll(() => app.close());

const zone = 'Asia/Shanghai';
/** times that are compared are reckoned from one moment */
const now = Date.now();
const hoursAgo = (n: number): string => wireTime(now - n * 3_600_000, zone);
const daysAgo = (n: number): string => hoursAgo(24 * n);

const order = (vehicleId: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  vehicleId,
  kind: 1,
  reason: '左前制动异响',
  workshop: '青浦一汽解放服务站',
  reportTime: hoursAgo(5),
  ...more,
});
const add = (vehicleId: string, more?: Record<string, unknown>) => a.post(`${api}/add`, order(vehicleId, more));
const rows = async (vehicleId: string) =>
  (await a.post(`${api}/page`, { vehicleId, page: 1, size: 40 })).data.list as Array<Record<string, unknown>>;
const statusOf = async (id: string): Promise<number> =>
  (await a.post(`${vehicleApi}/detail`, { id })).data.vehicleStatus;
const faults = async (answer: ReturnType<typeof add>) => (await answer).data?.errors;

describe('an order', () => {
  it('goes from the report to the bill, and the vehicle with it', async () => {
    const vehicleId = await a.addVehicle('沪R10001');
    const made = await add(vehicleId, { mileageKm: 120_300.5 });
    expect(made).toMatchObject({ code: 200, data: { repairCode: expect.stringMatching(/^WX\d{11}$/u) } });
    const { id } = made.data;
    expect([await statusOf(vehicleId), made.data.maintainStatus]).toEqual([0, 0]);
    const start = { id, version: 1, startTime: hoursAgo(4), workshop: '青浦服务站', mileageKm: 120_310 };
    expect(await a.post(`${api}/start`, start)).toMatchObject({ code: 200, data: { maintainStatus: 1, version: 2 } });
    expect(await statusOf(vehicleId)).toBe(1);
    const finish = { id, version: 2, endTime: hoursAgo(1), mileageKm: 120_310, costYuan: 1280.5, parts: '制动片一副' };
    expect(await a.post(`${api}/finish`, finish)).toMatchObject({ code: 200, data: { maintainStatus: 2 } });
    expect(await statusOf(vehicleId)).toBe(0);
    expect(await rows(vehicleId)).toMatchObject([
      { maintainStatus: 2, workshop: '青浦服务站', costYuan: 1280.5, mileageKm: 120_310, endTime: finish.endTime },
    ]);
    const his = (await a.post(`${api}/changeHis`, { id })).data.list as Array<{ action: string; changes: unknown[] }>;
    expect(his.map(({ action }) => action)).toEqual(['完成', '开始', '登记']);
    expect(his[0]?.changes).toContainEqual({ field: 'costYuan', label: '费用(元)', before: '', after: '1280.50' });
    const ofVehicle = (await a.post(`${vehicleApi}/changeHis`, { id: vehicleId })).data.list;
    expect(ofVehicle[0]).toMatchObject({
      action: `维修单${made.data.repairCode}已完成`,
      changes: [{ label: '状态', before: '维修中', after: '可用' }],
    });
    expect(await a.post(`${api}/cancel`, { id, version: 3, reason: '不修了' })).toMatchObject({
      code: codes.illegalTransition,
      msg: '已完成的维修单不能取消，只有待维修、维修中时可以',
    });
  });

  it('is one at a time of a kind; the vehicle is free when the last one leaves the workshop', async () => {
    const vehicleId = await a.addVehicle('沪R10002');
    const repair = (await add(vehicleId, { startTime: hoursAgo(3) })).data;
    expect(await add(vehicleId)).toMatchObject({
      code: codes.blockedByRule,
      msg: `车辆沪R10002有未完结的维修单${repair.repairCode}，请先完成或取消`,
    });
    const upkeep = (await add(vehicleId, { kind: 2, reason: '三万公里保养', startTime: hoursAgo(2) })).data;
    expect(await statusOf(vehicleId)).toBe(1);
    expect(await a.post(`${vehicleApi}/status`, { ids: [vehicleId], vehicleStatus: 0 })).toMatchObject({
      code: codes.blockedByRule,
      msg: expect.stringContaining('还在维修中，完成或取消该单后自动恢复可用'),
    });
    expect(await a.post(`${vehicleApi}/del`, { ids: [vehicleId] })).toMatchObject({
      code: codes.blockedByRule,
      msg: expect.stringContaining(`维修单${repair.repairCode}`),
    });
    await a.post(`${api}/cancel`, { id: repair.id, version: 1, reason: '并入保养' });
    expect(await statusOf(vehicleId)).toBe(1);
    await a.post(`${api}/finish`, { id: upkeep.id, version: 1, endTime: hoursAgo(1) });
    expect(await statusOf(vehicleId)).toBe(0);
    expect((await rows(vehicleId)).map((r) => [r.kind, r.maintainStatus, r.cancelReason])).toEqual(
      expect.arrayContaining([
        [1, 3, '并入保养'],
        [2, 2, ''],
      ]),
    );
  });

  it('leaves alone what a person has set: 停用 stays, and so does 维修中 by hand while nothing ran', async () => {
    const vehicleId = await a.addVehicle('沪R10003');
    const set = (vehicleStatus: number) => a.post(`${vehicleApi}/status`, { ids: [vehicleId], vehicleStatus });
    const beside = await a.addVehicle('沪R10006');
    await a.post(`${vehicleApi}/status`, { ids: [beside], vehicleStatus: 1 });
    const first = (await add(vehicleId, { startTime: hoursAgo(3) })).data;
    expect(await set(2)).toMatchObject({ code: 200 });
    await a.post(`${api}/finish`, { id: first.id, version: 1, endTime: hoursAgo(2) });
    expect(await statusOf(vehicleId)).toBe(2);
    const second = (await add(vehicleId)).data;
    await set(1);
    await a.post(`${api}/cancel`, { id: second.id, version: 1, reason: '误报修' });
    expect([await statusOf(vehicleId), await statusOf(beside)]).toEqual([1, 1]);
  });

  it('has times in order and none ahead, and says which field is wrong', async () => {
    const vehicleId = await a.addVehicle('沪R10004');
    expect(await faults(add(vehicleId, { reason: ' ' }))).toEqual([{ field: 'reason', msg: '原因至少2个字符' }]);
    expect(await faults(add(vehicleId, { reportTime: hoursAgo(-1) }))).toEqual([
      { field: 'reportTime', msg: '报修时间不能晚于当前时间' },
    ]);
    expect(await faults(add(vehicleId, { reportTime: '2026-02-30 08:00:00' }))).toEqual([
      { field: 'reportTime', msg: '时间不存在' },
    ]);
    expect(await faults(add(vehicleId, { startTime: hoursAgo(6) }))).toEqual([
      { field: 'startTime', msg: '开始时间不能早于报修时间' },
    ]);
    expect(await faults(add(vehicleId, { endTime: hoursAgo(1) }))).toEqual([
      { field: 'startTime', msg: '填写完成时间时须填写开始时间' },
    ]);
    expect(await faults(add(vehicleId, { startTime: hoursAgo(2), endTime: hoursAgo(2) }))).toEqual([
      { field: 'endTime', msg: '完成时间须晚于开始时间' },
    ]);
    expect(await faults(add(vehicleId, { costYuan: 1.005 }))).toEqual([{ field: 'costYuan', msg: '最多2位小数' }]);
    expect(await rows(vehicleId)).toEqual([]);
    const { id } = (await add(vehicleId)).data;
    const step = (path: string, more: object) => faults(a.post(`${api}/${path}`, { id, ...more }));
    expect(await step('start', { version: 1, startTime: hoursAgo(6) })).toMatchObject([
      { field: 'startTime', msg: expect.stringContaining('开始时间不能早于报修时间') },
    ]);
    await a.post(`${api}/start`, { id, version: 1, startTime: hoursAgo(3) });
    expect(await step('finish', { version: 2, endTime: hoursAgo(3) })).toMatchObject([{ field: 'endTime' }]);
    expect(await step('finish', { version: 2, endTime: hoursAgo(-2) })).toEqual([
      { field: 'endTime', msg: '完成时间不能晚于当前时间' },
    ]);
  });

  it('is edited within its state, once', async () => {
    const vehicleId = await a.addVehicle('沪R10005');
    const { id } = (await add(vehicleId, { startTime: hoursAgo(3) })).data;
    const { vehicleId: _v, ...fields } = order(vehicleId, { startTime: hoursAgo(4), workshop: '嘉定快修' });
    const save = (more: object) => a.post(`${api}/update`, { id, version: 1, ...fields, ...more });
    expect(await faults(save({ endTime: hoursAgo(1) }))).toEqual([
      { field: 'endTime', msg: '维修中的单请用“完成”填写完成时间' },
    ]);
    expect(await faults(save({ startTime: '' }))).toEqual([{ field: 'startTime', msg: '开始时间不能清空' }]);
    expect(await save({})).toMatchObject({ code: 200, data: { version: 2, maintainStatus: 1 } });
    expect(await save({})).toMatchObject({ code: codes.conflict });
    expect(await rows(vehicleId)).toMatchObject([{ workshop: '嘉定快修', startTime: fields.startTime }]);
    expect(await faults(save({ version: 2, fileIds: ['999999'] }))).toEqual([
      { field: 'fileIds', msg: '文件不存在，请重新上传' },
    ]);
  });
});

it('sums up the last 12 months and says when the next upkeep is due', async () => {
  const vehicleId = await a.addVehicle('沪R20001', { upkeepKm: 20_000, upkeepDays: 180 });
  const summary = async () => (await a.post(`${api}/summary`, { vehicleId })).data;
  expect(await summary()).toMatchObject({ repairs: 0, costYuan: 0, open: 0, next: { state: 'unknown' } });
  const done = (days: number, more: object) =>
    add(vehicleId, { reportTime: daysAgo(days + 1), startTime: daysAgo(days + 1), endTime: daysAgo(days), ...more });
  await done(400, { costYuan: 5000 });
  await done(100, { costYuan: 800.25 });
  await done(175, { kind: 2, reason: '季度保养', costYuan: 1200, mileageKm: 80_000 });
  await add(vehicleId);
  expect(await statusOf(vehicleId)).toBe(0);
  await app.database.systemDb
    .insertInto('device_state')
    .values({
      client_id: a.clientId,
      device_id: a.deviceIds[0] ?? '',
      vehicle_id: vehicleId,
      live: JSON.stringify({ totalMileageM: 99_400_000 }),
      stream: '{}',
    })
    .execute();
  expect(await summary()).toEqual({
    repairs: 1,
    upkeeps: 1,
    costYuan: 2000.25,
    open: 1,
    odometerKm: 99_400,
    next: {
      lastDate: daysAgo(175).slice(0, 10),
      lastKm: 80_000,
      dueKm: 100_000,
      leftKm: 600,
      dueDate: daysAgo(-5).slice(0, 10),
      leftDays: 5,
      state: 'soon',
    },
  });
});

describe('who may', () => {
  it('write needs the right and the edit right on the vehicle; read needs the vehicle', async () => {
    const vehicleId = await a.addVehicle('沪R30001');
    const made = (await add(vehicleId)).data;
    const looking = await a.user({ menus: ['vehicle'] });
    const clerk = await a.user({ menus: ['vehicle'], buttons: ['vehicle/repair'] });
    const elsewhere = await a.user({ menus: ['vehicle'], buttons: ['vehicle/repair'], orgId: a.subOrgId });
    const page = (token: string) => app.post(`${api}/page`, { vehicleId, page: 1, size: 10 }, token);
    const cancel = (token: string) => app.post(`${api}/cancel`, { id: made.id, version: 1, reason: '取消' }, token);
    expect(await page(looking.token)).toMatchObject({ code: 200, data: { total: 1 } });
    expect(await cancel(looking.token)).toMatchObject({ code: 4003 });
    for (const token of [b.token, elsewhere.token]) {
      expect(await page(token)).toMatchObject({ code: 4004 });
      expect(await app.post(`${api}/summary`, { vehicleId }, token)).toMatchObject({ code: 4004 });
      expect(await app.post(`${api}/changeHis`, { id: made.id }, token)).toMatchObject({ code: 4004 });
      expect(await cancel(token)).toMatchObject({ code: 4004 });
      expect(await app.post(`${api}/add`, order(vehicleId), token)).toMatchObject({ code: 4004 });
    }
    expect(await cancel(clerk.token)).toMatchObject({ code: 200 });
  });

  it('a company that the vehicle is shared with sees it and not its orders; without where clauses it sees none either', async () => {
    const vehicleId = await a.addVehicle('沪R30002');
    const { id } = (await add(vehicleId)).data;
    await app.database.systemDb
      .insertInto('vehicle_access')
      .values({ client_id: b.clientId, vehicle_id: vehicleId, valid_from: new Date(0), source: 'share', scopes: [] })
      .execute();
    expect(await b.post(`${vehicleApi}/detail`, { id: vehicleId })).toMatchObject({ code: 200 });
    expect(await b.post(`${api}/page`, { vehicleId, page: 1, size: 10 })).toMatchObject({ code: 4004 });
    expect(await b.post(`${api}/add`, order(vehicleId))).toMatchObject({ code: 4003 });
    const open = await app.database.withTenant({ clientId: b.clientId, provider: false }, (trx) =>
      sql`select from vehicle_repair where id = ${id}`.execute(trx),
    );
    expect(open.rows).toEqual([]);
  });

  it('an alarm that an order comes from is one of its vehicle', async () => {
    const [vehicleId, other] = [await a.addVehicle('沪R30003'), await a.addVehicle('沪R30004')];
    const { id: alarmId } = await app.database.systemDb
      .insertInto('episode')
      .values({
        client_id: a.clientId,
        vehicle_id: vehicleId,
        kind: 'faultAlarm',
        subject: '',
        alarm: true,
        start_time: new Date(),
        confirmed_at: new Date(),
        status: 1,
        level: 2,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await faults(add(other, { alarmId }))).toEqual([{ field: 'alarmId', msg: '报警不存在或不是该车的报警' }]);
    expect(await add(vehicleId, { alarmId })).toMatchObject({ code: 200 });
    const [repair] = await rows(vehicleId);
    expect(repair).toMatchObject({ alarmId: String(alarmId), maintainStatus: 0 });
    const { data } = await a.post('/api/alarm/record/detail', { id: String(alarmId) });
    expect(data.repairs).toEqual([{ id: repair?.id, repairCode: repair?.repairCode, maintainStatus: 0 }]);
  });
});
