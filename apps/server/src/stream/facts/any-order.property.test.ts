import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  equip,
  eventfulStart,
  grounds,
  markAll,
  outcome,
  reportsOf,
  rulesOfAllKinds,
  type Seed,
} from '../../../test/eventful-day';
import { type FactsKit, factsKit } from '../../../test/facts-kit';
import { makeVehicle } from '../../../test/stream-kit';
import { type TestDb, testDb } from '../../../test/test-db';

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

const anyReports = fc.array(
  fc.record<Seed>({
    step: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 20, max: 400 }) }, fc.integer({ min: 401, max: 5000 })),
    drive: fc.boolean(),
    acc: fc.boolean(),
    temp: fc.option(fc.integer({ min: -200, max: 50 }).map((n) => n / 10)),
    air: fc.constantFrom(6, 4, 0, -5, null),
    hum: fc.option(fc.integer({ min: 20, max: 100 })),
    co2: fc.option(fc.integer({ min: 300, max: 9000 })),
    door: fc.constantFrom(true, false, null),
    fuel: fc.constantFrom(120, 119, 80, 200),
    // 紧急, 超速, 主电源掉电, 碰撞预警 …
    alarm: fc.constantFrom(0, 0, 0, 2 ** 29, 2, 2 ** 8, 2 ** 7),
    volt: fc.constantFrom(27.1, 27.1, 22, 3),
    reefer: fc.constantFrom(true, true, false, null),
    eyes: fc.boolean(),
  }),
  { minLength: 8, maxLength: 40 },
);

interface Arrival {
  order(): number;
  twice(): boolean;
  delay(): number;
}

it('any permutation, repetition and delay of the points gives the same rows as their order', {
  timeout: 120_000,
}, async () => {
  const company = `order ${Math.random()}`;
  const first = await makeVehicle(db, company);
  const places = await grounds(db, first.clientId);
  await rulesOfAllKinds(db, first.clientId, places);
  const check = async (seeds: readonly Seed[], { order, twice, delay }: Arrival, pauses: number): Promise<void> => {
    const [a, b] = [await makeVehicle(db, company), await makeVehicle(db, company)];
    await equip(db, a, places);
    await equip(db, b, places);
    const inOrder = reportsOf(seeds, a);
    clock = (inOrder[inOrder.length - 1]?.deviceTime ?? eventfulStart) + 3_600_000;
    await Promise.all(inOrder.map((message) => kit.send(message)));
    await kit.settle();
    kit.facts.engine.silence();
    await kit.settle();
    const live = await outcome(db, a);
    await markAll(a).execute(db.systemDb);
    await kit.recompute();
    const computed = await outcome(db, a);
    expect(computed.episodes).toEqual(live.episodes);
    expect(computed.state).toEqual(live.state);
    expect(computed.carries).toEqual(expect.arrayContaining(live.carries as unknown[]));

    const mixed = reportsOf(seeds, b)
      .flatMap((message) => (twice() ? [message, message] : [message]))
      .map((message) => ({ message, at: order(), late: delay() }))
      .sort((x, y) => x.at - y.at)
      .map(({ message, late }) => ({ ...message, receiveTime: message.deviceTime + late, late: late > 300_000 }));
    // what has come so far may be computed several times on the way
    const part = Math.ceil(mixed.length / (pauses + 1));
    for (let i = 0; i < mixed.length; i += part) {
      await Promise.all(mixed.slice(i, i + part).map((message) => kit.send(message)));
      await kit.recompute();
    }
    await markAll(b).execute(db.systemDb);
    await kit.recompute();
    expect(await outcome(db, b)).toEqual(computed);
  };

  const streams = fc.record({
    order: fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
    twice: fc.infiniteStream(fc.boolean()),
    delay: fc.infiniteStream(fc.integer({ min: 0, max: 20_000_000 })),
  });
  const pull =
    <T>(from: Iterator<T>) =>
    () =>
      from.next().value as T;
  await fc.assert(
    fc.asyncProperty(
      anyReports,
      streams,
      fc.integer({ min: 0, max: 5 }),
      async (seeds, { order, twice, delay }, pauses) => {
        await check(seeds, { order: pull(order), twice: pull(twice), delay: pull(delay) }, pauses);
      },
    ),
    // what fails is shown as it is: looking for a smaller day that fails too takes longer than a test may;
    // `npm run chaos` draws new days, `npm test` takes the same two each time
    process.env.CHAOS === '1'
      ? { numRuns: 200, endOnFailure: true }
      : { numRuns: 2, endOnFailure: true, seed: 20_261_122 },
  );
});
