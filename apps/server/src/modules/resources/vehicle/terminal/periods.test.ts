import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../../test/test-app';

let app: TestApp;
let a: FleetFixture;
let b: FleetFixture;
const api = '/api/base/manage/vehicle';
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '历史公司');
  b = await fleetFixture(app, '别家历史');
});
afterAll(() => app.close());

const wire = (hoursAgo: number): string =>
  new Date(Date.now() + (8 - hoursAgo) * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

it('keeps what a vehicle was, whatever way it was changed', async () => {
  const id = await a.addVehicle('沪P00001', { fleetId: a.fleetId, driverId: a.driverId });
  await a.post(`${api}/status`, { ids: [id], vehicleStatus: 1 });
  await a.post(`${api}/batchUpdate`, { ids: [id], driverId: a.coDriverId });
  const periods = (await a.post(`${api}/periods`, { id })).data as Array<Record<string, string | null>>;
  const of = (kind: string) => periods.filter((p) => p.kind === kind).map((p) => [p.name, p.endTime === null]);
  expect(of('status')).toEqual([
    ['维修中', true],
    ['可用', false],
  ]);
  expect(of('driver')).toEqual([
    ['许佳', true],
    ['周立群', false],
  ]);
  expect([of('fleet'), of('plate')]).toEqual([[['冷链一队', true]], [['沪P00001', true]]]);
  expect(await b.post(`${api}/periods`, { id })).toMatchObject({ code: 4004 });
});

it('keeps each set of wires from its moment until the next one', async () => {
  const vehicleId = await a.addVehicle('沪P10001');
  const tem = (name: string) => ({ kind: 'tem', channel: 1, name, zone: null, lower: -25, upper: -18, alarm: true });
  const save = (version: number, name: string, effectiveFrom?: string) =>
    a.post(`${api}/probe/save`, { vehicleId, version, probes: [tem(name)], effectiveFrom });
  expect(await save(1, '前部', wire(48))).toMatchObject({ code: 200 });
  expect(await save(2, '后部', wire(24))).toMatchObject({ code: 200 });
  expect((await save(3, '中部', wire(30))).data.errors).toEqual([
    { field: 'effectiveFrom', msg: '生效时间须晚于最近一次探头设置的生效时间' },
  ]);
  expect((await save(3, '中部', wire(-1))).data.errors).toEqual([
    { field: 'effectiveFrom', msg: '生效时间不能晚于当前时间' },
  ]);
  const versions = (await a.post(`${api}/probe/history`, { vehicleId })).data;
  expect(versions).toMatchObject([
    { endTime: null, lines: ['温度1 后部 −25~−18℃'] },
    { endTime: versions[0].startTime, lines: ['温度1 前部 −25~−18℃'] },
  ]);
  expect(await b.post(`${api}/probe/history`, { vehicleId })).toMatchObject({ code: 4004 });
});

it('a correction needs its certificate, the right and a reason, is noted, and stays with its probe when wires are copied', async () => {
  const [vehicleId, other] = [await a.addVehicle('沪P10002'), await a.addVehicle('沪P10003')];
  const tem = { kind: 'tem', channel: 1, name: '前', certNo: 'JZ26-1' };
  const hum = { kind: 'hum', channel: 1, name: '中' };
  const door = { kind: 'door', channel: 1, name: '后门', inverse: true };
  const save = (probes: unknown[], reason?: string, token = a.token) =>
    app.post(`${api}/probe/save`, { vehicleId, version: 1, probes, reason }, token);
  const faults = async (probes: unknown[], reason = '校准') => (await save(probes, reason)).data?.errors;
  expect(await faults([{ ...tem, correction: 2.1 }])).toEqual([
    { field: 'probes.0.correction', msg: '修正值应在−2~2℃之间' },
  ]);
  expect(await faults([{ ...tem, correction: 0.25 }])).toMatchObject([{ msg: '最多1位小数' }]);
  expect(await faults([{ ...hum, correction: -3 }])).toMatchObject([{ msg: '有修正值须填写校准证书号' }]);
  expect(await faults([{ ...door, correction: 1 }])).toMatchObject([{ msg: '车门没有修正值' }]);
  expect(await faults([{ ...tem, inverse: true }])).toEqual([{ field: 'probes.0.inverse', msg: '温度不支持反相' }]);
  expect(await faults([{ ...tem, correction: 0.3 }], '')).toEqual([
    { field: 'reason', msg: '更改修正值须填写修正原因' },
  ]);
  expect(await faults([{ ...tem, zone: '药品', correction: 0.3 }])).toEqual([
    { field: 'probes.0.correction', msg: '药品温区的探头不允许用户修正（药品GSP），请联系平台服务人员' },
  ]);
  const clerk = await a.user({ menus: ['vehicle'], buttons: ['vehicle/probe', 'vehicle/probeCopy'] });
  expect(await save([{ ...tem, correction: 0.3 }], '校准', clerk.token)).toMatchObject({
    code: 4003,
    msg: '没有“修正探头”权限，不能更改修正值',
  });
  expect(await save([{ ...tem, correction: 0.3 }, door], '校准')).toMatchObject({ code: 200 });
  const line = '前 证书JZ26-1 修正+0.3℃';
  expect((await a.post(`${api}/changeHis`, { id: vehicleId })).data.list[0].changes).toEqual([
    expect.objectContaining({ label: '温度1', after: line }),
    expect.objectContaining({ label: '车门1', after: '后门 常开' }),
    expect.objectContaining({ label: '修正原因', after: '校准' }),
  ]);
  expect((await a.post(`${api}/probe/history`, { vehicleId })).data).toMatchObject([
    { reason: '校准', lines: [`温度1 ${line}`, '车门1 后门 常开'] },
  ]);
  // whoever may not correct saves everything else; the probe of the other truck keeps its own paper
  const own = await a.post(`${api}/probe/save`, {
    vehicleId: other,
    version: 1,
    probes: [{ ...tem, name: '旧', certNo: 'JZ25-9', correction: -0.2 }],
    reason: '校准',
  });
  expect(own).toMatchObject({ code: 200 });
  const { version, probes } = (await a.post(`${api}/probe/get`, { vehicleId })).data;
  expect(probes).toMatchObject([{ correction: 0.3, inverse: false }, { inverse: true }]);
  const renamed = await app.post(
    `${api}/probe/save`,
    { vehicleId, version, probes: [{ ...probes[0], name: '中' }, probes[1]] },
    clerk.token,
  );
  expect(renamed).toMatchObject({ code: 200 });
  // a caller from before corrections were kept: what it does not send stays, and only null empties
  const older = async (more: Record<string, unknown>) => {
    const now = (await a.post(`${api}/probe/get`, { vehicleId })).data.version;
    const wires = [
      { kind: 'tem', channel: 1, name: '中', ...more },
      { kind: 'door', channel: 1, name: '后门' },
    ];
    return app.post(`${api}/probe/save`, { vehicleId, version: now, probes: wires }, clerk.token);
  };
  expect(await older({})).toMatchObject({ code: 200 });
  expect((await a.post(`${api}/probe/get`, { vehicleId })).data.probes).toMatchObject([
    { correction: 0.3, certNo: 'JZ26-1' },
    { inverse: true },
  ]);
  expect((await older({ certNo: null })).data.errors).toEqual([
    { field: 'probes.0.correction', msg: '有修正值须填写校准证书号' },
  ]);
  expect((await app.post(`${api}/probe/copy`, { vehicleId, ids: [other] }, clerk.token)).data).toMatchObject([
    { ok: true },
  ]);
  expect((await a.post(`${api}/probe/get`, { vehicleId: other })).data.probes).toMatchObject([
    { name: '中', certNo: 'JZ25-9', correction: -0.2 },
    { name: '后门', inverse: true, correction: 0 },
  ]);
});

it('shows numbers in full only with the right, and keeps them when somebody without it saves', async () => {
  const id = await a.addVehicle('沪P20001', {
    vin: 'LSVAM4187C2184841',
    contactPhone: '13800138000',
    driverId: a.driverId,
  });
  const viewer = await a.user({ menus: ['vehicle'], buttons: ['vehicle/edit'] });
  const seen = (await app.post(`${api}/detail`, { id }, viewer.token)).data;
  expect(seen).toMatchObject({ vin: 'LSV**********4841', contactPhone: '138****8000', driverPhone: '138****2213' });
  expect((await app.post(`${api}/page`, { plateNo: '沪P20001' }, viewer.token)).data.list[0].driverPhone).toBe(
    '138****2213',
  );
  const change = (more: Record<string, unknown>) =>
    app.post(
      `${api}/update`,
      { ...seen, id, version: 1, plateNo: '沪P20001', remarkNo: '改了', ...more },
      viewer.token,
    );
  expect(await change({ vin: 'LSV**********9999' })).toMatchObject({ code: 4000, msg: '请输入17位车架号' });
  expect(await change({})).toMatchObject({ code: 200 });
  expect((await a.post(`${api}/detail`, { id })).data).toMatchObject({
    vin: 'LSVAM4187C2184841',
    contactPhone: '13800138000',
    remarkNo: '改了',
  });
});

it('sums up its last days and counts their alarms, of its own company only', async () => {
  const id = await a.addVehicle('沪P21001');
  const db = app.database.systemDb;
  const own = { vehicle_id: id, client_id: a.clientId };
  const today = wire(0).slice(0, 10);
  const midnight = new Date(`${today}T00:00:00+08:00`);
  await db
    .insertInto('day_summary')
    .values({
      ...own,
      day: today,
      day_from: midnight,
      covered_until: new Date(midnight.getTime() + 86_400_000),
      mileage_m: 200_000,
      driving_ms: 3 * 3_600_000,
      parked_ms: 21 * 3_600_000,
      fuel_used_l: 50,
      stays: 4,
      temps: JSON.stringify([
        { channel: 1, count: 9, min: -21.04, max: -17, avg: -19.5, monitoredMs: 600_000, inRangeMs: 540_000 },
        { channel: 2, count: 9, min: 1, max: 2, avg: 1.5, monitoredMs: 200_000, inRangeMs: 60_000 },
      ]),
    })
    .execute();
  const alarm = (level: number, status: number, start: Date) => ({
    ...own,
    kind: 'speedAlarm',
    alarm: true,
    level,
    status,
    start_time: start,
    confirmed_at: start,
  });
  await db
    .insertInto('episode')
    .values([
      alarm(3, 1, midnight),
      alarm(2, 0, new Date(midnight.getTime() + 1_000)),
      alarm(2, 2, new Date(midnight.getTime() + 2_000)),
      alarm(1, 1, new Date(midnight.getTime() - 1_000)),
    ])
    .execute();
  const days = (await a.post(`${api}/days`, { id, days: 3 })).data;
  expect(days).toHaveLength(3);
  expect(days[0]).toEqual({
    day: today,
    mileageKm: 200,
    drivingH: 3,
    idleH: 0,
    // nothing says how fast it was
    maxSpeedKmh: null,
    stays: 4,
    fuelL: 50,
    per100L: 25,
    // both probes together: 600 of 800 watched seconds
    inRangePercent: 75,
    temps: [
      { channel: 1, min: -21, max: -17, avg: -19.5, inRangePercent: 90 },
      { channel: 2, min: 1, max: 2, avg: 1.5, inRangePercent: 30 },
    ],
    // the withdrawn one never happened
    alarms: 2,
    pending: false,
  });
  expect(days[1]).toMatchObject({ mileageKm: null, inRangePercent: null, temps: [], alarms: 1 });
  expect(await b.post(`${api}/days`, { id })).toMatchObject({ code: 4004 });
});

it('says who sees it: administrators, data scope, grants, and companies it is shared with', async () => {
  const id = await a.addVehicle('沪P30001', { orgId: a.orgId });
  const db = app.database.systemDb;
  const above = await a.user({ menus: ['vehicle'], orgId: a.orgId });
  const given = await a.user({ menus: ['vehicle'], orgId: a.subOrgId });
  const neither = await a.user({ menus: ['vehicle'], orgId: a.subOrgId });
  await db
    .insertInto('resource_auth')
    .values({ client_id: a.clientId, resource_kind: 'vehicle', resource_id: id, user_id: given.userId })
    .execute();
  await db
    .insertInto('vehicle_access')
    .values({
      client_id: b.clientId,
      vehicle_id: id,
      source: 'share',
      valid_from: new Date(Date.now() - 3_600_000),
      scopes: ['position', 'track'],
    })
    .execute();
  const told = (await a.post(`${api}/viewers`, { id })).data;
  const reasons = new Map(told.users.map((u: { id: string; reasons: string[] }) => [u.id, u.reasons]));
  expect([a.userId, above.userId, given.userId, neither.userId].map((user) => reasons.get(user))).toEqual([
    ['admin'],
    ['own'],
    ['grant'],
    undefined,
  ]);
  expect(told.grants).toMatchObject([{ toUser: true, rights: ['view'], validUntil: null }]);
  expect(told.companies).toMatchObject([{ name: '别家历史', active: true, scopes: ['position', 'track'] }]);
  // who receives it hears of his own people, of nobody else's; a colleague below names nobody above
  const received = (await b.post(`${api}/viewers`, { id })).data;
  expect(received).toMatchObject({ grants: [], companies: [] });
  expect(received.users).toMatchObject([{ id: b.userId, reasons: ['share'] }]);
  const below = (await app.post(`${api}/viewers`, { id }, given.token)).data;
  expect(below.users.map((u: { id: string }) => u.id)).toEqual([given.userId]);
});
