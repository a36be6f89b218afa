import { keysOf } from '@tongda/contract/core/keys';
import { homeFigures } from '@tongda/contract/transport/tms-home/figures';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/test-app';
import { seedDemo } from '../../../demo/seed';
import { hashPassword } from '../../base/identity/password/hash';

let app: TestApp;
let token: string;
const post = async (path: string, body: unknown = {}) => (await app.post(path, body, token)).data;

beforeAll(async () => {
  app = await testApp();
  const db = app.database.systemDb;
  const stored = await hashPassword('Demo@2026', app.secrets.pwdSalt);
  await seedDemo(db, { now: new Date(), hashPassword: async () => stored });
  token = String((await app.login('demo', 'Demo@2026')).data.access_token);
  // the trucks of the demo report only once its simulator runs: every truck on the road reports a box that suits some of its goods and not others
  await sql`insert into device_state (vehicle_id, client_id, device_id, device_time, fix_time, lng, lat, live, stream)
    select distinct on (w.vehicle_id) w.vehicle_id, w.client_id, 1, now(), now(), 121, 31, '{"tempC":[-12.5,4,20,-20],"speedKmh":50}', '{}'
    from waybill w where w.transport_status = 2 and w.voided_at is null and w.vehicle_id is not null on conflict (vehicle_id) do update
    set device_time = excluded.device_time, live = excluded.live`.execute(db);
  // one of them is expected two days late
  await sql`update waybill_stop p set eta_at = now() + interval '2 days' where p.stop_status = 0 and p.waybill_id = (select id from waybill
    where transport_status = 2 and voided_at is null order by id limit 1)`.execute(db);
  // an abnormal report about an order that is on no trip
  await sql`update abnormal_report set waybill_id = null where id = (select id from abnormal_report where abnormal_status = 0 and cardinality(order_ids) > 0 limit 1)`.execute(
    db,
  );
}, 120_000);
afterAll(() => app.close());

describe('every figure of the home page of the demo company', () => {
  it.each(keysOf(homeFigures))('%s is the size of the list that it leads to', async (key) => {
    const { figures } = await post('/api/tms/home/summary');
    const { list, query } = homeFigures[key];
    const { total } = await post(list.path, query);
    expect(figures[key]).toBe(total);
    expect(total).toBeGreaterThan(0);
  });
});
