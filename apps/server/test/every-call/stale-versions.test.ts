import { codes, type Endpoint } from '@tongda/contract/core/endpoint';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { DB } from '../../src/core/generated/db-types';
import { listEndpoints } from '../../src/core/http/endpoints';
import { type TestApp, testApp } from '../test-app';
import { fillEveryTable, fingerprints, mark } from './every-table';
import { sampleInput } from './sample-input';

/** Every call of the contract that says at which version its record was read, with a version that is not the record's. */
const id = '990003';
const other = '990004';
const stale = 999;
let app: TestApp;
let token: string;
let clientId: string;

const fieldsOf = (e: Endpoint): string[] => {
  const { properties = {} } = z.toJSONSchema(e.input, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, unknown>;
  };
  return Object.keys(properties);
};
const calls = listEndpoints().filter(
  (e) => e.method === 'POST' && e.access !== 'public' && fieldsOf(e).includes('version'),
);

/** Calls about organisation, resources, devices, rules and pushes: each of them is told, no exception but those of the provider's staff. */
const strict =
  /^\/api\/(?:base\/(?:manage|org|user|role|resourceAuth|portable(?!\/(?:param|upgrade)\/)|bluetoothLock)|alarm\/(?:rule|push))\//u;

/** What a call wants that its schema cannot tell. */
const more: Readonly<Record<string, Record<string, unknown>>> = {
  '/api/alarm/push/endpoint/update': { kind: 9, url: 'https://example.com/hook' },
  '/api/alarm/push/update': { channels: [1], userIds: [id] },
  '/api/base/manage/carrier/audit': { pass: false, remark: '许可证看不清' },
  '/api/base/manage/carrier/link': { code: null },
  '/api/base/manage/carrier/update': { permitEnd: '2030-01-01', phone: '13800138000' },
  '/api/base/manage/device/update': { terminalNo: '13900000001' },
  '/api/base/manage/driver/update': { name: '周立群', phone: '13800138000', licenseEnd: '2030-01-01' },
  '/api/base/manage/fleet/update': { leader: `u${id}` },
  '/api/base/manage/region/merge': { otherIds: [other] },
  '/api/base/manage/region/setPasses': { id: '990006' },
  '/api/base/manage/region/split': {
    line: [
      [120, 31],
      [122, 31],
    ],
    newName: '另一半',
  },
  '/api/base/manage/route/update': { stops: [{ placeId: id }, { placeId: other }] },
  '/api/base/manage/routePlan/update': {
    departTime: '2099-01-01 08:00:00',
    stops: [{ placeId: id }, { placeId: other }],
  },
  '/api/base/manage/vehicle/probe/save': { probes: [] },
  '/api/base/manage/vehicle/update': { plateNo: '沪A12345', vehicleColor: 0, vehicleType: '厢式' },
  '/api/base/manage/writeDevice/bind': { storeId: id },
  '/api/base/manage/writeDevice/loss': { lost: true },
  '/api/base/manage/writeDevice/replace': { cardNo: '0A1B2C3D' },
  '/api/base/org/update': { parentId: other },
  '/api/base/portable/bind': { bindType: 1, vehicleId: id },
  '/api/base/resourceAuth/lock/update': { id: '990005' },
  '/api/base/resourceAuth/map/update': { id: other },
};

