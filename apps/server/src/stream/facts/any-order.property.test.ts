import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  equip,
  eventfulStart,
  grounds,
  lateShares,
  markAll,
  outcome,
  reportsOf,
  rulesOfAllKinds,
  type Seed,
  type Who,
} from '../../../test/eventful-day';
import { eventually, type FactsKit, factsKit } from '../../../test/facts-kit';
import { makeVehicle } from '../../../test/stream-kit';
import { type TestDb, testDb } from '../../../test/test-db';
import { dayStart, localDay, nextDayStart, wallToMs } from '../../kernel/day/edges';
import { computeTrackFacts } from '../../kernel/day/facts';
import { totalMileageOf } from '../../kernel/live/state';
import { kernelDefaults } from '../../kernel/settings';
import { readTrack } from '../../modules/watch/track/repo';

/**
 * K2 as a whole: stream, detectors, dirty days and recompute on the real database. However the points arrive, what is stored in the end
 * is, byte for byte, what they give in order, also with several reports of a second, also when the server is killed between two of them; and the live card, the report and the trajectory of each day say the same, also after a restart. Tracks
 * have silences of minutes and of days, with and without displacement, jumps, and days without points.
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

const anyReports = fc
  .array(
    fc.record<Seed>({
      step: fc.oneof(
        { weight: 12, arbitrary: fc.integer({ min: 20, max: 400 }) },
        { weight: 2, arbitrary: fc.integer({ min: 401, max: 5000 }) },
        // a night, days without points, more than can be bridged
        fc.integer({ min: 5001, max: 330_000 }),
      ),
      jump: fc.integer({ min: 0, max: 15 }).map((n) => n === 0),
      odometer: fc.boolean(),
      blind: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
      late: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
      second: fc.oneof(
        { weight: 5, arbitrary: fc.constant(null) },
        fc.record({
          alarm: fc.constantFrom(0, 1, 2 ** 29),
          door: fc.constantFrom(true, false, null),
          fast: fc.boolean(),
          // loss and cover of the picture, each said by another report of the second
          video: fc.constantFrom(0, 1, 16, 17),
        }),
      ),
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
  )
  .map(withinAWeek);

/**
 * The stops of waybills that ended ten days ago are not looked at live, so that no track may be longer. And the last reports are no jumps: one that
 * nothing has confirmed yet is not on the live card, while a day that runs is summed up with it.
 */
function withinAWeek(seeds: Seed[]): Seed[] {
  let left = 8 * 86_400;
  return seeds.map((seed, i) => {
    const step = seed.step > 5000 && seed.step > left ? 60 : seed.step;
    left -= step;
    // half of the tracks have one report a second
    const second = seeds[0]?.eyes ? seed.second : null;
    return { ...seed, step, second, jump: seed.jump === true && i < seeds.length - 2 };
  });
}

const plain: Seed = {
  ...{ step: 120, drive: true, acc: true, jump: false, odometer: false, blind: false, late: false, second: null },
  ...{ temp: -10, air: 6, hum: 60, co2: 800, door: false, fuel: 120, alarm: 0, volt: 27.1, reefer: true, eyes: true },
};
const times = (count: number, more: Partial<Seed> = {}): Seed[] =>
  Array.from({ length: count }, () => ({ ...plain, ...more }));
/** What is always looked at: movement over midnight, a silence of an hour and one over days without points, both elsewhere afterwards, and one that is not bridged. */
const silences: Seed[] = [
  ...times(8),
  ...times(1, { step: 4_000 }),
  ...times(6, { step: 110 }),
  ...times(3, { step: 300, drive: false, acc: false }),
  ...times(1, { step: 190_000 }),
  ...times(4, { blind: true, late: true }),
  ...times(3, { second: { alarm: 1, door: true, fast: true, video: 17 } }),
  ...times(1, { step: 300_000 }),
  ...times(6),
];
/** The same answer each time that it is drawn. */
const always = <T>(value: T) =>
  fc.stream(
    (function* () {
      for (;;) yield value;
    })(),
  );
/** Backwards, each report twice, all of them late; computed on the way. */
const backwards = () => ({
  order: fc.stream(
    (function* () {
      for (let n = 1e6; ; n--) yield n / 1e6;
    })(),
  ),
  twice: always(true),
  scans: always(true),
  delay: always(1_000_000),
});

