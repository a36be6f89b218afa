import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeVehicle } from '../../../test/stream-kit';
import { type TestDb, testDb } from '../../../test/test-db';

/** What is stored with a stay, a visit or a trip of the things that happened within it, kept by the database whoever writes episodes (migration 0093). */
let database: TestDb;
let owner: { vehicleId: string; clientId: string };
let serial = 0;
beforeAll(async () => {
  database = await testDb();
});
afterAll(() => database.close());
beforeEach(async () => {
  const name = `途中公司${++serial}`;
  await database.systemDb.insertInto('client').values({ name }).execute();
  owner = await makeVehicle(database, name);
});

const at = (time: string) => new Date(`2026-03-01T${time}:00+08:00`);
/** Stores an episode between two times of the day (`until` null: it goes on) and answers its id. */
async function happen(kind: string, from: string, until: string | null, subject = ''): Promise<string> {
  const { id } = await database.systemDb
    .insertInto('episode')
    .values({
      client_id: owner.clientId,
      vehicle_id: owner.vehicleId,
      kind,
      alarm: kind.endsWith('Alarm'),
      subject,
      start_time: at(from),
      end_time: until === null ? null : at(until),
      confirmed_at: at(from),
      status: until === null ? 0 : 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const change = (id: string, set: { start_time?: Date; end_time?: Date | null; status?: number }) =>
  database.systemDb.updateTable('episode').set(set).where('id', '=', id).execute();
const stored = (id: string) =>
  database.systemDb
    .selectFrom('episode')
    .select(['door_opens', 'door_first', 'door_seconds', 'alarms', 'stops', 'stop_seconds', 'too_warm'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('a stay and a visit know the openings that touch them, cut to them, whichever was stored first', async () => {
  await happen('door', '07:50', '08:05', 'door1');
  const stay = await happen('stay', '08:00', '09:00');
  const visit = await happen('visit', '08:03', '08:30', 'place:1');
  await happen('door', '08:10', '08:20', 'door1');
  await happen('door', '09:30', '09:40', 'door1');
  expect(await stored(stay)).toMatchObject({ door_opens: 2, door_first: at('08:00'), door_seconds: 900 });
  expect(await stored(visit)).toMatchObject({ door_opens: 2, door_first: at('08:03'), door_seconds: 720 });
});

test('a trip knows what began in it, its stops of five minutes and longer, and an alarm that ran on into it', async () => {
  await happen('temperatureAlarm', '08:00', '09:10', 'tem1');
  const trip = await happen('trip', '09:00', '11:00');
  expect(await stored(trip)).toMatchObject({ door_opens: 0, alarms: 0, stops: 0, too_warm: true });
  await happen('speedAlarm', '09:30', '09:33');
  await happen('door', '10:00', '10:04', 'door2');
  await happen('stay', '10:00', '10:06');
  await happen('stay', '10:20', '10:24');
  expect(await stored(trip)).toMatchObject({ door_opens: 1, alarms: 1, stops: 1, stop_seconds: 360, too_warm: true });
});

test('what is late, moved, withdrawn or removed is counted anew', async () => {
  const [stay, trip] = [await happen('stay', '08:00', '09:00'), await happen('trip', '09:00', '11:00')];
  const [door, alarm] = [
    await happen('door', '08:10', '08:20', 'door1'),
    await happen('temperatureAlarm', '09:30', null, 'tem1'),
  ];
  expect(await stored(stay)).toMatchObject({ door_opens: 1, door_seconds: 600 });
  expect(await stored(trip)).toMatchObject({ alarms: 1, too_warm: true });
  await change(door, { start_time: at('09:20'), end_time: at('09:25') });
  expect(await stored(stay)).toMatchObject({ door_opens: 0, door_first: null, door_seconds: 0 });
  expect(await stored(trip)).toMatchObject({ door_opens: 1 });
  await change(alarm, { status: 2 });
  expect(await stored(trip)).toMatchObject({ alarms: 0, too_warm: false });
  await change(stay, { end_time: at('09:22') });
  expect(await stored(stay)).toMatchObject({ door_opens: 1, door_seconds: 120 });
  await database.systemDb.deleteFrom('episode').where('id', '=', door).execute();
  expect(await stored(stay)).toMatchObject({ door_opens: 0 });
  expect(await stored(trip)).toMatchObject({ door_opens: 0 });
});

test('what goes on is counted when it has ended; what is of no such kind holds nothing', async () => {
  const stay = await happen('stay', '08:00', null);
  const door = await happen('door', '08:10', null, 'door1');
  expect(await stored(stay)).toMatchObject({ door_opens: null });
  await change(stay, { end_time: at('08:30'), status: 1 });
  expect(await stored(stay)).toMatchObject({ door_opens: 1, door_seconds: 1200 });
  await change(door, { end_time: at('08:15'), status: 1 });
  expect(await stored(stay)).toMatchObject({ door_opens: 1, door_seconds: 300 });
  expect(await stored(door)).toMatchObject({ door_opens: null, alarms: null });
});

test('a stay that has ended has its times of the engine at hand; what goes on is read from its own figures', async () => {
  const engine = async (id: string) => {
    const { systemDb } = database;
    const row = await systemDb
      .selectFrom('episode')
      .select(['engine_off_s', 'engine_idle_s'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return [row.engine_off_s, row.engine_idle_s];
  };
  const stay = await happen('stay', '08:00', null);
  const set = (values: { values?: string; end_time?: Date }) =>
    database.systemDb.updateTable('episode').set(values).where('id', '=', stay).execute();
  await set({ values: JSON.stringify({ accOffMs: 600_000, idleMs: 1_200_000 }) });
  expect(await engine(stay)).toEqual([null, null]);
  await set({ end_time: at('08:30') });
  expect(await engine(stay)).toEqual([600, 1200]);
  await set({ values: JSON.stringify({ accOffMs: 900_000, idleMs: 0 }) });
  expect(await engine(stay)).toEqual([900, 0]);
  expect(await engine(await happen('visit', '08:00', '09:00', 'place:1'))).toEqual([null, null]);
});

test('in many episodes, written and changed at once, each holds what lies within it', async () => {
  // a row of rules that reach any order of times, the same in every run
  await sql`insert into episode (client_id, vehicle_id, kind, alarm, subject, start_time, end_time, confirmed_at, status)
    select ${owner.clientId}, ${owner.vehicleId}, k, k like '%Alarm', n::text, s, case when n % 11 > 0 then s + make_interval(mins => (n * 37 % 90)::int) end, s, least(n % 11, 1)
    from generate_series(1, 240) n, lateral (select (array['stay', 'visit', 'trip', 'door', 'temperatureAlarm', 'speedAlarm'])[1 + n % 6] as k,
      timestamptz '2026-03-01 00:00+08' + make_interval(mins => (n * 101 % 1440)::int) as s) x`.execute(
    database.systemDb,
  );
  await sql`update episode set start_time = start_time - make_interval(mins => (id % 7)::int), end_time = end_time + make_interval(mins => (id % 5)::int),
    status = case when id % 13 = 0 then 2 else status end where vehicle_id = ${owner.vehicleId} and id % 3 = 0`.execute(
    database.systemDb,
  );
  await sql`delete from episode where vehicle_id = ${owner.vehicleId} and id % 10 = 0`.execute(database.systemDb);
  const { rows } = await sql<{ wholes: number; wrong: number }>`select count(*)::int as wholes, (count(*) filter (where
      (e.door_opens, e.door_first, e.door_seconds, e.alarms, e.stops, e.stop_seconds, e.too_warm) is distinct from case when e.kind = 'trip'
        then (t.doors, null::timestamptz, null::float8, t.alarms, t.stops, t.stop_seconds, t.too_warm)
        else (d.opens, d.first_at, d.seconds, null::int, null::int, null::float8, null::boolean) end))::int as wrong
    from episode e cross join lateral doors_within(e.vehicle_id, e.start_time, e.end_time) d cross join lateral events_within(e.vehicle_id, e.start_time, e.end_time) t
    where e.vehicle_id = ${owner.vehicleId} and e.kind in ('stay', 'visit', 'trip') and e.end_time is not null and e.status <> 2`.execute(
    database.systemDb,
  );
  expect(rows[0]?.wholes).toBeGreaterThan(60);
  expect(rows[0]?.wrong).toBe(0);
});
