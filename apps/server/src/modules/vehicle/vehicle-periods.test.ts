import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../test/test-app';

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
    { endTime: null, lines: ['温度1 后部 -25~-18℃'] },
    { endTime: versions[0].startTime, lines: ['温度1 前部 -25~-18℃'] },
  ]);
  expect(await b.post(`${api}/probe/history`, { vehicleId })).toMatchObject({ code: 4004 });
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