const zone = 'Asia/Shanghai';
/** The company days from the first report to the last, also those without one. */
function daysOf(reports: ReadonlyArray<{ deviceTime: number }>): string[] {
  const times = reports.map(({ deviceTime }) => deviceTime);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const days: string[] = [];
  for (let t = dayStart(first, zone); t <= last; t = nextDayStart(t, zone)) days.push(localDay(t, zone));
  return days;
}

/** The total mileage on the live card of a vehicle, m, to the metre. */
const liveTotal = (vehicleId: string): number => {
  const state = kit.stream.state(vehicleId);
  return Math.round(state ? totalMileageOf(state) - (state.startM ?? 0) : Number.NaN);
};

/** Kinds that alarm words, safety items and doors become: not one of a second's reports may be lost until a recompute finds it. */
const saidOutright = new Set(['terminalAlarm', 'faultAlarm', 'safetyEvent', 'safetyAlarm', 'door']);
interface EpisodeRow {
  kind: string;
  rule_id: string | null;
  subject: string;
  start_time: Date;
}
const outright = (found: Record<string, unknown>): string[] =>
  // outcome() reads these rows
  (found.episodes as EpisodeRow[])
    .filter(({ kind }) => saidOutright.has(kind))
    .map(({ kind, rule_id, subject, start_time }) => `${kind} ${rule_id} ${subject} ${String(start_time)}`);

/** The share of late points of a span by the reports themselves: a second whose reports came late, all of them, is one late point. */
function shareOf(reports: ReadonlyArray<{ deviceTime: number; late: boolean }>, what: string): number {
  const [start, end] = what.split(' ').slice(-2).map(Number);
  const seconds = new Map<number, boolean>();
  for (const { deviceTime: t, late } of reports)
    if (t >= (start ?? 0) && t <= (end || Number.POSITIVE_INFINITY)) seconds.set(t, (seconds.get(t) ?? true) && late);
  const late = [...seconds.values()].filter(Boolean).length;
  return seconds.size === 0 ? 0 : Math.round((late / seconds.size) * 1000) / 1000;
}

/** Mileage (m), stays and trips of each day, by the trajectory of the day and by its summary. */
async function dayFigures(who: Who, days: readonly string[], until: number) {
  const { rows } = await sql<{
    day: string;
    m: number;
    stays: number;
  }>`select day::text, mileage_m as m, stays from day_summary
    where vehicle_id = ${who.vehicleId} order by day`.execute(db.systemDb);
  const summaries = new Map(rows.map((row) => [row.day, row]));
  const trajectory: Array<[string, number, number]> = [];
  for (const day of days) {
    const from = wallToMs(`${day} 00:00:00`, zone) ?? 0;
    const end = nextDayStart(from, zone);
    // a day that still runs is summed up as far as its data goes
    const to = clock >= end ? end : until;
    const wish = { vehicleId: who.vehicleId, from, to: to === end ? to - 1 : to, neighbours: true };
    const facts = computeTrackFacts(await readTrack(db.systemDb, wish), { from, to }, () => kernelDefaults);
    trajectory.push([day, Math.round(facts.mileageM), facts.stays.length]);
  }
  const report = days.map((day) => [day, Math.round(summaries.get(day)?.m ?? 0), summaries.get(day)?.stays ?? 0]);
  return { trajectory, report, sum: rows.reduce((sum, { m }) => sum + m, 0) };
}

interface Arrival {
  order(): number;
  twice(): boolean;
  /** live mileage is computed again on the way */
  scans(): boolean;
  delay(): number;
}

