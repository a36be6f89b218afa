import type { PositionMessage } from '@tongda/contract/topics';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FactsKit, factsKit, makeRule } from '../../../test/facts-kit';
import { makeVehicle, report } from '../../../test/stream-kit';
import { type TestDb, testDb } from '../../../test/test-db';
import { north } from '../../kernel/fixture';

/**
 * K2 as a whole: stream, detectors, dirty days and recompute on the real database. However a day's points arrive, what is stored in the end
 * is, byte for byte, what they give in order.
 */
let db: TestDb;
let kit: FactsKit;
let clock = 0;
beforeAll(async () => {
  db = await testDb();
  kit = await factsKit(db, () => clock);
});
afterAll(async () => {
  await kit.stop();
  await db.close();
});

/** 22:30 in Shanghai: the points lie on both sides of midnight */
const t0 = Date.UTC(2026, 2, 1, 14, 30, 0);

interface Seed {
  step: number;
  drive: boolean;
  acc: boolean;
  temp: number | null;
  door: boolean | null;
  fuel: number;
  alarm: boolean;
}
const anyReports = fc.array(
  fc.record<Seed>({
    step: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 20, max: 400 }) }, fc.integer({ min: 401, max: 5000 })),
    drive: fc.boolean(),
    acc: fc.boolean(),
    temp: fc.option(fc.integer({ min: -200, max: 50 }).map((n) => n / 10)),
    door: fc.constantFrom(true, false, null),
    fuel: fc.constantFrom(120, 119, 80, 200),
    alarm: fc.boolean(),
  }),
  { minLength: 8, maxLength: 40 },
);
type Who = Awaited<ReturnType<typeof makeVehicle>>;

function reportsOf(seeds: readonly Seed[], who: Who): PositionMessage[] {
  let t = t0;
  let metres = 0;
  return seeds.map(({ step, drive, acc, temp, door, fuel, alarm }) => {
    t += step * 1000;
    metres += drive ? step * 12 : 0;
    return report(who, t, {
      speedKmh: drive ? 43.2 : 0,
      acc: acc || drive,
      lat: 31.2304 + north(metres),
      alarmBits: alarm ? 2 ** 29 : 0,
      channels: { tempC: temp === null ? [null] : [temp], doorOpen: [door], fuelL: [fuel] },
    });
  });
}

/** Everything that was made of a vehicle's points, without names of rows and times of the calculation. */
async function outcome({ vehicleId }: Who): Promise<Record<string, unknown>> {
  const rows = async (text: string) => (await sql<Record<string, unknown>>`${sql.raw(text)}`.execute(db.systemDb)).rows;
  const v = `vehicle_id = ${vehicleId}`;
  return {
    episodes:
      await rows(`select kind, alarm, rule_id, rule_version, subject, start_time, end_time, confirmed_at, status, level, peak, limit_value, lng, lat,
      place_id, driver_id, data_gap, values::text from episode where ${v} and status <> 2 order by kind, rule_id, subject, start_time`),
    days: await rows(
      `select (to_jsonb(s) - array['vehicle_id', 'calc_time', 'late_points'])::text as s from day_summary s where ${v} order by day`,
    ),
    carries: await rows(`select day::text, state from facts_carry where ${v} order by day`),
    state: await rows(`select state from facts_state where ${v}`),
    dirty: await rows(`select day::text from dirty_day where ${v}`),
  };
}

/** Both days as due: also for the vehicle whose points came in order, so that both have figures of the running day. */
const markAll = async ({ vehicleId }: Who) => {
  await sql`insert into dirty_day (vehicle_id, client_id, day, due_at) select distinct v.id, v.client_id, (p.device_time at time zone 'Asia/Shanghai')::date, now()
    from position p join vehicle v on v.id = p.vehicle_id where v.id = ${vehicleId} on conflict do nothing`.execute(
    db.systemDb,
  );
};

it('any permutation, repetition and delay of the points gives the same rows as their order', {
  timeout: 120_000,
}, async () => {
  const company = `order ${Math.random()}`;
  const first = await makeVehicle(db, company);
  await makeRule(db, first.clientId, 'temperature', {
    probes: [{ channel: 1, lower: null, upper: -5 }],
    delayS: 300,
    lostTimes: 3,
  });
  await makeRule(db, first.clientId, 'device', { faults: ['offline', 'probe'] });
  await makeRule(db, first.clientId, 'terminal', { bits: [29] });
  await makeRule(db, first.clientId, 'parking', { minutes: 10 });
  await makeRule(db, first.clientId, 'speed', { limitKmh: 40, warnKmh: 10 });
  await makeRule(db, first.clientId, 'door', { openMin: 5, movingKmh: 10 });
  await makeRule(db, first.clientId, 'oil', {});
  await makeRule(db, first.clientId, 'fatigue', { dayMin: 60, nightMin: 30 });
  const arrival = fc.record({
    order: fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
    twice: fc.infiniteStream(fc.boolean()),
    delay: fc.infiniteStream(fc.integer({ min: 0, max: 20_000_000 })),
  });
  await fc.assert(
    fc.asyncProperty(
      anyReports,
      arrival,
      fc.integer({ min: 0, max: 5 }),
      async (seeds, { order, twice, delay }, pauses) => {
        const [a, b] = [await makeVehicle(db, company), await makeVehicle(db, company)];
        const inOrder = reportsOf(seeds, a);
        clock = (inOrder[inOrder.length - 1]?.deviceTime ?? t0) + 3_600_000;
        await Promise.all(inOrder.map((message) => kit.send(message)));
        await kit.settle();
        kit.facts.engine.silence();
        await kit.settle();
        const live = await outcome(a);
        await markAll(a);
        await kit.recompute();
        const computed = await outcome(a);
        expect(computed.episodes).toEqual(live.episodes);
        expect(computed.state).toEqual(live.state);
        expect(computed.carries).toEqual(expect.arrayContaining(live.carries as unknown[]));

        const mixed = reportsOf(seeds, b)
          .flatMap((message) => (twice.next().value ? [message, message] : [message]))
          .map((message) => ({ message, at: order.next().value as number, late: delay.next().value as number }))
          .sort((x, y) => x.at - y.at)
          .map(({ message, late }) => ({ ...message, receiveTime: message.deviceTime + late, late: late > 300_000 }));
        // what has come so far may be computed several times on the way
        const part = Math.ceil(mixed.length / (pauses + 1));
        for (let i = 0; i < mixed.length; i += part) {
          await Promise.all(mixed.slice(i, i + part).map((message) => kit.send(message)));
          await kit.recompute();
        }
        await markAll(b);
        await kit.recompute();
        const scattered = await outcome(b);
        expect(scattered).toEqual(computed);
      },
    ),
    { numRuns: 8 },
  );
});
