import { readFileSync } from 'node:fs';
import { hourMs } from '@tongda/contract/core/durations';
import { sql } from 'kysely';
import { packHours } from '../apps/server/src/core/telemetry/hours/packing';
import { readTrack } from '../apps/server/src/modules/watch/track/repo';
import { append, figuresOf } from '../apps/server/test/point-kit';
import setup from '../apps/server/test/setup/global-setup';
import { testDb } from '../apps/server/test/test-db';
import { miss, sized } from './kit/form';
import { makeDrive } from './kit/telemetry-fixture';

/**
 * Two measures of packing points into hours: the bytes of a stored point with its indexes, unpacked ("hot") and packed; and the time to read the track of a
 * vehicle's day (8,640 points), hot and packed, beside bare SQL on the same rows. STORED_MILLIONS says how many million further packed points
 * are stored around it: in a small table the last, half empty page would count too much.
 */
const promisedBytes = 10;
const promisedHot = 1.5;
const promisedPacked = 0.2;
const promisedPackedMs = 50;
const vehicles = sized(30, 2);
const rounds = sized(90, 15);
/** rounds that are not counted: every vehicle once, as a server that has run for a while is warm */
const warmUp = vehicles;
/** rounds of one way of reading before it is the other one's turn */
const inTurn = 15;
const day = Date.UTC(2026, 4, 5, 16);
const dayPoints = sized(8_640, 300);

