import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeVehicle } from '../../../test/stream-kit';
import { type Answer, type TestApp, testApp } from '../../../test/test-app';
import { allWrites } from '../../core/db/tenant';
import { servedReports } from './bind';

/** The same question within a minute is answered by what it was answered with before: only for who sees the same, and until somebody writes. */
let app: TestApp;
let primary = '';
let clientId = '';
let vehicleId = '';
const name = '问两次公司';
const range = { startTime: '2026-03-01 00:00:00', endTime: '2026-03-01 23:59:59' };

beforeAll(async () => {
  app = await testApp();
  // other tests are never answered from what is kept
  app.http.checkAnswers = false;
  ({ token: primary, clientId } = await app.company(name));
  ({ vehicleId } = await makeVehicle(app.database, name));
  await addStay();
});
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
});

/** What the stream writes: no user's write. */
const addStay = () =>
  sql`insert into episode (client_id, vehicle_id, kind, alarm, start_time, end_time, confirmed_at, status, lng, lat, values)
    select ${clientId}, ${vehicleId}, 'stay', false, s, s + interval '20 minutes', s, 1, 121.4, 31.2, '{"accOffMs": 0, "idleMs": 0}'
    from (select '2026-03-01 08:00+08'::timestamptz + make_interval(hours => (select count(*)::int from episode where vehicle_id = ${vehicleId})) as s) a`.execute(
    app.database.systemDb,
  );
const ask = async (call: string, token = primary): Promise<Answer['data']> => {
  const { code, data } = await app.post(`/api/report/parking/${call}`, { ...range, page: 1, size: 15 }, token);
  expect(code).toBe(200);
  return data;
};
const stops = async (token = primary): Promise<number> => (await ask('totals', token)).values.stops ?? 0;

it('asks the database once in a minute for the same page and foot', async () => {
  const before = await ask('page');
  expect([before.total, await stops()]).toEqual([1, 1]);
  await addStay();
  expect(await ask('page')).toEqual(before);
  // it says since when it stands
  expect(before.asOf).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/u);
  expect(await stops()).toBe(1);
  const { data } = await app.post('/api/report/parking/totals', { ...range, parkingDuration: 30 }, primary);
  expect(data.rows).toBe(0);
});

it('keeps what reaches into the present for the minute too', async () => {
  const today = { startTime: '2026-03-01 00:00:00', endTime: '2026-03-31 23:59:59', page: 1, size: 15 };
  const clock = Date.UTC(2026, 2, 20, 4);
  vi.useFakeTimers({ toFake: ['Date'], now: clock });
  const rows = async () => (await app.post('/api/report/parking/page', today, primary)).data;
  const before = await rows();
  await addStay();
  vi.setSystemTime(clock + 50_000);
  expect(await rows()).toEqual(before);
  vi.useRealTimers();
  await sql`delete from episode where id = (select max(id) from episode where vehicle_id = ${vehicleId})`.execute(
    app.database.systemDb,
  );
});

it('never gives an old foot beside a page that counted anew', async () => {
  const day = { startTime: '2026-03-01 00:00:00', endTime: '2026-03-02 23:59:59' };
  const of = async (call: string, more: object = {}) =>
    (await app.post(`/api/report/parking/detail${call}`, { ...day, ...more }, primary)).data;
  const before = { page: (await of('', { page: 1, size: 15 })).total, foot: (await of('Totals')).rows };
  expect(before.page).toBe(before.foot);
  await addStay();
  // another size is another page, which nobody has asked for yet
  expect((await of('', { page: 1, size: 30 })).total).toBe(before.page + 1);
  expect((await of('Totals')).rows).toBe(before.page + 1);
  expect((await of('', { page: 1, size: 15 })).total).toBe(before.page + 1);
});

it('gives a user who sees other vehicles, and another company, their own rows', async () => {
  const { systemDb } = app.database;
  expect(await stops((await app.company('问两次公司二')).token)).toBe(0);
  // the same company and all rights, but none of its vehicles
  const { rows } = await sql<{
    id: string;
  }>`insert into app_user (client_id, account_code, name, is_primary, data_scope, pwd_hash)
    select client_id, 'held-narrow', '窄', false, 3, pwd_hash from app_user where client_id = ${clientId} returning id::text`.execute(
    systemDb,
  );
  const role = { client_id: clientId, name: '调度', all_rights: true };
  const { id } = await systemDb.insertInto('role').values(role).returning('id').executeTakeFirstOrThrow();
  await systemDb
    .insertInto('user_role')
    .values({ client_id: clientId, user_id: rows[0]?.id ?? '', role_id: id })
    .execute();
  const { data } = await app.login('held-narrow', 'Test@2026');
  expect((await ask('page', data.access_token)).list).toEqual([]);
  expect((await ask('page')).list).toHaveLength(1);
});

it('answers anew once a user has written something, and a minute later', async () => {
  const asked = await stops();
  await addStay();
  expect(await stops()).toBe(asked);
  const saved = await app.post('/api/base/userFrontendConfig/saveField', { page: 'a', key: 'b', fields: 1 }, primary);
  expect(saved.code).toBe(200);
  const now = await stops();
  expect(now).toBe(4);
  await addStay();
  // a faked clock begins at 0
  const later = performance.now() + 61_000;
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.advanceTimersByTime(later);
  expect(await stops()).toBe(5);
});

it('is written nowhere by reading a report: what others keep stays', async () => {
  await sql`update vehicle set tem_count = 1, oil_count = 1, door_count = 1 where id = ${vehicleId}`.execute(
    app.database.systemDb,
  );
  const answered: string[] = [];
  for (const { report } of servedReports) {
    const before = allWrites();
    const vehicles = report.filters.vehicleIds ? { vehicleIds: [vehicleId] } : {};
    for (const { path } of [report.page, report.totalsCall])
      if ((await app.post(path, { ...range, ...vehicles, page: 1, size: 15 }, primary)).code === 200)
        answered.push(path);
    expect(allWrites() - before, report.title).toBe(0);
  }
  // nearly all of them can be asked without more
  expect(answered.length).toBeGreaterThan(servedReports.length * 1.5);
});