it('any permutation, repetition and delay of the points gives the same rows as their order', {
  timeout: process.env.CHAOS ? 900_000 : 120_000,
}, async () => {
  const company = `order ${Math.random()}`;
  const first = await makeVehicle(db, company);
  const places = await grounds(db, first.clientId);
  await rulesOfAllKinds(db, first.clientId, places);
  const check = async (
    seeds: readonly Seed[],
    { order, twice, scans, delay }: Arrival,
    pauses: number,
    restart: boolean,
    cut: number,
  ): Promise<void> => {
    const [a, b, c] = [await makeVehicle(db, company), await makeVehicle(db, company), await makeVehicle(db, company)];
    for (const who of [a, b, c]) await equip(db, who, places);
    const inOrder = reportsOf(seeds, a);
    const days = daysOf(inOrder);
    const until = inOrder[inOrder.length - 1]?.deviceTime ?? eventfulStart;
    clock = until + 3_600_000;
    await Promise.all(inOrder.map((message) => kit.send(message)));
    await kit.settle();
    kit.facts.engine.silence();
    await kit.settle();
    const atOnce = await outcome(db, a);
    const liveA = liveTotal(a.vehicleId);
    // what another report of a second takes back live, the recompute of its day withdraws: the engine has marked it
    await kit.recompute();
    const live = await outcome(db, a);
    const liveShares = await lateShares(db, a);
    await markAll(a, days).execute(db.systemDb);
    await kit.recompute();
    const computed = await outcome(db, a);
    expect(computed.episodes).toEqual(live.episodes);
    expect(outright(atOnce)).toEqual(expect.arrayContaining(outright(computed)));
    if (seeds.every(({ second }) => !second)) expect(computed.episodes).toEqual(atOnce.episodes);
    expect(await lateShares(db, a)).toEqual(liveShares);
    expect(liveShares).toEqual(liveShares.map(([what]) => [what, shareOf(inOrder, what)]));
    expect(computed.state).toEqual(live.state);
    expect(computed.carries).toEqual(expect.arrayContaining(live.carries as unknown[]));
    const figures = await dayFigures(a, days, until);
    expect(figures.report).toEqual(figures.trajectory);
    // a second report that is elsewhere is taken into the total when its day is computed again
    const seconds = seeds.some(({ second }) => second);
    if (!seconds) expect(Math.abs(liveA - figures.sum)).toBeLessThan(1);
    await kit.stream.scan();
    await eventually(() => Math.abs(liveTotal(a.vehicleId) - figures.sum) < 1);

    // killed between two reports, perhaps of one second
    const killed = reportsOf(seeds, c);
    const sent = Math.floor(cut * killed.length);
    await Promise.all(killed.slice(0, sent).map((message) => kit.send(message)));
    await kit.settle();
    await kit.crash();
    kit = await factsKit(db, () => clock);
    await Promise.all(killed.slice(sent).map((message) => kit.send(message)));
    await kit.settle();
    kit.facts.engine.silence();
    await kit.settle();
    await kit.recompute();
    const again = await outcome(db, c);
    expect(again.episodes).toEqual(computed.episodes);
    expect(again.state).toEqual(computed.state);
    expect((await lateShares(db, c)).map(([, share]) => share)).toEqual(liveShares.map(([, share]) => share));

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
      if (scans()) await kit.stream.scan();
    }
    await markAll(b, days).execute(db.systemDb);
    await kit.recompute();
    await kit.stream.scan();
    expect(await outcome(db, b)).toEqual(computed);
    const mixedFigures = await dayFigures(b, days, until);
    expect(mixedFigures).toEqual(figures);
    const told = () => [a, b].map(({ vehicleId }) => Math.abs(liveTotal(vehicleId) - figures.sum) < 1);
    await eventually(() => told().every(Boolean));
    if (!restart) return;
    await kit.stop();
    kit = await factsKit(db, () => clock);
    await eventually(() => told().every(Boolean));
  };

  const streams = fc.record({
    order: fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
    twice: fc.infiniteStream(fc.boolean()),
    scans: fc.infiniteStream(fc.boolean()),
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
      fc.boolean(),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (seeds, { order, twice, scans, delay }, pauses, restart, cut) => {
        const arrival = { order: pull(order), twice: pull(twice), scans: pull(scans), delay: pull(delay) };
        await check(seeds, arrival, pauses, restart, cut);
      },
    ),
    // what fails is shown as it is: looking for a smaller day that fails too takes longer than a test may;
    // `npm run chaos` draws new days, `npm test` takes the same each time
    {
      endOnFailure: true,
      examples: [[silences, backwards(), 2, true, 0.8]],
      ...(process.env.CHAOS === '1' ? { numRuns: 200 } : { numRuns: 3, seed: 20_261_122 }),
    },
  );
});