/** Rows that the calls can work with: of a kind, bound to something, somewhere. */
async function ready(db: Kysely<DB>): Promise<void> {
  const set = (table: string, values: Record<string, unknown>) =>
    sql`update ${sql.table(table)} set ${sql.join(
      Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    )} where id = ${id}`.execute(db);
  await set('device', { terminal_no: '013900000001' });
  await set('bluetooth_lock', { vehicle_id: id });
  await set('portable_device', { bind_type: 1, bind_vehicle_id: id });
  await set('route_plan', { vehicle_id: id, depart_at: '2099-01-01T00:00:00Z' });
  const rule = calls.find(({ path }) => path === '/api/alarm/rule/update');
  const { kind, params } = (rule ? sampleInput(rule, id) : {}) as { kind?: string; params?: object };
  await set('alarm_rule', { kind, params: JSON.stringify(params) });
  await sql`insert into org (id, client_id, name) overriding system value values (${other}, ${clientId}, '总部')`.execute(
    db,
  );
  await set('org', { parent_id: other });
  await sql`insert into place (id, client_id, kind, place_type, name) overriding system value
    values (${other}, ${clientId}, 'site', 2, '另一个站'), (990006, ${clientId}, 'region', 12, '限行区')`.execute(db);
  await set('place', { kind: 'site', place_type: 2 });
  await sql`insert into place_shape (client_id, place_id, during, kind, geometry, radius_m, west, south, east, north, lng, lat)
    select ${clientId}, p, tstzrange('2026-01-01', null), 'circle', '{"type":"Point","coordinates":[121,31]}', 300, 120.9, 30.9, 121.1, 31.1, 121, 31
    from unnest(${[id, other]}::bigint[]) p where not exists (select from place_shape s where s.place_id = p)`.execute(
    db,
  );
  await sql`delete from resource_auth where id = ${id}`.execute(db);
  await sql`insert into resource_auth (id, client_id, resource_kind, resource_id, user_id) overriding system value
    select i, ${clientId}, k, ${id}, ${id} from unnest(${[id, other, '990005']}::bigint[], '{vehicle,site,lock}'::text[]) u(i, k)`.execute(
    db,
  );
}

/** Documents are called by their codes: those of the filled rows. */
function codesOf(e: Endpoint): Record<string, string> {
  // where a record has an id its code is what somebody types
  if (fieldsOf(e).includes('id')) return {};
  const named = fieldsOf(e).filter((name) => /^(?:[a-z]+[A-Za-z]*Code|orderNo)$/u.test(name));
  return Object.fromEntries(
    named.map((name) => [name, `${mark}${name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)}`]),
  );
}

beforeAll(async () => {
  app = await testApp();
  ({ clientId, token } = await app.company('两个人改'));
  await fillEveryTable(app.database.systemDb, clientId, id);
  await ready(app.database.systemDb);
});
afterAll(() => app.close());

it('changes nothing and says so when somebody was faster', async () => {
  const before = await fingerprints(app.database.systemDb, clientId);
  const answers = new Map<string, { code: number; msg: string; data: unknown }>();
  for (const e of calls) {
    const input = {
      ...(sampleInput(e, id) as object),
      ...codesOf(e),
      ...(fieldsOf(e).includes('id') ? { id } : {}),
      version: stale,
      ...more[e.path],
    };
    answers.set(e.path, await app.post(e.path, input, token));
  }
  const untold = [...answers].filter(([, { code }]) => code !== codes.conflict);
  expect(untold.filter(([path]) => strict.test(path)).map(([path, { msg }]) => `${path}: ${msg}`)).toEqual([]);
  // documents of transport want more than a generated input can say; their modules' tests ask them
  expect(answers.size - untold.length).toBeGreaterThanOrEqual(60);
  const done = [...answers].filter(([, { code }]) => code === codes.ok).map(([path]) => path);
  expect(done).toEqual([]);
  expect(await fingerprints(app.database.systemDb, clientId)).toEqual(before);
});

/** Sets one thing for many records that were ticked: nobody read them one by one. */
const forMany = ['/api/base/manage/vehicle/batchUpdate'];

it('is asked of every call that changes a record as a whole', () => {
  const unasked = listEndpoints()
    .filter((e) => e.method === 'POST' && /\/(?:update|edit|\w+(?:Update|Edit))$/u.test(e.path))
    .filter((e) => !fieldsOf(e).includes('version'))
    .map(({ path }) => path);
  expect(unasked).toEqual(forMany);
});
