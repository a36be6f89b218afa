import { destinationOf } from '@tongda/geo/distance';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';
import { nearSites, siteWords } from './near-site';

let app: TestApp;
let us: FleetFixture;
let them: FleetFixture;
const [lng, lat] = [120.62, 31.32];
const away = (bearing: number, metres: number) => {
  const [x, y] = destinationOf(lng, lat, bearing, metres);
  return { lng: x, lat: y };
};

async function site(clientId: string, name: string, at: { lng: number; lat: number }): Promise<void> {
  const db = app.database.systemDb;
  const { id } = await db
    .insertInto('place')
    .values({ client_id: clientId, kind: 'site', place_type: 1, name, source: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const d = 0.003;
  await sql`insert into place_shape (client_id, place_id, during, kind, geometry, radius_m, west, south, east, north, lng, lat)
    values (${clientId}, ${id}, tstzrange(now(), null), 'circle', '{}', 200, ${at.lng - d}, ${at.lat - d}, ${at.lng + d}, ${at.lat + d}, ${at.lng}, ${at.lat})`.execute(
    db,
  );
}

beforeAll(async () => {
  app = await testApp();
  us = await fleetFixture(app, '站点公司');
  them = await fleetFixture(app, '邻家公司');
  await site(us.clientId, '望亭中转站', { lng, lat });
  await site(them.clientId, '邻家仓', away(90, 3_000));
});
afterAll(() => app.close());

it.each([
  [0, 100, '望亭中转站'],
  [45, 7_500, '望亭中转站东北 7.5 km'],
  [180, 900, '望亭中转站南 0.9 km'],
  [270, 10_500, ''],
])('%i°, %i m: %s', (bearing, metres, words) => {
  const at = away(bearing, metres);
  expect(siteWords({ name: '望亭中转站', lng, lat, reachM: 250 }, at.lng, at.lat)).toBe(words);
});

it('names the nearest own site for each position of a list, and never another company’s', async () => {
  const list = [away(0, 50), { lng: null, lat: null }, away(90, 2_900), away(0, 60_000)];
  expect(await nearSites(app.database.systemDb, us.clientId, list)).toEqual([
    '望亭中转站',
    '',
    '望亭中转站东 2.9 km',
    '',
  ]);
  expect((await nearSites(app.database.systemDb, them.clientId, list))[2]).toBe('邻家仓');
});
