import type { Output } from '@tongda/contract/core/endpoint';
import type { searchAll } from '@tongda/contract/transport/search/calls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';

type Groups = Output<typeof searchAll>;
let app: TestApp;
let us: FleetFixture;
let them: FleetFixture;

beforeAll(async () => {
  app = await testApp();
  us = await fleetFixture(app, '查找公司');
  them = await fleetFixture(app, '别家公司');
  await us.addVehicle('苏E7F281', { driverId: us.driverId, remarkNo: '干线一号' });
  await us.addVehicle('苏E7K903', { orgId: us.subOrgId });
  await them.addVehicle('苏E7F999');
  const { systemDb: db } = app.database;
  for (const [fixture, name] of [
    [us, '苏州园区仓'],
    [them, '苏州新区仓'],
  ] as const)
    await db
      .insertInto('place')
      .values({ client_id: fixture.clientId, kind: 'site', place_type: 1, name, source: 1 })
      .execute();
});
afterAll(() => app.close());

const find = async (text: string, token = us.token): Promise<Groups> =>
  (await app.post('/api/tms/search', { text }, token)).data;
const names = (groups: Groups): Record<string, string[]> =>
  Object.fromEntries(groups.map(({ kind, hits }) => [kind, hits.map(({ name }) => name)]));

it('finds by part of a plate, and says why a driver matched; numbers are masked as in the list', async () => {
  const groups = await find('e7f');
  expect(names(groups)).toEqual({ vehicle: ['苏E7F281'], driver: ['周立群'] });
  const [vehicle, driver] = groups;
  expect(vehicle?.hits[0]).toMatchObject({ relation: expect.stringContaining('干线一号'), state: '从未上线' });
  expect(driver?.hits[0]).toMatchObject({ relation: '驾驶 苏E7F281', state: '138****2213' });
});

it('finds names by their initials, and nothing of another company', async () => {
  expect(names(await find('szyq'))).toEqual({ site: ['苏州园区仓'] });
  expect(names(await find('szxq'))).toEqual({});
  expect(names(await find('zlq')).driver).toEqual(['周立群']);
  expect(names(await find('gxyh'))).toEqual({ vehicle: ['苏E7F281'] });
  expect(names(await find('se7k'))).toEqual({ vehicle: ['苏E7K903'] });
  expect(names(await find('园区'))).toEqual({ site: ['苏州园区仓'] });
});

it('a number is found by its end only, so that masked digits cannot be guessed one by one', async () => {
  expect(names(await find('2213'))).toEqual({ driver: ['周立群'] });
  expect(names(await find('138165'))).toEqual({});
});

it('each kind is for who may read its list, and of it only what he sees there', async () => {
  const nobody = await us.user({ menus: [] });
  expect(await find('苏', nobody.token)).toEqual([]);
  const watcher = await us.user({ menus: ['monitoring', 'location'], orgId: us.subOrgId });
  expect(names(await find('苏', watcher.token))).toEqual({ vehicle: ['苏E7K903'] });
  expect(await app.post('/api/tms/search', { text: ' ' }, us.token)).toMatchObject({ code: 4000 });
});
