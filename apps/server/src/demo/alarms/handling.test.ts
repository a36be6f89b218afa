import { alarmHandleStatus } from '@tongda/contract/watch/alarm/enums';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoDb } from '../../../test/demo-db';
import type { TestDb } from '../../../test/test-db';
import { answerAlarms, isPastArrived } from './handling';

let db: TestDb;
beforeAll(async () => {
  db = await demoDb();
}, 120_000);
afterAll(() => db.close());

it('the past has arrived when the detectors have come to what terminals report and its days are computed, not when both only wait for it', async () => {
  const arrived = () => isPastArrived(db.systemDb);
  await db.pool.query('delete from device_state');
  await db.pool.query('delete from dirty_day');
  expect(await arrived()).toBe(false);
  await db.pool.query(`insert into device_state (vehicle_id, client_id, device_id, device_time, live, stream)
    select b.vehicle_id, b.client_id, min(b.device_id), now(), '{}', '{}' from device_binding b where b.client_id = 101 and upper_inf(b.during)
    group by b.vehicle_id, b.client_id`);
  // the detectors of a busy machine are minutes behind the reports
  expect(await arrived()).toBe(false);
  const fold = async (at: string) =>
    db.pool.query(`insert into facts_state (vehicle_id, client_id, at, state) select vehicle_id, client_id, ${at}, '{}' from device_state
      on conflict (vehicle_id) do update set at = excluded.at`);
  await fold(`now() - interval '5 hours'`);
  expect(await arrived()).toBe(false);
  await fold('now()');
  // the days of the past are computed a minute after their last point: until then none of its alarms is there
  await db.pool.query(`insert into dirty_day (vehicle_id, day, client_id, due_at)
    select vehicle_id, current_date - 20, client_id, now() + interval '1 minute' from device_state limit 1`);
  expect(await arrived()).toBe(false);
  await db.pool.query('delete from dirty_day');
  expect(await arrived()).toBe(true);
  // a truck without network for some minutes is no past
  await db.pool.query(`insert into dirty_day (vehicle_id, day, client_id, due_at)
    select vehicle_id, current_date, client_id, now() from device_state limit 1`);
  expect(await arrived()).toBe(true);
});

it('what becomes of an alarm depends on what it is, not on the order in which the past arrives', async () => {
  const outcomes = async (way: 'asc' | 'desc') => {
    await db.pool.query(`delete from episode where client_id = 101`);
    await db.pool.query(`insert into episode (client_id, vehicle_id, kind, alarm, subject, start_time, end_time, confirmed_at, status)
      select 101, v.id, k.kind, true, '', k.at, k.at + interval '9 minutes', k.at, 1
      from (select id from vehicle where client_id = 101 order by id limit 20) v,
        (values ('speedAlarm', date_trunc('minute', now()) - interval '20 hours'), ('doorAlarm', date_trunc('minute', now()) - interval '3 hours'),
          ('temperatureAlarm', date_trunc('minute', now()) - interval '12 hours')) k(kind, at) order by v.id ${way}, k.kind ${way}`);
    await answerAlarms(db.systemDb);
    const { rows } = await db.pool.query<{ kind: string; status: number }>(
      `select kind, handle_status as status, handled_name, handled_at - start_time as after from episode where client_id = 101 order by vehicle_id, kind`,
    );
    return rows;
  };
  const first = await outcomes('asc');
  expect(first).toHaveLength(60);
  // not all alike
  expect(new Set(first.map(({ status }) => status)).size).toBeGreaterThan(2);
  expect(await outcomes('desc')).toEqual(first);
});

it('a false alarm about how somebody drove is not told by what lay in the box', async () => {
  await db.pool.query(`delete from episode where client_id = 101`);
  await db.pool.query(`insert into episode (client_id, vehicle_id, kind, alarm, subject, start_time, end_time, confirmed_at, status)
    select 101, v.id, 'speedAlarm', true, '', at, at + interval '9 minutes', at, 1 from vehicle v,
      lateral (select date_trunc('minute', now()) - interval '20 hours' as at) t where v.client_id = 101`);
  await answerAlarms(db.systemDb);
  const { rows } = await db.pool.query<{ remark: string }>(
    `select distinct handle_remark as remark from episode where client_id = 101 and handle_status = ${alarmHandleStatus.falseAlarm}`,
  );
  expect(rows).toEqual([{ remark: '核对轨迹和录像，司机驾驶正常，设备误识别' }]);
});