const stop = await setup();
const db = await testDb();
let failed = false;
const check = (ok: boolean, text: string) => {
  console.log(`${ok ? '  ' : 'MISSED '}${text}`);
  if (!ok) failed = true;
};
/** Bytes of all partitions of a table, with indexes. */
const bytesOf = async (parent: string) => {
  const { rows } = await sql<{
    bytes: string;
  }>`select coalesce(sum(pg_total_relation_size(inhrelid)), 0) as bytes from pg_inherits where inhparent = ${parent}::regclass`.execute(
    db.systemDb,
  );
  return Number(rows[0]?.bytes);
};
const at = (times: number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
const formatTimes = (times: number[]) =>
  `p50 ${at(times, 0.5).toFixed(1)} ms   p95 ${at(times, 0.95).toFixed(1)} ms   best ${at(times, 0).toFixed(1)} ms`;

interface Timed {
  times: number[];
  cpuMs: number;
}

/** Times two ways of reading, some rounds of each in turn, so that whatever else the machine does affects both alike. */
async function timeInTurns(one: (vehicle: string) => Promise<unknown>, other: (vehicle: string) => Promise<unknown>) {
  const ways = [one, other].map((work): { work: typeof one; result: Timed } => ({
    work,
    result: { times: [], cpuMs: 0 },
  }));
  for (const { work } of ways) for (let i = 1; i <= warmUp; i++) await work(String(i));
  for (let turn = 0; turn < rounds; turn += inTurn)
    for (const { work, result } of ways) {
      const cpu = process.cpuUsage();
      for (let i = turn; i < turn + inTurn; i++) {
        const began = performance.now();
        await work(String((i % vehicles) + 1));
        result.times.push(performance.now() - began);
      }
      const { user, system } = process.cpuUsage(cpu);
      result.cpuMs += (user + system) / 1000 / rounds;
    }
  // one result for each of the two ways
  return ways.map(({ result }) => result) as [Timed, Timed];
}

const hours = Array.from({ length: 24 }, (_, i) => day + i * hourMs);
/** Packs hours of vehicles. */
async function packAll(ids: readonly string[], which: readonly number[]): Promise<void> {
  for (const hour of which)
    await db.systemDb.transaction().execute((trx) =>
      packHours(
        trx,
        ids.map((vehicleId) => ({ vehicleId, hour })),
        figuresOf,
      ),
    );
}

/** Stores the day of every vehicle unpacked and prints the bytes of a point. */
async function fillHot(kind: string, jitterM: number): Promise<void> {
  await sql`truncate position, position_hour, position_late, packed_device`.execute(db.systemDb);
  const tracks = Array.from({ length: vehicles }, (_, i) =>
    makeDrive({ vehicleId: String(i + 1), clientId: '1', from: day, points: dayPoints, stepMs: 10_000, jitterM }),
  );
  // in the order in which terminals send: all vehicles of a moment side by side
  for (let i = 0; i < dayPoints; i += 100)
    await append(
      db,
      tracks.flatMap((track) => track.slice(i, i + 100)).sort((a, b) => a.t - b.t),
      day + 24 * hourMs,
    );
  await sql`vacuum analyze position`.execute(db.systemDb);
  const hot = (await bytesOf('position')) / (vehicles * dayPoints);
  console.log(`${kind}: hot ${hot.toFixed(1)} B a point`);
}

/** Packs the day, adds further packed days and checks the bytes of a point. */
async function packDay(kind: string): Promise<void> {
  const ids = Array.from({ length: vehicles }, (_, i) => String(i + 1));
  const cpu = process.cpuUsage();
  const began = performance.now();
  await packAll(ids, hours);
  const { user, system } = process.cpuUsage(cpu);
  const points = vehicles * dayPoints;
  console.log(
    `${kind}: packing ${(points / ((user + system) / 1e6) / 1000).toFixed(0)}k points a CPU second, ${(points / (performance.now() - began)).toFixed(0)}k a second`,
  );
  const stored = await addPast(Number(process.env.STORED_MILLIONS ?? sized(2, 0.01)));
  // autovacuum does this within minutes after packing: rows that were packed are deleted from the hot table
  await sql`vacuum analyze position, position_hour`.execute(db.systemDb);
  const packed = (await bytesOf('position_hour')) / stored;
  check(
    packed <= promisedBytes,
    `${kind}: packed ${packed.toFixed(2)} B a point, rows and indexes (promised: at most ${promisedBytes})`,
  );
}

const wish = (vehicleId: string) => ({ vehicleId, from: day, to: day + 24 * hourMs - 1 });
const track = (vehicle: string) => readTrack(db.systemDb, wish(vehicle));
/** Bare SQL on the same rows, in a table of its own that is not packed. */
const bare = (vehicle: string) =>
  db.pool.query(
    `select device_time, receive_time, lng, lat, speed_kmh, direction_deg, flags, odometer_m, alarm_bits, doors, temp_c, hum_pct, fuel_l
     from bare_position where vehicle_id = $1 and device_time >= $2 and device_time <= $3 order by device_time`,
    [vehicle, new Date(day), new Date(day + 24 * hourMs - 1)],
  );
const printTimes = (name: string, { times, cpuMs }: Timed): void =>
  console.log(`${name.padEnd(10)} ${formatTimes(times)}   CPU ${cpuMs.toFixed(1)} ms`);
const formatRatio = (a: Timed, b: Timed, share: number): string => (at(a.times, share) / at(b.times, share)).toFixed(2);

await fillHot('smooth', 0);
await packDay('smooth');
await fillHot('jittery', 5);
await sql`create table bare_position (like position including all)`.execute(db.systemDb);
await sql`insert into bare_position select * from position order by device_time`.execute(db.systemDb);
await sql`vacuum analyze bare_position`.execute(db.systemDb);
const [bareBesideHot, hot] = await timeInTurns(bare, track);
printTimes('bare SQL', bareBesideHot);
printTimes('hot', hot);
check(
  at(hot.times, 0.95) / at(bareBesideHot.times, 0.95) <= promisedHot,
  `hot / bare SQL at p95 = ${formatRatio(hot, bareBesideHot, 0.95)}, p50 ${formatRatio(hot, bareBesideHot, 0.5)} (promised: at most ${promisedHot})`,
);
const before = await track(String(Math.min(7, vehicles)));
await packDay('jittery');
const [bareBesidePacked, packed] = await timeInTurns(bare, track);
printTimes('bare SQL', bareBesidePacked);
printTimes('packed', packed);
check(
  at(packed.times, 0.95) / at(bareBesidePacked.times, 0.95) <= promisedPacked,
  `packed / bare SQL at p95 = ${formatRatio(packed, bareBesidePacked, 0.95)}, p50 ${formatRatio(packed, bareBesidePacked, 0.5)}, CPU ${(packed.cpuMs / bareBesidePacked.cpuMs).toFixed(2)} (promised: at most ${promisedPacked})`,
);
check(at(packed.times, 0.95) <= promisedPackedMs, `packed p95 at most ${promisedPackedMs} ms`);
const after = await track(String(Math.min(7, vehicles)));
if (JSON.stringify(before) !== JSON.stringify(after)) throw new Error('the packed day differs from the hot one');

/** Adds copies of the packed hours under earlier days, about `millions` million points. Answers how many points are stored then. */
async function addPast(millions: number): Promise<number> {
  const copies = Math.ceil((millions * 1e6) / (vehicles * dayPoints));
  for (let copy = 1; copy <= copies; copy++) {
    await sql`select ensure_hour_partition(${new Date(day - copy * 24 * hourMs)}), ensure_hour_partition(${new Date(day - copy * 24 * hourMs + 24 * hourMs)})`.execute(
      db.systemDb,
    );
    await sql`insert into position_hour select vehicle_id, hour - make_interval(days => ${copy}::int), client_id, n, fixes, first_time, last_time, first_fix_time, last_fix_time,
      alarm_bits, west, south, east, north, mileage_m, max_speed_kmh, driving_s, door_open_s, stood_s, stood_lng, stood_lat, temps, hums, device_ids, packed_at, body
      from position_hour where hour >= ${new Date(day)}`.execute(db.systemDb);
  }
  const { rows } = await sql<{ points: string }>`select sum(n) as points from position_hour`.execute(db.systemDb);
  const points = Number(rows[0]?.points);
  console.log(
    `stored     ${(points / 1e6).toFixed(1)} million points, ${((await bytesOf('position_hour')) / 1e6).toFixed(0)} MB; server memory ${(Number(readFileSync('/proc/self/statm', 'utf8').split(' ')[1]) / 256).toFixed(0)} MB`,
  );
  return points;
}

await db.close();
await stop();
if (failed) miss();
