import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  equip,
  eventful,
  eventfulKinds,
  grounds,
  markAll,
  outcome,
  reportsOf,
  rulesOfAllKinds,
  type Who,
} from '../../../test/eventful-day';
import { factsKit } from '../../../test/facts-kit';
import { figuresOf } from '../../../test/point-kit';
import { makeVehicle } from '../../../test/stream-kit';
import { type TestDb, testDb } from '../../../test/test-db';
import { packDue } from '../../core/telemetry/hours/packing';
import { Inputs } from './inputs/types';

/** The same facts whoever computes them, from whichever store, and always with what held at the time. */
let db: TestDb;
let clock = 0;
beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());

const min = 60_000;
const t0 = Date.UTC(2026, 2, 1, 1, 0, 0);

it('one process, three that take turns, and two that recompute at once find the same; so does what is packed', {
  timeout: 120_000,
}, async () => {
  const company = `everywhere ${Math.random()}`;
  const [one, several] = [await makeVehicle(db, company), await makeVehicle(db, company)];
  const places = await grounds(db, one.clientId);
  await rulesOfAllKinds(db, one.clientId, places);
  for (const who of [one, several]) await equip(db, who, places);
  const messages = reportsOf(eventful, several);
  clock = (messages.at(-1)?.deviceTime ?? 0) + 60 * min;
  const again = (who: Who) => markAll(who).execute(db.systemDb);

  const alone = await factsKit(db, () => clock);
  await Promise.all(reportsOf(eventful, one).map((message) => alone.send(message)));
  await alone.settle();
  await again(one);
  await alone.recompute();
  const expected = await outcome(db, one);
  const kinds = new Set((expected.episodes as Array<{ kind: string }>).map(({ kind }) => kind));
  expect(eventfulKinds.filter((kind) => !kinds.has(kind))).toEqual([]);

  for (const [from, to] of [
    [0, 60],
    [60, 120],
    [120, 180],
  ] as const) {
    const process = await factsKit(db, () => clock);
    await Promise.all(messages.slice(from, to).map((message) => process.send(message)));
    await process.settle();
    // the second one dies, the others go in order
    await (from === 60 ? process.crash() : process.stop());
  }
  await again(several);
  const second = await factsKit(db, () => clock);
  await Promise.all([alone.recompute(), second.recompute()]);
  expect(await outcome(db, several)).toEqual(expected);

  expect((await packDue(db.systemDb, figuresOf, clock + 86_400_000, 10_000)).points).toBeGreaterThan(0);
  const { rows: hot } = await sql`select from position where vehicle_id = ${one.vehicleId}`.execute(db.systemDb);
  expect(hot).toHaveLength(0);
  await again(one);
  await second.recompute();
  expect(await outcome(db, one)).toEqual(expected);
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
