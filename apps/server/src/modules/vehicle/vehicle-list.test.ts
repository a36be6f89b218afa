import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../test/test-app';
import { wireTime } from '../../core/wire-time';

let app: TestApp;
const api = '/api/base/manage/vehicle';
const day = (offset: number): string => wireTime(Date.now() + offset * 86_400_000, 'Asia/Shanghai').slice(0, 10);
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe('list', () => {
  let c: FleetFixture;
  beforeAll(async () => {
    c = await fleetFixture(app, '丙公司');
    await c.addVehicle('苏A00001', {
      remarkNo: '100%满',
      vehicleType: '冷藏',
      temperatureTypes: [3],
      inspectDate: day(10),
      volume: 30,
    });
    await c.addVehicle('苏A00002', { orgId: c.subOrgId, insureDate: day(-1), volume: 40, fleetId: c.fleetId });
    await c.addVehicle('苏A00003', {
      deviceId: c.deviceIds[0],
      vehicleCq: 1,
      carrierId: c.carrierId,
      videoMonitoring: 1,
      inspectDate: day(31),
    });
    const off = await c.addVehicle('苏A00004', { usageMode: 4 });
    await c.post(`${api}/status`, { ids: [off], vehicleStatus: 2 });
  });
  const plates = async (q: Record<string, unknown>): Promise<string[]> => {
    const answer = await c.post(`${api}/page`, { sort: 'plateNo asc', ...q });
    expect(answer.code).toBe(200);
    return answer.data.list.map((r: { plateNo: string }) => r.plateNo.slice(-1));
  };

  it.each([
    [{}, '1234'],
    [{ plateNo: '苏A00001，苏a·00003 不存在' }, '13'],
    [{ plateNo: '_' }, ''],
    [{ remarkNo: '0%' }, '1'],
    [{ vehicleType: '冷藏' }, '1'],
    [{ temperatureType: 3 }, '1'],
    [{ vehicleCq: '1' }, '3'],
    [{ usageMode: 4 }, '4'],
    [{ hasDevice: 1 }, '3'],
    [{ hasDevice: 0 }, '124'],
    [{ videoMonitoring: 1 }, '3'],
    [{ vehicleStatus: 2 }, '4'],
    [{ expire: 'soon' }, '1'],
    [{ expire: 'expired' }, '2'],
    [{ tab: 'disabled' }, '4'],
    [{ tab: 'noDevice', vehicleStatus: 0 }, '12'],
    [{ sort: 'volume desc' }, '2143'],
    [{ page: 2, size: 3 }, '4'],
  ])('filters %j', async (q, expected) => {
    const found = await plates(q);
    expect(('sort' in q ? found : found.sort()).join('')).toBe(expected);
  });

  it('filters by department with what lies below, fleet and carrier', async () => {
    expect(await plates({ orgId: c.orgId })).toEqual(['1', '2', '3', '4']);
    expect(await plates({ orgId: c.subOrgId })).toEqual(['2']);
    expect(await plates({ fleetId: c.fleetId })).toEqual(['2']);
    expect(await plates({ carrierId: c.carrierId })).toEqual(['3']);
  });

  it('counts for the tabs whatever tab is open', async () => {
    expect((await c.post(`${api}/counts`, { tab: 'disabled' })).data).toEqual({
      all: 4,
      available: 3,
      maintenance: 0,
      disabled: 1,
      soon: 1,
      expired: 1,
      noDevice: 3,
    });
    expect((await c.post(`${api}/counts`, { orgId: c.subOrgId })).data).toMatchObject({ all: 1, expired: 1 });
  });

  it('refuses impossible pages and filters in Chinese', async () => {
    expect(await c.post(`${api}/page`, { size: 1000 })).toMatchObject({ code: 4000, msg: '每页最多200条' });
    expect((await c.post(`${api}/page`, { remarkNo: 'x'.repeat(31) })).msg).toBe('最多30个字符');
    expect(await c.post(`${api}/page`, { sort: 'plateNo; drop table vehicle' })).toMatchObject({ code: 4000 });
    expect((await c.post(`${api}/page`, { vehicleStatus: 7 })).code).toBe(4000);
  });

  it('offers fleets, carriers, drivers and departments of the own company', async () => {
    expect((await c.post('/api/base/manage/fleet/options')).data).toEqual([{ id: c.fleetId, name: '冷链一队' }]);
    expect((await c.post('/api/base/manage/carrier/options', { keyword: '不存在' })).data).toEqual([]);
    expect((await c.post('/api/base/manage/driver/options', { keyword: '2213' })).data).toMatchObject([
      { name: '周立群', phone: '13816502213' },
    ]);
    expect((await c.post('/api/base/manage/org/options')).data).toEqual([
      { id: c.orgId, name: '华东分公司', children: [{ id: c.subOrgId, name: '上海部', children: [] }] },
    ]);
  });
});
