import { dayMs } from '@tongda/contract/core/durations';
import { alarmHandleStatus } from '@tongda/contract/watch/alarm/enums';
import { demoRecorders, voyageDays } from '@tongda/simulator/fleet/demo-recorders';
import { demoStories } from '@tongda/simulator/fleet/stories';
import { simulateRecorder } from '@tongda/simulator/world/recorder';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDb, testDb } from '../../test/test-db';
import { proveBoxes } from './alarms/box-proofs';
import { answerFuelFindings, seedFuelBills } from './fleet/fuel';
import { vehicleId } from './fleet/vehicle/rows';
import { seedDemo } from './seed';

/*
 * What report.md says that a stranger sees in each report of the demo. What the seeder writes is counted here; what trucks and recorders bring about is a story of
 * theirs, which seed.test.ts lets trip its alarms.
 */

let db: TestDb;
const now = new Date();
beforeAll(async () => {
  db = await testDb();
  await seedDemo(db.systemDb, { now, hashPassword: async (plain) => `hash of ${plain}` });
}, 120_000);
afterAll(() => db.close());

const count = async (statement: string): Promise<number> =>
  Number((await db.pool.query(`select count(*) n from ${statement}`)).rows[0].n);

/** Section, what it says, rows that show it, and how many there are at least. */
const seeded: ReadonlyArray<readonly [section: string, sentence: string, rows: string, least: number]> = [
  ['2.1', '12 devices', 'portable_device where client_id = 101', 12],
  ['2.1', '1 shared in', 'portable_device where client_id = 101 and usage_mode = 5', 1],
  [
    '2.1',
    'those on trucks say since when',
    `portable_device p where client_id = 101 and exists (select from portable_binding b
      where b.portable_id = p.id and b.vehicle_id = p.bind_vehicle_id and upper_inf(b.during))`,
    7,
  ],
  ['2.3', '40 terminals', 'device where client_id = 101', 40],
  [
    '2.3',
    'one overdue',
    `vehicle where client_id = 101 and service_end < (now() at time zone 'Asia/Shanghai')::date`,
    1,
  ],
  ['2.3', 'one data-heavy video unit', 'vehicle where client_id = 101 and camera_count >= 4', 1],
  [
    '2.4',
    '3 trucks for a week',
    `device_share s where status = 1 and valid_until > now() and valid_until - valid_from = interval '7 days'
      and (select count(*) from device_share_vehicle v where v.share_id = s.id) = 3`,
    1,
  ],
  ['2.4', 'one expired', 'device_share where status = 1 and valid_until < now()', 1],
  ['2.4', 'one pending', 'device_share where status = 0', 1],
  ['2.5', 'two HTTP targets that work', 'forward_target where client_id = 101 and protocol = 1 and enabled', 2],
  ['2.6', 'milk-run by sites', 'trip_setting where mode = 2', 1],
  ['2.6', 'long-haul by 30-min gap', 'trip_setting where mode = 1 and gap_min = 30', 1],
  ['2.6', 'by power switch', 'trip_setting where mode = 4', 1],
  ['2.7', '6 locks', 'bluetooth_lock where client_id = 101', 6],
  [
    '3.1',
    '4-probe frozen truck',
    `(select vehicle_id from probe where kind = 'tem' group by vehicle_id having count(*) = 4) four`,
    1,
  ],
  ['4.10', '15 rows', 'outside_query where direction = 1', 15],
  ['7.1', 'QA gets level 2 and above', 'push_setting where client_id = 101 and min_level >= 2', 1],
  ['7.2', '10 rules', 'alarm_rule where client_id = 101 and enabled', 10],
  ['7.2', 'one conflicting, which can therefore not be switched on', 'alarm_rule where not enabled', 1],
  ['8.1', '10 bindings', 'vehicle_binding', 10],
  [
    '8.8',
    '3 routes × 6 vehicles',
    '(select binding_id from line_binding_vehicle group by binding_id having count(*) >= 4) three',
    3,
  ],
  ['9.2', '5 routes that trucks drive', '(select distinct route_id from route_vehicle) five', 5],
];

test.each(seeded)('%s: %s', async (_, __, rows, least) => {
  expect(await count(rows)).toBeGreaterThanOrEqual(least);
});

