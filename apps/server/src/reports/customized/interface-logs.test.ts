import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeVehicle } from '../../../test/stream-kit';
import { type TestApp, testApp } from '../../../test/test-app';
import { wireTime } from '../../core/http/answer/wire-time';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('lists what was sent to others and who is told of what, without the keys of addresses', async () => {
  const company = '推送公司';
  const { token, clientId } = await app.company(company);
  const { vehicleId } = await makeVehicle(app.database, company);
  const { systemDb } = app.database;
  const { rows } = await sql<{ id: string }>`
    insert into forward_target (client_id, name, platform, protocol, address, kinds, interval_s, scope, enabled)
    values (${clientId}, '货主平台', '蒙牛', 1, 'https://example.com/hook?key=geheim', '{position,alarm}', 30, 1, true) returning id::text`.execute(
    systemDb,
  );
  const target = rows[0]?.id;
  await sql`insert into forward_item (client_id, target_id, vehicle_id, kind, key, at, body, status, attempts, cause, done_at, took_ms, answer_code) values
    (${clientId}, ${target}, ${vehicleId}, 'report', 1, now(), '{"a":1}', 1, 1, '', now(), 40, 200),
    (${clientId}, ${target}, ${vehicleId}, 'alarm', 2, now(), '{"b":2}', 2, 5, '401', now(), 1200, 401),
    (${clientId}, ${target}, ${vehicleId}, 'report', 3, now(), '{}', 0, 0, '', null, null, null),
    (${clientId}, ${target}, ${vehicleId}, 'report', 4, now(), '{}', 0, 3, '502', now() - interval '1 hour', 900, 502)`.execute(
    systemDb,
  );
  await sql`insert into forward_day (target_id, day, client_id, ok, failed) values (${target}, (now() at time zone 'Asia/Shanghai')::date, ${clientId}, 7, 2)`.execute(
    systemDb,
  );
  const moment = (ms: number): string => wireTime(Date.now() + ms, 'Asia/Shanghai');
  const range = { startTime: moment(-86_400_000), endTime: moment(86_400_000) };
  const ask = async (path: string, more: object = {}, who = token) =>
    (await app.post(`/api/report/custom/${path}`, { ...range, ...more }, who)).data;
  // the list opens with all that failed, given up or tried again; nothing was sent yet of the third
  expect((await ask('sendLog/page')).list).toMatchObject([
    {
      target: '货主平台',
      platform: '蒙牛',
      what: 'alarm',
      result: 2,
      attempts: 5,
      cause: '401',
      httpCode: '401',
      tookMs: 1200,
      targetId: target,
    },
    { what: 'report', result: 0, attempts: 3, cause: '502' },
  ]);
  expect((await ask('sendLog/page', { result: '2' })).total).toBe(1);
  expect((await ask('sendLog/page', { result: '0' })).total).toBe(1);
  const all = await ask('sendLog/page', { result: 'all' });
  expect(all.total).toBe(3);
  expect(JSON.stringify(all)).not.toContain('geheim');
  const subscriptions = await ask('subscribeLog/page', { topic: 'alarm' });
  expect(subscriptions.list).toMatchObject([
    { platform: '蒙牛', topics: '位置、报警', vehicles: 1, interval: 30, ok: 7, failed: 2, waiting: 2, enabled: true },
  ]);
  expect(JSON.stringify(subscriptions)).not.toContain('geheim');
  expect((await ask('subscribeLog/page', { topic: 'temperature' })).total).toBe(0);
  const { token: stranger } = await app.company('别家公司');
  expect((await ask('sendLog/page', { result: 'all' }, stranger)).total).toBe(0);
  expect((await ask('subscribeLog/page', {}, stranger)).total).toBe(0);
});
