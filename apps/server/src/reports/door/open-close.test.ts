import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sceneTruck } from '../../../test/reading-kit';
import { type TestApp, testApp } from '../../../test/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const frozen = [['后部', -25, -12]] as const;

test('25 minutes with +9 ℃, one while moving, one never closed: times, rise, recovery, and their sums a vehicle', async () => {
  // 08:00 driving, 08:30 door open for 25 min standing, warm until 09:25; 10:00 open for two minutes on the road; 11:40 open to the end
  const warm = (m: number): number =>
    m >= 510 && m < 535 ? -18 + ((m - 510) / 24) * 9 : m >= 535 && m < 565 ? -9 - (m - 535) * 0.3 : -18;
  const { ask, clock, token, vehicle, date } = await sceneTruck(app, '开门公司', frozen, [480, 720], (m) => ({
    tempC: [warm(m)],
    open: (m >= 510 && m < 535) || m === 600 || m === 601 || m >= 700,
    kmh: (m >= 480 && m < 505) || (m >= 580 && m < 690) ? 60 : 0,
  }));
  const { list, total } = (await ask('door/detail', { sort: 'startTime asc' })).data;
  expect(total).toBe(3);
  expect(
    list.map(({ startTime, endTime, minutes, moving, state }) => [
      clock(startTime),
      endTime === null ? null : clock(endTime),
      minutes,
      moving,
      state,
    ]),
  ).toEqual([
    ['08:30', '08:55', 25, 'no', 'closed'],
    ['10:00', '10:02', 2, 'yes', 'closed'],
    ['11:40', null, 19, 'no', 'open'],
  ]);
  expect(list[0]).toMatchObject({
    doorName: '后门',
    beforeC: -18,
    maxC: -9,
    riseC: 9,
    recoverMin: 10,
    chiller: 'on',
    km: 0,
  });
  expect(list[1]).toMatchObject({ km: 2 });
  expect((await ask('door/page')).data.list).toMatchObject([
    { opens: 3, minutes: 46, longestMin: 25, meanMin: 15.3, moving: 1, outside: 0, maxC: -9 },
  ]);
  expect((await ask('door/totals')).data.values).toMatchObject({
    opens: 3,
    minutes: 46,
    longestMin: 25,
    moving: 1,
    meanMin: 15.3,
  });

  // filters: length, scene, part of the day, door
  const starts = async (more: object) =>
    (await ask('door/detail', { sort: 'startTime asc', ...more })).data.list.map(({ startTime }) => clock(startTime));
  expect(await starts({ openMin: 10 })).toEqual(['08:30', '11:40']);
  expect(await starts({ scene: 'moving' })).toEqual(['10:00']);
  expect(await starts({ operatingHours: ['10:00', '10:30'] })).toEqual(['10:00']);
  expect(await starts({ doors: ['2'] })).toEqual([]);

  // the trajectory of the same day holds the same openings
  const track = await app.post(
    '/api/gis/track/query',
    { vehicleId: vehicle.vehicleId, startTime: `${date} 00:00:00`, endTime: `${date} 23:59:59` },
    token,
  );
  expect(track.data.doorEvents).toHaveLength(total);
  const curve = (await ask('door/curve')).data as unknown as {
    strips: Array<{ tone: string; spans: unknown[] }>;
    lanes: unknown[];
  };
  expect(curve.lanes).toHaveLength(1);
  expect(curve.strips.find(({ tone }) => tone === 'door')?.spans).toHaveLength(total);
  expect(curve.strips.map(({ tone }) => tone)).toContain('stay');
});

test('an opening names who unlocked it just before, and is cut to the range that is asked for', async () => {
  const { ask, clock, vehicle, day, date } = await sceneTruck(app, '锁门公司', frozen, [540, 620], (m) => ({
    tempC: [-18],
    open: m >= 560 && m < 600,
  }));
  const { systemDb } = app.database;
  const { clientId, vehicleId } = vehicle;
  const { rows } = await sql<{
    id: string;
  }>`insert into bluetooth_lock (client_id, lock_no, vehicle_id, door_pos) values (${clientId}, 'LS1', ${vehicleId}, '后门') returning id`.execute(
    systemDb,
  );
  await sql`insert into lock_binding (client_id, lock_id, vehicle_id, door_pos, name, during) values (${clientId}, ${rows[0]?.id}, ${vehicleId}, '后门', '沪A1', tstzrange('2020-01-01', null))`.execute(
    systemDb,
  );
  await sql`insert into lock_open_log (client_id, lock_id, user_name, action, way, allowed, at) values (${clientId}, ${rows[0]?.id}, '王师傅', 1, 1, true, ${new Date(day + 555 * 60_000)})`.execute(
    systemDb,
  );
  const [whole] = (await ask('door/detail')).data.list;
  expect([clock(whole?.startTime), clock(whole?.endTime), whole?.lockLog]).toEqual(['09:20', '10:00', '王师傅 开锁']);
  const [part] = (await ask('door/detail', { startTime: `${date} 09:40:00` })).data.list;
  expect([clock(part?.startTime), part?.minutes]).toEqual(['09:40', 20]);
});