/** Section, what it says, and the story of the truck that brings it about. */
const lived: ReadonlyArray<readonly [section: string, sentence: string, story: string]> = [
  ['3.1', 'door spike', 'long-door'],
  ['3.1', '40-min blind gap refilled', 'blind-stretch'],
  ['3.1', 'one broken probe', 'probe-broken'],
  ['3.3', 'a probe that measures too much', 'loose-probe'],
  ['3.3', 'a unit that runs and does not cool', 'weak-unit'],
  ['3.3', 'a defrost that warms the box', 'stuck-defrost'],
  ['3.4', 'one stopped 50 min in transit', 'chiller-stop'],
  ['3.5', 'never started', 'never-online'],
  ['4.1', 'one idle truck', 'never-started'],
  ['4.6', '35 L night theft', 'fuel-theft'],
  ['4.6', 'sensor unplugged', 'fuel-unplugged'],
  ['5.1', 'one 25-min with +9 ℃', 'long-door'],
  ['5.1', 'one while moving', 'door-moving'],
  ['6.2', '95 in an 80 zone 3 min', 'speeding'],
  ['6.2', 'drift spike not reported', 'drift-spike'],
  ['6.4', 'one of each: open too long', 'long-door'],
  ['6.6', '45-min roadside stop in transit, cargo +3 ℃', 'roadside'],
  ['6.9', 'battery 22 V', 'weak-battery'],
  ['6.7', '4 h 20', 'fatigue'],
  ['6.8', '2-day offline', 'terminal-off-weekend'],
  ['6.8', 'power cut at night', 'power-cut'],
];

test.each(lived)('%s: %s is the story %s of a truck', (_, __, story) => {
  expect(demoStories.map(({ id }) => id)).toContain(story);
});

test('6.6: the truck that stood beside the road had a waybill under way, in the last seven days', async () => {
  const stood = demoStories.find(({ kind }) => kind === 'roadside');
  expect(
    await count(`waybill where vehicle_id = ${vehicleId(stood?.vehicleNo ?? 0)} and transport_status = 3
      and actual_depart_at > '${new Date(now.getTime() - 7 * dayMs).toISOString()}'`),
  ).toBeGreaterThanOrEqual(1);
});

test('2.1 and 2.2: two recorders run low, one is silent for three days, one is charged twice a week', () => {
  expect(demoRecorders.filter(({ forgotten }) => forgotten)).toHaveLength(2);
  expect(demoRecorders.filter(({ silentDays }) => silentDays === 3)).toHaveLength(1);
  const [often] = demoRecorders;
  if (!often) throw new Error('the demo has recorders');
  const since = now.getTime() - 8 * dayMs;
  let charges = 0;
  let was = false;
  for (const { point } of simulateRecorder(often, since, since, now.getTime())) {
    const is = point.recorder?.charging === true;
    if (is && !was) charges++;
    was = is;
  }
  expect(charges).toBeGreaterThanOrEqual(2);
});

test('3.2: a box is thirty days on its way from Shanghai by Rotterdam, two weeks and more of them without a link', () => {
  const box = demoRecorders.find(({ way }) => way.kind === 'voyage');
  if (!box) throw new Error('the demo has a box at sea');
  expect(voyageDays).toBe(30);
  const since = now.getTime();
  const way = [...simulateRecorder(box, since, since - voyageDays * dayMs, since)];
  const [first] = way;
  expect([first?.point.lng, first?.point.lat]).toEqual([121.1132, 31.1516]);
  expect(way.some(({ point }) => Math.abs(point.lng - 4.05) < 0.01 && Math.abs(point.lat - 51.96) < 0.01)).toBe(true);
  const silentDays = (way.filter(({ link }) => !link).length * box.intervalS) / 86_400;
  expect(silentDays).toBeGreaterThan(14);
});

/** Facts as the past of the demo brings them, of a truck at the hours before now. */
const addFacts = (kind: string, no: number, hoursAgo: readonly number[], values: object = {}) =>
  sql`insert into episode (client_id, vehicle_id, kind, alarm, subject, start_time, end_time, confirmed_at, status, lng, lat, values)
    select 101, ${vehicleId(no)}, ${kind}, false, ${kind === 'door' ? 'door1' : ''}, ${now}::timestamptz - h * interval '1 hour', ${now}::timestamptz - h * interval '1 hour' + interval '20 minutes', ${now}::timestamptz - h * interval '1 hour', 1,
      121.4, 31.2, ${JSON.stringify(values)}::jsonb from unnest(${[...hoursAgo]}::int[]) h`.execute(db.systemDb);

