import type { PositionMessage } from '@tongda/contract/topics';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { factsKit, makeRule } from '../../../test/facts-kit';
import { figuresOf } from '../../../test/point-kit';
import { makeVehicle, report } from '../../../test/stream-kit';
import { type TestDb, testDb } from '../../../test/test-db';
import { packDue } from '../../core/telemetry/packing';
import { north } from '../../kernel/fixture';
import { Inputs } from './inputs';

/** The same facts whoever computes them, from whichever store, and always with what held at the time. */
let db: TestDb;
let clock = 0;
beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());

const min = 60_000;
const t0 = Date.UTC(2026, 2, 1, 1, 0, 0);
type Vehicle = Awaited<ReturnType<typeof makeVehicle>>;

/** Five hours: driving, warm, fuel that goes, doors, a terminal's alarm beside the platform's, a driver's phone. */
function day(v: Vehicle): PositionMessage[] {
  let metres = 0;
  return Array.from({ length: 150 }, (_, i) => {
    const drives = i % 50 < 30;
    const fast = i % 50 > 10 && i % 50 < 20;
    metres += drives ? (fast ? 3000 : 2000) : 0;
    const safety = {
      item: 0x65,
      type: 2,
      level: 1,
      flag: 0,
      alarmId: i,
      identifier: `f${i}`,
      t: t0 + i * 2 * min,
      speedKmh: 60,
      attachments: 1,
    };
    return report(v, t0 + i * 2 * min, {
      speedKmh: drives ? (fast ? 90 : 60) : 0,
      acc: drives,
      lat: 31.2304 + north(metres),
      alarmBits: fast ? 2 : 0,
      channels: {
        tempC: [i % 40 < 12 ? -5.25 : -18.1, null],
        humPct: [61.5],
        fuelL: [i > 95 ? 120 : 180],
        doorOpen: [i % 50 > 40],
        ...(i % 20 === 3 ? { safety: [safety] } : {}),
      },
    });
  });
}

async function rules(clientId: string): Promise<void> {
  await makeRule(db, clientId, 'temperature', { probes: [{ channel: 1, lower: null, upper: -12 }], delayS: 300 });
  await makeRule(db, clientId, 'speed', { limitKmh: 80 });
  await makeRule(db, clientId, 'terminal', { bits: [1, 29] });
  await makeRule(db, clientId, 'safety', { types: [{ type: 187, minKmh: 0, level: 0 }] });
  await makeRule(db, clientId, 'oil', {});
  await makeRule(db, clientId, 'door', { openMin: 5 });
  await makeRule(db, clientId, 'fatigue', { dayMin: 60, nightMin: 30, warnMin: 10 });
}

async function outcome({ vehicleId }: Vehicle) {
  const { rows: episodes } =
    await sql`select kind, rule_id, rule_version, subject, start_time, end_time, confirmed_at, status, level, peak, limit_value, lng, lat, data_gap,
      values::text from episode where vehicle_id = ${vehicleId} order by kind, rule_id, subject, start_time`.execute(
      db.systemDb,
    );
  const { rows: days } =
    await sql`select (to_jsonb(s) - array['vehicle_id', 'calc_time'])::text as s from day_summary s where vehicle_id = ${vehicleId} order by day`.execute(
      db.systemDb,
    );
  const { rows: states } = await sql`select state from facts_state where vehicle_id = ${vehicleId}`.execute(
    db.systemDb,
  );
  return { episodes, days, states };
}
const mark = ({ vehicleId, clientId }: Vehicle) =>
  sql`insert into dirty_day (vehicle_id, client_id, day, due_at) values (${vehicleId}, ${clientId}, '2026-03-01', now())
    on conflict (vehicle_id, day) do update set due_at = now()`.execute(db.systemDb);

it('one process, three that take turns, and two that recompute at once find the same; so does what is packed', async () => {
  const company = `everywhere ${Math.random()}`;
  const [one, several] = [await makeVehicle(db, company), await makeVehicle(db, company)];
  await rules(one.clientId);
  clock = t0 + 400 * min;

  const alone = await factsKit(db, () => clock);
  for (const message of day(one)) await alone.send(message);
  await alone.settle();
  await mark(one);
  await alone.recompute();
  const expected = await outcome(one);
  const kinds = new Set(expected.episodes.map((e) => (e as { kind: string }).kind));
  for (const kind of [
    'temperatureAlarm',
    'speedAlarm',
    'safetyAlarm',
    'safetyEvent',
    'oilAlarm',
    'doorAlarm',
    'fatigueAlarm',
    'trip',
  ])
    expect(kinds).toContain(kind);
  // the terminal's word of speeding is in the platform's alarm
  expect(kinds).not.toContain('terminalAlarm');

  const messages = day(several);
  for (const [from, to] of [
    [0, 50],
    [50, 100],
    [100, 150],
  ] as const) {
    const process = await factsKit(db, () => clock);
    for (const message of messages.slice(from, to)) await process.send(message);
    await process.settle();
    // the second one dies, the others go in order
    await (from === 50 ? process.crash() : process.stop());
  }
  await mark(several);
  const second = await factsKit(db, () => clock);
  await Promise.all([alone.recompute(), second.recompute()]);
  expect(await outcome(several)).toEqual(expected);

  expect((await packDue(db.systemDb, figuresOf, clock + 86_400_000, 10_000)).points).toBeGreaterThan(0);
  const { rows: hot } = await sql`select from position where vehicle_id = ${one.vehicleId}`.execute(db.systemDb);
  expect(hot).toHaveLength(0);
  await mark(one);
  await second.recompute();
  expect(await outcome(one)).toEqual(expected);
  await second.stop();
  await alone.stop();
});

