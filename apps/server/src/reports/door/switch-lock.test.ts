import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sceneTruck } from '../../../test/reading-kit';
import { type TestApp, testApp } from '../../../test/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test('unlocked and locked again, for nothing, refused, and a door that opened while it was locked', async () => {
  const { ask, clock, vehicle, day } = await sceneTruck(app, '开关锁公司', [['后部', -25, -12]], [480, 700], (m) => ({
    tempC: [-18],
    open: (m >= 485 && m < 510) || (m >= 660 && m < 670),
  }));
  const { systemDb } = app.database;
  const { clientId, vehicleId } = vehicle;
  const { rows } = await sql<{
    id: string;
  }>`insert into bluetooth_lock (client_id, lock_no, vehicle_id, door_pos) values (${clientId}, 'LS9', ${vehicleId}, '后门') returning id`.execute(
    systemDb,
  );
  const lockId = rows[0]?.id;
  await sql`insert into lock_binding (client_id, lock_id, vehicle_id, door_pos, name, during) values (${clientId}, ${lockId}, ${vehicleId}, '后门', '沪A1', tstzrange('2020-01-01', null))`.execute(
    systemDb,
  );
  const log = (minute: number, action: number, allowed = true, reason = '') =>
    sql`insert into lock_open_log (client_id, lock_id, user_name, action, way, allowed, reason, at)
      values (${clientId}, ${lockId}, '王师傅', ${action}, 1, ${allowed}, ${reason}, ${new Date(day + minute * 60_000)})`.execute(
      systemDb,
    );
  await log(480, 1);
  await log(515, 0);
  await log(560, 1, false, '现在不在允许时段内');
  await log(600, 1);
  await log(604, 0);
  const { list } = (await ask('switchLock/page', { sort: 'time asc' })).data;
  expect(list.map((row) => [clock(row.time), row.act, row.openMin, row.door, row.result])).toEqual([
    ['08:00', 'open', 35, 'opened', 'ok'],
    ['08:35', 'close', null, '', 'ok'],
    ['09:20', 'refused', null, '', 'refused'],
    ['10:00', 'open', 4, 'unused', 'ok'],
    ['10:04', 'close', null, '', 'ok'],
    ['11:00', 'abnormal', 10, 'opened', ''],
  ]);
  expect(list[0]).toMatchObject({ lockNo: 'LS9', doorPos: '后门', way: '1', user: '王师傅' });
  expect((await ask('switchLock/totals')).data.values).toMatchObject({ opens: 2, refusals: 1, idle: 1, abnormal: 1 });
  expect((await ask('switchLock/page', { act: 'refused' })).data.list).toMatchObject([
    { reason: '现在不在允许时段内' },
  ]);
  expect((await ask('switchLock/page', { way: '2' })).data.total).toBe(0);
  expect((await ask('switchLock/page', { siteScope: 'inside' })).data.total).toBe(0);
});