test('4.5: of what the trucks filled up one bill says 40 L more, the others two per cent at most', async () => {
  await addFacts('refuel', 1, [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140], { litres: 200 });
  await seedFuelBills(db.systemDb);
  const { rows } = await db.pool.query<{ litres: number }>('select litres::float8 from refuel_bill order by litres');
  expect(rows.length).toBeGreaterThanOrEqual(10);
  expect(rows.filter(({ litres }) => litres > 235 && litres < 245)).toHaveLength(1);
  expect(rows.filter(({ litres }) => Math.abs(litres - 200) <= 4)).toHaveLength(rows.length - 1);
});

test('3.5: the task that was done is of a morning on which the box was cold in time', async () => {
  const hours = [9, 33, 57, 200];
  await addFacts('preCooling', 4, hours.slice(0, 1), { coolerStatus: 2 });
  await addFacts('preCooling', 4, hours.slice(1), { coolerStatus: 1 });
  await proveBoxes(db.systemDb);
  const { rows } = await db.pool.query<{ given: Date }>(
    `select created_at as given from pre_cooling where client_id = 101 and vehicle_id = ${vehicleId(4)}`,
  );
  expect(rows.map(({ given }) => Math.round((now.getTime() - given.getTime()) / 60_000))).toEqual([33 * 60 + 5]);
  await db.pool.query('delete from pre_cooling');
});

test('4.6: a slope was a false alarm, a theft was reported to the police, the newest theft waits', async () => {
  await addFacts('fuelWaste', 2, [30], { litres: 9 });
  await addFacts('fuelDrop', 43, [10, 100], { litres: 35 });
  await addFacts('fuelSensor', 14, [20]);
  await answerFuelFindings(db.systemDb);
  const { rows } = await db.pool.query<{ kind: string; state: number }>(
    `select kind, handle_status as state from episode where client_id = 101 and kind in ('fuelWaste', 'fuelDrop', 'fuelSensor') order by kind, start_time`,
  );
  expect(rows.map(({ kind, state }) => [kind, state])).toEqual([
    ['fuelDrop', alarmHandleStatus.closed],
    ['fuelDrop', alarmHandleStatus.open],
    ['fuelSensor', alarmHandleStatus.closed],
    ['fuelWaste', alarmHandleStatus.falseAlarm],
  ]);
});

test('5.3: seals are opened and closed around doors, one door in eighteen is opened under its seal, and those days are computed again', async () => {
  await addFacts(
    'door',
    20,
    Array.from({ length: 18 }, (_, i) => 4 + i * 3),
  );
  await proveBoxes(db.systemDb);
  const acts = (action: number) =>
    count(`lock_open_log h join lock_binding b on b.lock_id = h.lock_id where b.vehicle_id = ${vehicleId(20)}
      and h.action = ${action} and h.lng is not null and h.auth_id is null and h.allowed`);
  expect(await acts(1)).toBe(17);
  // in each of the ways that a lock tells
  expect(
    await count(`(select distinct h.way from lock_open_log h join lock_binding b on b.lock_id = h.lock_id
      where b.vehicle_id = ${vehicleId(20)} and h.action = 1 and h.auth_id is null and h.allowed) ways`),
  ).toBe(4);
  expect(await acts(0)).toBe(17);
  // the register says what the newest record says, and where that was
  expect(
    await count(`bluetooth_lock l join lateral (select * from lock_open_log h where h.lock_id = l.id order by at desc limit 1) h on true
      where l.vehicle_id = ${vehicleId(20)} and l.last_time = h.at and l.last_action = h.action and l.lng = h.lng`),
  ).toBe(1);
  expect(
    await count(
      `bluetooth_lock where vehicle_id is not null and lng is not null and (lock_status = 2) = (last_action = 1)`,
    ),
  ).toBe(5);
  // a rule watches for it, and what it says of the past is found by computing those days again
  expect(await count(`alarm_rule where enabled and kind = 'door' and (params->>'locked')::boolean`)).toBe(1);
  expect(await count(`dirty_day where vehicle_id = ${vehicleId(20)} and due_at <= now()`)).toBe(3);
});