it('limits of a place are those of the time, like its shape', async () => {
  const v = await makeVehicle(db);
  const place = await db.systemDb
    .insertInto('place')
    .values({ client_id: v.clientId, kind: 'region', place_type: 1, name: '矿区', speed_limit_kmh: 30, buffer_m: 20 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const box = { west: 121, south: 31, east: 121.1, north: 31.1, lng: 121.05, lat: 31.05 };
  const shape = { client_id: v.clientId, place_id: place.id, kind: 'circle', radius_m: 500, ...box };
  const geometry = JSON.stringify({ type: 'Point', coordinates: [121.05, 31.05] });
  await db.systemDb
    .insertInto('place_shape')
    .values({ ...shape, geometry, during: sql<string>`tstzrange('2020-01-01', null)` })
    .execute();
  await sql`update place set speed_limit_kmh = 50, stay_min = 9 where id = ${place.id}`.execute(db.systemDb);
  await sql`update place set remark = 'x' where id = ${place.id}`.execute(db.systemDb);
  const inputs = new Inputs(db.systemDb);
  await inputs.load(v.clientId, v.vehicleId);
  const at = (t: number) => inputs.at(v.clientId, v.vehicleId, t)?.around.shapes.get(place.id);
  expect(at(t0)).toMatchObject({ speedLimitKmh: 30, stayMs: 3 * min, bufferM: 20 });
  expect(at(Date.now() + min)).toMatchObject({ speedLimitKmh: 50, stayMs: 9 * min, bufferM: 20 });
  // shape and limits in one step: two periods, none without length
  await db.systemDb.transaction().execute(async (trx) => {
    await sql`update place set speed_limit_kmh = 60 where id = ${place.id}`.execute(trx);
    await sql`update place_shape set during = tstzrange(lower(during), now()) where place_id = ${place.id} and upper_inf(during)`.execute(
      trx,
    );
    await trx
      .insertInto('place_shape')
      .values({ ...shape, radius_m: 900, geometry, during: sql<string>`tstzrange(now(), null)` })
      .execute();
  });
  const { rows } =
    await sql`select radius_m, speed_limit_kmh, isempty(during) as empty from place_shape where place_id = ${place.id} order by during`.execute(
      db.systemDb,
    );
  expect(rows).toEqual([
    { radius_m: 500, speed_limit_kmh: 30, empty: false },
    { radius_m: 500, speed_limit_kmh: 50, empty: false },
    { radius_m: 900, speed_limit_kmh: 60, empty: false },
  ]);
});

it('the stops of a trip are planned calls of the vehicle that makes it', async () => {
  const v = await makeVehicle(db);
  const own = { client_id: v.clientId };
  const place = await db.systemDb
    .insertInto('place')
    .values({ ...own, kind: 'site', place_type: 1, name: '一号仓' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [depart, arrive] = [new Date(t0), new Date(t0 + 60 * min)];
  const trip = await db.systemDb
    .insertInto('waybill')
    .values({
      ...own,
      waybill_code: 'T1',
      waybill_kind: 1,
      vehicle_id: v.vehicleId,
      plan_depart_at: depart,
      plan_arrive_at: arrive,
      busy_from: depart,
      busy_until: arrive,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const stop = { ...own, waybill_id: trip.id, name: '一号仓', plan_arrive_at: arrive };
  await db.systemDb
    .insertInto('waybill_stop')
    .values([
      { ...stop, seq: 1, stop_type: 1, place_id: place.id },
      { ...stop, seq: 2, stop_type: 2, place_id: null },
    ])
    .execute();
  const calls = async () =>
    (
      await db.systemDb
        .selectFrom('planned_call')
        .select(['id', 'vehicle_id', 'seq', 'arrive_at', 'cancelled'])
        .where('plan_ref', '=', `waybill:${trip.id}`)
        .execute()
    ).map(({ id, ...call }) => ({ id, ...call }));
  const [first, ...none] = await calls();
  expect(none).toEqual([]);
  expect(first).toMatchObject({ vehicle_id: v.vehicleId, seq: 1, arrive_at: arrive, cancelled: false });
  await sql`update waybill_stop set plan_arrive_at = ${new Date(t0 + 90 * min)} where waybill_id = ${trip.id}`.execute(
    db.systemDb,
  );
  expect(await calls()).toEqual([{ ...first, arrive_at: new Date(t0 + 90 * min) }]);
  await sql`update waybill_stop set stop_status = 3 where waybill_id = ${trip.id}`.execute(db.systemDb);
  expect(await calls()).toMatchObject([{ cancelled: true }]);
  await sql`update waybill set voided_at = now() where id = ${trip.id}`.execute(db.systemDb);
  expect(await calls()).toEqual([]);
});
